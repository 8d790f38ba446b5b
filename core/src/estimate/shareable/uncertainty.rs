//! Uncertainty of the frequency, and its transfer to the mean of a clock that moved.

use crate::chain::{BodyLength, ChainKind};

use super::class::ResourceClass;
use super::contributing_kinds::{ContributingKinds, CyclePeriods};
use super::samples::Samples;
use crate::Interval;
use crate::estimate::consensus::Periods;
use crate::estimate::frequency::{
    CONFIDENCE, Frequency, NORMAL_FACTOR, UncertaintyBudget, WIDEST, read_delay_ns,
};
use crate::estimate::recording::ClockFacts;
use crate::estimate::statistics::{Uncertain, WeightedMean, student_factor};

/// Uncertainty of a clock that did not move.
pub(super) struct Uncertainty {
    period_ns: f64,
    budget: UncertaintyBudget,
    /// Bound on the read delay after long windows, in nanoseconds per cycle of the difference
    /// between long and short windows.
    read_delay_ns: f64,
    /// See [`residual_contention`].
    residual_contention: f64,
}

impl Uncertainty {
    /// Determines the uncertainty of the `mean` of these `batches`.
    pub(super) fn of(
        samples: &Samples,
        mean: &WeightedMean,
        batches: &[Uncertain],
        contributing: &ContributingKinds,
        periods: &Periods,
        clock: &ClockFacts,
    ) -> Uncertainty {
        let period_ns = mean.mean.value;
        let ppm = |error_ns: f64| error_ns / period_ns * 1e6;
        let weight: f64 = batches.iter().map(|batch| batch.error.powi(-2)).sum();
        let factor = student_factor(mean.count, CONFIDENCE);
        let budget = UncertaintyBudget {
            quantisation_ppm: NORMAL_FACTOR * ppm(weight.sqrt().recip()),
            batch_spread_ppm: factor * ppm(mean.mean.error),
            chain_disagreement_ppm: NORMAL_FACTOR * ppm(contributing.disagreement_ns(periods)),
            undetected_ppm: ppm(undetected_ns(samples, contributing)),
            reference_ppm: 0.0,
        };
        let read_delay_ns = read_delay_ns(clock) / contributing.difference_cycles(samples);
        Uncertainty {
            period_ns,
            budget,
            read_delay_ns,
            residual_contention: residual_contention(samples, periods),
        }
    }

    /// Uncertainty from all that may differ between rounds, except the differences between batches,
    /// in ppm.
    pub(super) fn non_batch_ppm(&self) -> f64 {
        self.with(self.budget.quantisation_ppm).hypot(self.residual_contention * 1e6)
    }

    fn with(&self, spread_ppm: f64) -> f64 {
        spread_ppm.hypot(self.budget.chain_disagreement_ppm).hypot(self.budget.undetected_ppm)
    }

    /// The frequency of a clock that did not move; `None` if the interval is too wide for a
    /// reading. If the clock `moved`, it is the input of [`Frequency::recentred_on`].
    pub(super) fn frequency(&self, moved: bool) -> Option<Frequency> {
        let budget = self.budget;
        let period = self.period_ns;
        let with = |spread_ppm: f64| period * 1e-6 * self.with(spread_ppm);
        let uncertainty = with(if moved { budget.quantisation_ppm } else { budget.batch_spread_ppm });
        let half = with(budget.batch_spread_ppm.max(budget.quantisation_ppm));
        // A read delay only makes a period too long.
        let early = half.hypot(self.read_delay_ns).hypot(self.residual_contention * period);
        let carries = uncertainty < period * WIDEST && early < period;
        carries.then(|| Frequency {
            hz: Interval { value: 1e9 / period, low: 1e9 / (period + half), high: 1e9 / (period - early) },
            budget,
        })
    }
}

/// Fraction by which a sibling, if there is one, may still lengthen windows that count: rounds that
/// seem uncontended may have been shared in part, which lengthens additions more than chains of
/// long latency.
fn residual_contention(samples: &Samples, periods: &Periods) -> f64 {
    let Some(cycles) = samples.cycles().filter(|_| samples.contention().share() > 0.0) else { return 0.0 };
    let late = CyclePeriods::of(periods, cycles).late();
    late.iter().find(|(class, _)| *class == ResourceClass::Alu).map_or(0.0, |(_, late)| *late)
}

/// Bound on the lengthening of a cycle by undetected interruptions, in nanoseconds, averaged over
/// the contributing kinds.
fn undetected_ns(samples: &Samples, contributing: &ContributingKinds) -> f64 {
    let of_kind = |&(kind, cycles): &(ChainKind, f64)| {
        let difference =
            samples.undetected_ns(kind, BodyLength::Long) - samples.undetected_ns(kind, BodyLength::Short);
        difference.max(0.0) / samples.step_difference(kind) / cycles
    };
    contributing.list().iter().map(of_kind).sum::<f64>() / contributing.list().len() as f64
}

impl Frequency {
    /// Widens the interval by the fractions `slower` and `faster`: for differences between rounds,
    /// and for undetected lengthening of windows.
    pub(super) fn widened(self, slower: f64, faster: f64) -> Frequency {
        Frequency {
            hz: Interval {
                low: self.hz.low - slower * self.hz.value,
                high: self.hz.high + faster * self.hz.value,
                ..self.hz
            },
            budget: UncertaintyBudget {
                batch_spread_ppm: self.budget.batch_spread_ppm.hypot(slower * 1e6),
                undetected_ppm: self.budget.undetected_ppm.hypot(faster * 1e6),
                ..self.budget
            },
        }
    }

    /// Transfers the uncertainty to the `mean` of a clock that moved, whose own error counts if
    /// larger.
    pub(super) fn recentred_on(self, mean: Uncertain) -> Frequency {
        let scale = mean.value / self.hz.value;
        let least = NORMAL_FACTOR * mean.error;
        let hz = Interval {
            value: mean.value,
            low: mean.value - (self.hz.below() * scale).max(least),
            high: mean.value + (self.hz.above() * scale).max(least),
        };
        Frequency { hz, ..self }
    }

    /// Transfers the uncertainty to the time average of a clock with several levels: `mean` is
    /// relative to this frequency, and `uncertainty` is its relative standard uncertainty.
    pub(super) fn averaged_over_states(self, mean: f64, uncertainty: f64) -> Frequency {
        let scaled = self.hz.scaled(mean);
        Frequency { hz: scaled.with_independent(NORMAL_FACTOR * uncertainty * scaled.value), ..self }
    }
}
