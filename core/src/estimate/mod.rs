//! From recorded windows to hertz with an interval, a verdict, and what to know besides.
//!
//! The estimate is a pure function of a [`Recording`]. Of a core that nothing can share it is `census`, a model of all windows. Of
//! one that may be shared, in order:
//!
//! 1. `samples`: which windows were disturbed (`edge`), along the clock's path (`path`), and when another thread shared the
//!    core (`contention`);
//! 2. [`consensus`]: which kinds of chains agree, and whether the others are whole multiples of them;
//! 3. `quiet_moments`: the run cut into stretches (`batches`), each estimated from the *difference* of its long and short
//!    windows; the number is their mean, with Student's interval from their spread;
//! 4. `states` and [`variation`]: where the clock stood, and whether it moved;
//! 5. `beside_sibling`: the number where no moment was quiet;
//! 6. `course`: the mean over time of a clock that moved while the core was shared.
//!
//! [`ramp`] and [`sustained`] are other estimates, of windows one after another ([`timed`]): how the clock comes back after a
//! rest, and what is left of it under a load.
//!
//! **The mathematics.** A window of n trips over a body of U steps takes `a + n·(o + U·c)/f`: a for the clock's
//! reads and the call, o cycles for the loop's end, c cycles per step. For two bodies L and S with the same n
//! the difference of the mean times is `n·(L − S)·c/f`, free of a and o. With c = 1 that is the clock. Quantisation
//! of a tick q adds to one window an error that is triangular over ±q, of standard deviation q/√6 when the
//! phases are spread evenly, as the dither of n (`run::plan`) makes sure (B. Widrow,
//! I. Kollar: Quantization Noise, 2008).

mod aligned;
pub(crate) mod batches;
mod beside_sibling;
mod carriers;
mod census;
mod class;
pub mod consensus;
mod contention;
mod convert;
mod course;
pub mod diagnostic;
mod drift;
pub(crate) mod edge;
mod effective;
mod ends;
mod frequency;
pub(crate) mod held;
mod known_cores;
mod path;
pub(crate) mod plausible;
mod quiet_moments;
pub mod ramp;
pub mod recording;
mod reference;
pub(crate) mod samples;
pub(crate) mod signed_rank;
mod states;
pub(crate) mod statistics;
pub mod sustained;
pub mod timed;
mod true_seconds;
pub mod variation;
pub mod verdict;
mod whole_cycles;
pub mod windows;

use serde::{Deserialize, Serialize};

#[cfg(feature = "simulate")]
#[doc(hidden)]
pub use census::parameters;
pub(crate) use frequency::NORMAL_FACTOR;
pub use frequency::{CONFIDENCE, Frequency, UncertaintyParts};
pub(crate) use true_seconds::{reference_ppm, true_hz};

use consensus::{ChainResult, Consensus};
use diagnostic::Diagnostic;
use recording::{ClockFacts, Recording};
use samples::Samples;
use variation::{Point, Range};
use verdict::{Reason, Verdict};

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

/// A clock that is known to this part of it is known well enough where many are measured: ±20 ppm, beside the ±57 ppm of a
/// usual reference clock.
const GOOD_ENOUGH: f64 = 20e-6;

/// How many windows there were.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct WindowCount {
    /// All.
    pub taken: usize,
    /// Those that nothing disturbed.
    pub kept: usize,
}

impl WindowCount {
    /// The undisturbed ones among all, in percent; `None` if none was taken.
    pub fn undisturbed_percent(&self) -> Option<f64> {
        (self.taken > 0).then(|| self.kept as f64 / self.taken as f64 * 100.0)
    }
}

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
    fn implausible(self) -> Estimate {
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

/// Estimates the clock of the core whose windows `recording` holds.
pub fn estimate(recording: &Recording) -> Estimate {
    estimate_with_lateness(recording).0
}

/// The same, with the lateness of its long windows; none where it had no need of it.
pub(crate) fn estimate_with_lateness(recording: &Recording) -> (Estimate, Vec<Lateness>) {
    let cpu = recording.ran_on();
    if cpu.is_none() && recording.counting.is_some() {
        let windows = WindowCount { taken: recording.windows.0.len(), kept: 0 };
        return (Estimate { windows, ..Estimate::refused(Reason::AffinityRefused) }, Vec::new());
    }
    let by = if recording.can_be_shared == Some(false) { census::estimate } else { shared };
    let (estimate, lateness) = by(recording, cpu);
    if estimate.is_plausible() { (estimate, lateness) } else { (estimate.implausible(), Vec::new()) }
}

/// The estimate of a core that another thread can share.
fn shared(recording: &Recording, cpu: Option<u32>) -> (Estimate, Vec<Lateness>) {
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
                diagnostics: diagnostic::diagnostics(
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

/// The number from quiet moments, or from what is least disturbed where there are none, or too few.
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
        // A bound says more than that there were too few moments for a number.
        (Err(bound @ Refusal { at_least_hz: Some(_), .. }), _) => Err(bound),
        (Err(_), Some(refused)) => refused,
        // What seemed to share the core does not make it what it is: an emulator's chains take what they take.
        (Err(_), None) => {
            samples.share_never();
            quiet_moments::number(samples, clock)
        }
    }
}

/// Why there is no number, and the bound that still holds, if one does.
struct Refusal {
    reason: Reason,
    at_least_hz: Option<f64>,
}

impl From<Reason> for Refusal {
    fn from(reason: Reason) -> Refusal {
        Refusal { reason, at_least_hz: None }
    }
}

/// One-cycle kinds without which there can be no consensus: with fewer the windows are at fault, not the
/// chains.
const FEWEST_KINDS: usize = 3;

/// A number, and what it rests on.
struct Found {
    consensus: Consensus,
    frequency: Frequency,
    moved: bool,
    range: Range,
    states: Vec<ClockState>,
    time_line: Vec<Point>,
    tight_loop: TightLoop,
}

impl Found {
    /// The states that took more than a moment, where these are several.
    fn told_states(&self) -> Vec<ClockState> {
        let told = self.states.iter().filter(|state| state.share > states::MOMENT);
        let told: Vec<ClockState> = told.copied().collect();
        if told.len() > 1 { told } else { Vec::new() }
    }
}
