//! The curve of a core's clock over time, ready to be drawn: points, axes, and one sentence about it.

use crate::estimate::Estimate;
use crate::estimate::recording::WarmUpSample;
use crate::estimate::statistics::median;
use crate::estimate::variation::{Point, Range};

use super::axis::Axis;
use super::display::{FrequencyUnit, Rounded};
use super::number::RoundedNumber;
use super::numbers::RangeNumbers;
use super::reading::Reading;
use super::warning::Warning;

/// Points of a warm-up that a plot shows: as many as a phone's screen has room for, three pixels each.
const MOST_POINTS: usize = 120;

/// The clock has reached where it stays once it is within this part of it: what a plot can show.
const REACHED_WITHIN: f64 = 0.01;

/// So many points elsewhere, of some hundred, are a dip, and do not move the arrival: in a plot it stays where the curve
/// comes to its level.
const DIP: usize = 2;

/// A flat curve fills no more of the plot than it would in this part of the clock, so that noise looks like noise.
pub(super) const NARROWEST: f64 = 0.02;

/// A claim is drawn where it is not farther off than this factor: else the curve would be a line at the edge.
pub(super) const CLAIM_WITHIN: f64 = 2.5;

/// Significant digits of clocks and times in the sentence.
const SENTENCE_DIGITS: (usize, usize) = (3, 2);

/// What a curve shows, for one sentence under it.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[non_exhaustive]
pub enum CurveFinding {
    /// It climbed and then stayed.
    Reached {
        /// The lowest clock that it held before.
        from: Rounded,
        /// Where it stayed.
        frequency: Rounded,
        /// How long it took, in milliseconds since the core's turn began.
        after_ms: RoundedNumber,
    },
    /// It was higher, and fell to where it stayed.
    Fell {
        /// The highest clock that it held before.
        from: Rounded,
        /// Where it stayed.
        frequency: Rounded,
        /// When it was there, in milliseconds since the core's turn began.
        after_ms: RoundedNumber,
        /// How much of the highest clock is gone, in percent.
        lost_percent: RoundedNumber,
    },
    /// It was there from the first point on.
    FromTheStart {
        /// Where.
        frequency: Rounded,
    },
    /// It moved during the measurement.
    Moved {
        /// Its lowest state.
        low: Rounded,
        /// Its highest state.
        high: Rounded,
    },
    /// It was not flat when the time for the warm-up was over.
    StillWarming,
}

/// The curve of one core.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record), uniffi(name = "ClockCurve"))]
pub struct Curve {
    /// The warm-up: some hundred points at most.
    pub warm_up: Vec<WarmUpSample>,
    /// The measurement: the time line with its errors.
    pub steady: Vec<Point>,
    /// The interval of the number, or the range of a varying clock.
    pub band: Option<Range>,
    /// What the system claims, in hertz, where it lies near enough to be drawn.
    pub claim_hz: Option<f64>,
    /// The time, in milliseconds since the session's start.
    pub time: Axis,
    /// The clock: positions in hertz, labels in the unit.
    pub frequency: Axis,
    /// The unit of the clock's labels.
    pub frequency_unit: FrequencyUnit,
    /// What it shows; absent where nothing can be said yet.
    pub finding: Option<CurveFinding>,
}

/// A warm-up's curve in few points, each the median of its stretch: a disturbed block is one among several.
pub fn thinned(samples: &[WarmUpSample]) -> Vec<WarmUpSample> {
    thinned_to(samples, MOST_POINTS)
}

/// The same in so many points at most.
pub(crate) fn thinned_to(samples: &[WarmUpSample], most: usize) -> Vec<WarmUpSample> {
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
        let interval = reading.low_hz.zip(reading.high_hz).map(|(low_hz, high_hz)| Range { low_hz, high_hz });
        Parts {
            warm_up: reading.warm_up_curve.clone(),
            steady: reading.time_line.clone(),
            interval,
            range: reading.range,
            claim_hz: reading.claim.map(|claim| claim.hz),
            stays_at_hz: reading.frequency_hz,
            still_warms: reading.warnings.contains(&Warning::StillWarming),
        }
        .drawn()
    }

    /// The curve of a measurement that goes on: what the warm-up has told so far, the estimate once there is one,
    /// and what the system claims, in hertz.
    pub fn so_far(warm_up: &[WarmUpSample], estimate: Option<&Estimate>, claim_hz: Option<f64>) -> Curve {
        let frequency = estimate.and_then(|estimate| estimate.frequency);
        Parts {
            warm_up: thinned(warm_up),
            steady: estimate.map(|estimate| estimate.time_line.clone()).unwrap_or_default(),
            interval: frequency.map(|f| Range { low_hz: f.low_hz, high_hz: f.high_hz }),
            range: estimate.and_then(|estimate| estimate.range),
            claim_hz,
            stays_at_hz: frequency.map(|f| f.hz),
            still_warms: false,
        }
        .drawn()
    }
}

/// What is known of a core's clock over time.
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
    /// The parts with the axes that hold them, and the sentence that these very points bear out.
    fn drawn(self) -> Curve {
        let finding = self.finding();
        let Parts { warm_up, steady, interval, range, claim_hz, .. } = self;
        let measured =
            || warm_up.iter().map(|p| p.hz).chain(steady.iter().map(|p| p.hz)).filter(|hz| hz.is_finite());
        let lowest = measured().fold(f64::INFINITY, f64::min);
        let highest = measured().fold(f64::NEG_INFINITY, f64::max);
        let near = |hz: &f64| *hz <= highest * CLAIM_WITHIN && *hz >= highest / CLAIM_WITHIN;
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

    /// What the curve shows; nothing as long as it is not known where the clock stays.
    fn finding(&self) -> Option<CurveFinding> {
        let (clock_digits, time_digits) = SENTENCE_DIGITS;
        if self.still_warms {
            return Some(CurveFinding::StillWarming);
        }
        if let Some(range) = self.range {
            let RangeNumbers { low, high } = RangeNumbers::of(range)?;
            return Some(CurveFinding::Moved { low, high });
        }
        let stays_at_hz = self.stays_at_hz?;
        let frequency = Rounded::significant(stays_at_hz, clock_digits)?;
        match arrival(&self.warm_up, stays_at_hz)? {
            0 => Some(CurveFinding::FromTheStart { frequency }),
            place => {
                let after_ms = RoundedNumber::significant(self.warm_up[place].at_ms, time_digits);
                let (lowest, highest) = held(&self.warm_up[..place]);
                if highest > stays_at_hz * (1.0 + REACHED_WITHIN) {
                    let from = Rounded::significant(highest, clock_digits)?;
                    let lost_percent = RoundedNumber::percent((1.0 - stays_at_hz / highest) * 100.0);
                    return Some(CurveFinding::Fell { from, frequency, after_ms, lost_percent });
                }
                let from = Rounded::significant(lowest, clock_digits)?;
                Some(CurveFinding::Reached { from, frequency, after_ms })
            }
        }
    }
}

/// The lowest and the highest clock, in hertz, that a curve held: what fewer points than a dip has show, is not held. Of
/// a curve that is shorter, its first clock is both.
fn held(points: &[WarmUpSample]) -> (f64, f64) {
    let first = points.first().map_or(f64::NAN, |point| point.hz);
    let runs = || points.windows(DIP + 1).map(|run| run.iter().map(|point| point.hz));
    let lowest = runs().map(|run| run.fold(f64::NEG_INFINITY, f64::max)).reduce(f64::min);
    let highest = runs().map(|run| run.fold(f64::INFINITY, f64::min)).reduce(f64::max);
    (lowest.unwrap_or(first), highest.unwrap_or(first))
}

/// The point from which on the clock was where it stays, but for dips; absent where it was elsewhere in the end.
fn arrival(points: &[WarmUpSample], stays_at_hz: f64) -> Option<usize> {
    let (mut since, mut elsewhere) = (None, 0);
    for (place, point) in points.iter().enumerate() {
        if (point.hz / stays_at_hz - 1.0).abs() <= REACHED_WITHIN {
            elsewhere = 0;
            since = since.or(Some(place));
        } else {
            elsewhere += 1;
            if elsewhere > DIP {
                since = None;
            }
        }
    }
    since
}

#[cfg(test)]
mod tests {
    use super::*;

    fn warm_up(clock: impl Fn(f64) -> f64) -> Vec<WarmUpSample> {
        (0..1000).map(|i| f64::from(i) * 0.1).map(|at_ms| WarmUpSample { at_ms, hz: clock(at_ms) }).collect()
    }

    fn found(
        warm_up: &[WarmUpSample],
        stays_at_hz: Option<f64>,
        range: Option<Range>,
    ) -> Option<CurveFinding> {
        let (warm_up, steady) = (warm_up.to_vec(), Vec::new());
        let parts =
            Parts { warm_up, steady, interval: None, range, claim_hz: None, stays_at_hz, still_warms: false };
        parts.drawn().finding
    }

    /// When it arrived, as the sentence says.
    fn reached_after_ms(clock: impl Fn(f64) -> f64) -> String {
        match found(&thinned(&warm_up(clock)), Some(3e9), None) {
            Some(CurveFinding::Reached { after_ms, .. } | CurveFinding::Fell { after_ms, .. }) => {
                after_ms.digits()
            }
            other => panic!("it came to its clock: {other:?}"),
        }
    }

    #[test]
    fn a_dip_does_not_move_the_arrival() {
        let climbs = |at_ms: f64| if at_ms < 14.4 { 1e9 } else { 3e9 };
        assert_eq!(reached_after_ms(climbs), "15");
        let dips = |at_ms: f64| if (47.0..48.0).contains(&at_ms) { 2.4e9 } else { climbs(at_ms) };
        assert_eq!(reached_after_ms(dips), "15");
        let falls_for_long = |at_ms: f64| if (40.0..48.0).contains(&at_ms) { 2.4e9 } else { climbs(at_ms) };
        assert_eq!(reached_after_ms(falls_for_long), "48");
        let passes = |at_ms: f64| match at_ms {
            ..14.4 => 1e9,
            14.4..15.4 => 3e9,
            15.4..30.0 => 3.4e9,
            _ => 3e9,
        };
        assert_eq!(reached_after_ms(passes), "30", "a clock that it passed on its way");
    }

    #[test]
    fn the_arrival_is_a_point_that_is_drawn() {
        let curve = Curve::so_far(&warm_up(|at_ms| (1.0 + at_ms / 20.0).min(3.0) * 1e9), None, None);
        let place = arrival(&curve.warm_up, 3e9).expect("it arrived");
        assert!(place > 0 && (curve.warm_up[place].hz / 3e9 - 1.0).abs() <= REACHED_WITHIN);
        assert!((curve.warm_up[place - 1].hz / 3e9 - 1.0).abs() > REACHED_WITHIN);
    }

    #[test]
    fn a_warm_up_is_thinned_to_its_shape() {
        let samples = warm_up(|at_ms| if at_ms < 38.0 { 1e9 } else { 3e9 });
        let thin = thinned(&samples);
        assert!(thin.len() <= MOST_POINTS && thin.len() > MOST_POINTS / 2);
        assert!(thin.iter().all(|p| p.hz == if p.at_ms < 37.5 { 1e9 } else { 3e9 }));
        assert_eq!(thinned(&samples[..7]), samples[..7]);
        assert_eq!(thinned(&[]), []);
    }

    #[test]
    fn a_block_that_was_disturbed_does_not_show() {
        let mut samples = warm_up(|_| 3e9);
        samples[500].hz = 0.1e9;
        assert!(thinned(&samples).iter().all(|p| p.hz == 3e9));
    }

    #[test]
    fn the_sentence_says_when_it_arrived() {
        let curve = thinned(&warm_up(|at_ms| if at_ms < 38.0 { 1e9 } else { 3.24e9 }));
        let finding = found(&curve, Some(3.2438e9), None).expect("it reached its clock");
        assert_eq!(finding.text(), "Rose from 1.00 GHz to 3.24 GHz in 38 ms.");
    }

    #[test]
    fn what_it_lost_on_its_way_is_told() {
        let throttles = |at_ms: f64| match at_ms {
            ..10.0 => 1.8e9,
            10.0..38.0 => 3.4e9,
            _ => 3.0e9,
        };
        let finding = found(&thinned(&warm_up(throttles)), Some(3.0e9), None).expect("it came to its clock");
        assert_eq!(finding.text(), "Fell from 3.40 GHz to 3.00 GHz in 38 ms: 12 % lost.");
        let one_late_point = |at_ms: f64| {
            if at_ms < 0.9 {
                3.4e9
            } else if at_ms < 20.0 {
                2.0e9
            } else {
                3.0e9
            }
        };
        let finding =
            found(&thinned(&warm_up(one_late_point)), Some(3.0e9), None).expect("it reached its clock");
        assert_eq!(
            finding.text(),
            "Rose from 2.00 GHz to 3.00 GHz in 20 ms.",
            "what it held counts, not a point"
        );
    }

    #[test]
    fn a_clock_that_was_there_says_so() {
        let curve = warm_up(|_| 3.0e9);
        let found = found(&curve, Some(3.001e9), None);
        assert!(matches!(found, Some(CurveFinding::FromTheStart { .. })), "{found:?}");
    }

    #[test]
    fn a_clock_that_moved_says_between_what() {
        let range = Range { low_hz: 2.000e9, high_hz: 2.004e9 };
        let Some(CurveFinding::Moved { low, high }) = found(&[], Some(2.002e9), Some(range)) else {
            panic!("it moved");
        };
        assert_eq!((low.to_string(), high.to_string()), ("2.000 GHz".to_owned(), "2.004 GHz".to_owned()));
    }

    #[test]
    fn nothing_is_said_of_what_is_not_known() {
        assert_eq!(found(&warm_up(|at_ms| 1e9 + at_ms * 1e7), None, None), None);
        assert_eq!(found(&[], Some(1e9), None), None);
        assert_eq!(found(&warm_up(|_| 1e9), Some(3e9), None), None);
    }

    #[test]
    fn axes_hold_what_is_drawn() {
        let samples = warm_up(|at_ms| (1.0 + at_ms / 50.0).min(3.2) * 1e9);
        let curve = Curve::so_far(&samples, None, Some(3.4e9));
        assert_eq!(curve.claim_hz, Some(3.4e9));
        let holds = |axis: &Axis, value: f64| (axis.low..=axis.high).contains(&value);
        assert!(curve.warm_up.iter().all(|p| holds(&curve.time, p.at_ms) && holds(&curve.frequency, p.hz)));
        assert!(holds(&curve.frequency, 3.4e9));
        assert_eq!(curve.frequency_unit, FrequencyUnit::GHz);
    }

    #[test]
    fn a_claim_far_away_is_not_drawn() {
        assert_eq!(Curve::so_far(&warm_up(|_| 3e9), None, Some(100e6)).claim_hz, None);
        assert_eq!(Curve::so_far(&[], None, Some(3e9)).claim_hz, None);
    }

    #[test]
    fn nothing_measured_has_no_ticks() {
        let curve = Curve::so_far(&[], None, None);
        assert!(curve.time.ticks.is_empty() && curve.frequency.ticks.is_empty(), "{curve:?}");
    }
}
