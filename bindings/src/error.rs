//! What can go wrong at the boundary, by name. What goes wrong with one core is a reading of that core.

use trueghz::report::RawError;
use trueghz::run::measure::MeasureError;
use trueghz::run::session::Panicked;

/// Why a call had no result. The name says what; the message is for logs.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, uniffi::Error)]
#[uniffi(flat_error)]
pub enum TrueGhzError {
    /// The platform has no clock that could time.
    #[error("{0}")]
    NoClock(String),
    /// The system would not start a thread.
    #[error("{0}")]
    NoThread(String),
    /// The text is no recording of windows.
    #[error("{0}")]
    NotARecording(String),
    /// The recording has a form that this version does not read.
    #[error("{0}")]
    OtherSchema(String),
    /// The core panicked: a defect of TrueGHz, please report it.
    #[error("{0}")]
    Defect(String),
}

impl From<MeasureError> for TrueGhzError {
    fn from(error: MeasureError) -> Self {
        match error {
            MeasureError::Clock(_) => Self::NoClock(error.to_string()),
            MeasureError::Start(_) => Self::NoThread(error.to_string()),
        }
    }
}

impl From<RawError> for TrueGhzError {
    fn from(error: RawError) -> Self {
        match error {
            RawError::Malformed(_) => Self::NotARecording(error.to_string()),
            RawError::OtherSchema { .. } => Self::OtherSchema(error.to_string()),
        }
    }
}

impl From<Panicked> for TrueGhzError {
    fn from(error: Panicked) -> Self {
        Self::Defect(error.to_string())
    }
}
