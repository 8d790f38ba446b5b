//! One clock, watched for a while.

use std::hint::black_box;

use super::sources::{counts_in_sleep, width_bits};
use super::{ClockQuality, ReadCost};
use crate::clock::crosscheck::{Bracket, ClockRecord, SessionRecord, WitnessRecord, bracket, check};
use crate::clock::{Clock, Witness, step::smallest_step};

/// Approximate duration of a block of reads: 400 ticks of a 20 MHz clock, so that a tick is 0.25 %
/// of it, and short against the milliseconds between interrupts.
const BLOCK_NS: f64 = 20_000.0;
/// Number of blocks in the distribution: enough for a 99th percentile, some 5 ms in all.
const BLOCKS: usize = 256;
/// Maximum number of reads in a block, which ends it even if the clock has stopped.
const MOST_READS_PER_BLOCK: u32 = 4096;

/// Minimum duration for which the clock is watched: its rate is then known within some 2 ppm.
const WATCH_NS: f64 = 40e6;
/// Maximum duration of the watch: a coarse clock (4 ms on Linux, 15.6 ms on Windows) is watched
/// longer to see it step a few times.
const LONGEST_WATCH_NS: f64 = 120e6;
/// Steps that end the watch.
const STEPS: u64 = 8;
/// Number of reads that end the watch if the clock has stopped.
const MOST_READS: u64 = 10_000_000;
/// Reads between two reads of the primary clock.
const READS_PER_LOOK: u64 = 64;
/// Brackets over the watch.
const BRACKETS: f64 = 8.0;

/// Measures the quality of a clock.
pub(super) fn quality(primary: &dyn Clock, source: &Witness) -> ClockQuality {
    let access = access_time(primary, source);
    let seen = watch(primary, source);
    let is_primary = primary.id() == source.id();
    let (mut rate, mut measured_hz) = (None, None);
    if let (Some(step), false) = (seen.smallest_step, is_primary) {
        let checked = check(&record(primary, source, step, seen.brackets));
        rate = checked.witnesses[0].rate;
        measured_hz = checked.witnesses[0].measured_hz;
    }
    // If the rate is not stated, ticks become time by the rate that the primary clock sees.
    let hz = source.rate().hz().or(measured_hz);
    let resolution_ns = seen.smallest_step.zip(hz).map(|(step, hz)| step as f64 / hz * 1e9);
    ClockQuality {
        id: source.id(),
        nominal: source.rate(),
        resolution_ticks: seen.smallest_step,
        resolution_ns,
        access,
        precision_ns: resolution_ns.map(|resolution| resolution.max(access.median_ns)),
        steps_back: seen.steps_back,
        reads: seen.reads,
        rate,
        measured_hz,
        counts_during_suspend: counts_in_sleep(source.id()),
        wraps_in_s: hz.map(|hz| ticks_left(source) as f64 / hz),
    }
}

/// Ticks until a counter of the documented width wraps.
fn ticks_left(source: &Witness) -> u128 {
    let period = 1_u128 << width_bits(source.id());
    period - u128::from(source.ticks()) % period
}

/// Reads in blocks, each timed by the primary clock: a coarse clock costs a read as well.
fn access_time(primary: &dyn Clock, source: &Witness) -> ReadCost {
    let block_ns = |reads: u32| {
        let before = primary.ticks();
        for _ in 0..reads {
            black_box(source.ticks());
        }
        let passed = primary.ticks().wrapping_sub(before).cast_signed();
        primary.timebase().ns_f64(passed)
    };
    // The shortest power of two that fills a block, so that the search itself is short.
    let mut reads_per_block = 16;
    while reads_per_block < MOST_READS_PER_BLOCK && block_ns(reads_per_block) < BLOCK_NS {
        reads_per_block *= 2;
    }
    let mut means: Vec<f64> =
        (0..BLOCKS).map(|_| block_ns(reads_per_block) / f64::from(reads_per_block)).collect();
    means.sort_by(f64::total_cmp);
    ReadCost {
        median_ns: means[BLOCKS / 2],
        p99_ns: means[BLOCKS * 99 / 100],
        blocks: BLOCKS,
        reads_per_block,
    }
}

/// Observations of a clock.
#[derive(Debug, Default)]
struct Watched {
    smallest_step: Option<u64>,
    steps: u64,
    steps_back: u64,
    reads: u64,
    brackets: Vec<Bracket>,
}

impl Watched {
    fn see(&mut self, step: i64) {
        self.reads += 1;
        if step < 0 {
            self.steps_back += 1;
        } else if step > 0 {
            self.steps += 1;
            let step = step.cast_unsigned();
            self.smallest_step = Some(self.smallest_step.map_or(step, |smallest| smallest.min(step)));
        }
    }
}

/// Reads back to back, with an occasional bracket.
fn watch(primary: &dyn Clock, source: &Witness) -> Watched {
    let mut seen = Watched::default();
    let start = primary.ticks();
    let mut last = source.ticks();
    loop {
        let passed_ns = primary.timebase().ns_f64(primary.ticks().wrapping_sub(start).cast_signed());
        if passed_ns >= WATCH_NS / BRACKETS * seen.brackets.len() as f64 {
            seen.brackets.push(bracket(primary, source));
        }
        let enough = passed_ns >= WATCH_NS && seen.steps >= STEPS;
        if enough || passed_ns >= LONGEST_WATCH_NS || seen.reads >= MOST_READS {
            return seen;
        }
        for _ in 0..READS_PER_LOOK {
            let now = source.ticks();
            seen.see(now.wrapping_sub(last).cast_signed());
            last = now;
        }
    }
}

/// The watch as a record for the cross-check.
fn record(primary: &dyn Clock, source: &Witness, step: u64, brackets: Vec<Bracket>) -> SessionRecord {
    let primary = ClockRecord {
        id: primary.id(),
        timebase: primary.timebase(),
        resolution_ticks: smallest_step(|| primary.ticks()),
        measured: None,
    };
    let witness =
        WitnessRecord { id: source.id(), rate: source.rate(), resolution_ticks: Some(step), brackets };
    SessionRecord { primary, witnesses: vec![witness] }
}
