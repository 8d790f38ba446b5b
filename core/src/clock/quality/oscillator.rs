//! What an oscillator's error does to times and frequencies, and how large it is taken to be.

use serde::{Deserialize, Serialize};

use super::KernelEstimate;
use crate::clock::ClockId;

/// The oscillator's tolerance where nothing better is known, in ppm.
///
/// Microsoft, "Acquiring high-resolution time stamps": oscillators are "typically manufactured with a
/// frequency tolerance of +-30 to 50 parts per million, and rarely" up to 500.
pub const ASSUMED_PPM: f64 = 50.0;

/// What a clock that is fast by some ppm does to a span (slow: negative ppm).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct OscillatorEffect {
    /// The true span, in nanoseconds.
    pub span_ns: u64,
    /// How much longer the clock makes it, in nanoseconds. A fast clock counts more ticks in the same
    /// time, so that spans look long, and whatever happens in them looks slow.
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

/// How far a clock's rate may be off, and who says so.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Tolerance {
    /// The rate may be off by so much to either side, in ppm.
    pub ppm: f64,
    /// Who says so.
    pub source: ToleranceSource,
}

/// Where a tolerance comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[serde(rename_all = "snake_case")]
pub enum ToleranceSource {
    /// The usual tolerance of oscillators: nothing is known of this one.
    Assumed,
    /// The kernel keeps time with the help of NTP and knows what correction this clock would need.
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

/// What the kernel's own correction may be off by, in ppm: an oscillator's rate follows its temperature by
/// about a tenth of a ppm per degree, and the correction lags behind it.
const CORRECTION_PPM: f64 = 1.0;

/// The tolerance of a clock.
///
/// Where the kernel is synchronised, it knows how much the unsteered clock is off: as much as it corrects. Such a
/// clock's tolerance is that amount, and what the correction itself may be off by. A clock that is being steered
/// keeps time in the long run, but how fast it goes at the moment depends on what is being made up for; of it, as
/// of every other, the usual is assumed.
pub fn clock_tolerance(clock: ClockId, estimate: Option<&KernelEstimate>) -> Tolerance {
    match estimate {
        Some(estimate) if estimate.synchronised && clock == ClockId::MonotonicRaw => {
            let ppm = estimate.correction_ppm.abs() + CORRECTION_PPM;
            Tolerance { ppm, source: ToleranceSource::Kernel }
        }
        _ => Tolerance { ppm: ASSUMED_PPM, source: ToleranceSource::Assumed },
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
        let kernel = Tolerance { ppm: 12.5 + CORRECTION_PPM, source: ToleranceSource::Kernel };
        assert_eq!(raw(&estimate), kernel);
        let assumed = Tolerance { ppm: ASSUMED_PPM, source: ToleranceSource::Assumed };
        assert_eq!(clock_tolerance(ClockId::Monotonic, Some(&estimate)), assumed);
        assert_eq!(clock_tolerance(ClockId::MonotonicRaw, None), assumed);
        estimate.synchronised = false;
        assert_eq!(raw(&estimate), assumed);
    }
}
