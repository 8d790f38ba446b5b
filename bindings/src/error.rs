//! The errors at the boundary, by name. An error of one core is a reading of that core.

use std::panic::{UnwindSafe, catch_unwind};

use trueghz::report::RawError;
use trueghz::run::measure::MeasureError;
use trueghz::run::session::WorkerPanic;
use trueghz::run::session_error::SessionError;

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
    /// The core cannot be used, or nothing can be timed on it. A measurement of several cores has a
    /// reading with a reason instead.
    #[error("{0}")]
    NoCore(String),
    /// The text is not a recording of windows.
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

impl From<SessionError> for TrueGhzError {
    fn from(error: SessionError) -> Self {
        Self::NoCore(error.to_string())
    }
}

impl From<RawError> for TrueGhzError {
    fn from(error: RawError) -> Self {
        match error {
            RawError::OtherSchema { .. } => Self::OtherSchema(error.to_string()),
            _ => Self::NotARecording(error.to_string()),
        }
    }
}

impl From<WorkerPanic> for TrueGhzError {
    fn from(error: WorkerPanic) -> Self {
        Self::Defect(error.to_string())
    }
}

/// Runs what core does for a call, so that a panic in it is an error by name. uniffi would catch it
/// too, but a Swift function that declares no error ends the process then.
pub fn guarded<T, E: From<WorkerPanic>>(work: impl FnOnce() -> T + UnwindSafe) -> Result<T, E> {
    catch_unwind(work).map_err(|panic| WorkerPanic::with(panic.as_ref()).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_defect_by_name() {
        let panicking = || -> u32 { std::panic::resume_unwind(Box::new("on purpose")) };
        let error: TrueGhzError = guarded(panicking).expect_err("it panicked");
        assert!(matches!(&error, TrueGhzError::Defect(text) if text.ends_with("on purpose")), "{error:?}");
        assert_eq!(guarded::<_, TrueGhzError>(|| 7), Ok(7));
    }

    #[test]
    fn core_errors_keep_their_names_and_words() {
        let malformed = RawError::Malformed("no JSON".to_owned());
        let text = malformed.to_string();
        assert_eq!(TrueGhzError::from(malformed), TrueGhzError::NotARecording(text));
        let other = RawError::OtherSchema { found: "x".to_owned() };
        assert!(
            matches!(TrueGhzError::from(other), TrueGhzError::OtherSchema(text) if text.contains("\"x\""))
        );
        let no_thread = MeasureError::Start(std::io::Error::from(std::io::ErrorKind::OutOfMemory).into());
        assert!(matches!(TrueGhzError::from(no_thread), TrueGhzError::NoThread(_)));
        let id = trueghz::clock::ClockId::Mock;
        let no_clock = MeasureError::Clock(trueghz::clock::ClockError::Unsupported { id });
        assert!(matches!(TrueGhzError::from(no_clock), TrueGhzError::NoClock(_)));
    }
}
