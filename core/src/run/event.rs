//! What a session tells while it runs.

use crate::estimate::recording::WarmUpEnd;
use crate::estimate::{Estimate, Frequency};
use crate::report::Reading;
use crate::report::curve::Curve;
use crate::report::sustained::{SustainedRecord, SustainedRun};

use super::target::Target;

/// Something that happened in a session. In a measurement `core` is the place of the core among those measured, from 0.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum), uniffi(name = "SessionEvent"))]
#[non_exhaustive]
pub enum Event {
    /// It is known what will be measured.
    Started {
        /// The cores, in order.
        targets: Vec<Target>,
    },
    /// A core's turn has come.
    CoreStarted {
        /// Which.
        core: usize,
    },
    /// The warm-up so far, ten times a second at most.
    WarmUp {
        /// Which core.
        core: usize,
        /// All of it, as it is drawn.
        curve: Box<Curve>,
    },
    /// The warm-up has ended and the windows begin.
    WarmedUp {
        /// Which core.
        core: usize,
        /// How it ended.
        end: WarmUpEnd,
        /// How long it took, in milliseconds.
        elapsed_ms: f64,
    },
    /// The number so far. Of a long run it rests on a part of the windows, from all of its time: its interval stays
    /// as wide as that of a second or so. The reading at the end rests on all.
    Running {
        /// Which core.
        core: usize,
        /// The number; absent as long as the windows carry none.
        frequency: Option<Frequency>,
        /// The whole estimate so far.
        estimate: Box<Estimate>,
        /// The part of the windows' time that is over, 0 to 1.
        part: f64,
        /// The clock over time so far, as it is drawn: the warm-up, and the windows.
        curve: Box<Curve>,
    },
    /// A core is done.
    CoreDone {
        /// Which.
        core: usize,
        /// Its reading.
        reading: Box<Reading>,
    },
    /// A part of what was asked for is done: clocks looked at, rows of instructions, runs, readings.
    StepsDone {
        /// How many.
        done: usize,
        /// How many there are.
        total: usize,
    },
    /// A sustained load has begun.
    SustainedBegun {
        /// What it is.
        run: Box<SustainedRun>,
    },
    /// What the clock did under a sustained load since the last such event: each second, as a rule.
    SustainedRecorded {
        /// The windows, and how things stood.
        record: Box<SustainedRecord>,
    },
}

/// Takes events. Called from a thread of its own, never from the one that measures. That thread keeps off the
/// core that is measured, as far as the system allows.
///
/// It may take its time: of what changes all the time ([`Event::WarmUp`], [`Event::Running`]) it then gets the newest
/// state, of all else everything. A session ends without an observer that keeps its end waiting for half a second;
/// then no more events come, and the readings say so. A panic ends the reporting, not the measurement.
pub trait Observer: Send {
    /// Takes one event.
    fn event(&mut self, event: Event);

    /// Whether it does anything with events. Asked once, before the start: for one that does not, none is made.
    fn watches(&self) -> bool {
        true
    }

    /// Whether it only draws progress: that such an observer panicked or fell behind is logged, and no warning of the readings.
    /// Asked once, before the start.
    fn is_progress_display(&self) -> bool {
        false
    }
}

impl<F: FnMut(Event) + Send> Observer for F {
    fn event(&mut self, event: Event) {
        self(event);
    }
}

/// An observer that watches nothing, and costs nothing. Readings then tell no
/// [`first_number_ms`](crate::report::Reading::first_number_ms): nobody was there to see it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unobserved;

impl Observer for Unobserved {
    fn event(&mut self, _event: Event) {}

    fn watches(&self) -> bool {
        false
    }
}
