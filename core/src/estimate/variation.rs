//! Whether the clock moved, and between what.

use serde::{Deserialize, Serialize};

use super::statistics::median;

/// A point of the time line.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record), uniffi(name = "TimePoint"))]
pub struct Point {
    /// The middle of the stretch, in milliseconds since the session's start.
    pub at_ms: f64,
    /// The clock in it, in hertz.
    pub hz: f64,
    /// Its standard error, in hertz.
    pub error_hz: f64,
}

/// Between what the clock moved.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record), uniffi(name = "FrequencyRange"))]
pub struct Range {
    /// Its lowest value, in hertz.
    pub low_hz: f64,
    /// Its highest value, in hertz.
    pub high_hz: f64,
}

impl Range {
    /// The range that holds this value alone.
    pub(super) fn at(hz: f64) -> Range {
        Range { low_hz: hz, high_hz: hz }
    }

    /// The range that holds this value, too.
    pub(super) fn with(self, hz: f64) -> Range {
        Range { low_hz: self.low_hz.min(hz), high_hz: self.high_hz.max(hz) }
    }
}

/// A time line resolves a motion if it is so many times the standard error of a point. A heuristic: ten levels that
/// a plot can tell apart.
const RESOLVES: f64 = 10.0;

/// The finest of the lines that still resolves what the clock did: `line` has so many points as it is asked for, from one for each
/// of the `rounds`, to `slices`.
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
