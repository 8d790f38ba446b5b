//! A bench whose core works between its windows, so that they show the clock under the load.

use std::time::Duration;

use crate::chain::{BodyLength, ChainKind, UnsupportedArchitecture};
use crate::clock::crosscheck::SessionRecord;
use crate::clock::{ClockId, Timebase};
use crate::load::Load;

use super::bench::{Bench, CountersHere, TickAlignment, Timing, Worked};

/// Time without work after which work follows, in nanoseconds: a clock that was lowered by it stays
/// so for hundreds of microseconds (Intel's licences, 650 µs: docs/sources.md, Loads).
const WITHOUT_NS: f64 = 300e3;

/// Duration of the work as a multiple of the time without: four fifths of the core's time are work.
const TIMES: f64 = 4.0;

/// A bench, and its load if it has one.
pub(super) struct Loaded<'a, B> {
    bench: &'a mut B,
    work: Option<Work<'a>>,
}

struct Work<'a> {
    load: &'a mut Load,
    /// When the last of it ended, in ticks.
    ended_ticks: u64,
    /// The work done so far.
    done: Vec<Worked>,
}

impl<'a, B: Bench> Loaded<'a, B> {
    /// This bench, whose core works on `load` between its windows.
    pub(super) fn with(bench: &'a mut B, load: Option<&'a mut Load>) -> Loaded<'a, B> {
        let work = load.map(|load| Work { load, ended_ticks: bench.ticks(), done: Vec::new() });
        Loaded { bench, work }
    }

    /// Returns the work done, piece by piece.
    pub(super) fn into_done(self) -> Vec<Worked> {
        self.work.map_or_else(Vec::new, |work| work.done)
    }
}

impl<B: Bench> Bench for Loaded<'_, B> {
    fn time(
        &mut self,
        kind: ChainKind,
        length: BodyLength,
        iterations: u32,
        edges: TickAlignment,
    ) -> Result<Timing, UnsupportedArchitecture> {
        if let Some(Work { load, ended_ticks, done }) = &mut self.work {
            let timebase = self.bench.clock().1;
            let without_ns = timebase.ns_f64(self.bench.ticks().wrapping_sub(*ended_ticks).cast_signed());
            if without_ns >= WITHOUT_NS {
                let span = Duration::from_nanos((without_ns * TIMES) as u64);
                done.push(self.bench.work(load, span));
                *ended_ticks = self.bench.ticks();
            }
        }
        self.bench.time(kind, length, iterations, edges)
    }

    fn ticks(&mut self) -> u64 {
        self.bench.ticks()
    }

    fn next_edge(&mut self) -> (u64, u32) {
        self.bench.next_edge()
    }

    fn clock(&self) -> (ClockId, Timebase) {
        self.bench.clock()
    }

    fn rest(&mut self, rest: Duration) {
        self.bench.rest(rest);
    }

    fn work(&mut self, load: &mut Load, span: Duration) -> Worked {
        self.bench.work(load, span)
    }

    fn counters(&mut self, cpu: Option<u32>) -> Option<CountersHere> {
        self.bench.counters(cpu)
    }

    fn ran_on(&mut self) -> Option<u32> {
        self.bench.ran_on()
    }

    fn sample_witnesses(&mut self) {
        self.bench.sample_witnesses();
    }

    fn take_session_record(&mut self) -> SessionRecord {
        self.bench.take_session_record()
    }
}
