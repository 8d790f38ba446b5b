//! Windows one after another, each with its place in time, and what they tell of a clock that moves.
//!
//! Each window is some ten microseconds of additions. One that is late beside its neighbours was interrupted: it is flagged,
//! kept, and says nothing of the clock. A level is the mean of a stretch's windows near their median.

use serde::{Deserialize, Serialize};

use super::frequency::CONFIDENCE;
use super::held::{are_few, valleys};
use super::statistics::{Moments, median, student_factor};
use crate::Interval;

/// A stretch of additions at a known time.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct TimedWindow {
    /// When it began, in nanoseconds since the first instruction: of a run after a rest, or of a load.
    pub at_ns: f64,
    /// How long it took, in nanoseconds.
    pub elapsed_ns: f64,
    /// The clock that its steps took a cycle each of, in hertz: the mean over the window.
    pub hz: f64,
    /// Whether it took longer than its neighbours let expect: an interrupt, or another program, was on the core.
    pub interrupted: bool,
}

impl TimedWindow {
    pub(super) fn middle_ns(&self) -> f64 {
        self.at_ns + self.elapsed_ns / 2.0
    }
}

/// A clock with its 95 % interval, in hertz.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct Level {
    /// The clock.
    pub hz: f64,
    /// The lower end.
    pub low_hz: f64,
    /// The upper end.
    pub high_hz: f64,
}

impl Level {
    /// The same, in hertz.
    pub fn in_hz(&self) -> Interval {
        Interval { value: self.hz, low: self.low_hz, high: self.high_hz }
    }

    /// With an interval that is wider by this part on either side.
    pub(super) fn widened(self, part: f64) -> Level {
        let by_hz = self.hz * part;
        Level { hz: self.hz, low_hz: self.low_hz - by_hz, high_hz: self.high_hz + by_hz }
    }
}

/// A time since the first instruction, in milliseconds, with its interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct Moment {
    /// The time.
    pub ms: f64,
    /// The lower end.
    pub low_ms: f64,
    /// The upper end.
    pub high_ms: f64,
}

/// A change of the clock within a window or two.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct Step {
    /// When, in milliseconds since the first instruction.
    pub at_ms: f64,
    /// The clock before, in hertz.
    pub from_hz: f64,
    /// The clock after, in hertz.
    pub to_hz: f64,
}

/// Windows that are looked at on either side of one.
pub(crate) const NEIGHBOURS: usize = 2;

/// A window is late if it took this part longer than its neighbours, besides two ticks: an interrupt takes a microsecond.
const LATE: f64 = 0.015;

/// What is farther from the median of a level than this part, and than two ticks, does not count: it was interrupted for less
/// than [`LATE`], or belongs to another level.
const NEAR: f64 = 0.001;

/// Windows on either side of a step.
const BESIDE_STEP: usize = 5;

/// The least step that is told.
pub(super) const STEP: f64 = 0.03;

/// A step is one if the clock on either side moves by no more than this part of it.
const FLAT_BESIDE: f64 = 0.25;

/// A window with less than this part of a clock has nothing of it: so far a window's own clock may be off beside a step.
const BESIDE: f64 = 0.05;

/// The part by which a time is late: besides that, what it may be off by on either side.
pub(crate) fn late(elapsed_ns: f64, quantum_ns: f64) -> f64 {
    LATE.max(2.0 * quantum_ns / elapsed_ns)
}

/// Flags the windows that were interrupted. `quantum_ns` is what a window's time may be off by: a tick and the read.
pub fn flag(windows: &mut [TimedWindow], quantum_ns: f64) {
    let clocks: Vec<f64> = windows.iter().map(|window| window.hz).collect();
    for (index, window) in windows.iter_mut().enumerate() {
        let around = index.saturating_sub(NEIGHBOURS)..(index + NEIGHBOURS + 1).min(clocks.len());
        let usual = median(&mut clocks[around].to_vec()).unwrap_or(window.hz);
        let late = late(window.elapsed_ns, quantum_ns);
        window.interrupted = window.hz * (1.0 + late) < usual;
    }
}

/// Flags the windows of a ramp that were interrupted for longer than their neighbours tell: they lie in valleys of the clock. Where
/// these are many, the clock goes to and fro, and nothing is flagged.
pub(crate) fn flag_valleys(windows: &mut [TimedWindow], quantum_ns: f64) {
    let clean = || windows.iter().filter(|window| !window.interrupted);
    let clocks: Vec<f64> = clean().map(|window| window.hz).collect();
    let usual_ns = median(&mut clean().map(|window| window.elapsed_ns).collect::<Vec<f64>>());
    // The highest of many is a tick or more above the usual, the lowest as much below.
    let same = LATE.max(usual_ns.map_or(LATE, |usual_ns| 4.0 * quantum_ns / usual_ns));
    let valleys = valleys(&clocks, None, same);
    if are_few(&valleys) {
        let clean = windows.iter_mut().filter(|window| !window.interrupted);
        clean.zip(valleys).for_each(|(window, is_valley)| window.interrupted = is_valley);
    }
}

/// The mean of the clocks that are near their median, each of which may be off by the part `off`, with Student's interval. A
/// median alone takes one of a coarse timer's values; a mean of all takes in what was interrupted too briefly to be flagged.
/// Where all are off alike, their scatter shows nothing of it, and the interval has that besides.
pub(super) fn level(clocks: &mut [f64], off: f64) -> Option<Level> {
    let middle = median(clocks)?;
    let near = NEAR.max(2.0 * off);
    let mut moments = Moments::default();
    clocks.iter().filter(|hz| (**hz / middle - 1.0).abs() <= near).for_each(|hz| moments.add(*hz));
    let hz = moments.mean();
    let root = moments.count.sqrt();
    let scatter_hz = student_factor(moments.count as usize, CONFIDENCE) * moments.variance().sqrt() / root;
    let half_hz = scatter_hz + hz * off / root;
    Some(Level { hz, low_hz: hz - half_hz, high_hz: hz + half_hz })
}

/// The median of each window and those around it.
pub(super) fn running_median(clean: &[TimedWindow]) -> Vec<f64> {
    let around = |index: usize| {
        // As many on either side: at the ends fewer, so that a slope is not bent.
        let reach = NEIGHBOURS.min(index).min(clean.len() - 1 - index);
        let mut clocks: Vec<f64> =
            clean[index - reach..=index + reach].iter().map(|window| window.hz).collect();
        median(&mut clocks).unwrap_or(clean[index].hz)
    };
    (0..clean.len()).map(around).collect()
}

/// Changes within a window between two stretches that stand.
pub(super) fn steps(clean: &[TimedWindow]) -> Vec<Step> {
    let stretch = |windows: &[TimedWindow]| {
        let mut clocks: Vec<f64> = windows.iter().map(|window| window.hz).collect();
        let width = clocks.iter().copied().fold(f64::NEG_INFINITY, f64::max)
            - clocks.iter().copied().fold(f64::INFINITY, f64::min);
        (median(&mut clocks).unwrap_or(0.0), width)
    };
    // With the index, and how much the clock moved beside it.
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
            // Of the windows around a step, the one with the calmest sides has it.
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

/// When a step fell, of which the middle one of three windows has so much of what came after.
fn fell_ns(around: &[TimedWindow], part_after: f64) -> f64 {
    let [before, window, after] = *around else { unreachable!("three windows") };
    let between = |earlier: TimedWindow, later: TimedWindow| {
        let end_ns = earlier.at_ns + earlier.elapsed_ns;
        end_ns + (later.at_ns - end_ns).max(0.0) / 2.0
    };
    // A window that has nearly nothing of either clock lies beside the step, which fell where no window was.
    if part_after > 1.0 - BESIDE {
        between(before, window)
    } else if part_after < BESIDE {
        between(window, after)
    } else {
        window.at_ns + window.elapsed_ns * (1.0 - part_after)
    }
}
