//! Duration of a timed run of a chain, and elapsed time.

use crate::chain::BodyLength;
use crate::clock::Timebase;
use crate::estimate::recording::ClockFacts;

use super::bench::{STOPPED_AFTER_READS, TickAlignment, Timing};

impl TickAlignment {
    /// Returns whether windows are aligned to the ticks of this clock.
    pub fn for_clock(clock: &ClockFacts) -> TickAlignment {
        if clock.poll_cost_ns.is_some() { TickAlignment::Both } else { TickAlignment::None }
    }
}

impl Timing {
    /// Returns `true` if the clock did not advance within the limit.
    pub fn clock_stopped(&self) -> bool {
        self.polls >= STOPPED_AFTER_READS
    }
}

/// Overhead E of a long window, from a short one with the same iteration count: both have the same
/// overhead, and iterations of n or m steps, so E = (n S - m L) / (n - m).
pub fn overhead_ns(long_ns: f64, short_ns: f64) -> f64 {
    let (n, m) = (f64::from(BodyLength::Long.steps()), f64::from(BodyLength::Short.steps()));
    (n * short_ns - m * long_ns) / (n - m)
}

/// Elapsed time on a clock that may step back: backward steps do not count, so that nothing that
/// waits for the end of a time waits longer for it.
#[derive(Debug, Clone, Copy)]
pub struct Stopwatch {
    timebase: Timebase,
    last_ticks: u64,
    elapsed_ns: f64,
}

impl Stopwatch {
    /// A watch that starts at this count.
    pub fn start(ticks: u64, timebase: Timebase) -> Stopwatch {
        Stopwatch { timebase, last_ticks: ticks, elapsed_ns: 0.0 }
    }

    /// The time since the start, in nanoseconds, when the clock shows `ticks`.
    pub fn at(&mut self, ticks: u64) -> f64 {
        let moved_ns = self.timebase.ns_f64(ticks.wrapping_sub(self.last_ticks).cast_signed());
        self.last_ticks = ticks;
        self.elapsed_ns += moved_ns.max(0.0);
        self.elapsed_ns
    }
}

/// Returns the duration of `timing` in nanoseconds, without the wait for the edge and the clock's
/// read cost.
pub fn timed_ns(timing: &Timing, clock: &ClockFacts) -> f64 {
    let elapsed = timing.end_ticks.wrapping_sub(timing.start_ticks).cast_signed();
    let waited_ns = clock.poll_cost_ns.unwrap_or(0.0) * f64::from(timing.polls);
    clock.timebase.ns_f64(elapsed) - waited_ns - clock.read_cost_ns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stopwatch_does_not_go_back() {
        let mut watch = Stopwatch::start(u64::MAX, Timebase::NANOSECONDS);
        assert_eq!(watch.at(9), 10.0);
        assert_eq!(watch.at(4), 10.0);
        assert_eq!(watch.at(7), 13.0);
    }
}
