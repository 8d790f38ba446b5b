//! Selects the undisturbed windows of a type: those at its lower edge.
//!
//! Interference only ever makes a window longer, so the undisturbed windows of a type are its
//! *lowest* mode that enough of them support. On a quiet machine that is also the fullest one;
//! under SMT contention or with many short interruptions a higher mode may contain more.

use super::statistics::quantile;

/// Width of the interval of the undisturbed windows, in interquartile ranges of the short ones:
/// ±3.4 standard deviations of a normal distribution; for an exponential one all but 0.4 %.
const CLEAN_RANGES: f64 = 5.0;

/// Width of this interval in standard deviations.
const CLEAN_SIGMAS: f64 = 6.7;

/// Share of the undisturbed windows whose shortest interval determines their scatter.
const CORE_SHARE: f64 = 0.4;

/// Width of the shortest interval with 40 % of a normal distribution, in standard deviations: twice
/// its 70 % quantile.
const CORE_WIDTH_SIGMAS: f64 = 1.049;

/// Share of the short windows from which the noise is estimated if most were disturbed.
const DENSEST_SHARE: f64 = 0.2;

/// Width of the shortest interval with 20 % of a normal distribution, in standard deviations.
const DENSEST_WIDTH_SIGMAS: f64 = 0.507;

/// Maximum interquartile range of undisturbed windows, in standard deviations estimated from the
/// densest fifth. A normal distribution has 1.35, a uniform one 0.86, an exponential one 2.5.
const RANGE_IS_NOISE: f64 = 2.5;

/// Correction for small samples: the densest fifth of `n` windows is narrower by chance, by a
/// factor of 1 + 12 n^-¾ (normal and Laplace, 40 to 4,000 windows, simulated, 1,000 draws each: 1.9
/// at 40, 1.4 at 100, 1.2 at 200).
const FEW: f64 = 12.0;

/// Number of alternating refinements of location and width: they change little after the second.
const REFINEMENTS: u32 = 2;

/// Maximum refined width, in widths from the short windows.
const WIDEST: f64 = 4.0;

/// Half-width of the interval without noise, in ticks: two reads of a clock together leave an error
/// of up to one tick either way.
pub(super) const CLEAN_QUANTA: f64 = 1.05;

/// Minimum number of windows of a lower mode, as a fraction of the fullest one.
const SUPPORT_PART: f64 = 0.2;

/// Minimum number of windows of a lower mode, for short lists.
const SUPPORT_LEAST: usize = 4;

/// Maximum share of windows below the fullest mode for which it is itself the lowest one that
/// counts.
const NONE_BELOW: f64 = 0.03;

/// Top of the interval, as a fraction of its width. Few undisturbed windows lie there: with 50
/// interruptions of 50 to 300 ns per millisecond, one in forty of the short ones.
const TOP: f64 = 0.25;

/// Minimum number of windows above the interval, as a fraction of those in it, at which the density
/// above may underestimate the interruptions inside. With the interruptions of [`TOP`] the density
/// above alone gave a coverage of 73 % (52 ns tick) and 58 % (521 ns) in 500 simulations each; with
/// the top as well 99 and 100 % in 100. With fewer windows above, the phase of the ticks would
/// outweigh the interruptions in the top.
const MANY_ABOVE: f64 = 0.05;

/// Minimum number of valid windows for a sample: with fewer all windows of the type are used.
pub(super) const FEWEST: usize = 3;

/// Width of the interval of undisturbed windows in nanoseconds, from the short windows.
pub(super) fn width_by_short_windows(sorted: &[f64], quantum_ns: f64) -> f64 {
    let (Some(densest), Some(range)) = (shortest_span(sorted, DENSEST_SHARE, 2), interquartile(sorted))
    else {
        return 0.0;
    };
    // Values on a lattice cover one step more than the distance between the first and the last.
    let covered = if range > 2.0 * quantum_ns { densest + quantum_ns } else { densest };
    let sigma = covered / DENSEST_WIDTH_SIGMAS * (1.0 + FEW / (sorted.len() as f64).powf(0.75));
    if range <= RANGE_IS_NOISE * sigma {
        return CLEAN_RANGES * range;
    }
    // Most were disturbed. Start with half the width from the densest fifth: the refinement widens
    // it up to the width of the mode.
    CLEAN_SIGMAS / 2.0 * sigma
}

fn interquartile(sorted: &[f64]) -> Option<f64> {
    let mut values = sorted.to_vec();
    Some(-quantile(&mut values, 0.25)? + quantile(&mut values, 0.75)?)
}

/// The interval that contains the undisturbed windows of a type.
pub(super) struct CleanRange {
    pub(super) low_ns: f64,
    pub(super) high_ns: f64,
}

impl CleanRange {
    /// The lowest supported mode of `sorted`, at least `least_ns` wide. If windows of this length
    /// scatter more, it is as wide as for the normal distribution with the same shortest 40 %
    /// interval.
    pub(super) fn of(sorted: &[f64], least_ns: f64) -> CleanRange {
        let mut width_ns = least_ns;
        let mut held = lowest_mode(sorted, width_ns);
        for _ in 0..REFINEMENTS {
            let core = shortest_span(&sorted[held.0..held.1], CORE_SHARE, 1).unwrap_or(0.0);
            let wanted = core * CLEAN_SIGMAS / CORE_WIDTH_SIGMAS;
            if held.1 - held.0 < FEWEST || wanted <= width_ns {
                break;
            }
            width_ns = wanted.min(width_ns * WIDEST);
            held = lowest_mode(sorted, width_ns);
        }
        // The width is fixed and the points leave room in the interval: centre it on them.
        let (first, last) = (sorted[held.0], sorted[held.1 - 1]);
        let room = (width_ns - (last - first)) / 2.0;
        CleanRange { low_ns: first - room, high_ns: last + room }
    }

    pub(super) fn width_ns(&self) -> f64 {
        self.high_ns - self.low_ns
    }

    /// Maximum mean excess time of the undisturbed windows among `sorted` because of interruptions
    /// that are hidden in the noise, in nanoseconds.
    ///
    /// Inside the interval interruptions are assumed to be as dense as just above it: each window
    /// above represents one inside, which adds half the width. This is a bound because shorter
    /// interruptions are usually rarer. If there are so many that this is in doubt, the interval's
    /// top is used as well: its share of the windows beyond its share of the short windows, which
    /// have few interruptions, was lengthened.
    pub(super) fn undetected_ns(&self, sorted: &[f64], top_of_short: f64) -> f64 {
        let just_above = between(sorted, self.high_ns.next_up(), self.high_ns + self.width_ns()).len();
        let above = just_above as f64 / self.held(sorted).len() as f64;
        let within = (self.top_share(sorted) - top_of_short) / TOP;
        let density = if above >= MANY_ABOVE { above.max(within) } else { above };
        density * self.width_ns() / 2.0
    }

    /// Fraction of the undisturbed windows among `sorted` in the top of the interval.
    pub(super) fn top_share(&self, sorted: &[f64]) -> f64 {
        let top = between(sorted, self.high_ns - TOP * self.width_ns(), self.high_ns);
        top.len() as f64 / self.held(sorted).len() as f64
    }

    /// The undisturbed ones of the `sorted` times.
    pub(super) fn held<'a>(&self, sorted: &'a [f64]) -> &'a [f64] {
        between(sorted, self.low_ns, self.high_ns)
    }
}

/// Those of the `sorted` values that lie within these bounds.
fn between(sorted: &[f64], low: f64, high: f64) -> &[f64] {
    let from_low = &sorted[sorted.partition_point(|&value| value < low)..];
    &from_low[..from_low.partition_point(|&value| value <= high)]
}

/// For each of these durations of windows of one type, returns `true` if it is at the lower edge.
pub fn undisturbed(times_ns: &[f64], quantum_ns: f64) -> Vec<bool> {
    let mut sorted: Vec<f64> = times_ns.iter().copied().filter(|time| !time.is_nan()).collect();
    sorted.sort_unstable_by(f64::total_cmp);
    if sorted.is_empty() {
        return vec![false; times_ns.len()];
    }
    let width_ns = (2.0 * CLEAN_QUANTA * quantum_ns).max(width_by_short_windows(&sorted, quantum_ns));
    let clean = CleanRange::of(&sorted, width_ns);
    times_ns.iter().map(|time| (clean.low_ns..=clean.high_ns).contains(time)).collect()
}

/// Fraction of the `sorted` values at their lower edge: in the lowest supported mode of this width.
pub(crate) fn clean_share(sorted: &[f64], width: f64) -> f64 {
    if sorted.is_empty() {
        return 0.0;
    }
    let (first, end) = lowest_mode(sorted, width);
    (end - first) as f64 / sorted.len() as f64
}

/// Range of indices of the lowest supported mode of this width in `sorted`, which must not be
/// empty.
fn lowest_mode(sorted: &[f64], width_ns: f64) -> (usize, usize) {
    let ends = ends(sorted, width_ns);
    let held = |start: usize| ends[start] - start;
    // The first of equally full intervals.
    let fullest = (0..sorted.len()).rev().max_by_key(|&start| held(start)).unwrap_or(0);
    if fullest as f64 <= (NONE_BELOW * sorted.len() as f64).max(FEWEST as f64) {
        return (fullest, ends[fullest]);
    }
    let most = held(fullest);
    let enough = (SUPPORT_PART * most as f64).max(SUPPORT_LEAST.min(most) as f64);
    let mut start = (0..=fullest).find(|&start| held(start) as f64 >= enough).unwrap_or(fullest);
    // Climb to the top of that mode, while the next interval overlaps it or is much fuller: a slope
    // is not a mode.
    loop {
        let next = (start..ends[start]).rev().max_by_key(|&next| held(next)).unwrap_or(start);
        let overlaps = sorted[next] - sorted[start] <= OVERLAPPING * width_ns;
        let much_fuller = held(next) as f64 >= MUCH_FULLER * held(start) as f64;
        if held(next) <= held(start) || !(overlaps || much_fuller) {
            return (start, ends[start]);
        }
        start = next;
    }
}

/// Maximum distance of the next interval in the same mode, as a fraction of the width.
const OVERLAPPING: f64 = 0.75;

/// Minimum ratio of counts at which an interval beyond that distance belongs to the same mode.
const MUCH_FULLER: f64 = 1.5;

/// For each of the `sorted` values, one past the index of the last value within `width_ns` above
/// it.
fn ends(sorted: &[f64], width_ns: f64) -> Vec<usize> {
    let mut end = 0;
    let of = |(start, &low): (usize, &f64)| {
        // With a NaN width the interval contains the value itself.
        end = end.max(start + 1);
        while end < sorted.len() && sorted[end] <= low + width_ns {
            end += 1;
        }
        end
    };
    sorted.iter().enumerate().map(of).collect()
}

/// Width of the shortest interval that contains the fraction `share` of the `sorted` values, and at
/// least `least` of them.
fn shortest_span(sorted: &[f64], share: f64, least: usize) -> Option<f64> {
    let held = ((sorted.len() as f64 * share).ceil() as usize).max(least);
    sorted.windows(held).map(|run| run[held - 1] - run[0]).min_by(f64::total_cmp)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn around(centre: f64, count: usize) -> impl Iterator<Item = f64> {
        (0..count).map(move |i| centre + (i as f64 / count as f64 - 0.5) * 8.0)
    }

    fn sorted(values: impl Iterator<Item = f64>) -> Vec<f64> {
        let mut values: Vec<f64> = values.collect();
        values.sort_unstable_by(f64::total_cmp);
        values
    }

    #[test]
    fn the_lowest_supported_mode_counts_and_not_the_fullest() {
        let values = sorted(around(100.0, 60).chain(around(150.0, 200)));
        assert_eq!(lowest_mode(&values, 10.0), (0, 60));
    }

    #[test]
    fn a_few_early_values_are_no_mode() {
        let values = sorted(around(100.0, 5).chain(around(150.0, 300)));
        assert_eq!(lowest_mode(&values, 10.0), (5, 305));
    }

    #[test]
    fn beside_many_late_windows_the_top_of_the_interval_tells_of_the_hidden_ones() {
        let clean = CleanRange { low_ns: 100.0, high_ns: 200.0 };
        let of = |top: usize, above: usize| {
            let on = std::iter::repeat_n(120.0, 100 - top).chain(std::iter::repeat_n(190.0, top));
            clean.undetected_ns(&sorted(on.chain(std::iter::repeat_n(250.0, above))), 0.02)
        };
        assert_eq!(of(2, 20), 0.2 * 100.0 / 2.0, "no more in the top than in that of the short ones");
        assert!(
            (of(22, 20) - 0.8 * 100.0 / 2.0).abs() < 1e-9,
            "a fifth in a quarter of the width is four fifths in all"
        );
        assert_eq!(of(22, 2), 0.02 * 100.0 / 2.0, "what the ticks put there does not count");
    }

    #[test]
    fn what_is_no_number_holds_only_itself() {
        assert_eq!(lowest_mode(&[1.0, 2.0], f64::NAN), (0, 1));
        assert_eq!(lowest_mode(&[1.0], 0.0), (0, 1));
    }
}
