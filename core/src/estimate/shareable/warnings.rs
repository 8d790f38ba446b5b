//! Warnings whose cause is in the windows of a core that may be shared.

use super::batch::Batch;
use super::samples::Samples;
use crate::estimate::consensus::Consensus;
use crate::estimate::recording::Recording;
use crate::estimate::sample::{Classification, Sample};
use crate::estimate::warnings::{not_linear, of_chains, of_the_run, preempted};
use crate::warning::Warning;

/// Minimum fraction of the time for which a shared core is reported. Rounds in which an
/// interruption or a step of the clock hit only some kinds can be mistaken for less.
const SHARED_ABOVE: f64 = 0.05;

/// Warnings whose cause is in the windows, if the effective clock is the fraction `effective_part`
/// of the clock.
pub(super) fn warnings(
    recording: &Recording,
    samples: &Samples,
    consensus: &Consensus,
    effective_part: f64,
) -> Vec<Warning> {
    let levelled = Batch::levelled(samples);
    let is_migrated = |sample: &&Sample| sample.classification == Classification::Migrated;
    let migrated = samples.list.iter().filter(is_migrated).count();
    let mut warnings = of_the_run(recording, migrated);
    let contention = samples.contention();
    // With some siblings the tight loop barely shows contention, and longer additions indicate
    // contended rounds but not how long each of them was contended.
    let tells = contention.of_time > SHARED_ABOVE || !contention.is_mostly_contended();
    let of_time = if tells { contention.of_time } else { contention.share() };
    if of_time > SHARED_ABOVE {
        warnings.push(Warning::SmtContention {
            percent_of_time: of_time * 100.0,
            slower_percent: contention.slower.map(|slower| slower * 100.0),
            tight_loop_cycles: contention.tight_cycles,
            sibling_known: false,
        });
    }
    // Windows that a sibling lengthened have a warning of their own.
    let counting = samples.list.iter().filter(|sample| sample.counts && !is_migrated(sample)).count();
    warnings.extend(preempted(samples.windows(), counting, effective_part));
    warnings.extend(of_chains(consensus));
    let bends = consensus.kinds.iter().filter_map(|&kind| levelled.bend(kind, samples)).collect::<Vec<_>>();
    warnings.extend(not_linear(&bends));
    warnings
}
