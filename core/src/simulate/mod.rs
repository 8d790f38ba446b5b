//! A simulated machine: a core of known clock, a timer of known rate, and everything that disturbs
//! them.
//!
//! It is a [`Bench`](crate::run::bench::Bench) like the hardware, so that the very same code
//! measures it, and thousands of readings can be compared with the truth. Seeded: a run can be
//! repeated.

use rand::rngs::SmallRng;
use rand_distr::{Distribution, Exp1};

mod apple;
mod arrivals;
mod core_model;
#[cfg(feature = "json")]
pub mod described;
mod disturbance;
mod machine;
mod profile;
mod sibling;
mod timer;

pub use apple::{AppleMachine, AppleSite, BackgroundWork};
pub use core_model::CoreModel;
pub use disturbance::{Disturbances, Hog, InterruptLength, Interrupts};
pub use machine::{CoreUnits, FormCycles, Machine, OPERATIONS_PER_CYCLE, TimedRun};
pub use profile::Profile;
pub use sibling::Sibling;
pub use timer::{SecondClock, Timer, TimerFault};

/// A draw from the exponential distribution of this mean.
fn exponential(mean: f64, random: &mut SmallRng) -> f64 {
    let unit: f64 = Exp1.sample(random);
    mean * unit
}
