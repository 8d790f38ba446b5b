//! Consecutive windows with their times, and the changes of the clock that they show.
//!
//! Each window consists of additions for some ten microseconds. One that is longer than its
//! neighbours was interrupted: it is flagged and kept, but not evaluated. A level is the mean of
//! the windows near the median of an interval.

use serde::{Deserialize, Serialize};
use trueghz::Interval;
use trueghz::estimate::CONFIDENCE;
use trueghz::internal::{Moments, are_few, median, student_factor, valleys};

/// A timed run of additions.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct TimedWindow {
    /// Start in nanoseconds since the first instruction after a rest, or of a load.
    pub at_ns: f64,
    /// Duration in nanoseconds.
    pub elapsed_ns: f64,
    /// Mean clock over the window, in hertz, at one cycle per step.
    pub hz: f64,
    /// Whether it took longer than its neighbours suggest: an interrupt, or another program, was on
    /// the core.
    pub interrupted: bool,
}

impl TimedWindow {
    pub(crate) fn middle_ns(&self) -> f64 {
        self.at_ns + self.elapsed_ns / 2.0
    }
}

/// A change of the clock within a window or two.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct Step {
    /// Time in milliseconds since the first instruction.
    pub at_ms: f64,
    /// The clock before, in hertz.
    pub from_hz: f64,
    /// The clock after, in hertz.
    pub to_hz: f64,
}

/// Number of neighbours on either side with which a window is compared.
pub(crate) const NEIGHBOURS: usize = 2;

/// Minimum excess time of an interrupted window, as a fraction, if it also exceeds two ticks: an
/// interrupt takes a microsecond.
const LATE: f64 = 0.015;

/// Maximum distance from the median of a level, as a fraction, or two ticks if that is more. A
/// window outside was interrupted for less than [`LATE`], or belongs to another level.
const NEAR: f64 = 0.001;

/// Number of windows on either side of a step.
const BESIDE_STEP: usize = 5;

/// Minimum relative size of a reported step.
pub(crate) const STEP: f64 = 0.03;

/// Maximum variation of the clock on either side of a step, as a fraction of the step.
const FLAT_BESIDE: f64 = 0.25;

/// Minimum share of a clock in a window that contains the step: a window's own clock may be off by
/// as much.
const BESIDE: f64 = 0.05;

/// Minimum excess time of an interrupted window, as a fraction: [`LATE`], or the timing error at
/// both ends if larger.
pub(crate) fn late(elapsed_ns: f64, quantum_ns: f64) -> f64 {
    LATE.max(2.0 * quantum_ns / elapsed_ns)
}

/// Flags the interrupted windows. `quantum_ns` is the maximum error of a window's duration: a tick
/// and the read.
pub fn flag(windows: &mut [TimedWindow], quantum_ns: f64) {
    let clocks: Vec<f64> = windows.iter().map(|window| window.hz).collect();
    for (index, window) in windows.iter_mut().enumerate() {
        let around = index.saturating_sub(NEIGHBOURS)..(index + NEIGHBOURS + 1).min(clocks.len());
        let usual = median(&mut clocks[around].to_vec()).unwrap_or(window.hz);
        let late = late(window.elapsed_ns, quantum_ns);
        window.interrupted = window.hz * (1.0 + late) < usual;
    }
}

/// Flags the windows of a ramp during longer interruptions, which neighbours do not show: they lie
/// in valleys of the clock. If there are many, the clock alternates, and none is flagged.
pub(crate) fn flag_valleys(windows: &mut [TimedWindow], quantum_ns: f64) {
    let clean = || windows.iter().filter(|window| !window.interrupted);
    let clocks: Vec<f64> = clean().map(|window| window.hz).collect();
    let usual_ns = median(&mut clean().map(|window| window.elapsed_ns).collect::<Vec<f64>>());
    // The highest of many windows is a tick or more above the median, the lowest as much below.
    let same = LATE.max(usual_ns.map_or(LATE, |usual_ns| 4.0 * quantum_ns / usual_ns));
    let valleys = valleys(&clocks, None, same);
    if are_few(&valleys) {
        let clean = windows.iter_mut().filter(|window| !window.interrupted);
        clean.zip(valleys).for_each(|(window, is_valley)| window.interrupted = is_valley);
    }
}

/// The mean of the clocks near their median, with Student's interval. Each may be off by the
/// fraction `off`. A median alone would be one of a coarse timer's values; a mean of all would
/// include interruptions too brief to be flagged. The scatter does not show a common error, so the
/// interval contains `off` in addition.
pub(crate) fn level_hz(clocks: &mut [f64], off: f64) -> Option<Interval> {
    let middle = median(clocks)?;
    let near = NEAR.max(2.0 * off);
    let mut moments = Moments::default();
    clocks.iter().filter(|hz| (**hz / middle - 1.0).abs() <= near).for_each(|hz| moments.add(*hz));
    let hz = moments.mean();
    let root = moments.count.sqrt();
    let scatter_hz = student_factor(moments.count as usize, CONFIDENCE) * moments.variance().sqrt() / root;
    let half_hz = scatter_hz + hz * off / root;
    Some(Interval::around(hz, half_hz))
}

/// Running median of each window and its neighbours.
pub(crate) fn running_median(clean: &[TimedWindow]) -> Vec<f64> {
    let around = |index: usize| {
        // As many on either side. At the ends there are fewer, so that a slope is not distorted.
        let reach = NEIGHBOURS.min(index).min(clean.len() - 1 - index);
        let mut clocks: Vec<f64> =
            clean[index - reach..=index + reach].iter().map(|window| window.hz).collect();
        median(&mut clocks).unwrap_or(clean[index].hz)
    };
    (0..clean.len()).map(around).collect()
}

/// Changes of the clock within one window, between two intervals of constant clock.
pub(crate) fn steps(clean: &[TimedWindow]) -> Vec<Step> {
    let stretch = |windows: &[TimedWindow]| {
        let mut clocks: Vec<f64> = windows.iter().map(|window| window.hz).collect();
        let width = clocks.iter().copied().fold(f64::NEG_INFINITY, f64::max)
            - clocks.iter().copied().fold(f64::INFINITY, f64::min);
        (median(&mut clocks).unwrap_or(0.0), width)
    };
    // The index, the variation of the clock on either side, and the step.
    let mut found: Vec<(usize, f64, Step)> = Vec::new();
    for index in BESIDE_STEP..clean.len().saturating_sub(BESIDE_STEP) {
        let (before, width_before) = stretch(&clean[index - BESIDE_STEP..index]);
        let (after, width_after) = stretch(&clean[index + 1..=index + BESIDE_STEP]);
        let jump = after - before;
        let width = width_before.max(width_after);
        if (jump / before).abs() < STEP || width > FLAT_BESIDE * jump.abs() {
            continue;
        }
        let part_after = ((clean[index].hz - before) / jump).clamp(0.0, 1.0);
        let at_ns = fell_ns(&clean[index - 1..=index + 1], part_after);
        let step = Step { at_ms: at_ns / 1e6, from_hz: before, to_hz: after };
        match found.last_mut() {
            // The window around a step with the least variation on both sides locates it.
            Some(known) if index - known.0 <= BESIDE_STEP => {
                if width < known.1 {
                    *known = (index, width, step);
                }
            }
            _ => found.push((index, width, step)),
        }
    }
    found.into_iter().map(|(.., step)| step).collect()
}

/// Time of a step, given the middle one of three windows and the fraction of it after the step.
fn fell_ns(around: &[TimedWindow], part_after: f64) -> f64 {
    let [before, window, after] = *around else { unreachable!("three windows") };
    let between = |earlier: TimedWindow, later: TimedWindow| {
        let end_ns = earlier.at_ns + earlier.elapsed_ns;
        end_ns + (later.at_ns - end_ns).max(0.0) / 2.0
    };
    // If a window has nearly nothing of one clock, the step fell between it and a neighbour.
    if part_after > 1.0 - BESIDE {
        between(before, window)
    } else if part_after < BESIDE {
        between(window, after)
    } else {
        window.at_ns + window.elapsed_ns * (1.0 - part_after)
    }
}
