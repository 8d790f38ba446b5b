//! The tests in which this machine has no part: instructions of simulated cores.

mod cycles;
#[path = "../../../tests/pure/site.rs"]
mod site;
#[cfg(feature = "all")]
mod units;
