//! Warnings caused by the windows. `report::causes` completes them with the core's context.

use crate::chain::ChainKind;
use crate::warning::Warning;

use super::consensus::{ChainFinding, ChainResult, Consensus};
use super::frequency::CONFIDENCE;
use super::recording::{CpuSet, Recording, WarmUpEnd};
use super::statistics::{Uncertain, WeightedMean, student_factor};
use super::windows::WindowCount;

/// Minimum share of undisturbed windows: below it a reading warns that the core was preempted.
const PREEMPTED_BELOW: f64 = 0.5;

/// Minimum effective clock, as a fraction of the clock: below it a reading warns that the core was
/// preempted.
const PREEMPTED_EFFECTIVE: f64 = 0.9;

/// Minimum deviation of a middle length from the line for a warning, if it is also more than chance
/// allows.
const NOT_LINEAR_PPM: f64 = 200.0;

/// Findings on the run: a warm-up without an end, and windows that ended on another core.
pub(super) fn of_the_run(recording: &Recording, migrated: usize) -> Vec<Warning> {
    let mut warnings = Vec::new();
    if recording.warm_up.end == WarmUpEnd::TimeOut {
        warnings.push(Warning::WarmUpIncomplete);
    }
    // With load threads on the other cores, migration is the only way to reach these.
    if migrated > 0 && !matches!(recording.valid_cpus, Some(CpuSet::Only(_))) {
        warnings.push(Warning::Migrated { windows: migrated });
    }
    warnings
}

/// Tests whether the core was preempted, by the share of undisturbed windows among those
/// `counting`, and by the effective clock.
pub(super) fn preempted(windows: WindowCount, counting: usize, effective_part: f64) -> Option<Warning> {
    let clean = windows.undisturbed as f64 / counting as f64;
    // The message has the denominator of the line of windows.
    let undisturbed_percent = windows.undisturbed_percent().unwrap_or_default();
    let is_preempted = clean < PREEMPTED_BELOW || effective_part < PREEMPTED_EFFECTIVE;
    is_preempted.then_some(Warning::Preempted { undisturbed_percent, busy_cores: None })
}

/// Findings for the kinds of chains that differ from other cores.
pub(super) fn of_chains(consensus: &Consensus) -> impl Iterator<Item = Warning> {
    let of_chain = |&ChainResult { kind, finding, cycles_per_step, .. }: &ChainResult| match (
        finding,
        cycles_per_step,
    ) {
        (ChainFinding::Folded, Some(cycles)) if kind == ChainKind::Decrement => {
            Warning::FoldedImmediate { steps_per_cycle: cycles.recip() }
        }
        _ => Warning::ChainDisagrees { kind, finding, cycles_per_step },
    };
    consensus.chains.iter().filter(|chain| !chain.agrees).map(of_chain)
}

/// Tests whether the middle lengths deviate from the line through the others by more than chance,
/// given the relative deviation of each kind.
pub(super) fn not_linear(bends: &[Uncertain]) -> Option<Warning> {
    let bend = WeightedMean::of(bends)?;
    let chance = student_factor(bend.count, CONFIDENCE) * bend.mean.error;
    let ppm = bend.mean.value * 1e6;
    let is_bent = ppm.abs() > NOT_LINEAR_PPM && bend.mean.value.abs() > chance;
    is_bent.then_some(Warning::NotLinear { ppm })
}
