//! Converts the seconds of the timing clock to true seconds. The known part of its rate error is
//! corrected; the unknown part is a component of the uncertainty.

use crate::Interval;
use crate::clock::quality::Tolerance;

use super::frequency::{Frequency, NORMAL_FACTOR, UncertaintyBudget};
use super::result::{ClockState, Estimate};
use super::variation::{Point, Range};

/// Factor from a frequency by the timing clock to the true frequency: by a slow clock every
/// frequency is too high.
pub fn true_hz(reference: &Tolerance) -> f64 {
    1.0 / (1.0 + reference.correction_ppm * 1e-6)
}

/// Half-width of the 95 % interval that results from the rate of the timing clock alone, in ppm.
/// `rate_bound_ppm` is the maximum error of a counter's rate relative to the clock that calibrated
/// it; 0 if that clock itself is the timing clock.
///
/// Both are bounds of rectangular distributions, with a standard deviation of 1/\u{221a}3 of the
/// bound (JCGM 100:2008, 4.3.7), which combine in quadrature.
pub fn reference_ppm(reference: &Tolerance, rate_bound_ppm: f64) -> f64 {
    NORMAL_FACTOR * reference.ppm.hypot(rate_bound_ppm) / 3_f64.sqrt()
}

impl Estimate {
    /// Converts the estimate to true seconds and adds the uncertainty of the timing clock
    /// `reference`; see [`reference_ppm`].
    pub(crate) fn in_true_seconds(self, reference: &Tolerance, rate_bound_ppm: f64) -> Estimate {
        let factor = true_hz(reference);
        let reference_ppm = reference_ppm(reference, rate_bound_ppm);
        let state = |state: ClockState| ClockState { hz: state.hz * factor, ..state };
        let point =
            |point: Point| Point { hz: point.hz * factor, error_hz: point.error_hz * factor, ..point };
        let range =
            |Range { low_hz, high_hz }: Range| Range { low_hz: low_hz * factor, high_hz: high_hz * factor };
        Estimate {
            frequency: self.frequency.map(|f| f.scaled(factor).with_reference(reference_ppm)),
            // A lower bound must be valid for the fastest rate that the timing clock may have.
            at_least_hz: self.at_least_hz.map(|hz| hz * factor * (1.0 - reference_ppm * 1e-6)),
            range: self.range.map(range),
            states: self.states.into_iter().map(state).collect(),
            time_line: self.time_line.into_iter().map(point).collect(),
            effective_hz: self.effective_hz.map(|hz| hz * factor),
            ..self
        }
    }
}

impl Frequency {
    /// The frequency by the seconds of the timing clock, whose interval other readings by that
    /// clock share. It has no reference component.
    pub fn repeatable(&self) -> Frequency {
        let reference_hz = self.hz.value * self.budget.reference_ppm * 1e-6;
        // The remainder may be below zero because the sum was rounded.
        let left = |hz: f64| (hz * hz - reference_hz * reference_hz).max(0.0).sqrt();
        let (low, high) = (self.hz.value - left(self.hz.below()), self.hz.value + left(self.hz.above()));
        Frequency {
            hz: Interval { low, high, ..self.hz },
            budget: UncertaintyBudget { reference_ppm: 0.0, ..self.budget },
        }
    }

    fn scaled(self, factor: f64) -> Frequency {
        Frequency { hz: self.hz.scaled(factor), ..self }
    }

    /// Adds the uncertainty of the timing clock as a component.
    fn with_reference(self, reference_ppm: f64) -> Frequency {
        let combined = self.hz.with_independent(self.hz.value * reference_ppm * 1e-6);
        // Both components at their extremes at once give the lower limit; for wide ones the sum of
        // squares would go below.
        let lowest_hz = self.hz.low * (1.0 - reference_ppm * 1e-6);
        Frequency {
            hz: Interval { low: combined.low.max(lowest_hz), ..combined },
            budget: UncertaintyBudget { reference_ppm, ..self.budget },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::quality::ToleranceSource;
    use crate::estimate::verdict::Reason;

    /// 3 GHz, with a tolerance of 40 ppm.
    fn found() -> Estimate {
        let budget = UncertaintyBudget {
            quantisation_ppm: 40.0,
            batch_spread_ppm: 40.0,
            chain_disagreement_ppm: 0.0,
            undetected_ppm: 0.0,
            reference_ppm: 0.0,
        };
        Estimate {
            frequency: Some(Frequency { hz: Interval::around(3e9, 120e3), budget }),
            at_least_hz: Some(3e9),
            states: vec![ClockState { hz: 3e9, time_share: 1.0 }],
            effective_hz: Some(3e9),
            ..Estimate::refused(Reason::NoUndisturbedWindows)
        }
    }

    #[test]
    fn what_a_slow_clock_times_seems_fast() {
        let slow = Tolerance { correction_ppm: 30.0, ..Tolerance::ASSUMED };
        let corrected = found().in_true_seconds(&slow, 0.0);
        // In a second by this clock 1.00003 s and 3e9 cycles pass.
        let truth = 3e9 / 1.000_03;
        let found =
            [corrected.frequency.unwrap().hz.value, corrected.effective_hz.unwrap(), corrected.states[0].hz];
        assert!(found.iter().all(|hz| (hz - truth).abs() < 1.0), "{found:?}");
        assert!(corrected.at_least_hz.unwrap() < truth);
    }

    fn is(ppm: f64, expected: f64) {
        assert!((ppm - expected).abs() < 0.01, "{ppm} is not {expected}");
    }

    #[test]
    fn bounds_are_rectangles_and_combine_in_quadrature() {
        let half_ppm = |tolerance_ppm, rate_bound_ppm| {
            let reference =
                Tolerance { ppm: tolerance_ppm, source: ToleranceSource::Assumed, correction_ppm: 0.0 };
            let frequency = found().in_true_seconds(&reference, rate_bound_ppm).frequency.unwrap();
            let ppm = |half_hz: f64| half_hz / frequency.hz.value * 1e6;
            assert!((ppm(frequency.hz.below()) - ppm(frequency.hz.above())).abs() < 0.001);
            is(ppm(frequency.repeatable().hz.above()), 40.0);
            ppm(frequency.hz.above())
        };
        is(half_ppm(0.0, 0.0), 40.0);
        is(half_ppm(50.0, 0.0), 40_f64.hypot(56.58));
        is(half_ppm(50.0, 20.0), 40_f64.hypot(56.58).hypot(22.632));
    }
}
