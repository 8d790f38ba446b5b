//! Measures the true clock of a processor core.

pub mod chain;
pub mod clock;
pub mod estimate;
pub mod host;
pub mod report;
pub mod run;
#[cfg(feature = "simulate")]
pub mod simulate;
