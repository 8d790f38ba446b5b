//! The older estimator, for cores that another hardware thread may share, and for cores whose
//! sharing is unknown.
//!
//! It follows the lower edge of each window type (kind and length); `census`, which models all
//! windows, does not model siblings yet (docs/adr/0020-cores-that-cannot-be-shared.md, 0021). In
//! order:
//!
//! 1. [`clean`]: which windows were disturbed ([`edge_fit`]), along the clock's path ([`path`]),
//!    and which rounds were contended ([`contention`]);
//! 2. [`uncontended`]: the run cut into batches, each estimated from the *difference* of its
//!    long and short windows; the frequency is their mean, with Student's interval from their
//!    spread;
//! 3. [`states`] and [`time_line`]: the levels of the clock, and whether it moved;
//! 4. [`under_contention`]: the frequency if no round was uncontended;
//! 5. [`clock_trace`]: the time average of a clock that moved while the core was shared.

mod batch;
mod class;
mod clean;
mod clock_trace;
mod contention;
mod contributing_kinds;
mod drift;
mod edge_fit;
mod effective;
mod level_support;
mod path;
mod range;
mod reference;
mod samples;
mod solution;
mod states;
mod time_line;
mod uncertainty;
mod uncontended;
mod under_contention;
mod warnings;
mod whole_cycles;

use super::recording::{ClockFacts, Recording};
use super::result::{Estimate, Lateness};
use super::verdict::{Reason, Verdict};
use samples::Samples;
use solution::{Refusal, Solution};

/// Estimates the clock of a core that another thread can share.
pub(super) fn estimate(recording: &Recording, cpu: Option<u32>) -> (Estimate, Vec<Lateness>) {
    let mut samples = Samples::of(recording);
    let estimate = of_samples(&mut samples, recording, cpu);
    (estimate, samples.lateness())
}

fn of_samples(samples: &mut Samples, recording: &Recording, cpu: Option<u32>) -> Estimate {
    let found = number(samples, &recording.clock);
    let windows = samples.windows();
    match found {
        Err(Refusal { reason, at_least_hz }) => {
            Estimate { windows, cpu, at_least_hz, ..Estimate::refused(reason) }
        }
        Ok(found) => {
            let effective_hz = effective::effective_hz(samples, found.frequency.hz.value);
            Estimate {
                verdict: Verdict::of(found.consensus.confirmed, found.moved),
                reason: None,
                at_least_hz: None,
                range: found.moved.then_some(found.range),
                states: found.reported_states(),
                time_line: found.time_line,
                tight_loop: found.tight_loop,
                effective_hz: Some(effective_hz),
                windows,
                cpu,
                warnings: warnings::warnings(
                    recording,
                    samples,
                    &found.consensus,
                    effective_hz / found.frequency.hz.value,
                ),
                frequency: Some(found.frequency),
                chains: found.consensus.chains,
            }
        }
    }
}

/// Estimates the frequency from uncontended rounds or, if these are missing or too few, from the
/// least disturbed kinds.
fn number(samples: &mut Samples, clock: &ClockFacts) -> Result<Solution, Refusal> {
    let contention = samples.contention();
    let (always, mostly) = (contention.always, contention.is_mostly_contended());
    let quiet = if always { None } else { Some(uncontended::number(samples, clock)) };
    if matches!(quiet, Some(Ok(_))) || !mostly {
        return quiet.unwrap_or(Err(Reason::TooFewWindows.into()));
    }
    samples.assume_contended();
    match (under_contention::number(samples), quiet) {
        (Ok(found), _) => Ok(found),
        // A lower bound is more informative than too few uncontended rounds.
        (Err(bound @ Refusal { at_least_hz: Some(_), .. }), _) => Err(bound),
        (Err(_), Some(refused)) => refused,
        // Contention does not explain the windows: in an emulator chains take arbitrary numbers of
        // cycles.
        (Err(_), None) => {
            samples.assume_uncontended();
            uncontended::number(samples, clock)
        }
    }
}
