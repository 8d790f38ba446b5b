//! The difference of two clocks, and its significance.

use serde::Serialize;

/// The other clock less the first.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record), uniffi(name = "ClockDifference"))]
pub struct Difference {
    /// In hertz.
    pub hz: f64,
    /// Lower end of its interval.
    pub low_hz: f64,
    /// Upper end of its interval.
    pub high_hz: f64,
    /// The difference in parts per million of the first clock.
    pub ppm: f64,
    /// Lower end of its interval.
    pub low_ppm: f64,
    /// Upper end of its interval.
    pub high_ppm: f64,
    /// Confidence level of the intervals, 0 to 1.
    pub confidence: f64,
    /// Additional tolerance if different clocks timed the two, in hertz: the sum of both
    /// tolerances.
    pub tolerance_hz: f64,
    /// Significance of the difference.
    pub significance: Significance,
}

impl Difference {
    pub(super) fn new(
        first_hz: f64,
        hz: f64,
        low_hz: f64,
        high_hz: f64,
        confidence: f64,
        tolerance_hz: f64,
    ) -> Difference {
        let ppm = |hz: f64| hz / first_hz * 1e6;
        Difference {
            hz,
            low_hz,
            high_hz,
            ppm: ppm(hz),
            low_ppm: ppm(low_hz),
            high_ppm: ppm(high_hz),
            confidence,
            tolerance_hz,
            significance: Significance::of(low_hz, high_hz, tolerance_hz),
        }
    }
    /// Returns `true` if the clocks certainly differ by more than `percent`, up or down: the whole
    /// interval is beyond.
    pub fn is_beyond(&self, percent: f64) -> bool {
        let ppm = percent * 1e4;
        self.low_ppm > ppm || self.high_ppm < -ppm
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

    fn of(low: f64, high: f64, tolerance: f64) -> Significance {
        let holds_zero = |by: f64| low - by <= 0.0 && high + by >= 0.0;
        if holds_zero(0.0) {
            Significance::WithinUncertainty
        } else if holds_zero(tolerance) {
            Significance::WithinTolerance
        } else {
            Significance::Beyond
        }
    }
}
