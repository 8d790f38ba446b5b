//! The difference of two clocks, and its significance.

use serde::Serialize;
use trueghz::Interval;

/// The other clock less the first.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record), uniffi(name = "ClockDifference"))]
#[non_exhaustive]
pub struct Difference {
    /// In hertz.
    pub hz: Interval,
    /// In parts per million of the first clock.
    pub ppm: Interval,
    /// Confidence level of the intervals, 0 to 1.
    pub confidence: f64,
    /// Additional tolerance if different clocks timed the two, in hertz: the sum of both
    /// tolerances.
    pub tolerance_hz: f64,
    /// Significance of the difference.
    pub significance: Significance,
}

impl Difference {
    pub(super) fn new(first_hz: f64, hz: Interval, confidence: f64, tolerance_hz: f64) -> Difference {
        let significance = Significance::of(hz, tolerance_hz);
        Difference { hz, ppm: hz.map(|hz| hz / first_hz * 1e6), confidence, tolerance_hz, significance }
    }

    /// Returns `true` if the clocks certainly differ by more than `percent`, up or down: the whole
    /// interval is beyond.
    pub fn is_beyond(&self, percent: f64) -> bool {
        let ppm = percent * 1e4;
        self.ppm.low > ppm || self.ppm.high < -ppm
    }
}

/// Significance of a difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum), uniffi(name = "DifferenceSignificance"))]
pub enum Significance {
    /// The interval holds 0.
    WithinUncertainty,
    /// The interval does not hold 0, but would if each timing clock were off by its tolerance: the
    /// clocks differ if one clock timed both.
    WithinTolerance,
    /// The clocks differ, also if two clocks timed them.
    Beyond,
}

impl Significance {
    /// The code, the same as in JSON.
    pub fn code(self) -> &'static str {
        match self {
            Significance::WithinUncertainty => "within_uncertainty",
            Significance::WithinTolerance => "within_tolerance",
            Significance::Beyond => "beyond",
        }
    }

    fn of(difference: Interval, tolerance: f64) -> Significance {
        let holds_zero = |by: f64| difference.low - by <= 0.0 && difference.high + by >= 0.0;
        if holds_zero(0.0) {
            Significance::WithinUncertainty
        } else if holds_zero(tolerance) {
            Significance::WithinTolerance
        } else {
            Significance::Beyond
        }
    }
}
