//! One witness against the primary clock, over a session.
//!
//! The rate is taken between two brackets far apart, not by least squares over all. It is not
//! limited by scatter that averages out, but by the width of a bracket and the step of each clock,
//! which beat with each other. Two brackets give hard bounds for the rate, with no assumption on
//! the errors between the bounds; from the first and last thirds of the session the pair with the
//! closest bounds is taken.

use super::Ppm;
use super::record::{Bracket, ClockRecord, WitnessRecord};
use crate::clock::{ClockId, Rate};

/// Maximum rate difference at which two clocks agree, in ppm: twice the tolerance of a typical
/// oscillator (30 to 50 ppm, Microsoft: "Acquiring high-resolution time stamps").
pub(super) const AGREE_PPM: f64 = 100.0;

/// A bracket this many times wider than the median was interrupted. A heuristic: a bracket bounds
/// the witness whatever its width, so that one left in costs precision but not correctness.
const WIDE: i64 = 4;

/// A witness's readings at times of the primary clock, both as nanoseconds of their nominal rates
/// since the first bracket. A witness of unknown rate counts ticks in the place of nanoseconds.
#[derive(Debug, Clone)]
pub(super) struct Series {
    pub(super) id: ClockId,
    pub(super) nominal_hz: Option<f64>,
    pub(super) tolerance_ppm: f64,
    pub(super) wide_brackets: usize,
    points: Vec<Point>,
}

/// A bracket, in nanoseconds.
#[derive(Debug, Clone, Copy)]
struct Point {
    /// Index of the session's sample.
    sample: usize,
    /// The middle of the bracket, by the primary clock.
    primary_ns: f64,
    /// Bound of the true time of the witness's reading, to either side of the middle.
    primary_error_ns: f64,
    /// The witness's reading.
    witness_ns: f64,
    /// Bound of the witness's true count, to either side.
    witness_error_ns: f64,
    /// Error added by repairing jumps before this point.
    repair_error_ns: f64,
}

/// The witness's nanoseconds (or ticks) per nanosecond of the primary clock.
#[derive(Debug, Clone, Copy)]
pub(super) struct Slope {
    pub(super) ratio: f64,
    pub(super) uncertainty: f64,
}

impl Slope {
    /// This slope relative to another value.
    pub(super) fn against(self, expected: f64) -> Ppm {
        Ppm {
            ppm: (self.ratio / expected - 1.0) * 1e6,
            uncertainty_ppm: (self.uncertainty / expected).abs() * 1e6,
        }
    }
}

/// Gain of the witness between two neighbouring points, beyond its median rate.
#[derive(Debug, Clone, Copy)]
pub(super) struct Gain {
    /// The point at which the stretch begins.
    pub(super) from: usize,
    /// The point at which it ends.
    pub(super) to: usize,
    /// Gain (loss: negative), in nanoseconds of the primary clock.
    pub(super) offset_change_ns: f64,
    /// The gain is real if it is beyond this.
    pub(super) bound_ns: f64,
    /// The witness did not move although it should have.
    pub(super) witness_stood: bool,
    /// The primary clock did not move although the witness did.
    pub(super) primary_stood: bool,
    /// The witness went back.
    pub(super) witness_went_back: bool,
    /// The primary clock went back.
    pub(super) primary_went_back: bool,
}

impl Gain {
    pub(super) fn is_real(&self) -> bool {
        self.offset_change_ns.abs() > self.bound_ns
    }
}

impl Series {
    pub(super) fn new(primary: &ClockRecord, witness: &WitnessRecord) -> Self {
        let nominal = match witness.rate {
            Rate::Stated { timebase, .. } => Some(timebase),
            Rate::Unknown { .. } => None,
        };
        let witness_ns = |ticks: i64| nominal.map_or(ticks as f64, |timebase| timebase.ns_f64(ticks));
        let primary_ns = |ticks: i64| primary.timebase.ns_f64(ticks);
        let primary_step = primary.resolution_ticks.unwrap_or(0);
        let widest = widest_usable(&witness.brackets, primary_step);
        let origin = witness.brackets.first().copied();
        let point = |(sample, bracket): (usize, &Bracket)| {
            let origin = origin?;
            // A witness that was never seen to move provides no information.
            let step = witness.resolution_ticks?;
            let width = bracket.width_ticks();
            let usable = (0..=widest).contains(&width);
            usable.then(|| Point {
                sample,
                primary_ns: primary_ns(difference(bracket.before_ticks, origin.before_ticks))
                    + primary_ns(width) / 2.0,
                // A count is rounded down: the moment lies between `before` and `after` plus one
                // step.
                primary_error_ns: primary_ns(width.saturating_add_unsigned(primary_step)) / 2.0,
                witness_ns: witness_ns(difference(bracket.witness_ticks, origin.witness_ticks)),
                witness_error_ns: witness_ns(step.cast_signed()) / 2.0,
                repair_error_ns: 0.0,
            })
        };
        let points: Vec<Point> = witness.brackets.iter().enumerate().filter_map(point).collect();
        Self {
            id: witness.id,
            nominal_hz: witness.rate.hz(),
            tolerance_ppm: steering_between(primary.id, witness.id),
            wide_brackets: witness.brackets.len() - points.len(),
            points,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.points.len()
    }

    /// Returns the index of a point's sample in the session.
    pub(super) fn sample(&self, point: usize) -> usize {
        self.points[point].sample
    }

    /// The primary clock's time of a point, in nanoseconds since the session's first sample.
    pub(super) fn time_ns(&self, point: usize) -> f64 {
        self.points[point].primary_ns
    }

    /// The points between which a stretch of the session's samples lies, if there are such.
    pub(super) fn around(&self, samples: (usize, usize)) -> Option<(usize, usize)> {
        let from = self.points.iter().rposition(|point| point.sample <= samples.0)?;
        let to = self.points.iter().position(|point| point.sample >= samples.1)?;
        Some((from, to))
    }

    /// The slope over the points `from..to`, by the pair of them with the closest bounds.
    pub(super) fn slope(&self, from: usize, to: usize) -> Option<Slope> {
        let points = self.points.get(from..to)?;
        let third = (points.len() / 3).max(1);
        let early = &points[..third.min(points.len())];
        let late = &points[points.len().saturating_sub(third)..];
        let slopes = early.iter().flat_map(|a| late.iter().filter_map(|b| slope_between(a, b)));
        slopes.min_by(|a, b| a.uncertainty.total_cmp(&b.uncertainty))
    }

    /// Relative difference of the second half's slope from the first's. Needs three points.
    pub(super) fn stability(&self) -> Option<Ppm> {
        let middle = self.len() / 2;
        let first = self.slope(0, middle + 1)?;
        let second = self.slope(middle, self.len())?;
        let Ppm { ppm, uncertainty_ppm } = second.against(first.ratio);
        let of_first = first.against(first.ratio).uncertainty_ppm;
        (ppm.is_finite() && of_first.is_finite())
            .then_some(Ppm { ppm, uncertainty_ppm: uncertainty_ppm + of_first })
    }

    /// The typical slope: the median over neighbouring points, which a few jumps do not change.
    fn usual_slope(&self) -> Option<Slope> {
        let mut slopes: Vec<Slope> =
            self.points.windows(2).filter_map(|pair| slope_between(&pair[0], &pair[1])).collect();
        slopes.sort_by(|a, b| a.ratio.total_cmp(&b.ratio));
        slopes.get(slopes.len() / 2).copied().filter(|slope| slope.ratio > 0.0)
    }

    /// Gain of the witness between two points, beyond its median slope.
    fn gain(&self, from: usize, to: usize, usual: Slope) -> Gain {
        let (a, b) = (&self.points[from], &self.points[to]);
        let passed_ns = b.primary_ns - a.primary_ns;
        let moved_ns = (b.witness_ns - a.witness_ns) / usual.ratio;
        let witness_error_ns = (a.witness_error_ns + b.witness_error_ns) / usual.ratio;
        let primary_error_ns = a.primary_error_ns + b.primary_error_ns;
        let steady = (AGREE_PPM + self.tolerance_ppm) * 1e-6 + usual.uncertainty / usual.ratio;
        let bound_ns = witness_error_ns + primary_error_ns + steady * passed_ns.abs();
        Gain {
            from,
            to,
            offset_change_ns: moved_ns - passed_ns,
            bound_ns,
            witness_stood: moved_ns.abs() <= witness_error_ns,
            primary_stood: passed_ns.abs() <= primary_error_ns,
            witness_went_back: moved_ns < -witness_error_ns,
            primary_went_back: passed_ns < -primary_error_ns,
        }
    }

    /// The gains between all neighbouring points; empty if there is no median slope.
    pub(super) fn gains(&self) -> Vec<Gain> {
        let Some(usual) = self.usual_slope() else {
            return Vec::new();
        };
        (1..self.len()).map(|to| self.gain(to - 1, to, usual)).collect()
    }

    /// The gain over a stretch of the session's samples.
    pub(super) fn gain_over(&self, samples: (usize, usize)) -> Option<Gain> {
        let (from, to) = self.around(samples)?;
        Some(self.gain(from, to, self.usual_slope()?))
    }

    /// The series without its jumps, so that only the rate remains. The bound of each jump stays as
    /// an error.
    ///
    /// Only single stretches are jumps. A run of stretches that all gain is a rate that changed,
    /// and stays.
    pub(super) fn without_jumps(&self) -> Self {
        let mut repaired = self.clone();
        let Some(usual) = self.usual_slope() else {
            return repaired;
        };
        let gains = self.gains();
        for run in gains.chunk_by(|a, b| a.is_real() == b.is_real()) {
            let stopped = run.iter().any(|gain| gain.witness_stood || gain.primary_stood);
            if !run[0].is_real() || (run.len() > 1 && !stopped) {
                continue;
            }
            for gain in run {
                for point in &mut repaired.points[gain.to..] {
                    point.witness_ns -= gain.offset_change_ns * usual.ratio;
                    point.repair_error_ns += gain.bound_ns * usual.ratio;
                }
            }
        }
        repaired
    }
}

fn slope_between(a: &Point, b: &Point) -> Option<Slope> {
    let passed_ns = b.primary_ns - a.primary_ns;
    if passed_ns <= 0.0 {
        return None;
    }
    let ratio = (b.witness_ns - a.witness_ns) / passed_ns;
    let witness_error_ns = a.witness_error_ns + b.witness_error_ns + b.repair_error_ns - a.repair_error_ns;
    let primary_error_ns = a.primary_error_ns + b.primary_error_ns;
    Some(Slope { ratio, uncertainty: (witness_error_ns + ratio.abs() * primary_error_ns) / passed_ns })
}

/// A bracket wider than this many ticks was interrupted inside.
fn widest_usable(brackets: &[Bracket], resolution_ticks: u64) -> i64 {
    let mut widths: Vec<i64> =
        brackets.iter().map(Bracket::width_ticks).filter(|width| *width >= 0).collect();
    widths.sort_unstable();
    let median = widths.get(widths.len() / 2).copied().unwrap_or(0);
    median.saturating_mul(WIDE).saturating_add_unsigned(resolution_ticks)
}

fn difference(later: u64, earlier: u64) -> i64 {
    later.wrapping_sub(earlier).cast_signed()
}

/// Maximum rate difference by steering. If NTP steers both it steers them alike.
pub(super) fn steering_between(a: ClockId, b: ClockId) -> f64 {
    let (a, b) = (a.slew_ppm(), b.slew_ppm());
    if a > 0.0 && b > 0.0 { 0.0 } else { a + b }
}
