//! What the windows show besides the number. It bears on how far to trust it; `report` makes warnings of it.

use crate::chain::Kind;

use super::consensus::{ChainFinding, ChainResult, Consensus};
use super::frequency::CONFIDENCE;
use super::recording::{CpuSet, Recording, WarmUpEnd};
use super::statistics::{Uncertain, WeightedMean, student_factor};
use super::windows::WindowCount;

/// Something that the windows show besides the number.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[non_exhaustive]
pub enum Diagnostic {
    /// The clock was not flat when the time for the warm-up was over.
    StillWarming,
    /// The thread was moved to another core; windows that ended there do not count.
    Migrated {
        /// How many windows were lost to it.
        windows: usize,
    },
    /// Another program, or the system, used the core meanwhile.
    Contended {
        /// Undisturbed windows, in percent of all that were taken.
        clean_percent: f64,
    },
    /// Another hardware thread of the core was busy: chains of one cycle were slower against those of several, and
    /// the tight loop took more cycles, as beside a busy SMT sibling.
    SharedCore {
        /// The part of the time in which it was so, in percent, above 0 to 100.
        percent_of_time: f64,
        /// By how much chains of one cycle were slower meanwhile, in percent; absent where it could not be told.
        slower_percent: Option<f64>,
        /// Cycles that an iteration of the tight loop took meanwhile; absent where it could not be told.
        tight_loop_cycles: Option<f64>,
    },
    /// A kind of chain is not what it is elsewhere.
    ChainDisagrees {
        /// The kind.
        kind: Kind,
        /// What it turned out to be.
        finding: ChainFinding,
        /// Cycles per step, where measured.
        cycles_per_step: Option<f64>,
    },
    /// The core folds additions of constants.
    FoldedImmediate {
        /// Steps per cycle.
        steps_per_cycle: f64,
    },
    /// Time is not linear in the number of steps.
    NotLinear {
        /// By how much the middle length is off the line, in parts per million of the long window.
        ppm: f64,
    },
}

/// Below this share of clean windows a reading warns that something else was busy.
const CONTENDED_BELOW: f64 = 0.5;

/// Below this part of the clock, the cycles that the thread got show that something else was busy.
const CONTENDED_EFFECTIVE: f64 = 0.9;

/// A middle length that is off the line by more than this, and than chance allows, is a warning.
const NOT_LINEAR_PPM: f64 = 200.0;

/// A warm-up without an end, and windows that ended on another core.
pub(super) fn of_the_run(recording: &Recording, migrated: usize) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    if recording.warm_up.end == WarmUpEnd::TimeOut {
        diagnostics.push(Diagnostic::StillWarming);
    }
    // Beside busy threads that keep the other cores, being moved to and fro is how these are reached at all.
    if migrated > 0 && !matches!(recording.counting, Some(CpuSet::Only(_))) {
        diagnostics.push(Diagnostic::Migrated { windows: migrated });
    }
    diagnostics
}

/// Whether something else used the core, by the undisturbed windows among those `counting`, and by the clock that the thread got.
pub(super) fn contended(windows: WindowCount, counting: usize, effective_part: f64) -> Option<Diagnostic> {
    let clean = windows.kept as f64 / counting as f64;
    // The words of it have the denominator of the line of windows.
    let clean_percent = windows.undisturbed_percent().unwrap_or_default();
    let is_contended = clean < CONTENDED_BELOW || effective_part < CONTENDED_EFFECTIVE;
    is_contended.then_some(Diagnostic::Contended { clean_percent })
}

/// The kinds of chains that are not what they are elsewhere.
pub(super) fn of_chains(consensus: &Consensus) -> impl Iterator<Item = Diagnostic> {
    let of_chain = |&ChainResult { kind, finding, cycles_per_step, .. }: &ChainResult| match (
        finding,
        cycles_per_step,
    ) {
        (ChainFinding::Folded, Some(cycles)) if kind == Kind::Decrement => {
            Diagnostic::FoldedImmediate { steps_per_cycle: cycles.recip() }
        }
        _ => Diagnostic::ChainDisagrees { kind, finding, cycles_per_step },
    };
    consensus.chains.iter().filter(|chain| !chain.agrees).map(of_chain)
}

/// Whether the middle lengths are off the line through the others by more than chance, by the part of each kind.
pub(super) fn not_linear(bends: &[Uncertain]) -> Option<Diagnostic> {
    let bend = WeightedMean::of(bends)?;
    let chance = student_factor(bend.count, CONFIDENCE) * bend.mean.error;
    let ppm = bend.mean.value * 1e6;
    let is_bent = ppm.abs() > NOT_LINEAR_PPM && bend.mean.value.abs() > chance;
    is_bent.then_some(Diagnostic::NotLinear { ppm })
}
