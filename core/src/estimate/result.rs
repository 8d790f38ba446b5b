//! The result of an estimate.

use serde::{Deserialize, Serialize};

use super::consensus::ChainResult;
use super::frequency::Frequency;
use super::variation::{Point, Range};
use super::verdict::{Reason, Verdict};
use super::windows::WindowCount;
use crate::warning::Warning;

/// The empty loop.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct TightLoop {
    /// Cycles per iteration; absent if not measured.
    pub cycles_per_iteration: Option<f64>,
    /// Its standard error, in cycles.
    pub error_cycles: Option<f64>,
}

/// One of the levels of a varying clock.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct ClockState {
    /// The level, in hertz.
    pub hz: f64,
    /// Time share of the level, 0 to 1.
    pub time_share: f64,
}

/// Minimum time share beyond the lowest or highest level for extending the range.
pub(super) const MIN_DWELL_SHARE: f64 = 0.005;

/// Relative half-width that suffices if many cores are measured: ±20 ppm, compared with the ±57 ppm
/// of a typical reference clock.
const GOOD_ENOUGH: f64 = 20e-6;

/// The estimate from the windows of one core.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
#[non_exhaustive]
pub struct Estimate {
    /// The verdict.
    pub verdict: Verdict,
    /// Reason for a missing value.
    pub reason: Option<Reason>,
    /// The value; absent if refused.
    pub frequency: Option<Frequency>,
    /// Lower bound of the clock, in hertz, if no round was undisturbed. Absent if there is a value,
    /// or no bound.
    pub at_least_hz: Option<f64>,
    /// Range of a varying clock.
    pub range: Option<Range>,
    /// Levels of a varying clock by time share, largest first; empty if there are none.
    pub states: Vec<ClockState>,
    /// The clock over time.
    pub time_line: Vec<Point>,
    /// Every kind of chain.
    pub chains: Vec<ChainResult>,
    /// The empty loop.
    pub tight_loop: TightLoop,
    /// The effective clock: cycles that the thread received per second of wall time. Steal time,
    /// duty cycling and idle injection reduce it and do not affect undisturbed windows.
    pub effective_hz: Option<f64>,
    /// Number of windows.
    pub windows: WindowCount,
    /// The CPU whose windows are valid, if known.
    pub cpu: Option<u32>,
    /// Warnings whose cause is in the windows.
    pub warnings: Vec<Warning>,
}

impl Estimate {
    /// An estimate without a value, for `reason`.
    pub fn refused(reason: Reason) -> Estimate {
        Estimate {
            verdict: Verdict::Refused,
            reason: Some(reason),
            frequency: None,
            at_least_hz: None,
            range: None,
            states: Vec::new(),
            time_line: Vec::new(),
            chains: Vec::new(),
            tight_loop: TightLoop { cycles_per_iteration: None, error_cycles: None },
            effective_hz: None,
            windows: WindowCount { total: 0, undisturbed: 0 },
            cpu: None,
            warnings: Vec::new(),
        }
    }

    /// Returns `true` if more windows would add little: the clock was steady, and its uncertainty
    /// is well below that of reference clocks.
    pub(crate) fn is_good_enough(&self) -> bool {
        let is_narrow = |f: Frequency| f.hz.max_half_width() <= GOOD_ENOUGH * f.hz.value;
        self.verdict == Verdict::Steady && self.frequency.is_some_and(is_narrow)
    }

    /// Removes a value that no core can have.
    pub(super) fn implausible(self) -> Estimate {
        Estimate { windows: self.windows, cpu: self.cpu, ..Estimate::refused(Reason::Implausible) }
    }
}

/// Excess time of a long window relative to an undisturbed one of its kind.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Lateness {
    /// Fraction of the undisturbed duration, in parts per million.
    pub(crate) ppm: f64,
    /// Whether the window is undisturbed.
    pub(crate) kept: bool,
}
