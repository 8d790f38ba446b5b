//! The events of every session, as Swift and Kotlin receive them.

use std::panic::resume_unwind;
use std::sync::Arc;

use trueghz::Frequency;
use trueghz::estimate::Estimate;
use trueghz::estimate::recording::WarmUpEnd;
use trueghz::report::Reading;
use trueghz::report::curve::Curve;
use trueghz::run::event::{Event, Observer};
use trueghz::run::target::Target;
use trueghz_loads::sustained::{SustainedEvent, SustainedRecord, SustainedRun};

use crate::observer::SessionObserver;

// Numbers cross as those in core's types do.
uniffi::use_remote_type!(trueghz::usize);

/// An event of a session. In a measurement `core` is the index of the core among those measured,
/// from 0.
#[derive(Debug, Clone, PartialEq, uniffi::Enum)]
#[non_exhaustive]
pub enum SessionEvent {
    /// The cores to measure have been determined.
    Started {
        /// The cores, in order.
        targets: Vec<Target>,
    },
    /// A core's turn has come.
    CoreStarted {
        /// Index of the core.
        core: usize,
    },
    /// The warm-up so far, at most ten times a second.
    WarmUp {
        /// Index of the core.
        core: usize,
        /// All of it, as it is drawn.
        curve: Box<Curve>,
    },
    /// The warm-up has ended and the windows begin.
    WarmedUp {
        /// Index of the core.
        core: usize,
        /// How it ended.
        end: WarmUpEnd,
        /// Duration of the warm-up, in milliseconds.
        elapsed_ms: f64,
    },
    /// The running estimate. In a long run it uses a subset of the windows, spread over the whole
    /// run, so its interval stays as wide as after about a second. The final reading uses all
    /// windows.
    Running {
        /// Index of the core.
        core: usize,
        /// The clock so far; `None` until the windows support one.
        frequency: Option<Frequency>,
        /// The whole estimate so far.
        estimate: Box<Estimate>,
        /// Elapsed fraction of the windows' time, 0 to 1.
        part: f64,
        /// The clock over time so far, as it is drawn: the warm-up, and the windows.
        curve: Box<Curve>,
    },
    /// A core is done.
    CoreFinished {
        /// Index of the core.
        core: usize,
        /// Its reading.
        reading: Box<Reading>,
    },
    /// A step of the session is done: a clock inspected, an instruction row, a run or a reading.
    Progressed {
        /// Number of completed steps.
        done: usize,
        /// Total number of steps.
        total: usize,
    },
    /// A sustained load has begun.
    SustainedBegun {
        /// The load and its options.
        run: Box<SustainedRun>,
    },
    /// A record of the clock under a sustained load since the last such event, as a rule each
    /// second.
    SustainedRecorded {
        /// The windows, and the conditions.
        record: Box<SustainedRecord>,
    },
}

impl SessionEvent {
    /// Core's event with the plot for it. `None` for one of a later version of core.
    fn of(event: Event) -> Option<Self> {
        Some(match event {
            Event::Started { targets } => Self::Started { targets },
            Event::CoreStarted { core } => Self::CoreStarted { core },
            Event::WarmUp { core, samples, claim_hz } => {
                Self::WarmUp { core, curve: Box::new(Curve::so_far(&samples, None, claim_hz)) }
            }
            Event::WarmedUp { core, end, elapsed_ms } => Self::WarmedUp { core, end, elapsed_ms },
            Event::Running { core, estimate, part, warm_up, claim_hz } => {
                let curve = Box::new(Curve::so_far(&warm_up, Some(&estimate), claim_hz));
                Self::Running { core, frequency: estimate.frequency, estimate, part, curve }
            }
            Event::CoreFinished { core, reading } => Self::CoreFinished { core, reading },
            Event::Progressed { done, total } => Self::Progressed { done, total },
            _ => return None,
        })
    }

    /// Like [`Self::of`], but for an event of a sustained load.
    fn of_load(event: SustainedEvent) -> Option<Self> {
        match event {
            SustainedEvent::Session(event) => Self::of(event),
            SustainedEvent::Begun { run } => Some(Self::SustainedBegun { run }),
            SustainedEvent::Recorded { record } => Some(Self::SustainedRecorded { record }),
            _ => None,
        }
    }
}

/// Hands core's events over to the observer, if there is one.
pub struct Watching(pub Option<Arc<dyn SessionObserver>>);

impl Watching {
    fn pass(&self, event: Option<SessionEvent>) {
        let Some((observer, event)) = self.0.as_ref().zip(event) else { return };
        if let Err(error) = observer.on_event(event) {
            log::warn!("{error}");
            // Core's response to a panicking observer is right here too: it ends the reporting, not
            // the session. Unwinding without the panic's hook: nothing is printed.
            resume_unwind(Box::new(error.to_string()));
        }
    }
}

impl Observer for Watching {
    fn event(&mut self, event: Event) {
        self.pass(SessionEvent::of(event));
    }

    fn is_enabled(&self) -> bool {
        self.0.is_some()
    }
}

impl Observer<SustainedEvent> for Watching {
    fn event(&mut self, event: SustainedEvent) {
        self.pass(SessionEvent::of_load(event));
    }

    fn is_enabled(&self) -> bool {
        self.0.is_some()
    }
}
