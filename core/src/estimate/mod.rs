//! Estimates hertz with an interval, a verdict and warnings from recorded windows.
//!
//! The estimate is a pure function of a [`Recording`], in stages, each of which takes the results
//! of the stages before it:
//!
//! 1. `convert`: from windows in ticks to `sample`s in nanoseconds, in order of time;
//! 2. `census`, one model of all windows, for a core that cannot be shared with an SMT sibling;
//!    `shareable`, the older estimator, for one that may be;
//! 3. [`consensus`]: which kinds of chains agree, and whether the others are whole multiples of
//!    them;
//! 4. `result`: the [`Estimate`], with its [`verdict`] and its `warnings`, if a core can have
//!    its values (`plausible`).
//!
//! Estimates from consecutive windows, of the rise of a clock after idle and of its fall under a
//! load, are in the crate `trueghz-loads`.
//!
//! **The interval.** Its components are listed in [`UncertaintyBudget`] (`frequency`), each as a
//! half-width. They are computed and combined in quadrature in these files:
//!
//! | component | `census` | `shareable` |
//! |---|---|---|
//! | noise of windows, spread of batches, disagreement of kinds | `reference_level` | `uncertainty` |
//! | undetected interruptions and undecided time | `mean`, `reading` | `uncertainty` |
//! | their combination on the main level | `reading` | `uncertainty` |
//! | the transfer to the mean of a clock that moved | `mean`, `reading` | `uncontended/motion` |
//! | all of this if no round was uncontended | | `under_contention` |
//!
//! Read delay and contention only lengthen windows, so they widen the interval upwards only; visits
//! to a lower clock that `census` does not decode widen it downwards only. The last component, the
//! rate of the timing clock, is added by `true_seconds` when `report::assemble` makes the reading.
//! `docs/method.md` ("The confidence interval") has the mathematics.
//!
//! **The mathematics.** A window of n iterations over a body of U steps takes `a + n·(o + U·c)/f`:
//! a for the clock reads and the call, o cycles of loop overhead per iteration, c cycles per step.
//! For two bodies L and S with the same n the difference of the mean durations is `n·(L − S)·c/f`,
//! free of a and o. With c = 1 this gives the clock. Quantisation with a tick q adds to one window
//! an error that is triangular over ±q, with standard deviation q/√6 if the phases are uniform,
//! which the dither of n (`run::plan`) ensures (B. Widrow, I. Kollar: Quantization Noise, 2008).

mod census;
pub mod consensus;
mod convert;
mod frequency;
pub(crate) mod held;
mod known_cores;
pub(crate) mod lower_edge;
mod partition;
pub(crate) mod plausible;
pub mod recording;
mod result;
mod sample;
mod shareable;
pub(crate) mod statistics;
mod true_seconds;
pub mod variation;
pub mod verdict;
mod warnings;
pub mod windows;

#[cfg(feature = "simulate")]
#[doc(hidden)]
pub use census::parameters;
#[doc(hidden)]
pub use frequency::NORMAL_FACTOR;
pub use frequency::{CONFIDENCE, Frequency, UncertaintyBudget};
pub(crate) use result::Lateness;
pub use result::{ClockState, Estimate, TightLoop};
#[doc(hidden)]
pub use true_seconds::{reference_ppm, true_hz};

pub use windows::WindowCount;

use recording::Recording;
use verdict::Reason;

/// Estimates the clock of the core whose windows are in `recording`.
pub fn estimate(recording: &Recording) -> Estimate {
    estimate_with_lateness(recording).0
}

/// Like [`estimate`], but also returns the excess times of the long windows; empty if the estimator
/// did not need them.
pub(crate) fn estimate_with_lateness(recording: &Recording) -> (Estimate, Vec<Lateness>) {
    let cpu = recording.ran_on();
    if cpu.is_none() && recording.valid_cpus.is_some() {
        let windows = WindowCount { total: recording.windows.0.len(), undisturbed: 0 };
        return (Estimate { windows, ..Estimate::refused(Reason::AffinityRefused) }, Vec::new());
    }
    let by = if recording.can_be_shared == Some(false) { census::estimate } else { shareable::estimate };
    let (estimate, lateness) = by(recording, cpu);
    if estimate.is_plausible() { (estimate, lateness) } else { (estimate.implausible(), Vec::new()) }
}
