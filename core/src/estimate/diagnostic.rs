//! Findings from the windows in addition to the value. They affect how far to trust it; `report`
//! turns them into warnings.

use crate::chain::Kind;

use super::consensus::{ChainFinding, ChainResult, Consensus};
use super::frequency::CONFIDENCE;
use super::recording::{CpuSet, Recording, WarmUpEnd};
use super::statistics::{Uncertain, WeightedMean, student_factor};
use super::windows::WindowCount;

/// A finding from the windows in addition to the value.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[non_exhaustive]
pub enum Diagnostic {
    /// The clock was not flat when the time limit of the warm-up was reached.
    StillWarming,
    /// The thread was moved to another core; windows that ended there do not count.
    Migrated {
        /// Number of windows lost to it.
        windows: usize,
    },
    /// Another program, or the system, used the core during the measurement.
    Contended {
        /// Undisturbed windows, in percent of all that were taken.
        clean_percent: f64,
    },
    /// Another hardware thread of the core was busy: one-cycle chains were slower against those of
    /// several cycles, and the tight loop took more cycles, as under SMT contention.
    SharedCore {
        /// Share of the time under contention, in percent, above 0 to 100.
        percent_of_time: f64,
        /// Slowdown of one-cycle chains under contention, in percent; absent if unknown.
        slower_percent: Option<f64>,
        /// Cycles per iteration of the tight loop under contention; absent if unknown.
        tight_loop_cycles: Option<f64>,
    },
    /// A kind of chain differs from other cores.
    ChainDisagrees {
        /// The kind.
        kind: Kind,
        /// The finding for this kind.
        finding: ChainFinding,
        /// Cycles per step, if measured.
        cycles_per_step: Option<f64>,
    },
    /// The core folds additions of constants.
    FoldedImmediate {
        /// Steps per cycle.
        steps_per_cycle: f64,
    },
    /// Time is not linear in the number of steps.
    NotLinear {
        /// Deviation of the middle length from the line, in parts per million of the long window.
        ppm: f64,
    },
}

/// Minimum share of undisturbed windows: below it a reading warns that the core was contended.
const CONTENDED_BELOW: f64 = 0.5;

/// Minimum effective clock, as a fraction of the clock: below it a reading warns that the core was
/// contended.
const CONTENDED_EFFECTIVE: f64 = 0.9;

/// Minimum deviation of a middle length from the line for a warning, if it is also more than chance
/// allows.
const NOT_LINEAR_PPM: f64 = 200.0;

/// Findings on the run: a warm-up without an end, and windows that ended on another core.
pub(super) fn of_the_run(recording: &Recording, migrated: usize) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    if recording.warm_up.end == WarmUpEnd::TimeOut {
        diagnostics.push(Diagnostic::StillWarming);
    }
    // With load threads on the other cores, migration is the only way to reach these.
    if migrated > 0 && !matches!(recording.counting, Some(CpuSet::Only(_))) {
        diagnostics.push(Diagnostic::Migrated { windows: migrated });
    }
    diagnostics
}

/// Tests whether the core was contended, by the share of undisturbed windows among those
/// `counting`, and by the effective clock.
pub(super) fn contended(windows: WindowCount, counting: usize, effective_part: f64) -> Option<Diagnostic> {
    let clean = windows.kept as f64 / counting as f64;
    // The message has the denominator of the line of windows.
    let clean_percent = windows.undisturbed_percent().unwrap_or_default();
    let is_contended = clean < CONTENDED_BELOW || effective_part < CONTENDED_EFFECTIVE;
    is_contended.then_some(Diagnostic::Contended { clean_percent })
}

/// Findings for the kinds of chains that differ from other cores.
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

/// Tests whether the middle lengths deviate from the line through the others by more than chance,
/// given the relative deviation of each kind.
pub(super) fn not_linear(bends: &[Uncertain]) -> Option<Diagnostic> {
    let bend = WeightedMean::of(bends)?;
    let chance = student_factor(bend.count, CONFIDENCE) * bend.mean.error;
    let ppm = bend.mean.value * 1e6;
    let is_bent = ppm.abs() > NOT_LINEAR_PPM && bend.mean.value.abs() > chance;
    is_bent.then_some(Diagnostic::NotLinear { ppm })
}
