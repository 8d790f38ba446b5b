//! A window in nanoseconds, and its classification.

use crate::chain::{BodyLength, ChainKind, Role};

use super::result::Lateness;
use super::statistics::median;

/// Number of lengths of a kind's windows.
pub(super) const LENGTHS: usize = BodyLength::ALL.len();

/// Number of window types: a kind in a length.
pub(super) const WINDOW_TYPES: usize = ChainKind::ALL.len() * LENGTHS;

/// Index of a window type in tables.
pub(super) fn window_type(kind: ChainKind, length: BodyLength) -> usize {
    kind as usize * LENGTHS + length as usize
}

/// Classification of a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Classification {
    /// Undisturbed: the window is valid.
    Undisturbed,
    /// Undisturbed, but the core was contended at that time, so the window is not used.
    Contended,
    /// Longer than the undisturbed windows of its kind: interrupted.
    Interrupted,
    /// Shorter than the undisturbed windows of its kind: the clock lost time, or the window's type
    /// is not understood.
    TooShort,
    /// The clock went back, or stopped.
    ClockFault,
    /// The window did not end on the intended core.
    Migrated,
}

/// A window in nanoseconds.
#[derive(Debug, Clone, Copy)]
pub struct Sample {
    /// The chain's kind.
    pub kind: ChainKind,
    /// The chain's body.
    pub length: BodyLength,
    /// The round, counted among the recorded ones; [`LEFT_OUT`] rounds represent those excluded
    /// between two.
    pub round: usize,
    /// Time from the first window's start to this one's, in nanoseconds; long gaps are shortened.
    pub at_ns: f64,
    /// Time from the first window's start to this one's end, likewise.
    pub end_ns: f64,
    /// Time between it and the window before, in nanoseconds; negative if the clock went back.
    pub gap_ns: f64,
    /// Duration in nanoseconds, scaled to the nominal iteration count of its type, without the wait
    /// for the edge.
    pub time_ns: f64,
    /// Level of the clock in this window: logarithm of its cycle time relative to the main level.
    pub level: f64,
    /// `time_ns` scaled to the main level: for comparing kinds.
    pub level_ns: f64,
    /// Duration beyond that of an undisturbed window of its type on the same level, in nanoseconds.
    pub excess_ns: f64,
    /// Steps of the chain at the nominal iteration count of its type.
    pub nominal_steps: f64,
    /// Whether it is used for the edge of its type: if the core is shared at times, only windows of
    /// the other times are.
    pub counts: bool,
    /// The classification.
    pub classification: Classification,
}

/// The clock at a level (logarithm of its cycle time relative to the main level), in hertz, given
/// the clock `main_hz` of the main level.
pub(super) fn in_hz(level: f64, main_hz: f64) -> f64 {
    main_hz * (-level).exp()
}

impl Sample {
    /// Returns `true` if its duration is valid.
    pub fn is_valid(&self) -> bool {
        !matches!(self.classification, Classification::ClockFault | Classification::Migrated)
    }

    /// Excess time relative to an undisturbed window of its kind; `None` if the window cannot be
    /// compared, or is not long.
    pub(super) fn lateness(&self) -> Option<Lateness> {
        let compared = matches!(
            self.classification,
            Classification::Undisturbed | Classification::Interrupted | Classification::TooShort
        );
        let is_long = self.length == BodyLength::Long && self.kind.role() != Role::TightLoop;
        let ppm = self.excess_ns / (self.time_ns - self.excess_ns) * 1e6;
        let kept = self.classification == Classification::Undisturbed;
        (compared && is_long && ppm.is_finite()).then_some(Lateness { ppm, kept })
    }

    pub(super) fn set_level(&mut self, level: f64) {
        self.level = level;
        self.level_ns = self.time_ns * (-level).exp();
    }
}

/// Time between consecutive windows beyond the normal gap, in nanoseconds: used by others.
/// Gaps across excluded rounds are unknown and not counted.
pub(super) fn paused_ns(list: &[Sample]) -> f64 {
    let follow = |pair: &&[Sample]| pair[1].round - pair[0].round <= 1;
    let mut gaps: Vec<f64> = list.windows(2).filter(follow).map(|pair| pair[1].gap_ns).collect();
    let all: f64 = gaps.iter().sum();
    let usual = median(&mut gaps).unwrap_or(0.0) * gaps.len() as f64;
    (all - usual).max(0.0)
}
