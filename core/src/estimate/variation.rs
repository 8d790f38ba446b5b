//! Variation of the clock over time, and its range.

use crate::Interval;
use serde::{Deserialize, Serialize};

use super::statistics::median;

/// A point of the time line.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record), uniffi(name = "TimePoint"))]
pub struct Point {
    /// Middle of the interval, in milliseconds since the session's start.
    pub at_ms: f64,
    /// Clock in the interval, in hertz.
    pub hz: f64,
    /// Its standard error, in hertz.
    pub error_hz: f64,
}

/// Range of a varying clock.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record), uniffi(name = "FrequencyRange"))]
pub struct Range {
    /// Lowest value, in hertz.
    pub low_hz: f64,
    /// Highest value, in hertz.
    pub high_hz: f64,
}

impl From<Interval> for Range {
    fn from(hz: Interval) -> Range {
        Range { low_hz: hz.low, high_hz: hz.high }
    }
}

impl Range {
    /// The range that contains only this value.
    pub(super) fn at(hz: f64) -> Range {
        Range { low_hz: hz, high_hz: hz }
    }

    /// Extends the range to include this value.
    pub(super) fn with(self, hz: f64) -> Range {
        Range { low_hz: self.low_hz.min(hz), high_hz: self.high_hz.max(hz) }
    }
}

/// Minimum range of a time line that resolves a variation, in standard errors of a point. A
/// heuristic: ten levels can be distinguished in a plot.
const RESOLVES: f64 = 10.0;

/// The finest time line that still resolves the variation. `line` returns one with the given number
/// of points, from `rounds` down to `slices`.
pub(super) fn finest(rounds: usize, slices: usize, line: impl Fn(usize) -> Vec<Point>) -> Vec<Point> {
    let mut count = rounds;
    while count > slices {
        let line = line(count);
        let mut errors: Vec<f64> = line.iter().map(|point| point.error_hz).collect();
        let error = median(&mut errors).unwrap_or(f64::INFINITY);
        let range = range_of(line.iter().map(|point| point.hz));
        if range.is_some_and(|range| range.high_hz - range.low_hz >= RESOLVES * error) {
            return line;
        }
        count /= 2;
    }
    line(slices)
}

pub(super) fn range_of(values: impl Iterator<Item = f64>) -> Option<Range> {
    values.fold(None, |range: Option<Range>, hz| Some(range.map_or(Range::at(hz), |range| range.with(hz))))
}
