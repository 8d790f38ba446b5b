//! Reasons why a clock cannot be opened.

use serde::{Deserialize, Serialize};

use super::{ClockId, TimebaseError};

/// Reason why a time source cannot be used. Everything that can fail fails on opening, never on
/// reading.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "error")]
#[non_exhaustive]
pub enum ClockError {
    /// The platform has no such source, or reading it there is not safe.
    #[error("{id} does not exist on this platform")]
    Unsupported {
        /// The requested source.
        id: ClockId,
    },
    /// The kernel refused the call.
    #[error("{id} was refused by the system (errno {errno})")]
    Refused {
        /// The requested source.
        id: ClockId,
        /// The system's error number.
        errno: i32,
    },
    /// The source counts, but its rate is not stated.
    #[error("{id} reports no rate")]
    NoRate {
        /// The requested source.
        id: ClockId,
    },
    /// The processor does not guarantee a constant rate: the count is of cycles, not of time.
    #[error("{id} is not invariant on this processor: it counts cycles, not time")]
    NotInvariant {
        /// The requested source.
        id: ClockId,
    },
    /// The clock is there, but this system has no call that reports its possible error.
    #[error("this system does not tell how far off {id} may be")]
    NoEstimate {
        /// The requested source.
        id: ClockId,
    },
    /// The stated length of a tick is not a usable fraction.
    #[error("{id}: {source}")]
    Timebase {
        /// The source asked for.
        id: ClockId,
        /// The error in the fraction.
        source: TimebaseError,
    },
    /// None of the platform's candidates for the primary clock opened.
    #[error("no clock of known rate could be opened ({} tried)", tried.len())]
    NoPrimary {
        /// The failures, in the order of the attempts.
        tried: Vec<ClockError>,
    },
}
