//! What the processor's own counters say of chains of known length: additions once more, after the windows of a core.
//!
//! Each pair is the long and the short body, as many trips round either, in turn the one and the other first, with the
//! counters read before and after. What reading and calling cost is in both and goes with the difference, so that what is
//! left belongs to the steps by which they differ. The number is the median of the pairs: an interrupt that a counter of the
//! whole core counts, too, hits few of them.

use crate::Interval;
use crate::chain::{Kind, Length};
use crate::estimate::recording::ClockFacts;
use crate::host::counters::{Counter, Counting, Difference, Quantity};
use crate::report::{Counted, CountersBeside};

use super::bench::{Bench, Edges};
use super::session::Cancellation;
use super::timing::timed_ns;

/// Pairs of bodies: of so many values the median lies between the 15th and the 27th in 95 % of cases.
const PAIRS: usize = 41;

/// How long the long body runs, in nanoseconds: a read of `perf_event`'s counters takes a microsecond, of whose scatter
/// little is left in the difference, and at a thousand interrupts a second three in four pairs meet none.
const LONG_NS: f64 = 250e3;

/// Trips of the run that tells how long one takes, and of how many such runs the shortest counts.
const PILOT_TRIPS: u32 = 100;
const PILOT_RUNS: u32 = 3;

/// What the counters that `bench` has on `cpu` say; `None` on a bench that knows of none. It takes some 12 ms where there is
/// one to read, and ends early, with what it has, where the end is asked for.
pub(super) fn counted(
    bench: &mut impl Bench,
    cpu: Option<u32>,
    clock: &ClockFacts,
    cancellation: &Cancellation,
) -> Option<CountersBeside> {
    let (counters, missing) = bench.counters(cpu)?;
    let pairs = counters.and_then(|mut counters| pairs(bench, counters.as_mut(), clock, cancellation));
    Some(CountersBeside { counted: sums(&pairs.unwrap_or_default()), missing })
}

/// By what the long body differs from the short one.
struct Pair {
    counts: Difference,
    steps: f64,
    seconds: f64,
}

/// `None` where no chains are written for the processor, or nothing takes any time.
fn pairs(
    bench: &mut impl Bench,
    counters: &mut dyn Counting,
    clock: &ClockFacts,
    cancellation: &Cancellation,
) -> Option<Vec<Pair>> {
    let edges = Edges::for_clock(clock);
    let mut pilot_ns = f64::INFINITY;
    for _ in 0..PILOT_RUNS {
        let timing = bench.time(Kind::Add, Length::Long, PILOT_TRIPS, edges).ok()?;
        pilot_ns = pilot_ns.min(timed_ns(&timing, clock));
    }
    let trips = (LONG_NS / pilot_ns * f64::from(PILOT_TRIPS)).ceil();
    // Also where the pilot took no time at all.
    let trips = if trips >= 1.0 && trips <= f64::from(u32::MAX) { trips as u32 } else { return None };
    let mut pairs = Vec::new();
    for index in 0..PAIRS {
        if cancellation.is_cancelled() {
            break;
        }
        let mut run = |length| {
            let before = counters.read();
            let timing = bench.time(Kind::Add, length, trips, edges).ok()?;
            Some((counters.read().difference(&before), timed_ns(&timing, clock)))
        };
        let (long, short) = if index % 2 == 0 {
            let long = run(Length::Long)?;
            (long, run(Length::Short)?)
        } else {
            let short = run(Length::Short)?;
            (run(Length::Long)?, short)
        };
        pairs.push(Pair {
            counts: long.0.minus(&short.0),
            steps: f64::from(trips) * f64::from(Length::Long.steps() - Length::Short.steps()),
            seconds: (long.1 - short.1) * 1e-9,
        });
    }
    Some(pairs)
}

fn sums(pairs: &[Pair]) -> Vec<Counted> {
    let Some(first) = pairs.first() else { return Vec::new() };
    let of = |counter, part: fn(&Pair) -> f64| {
        let ratio = |pair: &Pair| Some(pair.counts.get(counter)? as f64 / part(pair));
        let mut ratios: Vec<f64> = pairs.iter().filter_map(ratio).filter(|ratio| ratio.is_finite()).collect();
        Interval::of_median(&mut ratios)
    };
    let counted = |(counter, _): (Counter, u64)| {
        let is_fixed = counter.quantity() == Quantity::ReferenceCycles;
        Some(Counted {
            counter,
            per_second: of(counter, |pair| pair.seconds)?,
            per_step: if is_fixed { None } else { of(counter, |pair| pair.steps) },
        })
    };
    first.counts.iter().filter_map(counted).collect()
}
