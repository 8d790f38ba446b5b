//! The log goes to the sink that a platform brings. A process has one logger, so this is a program
//! of its own.

use std::sync::{Arc, Mutex};

use trueghz_ffi::{LogLevel, LogSink, ObserverError, log_to};

#[derive(Default)]
struct Sink(Mutex<Vec<(LogLevel, String, String)>>);

impl LogSink for Sink {
    fn log(&self, level: LogLevel, target: String, message: String) -> Result<(), ObserverError> {
        self.0.lock().unwrap().push((level, target, message));
        Err(ObserverError::Failed { reason: "a sink that throws is nobody's problem".to_owned() })
    }
}

#[test]
fn lines_reach_the_sink_down_to_its_level() {
    let sink = Arc::new(Sink::default());
    assert!(log_to(Some(sink.clone()), LogLevel::Warn));
    log::error!(target: "core", "one");
    log::warn!(target: "core", "two");
    log::info!(target: "core", "three");
    let lines = std::mem::take(&mut *sink.0.lock().unwrap());
    let line = |level, text: &str| (level, "core".to_owned(), text.to_owned());
    assert_eq!(lines, [line(LogLevel::Error, "one"), line(LogLevel::Warn, "two")]);

    assert!(log_to(None, LogLevel::Trace));
    log::error!("to nobody");
    assert!(sink.0.lock().unwrap().is_empty());
    assert_eq!(Arc::strong_count(&sink), 1, "it is let go");

    assert!(log_to(Some(sink.clone()), LogLevel::Trace), "and may come back");
    for (level, name) in [(log::Level::Debug, LogLevel::Debug), (log::Level::Trace, LogLevel::Trace)] {
        log::log!(level, "{name:?}");
        assert_eq!(sink.0.lock().unwrap().last().map(|line| line.0), Some(name));
    }
}
