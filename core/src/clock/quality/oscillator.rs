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
    /// The rate, corrected, may be off by so much to either side, in ppm.
    pub ppm: f64,
    /// The clock is known to be slow by this, in ppm (fast: negative); 0 where nothing is known of it.
    pub correction_ppm: f64,
    /// Who says so.
    pub source: ToleranceSource,
}

impl Tolerance {
    /// What a clock of which nothing is known may be off by.
    pub const ASSUMED: Tolerance =
        Tolerance { ppm: ASSUMED_PPM, correction_ppm: 0.0, source: ToleranceSource::Assumed };
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

/// The largest error of a rate that is corrected, in ppm: the kernel's own limit of one (`MAXFREQ`, `adjtimex(2)`).
pub(crate) const MOST_CORRECTION_PPM: f64 = 500.0;

/// The tolerance of a clock.
///
/// Where the kernel is synchronised, it knows how much the unsteered clock is off: as much as it corrects. What is known is
/// corrected, and the tolerance is what the correction itself may be off by. A correction beyond what daemons keep as a rate
/// may make up for an offset instead: the tolerance holds both. A clock that is being steered keeps time in the long run, but
/// how fast it goes at the moment depends on what is being made up for; of it, as of every other, the usual is assumed.
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
