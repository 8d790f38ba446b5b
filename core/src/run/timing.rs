//! What a timed run of a chain took.

use crate::estimate::recording::ClockFacts;

use super::bench::{Edges, Timing};

impl Edges {
    /// How windows meet the ticks of this clock.
    pub fn for_clock(clock: &ClockFacts) -> Edges {
        if clock.poll_ns.is_some() { Edges::Both } else { Edges::Free }
    }
}

/// What `timing` took, in nanoseconds, freed of the wait for the edge and of the clock's own cost.
pub fn timed_ns(timing: &Timing, clock: &ClockFacts) -> f64 {
    let elapsed = timing.end_ticks.wrapping_sub(timing.start_ticks).cast_signed();
    let waited_ns = clock.poll_ns.unwrap_or(0.0) * f64::from(timing.polls);
    clock.timebase.ns_f64(elapsed) - waited_ns - clock.access_ns
}
