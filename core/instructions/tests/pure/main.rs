//! The tests in which this machine has no part: instructions of simulated cores.

mod cycles;
#[path = "../../../tests/pure/environment.rs"]
mod environment;
#[cfg(feature = "all")]
mod units;
