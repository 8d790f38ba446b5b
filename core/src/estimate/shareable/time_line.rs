//! The clock over time, from stretches of the run.

use crate::chain::ChainKind;

use super::batch::Batch;
use super::samples::Samples;
use crate::estimate::sample::{Sample, in_hz};
use crate::estimate::statistics::Uncertain;
use crate::estimate::variation::{Point, finest};

/// The time line in the finest cut that still resolves the clock: from one point per round, to
/// `slices`.
pub fn finest_time_line(samples: &Samples, shares: &[(ChainKind, f64)], slices: usize) -> Vec<Point> {
    finest(samples.rounds, slices, |count| time_line(samples, shares, count, |sample| Some(sample.time_ns)))
}

/// The time line in `count` stretches of equal time, from the long windows of the kinds in
/// `shares`; `time_ns` is the duration with which a window counts, if it does.
pub fn time_line(
    samples: &Samples,
    shares: &[(ChainKind, f64)],
    count: usize,
    time_ns: impl Fn(&Sample) -> Option<f64>,
) -> Vec<Point> {
    let point = |stretch: &Batch| {
        let period = stretch.cycle_given_shares_ns(shares, samples)?;
        // Windows of a broken clock may have no duration and then give no point.
        let period = (period.value > 0.0).then_some(period)?;
        let hz = 1e9 / period.value;
        let at_ms = (samples.from_ns + stretch.middle_ns) / 1e6;
        Some(Point { at_ms, hz, error_hz: hz * period.error / period.value })
    };
    Batch::cut(samples, count, time_ns).iter().filter_map(point).collect()
}

/// The time line of a clock of which only the states are known in the shared rounds, with the main
/// level at `hz`: a point for each of these rounds, at the level of its last window.
pub(super) fn time_line_of_states(samples: &Samples, hz: f64) -> Vec<Point> {
    let contention = samples.contention();
    let rounds = samples.list.chunk_by(|a, b| a.round == b.round);
    let rounds = rounds.filter(|round| contention.is_contended(round[0].round));
    let point = |round: &[Sample]| {
        let last = round.last()?;
        let at_ms = (samples.from_ns + last.at_ns) / 1e6;
        let hz = in_hz(last.level, hz);
        let error_hz = samples.noise_ns(last.kind, last.length) / last.time_ns * hz;
        Some(Point { at_ms, hz, error_hz })
    };
    rounds.filter_map(point).collect()
}

/// Duration that each point represents, in milliseconds: to the midpoints with its neighbours, and
/// as far outwards at the ends.
///
/// A slow clock's windows are long, so more of its stretches have none that began there: points are
/// missing where it was slow.
fn stands_for_ms(time_line: &[Point]) -> Vec<f64> {
    let gaps: Vec<f64> = time_line.windows(2).map(|pair| pair[1].at_ms - pair[0].at_ms).collect();
    let (Some(first), Some(last)) = (gaps.first(), gaps.last()) else { return vec![1.0; time_line.len()] };
    let before = std::iter::once(first).chain(&gaps);
    let after = gaps.iter().chain(std::iter::once(last));
    before.zip(after).map(|(before, after)| f64::midpoint(*before, *after)).collect()
}

/// Time average of a clock that moved along this time line, in hertz; `None` if it has no points.
pub(super) fn mean_over_time(time_line: &[Point]) -> Option<Uncertain> {
    let time = stands_for_ms(time_line);
    let all_time: f64 = time.iter().sum();
    let weighted = |point: &Point, ms: f64| (point.hz * ms, (point.error_hz * ms).powi(2));
    let sums = time_line.iter().zip(time).map(|(point, ms)| weighted(point, ms));
    let (sum, squares) = sums.fold((0.0, 0.0), |(a, b), (c, d)| (a + c, b + d));
    (all_time > 0.0).then(|| Uncertain { value: sum / all_time, error: squares.sqrt() / all_time })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_is_one_over_time_where_points_are_missing() {
        let point = |at_ms: f64, hz: f64| Point { at_ms, hz, error_hz: 1.0 };
        // 4 ms at 2 GHz with all points, 6 ms at 1 GHz with every other.
        let fast = [0.5, 1.5, 2.5, 3.5].map(|at_ms| point(at_ms, 2e9));
        let slow = [4.5, 6.5, 8.5].map(|at_ms| point(at_ms, 1e9));
        let line = [&fast[..], &slow].concat();
        let mean = mean_over_time(&line).unwrap().value;
        // The last point stands for 7.5 to 9.5 ms, the one at the change for 4 to 5.5.
        let exact = (4.0 * 2e9 + 5.5 * 1e9) / 9.5;
        assert!((mean / exact - 1.0).abs() < 1e-12, "{mean}");
    }
}
