//! The bench that runs a measurement: real hardware, or a simulated machine.
//!
//! All interaction of a measurement with the hardware goes through this trait, so that the very
//! same code runs on a core of known clock in the tests.

use std::time::Duration;

use crate::chain::{BodyLength, ChainKind, UnsupportedArchitecture};
use crate::clock::crosscheck::SessionRecord;
use crate::clock::{Clock, ClockId, Timebase};
use crate::host::counters::{Counting, UnavailableCounter};
use crate::load::Load;

/// One run of a chain, timed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timing {
    /// Time at which the chain began, in ticks of the primary clock.
    pub start_ticks: u64,
    /// Time at which the chain had ended, in ticks of the primary clock; with
    /// [`TickAlignment::Both`] at the tick that followed.
    pub end_ticks: u64,
    /// With [`TickAlignment::Both`]: reads after the chain's end until the clock ticked. 0
    /// otherwise.
    pub polls: u32,
}

/// Work that a load did on the core.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Worked {
    /// Its operations ([`Load::work`]).
    pub operations: f64,
    /// The time that they took, in nanoseconds.
    pub ns: f64,
}

/// Alignment of a window to the ticks of the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TickAlignment {
    /// Read once before and once after: for clocks that tick at least about as often as they can be
    /// read.
    None,
    /// Wait for a tick before, and count reads until the next tick after: for coarse clocks. The
    /// reads between the chain's end and the tick measure the fraction of a tick that a single read
    /// cannot see.
    Both,
}

/// Number of reads without a change after which the primary clock is taken to have stopped. Reads
/// take from 5 ns to 2 µs (a trapped counter), so this is at least 50 ms, five times the tick of
/// the coarsest clock of any system.
pub(crate) const STOPPED_AFTER_READS: u32 = 10_000_000;

/// The counters that can be read, and those that cannot.
pub type CountersHere = (Option<Box<dyn Counting>>, Vec<UnavailableCounter>);

/// Interface between a measurement and the hardware: clock, chains, counters.
pub trait Bench {
    /// Returns the primary clock's current count, in ticks.
    fn ticks(&mut self) -> u64;

    /// Waits for the primary clock's next tick; returns it and the reads that it took.
    fn next_edge(&mut self) -> (u64, u32);

    /// Returns the source of the primary clock, and the nominal length of its tick.
    fn clock(&self) -> (ClockId, Timebase);

    /// Leaves the core idle for `rest`.
    fn rest(&mut self, rest: Duration) {
        std::thread::sleep(rest);
    }

    /// Keeps the core busy for `span` by the primary clock, or until that clock steps back.
    fn work(&mut self, load: &mut Load, span: Duration) -> Worked {
        let (begun, timebase) = (self.ticks(), self.clock().1);
        let span_ns = span.as_nanos() as f64;
        let mut worked = Worked { operations: 0.0, ns: 0.0 };
        while (0.0..span_ns).contains(&worked.ns) {
            worked.operations += load.work();
            worked.ns = timebase.ns_f64(self.ticks().wrapping_sub(begun).cast_signed());
        }
        worked
    }

    /// Runs a chain and times it.
    ///
    /// # Errors
    /// [`UnsupportedArchitecture`] if no chains are written for this processor.
    fn time(
        &mut self,
        kind: ChainKind,
        length: BodyLength,
        iterations: u32,
        edges: TickAlignment,
    ) -> Result<Timing, UnsupportedArchitecture>;

    /// The hardware counters as they count on `cpu`, if any can be read, and those that cannot be
    /// read; `None` on simulated machines.
    fn counters(&mut self, cpu: Option<u32>) -> Option<CountersHere> {
        let _ = cpu;
        None
    }

    /// The cpu on which this thread is now, if the system reports it cheaply.
    fn ran_on(&mut self) -> Option<u32>;

    /// Reads every other clock between two reads of the primary one.
    fn sample_witnesses(&mut self);

    /// Returns the record of [`Bench::sample_witnesses`] since the last call.
    fn take_session_record(&mut self) -> SessionRecord;
}

/// Waits for the next tick of `clock` and returns it, with the reads that it took.
///
/// If the clock has stopped, returns the unchanged tick after [`STOPPED_AFTER_READS`] reads.
#[inline]
pub(crate) fn next_edge(mut read: impl FnMut() -> u64) -> (u64, u32) {
    let first = read();
    for polls in 1..=STOPPED_AFTER_READS {
        let now = read();
        if now != first {
            return (now, polls);
        }
    }
    (first, STOPPED_AFTER_READS)
}

/// Reads `clock` around `work`, as specified by `edges`.
#[inline]
#[doc(hidden)]
pub fn time_with(clock: &dyn Clock, edges: TickAlignment, work: impl FnOnce()) -> Timing {
    match edges {
        TickAlignment::None => {
            let start_ticks = clock.ticks();
            work();
            Timing { start_ticks, end_ticks: clock.ticks(), polls: 0 }
        }
        TickAlignment::Both => {
            let (start_ticks, _) = next_edge(|| clock.ticks());
            work();
            let (end_ticks, polls) = next_edge(|| clock.ticks());
            Timing { start_ticks, end_ticks, polls }
        }
    }
}
