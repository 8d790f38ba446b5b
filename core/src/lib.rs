//! Measures the true clock of a processor core.

pub mod chain;
pub mod clock;
pub mod host;
