//! What an estimate comes to.

use serde::{Deserialize, Serialize};

use super::consensus::ChainResult;
use super::diagnostic::Diagnostic;
use super::frequency::Frequency;
use super::variation::{Point, Range};
use super::verdict::{Reason, Verdict};
use super::windows::WindowCount;

/// The loop with nothing in it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct TightLoop {
    /// Cycles that an iteration takes; absent where it was not measured.
    pub cycles_per_iteration: Option<f64>,
    /// Its standard error, in cycles.
    pub error_cycles: Option<f64>,
}

/// One of the levels among which a clock moved.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct ClockState {
    /// The level, in hertz.
    pub hz: f64,
    /// The share of the time that the clock stood there, 0 to 1.
    pub share: f64,
}

/// What is beyond the lowest or highest level for less than this part of the time is not in the range.
pub(super) const MOMENT: f64 = 0.005;

/// A clock that is known to this part of it is known well enough where many are measured: ±20 ppm, beside the ±57 ppm of a
/// usual reference clock.
const GOOD_ENOUGH: f64 = 20e-6;

/// What the windows of one core say.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct Estimate {
    /// The verdict.
    pub verdict: Verdict,
    /// Why there is no number, where there is none.
    pub reason: Option<Reason>,
    /// The number; absent when refused.
    pub frequency: Option<Frequency>,
    /// The clock was at least this, in hertz: what still holds where no moment was undisturbed. Absent where there is
    /// a number, and where nothing holds.
    pub at_least_hz: Option<f64>,
    /// Between what a varying clock moved.
    pub range: Option<Range>,
    /// The levels at which a varying clock stood, that of the most time first; empty where it stood at none.
    pub states: Vec<ClockState>,
    /// The clock over time.
    pub time_line: Vec<Point>,
    /// Every kind of chain.
    pub chains: Vec<ChainResult>,
    /// The loop with nothing in it.
    pub tight_loop: TightLoop,
    /// The effective clock: cycles that the thread got per second of wall time. Steal time, duty cycling and idle
    /// injection show here and hide from clean windows.
    pub effective_hz: Option<f64>,
    /// How many windows.
    pub windows: WindowCount,
    /// The cpu whose windows count, where known.
    pub cpu: Option<u32>,
    /// What the windows show besides the number.
    pub diagnostics: Vec<Diagnostic>,
}

impl Estimate {
    /// No number, for `reason`.
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
            windows: WindowCount { taken: 0, kept: 0 },
            cpu: None,
            diagnostics: Vec::new(),
        }
    }

    /// Whether more windows would tell little more: the clock stood, and is known well within what reference clocks are off
    /// by.
    pub(crate) fn is_good_enough(&self) -> bool {
        let is_narrow = |f: Frequency| f.farther_end_hz() <= GOOD_ENOUGH * f.hz;
        self.verdict == Verdict::Steady && self.frequency.is_some_and(is_narrow)
    }

    /// No number instead of one that no core has.
    pub(super) fn implausible(self) -> Estimate {
        Estimate { windows: self.windows, cpu: self.cpu, ..Estimate::refused(Reason::Implausible) }
    }
}

/// By how much a long window took longer than an undisturbed one of its kind.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Lateness {
    /// As a part of that one, in parts per million.
    pub(crate) ppm: f64,
    /// Whether the window counts: nothing came between.
    pub(crate) kept: bool,
}
