//! The two ratios in each round, and the contention that they indicate.

use crate::chain::{BodyLength, ChainKind};

use super::super::batch::Batch;
use super::super::class::ResourceClass;
use super::super::samples::Samples;
use super::super::whole_cycles::{WHOLE, WholeCycles};
use crate::estimate::sample::Sample;
use crate::estimate::statistics::{Uncertain, quantile, shortest_interval};

/// Minimum number of rounds with both ratios known and a constant clock; contention is not reported
/// with fewer.
pub(super) const FEWEST_ROUNDS: usize = 8;

/// Rounds on either side whose windows are pooled with those of a round.
const NEIGHBOURS: usize = 2;

/// The quantile that represents windows of the same time: interrupted ones are longer.
const LOW: f64 = 0.25;

/// Minimum number of windows for such a quantile; for the tight loop, in each length.
const FEWEST_WINDOWS: usize = 3;
const FEWEST_TIGHT: usize = 2;

/// The clock cancels from ratios of windows of the same time if it is constant. If chains of long
/// latency, which a sibling lengthens by 0.4 % to 3.2 %, differ by more than this fraction among
/// each other, between the quantiles [`LOW`] and [`HIGH`], the clock moved in that time.
const MOVED: f64 = 0.05;
const HIGH: f64 = 0.85;

/// Additions that exceed their usual ratio by this fraction, or by [`CHANCE`] times its noise,
/// indicate a shared core...
const SLOWER: f64 = 3e-3;
const CHANCE: f64 = 6.0;

/// ...and so does a tight loop that is longer by this factor.
pub(super) const TIGHT_LONGER: f64 = 1.25;

/// A single tight loop must be longer by at least this factor, more than a step between a clock's
/// usual bins causes, ...
const LONGER_NOW: f64 = 1.4;

/// ...and not by more than this, which no sibling on record caused: that was an interruption.
const LONGEST_BESIDE: f64 = 3.0;

/// Fraction of the rounds in which an interruption may have lengthened the tight loop as much.
const INTERRUPTED_SHARE: f64 = 0.07;

/// Rounds with a longer tight loop that indicate contention if additions are not longer over the
/// run: at least this fraction of the rounds, and at least this number.
const LONGER_SHARE: f64 = 0.01;
const FEWEST_LONGER: f64 = 3.0;

/// The tight loop of an uncontended core takes a whole number of cycles if it does in this fraction
/// of the rounds, and in this fraction of the rounds near that number.
const WHOLE_SHARE: f64 = 0.02;
const WHOLE_OF_NEAR: f64 = 0.4;
const NEAR: f64 = 0.15;

/// A tight loop that scatters by more than this fraction indicates a shared core.
const UNSTEADY: f64 = 0.02;

/// Additions are long if their edge over the run exceeds that of the others by this fraction...
const LATE: f64 = 2e-4;

/// ...and if by this larger fraction, whole cycles of the tight loop prove nothing: with some
/// siblings it takes exactly two.
const VERY_LATE: f64 = 5e-3;

/// Maximum noise of the tight loop at which its ratio is still usable.
const MOST_TIGHT_NOISE: f64 = 0.1;

/// Standard error of a quantile of windows relative to that of their mean: 1.25 for a median,
/// somewhat more for a quartile.
const QUANTILE_ERROR: f64 = 1.4;

/// The two ratios of a round; NaN if unknown.
#[derive(Debug, Clone, Copy)]
pub(super) struct Round {
    /// Cycles per iteration of the tight loop.
    pub(super) tight: f64,
    /// Excess of additions relative to the chains of long latency, as a fraction.
    pub(super) slower: f64,
    /// Whether a tight loop of this very round took longer by about as much as a sibling causes.
    pub(super) longer_now: bool,
    /// Whether the clock moved within the round: then its ratios are not evidence of contention.
    clock_moved: bool,
    /// Whether it has no windows: a placeholder for rounds that were left out.
    pub(super) is_empty: bool,
}

impl Round {
    pub(super) fn is_known(&self) -> bool {
        self.tight.is_finite() && self.slower.is_finite()
    }

    /// Returns `true` if its ratios can show whether the core was shared.
    pub(super) fn is_evidence(&self) -> bool {
        self.is_known() && !self.clock_moved
    }
}

pub(super) struct Ratios {
    pub(super) rounds: Vec<Round>,
    /// Standard errors of the two ratios.
    tight_error: f64,
    slower_error: f64,
    /// Excess of the additions' edge over the lowest edge of the others, over the run, as a
    /// fraction with its error.
    late: Option<Uncertain>,
}

impl Ratios {
    pub(super) fn of(samples: &Samples, cycles: &WholeCycles) -> Ratios {
        let with_cycles =
            |class: &ResourceClass| class.kinds().filter(|&kind| cycles.get(kind).is_some()).collect();
        let additions: Vec<ChainKind> = with_cycles(&ResourceClass::Alu);
        let others: Vec<ChainKind> = ResourceClass::ALL[1..].iter().flat_map(with_cycles).collect();
        let iterations = |length| samples.iterations(ChainKind::TightLoop, length);
        let tight_iterations = iterations(BodyLength::Long) - iterations(BodyLength::Short);
        let first_of = |round: usize| samples.list.partition_point(|sample| sample.round < round);
        let starts: Vec<usize> = (0..=samples.rounds).map(first_of).collect();

        let per_cycle = |sample: &Sample| {
            Some(sample.time_ns / sample.nominal_steps / cycles.get(sample.kind)?)
                .filter(|_| sample.is_valid())
        };
        let round = |round: usize| {
            let from = starts[round.saturating_sub(NEIGHBOURS)];
            let to = starts[(round + NEIGHBOURS + 1).min(samples.rounds)];
            let moment = &samples.list[from..to];
            let at = |part: f64, kinds: &[ChainKind]| {
                let long = moment.iter().filter(|s| s.length == BodyLength::Long && kinds.contains(&s.kind));
                quantile_of(part, long.filter_map(per_cycle), FEWEST_WINDOWS)
            };
            let tight = |length| {
                let of_length =
                    |s: &&Sample| s.kind == ChainKind::TightLoop && s.length == length && s.is_valid();
                quantile_of(LOW, moment.iter().filter(of_length).map(|s| s.time_ns), FEWEST_TIGHT)
            };
            let cycle_ns = at(LOW, &others);
            let longer_now = |sample: &Sample| {
                let floor_ns = samples.edge_fit(sample.kind, sample.length).edge_ns;
                let of_a_sibling = LONGER_NOW * floor_ns..LONGEST_BESIDE * floor_ns;
                sample.kind == ChainKind::TightLoop
                    && sample.length == BodyLength::Long
                    && sample.is_valid()
                    && of_a_sibling.contains(&sample.level_ns)
            };
            Round {
                longer_now: samples.list[starts[round]..starts[round + 1]].iter().any(longer_now),
                clock_moved: at(HIGH, &others) / cycle_ns - 1.0 > MOVED,
                is_empty: starts[round] == starts[round + 1],
                tight: (tight(BodyLength::Long) - tight(BodyLength::Short)) / tight_iterations / cycle_ns,
                slower: at(LOW, &additions) / cycle_ns - 1.0,
            }
        };
        let rounds = (0..samples.rounds).map(round).collect();

        let levelled = Batch::levelled(samples);
        let edge = |kind: ChainKind| {
            let period = levelled.period_ns(kind, samples)?;
            let whole = cycles.get(kind)?;
            Some(Uncertain { value: period.value / whole, error: period.error / whole })
        };
        let additions_edge = Uncertain::weighted(additions.iter().filter_map(|&kind| edge(kind)));
        let others_edge =
            others.iter().filter_map(|&kind| edge(kind)).min_by(|a, b| a.above().total_cmp(&b.above()));
        let late = additions_edge.zip(others_edge).map(|(a, b)| Uncertain {
            value: a.value / b.value - 1.0,
            error: a.error.hypot(b.error) / b.value,
        });
        let cycle_ns = others_edge.map_or(f64::NAN, |edge| edge.value);
        let window_noise = |kind: ChainKind| {
            let steps = samples.steps(kind, BodyLength::Long);
            samples.noise_ns(kind, BodyLength::Long)
                / (steps * cycles.get(kind).unwrap_or(f64::NAN) * cycle_ns)
        };
        let in_moment = (2 * NEIGHBOURS + 1) as f64;
        let noisiest = others.iter().map(|&kind| window_noise(kind)).fold(0.0, f64::max);
        // Noise of the reads, which is in all windows: taken from the quietest window type, since a
        // sibling makes others noisier.
        let read_noise = ChainKind::ALL
            .iter()
            .map(|&kind| samples.noise_ns(kind, BodyLength::Short))
            .fold(f64::INFINITY, f64::min);
        let tight_noise = std::f64::consts::SQRT_2 * read_noise;
        Ratios {
            rounds,
            tight_error: QUANTILE_ERROR * tight_noise
                / in_moment.sqrt()
                / (tight_iterations * cycle_ns).abs(),
            slower_error: QUANTILE_ERROR * noisiest / (in_moment * others.len() as f64).sqrt(),
            late,
        }
    }

    /// Returns for each round whether the core was shared.
    pub(super) fn busy(&self) -> Vec<bool> {
        let all = vec![true; self.rounds.len()];
        if self.tight_error.is_nan() || self.tight_error > MOST_TIGHT_NOISE {
            return vec![false; self.rounds.len()];
        }
        let near_whole = WHOLE.max(3.0 * self.tight_error);
        let late_by = |part: f64| self.late.is_some_and(|late| late.value > part + CHANCE * late.error);
        let evidence = || self.rounds.iter().filter(|round| round.is_evidence());
        let tight: Vec<f64> = evidence().map(|round| round.tight).collect();
        let base = match self.whole_tight(&tight) {
            Some(base) => {
                let longer = tight.iter().filter(|&&t| t > TIGHT_LONGER * base).count() as f64;
                if base > 1.5 && late_by(VERY_LATE) && longer < 0.1 * tight.len() as f64 {
                    return all;
                }
                base
            }
            // A tight loop without a whole number of cycles indicates a shared core if it is
            // unsteady, or if additions are long; otherwise that is the loop's cost on this core.
            None => {
                let Some((middle, _)) = shortest_interval(&mut tight.clone(), 0.3) else { return all };
                let spread = quantile(&mut tight.clone(), 0.9)
                    .zip(quantile(&mut tight.clone(), 0.1))
                    .map_or(0.0, |(high, low)| high - low);
                if spread > (UNSTEADY * middle).max(CHANCE * self.tight_error) || late_by(LATE) {
                    return all;
                }
                middle
            }
        };
        let is_quiet = |round: &&Round| (round.tight / base - 1.0).abs() <= 2.0 * near_whole;
        // The ratio also contains the loop overhead, which is the same in all uncontended rounds.
        let mut quiet: Vec<f64> =
            self.rounds.iter().filter(is_quiet).map(|r| r.slower).filter(|s| s.is_finite()).collect();
        let main = if quiet.len() >= FEWEST_ROUNDS {
            shortest_interval(&mut quiet, 0.3).map_or(0.0, |(middle, _)| middle)
        } else {
            0.0
        };
        let longer = |round: &Round| round.tight > TIGHT_LONGER * base;
        // Contention shows in the tight loop first. Additions alone are also longer if the clock
        // changes within a round, and single tight loops if an interruption hit them.
        let share = |of: &dyn Fn(&Round) -> bool| {
            evidence().filter(|round| of(round)).count() as f64 / self.rounds.len() as f64
        };
        let in_moments = share(&longer).max(share(&|round| round.longer_now) - INTERRUPTED_SHARE);
        if in_moments < self.least_share() && (base < 1.5 || !late_by(LATE)) {
            return vec![false; self.rounds.len()];
        }
        let slower = SLOWER.max(CHANCE * self.slower_error);
        let busy = |index: usize| {
            let round = &self.rounds[index];
            // A burst may have begun after the tight loops of its first round, and ended before
            // those of its last.
            let around = index.saturating_sub(1)..(index + 2).min(self.rounds.len());
            !round.is_known()
                || round.slower - main >= slower
                || longer(round)
                || self.rounds[around].iter().any(|near| near.longer_now)
        };
        (0..self.rounds.len()).map(busy).collect()
    }

    /// Fraction of the rounds in which the tight loop must be longer to indicate contention.
    fn least_share(&self) -> f64 {
        LONGER_SHARE.max(FEWEST_LONGER / self.rounds.len() as f64)
    }

    /// Whole number of cycles that the tight loop takes in enough rounds; `None` if there is no
    /// such number.
    fn whole_tight(&self, tight: &[f64]) -> Option<f64> {
        let enough = (WHOLE_SHARE * self.rounds.len() as f64).max(FEWEST_ROUNDS as f64);
        [1.0, 2.0, 3.0, 4.0].into_iter().find(|whole| {
            let within =
                |part: f64| tight.iter().filter(|&&t| (t / whole - 1.0).abs() <= part).count() as f64;
            let at = within(WHOLE);
            at >= enough && at >= WHOLE_OF_NEAR * within(NEAR)
        })
    }
}

fn quantile_of(part: f64, values: impl Iterator<Item = f64>, fewest: usize) -> f64 {
    let mut values: Vec<f64> = values.collect();
    if values.len() < fewest {
        return f64::NAN;
    }
    quantile(&mut values, part).unwrap_or(f64::NAN)
}
