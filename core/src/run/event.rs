//! Events that a session reports while it runs.

use crate::estimate::Estimate;
use crate::estimate::recording::{WarmUpEnd, WarmUpSample};
use crate::report::Reading;

use super::target::Target;

/// An event of a session. In a measurement `core` is the index of the core among those measured,
/// from 0.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Event {
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
        /// All of it, in at most 2,430 points.
        samples: Vec<WarmUpSample>,
        /// The system's claimed clock of the core, in hertz.
        claim_hz: Option<f64>,
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
        /// The estimate so far; its frequency is `None` until the windows support one.
        estimate: Box<Estimate>,
        /// Elapsed fraction of the windows' time, 0 to 1.
        part: f64,
        /// The warm-up before the windows.
        warm_up: Vec<WarmUpSample>,
        /// The system's claimed clock of the core, in hertz.
        claim_hz: Option<f64>,
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
}

/// The events of a kind of session: its own, and those that every session reports.
pub trait Events: From<Event> + Send + 'static {}

impl<E: From<Event> + Send + 'static> Events for E {}

/// Receives events `E`: those of a measurement, or of another kind of session. Called from a thread
/// of its own, never from the measuring one. That thread keeps off the core that is measured, as
/// far as the system allows.
///
/// It may be slow: of frequent updates ([`Event::WarmUp`], [`Event::Running`]) it then gets the
/// newest state, of all other events every one. A session ends without an observer that delays its
/// end for half a second; then no more events come, and the readings have a warning. A panic ends
/// the reporting, not the measurement.
pub trait Observer<E = Event>: Send {
    /// Takes one event.
    fn event(&mut self, event: E);

    /// Returns `true` if it uses events. Called once, before the start; otherwise no events are
    /// created.
    fn is_enabled(&self) -> bool {
        true
    }

    /// Returns `true` if it only draws progress: a panic or stall of such an observer is logged and
    /// does not add a warning to the readings. Called once, before the start.
    fn is_progress_display(&self) -> bool {
        false
    }
}

impl<E, F: FnMut(E) + Send> Observer<E> for F {
    fn event(&mut self, event: E) {
        self(event);
    }
}

/// An observer that ignores all events and costs nothing. Readings then have no
/// [`time_to_first_estimate_ms`](crate::report::Reading::time_to_first_estimate_ms), since no
/// observer received a first number.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoObserver;

impl<E> Observer<E> for NoObserver {
    fn event(&mut self, _event: E) {}

    fn is_enabled(&self) -> bool {
        false
    }
}
