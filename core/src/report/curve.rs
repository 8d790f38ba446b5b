//! The curve of a core's clock over time, ready to be drawn: points, axes, and one sentence about
//! it.
//!
//! * `course`: undisturbed points of a warm-up, and how the clock reached its final value.

mod course;

use crate::estimate::Estimate;
use crate::estimate::recording::WarmUpSample;
use crate::estimate::statistics::median;
use crate::estimate::variation::{Point, Range};

use super::axis::Axis;
use super::display::{FrequencyUnit, Rounded};
use super::number::RoundedNumber;
use super::numbers::RangeNumbers;
use super::reading::Reading;
use crate::warning::Warning;
use course::{Arrival, Course, still_rises};

/// Points of a warm-up that a plot shows: as many as a phone's screen has room for, three pixels
/// each.
const MOST_POINTS: usize = 120;

/// Minimum length of the clock's axis as a fraction of the clock, so that noise looks like noise.
#[doc(hidden)]
pub const NARROWEST: f64 = 0.02;

/// The claimed clock is drawn if it lies within this factor; otherwise the curve would be a line at
/// the edge.
#[doc(hidden)]
pub const CLAIM_WITHIN: f64 = 2.5;

/// On a page a claim is drawn if it makes the axis longer by no more than this factor: else the
/// curve would be flat.
const CLAIM_STRETCHES: f64 = 3.0;

/// Significant digits of clocks and times in the sentence.
const SENTENCE_DIGITS: (usize, usize) = (3, 2);

/// Finding from a curve, for one sentence below it.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[non_exhaustive]
pub enum CurveFinding {
    /// It climbed from a clock that it held, and then stayed.
    Reached {
        /// The lowest clock that it held before.
        from: Rounded,
        /// The clock at which it stayed.
        frequency: Rounded,
        /// Time to reach it, in milliseconds since the core's turn began.
        after_ms: RoundedNumber,
    },
    /// It was higher, and fell to the clock at which it stayed.
    Fell {
        /// The highest clock that it held before.
        from: Rounded,
        /// The clock at which it stayed.
        frequency: Rounded,
        /// Time at which it reached it, in milliseconds since the core's turn began.
        after_ms: RoundedNumber,
        /// Decrease from the highest clock, in percent.
        lost_percent: RoundedNumber,
    },
    /// It was there from the first points on.
    AlreadyAtClock {
        /// The clock.
        frequency: Rounded,
    },
    /// It moved during the measurement.
    Moved {
        /// Its lowest state.
        low: Rounded,
        /// Its highest state.
        high: Rounded,
    },
    /// It was still rising when the time for the warm-up was over.
    WarmUpIncomplete,
}

/// A point of a warm-up that is drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct WarmUpPoint {
    /// Time since the session's start, in milliseconds.
    pub at_ms: f64,
    /// The clock, in hertz.
    pub hz: f64,
    /// The piece of the line that it is in: disturbances part them.
    pub segment: u32,
}

/// The curve of one core.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record), uniffi(name = "ClockCurve"))]
pub struct Curve {
    /// The warm-up: some hundred points at most, without those that were disturbed.
    pub warm_up: Vec<WarmUpPoint>,
    /// The measurement: the time line with its errors.
    pub steady: Vec<Point>,
    /// The interval of the number, or the range of a varying clock.
    pub band: Option<Range>,
    /// The claimed clock in hertz, if it is near enough to be drawn.
    pub claim_hz: Option<f64>,
    /// The time, in milliseconds since the session's start.
    pub time: Axis,
    /// The clock: positions in hertz, labels in the unit.
    pub frequency: Axis,
    /// The unit of the clock's labels.
    pub frequency_unit: FrequencyUnit,
    /// The finding; `None` if there is none yet.
    pub finding: Option<CurveFinding>,
}

/// A warm-up's curve in few points, each the median of its stretch: a disturbed block is one among
/// several.
pub fn thinned(samples: &[WarmUpSample]) -> Vec<WarmUpSample> {
    thinned_to(samples, MOST_POINTS)
}

/// Like [`thinned`], but to at most `most` points.
#[doc(hidden)]
pub fn thinned_to(samples: &[WarmUpSample], most: usize) -> Vec<WarmUpSample> {
    let stretch = samples.len().div_ceil(most).max(1);
    let point = |stretch: &[WarmUpSample]| {
        let of = |value: fn(&WarmUpSample) -> f64| median(&mut stretch.iter().map(value).collect::<Vec<_>>());
        Some(WarmUpSample { at_ms: of(|sample| sample.at_ms)?, hz: of(|sample| sample.hz)? })
    };
    samples.chunks(stretch).filter_map(point).collect()
}

impl Curve {
    /// The curve of a reading.
    pub fn of(reading: &Reading) -> Curve {
        Parts::of(reading).drawn(f64::INFINITY)
    }

    /// Like [`Curve::of`], but for a plot without a claim that would flatten the curve.
    #[doc(hidden)]
    pub fn magnified(reading: &Reading) -> Curve {
        Parts::of(reading).drawn(CLAIM_STRETCHES)
    }

    /// The curve of a running measurement: the warm-up so far, the estimate once there is one, and
    /// the claimed clock in hertz.
    pub fn so_far(warm_up: &[WarmUpSample], estimate: Option<&Estimate>, claim_hz: Option<f64>) -> Curve {
        let frequency = estimate.and_then(|estimate| estimate.frequency);
        Parts {
            warm_up: thinned(warm_up),
            steady: estimate.map(|estimate| estimate.time_line.clone()).unwrap_or_default(),
            interval: frequency.map(|f| f.hz.into()),
            range: estimate.and_then(|estimate| estimate.range),
            claim_hz,
            stays_at_hz: frequency.map(|f| f.hz.value),
            still_warms: false,
        }
        .drawn(f64::INFINITY)
    }
}

/// Data on a core's clock over time.
struct Parts {
    warm_up: Vec<WarmUpSample>,
    steady: Vec<Point>,
    interval: Option<Range>,
    range: Option<Range>,
    claim_hz: Option<f64>,
    stays_at_hz: Option<f64>,
    still_warms: bool,
}

impl Parts {
    fn of(reading: &Reading) -> Parts {
        let interval = reading.frequency_hz.map(Range::from);
        Parts {
            warm_up: reading.warm_up_curve.clone(),
            steady: reading.time_line.clone(),
            interval,
            range: reading.range,
            claim_hz: reading.claim.map(|claim| claim.hz),
            stays_at_hz: reading.hz(),
            still_warms: reading.warnings.contains(&Warning::WarmUpIncomplete),
        }
    }

    /// The curve with axes that contain its parts, and a sentence that the plotted points support.
    /// A claimed clock may make the axis longer by the factor `stretches`.
    fn drawn(self, stretches: f64) -> Curve {
        let clocks: Vec<f64> = self.warm_up.iter().map(|sample| sample.hz).collect();
        let course = Course::of(&clocks, self.stays_at_hz, self.range);
        let finding = self.finding(&clocks, course.arrival);
        let warm_up = pieces(&self.warm_up, &course.disturbed);
        let Parts { steady, interval, range, claim_hz, .. } = self;
        let measured =
            || warm_up.iter().map(|p| p.hz).chain(steady.iter().map(|p| p.hz)).filter(|hz| hz.is_finite());
        let lowest = measured().fold(f64::INFINITY, f64::min);
        let highest = measured().fold(f64::NEG_INFINITY, f64::max);
        let longest = (highest - lowest).max(highest * NARROWEST) * stretches;
        let near = |hz: &f64| {
            *hz <= highest * CLAIM_WITHIN
                && *hz >= highest / CLAIM_WITHIN
                && highest.max(*hz) - lowest.min(*hz) <= longest
        };
        let claim_hz = claim_hz.filter(near);
        let low = claim_hz.map_or(lowest, |claim| lowest.min(claim));
        let high = claim_hz.map_or(highest, |claim| highest.max(claim));
        let (frequency_unit, unit_hz) = FrequencyUnit::of_axis(highest);
        let end_ms = warm_up.last().map(|p| p.at_ms).into_iter().chain(steady.last().map(|p| p.at_ms));
        let time = Axis::exact(0.0, end_ms.fold(0.0, f64::max), 1.0);
        let frequency = Axis::around(low, high, highest * NARROWEST, unit_hz);
        let band = range.or(interval);
        Curve { warm_up, steady, band, claim_hz, time, frequency, frequency_unit, finding }
    }

    /// The finding; `None` as long as it is unknown at which clock the core stays. `clocks` are the
    /// points of the warm-up, in hertz.
    fn finding(&self, clocks: &[f64], arrival: Option<Arrival>) -> Option<CurveFinding> {
        let (clock_digits, time_digits) = SENTENCE_DIGITS;
        if self.still_warms && still_rises(clocks) {
            return Some(CurveFinding::WarmUpIncomplete);
        }
        if let Some(range) = self.range {
            let RangeNumbers { low, high } = RangeNumbers::of(range)?;
            return Some(CurveFinding::Moved { low, high });
        }
        let stays_at_hz = self.stays_at_hz?;
        let rounded = |hz: f64| Rounded::significant(hz, clock_digits);
        let frequency = rounded(stays_at_hz)?;
        let after_ms = |at: usize| RoundedNumber::significant(self.warm_up[at].at_ms, time_digits);
        Some(match arrival? {
            Arrival::AtOnce => CurveFinding::AlreadyAtClock { frequency },
            Arrival::FromBelow { from_hz, at } => {
                CurveFinding::Reached { from: rounded(from_hz)?, frequency, after_ms: after_ms(at) }
            }
            Arrival::FromAbove { from_hz, at } => {
                let lost_percent = RoundedNumber::percent((1.0 - stays_at_hz / from_hz) * 100.0);
                CurveFinding::Fell {
                    from: rounded(from_hz)?,
                    frequency,
                    after_ms: after_ms(at),
                    lost_percent,
                }
            }
        })
    }
}

/// The points that are drawn, in pieces between those that were disturbed.
fn pieces(samples: &[WarmUpSample], disturbed: &[bool]) -> Vec<WarmUpPoint> {
    let (mut piece, mut was_disturbed) = (0, false);
    let point = |(sample, disturbed): (&WarmUpSample, &bool)| {
        piece += u32::from(was_disturbed && !disturbed);
        was_disturbed = *disturbed;
        (!disturbed).then_some(WarmUpPoint { at_ms: sample.at_ms, hz: sample.hz, segment: piece })
    };
    samples.iter().zip(disturbed).filter_map(point).collect()
}

#[cfg(test)]
mod tests;
