//! Which windows of a kind were undisturbed: those at the lower edge.
//!
//! Whatever comes between makes a window longer, so the undisturbed windows of a sort are the *lowest* of its modes
//! that enough of them support. On a quiet machine that is also the fullest; beside a busy sibling or many short
//! interruptions another one, above it, may hold more.

use super::statistics::quantile;

/// The interval of the clean windows is this many interquartile ranges of the short ones wide: ±3.4 standard
/// deviations of a normal distribution; of an exponential one all but 0.4 %.
const CLEAN_RANGES: f64 = 5.0;

/// The same in standard deviations.
const CLEAN_SIGMAS: f64 = 6.7;

/// The share of the clean windows whose shortest interval tells how much they scatter.
const CORE_SHARE: f64 = 0.4;

/// The width of the shortest interval with 40 % of a normal distribution, in standard deviations: twice its 70 %
/// quantile.
const CORE_WIDTH_SIGMAS: f64 = 1.049;

/// The share of the short windows by which their noise is known where most of them were disturbed...
const DENSEST_SHARE: f64 = 0.2;

/// ...and the width of the shortest interval with 20 % of a normal distribution, in standard deviations.
const DENSEST_WIDTH_SIGMAS: f64 = 0.507;

/// An interquartile range wider than this many standard deviations of the densest fifth is one of disturbed windows. A
/// normal distribution has 1.35, an even one 0.86, an exponential one 2.5.
const RANGE_IS_NOISE: f64 = 2.5;

/// Of `n` windows the densest fifth is narrower by chance, by 1 + 12 n^-¾ (normal and Laplace, 40 to 4,000 windows, simulated, 1,000
/// draws each: 1.9 at 40, 1.4 at 100, 1.2 at 200).
const FEW: f64 = 12.0;

/// Times that place and width are refined in turn: they change by little after the second.
const REFINEMENTS: u32 = 2;

/// The refined width at most, in widths that the short windows gave.
const WIDEST: f64 = 4.0;

/// Two reads of a clock that steps leave an error of up to one step each way, whatever the noise.
pub(super) const CLEAN_QUANTA: f64 = 1.05;

/// A lower mode counts if it holds this part of what the fullest one holds...
const SUPPORT_PART: f64 = 0.2;

/// ...or so many windows, where that is more than a part of the few there are.
const SUPPORT_LEAST: usize = 4;

/// With less than this part of all windows below it the fullest mode is the lowest one that counts.
const NONE_BELOW: f64 = 0.03;

/// The top of the interval of the clean windows is this part of it: few undisturbed ones lie there, one in forty of the short ones
/// beside 50 interruptions of 50 to 300 ns a millisecond.
const TOP: f64 = 0.25;

/// With as many windows above the interval, as a part of those in it, there may be more inside than the density above it says. Of
/// 500 simulated intervals each beside those interruptions 73 % (a tick of 52 ns) and 58 % (521 ns) held by the density above alone,
/// 99 and 100 % of 100 hold by the top as well. With fewer above, what the phase of the ticks puts into the top would outweigh them.
const MANY_ABOVE: f64 = 0.05;

/// Fewer windows than this that count are no sample: then all of the sort are looked at.
pub(super) const FEWEST: usize = 3;

/// How wide the clean windows scatter, in nanoseconds, as the short ones show it.
pub(super) fn width_by_short_windows(sorted: &[f64], quantum_ns: f64) -> f64 {
    let (Some(densest), Some(range)) = (shortest_run(sorted, DENSEST_SHARE, 2), interquartile(sorted)) else {
        return 0.0;
    };
    // Values on a lattice cover one step more than lies between the first and the last.
    let covered = if range > 2.0 * quantum_ns { densest + quantum_ns } else { densest };
    let sigma = covered / DENSEST_WIDTH_SIGMAS * (1.0 + FEW / (sorted.len() as f64).powf(0.75));
    if range <= RANGE_IS_NOISE * sigma {
        return CLEAN_RANGES * range;
    }
    // Most were disturbed. Half the width that the densest fifth tells: the refinement lets it grow as far as the mode
    // itself is wide.
    CLEAN_SIGMAS / 2.0 * sigma
}

fn interquartile(sorted: &[f64]) -> Option<f64> {
    let mut values = sorted.to_vec();
    Some(-quantile(&mut values, 0.25)? + quantile(&mut values, 0.75)?)
}

/// Where the clean windows of a sort lie.
pub(super) struct CleanRange {
    pub(super) low_ns: f64,
    pub(super) high_ns: f64,
}

impl CleanRange {
    /// The lowest supported mode of `sorted`, at least `least_ns` wide; wider where windows of this length scatter
    /// more, as far as the normal distribution goes that has the same shortest 40 % interval.
    pub(super) fn of(sorted: &[f64], least_ns: f64) -> CleanRange {
        let mut width_ns = least_ns;
        let mut held = lowest_mode(sorted, width_ns);
        for _ in 0..REFINEMENTS {
            let core = shortest_run(&sorted[held.0..held.1], CORE_SHARE, 1).unwrap_or(0.0);
            let wanted = core * CLEAN_SIGMAS / CORE_WIDTH_SIGMAS;
            if held.1 - held.0 < FEWEST || wanted <= width_ns {
                break;
            }
            width_ns = wanted.min(width_ns * WIDEST);
            held = lowest_mode(sorted, width_ns);
        }
        // The interval is as long as it is wherever its points leave it room: put them in its middle.
        let (first, last) = (sorted[held.0], sorted[held.1 - 1]);
        let room = (width_ns - (last - first)) / 2.0;
        CleanRange { low_ns: first - room, high_ns: last + room }
    }

    pub(super) fn width_ns(&self) -> f64 {
        self.high_ns - self.low_ns
    }

    /// By how much interruptions that cannot be told from the noise may have lengthened the clean windows among `sorted` on
    /// average, in nanoseconds.
    ///
    /// Inside the interval interruptions are taken to be as dense as just above it: each that is above stands for one inside,
    /// which adds half the width. The shorter, the rarer, as a rule: then this is a bound. Where they are so many that this is
    /// in doubt, the interval's top tells besides: what it holds beyond what it holds of the short windows, which have few of
    /// them, was lengthened.
    pub(super) fn undetected_ns(&self, sorted: &[f64], top_of_short: f64) -> f64 {
        let just_above = between(sorted, self.high_ns.next_up(), self.high_ns + self.width_ns()).len();
        let above = just_above as f64 / self.held(sorted).len() as f64;
        let within = (self.top_share(sorted) - top_of_short) / TOP;
        let density = if above >= MANY_ABOVE { above.max(within) } else { above };
        density * self.width_ns() / 2.0
    }

    /// The part of the clean windows among `sorted` that lies in the interval's top.
    pub(super) fn top_share(&self, sorted: &[f64]) -> f64 {
        let top = between(sorted, self.high_ns - TOP * self.width_ns(), self.high_ns);
        top.len() as f64 / self.held(sorted).len() as f64
    }

    /// Those of the `sorted` times that are clean.
    pub(super) fn held<'a>(&self, sorted: &'a [f64]) -> &'a [f64] {
        between(sorted, self.low_ns, self.high_ns)
    }
}

/// Those of the `sorted` values that lie within these bounds.
fn between(sorted: &[f64], low: f64, high: f64) -> &[f64] {
    let from_low = &sorted[sorted.partition_point(|&value| value < low)..];
    &from_low[..from_low.partition_point(|&value| value <= high)]
}

/// Which of these times of windows of one sort are at their lower edge.
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

/// The part of the `sorted` values that lies at their edge: in the lowest supported mode of this width.
pub(crate) fn clean_share(sorted: &[f64], width: f64) -> f64 {
    if sorted.is_empty() {
        return 0.0;
    }
    let (first, end) = lowest_mode(sorted, width);
    (end - first) as f64 / sorted.len() as f64
}

/// The first and one past the last of the `sorted` values, of which there is one at least, in the lowest interval of this
/// width that is a mode and holds enough.
fn lowest_mode(sorted: &[f64], width_ns: f64) -> (usize, usize) {
    let ends = ends(sorted, width_ns);
    let held = |start: usize| ends[start] - start;
    // Of several the first.
    let fullest = (0..sorted.len()).rev().max_by_key(|&start| held(start)).unwrap_or(0);
    if fullest as f64 <= (NONE_BELOW * sorted.len() as f64).max(FEWEST as f64) {
        return (fullest, ends[fullest]);
    }
    let most = held(fullest);
    let enough = (SUPPORT_PART * most as f64).max(SUPPORT_LEAST.min(most) as f64);
    let mut start = (0..=fullest).find(|&start| held(start) as f64 >= enough).unwrap_or(fullest);
    // Uphill to the top of that mode, as long as the next interval overlaps it or is much fuller: a slope is none.
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

/// The next interval belongs to the same mode if it begins within this part of a width...
const OVERLAPPING: f64 = 0.75;

/// ...or holds so many times as much.
const MUCH_FULLER: f64 = 1.5;

/// For each of the `sorted` values one past the last that lies within `width_ns` above it.
fn ends(sorted: &[f64], width_ns: f64) -> Vec<usize> {
    let mut end = 0;
    let of = |(start, &low): (usize, &f64)| {
        // A width that is no number holds the value itself.
        end = end.max(start + 1);
        while end < sorted.len() && sorted[end] <= low + width_ns {
            end += 1;
        }
        end
    };
    sorted.iter().enumerate().map(of).collect()
}

/// The width of the shortest interval that holds this share of the `sorted` values, and `least` of them.
fn shortest_run(sorted: &[f64], share: f64, least: usize) -> Option<f64> {
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
