//! What truly happened between the two counts of the timer of a timed run.

/// A timed run of a chain, in the machine's own time: from one count of its timer to the other. Where windows meet edges,
/// the wait for the second one is part of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TimedRun {
    /// When the first count was taken, in nanoseconds since the machine was made.
    pub from_ns: f64,
    /// When the second one was.
    pub until_ns: f64,
    /// By how much disturbances lengthened it, in nanoseconds: 0 for an undisturbed run.
    pub delay_ns: f64,
}

/// A count of the timer.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Count {
    /// When it was taken, in nanoseconds since the machine was made.
    pub(super) at_ns: f64,
    /// The time that disturbances had taken until then, in nanoseconds.
    pub(super) lost_ns: f64,
}

impl TimedRun {
    pub(super) fn between(first: Count, second: Count) -> TimedRun {
        TimedRun { from_ns: first.at_ns, until_ns: second.at_ns, delay_ns: second.lost_ns - first.lost_ns }
    }
}
