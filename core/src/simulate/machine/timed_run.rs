//! The true course of a timed run, between the two counts of the timer.

/// A timed run of a chain, in the machine's own time: from one count of its timer to the other. If
/// windows are aligned to clock edges, the wait for the second edge is included.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TimedRun {
    /// Time of the first count, in nanoseconds since the machine was made.
    pub from_ns: f64,
    /// Time of the second count.
    pub until_ns: f64,
    /// Lengthening by disturbances, in nanoseconds: 0 for an undisturbed run.
    pub delay_ns: f64,
}

/// A count of the timer.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Count {
    /// Its time, in nanoseconds since the machine was made.
    pub(super) at_ns: f64,
    /// Total time taken by disturbances until then, in nanoseconds.
    pub(super) lost_ns: f64,
}

impl TimedRun {
    pub(super) fn between(first: Count, second: Count) -> TimedRun {
        TimedRun { from_ns: first.at_ns, until_ns: second.at_ns, delay_ns: second.lost_ns - first.lost_ns }
    }
}
