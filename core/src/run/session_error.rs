//! Reasons why a session on one core has no report.

use crate::load::NoLoad;

/// Reason for the missing report.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SessionError {
    /// The core cannot be used.
    #[error("the core cannot be used: {0}")]
    NoCore(String),
    /// The clock has stopped, or no chains are written for this processor.
    #[error("the clock stands still, or no chains are written for this processor")]
    NoTiming,
    /// The thread may be moved between types of core, and the system does not report where it is.
    #[error(
        "this system does not tell on which type of core a thread runs, so that a move would look like a changed clock"
    )]
    MixedTypes,
    /// There is nothing that could keep cores busy.
    #[error(transparent)]
    NoLoad(#[from] NoLoad),
}
