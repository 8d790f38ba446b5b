//! Uncertainty of the frequency, and its transfer to the mean of a clock that moved.

use crate::chain::{Kind, Length};

use super::carriers::{Carriers, Edges};
use super::class::Class;
use super::samples::Samples;
use crate::estimate::consensus::Periods;
use crate::estimate::frequency::{
    CONFIDENCE, Frequency, NORMAL_FACTOR, UncertaintyParts, WIDEST, late_reads_ns,
};
use crate::estimate::recording::ClockFacts;
use crate::estimate::statistics::{Uncertain, WeightedMean, student_factor};

/// Uncertainty of a clock that did not move.
pub(super) struct Uncertainty {
    period_ns: f64,
    parts: UncertaintyParts,
    /// Bound on the read delay after long windows, in nanoseconds per cycle of the difference
    /// between long and short windows.
    late_reads_ns: f64,
    /// See [`left_of_sharing`].
    left_of_sharing: f64,
}

impl Uncertainty {
    /// Determines the uncertainty of the `mean` of these `batches`.
    pub(super) fn of(
        samples: &Samples,
        mean: &WeightedMean,
        batches: &[Uncertain],
        carriers: &Carriers,
        periods: &Periods,
        clock: &ClockFacts,
    ) -> Uncertainty {
        let period_ns = mean.mean.value;
        let ppm = |error_ns: f64| error_ns / period_ns * 1e6;
        let weight: f64 = batches.iter().map(|batch| batch.error.powi(-2)).sum();
        let factor = student_factor(mean.count, CONFIDENCE);
        let parts = UncertaintyParts {
            quantisation_ppm: NORMAL_FACTOR * ppm(weight.sqrt().recip()),
            batch_spread_ppm: factor * ppm(mean.mean.error),
            chain_disagreement_ppm: NORMAL_FACTOR * ppm(carriers.disagreement_ns(periods)),
            undetected_ppm: ppm(undetected_ns(samples, carriers)),
            reference_ppm: 0.0,
        };
        let late_reads_ns = late_reads_ns(clock) / carriers.difference_cycles(samples);
        Uncertainty { period_ns, parts, late_reads_ns, left_of_sharing: left_of_sharing(samples, periods) }
    }

    /// Uncertainty from all that may differ between rounds, except the differences between batches,
    /// in ppm.
    pub(super) fn besides_batches_ppm(&self) -> f64 {
        self.with(self.parts.quantisation_ppm).hypot(self.left_of_sharing * 1e6)
    }

    fn with(&self, spread_ppm: f64) -> f64 {
        spread_ppm.hypot(self.parts.chain_disagreement_ppm).hypot(self.parts.undetected_ppm)
    }

    /// The frequency of a clock that did not move; `None` if the interval is too wide for a
    /// reading. If the clock `moved`, it is the input of [`Frequency::about`].
    pub(super) fn frequency(&self, moved: bool) -> Option<Frequency> {
        let parts = self.parts;
        let period = self.period_ns;
        let with = |spread_ppm: f64| period * 1e-6 * self.with(spread_ppm);
        let uncertainty = with(if moved { parts.quantisation_ppm } else { parts.batch_spread_ppm });
        let half = with(parts.batch_spread_ppm.max(parts.quantisation_ppm));
        // A read delay only makes a period too long.
        let early = half.hypot(self.late_reads_ns).hypot(self.left_of_sharing * period);
        let carries = uncertainty < period * WIDEST && early < period;
        carries.then(|| Frequency {
            hz: 1e9 / period,
            low_hz: 1e9 / (period + half),
            high_hz: 1e9 / (period - early),
            parts,
        })
    }
}

/// Fraction by which a sibling, if there is one, may still lengthen windows that count: rounds that
/// seem uncontended may have been shared in part, which lengthens additions more than chains of
/// long latency.
fn left_of_sharing(samples: &Samples, periods: &Periods) -> f64 {
    let Some(cycles) = samples.cycles().filter(|_| samples.contention().share() > 0.0) else { return 0.0 };
    let late = Edges::of(periods, cycles).late();
    late.iter().find(|(class, _)| *class == Class::Alu).map_or(0.0, |(_, late)| *late)
}

/// Bound on the lengthening of a cycle by undetected interruptions, in nanoseconds, averaged over
/// the contributing kinds.
fn undetected_ns(samples: &Samples, carriers: &Carriers) -> f64 {
    let of_kind = |&(kind, cycles): &(Kind, f64)| {
        let difference =
            samples.undetected_ns(kind, Length::Long) - samples.undetected_ns(kind, Length::Short);
        difference.max(0.0) / samples.step_difference(kind) / cycles
    };
    carriers.list().iter().map(of_kind).sum::<f64>() / carriers.list().len() as f64
}

impl Frequency {
    /// Widens the interval by the fractions `slower` and `faster`: for differences between rounds,
    /// and for undetected lengthening of windows.
    pub(super) fn or_beyond(self, slower: f64, faster: f64) -> Frequency {
        Frequency {
            hz: self.hz,
            low_hz: self.low_hz - slower * self.hz,
            high_hz: self.high_hz + faster * self.hz,
            parts: UncertaintyParts {
                batch_spread_ppm: self.parts.batch_spread_ppm.hypot(slower * 1e6),
                undetected_ppm: self.parts.undetected_ppm.hypot(faster * 1e6),
                ..self.parts
            },
        }
    }

    /// Transfers the uncertainty to the `mean` of a clock that moved, whose own error counts if
    /// larger.
    pub(super) fn about(self, mean: Uncertain) -> Frequency {
        let scale = mean.value / self.hz;
        let least = NORMAL_FACTOR * mean.error;
        let (below, above) = (self.hz - self.low_hz, self.high_hz - self.hz);
        Frequency {
            hz: mean.value,
            low_hz: mean.value - (below * scale).max(least),
            high_hz: mean.value + (above * scale).max(least),
            ..self
        }
    }

    /// Transfers the uncertainty to the time average of a clock with several levels: `mean` is
    /// relative to this frequency, and `uncertainty` is its relative standard uncertainty.
    pub(super) fn over_states(self, mean: f64, uncertainty: f64) -> Frequency {
        let hz = self.hz * mean;
        let uncertainty_hz = NORMAL_FACTOR * uncertainty * hz;
        let (below, above) = (self.hz - self.low_hz, self.high_hz - self.hz);
        Frequency {
            hz,
            low_hz: hz - (below * mean).hypot(uncertainty_hz),
            high_hz: hz + (above * mean).hypot(uncertainty_hz),
            ..self
        }
    }
}
