//! The table of clocks as a session: what each clock of the system is worth.

use std::ops::ControlFlow;

use crate::clock;
use crate::clock::quality::{QualityTable, table};

use super::event::{Event, Observer};
use super::measure::MeasureError;
use super::session::{self, Session, Teller};

/// Tells events as they are.
struct Passing<O>(O);

impl<O: Observer> Teller<Event> for Passing<O> {
    fn tell(&mut self, event: Event) {
        self.0.event(event);
    }
}

/// Starts to look at every clock, which takes about a second. Cancelled, it ends with the rows that are done.
///
/// # Errors
/// [`MeasureError`] if there is no clock or no thread.
pub fn clocks(observer: impl Observer + 'static) -> Result<Session<QualityTable>, MeasureError> {
    let clocks = clock::choose()?;
    Ok(session::start(Passing(observer), move |stage| {
        let progress = |done, total| {
            stage.send(Event::ClocksSeen { done, total });
            if stage.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let table = table(&clocks, Some(&progress));
        if stage.finish() {
            log::warn!("the observer of the clocks panicked");
        }
        table
    })?)
}
