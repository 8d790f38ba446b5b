//! Events of the core's performance monitoring unit, counted for each row: operations, in all and
//! by unit.

use serde::{Deserialize, Serialize};
use trueghz::Interval;
use trueghz_host::counters::{CounterError, CountingEvent};

use super::bench::FormBench;
use super::counted::PAIRS;
use super::table::TableRow;

/// Events to count for each row.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Events {
    /// None.
    #[default]
    None,
    /// Every event that is known to count operations of this core, in all or by unit.
    Operations,
    /// These, by name: see [`open_event`](trueghz_host::counters::open_event).
    Named(Vec<String>),
}

/// The count of an event in a row.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct CountedEvent {
    /// The name of the event.
    pub event: String,
    /// Count per step: an instruction, with the one that leads back if there is one. The median of
    /// several counts, and their range.
    pub per_step: Interval,
}

/// An event without counts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct UncountedEvent {
    /// The name of the event; `operations` if none was requested by name.
    pub event: String,
    /// The reason.
    pub why: CounterError,
}

/// The events that are counted, and the others.
#[derive(Default)]
pub(super) struct RowEvents {
    open: Vec<(String, Box<dyn CountingEvent>)>,
    uncounted: Vec<UncountedEvent>,
}

impl RowEvents {
    /// Opens the events on the core of `bench`.
    pub(super) fn open(bench: &mut impl FormBench, cpu: Option<u32>, events: &Events) -> RowEvents {
        let names = match events {
            Events::None => Ok(Vec::new()),
            Events::Named(names) => Ok(names.clone()),
            Events::Operations => bench
                .operation_events(cpu)
                .and_then(|names| if names.is_empty() { Err(CounterError::NoEvent) } else { Ok(names) }),
        };
        let mut all = RowEvents::default();
        match names {
            Err(why) => all.uncounted.push(UncountedEvent { event: "operations".to_owned(), why }),
            Ok(names) => {
                for event in names {
                    match bench.open_event(cpu, &event) {
                        Ok(opened) => all.open.push((event, opened)),
                        Err(why) => all.uncounted.push(UncountedEvent { event, why }),
                    }
                }
            }
        }
        all
    }

    /// Counts per step of `run`, which is called with `true` for the long body and with `false` for
    /// the short one; they differ by `steps` steps. An event is left out if a count of it was
    /// incomplete.
    ///
    /// # Errors
    /// Those of `run`.
    pub(super) fn count<E>(
        &mut self,
        steps: f64,
        mut run: impl FnMut(bool) -> Result<(), E>,
    ) -> Result<Vec<CountedEvent>, E> {
        let mut rows = Vec::new();
        for (event, counter) in &mut self.open {
            let mut counts = Vec::new();
            for _ in 0..PAIRS {
                let mut count = |is_long| {
                    let mut ran = Ok(());
                    let count = counter.count(&mut || ran = run(is_long));
                    ran.map(|()| count)
                };
                let (long, short) = (count(true)?, count(false)?);
                counts.extend(long.zip(short).map(|(long, short)| (long as f64 - short as f64) / steps));
            }
            if counts.len() == PAIRS as usize
                && let Some(per_step) = Interval::of_median(&mut counts)
            {
                rows.push(CountedEvent { event: event.clone(), per_step });
            }
        }
        Ok(rows)
    }

    /// The events without counts. Events that occurred in no row are removed from all: a core may
    /// accept a number that it does not have, and leave the counter at zero.
    pub(super) fn finish(mut self, rows: &mut [TableRow]) -> Vec<UncountedEvent> {
        for (event, _) in self.open {
            let of_event = |row: &TableRow| {
                row.events.iter().any(|counted| counted.event == event && counted.per_step.value > LEAST)
            };
            if !rows.iter().any(of_event) {
                rows.iter_mut().for_each(|row| row.events.retain(|counted| counted.event != event));
                self.uncounted.push(UncountedEvent { event, why: CounterError::StandsStill });
            }
        }
        self.uncounted
    }
}

/// Maximum count per step of an event that does not occur: an interrupt in one of the long bodies
/// adds a few events to hundreds of steps.
const LEAST: f64 = 0.01;
