//! Computes the ramp of the clock from the windows after a rest: first clock, steps, and times. A
//! pure function.
//!
//! The windows are consecutive, each some 40 µs of additions. A time is where the running median
//! crosses a fraction of the rise, between the middles of two windows. Its interval extends to the
//! crossings a little below and above, by as much as a window scatters.

use serde::{Deserialize, Serialize};
use trueghz::Interval;
use trueghz::internal::{HELD, is_calm, median};

use crate::windows::timed::{Step, TimedWindow, level_hz, running_median, steps};

/// The clock after a rest.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
#[non_exhaustive]
pub struct Ramp {
    /// The clock at the beginning, in hertz.
    pub idle_hz: Interval,
    /// The clock at the end, in hertz.
    pub last_hz: Interval,
    /// Whether the clock was constant at the end: otherwise it was still rising, and there are no
    /// times.
    pub settled: bool,
    /// Time at which half of the way from the idle to the last clock was reached, in milliseconds
    /// since the first instruction; absent if both are equal within 1 %.
    pub t50_ms: Option<Interval>,
    /// Time at 90 %; absent like `t50_ms`.
    pub t90_ms: Option<Interval>,
    /// Time at 99 %; absent like `t50_ms`.
    pub t99_ms: Option<Interval>,
    /// Changes of 3 % and more within a window.
    pub steps: Vec<Step>,
}

/// Fraction of the time at the end from which the last clock is computed.
const LAST_PART: f64 = 0.2;

/// Maximum relative difference between this fraction and the one before it for a constant clock.
/// Ramps of a governor change by more in a fifth of 300 ms.
const STOOD: f64 = 0.003;

/// Maximum relative difference of the first windows from which the idle clock is computed.
const IDLE: f64 = 0.005;

/// Maximum number of these windows: 4 ms suffice, and a clock that never moves has millions.
const MOST_IDLE: usize = 100;

/// Minimum relative difference of the idle and the last clock for a ramp.
const NO_WAY: f64 = 0.01;

/// Number of windows whose median confirms that a crossing is permanent: half a millisecond.
const CONFIRM: usize = 12;

/// Evaluates flagged windows. Returns `None` if fewer than two dozen were undisturbed. `quantum_ns`
/// is the maximum error of a window's duration, and `overhead_uncertainty` the maximum relative
/// error that all windows share.
pub fn ramp(windows: &[TimedWindow], quantum_ns: f64, overhead_uncertainty: f64) -> Option<Ramp> {
    let clean: Vec<TimedWindow> = windows.iter().filter(|window| !window.interrupted).copied().collect();
    if clean.len() < 2 * CONFIRM {
        return None;
    }
    let idle = idle(&clean, quantum_ns)?;
    let TimedWindow { at_ns: end_ns, elapsed_ns, .. } = *clean.last()?;
    let off = quantum_ns / elapsed_ns;
    let in_part = |parts_from_end: f64| {
        let until = end_ns * (1.0 - LAST_PART * (parts_from_end - 1.0));
        let from = end_ns * (1.0 - LAST_PART * parts_from_end);
        let of_part = clean.iter().filter(|window| (from..=until).contains(&window.at_ns));
        level_hz(&mut of_part.map(|window| window.hz).collect::<Vec<f64>>(), off)
    };
    let (last, before) = (in_part(1.0)?, in_part(2.0)?);
    let settled = (last.value / before.value - 1.0).abs() <= STOOD;
    let smooth = running_median(&clean);
    let way = last.value - idle.value;
    let moves = settled && (way / last.value).abs() > NO_WAY;
    let error_hz = last.value * off;
    let when = |part: f64| {
        moves.then(|| crossing_ms(&clean, &smooth, (idle.value + part * way, way), error_hz)).flatten()
    };
    Some(Ramp {
        idle_hz: idle.widened(overhead_uncertainty),
        last_hz: last.widened(overhead_uncertainty),
        settled,
        t50_ms: when(0.5),
        t90_ms: when(0.9),
        t99_ms: when(0.99),
        steps: steps(&clean),
    })
}

/// The clock of the first windows, up to the first that differs. The very first ones serve to find
/// the window length: they are short, and with coarse ticks not precise. First windows that scatter
/// were interrupted.
fn idle(clean: &[TimedWindow], quantum_ns: f64) -> Option<Interval> {
    let first = || clean.iter().take(MOST_IDLE);
    let usual_ns = median(&mut first().map(|window| window.elapsed_ns).collect::<Vec<f64>>())?;
    let sound: Vec<TimedWindow> =
        first().filter(|window| window.elapsed_ns >= usual_ns / 2.0).copied().collect();
    let alike = |from: usize| {
        let mut clocks: Vec<f64> = Vec::new();
        for window in &sound[from..] {
            let alike = IDLE.max(2.0 * quantum_ns / window.elapsed_ns);
            let usual = median(&mut clocks.clone()).unwrap_or(window.hz);
            if (window.hz / usual - 1.0).abs() > alike {
                break;
            }
            clocks.push(window.hz);
        }
        clocks
    };
    let held = (0..sound.len()).find(|&from| alike(from).len() >= HELD).unwrap_or(0);
    let coming: Vec<f64> = sound[..held].iter().map(|window| window.hz).collect();
    let begins = if is_calm(&coming, IDLE) { 0 } else { held };
    level_hz(&mut alike(begins), quantum_ns / usual_ns)
}

/// Time of the permanent crossing of a level, on a rise or a fall.
fn crossing_ms(
    clean: &[TimedWindow],
    smooth: &[f64],
    (level, way): (f64, f64),
    error_hz: f64,
) -> Option<Interval> {
    let ms = crossing_ns(clean, smooth, level, way)? / 1e6;
    let early = crossing_ns(clean, smooth, level - error_hz * way.signum(), way);
    let late = crossing_ns(clean, smooth, level + error_hz * way.signum(), way);
    let low_ms = early.map_or(ms, |ns| ns / 1e6).min(ms);
    // Beyond the last clock there is no crossing: then the upper side of the interval equals the
    // lower.
    let high_ms = late.map_or(2.0 * ms - low_ms, |ns| ns / 1e6).max(ms);
    // Within a window the time is unknown.
    let half_window_ms = clean.iter().find(|window| window.middle_ns() / 1e6 >= ms)?.elapsed_ns / 2e6;
    Some(Interval { value: ms, low: (low_ms - half_window_ms).max(0.0), high: high_ms + half_window_ms })
}

fn crossing_ns(clean: &[TimedWindow], smooth: &[f64], level: f64, way: f64) -> Option<f64> {
    let is_beyond = |hz: f64| (hz - level) * way >= 0.0;
    let for_good = |index: usize| {
        let coming = &smooth[index..(index + CONFIRM).min(smooth.len())];
        coming.iter().filter(|hz| is_beyond(**hz)).count() * 2 > coming.len()
    };
    let index = (0..smooth.len()).find(|&index| is_beyond(smooth[index]) && for_good(index))?;
    let after_ns = clean[index].middle_ns();
    let Some(before) = index.checked_sub(1) else { return Some(after_ns) };
    let before_ns = clean[before].middle_ns();
    let part = (level - smooth[before]) / (smooth[index] - smooth[before]);
    Some(before_ns + (after_ns - before_ns) * part.clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::windows::timed::{flag, flag_valleys};

    /// Windows of 40 µs of a clock.
    fn windows(hz: impl Fn(f64) -> f64) -> Vec<TimedWindow> {
        let window = |index: i32| {
            let at_ns = f64::from(index) * 40e3;
            let parts = (0..100).map(|part| hz(at_ns + 400.0 * (f64::from(part) + 0.5)));
            TimedWindow { at_ns, elapsed_ns: 40e3, hz: parts.sum::<f64>() / 100.0, interrupted: false }
        };
        (0..7_500).map(window).collect()
    }

    fn climbs(over_ms: f64) -> impl Fn(f64) -> f64 {
        move |ns| 0.6e9 + 2.4e9 * (ns / 1e6 / over_ms).min(1.0)
    }

    #[test]
    fn times_on_a_smooth_ramp_are_those_of_its_line() {
        for over_ms in [5.0, 20.0, 100.0] {
            let found = ramp(&windows(climbs(over_ms)), 20.0, 0.0).expect("a ramp");
            assert!(found.settled && found.steps.is_empty(), "{found:?}");
            assert!((found.last_hz.value / 3e9 - 1.0).abs() < 1e-6);
            for (moment, part) in [(found.t50_ms, 0.5), (found.t90_ms, 0.9), (found.t99_ms, 0.99)] {
                let moment = moment.expect("a time");
                // The idle clock is taken from the first windows, in which a fast ramp has already
                // moved.
                let within = (0.02 * part * over_ms).max(0.1);
                assert!((moment.value - part * over_ms).abs() < within, "{over_ms} ms, {part}: {moment:?}");
                assert!(moment.contains(moment.value));
            }
        }
    }

    #[test]
    fn first_windows_that_are_too_short_for_the_tick_say_nothing_of_the_idle_clock() {
        // As observed at 13 MHz: they take 1, 3, 5 and 11 µs, and the tick makes them up to 3 %
        // faster or slower.
        let mut windows = windows(|ns| if ns < 10e6 { 0.7e9 } else { 2.8e9 });
        for (window, (us, off)) in
            windows.iter_mut().zip([(1.4, 0.036), (2.9, 0.013), (5.5, -0.008), (10.9, 0.0)])
        {
            window.elapsed_ns = us * 1e3;
            window.hz *= 1.0 + off;
        }
        let found = ramp(&windows, 122.0, 0.0).expect("a ramp");
        assert!((found.idle_hz.value / 0.7e9 - 1.0).abs() < 1e-3, "{:?}", found.idle_hz);
    }

    #[test]
    fn steps_are_found_with_their_time() {
        let found = ramp(
            &windows(|ns| match ns {
                ns if ns < 3.01e6 => 0.6e9,
                ns if ns < 9.333e6 => 1.8e9,
                _ => 3.0e9,
            }),
            20.0,
            0.0,
        )
        .expect("a ramp");
        let at: Vec<f64> = found.steps.iter().map(|step| step.at_ms).collect();
        assert_eq!(at.len(), 2, "{:?}", found.steps);
        assert!((at[0] - 3.01).abs() < 0.002 && (at[1] - 9.333).abs() < 0.002, "{at:?}");
        assert!((found.idle_hz.value / 0.6e9 - 1.0).abs() < 1e-6);
        // Half of the rise lies between the end of the first step and the beginning of the second:
        // any time between.
        assert!(found.t50_ms.is_some_and(|t50| (2.9..9.4).contains(&t50.value)), "{found:?}");
    }

    #[test]
    fn a_clock_that_stands_has_no_times_and_no_steps() {
        let found = ramp(&windows(|_| 3e9), 20.0, 0.0).expect("a ramp");
        assert!(found.settled && found.steps.is_empty());
        assert_eq!((found.t50_ms, found.t90_ms, found.t99_ms), (None, None, None));
    }

    #[test]
    fn a_clock_on_its_way_has_no_times() {
        let found = ramp(&windows(climbs(400.0)), 20.0, 0.0).expect("a ramp");
        assert!(!found.settled);
        assert_eq!(found.t50_ms, None);
    }

    #[test]
    fn interrupted_windows_are_flagged_and_say_nothing() {
        let mut disturbed = windows(climbs(20.0));
        for index in (10..7_500).step_by(97) {
            disturbed[index].hz *= 0.7;
        }
        flag(&mut disturbed, 20.0);
        let flagged = disturbed.iter().filter(|window| window.interrupted).count();
        assert_eq!(flagged, (10..7_500).step_by(97).count());
        let found = ramp(&disturbed, 20.0, 0.0).expect("a ramp");
        assert!((found.t50_ms.expect("a time").value - 10.0).abs() < 0.2, "{found:?}");
        assert!(found.steps.is_empty());
    }

    #[test]
    fn a_clock_that_stood_has_no_times_however_long_it_was_disturbed() {
        // A deterministic scatter: of the first windows, or of later ones.
        for (from, count) in [(0, 3), (0, 12), (0, 90), (3, 1), (40, 5), (700, 1_500), (7_000, 400)] {
            let mut disturbed = windows(|_| 3e9);
            for (place, window) in disturbed.iter_mut().skip(from).take(count).enumerate() {
                window.hz *= 0.1 + 0.8 * ((place as f64 + 1.0) * 0.618_034).fract();
            }
            flag(&mut disturbed, 20.0);
            flag_valleys(&mut disturbed, 20.0);
            let found = ramp(&disturbed, 20.0, 0.0).expect("a ramp");
            assert_eq!(
                (found.t50_ms, found.t90_ms, found.t99_ms),
                (None, None, None),
                "{from} {count}: {:?}",
                found.idle_hz
            );
            if from >= HELD {
                assert!(
                    disturbed.iter().all(|window| window.interrupted != (window.hz == 3e9)),
                    "{from} {count}"
                );
            }
        }
    }

    #[test]
    fn a_clock_that_goes_to_and_fro_is_not_interrupted() {
        let mut windows = windows(|ns| if ((ns / 4e6) as u64).is_multiple_of(2) { 3e9 } else { 2.6e9 });
        flag_valleys(&mut windows, 20.0);
        assert!(windows.iter().all(|window| !window.interrupted));
    }

    #[test]
    fn a_fall_is_a_ramp_too() {
        let falls = |ns: f64| 3e9 - 1.2e9 * (ns / 50e6).min(1.0);
        let found = ramp(&windows(falls), 20.0, 0.0).expect("a ramp");
        assert!((found.t50_ms.expect("a time").value - 25.0).abs() < 0.5, "{found:?}");
        assert!((found.last_hz.value / 1.8e9 - 1.0).abs() < 1e-6);
    }

    #[test]
    fn a_minute_of_windows_is_estimated_in_a_moment() {
        let one = windows(|_| 3e9);
        let minute: Vec<TimedWindow> = (0..200)
            .flat_map(|round| {
                let later = move |window: &TimedWindow| TimedWindow {
                    at_ns: window.at_ns + 300e6 * f64::from(round),
                    ..*window
                };
                one.iter().map(later).collect::<Vec<_>>()
            })
            .collect();
        let found = ramp(&minute, 20.0, 0.0).expect("a ramp");
        assert_eq!((found.idle_hz.value, found.t50_ms), (3e9, None));
    }

    #[test]
    fn a_few_windows_say_nothing() {
        assert_eq!(ramp(&windows(|_| 3e9)[..20], 20.0, 0.0), None);
    }
}
