//! The table of clocks as a session: resolution, read cost and agreement of each clock of the
//! system.

use std::ops::ControlFlow;

use crate::clock;
use crate::clock::quality::{QualityTable, table};

use super::event::{Event, Observer};
use super::measure::MeasureError;
use super::session::{self, Session};

/// Starts inspecting every clock, which takes about a second. If cancelled, it ends with the rows
/// that are done.
///
/// # Errors
/// [`MeasureError`] if there is no clock or no thread.
pub fn clocks(observer: impl Observer + 'static) -> Result<Session<QualityTable>, MeasureError> {
    let clocks = clock::choose_system()?;
    // No core is measured: there is nothing to keep off.
    Ok(session::start_and_log(
        "the clocks",
        observer,
        |_| None,
        move |worker| {
            let progress = |done, total| {
                worker.report(|| Event::Progressed { done, total });
                if worker.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            table(&clocks, Some(&progress))
        },
    )?)
}
