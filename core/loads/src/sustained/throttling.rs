//! Evaluates the windows of a sustained load: peak clock, final clock, throttling. A pure function.
//!
//! The windows are normally ten milliseconds apart, so that their cost to the load is negligible;
//! times are known to this resolution. A clock that alternates between two levels is detected from
//! the distribution of its windows, not from their order: the levels may change faster than windows
//! are taken.

use serde::{Deserialize, Serialize};
use trueghz::Interval;
use trueghz::internal::{median, quantile};

use crate::windows::timed::{STEP, Step, TimedWindow, level_hz, running_median, steps};

/// The clock under a sustained load.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
#[non_exhaustive]
pub struct Sustained {
    /// The highest clock, in hertz: the mean of all windows in half seconds within 0.5 % of the
    /// best one.
    pub peak_hz: Interval,
    /// The clock at the end, in hertz: in the last minute, or the last fifth of a load of less than
    /// five minutes.
    pub last_hz: Interval,
    /// Duration of this time at the end, in milliseconds.
    pub last_ms: f64,
    /// The loss between the two as a fraction of the peak, 0.12 for 12 %, with the interval that
    /// follows from theirs. Nothing was lost if the interval is not above 0.
    pub loss: Interval,
    /// Time in milliseconds since the load began at which the clock, after its peak, fell below
    /// 97 % of it and stayed there for five seconds, a fifth of a shorter load, or to the end;
    /// absent if it did not. A clock that rises to its peak is not throttled.
    pub throttled_ms: Option<Interval>,
    /// Whether the clock, after it fell, was within 3 % of its peak again at the very end.
    #[serde(default)]
    #[cfg_attr(feature = "uniffi", uniffi(default = false))]
    pub recovered: bool,
    /// Set if the clock alternated between two levels.
    pub alternation: Option<Alternation>,
    /// Changes of at least 3 % from one window to the next, in order of time. If there are more
    /// than a hundred, the largest hundred.
    pub steps: Vec<Step>,
}

/// A clock that alternates between two levels.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct Alternation {
    /// The higher level, in hertz.
    pub high_hz: Interval,
    /// The lower level, in hertz.
    pub low_hz: Interval,
    /// Share of the windows at the higher level, 0 to 1.
    pub high_fraction: f64,
}

/// Number of windows that are evaluated together: half a second.
const STRETCH: usize = 50;

/// Minimum number of windows for a result.
const LEAST: usize = 24;

/// Maximum relative difference of intervals with the same clock.
const SAME: f64 = 0.005;

/// The final clock is computed from this fraction of the time at the end.
const LAST_PART: f64 = 0.2;

/// Maximum of this time, in nanoseconds.
const LAST_NS: f64 = 60e9;

/// Minimum loss of a throttled clock, as a fraction of the peak: boost clocks change by one or two
/// per cent with the load on other cores.
const THROTTLED: f64 = 0.03;

/// Share of the load's time, from half a second to five, for which a throttled clock stays low.
/// Other programs that take a core for some tenths of a second look alike.
const STAYS_PART: f64 = 0.2;
const STAYS_NS: (f64, f64) = (0.5e9, 5e9);

/// Maximum number of reported steps.
const MOST_STEPS: usize = 100;

/// Minimum share of the windows at each of two levels.
const PART_OF_A_LEVEL: f64 = 0.05;

/// Minimum number of windows at each of two levels, since interruptions of equal duration resemble
/// a level. A timer of 250 Hz hits one in fifty windows of 80 µs: three of a load's first forty in
/// one load of twenty, eight in one of a million.
const FEWEST_OF_A_LEVEL: usize = 8;

/// Minimum share of a level's windows within [`SAME`] of its median: the others contain a change,
/// or were interrupted.
const NARROW_PART: f64 = 0.8;

/// Minimum number of changes between the levels of an alternating clock. With fewer it throttles,
/// or recovers.
const CHANGES: usize = 4;

/// Evaluates flagged windows. Returns `None` if fewer than two dozen were undisturbed. `quantum_ns`
/// is the maximum error of a window's duration (a tick and the read), and `overhead_uncertainty`
/// the maximum relative error that all windows share.
pub fn sustained(windows: &[TimedWindow], quantum_ns: f64, overhead_uncertainty: f64) -> Option<Sustained> {
    let off = quantum_ns / median(&mut windows.iter().map(|window| window.elapsed_ns).collect::<Vec<_>>())?;
    let same = SAME.max(2.0 * off);
    let levels = two_levels(windows, same);
    // Next to a higher level a lower one looks like an interruption.
    let sound = |window: &&TimedWindow| {
        !window.interrupted || levels.as_ref().is_some_and(|levels| levels.holds(window.hz, same))
    };
    let clean: Vec<TimedWindow> = windows.iter().filter(sound).copied().collect();
    if clean.len() < LEAST {
        return None;
    }
    let smooth = running_median(&clean);
    let (peak, peak_ns) = peak(&clean, same, off)?;
    let end_ns = clean.last()?.at_ns;
    let last_ns = (LAST_PART * end_ns).min(LAST_NS);
    let at_end = clean.iter().filter(|window| window.at_ns >= end_ns - last_ns);
    let last = level_hz(&mut at_end.map(|window| window.hz).collect::<Vec<f64>>(), off)?;
    let lost = |last_hz: f64, peak_hz: f64| 1.0 - last_hz / peak_hz;
    let loss = Interval {
        value: lost(last.value, peak.value),
        low: lost(last.high, peak.low),
        high: lost(last.low, peak.high),
    };
    let low_hz = peak.value * (1.0 - THROTTLED);
    let throttled_ms = throttled_ms(&clean, &smooth, peak_ns, low_hz);
    let recovered = throttled_ms.is_some()
        && median(&mut smooth[smooth.len() - LEAST..].to_vec()).is_some_and(|hz| hz >= low_hz);
    Some(Sustained {
        // An error that all windows share does not affect the loss.
        peak_hz: peak.widened(overhead_uncertainty),
        last_hz: last.widened(overhead_uncertainty),
        last_ms: last_ns / 1e6,
        loss,
        throttled_ms,
        recovered,
        alternation: levels.and_then(|levels| levels.alternation(off)),
        steps: largest(steps(&clean)),
    })
}

/// Level of all intervals that are as fast as the fastest, and the start of the first of them in
/// nanoseconds.
fn peak(clean: &[TimedWindow], same: f64, off: f64) -> Option<(Interval, f64)> {
    let stretches: Vec<(f64, &[TimedWindow])> = clean
        .chunks(STRETCH)
        .filter(|stretch| stretch.len() >= LEAST)
        .filter_map(|stretch| Some((median(&mut clocks(stretch))?, stretch)))
        .collect();
    let highest = stretches.iter().map(|(hz, _)| *hz).fold(f64::NEG_INFINITY, f64::max);
    let at_peak = || stretches.iter().filter(|(hz, _)| *hz >= highest * (1.0 - same));
    let (_, first) = at_peak().next()?;
    let level = level_hz(&mut at_peak().flat_map(|(_, stretch)| clocks(stretch)).collect::<Vec<f64>>(), off)?;
    Some((level, first[0].at_ns))
}

fn clocks(windows: &[TimedWindow]) -> Vec<f64> {
    windows.iter().map(|window| window.hz).collect()
}

/// Time at which the clock fell below a level permanently, after it had reached it, and after its
/// peak was first seen.
fn throttled_ms(clean: &[TimedWindow], smooth: &[f64], peak_ns: f64, level: f64) -> Option<Interval> {
    let at_peak = clean.partition_point(|window| window.at_ns < peak_ns);
    let reached = at_peak + smooth[at_peak..].iter().position(|hz| *hz >= level)?;
    let stays_ns = (STAYS_PART * clean.last()?.at_ns).clamp(STAYS_NS.0, STAYS_NS.1);
    // For each number of first windows, how many of them are below.
    let mut below_of_first = vec![0];
    below_of_first.extend(smooth.iter().scan(0, |below, hz| {
        *below += usize::from(*hz < level);
        Some(*below)
    }));
    let stays = |from: usize| {
        let until = clean.partition_point(|window| window.at_ns <= clean[from].at_ns + stays_ns);
        let coming = until - from;
        coming >= LEAST && (below_of_first[until] - below_of_first[from]) * 2 > coming
    };
    let below = (reached + 1..smooth.len()).find(|&index| smooth[index] < level && stays(index))?;
    let (before, after) = (clean[below - 1], clean[below]);
    let ms = (before.middle_ns() + after.middle_ns()) / 2e6;
    // The median of five windows crosses at the third one, or at the one before it.
    let low_ms = clean[below.saturating_sub(2)].at_ns / 1e6;
    let high_ms = clean[(below + 1).min(clean.len() - 1)].at_ns / 1e6;
    Some(Interval { value: ms, low: low_ms.min(ms), high: high_ms.max(ms) })
}

fn largest(mut steps: Vec<Step>) -> Vec<Step> {
    let size = |step: &Step| (step.to_hz / step.from_hz).ln().abs();
    steps.sort_unstable_by(|a, b| size(b).total_cmp(&size(a)));
    steps.truncate(MOST_STEPS);
    steps.sort_unstable_by(|a, b| a.at_ms.total_cmp(&b.at_ms));
    steps
}

/// Windows of two levels.
struct TwoLevels {
    high: Vec<f64>,
    low: Vec<f64>,
    high_hz: f64,
    low_hz: f64,
}

impl TwoLevels {
    fn holds(&self, hz: f64, same: f64) -> bool {
        [self.high_hz, self.low_hz].iter().any(|level| (hz / level - 1.0).abs() <= same)
    }

    fn alternation(mut self, off: f64) -> Option<Alternation> {
        let high_fraction = self.high.len() as f64 / (self.high.len() + self.low.len()) as f64;
        Some(Alternation {
            high_hz: level_hz(&mut self.high, off)?,
            low_hz: level_hz(&mut self.low, off)?,
            high_fraction,
        })
    }
}

/// The two levels of an alternating clock, if it alternates.
fn two_levels(windows: &[TimedWindow], same: f64) -> Option<TwoLevels> {
    let mut all = clocks(windows);
    let (highest, lowest) =
        (quantile(&mut all, 1.0 - PART_OF_A_LEVEL / 2.0)?, quantile(&mut all, PART_OF_A_LEVEL / 2.0)?);
    // Two means (S. P. Lloyd, Least squares quantization in PCM, 1982). One step suffices: the
    // middle of the medians on either side of the first cut.
    let halves = |cut: f64| -> (Vec<f64>, Vec<f64>) { all.iter().partition(|hz| **hz >= cut) };
    let (mut high, mut low) = halves((highest + lowest) / 2.0);
    let cut = (median(&mut high)? + median(&mut low)?) / 2.0;
    let (mut high, mut low) = halves(cut);
    let (high_hz, low_hz) = (median(&mut high)?, median(&mut low)?);
    if low_hz > high_hz * (1.0 - STEP) {
        return None;
    }
    let is_level = |members: &[f64], hz: f64| {
        let near = members.iter().filter(|member| (**member / hz - 1.0).abs() <= same).count() as f64;
        members.len() >= FEWEST_OF_A_LEVEL
            && members.len() as f64 >= PART_OF_A_LEVEL * windows.len() as f64
            && near >= NARROW_PART * members.len() as f64
    };
    let sides: Vec<bool> = windows.iter().map(|window| window.hz >= cut).collect();
    let changes = sides.windows(2).filter(|pair| pair[0] != pair[1]).count();
    let two = is_level(&high, high_hz) && is_level(&low, low_hz) && changes >= CHANGES;
    two.then_some(TwoLevels { high, low, high_hz, low_hz })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::windows::timed::flag;

    /// Windows of 80 µs, one each 10 ms, of a clock over time in seconds.
    fn windows(seconds: u32, hz: impl Fn(f64) -> f64) -> Vec<TimedWindow> {
        let window = |index: u32| {
            let at_ns = f64::from(index) * 10e6;
            TimedWindow { at_ns, elapsed_ns: 80e3, hz: hz(at_ns / 1e9), interrupted: false }
        };
        (0..seconds * 100).map(window).collect()
    }

    #[test]
    fn a_clock_that_stands_loses_nothing() {
        let found = sustained(&windows(60, |_| 3e9), 20.0, 0.0).expect("a result");
        assert!(found.loss.value.abs() < 1e-9 && found.loss.low <= 0.0 && found.loss.high >= 0.0);
        assert_eq!((found.throttled_ms, found.alternation, found.steps.len()), (None, None, 0));
        assert!((found.last_ms - 12e3).abs() < 20.0, "{}", found.last_ms);
    }

    #[test]
    fn the_time_of_a_fall_is_known_to_a_window() {
        let falls = windows(300, |s| if s < 73.2174 { 3e9 } else { 1.8e9 });
        let found = sustained(&falls, 20.0, 0.0).expect("a result");
        let fell = found.throttled_ms.expect("it fell");
        assert!((fell.value - 73_217.4).abs() < 10.0 && fell.contains(73_217.4), "{fell:?}");
        assert!((found.loss.value - 0.4).abs() < 1e-6, "{found:?}");
        assert!((found.last_ms - 60e3).abs() < 20.0, "{}", found.last_ms);
        let [step] = found.steps[..] else { panic!("one step: {:?}", found.steps) };
        assert!((step.at_ms - 73_217.4).abs() < 10.0, "{step:?}");
    }

    #[test]
    fn a_clock_that_comes_from_below_is_not_throttled() {
        let climbs = windows(20, |s| 1e9 + 2e9 * (s / 0.5).min(1.0));
        let found = sustained(&climbs, 20.0, 0.0).expect("a result");
        assert_eq!(found.throttled_ms, None);
        assert!((found.peak_hz.value / 3e9 - 1.0).abs() < 1e-3, "{:?}", found.peak_hz);
    }

    #[test]
    fn a_clock_that_reaches_its_peak_later_was_not_throttled_before() {
        // Boost clocks vary with the other cores' load like this: 3.2 % lower at first, except
        // briefly.
        let clock = |s: f64| if !(1.0..=12.0).contains(&s) { 3.87e9 } else { 3.74e9 };
        let moved = windows(30, |s| if s < 1.0 { 3.76e9 } else { clock(s) });
        let found = sustained(&moved, 20.0, 0.0).expect("a result");
        assert_eq!(found.throttled_ms, None);
        let fell =
            sustained(&windows(30, clock), 20.0, 0.0).expect("a result").throttled_ms.expect("it fell");
        assert!((fell.value - 1e3).abs() < 20.0, "{fell:?}");
    }

    #[test]
    fn a_slow_decline_is_throttling_without_a_step() {
        let found = sustained(&windows(100, |s| 3e9 * (1.0 - 0.002 * s)), 20.0, 0.0).expect("a result");
        assert!(found.steps.is_empty());
        // 3 % below the mean of the windows that are within 0.5 % of the first half second.
        let fell = found.throttled_ms.expect("it fell").value;
        assert!((15e3..17.6e3).contains(&fell), "{fell}");
    }

    #[test]
    fn a_dip_is_no_throttling() {
        let dips = windows(60, |s| if (20.0..20.8).contains(&s) { 2.5e9 } else { 3e9 });
        let found = sustained(&dips, 20.0, 0.0).expect("a result");
        assert_eq!((found.throttled_ms, found.steps.len()), (None, 2), "{found:?}");
    }

    #[test]
    fn a_few_interruptions_of_one_length_are_no_level() {
        // Interruptions by a timer are alike, and two of a load's forty windows are a twentieth of
        // them.
        let hit = [9, 19, 30];
        let mut windows =
            windows(1, |s| if hit.contains(&((s * 100.0).round() as u32)) { 2.85e9 } else { 3e9 });
        windows.truncate(40);
        flag(&mut windows, 20.0);
        let found = sustained(&windows, 20.0, 0.0).expect("a result");
        assert_eq!((found.alternation, found.peak_hz.value), (None, 3e9), "{found:?}");
    }

    #[test]
    fn two_levels_are_named_however_fast_they_change() {
        // Alternating every 30 ms, and in an order that no window can follow.
        for hz in [
            (|s: f64| if ((s / 0.03) as u64).is_multiple_of(2) { 3e9 } else { 2.7e9 }) as fn(f64) -> f64,
            |s| {
                if ((s * 100.0).round() as u64 * 7_919) % 10 < 7 { 3e9 } else { 2.7e9 }
            },
        ] {
            let mut windows = windows(30, hz);
            flag(&mut windows, 20.0);
            let found = sustained(&windows, 20.0, 0.0).expect("a result");
            let two = found.alternation.expect("two levels");
            assert!(
                (two.high_hz.value, two.low_hz.value) == (3e9, 2.7e9) && two.high_fraction > 0.4,
                "{two:?}"
            );
            assert!(found.steps.len() <= MOST_STEPS);
        }
    }

    #[test]
    fn interruptions_are_no_second_level() {
        let mut disturbed = windows(30, |_| 3e9);
        for (place, index) in (0..disturbed.len()).step_by(7).enumerate() {
            disturbed[index].hz *= 0.4 + 0.05 * (place % 11) as f64;
        }
        flag(&mut disturbed, 20.0);
        let found = sustained(&disturbed, 20.0, 0.0).expect("a result");
        assert_eq!((found.alternation, found.throttled_ms), (None, None));
        assert!(found.loss.value.abs() < 1e-9 && found.steps.is_empty(), "{found:?}");
    }

    #[test]
    fn a_few_windows_say_nothing() {
        assert_eq!(sustained(&windows(60, |_| 3e9)[..20], 20.0, 0.0), None);
        assert_eq!(sustained(&[], 20.0, 0.0), None);
    }
}
