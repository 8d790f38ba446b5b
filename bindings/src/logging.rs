//! Core's log in the platform's: a sink that a caller brings (os_log on Apple), and before that
//! Android's own.

use std::sync::{Arc, PoisonError, RwLock};

use log::{Level, LevelFilter, Log, Metadata, Record};

/// The importance of a line of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, uniffi::Enum)]
pub enum LogLevel {
    /// Something did not work.
    Error,
    /// Something is not as it should be.
    Warn,
    /// The present activity.
    Info,
    /// Details for developers.
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

/// Where the lines of the log go.
enum Destination {
    /// Nowhere, as no sink is set yet, or none any more.
    Nobody,
    /// To the platform's own log, until a sink is set.
    #[cfg(any(target_os = "android", test))]
    Platform(Box<dyn Log>),
    /// To whom a caller named.
    Sink(Arc<dyn LogSink>),
}

/// The one logger of the process.
struct Logger {
    destination: RwLock<Destination>,
}

static LOGGER: Logger = Logger::new();

impl Logger {
    const fn new() -> Self {
        Self { destination: RwLock::new(Destination::Nobody) }
    }

    fn send_to(&self, destination: Destination) {
        *self.destination.write().unwrap_or_else(PoisonError::into_inner) = destination;
    }
}

impl Log for Logger {
    fn enabled(&self, _metadata: &Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &Record<'_>) {
        let destination = self.destination.read().unwrap_or_else(PoisonError::into_inner);
        let sink = match &*destination {
            Destination::Nobody => return,
            #[cfg(any(target_os = "android", test))]
            Destination::Platform(log) => return log.log(record),
            Destination::Sink(sink) => sink.clone(),
        };
        // Not under the lock: a sink may name another one.
        drop(destination);
        let _ = sink.log(record.level().into(), record.target().to_owned(), record.args().to_string());
    }

    fn flush(&self) {}
}

/// Sends the log to the platform's own, unless a sink is set or the process has another logger.
#[cfg(any(target_os = "android", test))]
pub fn log_to_platform(log: Box<dyn Log>, level: LevelFilter) {
    if log::set_logger(&LOGGER).is_ok() {
        LOGGER.send_to(Destination::Platform(log));
        log::set_max_level(level);
    }
}

/// Sends the log to `sink` from now on, down to `level`; if absent, to no sink. Returns `true` if
/// this took effect: another logger of the process stays.
#[uniffi::export]
pub fn log_to(sink: Option<Arc<dyn LogSink>>, level: LogLevel) -> bool {
    // Refused if there is a logger: this one, or another library's.
    let set = log::set_logger(&LOGGER).is_ok();
    let ours = set || std::ptr::addr_eq(log::logger(), &raw const LOGGER);
    if ours {
        LOGGER.send_to(sink.map_or(Destination::Nobody, Destination::Sink));
        log::set_max_level(level.into());
    }
    ours
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    const TARGET: &str = "logging";

    static LINES: Mutex<Vec<&str>> = Mutex::new(Vec::new());

    /// Stands for Android's log.
    struct System;

    impl Log for System {
        fn enabled(&self, _metadata: &Metadata<'_>) -> bool {
            true
        }

        fn log(&self, record: &Record<'_>) {
            // Other tests of this process make lines, too.
            if record.target() == TARGET {
                LINES.lock().unwrap().push("system");
            }
        }

        fn flush(&self) {}
    }

    struct Sink;

    impl LogSink for Sink {
        fn log(&self, level: LogLevel, target: String, _: String) -> Result<(), crate::ObserverError> {
            if target == TARGET {
                LINES.lock().unwrap().push(if level == LogLevel::Debug { "debug" } else { "sink" });
            }
            Ok(())
        }
    }

    /// In one test: a process has one logger.
    #[test]
    fn a_sink_takes_the_place_of_the_platforms_log() {
        log_to_platform(Box::new(System), LevelFilter::Info);
        log::info!(target: TARGET, "one");
        log::debug!(target: TARGET, "below the platform's level");
        assert!(log_to(Some(Arc::new(Sink)), LogLevel::Debug));
        log::info!(target: TARGET, "two");
        log::debug!(target: TARGET, "three");
        log_to_platform(Box::new(System), LevelFilter::Info);
        log::info!(target: TARGET, "loaded again, which changes nothing");
        assert!(log_to(None, LogLevel::Error));
        log::error!(target: TARGET, "to nobody");
        assert_eq!(*LINES.lock().unwrap(), ["system", "sink", "debug", "sink"]);
    }
}
