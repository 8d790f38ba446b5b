//! TrueGHz for Swift and Kotlin: declarations and start-up, and no logic.
//!
//! What measures, decides and finds words is the crate `trueghz`; this one tells uniffi about it. A front end
//! starts a [`Session`], hands it a [`SessionObserver`], and awaits its [`Outcome`].

mod error;
mod logging;
mod observer;
mod platform;
mod session;
pub mod types;
mod words;

pub use error::TrueGhzError;
pub use logging::{LogLevel, LogSink, log_to};
pub use observer::{ObserverError, SessionObserver};
pub use session::{Job, MeasureOptions, Outcome, Session};
pub use words::{
    Words, cycles, frequency_display, nanoseconds, reading_display, reason_words, replay, report_csv,
    report_json, report_text, running_display, verdict_words, warning_words,
};

use trueghz::host::{LiveSystem, Machine};

uniffi::setup_scaffolding!("trueghz");

/// What the system says of this machine. Takes some milliseconds: not for a thread that draws.
#[uniffi::export]
pub fn machine() -> Result<Machine, TrueGhzError> {
    error::guarded(|| Machine::read(&LiveSystem))
}

/// The version of TrueGHz.
#[uniffi::export]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
