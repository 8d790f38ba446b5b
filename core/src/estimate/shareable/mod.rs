//! The older estimator, for cores that another hardware thread may share, and for cores whose
//! sharing is unknown.
//!
//! It follows the lower edge of each window type (kind and length); `census`, which models all
//! windows, does not model siblings yet (docs/adr/0020-cores-that-cannot-be-shared.md, 0021). In
//! order:
//!
//! 1. [`clean`]: which windows were disturbed ([`judgement`]), along the clock's path ([`path`]),
//!    and which rounds were contended ([`contention`]);
//! 2. [`quiet_moments`]: the run cut into stretches, each estimated from the *difference* of its
//!    long and short windows; the frequency is their mean, with Student's interval from their
//!    spread;
//! 3. [`states`] and [`time_line`]: the levels of the clock, and whether it moved;
//! 4. [`beside_sibling`]: the frequency if no round was uncontended;
//! 5. [`clock_trace`]: the time average of a clock that moved while the core was shared.

mod aligned;
mod beside_sibling;
mod carriers;
mod class;
mod clean;
mod clock_trace;
mod contention;
mod drift;
mod effective;
mod found;
mod judgement;
mod path;
mod quiet_moments;
mod range;
mod reference;
mod samples;
mod states;
mod stretch;
mod time_line;
mod uncertainty;
mod warnings;
mod whole_cycles;

use super::recording::{ClockFacts, Recording};
use super::result::{Estimate, Lateness};
use super::verdict::{Reason, Verdict};
use found::{Found, Refusal};
use samples::Samples;

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
            let effective_hz = effective::effective_hz(samples, found.frequency.hz);
            Estimate {
                verdict: Verdict::of(found.consensus.confirmed, found.moved),
                reason: None,
                at_least_hz: None,
                range: found.moved.then_some(found.range),
                states: found.told_states(),
                time_line: found.time_line,
                tight_loop: found.tight_loop,
                effective_hz: Some(effective_hz),
                windows,
                cpu,
                warnings: warnings::warnings(
                    recording,
                    samples,
                    &found.consensus,
                    effective_hz / found.frequency.hz,
                ),
                frequency: Some(found.frequency),
                chains: found.consensus.chains,
            }
        }
    }
}

/// Estimates the frequency from uncontended rounds or, if these are missing or too few, from the
/// least disturbed kinds.
fn number(samples: &mut Samples, clock: &ClockFacts) -> Result<Found, Refusal> {
    let contention = samples.contention();
    let (always, mostly) = (contention.always, contention.is_mostly_shared());
    let quiet = if always { None } else { Some(quiet_moments::number(samples, clock)) };
    if matches!(quiet, Some(Ok(_))) || !mostly {
        return quiet.unwrap_or(Err(Reason::Starved.into()));
    }
    samples.share_throughout();
    match (beside_sibling::number(samples), quiet) {
        (Ok(found), _) => Ok(found),
        // A lower bound is more informative than too few uncontended rounds.
        (Err(bound @ Refusal { at_least_hz: Some(_), .. }), _) => Err(bound),
        (Err(_), Some(refused)) => refused,
        // Contention does not explain the windows: in an emulator chains take arbitrary numbers of
        // cycles.
        (Err(_), None) => {
            samples.share_never();
            quiet_moments::number(samples, clock)
        }
    }
}
