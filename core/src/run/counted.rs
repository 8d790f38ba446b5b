//! Readings of the hardware counters for chains of known length: additions, run after the windows
//! of a core.
//!
//! Each pair is the long and the short body with equal iteration counts, alternately the one and
//! the other first, with the counters read before and after. The cost of reading and calling is in
//! both and cancels in the difference, which then belongs to the steps by which the bodies differ.
//! The result is the median of the pairs: an interrupt, which a counter of the whole core also
//! counts, affects few of them.

use crate::Interval;
use crate::chain::{BodyLength, ChainKind};
use crate::estimate::recording::ClockFacts;
use crate::host::counters::{
    Counter, CounterError, Counting, Difference, Quantity, Scope, Snapshot, UnavailableCounter,
};
use crate::report::{Counted, HardwareCounters};

use super::bench::{Bench, TickAlignment};
use super::session::Cancellation;
use super::timing::timed_ns;

/// Number of pairs of bodies: the median of 41 values lies between the 15th and the 27th in 95 % of
/// cases.
const PAIRS: usize = 41;

/// Minimum number of pairs whose extremes contain the median in 95 % of cases.
const FEWEST_PAIRS: usize = 6;

/// Duration of the long body, in nanoseconds: a read of `perf_event`'s counters takes a
/// microsecond, whose scatter nearly vanishes in the difference, and at a thousand interrupts a
/// second three in four pairs have none.
const LONG_NS: f64 = 250e3;

/// Iterations of the pilot run that times one iteration, and the number of such runs, of which the
/// shortest counts.
const PILOT_ITERATIONS: u32 = 100;
const PILOT_RUNS: u32 = 3;

/// Reads the counters that `bench` has on `cpu`; `None` if the bench has no counters. Takes some
/// 12 ms if there is a counter to read; on cancellation it ends early with the pairs so far.
pub(super) fn counted(
    bench: &mut impl Bench,
    cpu: Option<u32>,
    clock: &ClockFacts,
    cancellation: &Cancellation,
) -> Option<HardwareCounters> {
    let (counters, mut missing) = bench.counters(cpu)?;
    let mut counted = Vec::new();
    if let Some(mut counters) = counters {
        let here = counters.read();
        if let Some(pairs) = pairs(bench, counters.as_mut(), clock, cancellation) {
            counted = sums(&pairs);
            missing.extend(crowded_out(&here, &counted, pairs.len()));
            missing.sort_unstable_by_key(|missing| missing.counter);
        }
    }
    Some(HardwareCounters { counted, missing })
}

/// Per-process counters that could be read, but for which almost no pair has a count.
fn crowded_out(here: &Snapshot, counted: &[Counted], pairs: usize) -> Vec<UnavailableCounter> {
    let is_silent = |counter: &&Counter| {
        let has_said = counted.iter().any(|counted| counted.counter == **counter);
        counter.scope() == Scope::Process && here.get(**counter).is_some() && !has_said
    };
    let silent = Counter::ALL.iter().filter(|_| pairs >= FEWEST_PAIRS).filter(is_silent);
    silent.map(|&counter| UnavailableCounter { counter, why: CounterError::OtherThreads }).collect()
}

/// Replaces counts that may come from a core of another kind than the reading by the reason for
/// their absence.
pub(super) fn of_unknown_kind(beside: HardwareCounters) -> HardwareCounters {
    let mut missing = beside.missing;
    let unknown = |counted: &Counted| UnavailableCounter {
        counter: counted.counter,
        why: CounterError::KindOfCoreUnknown,
    };
    missing.extend(beside.counted.iter().map(unknown));
    missing.sort_unstable_by_key(|missing| missing.counter);
    HardwareCounters { counted: Vec::new(), missing }
}

/// Difference between the long body and the short one.
struct Pair {
    counts: Difference,
    steps: f64,
    seconds: f64,
}

/// `None` if no chains are written for the processor, or nothing takes any time.
fn pairs(
    bench: &mut impl Bench,
    counters: &mut dyn Counting,
    clock: &ClockFacts,
    cancellation: &Cancellation,
) -> Option<Vec<Pair>> {
    let edges = TickAlignment::for_clock(clock);
    let mut pilot_ns = f64::INFINITY;
    for _ in 0..PILOT_RUNS {
        let timing = bench.time(ChainKind::Add, BodyLength::Long, PILOT_ITERATIONS, edges).ok()?;
        pilot_ns = pilot_ns.min(timed_ns(&timing, clock));
    }
    let iterations = (LONG_NS / pilot_ns * f64::from(PILOT_ITERATIONS)).ceil();
    // Also if the pilot took no time at all.
    let iterations =
        if iterations >= 1.0 && iterations <= f64::from(u32::MAX) { iterations as u32 } else { return None };
    let mut pairs = Vec::new();
    for index in 0..PAIRS {
        if cancellation.is_cancelled() {
            break;
        }
        let mut run = |length| {
            let before = counters.read();
            let timing = bench.time(ChainKind::Add, length, iterations, edges).ok()?;
            Some((counters.read().difference(&before), timed_ns(&timing, clock)))
        };
        let (long, short) = if index % 2 == 0 {
            let long = run(BodyLength::Long)?;
            (long, run(BodyLength::Short)?)
        } else {
            let short = run(BodyLength::Short)?;
            (run(BodyLength::Long)?, short)
        };
        pairs.push(Pair {
            counts: long.0.minus(&short.0),
            steps: f64::from(iterations) * f64::from(BodyLength::Long.steps() - BodyLength::Short.steps()),
            seconds: (long.1 - short.1) * 1e-9,
        });
    }
    Some(pairs)
}

fn sums(pairs: &[Pair]) -> Vec<Counted> {
    let of = |counter, part: fn(&Pair) -> f64| {
        let ratio = |pair: &Pair| Some(pair.counts.get(counter)? as f64 / part(pair));
        let mut ratios: Vec<f64> = pairs.iter().filter_map(ratio).filter(|ratio| ratio.is_finite()).collect();
        Interval::of_median(&mut ratios).filter(|_| ratios.len() >= FEWEST_PAIRS)
    };
    let counted = |counter: Counter| {
        let is_of_time = matches!(counter.quantity(), Quantity::ReferenceCycles | Quantity::PerformanceTime);
        Some(Counted {
            counter,
            per_second: of(counter, |pair| pair.seconds)?,
            per_step: if is_of_time { None } else { of(counter, |pair| pair.steps) },
        })
    };
    Counter::ALL.iter().copied().filter_map(counted).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const CYCLES: Counter = Counter::TaskCycles;

    fn counts(counters: &[(Counter, u64)]) -> Snapshot {
        let mut snapshot = Snapshot::default();
        counters.iter().for_each(|&(counter, count)| snapshot.set(counter, count));
        snapshot
    }

    /// Pairs of which a number say something of the task, and all of the time stamp counter.
    fn pairs_of_which(undisturbed: usize) -> Vec<Pair> {
        let zero = counts(&[(CYCLES, 0), (Counter::Tsc, 0)]);
        let pair = |index: usize| {
            let all = counts(&[(CYCLES, 1_000), (Counter::Tsc, 2_000)]);
            // The first ones are disturbed.
            let is_disturbed = index < PAIRS - undisturbed;
            let counts = if is_disturbed { counts(&[(Counter::Tsc, 2_000)]) } else { all };
            Pair { counts: counts.difference(&zero), steps: 1_000.0, seconds: 1e-6 }
        };
        (0..PAIRS).map(pair).collect()
    }

    #[test]
    fn a_counter_whose_first_pairs_say_nothing_is_counted() {
        let counted = sums(&pairs_of_which(FEWEST_PAIRS));
        assert_eq!(counted.iter().map(|counted| counted.counter).collect::<Vec<_>>(), [CYCLES, Counter::Tsc]);
        assert_eq!(counted[0].per_step.map(|step| step.value), Some(1.0));
    }

    #[test]
    fn a_counter_of_the_process_is_missing_if_other_threads_ran_in_most_pairs() {
        let here = counts(&[(CYCLES, 5), (Counter::Tsc, 5)]);
        let pairs = pairs_of_which(FEWEST_PAIRS - 1);
        let counted = sums(&pairs);
        assert_eq!(counted.iter().map(|counted| counted.counter).collect::<Vec<_>>(), [Counter::Tsc]);
        let missing = crowded_out(&here, &counted, pairs.len());
        assert_eq!(missing, [UnavailableCounter { counter: CYCLES, why: CounterError::OtherThreads }]);
        // Too few because the session was cancelled, or none that could be read.
        assert_eq!(crowded_out(&here, &[], FEWEST_PAIRS - 1), []);
        assert_eq!(crowded_out(&counts(&[(Counter::Tsc, 5)]), &[], PAIRS), []);
    }

    #[test]
    fn counts_of_an_unknown_kind_of_core_are_missing() {
        let missing = |counter, why| UnavailableCounter { counter, why };
        let beside = HardwareCounters {
            counted: sums(&pairs_of_which(PAIRS)),
            missing: vec![missing(Counter::TaskEnergy, CounterError::StandsStill)],
        };
        let left = of_unknown_kind(beside);
        assert_eq!(left.counted, []);
        let expected = [
            missing(CYCLES, CounterError::KindOfCoreUnknown),
            missing(Counter::TaskEnergy, CounterError::StandsStill),
            missing(Counter::Tsc, CounterError::KindOfCoreUnknown),
        ];
        assert_eq!(left.missing, expected);
    }
}
