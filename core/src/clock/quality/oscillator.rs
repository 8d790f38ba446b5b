//! Effect of an oscillator's error on times and frequencies, and its assumed size.

use serde::{Deserialize, Serialize};

use super::KernelEstimate;
use crate::clock::ClockId;

/// The oscillator's tolerance if nothing better is known, in ppm.
///
/// Microsoft, "Acquiring high-resolution time stamps": oscillators are "typically manufactured with
/// a frequency tolerance of +-30 to 50 parts per million, and rarely" up to 500.
pub const ASSUMED_PPM: f64 = 50.0;

/// Effect of a clock that is fast by some ppm on a span (slow: negative ppm).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct OscillatorEffect {
    /// The true span, in nanoseconds.
    pub span_ns: u64,
    /// Amount by which the clock lengthens it, in nanoseconds. A fast clock counts more ticks in
    /// the same time, so that spans look long, and whatever happens in them looks slow.
    pub error_ns: f64,
}

/// The spans of the table, in nanoseconds: 1 µs to a week.
const SPANS_NS: [u64; 10] = [
    1_000,
    1_000_000,
    10_000_000,
    100_000_000,
    1_000_000_000,
    10_000_000_000,
    60_000_000_000,
    3_600_000_000_000,
    86_400_000_000_000,
    604_800_000_000_000,
];

/// The effect on spans from 1 µs to a week of a clock that is fast by `ppm`.
pub fn effects(ppm: f64) -> Vec<OscillatorEffect> {
    let effect = |span_ns| OscillatorEffect { span_ns, error_ns: span_ns as f64 * ppm / 1e6 };
    SPANS_NS.into_iter().map(effect).collect()
}

/// Tolerance of a clock's rate, and its source.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Tolerance {
    /// Maximum error of the corrected rate, on either side, in ppm.
    pub ppm: f64,
    /// Known slowness of the clock, in ppm (fast: negative); 0 if unknown.
    pub correction_ppm: f64,
    /// Source of the tolerance.
    pub source: ToleranceSource,
}

impl Tolerance {
    /// Tolerance of a clock of which nothing is known.
    pub const ASSUMED: Tolerance =
        Tolerance { ppm: ASSUMED_PPM, correction_ppm: 0.0, source: ToleranceSource::Assumed };
}

/// Source of a tolerance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[serde(rename_all = "snake_case")]
pub enum ToleranceSource {
    /// The typical tolerance of oscillators: nothing is known of this one.
    Assumed,
    /// The kernel keeps time with the help of NTP and knows the correction that this clock would
    /// need.
    Kernel,
}

impl std::fmt::Display for ToleranceSource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Assumed => "assumed",
            Self::Kernel => "the kernel's NTP correction",
        })
    }
}

/// Tolerance of the kernel's own correction, in ppm: an oscillator's rate follows its temperature
/// by about a tenth of a ppm per degree, and the correction lags behind it.
const CORRECTION_PPM: f64 = 1.0;

/// The largest error of a rate that is corrected, in ppm: the kernel's own limit of one (`MAXFREQ`,
/// `adjtimex(2)`).
pub(crate) const MOST_CORRECTION_PPM: f64 = 500.0;

/// The tolerance of a clock.
///
/// If the kernel is synchronised, the error of the unsteered clock is known: it equals the kernel's
/// correction. The known error is corrected, leaving the tolerance of the correction itself. A
/// correction beyond the rates that daemons maintain may compensate an offset instead: the
/// tolerance includes both. A clock that is being steered keeps time in the long run, but its
/// current rate depends on the offset that is being compensated, so the tolerance assumed for it is
/// the same as for every other clock.
pub fn clock_tolerance(clock: ClockId, estimate: Option<&KernelEstimate>) -> Tolerance {
    match estimate {
        Some(estimate) if estimate.synchronised && clock == ClockId::MonotonicRaw => {
            let correction_ppm = estimate.correction_ppm;
            let is_rate = correction_ppm.abs() <= MOST_CORRECTION_PPM;
            let (ppm, correction_ppm) =
                if is_rate { (0.0, correction_ppm) } else { (correction_ppm.abs(), 0.0) };
            Tolerance { ppm: ppm + CORRECTION_PPM, correction_ppm, source: ToleranceSource::Kernel }
        }
        _ => Tolerance::ASSUMED,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fast_clock_makes_spans_look_long() {
        let fast = effects(50.0);
        assert_eq!((fast[0].span_ns, fast[0].error_ns), (1_000, 0.05));
        let week = fast.last().unwrap();
        assert_eq!(week.span_ns, 7 * 86_400 * 1_000_000_000);
        assert!((week.error_ns - 30.24e9).abs() < 1.0, "half a minute a week: {}", week.error_ns);
        assert!(effects(-50.0).iter().all(|effect| effect.error_ns < 0.0));
        assert!(fast.windows(2).all(|pair| pair[0].span_ns < pair[1].span_ns));
    }

    #[test]
    fn the_kernels_word_counts_only_where_it_is_synchronised() {
        let mut estimate = KernelEstimate {
            synchronised: true,
            correction_ppm: -12.5,
            max_error_us: 900,
            estimated_error_us: 40,
        };
        let raw = |estimate: &KernelEstimate| clock_tolerance(ClockId::MonotonicRaw, Some(estimate));
        let kernel =
            Tolerance { ppm: CORRECTION_PPM, correction_ppm: -12.5, source: ToleranceSource::Kernel };
        assert_eq!(raw(&estimate), kernel);
        estimate.correction_ppm = -900.0;
        let either = Tolerance { ppm: 901.0, correction_ppm: 0.0, source: ToleranceSource::Kernel };
        assert_eq!(raw(&estimate), either);
        assert_eq!(clock_tolerance(ClockId::Monotonic, Some(&estimate)), Tolerance::ASSUMED);
        assert_eq!(clock_tolerance(ClockId::MonotonicRaw, None), Tolerance::ASSUMED);
        estimate.synchronised = false;
        assert_eq!(raw(&estimate), Tolerance::ASSUMED);
    }
}
