//! A clock over time, drawn as a line of bars.

use trueghz::report::phrases::stated_hz;

use crate::format::paragraph;
use crate::style::{QUIET, paint};

/// Width of a curve on its own line.
const WHOLE_LINE: usize = 48;

/// Bars from the lowest to the highest.
const BARS: [char; 8] =
    ['\u{2581}', '\u{2582}', '\u{2583}', '\u{2584}', '\u{2585}', '\u{2586}', '\u{2587}', '\u{2588}'];

/// Relative range below which a curve is drawn flat, at half height.
const FLAT: f64 = 0.02;

/// A drawn curve.
pub struct Drawn {
    /// Bars from left to right.
    pub bars: String,
    /// Clock of the lowest bar, in hertz.
    pub low_hz: f64,
    /// Clock of the highest bar, in hertz.
    pub high_hz: f64,
}

/// Draws points (time as a fraction from 0 to 1, clock in hertz) in at most `columns` columns, and
/// in at most one column per three points. A column shows the median of the points in its share of
/// the time, or is blank if there are none. `None` if there are no points.
pub fn drawn(points: impl Iterator<Item = (f64, f64)>, columns: usize) -> Option<Drawn> {
    let points: Vec<(f64, f64)> = points.collect();
    let columns = columns.min(points.len().div_ceil(3));
    let mut clocks: Vec<Vec<f64>> = vec![Vec::new(); columns];
    for (part, hz) in points {
        clocks[((part * columns as f64) as usize).min(columns - 1)].push(hz);
    }
    let medians: Vec<Option<f64>> = clocks.iter_mut().map(|clocks| middle(clocks)).collect();
    let known = || medians.iter().flatten().copied();
    let low_hz = known().min_by(f64::total_cmp)?;
    let high_hz = known().max_by(f64::total_cmp)?;
    let is_flat = high_hz - low_hz < FLAT * high_hz;
    let height = |hz: f64| if is_flat { 0.5 } else { (hz - low_hz) / (high_hz - low_hz) };
    let bars = medians.iter().map(|hz| hz.map_or(' ', |hz| bar(height(hz)))).collect();
    Some(Drawn { bars, low_hz, high_hz })
}

/// Bar for a height from 0 to 1.
pub fn bar(height: f64) -> char {
    BARS[(height.clamp(0.0, 1.0) * (BARS.len() - 1) as f64).round() as usize]
}

/// Like [`drawn`], but on its own line, with `span` and the clocks of the lowest and the highest
/// bar below it. Empty if there are no points.
pub fn curve(points: impl Iterator<Item = (f64, f64)>, span: &str) -> String {
    let Some(Drawn { bars, low_hz, high_hz }) = drawn(points, WHOLE_LINE) else { return String::new() };
    let words = format!("{span}, {}", low_to_high(low_hz, high_hz));
    format!("  {bars}\n{}", paragraph(&paint(QUIET, words), 2))
}

/// Formats two clocks as a range, or as one clock if their texts are equal.
pub fn low_to_high(low_hz: f64, high_hz: f64) -> String {
    let (low, high) = (stated_hz(low_hz), stated_hz(high_hz));
    if low == high { low } else { format!("{low} to {high}") }
}

fn middle(clocks: &mut [f64]) -> Option<f64> {
    clocks.sort_unstable_by(f64::total_cmp);
    clocks.get(clocks.len() / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ramp_climbs_from_the_lowest_bar_to_the_highest() {
        let points = (0..=1_000).map(|at| (f64::from(at) / 1e3, 1e9 + 2e6 * f64::from(at)));
        let drawn = curve(points, "0 to 300 ms");
        let bars: Vec<char> = drawn.lines().next().expect("a line").trim_start().chars().collect();
        assert_eq!((bars.len(), bars[0], bars[WHOLE_LINE - 1]), (WHOLE_LINE, BARS[0], BARS[7]));
        assert!(bars.is_sorted(), "{drawn}");
        assert!(drawn.contains("0 to 300 ms"), "{drawn}");
    }

    #[test]
    fn what_stands_is_flat_and_what_is_not_known_is_blank() {
        let points = (0..300).map(|at| f64::from(at) / 3e2).filter(|part| !(0.4..0.6).contains(part));
        let drawn = curve(points.map(|part| (part, 3.00e9 + 2e7 * part)), "");
        let line = drawn.lines().next().expect("a line").trim();
        assert!(line.matches(BARS[4]).count() > 30 && line.contains("   "), "{line}");
        assert_eq!(curve(std::iter::empty(), ""), "");
    }
}
