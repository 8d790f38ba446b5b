//! A simulated machine: a core of known clock, a timer of known rate, and everything that disturbs them.
//!
//! It is a [`Bench`](crate::run::bench::Bench) like the hardware, so that the very same code measures it, and
//! what the instrument says can be compared with the truth by the thousand. Seeded: a run can be repeated.

mod core_model;
mod disturbance;
mod machine;
mod profile;
mod timer;

pub use core_model::CoreModel;
pub use disturbance::{Disturbances, Hog, Interrupts};
pub use machine::Machine;
pub use profile::Profile;
pub use timer::{SecondClock, Timer, TimerFault};
