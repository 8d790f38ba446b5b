//! Core's log in the platform's: a sink that the platform brings (os_log on Apple), or Android's own.

use std::sync::{Arc, PoisonError, RwLock};

use log::{Level, LevelFilter, Log, Metadata, Record};

/// How much a line of the log matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, uniffi::Enum)]
pub enum LogLevel {
    /// Something did not work.
    Error,
    /// Something is not as it should be.
    Warn,
    /// What is going on.
    Info,
    /// What a developer wants to see.
    Debug,
    /// Everything.
    Trace,
}

impl From<Level> for LogLevel {
    fn from(level: Level) -> Self {
        match level {
            Level::Error => Self::Error,
            Level::Warn => Self::Warn,
            Level::Info => Self::Info,
            Level::Debug => Self::Debug,
            Level::Trace => Self::Trace,
        }
    }
}

impl From<LogLevel> for LevelFilter {
    fn from(level: LogLevel) -> Self {
        match level {
            LogLevel::Error => Self::Error,
            LogLevel::Warn => Self::Warn,
            LogLevel::Info => Self::Info,
            LogLevel::Debug => Self::Debug,
            LogLevel::Trace => Self::Trace,
        }
    }
}

/// Takes the lines of the log. Called from any thread.
#[uniffi::export(foreign)]
pub trait LogSink: Send + Sync {
    /// Takes one line. `target` is the part of TrueGHz that speaks. What the sink throws is lost.
    fn log(&self, level: LogLevel, target: String, message: String) -> Result<(), crate::ObserverError>;
}

/// The one logger of the process that hands lines to the sink.
struct ToSink {
    sink: RwLock<Option<Arc<dyn LogSink>>>,
}

static TO_SINK: ToSink = ToSink { sink: RwLock::new(None) };

impl Log for ToSink {
    fn enabled(&self, _metadata: &Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &Record<'_>) {
        let sink = self.sink.read().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(sink) = sink {
            let _ = sink.log(record.level().into(), record.target().to_owned(), record.args().to_string());
        }
    }

    fn flush(&self) {}
}

/// Sends the log to `sink` from now on, down to `level`; absent: to nobody. Says whether that is so: another
/// logger of the process stays.
#[uniffi::export]
pub fn log_to(sink: Option<Arc<dyn LogSink>>, level: LogLevel) -> bool {
    *TO_SINK.sink.write().unwrap_or_else(PoisonError::into_inner) = sink;
    // Refused if there is a logger: this one, or somebody else's.
    let set = log::set_logger(&TO_SINK).is_ok();
    let ours = set || std::ptr::addr_eq(log::logger(), &raw const TO_SINK);
    if ours {
        log::set_max_level(level.into());
    }
    ours
}
