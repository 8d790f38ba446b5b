//! The frequency from uncontended rounds: the mean of batches, and whether the clock moved.

mod batch_estimates;
mod motion;

use crate::chain::Role;

use super::samples::Samples;
use super::solution::{Refusal, Solution};
use super::states::{self, States};
use super::uncertainty::Uncertainty;
use crate::estimate::consensus::{Consensus, Periods};
use crate::estimate::partition::{FEWEST_BATCHES, Partition};
use crate::estimate::recording::ClockFacts;
use crate::estimate::result::TightLoop;
use crate::estimate::sample::Sample;
use crate::estimate::statistics::WeightedMean;
use crate::estimate::verdict::Reason;

use batch_estimates::BatchEstimates;
use motion::{Motion, MotionSummary};

/// Estimates the clock from uncontended rounds.
pub(super) fn number(samples: &mut Samples, clock: &ClockFacts) -> Result<Solution, Refusal> {
    let partition = Partition::of(samples.rounds).ok_or(Reason::TooFewWindows)?;
    let states = States::of(samples);
    let estimates = BatchEstimates::of(samples, partition)?;
    // Durations on the main level are not scaled: a level that follows the noise must not narrow
    // the interval.
    let on_main =
        estimates.batches(|sample| Some(if is_on_main(sample) { sample.time_ns } else { sample.level_ns }));
    let mean = WeightedMean::of(&on_main)
        .filter(|mean| mean.count >= FEWEST_BATCHES)
        .ok_or(Reason::TooFewWindows)?;
    let uncertainty =
        Uncertainty::of(samples, &mean, &on_main, &estimates.contributing_kinds, &estimates.periods, clock);
    let motion = Motion::of(&estimates, states, mean.mean.value, &uncertainty);
    let moved = motion.moved();
    let main = uncertainty.frequency(moved).ok_or(Reason::TooFewWindows)?;
    let MotionSummary { frequency, range, states, time_line } = motion.summarise(&estimates, main);
    let tight_loop = tight_loop(&estimates.periods, &estimates.consensus);
    Ok(Solution { consensus: estimates.consensus, frequency, moved, range, states, time_line, tight_loop })
}

fn is_on_main(sample: &Sample) -> bool {
    sample.level.abs() < states::FAR
}

fn tight_loop(periods: &Periods, consensus: &Consensus) -> TightLoop {
    let reference = consensus
        .kinds
        .iter()
        .filter_map(|kind| periods.iter().find(|(other, _)| other == kind)?.1)
        .map(|period| period.value)
        .collect::<Vec<f64>>();
    let cycle = reference.iter().sum::<f64>() / reference.len() as f64;
    let tight = periods.iter().find(|(kind, _)| kind.role() == Role::TightLoop).and_then(|&(_, p)| p);
    // If the loop takes almost no cycles, noise may make the period negative.
    let tight = tight.filter(|period| period.value > 0.0);
    TightLoop {
        cycles_per_iteration: tight.map(|period| period.value / cycle),
        error_cycles: tight.map(|period| period.error / cycle),
    }
}
