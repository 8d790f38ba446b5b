//! TrueGHz for Swift and Kotlin: calls and start-up, and no logic.
//!
//! The crate `trueghz` measures, decides and finds words; its types cross unchanged. A front end
//! starts a [`Session`], hands it a [`SessionObserver`], and awaits its [`SessionOutcome`].
//! TrueGHz's own apps show the screens of `trueghz-app` ([`AppScreens`]).

mod app;
mod compare;
mod display;
mod error;
mod event;
#[cfg(feature = "fault-injection")]
mod faults;
mod instructions;
mod logging;
mod observer;
mod platform;
mod session;
mod store;
mod sustained;
mod words;

pub use app::{AppScreens, AppShell, ShareForm, sustained_line, sustained_text};
pub use compare::{compare_measurements, difference_numbers, side_display};
pub use display::{
    ComingCore, claim_source_words, clock_bars, clock_numbers, coming_cores, frequency_display,
    machine_names, reading_curve, reading_display, reading_numbers, replay_frames, running_curve,
    running_display, stated_frequency, window_histograms,
};
pub use error::TrueGhzError;
pub use event::SessionEvent;
pub use instructions::{
    Instruction, NearestCore, PublishedCore, instruction_figures, instruction_mark_text, instructions,
    instructions_csv, instructions_json, nearest_core, published_cores,
};
pub use logging::{LogLevel, LogSink, log_to};
pub use observer::{ObserverError, SessionObserver};
pub use session::{MeasureOptions, Session, SessionJob, SessionOutcome};
pub use store::{
    ReportStore, StoreError, any_report_csv, any_report_found, any_report_json, any_report_text,
};
pub use sustained::{
    SustainedTimeline, sustained_curve, sustained_from_lines, sustained_record_line, sustained_run_line,
    sustained_summary,
};
pub use words::{
    Words, cycles, nanoseconds, reading_advice, reason_words, replay, report_csv, report_json, report_text,
    verdict_words, warning_is_urgent, warning_words,
};

use trueghz::host::{LiveSystem, Machine};

uniffi::setup_scaffolding!("trueghz");

/// The system's description of this machine. Takes some milliseconds: not for a thread that draws.
#[uniffi::export]
pub fn machine() -> Result<Machine, TrueGhzError> {
    error::guarded(|| Machine::read(&LiveSystem))
}

/// The version of TrueGHz.
#[uniffi::export]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
