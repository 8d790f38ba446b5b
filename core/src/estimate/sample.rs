//! A window in nanoseconds, and what it turned out to be.

use crate::chain::{Kind, Length, Role};

use super::result::Lateness;
use super::statistics::median;

/// Lengths of a kind's windows.
pub(super) const LENGTHS: usize = Length::ALL.len();

/// Sorts of windows: a kind in a length.
pub(super) const SORTS: usize = Kind::ALL.len() * LENGTHS;

/// The place of a sort in tables.
pub(super) fn sort(kind: Kind, length: Length) -> usize {
    kind as usize * LENGTHS + length as usize
}

/// What a window turned out to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Classification {
    /// Nothing came between: it counts.
    Clean,
    /// It would be clean, but the core was shared at that moment, and it does not count.
    Shared,
    /// Longer than its kind takes: interrupted.
    Slow,
    /// Shorter than its kind takes: the clock lost time, or the window's sort is not understood.
    Fast,
    /// The clock went back, or stood still.
    Impossible,
    /// It ended elsewhere than it was meant to run.
    Migrated,
}

/// A window in nanoseconds.
#[derive(Debug, Clone, Copy)]
pub struct Sample {
    /// The chain's kind.
    pub kind: Kind,
    /// The chain's body.
    pub length: Length,
    /// The round, counted among those that were kept; where some were left out, [`LEFT_OUT`] stand for them.
    pub round: usize,
    /// When it began, since the first window, in nanoseconds, holes closed up.
    pub at_ns: f64,
    /// When it had ended, likewise.
    pub end_ns: f64,
    /// The time between it and the window before, in nanoseconds; negative when the clock went back.
    pub gap_ns: f64,
    /// The same, scaled to the trips that are usual for its sort and freed of the wait for the edge.
    pub time_ns: f64,
    /// The level of the clock at that moment: the logarithm of its period by the usual one.
    pub level: f64,
    /// The time again, at the run's usual clock instead of the one at that moment: for comparing kinds.
    pub level_ns: f64,
    /// What the window took beyond what its sort takes at that moment, in nanoseconds.
    pub excess_ns: f64,
    /// Steps of the chain at the trips that are usual for its sort.
    pub usual_steps: f64,
    /// Whether the edge of its sort is found by it: where the core is shared at times, windows of the other times are.
    pub counts: bool,
    /// What it turned out to be.
    pub classification: Classification,
}

/// The clock at a level (the logarithm of its period by the usual one), in hertz, where the usual one is of `usual_hz`.
pub(super) fn in_hz(level: f64, usual_hz: f64) -> f64 {
    usual_hz * (-level).exp()
}

impl Sample {
    /// Whether its time means anything.
    pub fn is_sound(&self) -> bool {
        !matches!(self.classification, Classification::Impossible | Classification::Migrated)
    }

    /// By how much it took longer than an undisturbed one of its kind; `None` for one that cannot be compared, or is not long.
    pub(super) fn lateness(&self) -> Option<Lateness> {
        let compared = matches!(
            self.classification,
            Classification::Clean | Classification::Slow | Classification::Fast
        );
        let is_long = self.length == Length::Long && self.kind.role() != Role::TightLoop;
        let ppm = self.excess_ns / (self.time_ns - self.excess_ns) * 1e6;
        let kept = self.classification == Classification::Clean;
        (compared && is_long && ppm.is_finite()).then_some(Lateness { ppm, kept })
    }

    pub(super) fn set_level(&mut self, level: f64) {
        self.level = level;
        self.level_ns = self.time_ns * (-level).exp();
    }
}

/// The time between windows that followed each other beyond what is usual there, in nanoseconds: somebody else's. Where rounds were
/// left out nothing is known of the time between.
pub(super) fn paused_ns(list: &[Sample]) -> f64 {
    let follow = |pair: &&[Sample]| pair[1].round - pair[0].round <= 1;
    let mut gaps: Vec<f64> = list.windows(2).filter(follow).map(|pair| pair[1].gap_ns).collect();
    let all: f64 = gaps.iter().sum();
    let usual = median(&mut gaps).unwrap_or(0.0) * gaps.len() as f64;
    (all - usual).max(0.0)
}
