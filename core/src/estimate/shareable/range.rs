//! Range of a moving clock: the extremes of its time line, corrected for the noise of its points.
//!
//! The highest of many noisy points lies above the clock's true maximum. The fewer points the run
//! is cut into, the less noise each has, but the more of the motion is averaged out. So the cut is
//! used whose points are furthest apart after the correction for noise.

use crate::estimate::statistics::normal_extreme;
use crate::estimate::variation::{Point, Range};

/// The extremes of a time line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Extremes {
    /// The extreme points, selected with allowance for the noise of each.
    pub(super) seen: Range,
    /// Lowest and highest value of these points, corrected for the expected extremes of noise;
    /// reversed if there is only noise.
    least: (f64, f64),
}

impl Extremes {
    /// The extremes of a line; `None` if it has no points.
    fn of(line: &[Point]) -> Option<Extremes> {
        let by_chance = normal_extreme(line.len());
        let surely = |point: &Point, side: f64| point.hz + side * by_chance * point.error_hz;
        let low = line.iter().min_by(|a, b| surely(a, 1.0).total_cmp(&surely(b, 1.0)))?;
        let high = line.iter().max_by(|a, b| surely(a, -1.0).total_cmp(&surely(b, -1.0)))?;
        let seen = Range { low_hz: low.hz.min(high.hz), high_hz: high.hz.max(low.hz) };
        Some(Extremes { seen, least: (surely(low, 1.0), surely(high, -1.0)) })
    }

    /// The extremes of a clock whose time line `line` returns for a number of stretches: from the
    /// cut that is furthest apart beyond chance. The cuts range from `most` stretches to `fewest`,
    /// each with half as many as the one before.
    pub(super) fn of_cuts(
        fewest: usize,
        most: usize,
        line: impl Fn(usize) -> Vec<Point>,
    ) -> Option<Extremes> {
        let halves = std::iter::successors(Some(most.max(fewest)), |&count| {
            (count > fewest).then_some((count / 2).max(fewest))
        });
        let ends = halves.filter_map(|count| Extremes::of(&line(count)));
        ends.max_by(|a, b| a.apart().total_cmp(&b.apart()))
    }

    fn apart(&self) -> f64 {
        self.least.1 - self.least.0
    }

    /// `range`, extended to the extremes that exceed it with certainty.
    pub(super) fn beyond(&self, range: Range) -> Range {
        let (low_hz, high_hz) = self.least;
        Range { low_hz: range.low_hz.min(low_hz), high_hz: range.high_hz.max(high_hz) }
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;

    const ERROR_HZ: f64 = 1e6;

    /// A line of `count` points of a clock with the frequency `hz` over the run (0 to 1), each with
    /// a random error; `noise_hz` is a point's error in a line of one point.
    fn line(count: usize, noise_hz: f64, hz: impl Fn(f64) -> f64) -> Vec<Point> {
        let mut rng = Rng::with_seed(count as u64);
        let error_hz = noise_hz * (count as f64).sqrt();
        let mut chance = || (0..12).map(|_| rng.f64()).sum::<f64>() - 6.0;
        let part = |i: usize| (i as f64 + 0.5) / count as f64;
        (0..count)
            .map(|i| Point { at_ms: part(i), hz: hz(part(i)) + chance() * error_hz, error_hz })
            .collect()
    }

    #[test]
    fn the_noise_of_many_points_is_not_in_the_range_of_a_step() {
        let step = |part: f64| if part < 0.4 { 2e9 } else { 2.01e9 };
        let finest = line(512, ERROR_HZ / 8.0, step);
        let all = finest.iter().map(|point| point.hz).fold(0.0, f64::max);
        assert!(all > 2.017e9, "the finest cut is too noisy: {all}");
        let ends = Extremes::of_cuts(16, 512, |count| line(count, ERROR_HZ / 8.0, step)).unwrap();
        for (seen, is) in [(ends.seen.low_hz, 2e9), (ends.seen.high_hz, 2.01e9)] {
            assert!((seen - is).abs() < 2e6, "{seen}");
        }
    }

    #[test]
    fn a_motion_that_only_the_finest_cut_shows_is_not_averaged_away() {
        let alternating = |part: f64| if ((part * 128.0) as usize).is_multiple_of(2) { 2e9 } else { 2.1e9 };
        let averaged = |count: usize| {
            let fine = 2048 / count;
            let at = |part: f64| {
                let begin = part - 0.5 / count as f64;
                (0..fine).map(|i| alternating(begin + (i as f64 + 0.5) / 2048.0)).sum::<f64>() / fine as f64
            };
            line(count, ERROR_HZ / 100.0, at)
        };
        let ends = Extremes::of_cuts(16, 512, averaged).unwrap();
        assert!(ends.seen.low_hz < 2.001e9 && ends.seen.high_hz > 2.099e9, "{ends:?}");
    }

    #[test]
    fn a_point_of_few_windows_is_no_end() {
        let mut points = line(64, ERROR_HZ / 8.0, |part| 2e9 + 1e8 * part);
        points[10] = Point { hz: 2.2e9, error_hz: 1e8, ..points[10] };
        let ends = Extremes::of(&points).unwrap();
        assert!((ends.seen.high_hz - 2.1e9).abs() < 5e6, "{ends:?}");
        assert_eq!(Extremes::of(&[]), None);
    }

    #[test]
    fn only_what_is_sure_widens_a_range() {
        let range = Range { low_hz: 2e9, high_hz: 2.01e9 };
        let within =
            Extremes::of_cuts(16, 256, |count| line(count, ERROR_HZ / 8.0, |part| 2e9 + 1e7 * part)).unwrap();
        let wider = within.beyond(range);
        assert!(wider.low_hz > 2e9 - 1e6 && wider.high_hz < 2.01e9 + 1e6, "{wider:?}");
        let more =
            Extremes::of_cuts(16, 256, |count| line(count, ERROR_HZ / 8.0, |part| 2e9 + 5e7 * part)).unwrap();
        let wider = more.beyond(range);
        assert!(wider.low_hz == 2e9 && wider.high_hz > 2.04e9, "{wider:?}");
    }
}
