//! Approximate duration of a long window over time: the starting point of the search for the
//! clock's path.
//!
//! A change of the clock affects all windows; an interruption makes single ones longer. But if
//! interruptions come every few hundred microseconds for a while, almost no long window is
//! undisturbed, and the densest of them are interrupted, too. The short windows, an eighth as long,
//! are then still undisturbed and distinguish the two: a slower clock lengthens them by the same
//! fraction.

use crate::chain::{BodyLength, ChainKind, Role};

use crate::estimate::convert::LEFT_OUT;
use crate::estimate::sample::{Sample, window_type};
use crate::estimate::statistics::{median, quantile, shortest_interval};

/// Rounds on either side that share a local reference: with rounds of about 2.5 ms some 12 ms, 30
/// long windows of the one-cycle kinds. With one on either side, 1 % of constant clocks with 2,000
/// interrupts a second were classified as moving (benches/simulation); with two, none of 10,000.
const NEIGHBOURS: usize = LEFT_OUT;

/// Fraction of the neighbouring long windows whose shortest interval contains the local reference.
/// Undisturbed windows are alike and interrupted ones are not: the reference is undisturbed as long
/// as a quarter of the windows are.
const REFERENCE_SHARE: f64 = 0.25;

/// A long reference that is slower than the short windows confirm, by more than this many of their
/// interquartile ranges, is one of interrupted windows. A heuristic: three are four standard
/// deviations of a normal distribution, which chance exceeds once in 40,000.
const CONFIRMED_WITHIN: f64 = 3.0;

/// Duration of a long window of a one-cycle kind over time, in nanoseconds per step with loop
/// overhead.
pub(super) struct LocalReference {
    by_round: Vec<f64>,
    /// Median over the whole run.
    main: f64,
}

/// Nanoseconds per step of the windows of each round, with the kinds scaled to each other.
type ByRound = Vec<Vec<f64>>;

impl LocalReference {
    /// The reference for `list`, with the indices of each type in `sorts`; `None` without long
    /// windows.
    pub(super) fn of(list: &[Sample], sorts: &[Vec<usize>], rounds: usize) -> Option<LocalReference> {
        let of_length = |length| {
            let one_cycle = ChainKind::ALL.iter().filter(|kind| matches!(kind.role(), Role::OneCycle { .. }));
            one_cycle.map(|&kind| sorts[window_type(kind, length)].as_slice()).collect::<Vec<_>>()
        };
        let long = on_one_scale(list, &of_length(BodyLength::Long), rounds);
        let long_levels = levels(&long)?;

        let short_by_kind = of_length(BodyLength::Short);
        let mut short: ByRound = vec![Vec::new(); rounds];
        for members in &short_by_kind {
            let ratio = |&index: &usize| step_ns(&list[index]) / long_levels[list[index].round];
            let mut ratios: Vec<f64> = members.iter().map(ratio).collect();
            let Some((scale, _)) = shortest_interval(&mut ratios, REFERENCE_SHARE) else { continue };
            for &index in *members {
                short[list[index].round].push(step_ns(&list[index]) / scale);
            }
        }
        let by_round = match levels(&short) {
            Some(short_levels) => confirmed(&long, &long_levels, &short, &short_levels),
            None => long_levels,
        };
        let main = median(&mut by_round.clone())?;
        Some(LocalReference { by_round, main })
    }

    /// Logarithm of the reference in this round relative to its median.
    pub(super) fn level(&self, round: usize) -> f64 {
        (self.by_round[round] / self.main).ln()
    }
}

/// Nominal iteration counts of the kinds differ slightly, so windows are compared per step.
fn step_ns(sample: &Sample) -> f64 {
    sample.time_ns / sample.nominal_steps
}

/// Scales windows of several kinds to each other: a kind that differs from the others (folded, two
/// cycles) is scaled to them. Within a round all kinds see the same clock, so the scale does not
/// depend on the state of the clock.
fn on_one_scale(list: &[Sample], by_kind: &[&[usize]], rounds: usize) -> ByRound {
    let mut by_round: ByRound = vec![Vec::new(); rounds];
    for &index in by_kind.iter().copied().flatten() {
        by_round[list[index].round].push(step_ns(&list[index]));
    }
    let typical: Vec<Option<f64>> =
        by_round.iter_mut().map(|times| quantile(times, REFERENCE_SHARE)).collect();
    for times in &mut by_round {
        times.clear();
    }
    for members in by_kind {
        let ratio = |&index: &usize| Some(step_ns(&list[index]) / typical[list[index].round]?);
        let mut ratios: Vec<f64> = members.iter().filter_map(ratio).collect();
        // Both may have been interrupted: the typical ratio is the densest, not the median.
        let Some((scale, _)) = shortest_interval(&mut ratios, REFERENCE_SHARE) else { continue };
        for &index in *members {
            by_round[list[index].round].push(step_ns(&list[index]) / scale);
        }
    }
    by_round
}

/// The rounds around `round`.
fn around(by_round: &ByRound, round: usize) -> impl Iterator<Item = f64> {
    let last = (round + NEIGHBOURS).min(by_round.len() - 1);
    by_round[round.saturating_sub(NEIGHBOURS)..=last].iter().flatten().copied()
}

/// The densest value around each round; `None` if there are no values at all.
fn levels(by_round: &ByRound) -> Option<Vec<f64>> {
    let densest = |round| {
        let mut values: Vec<f64> = around(by_round, round).collect();
        shortest_interval(&mut values, REFERENCE_SHARE).map(|(middle, _)| middle)
    };
    // A round without windows takes the value of the one before, the first that of the next.
    let known: Vec<Option<f64>> = (0..by_round.len()).map(densest).collect();
    let mut last = known.iter().copied().flatten().next()?;
    let fill = |value: Option<f64>| {
        last = value.unwrap_or(last);
        last
    };
    Some(known.into_iter().map(fill).collect())
}

/// The levels of the long windows, as far as the short ones confirm them.
fn confirmed(long: &ByRound, long_levels: &[f64], short: &ByRound, short_levels: &[f64]) -> Vec<f64> {
    let relative =
        short.iter().zip(long_levels).flat_map(|(times, level)| times.iter().map(move |time| time / level));
    let mut relative: Vec<f64> = relative.collect();
    let (low, high) = (quantile(&mut relative, 0.25), quantile(&mut relative, 0.75));
    let tolerance = CONFIRMED_WITHIN * high.zip(low).map_or(f64::INFINITY, |(high, low)| high - low);
    let level = |round: usize| {
        let most = short_levels[round] * (1.0 + tolerance);
        if long_levels[round] <= most {
            return long_levels[round];
        }
        // Only those long windows count here that the short ones allow; if there are none, no long
        // window is undisturbed, and the short ones show the duration of an undisturbed one.
        let mut allowed: Vec<f64> = around(long, round).filter(|&time| time <= most).collect();
        shortest_interval(&mut allowed, REFERENCE_SHARE).map_or(short_levels[round], |(middle, _)| middle)
    };
    (0..long_levels.len()).map(level).collect()
}
