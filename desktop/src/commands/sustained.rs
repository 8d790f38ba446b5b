//! `trueghz sustained`: the clock of a core under sustained load.

use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use trueghz::Observer;
use trueghz_loads::sustained::{SustainedEvent, SustainedOptions, sustained};
use trueghz_report::Report;

use super::interrupt::Interrupt;
use super::report::Destination;
use crate::cli::SustainedArgs;
use crate::live::Sustaining;
use crate::outcome::{Failure, Outcome};
use crate::record_file::RecordFile;

/// Maximum duration of writing the last lines: a session does not wait this long for its observer.
const LAST_LINES: Duration = Duration::from_secs(10);

/// Loads the cores and prints the clock over time.
pub fn run(args: &SustainedArgs) -> Result<Outcome, Failure> {
    let mut destination = Destination::open(&args.report, args.record.as_deref())?;
    let interrupt = Interrupt::listen()?;
    let file = args.record.as_deref().map(RecordFile::create).transpose()?;
    let options = SustainedOptions::new()
        .core(args.core.which()?)
        .load(args.load.into())
        .class(args.class.into())
        .duration(args.duration);
    let written: Arc<Mutex<Written>> = Arc::default();
    let (gone, is_gone) = channel();
    let recorder = Recorder { line: Sustaining::new(), file, written: Arc::clone(&written), _gone: gone };
    let session = sustained(options, recorder).map_err(Failure::new)?;
    let report = interrupt.wait(session)?.map_err(Failure::new)?;
    let (has_found, records) = (report.found.is_some(), report.records.len());
    destination.give(Report::Sustained(Box::new(report)))?;
    // The report is complete and was printed first. Now wait until the recorder is dropped: that
    // closes the channel, so `recv_timeout` returns an error.
    let _ = is_gone.recv_timeout(LAST_LINES);
    let mut written = written.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(failure) = written.failure.take() {
        return Err(failure);
    }
    let missing = records.saturating_sub(written.records);
    if args.record.is_some() && missing > 0 {
        return Err(Failure::new(format!(
            "the last {missing} records are not in the file: the disk was too slow"
        )));
    }
    Ok(interrupt.outcome(has_found))
}

/// Progress of the writes to the file.
#[derive(Default)]
struct Written {
    records: usize,
    /// Error that stopped the recording.
    failure: Option<Failure>,
}

/// Observer that shows the progress and writes records to a file.
struct Recorder {
    line: Sustaining,
    file: Option<RecordFile>,
    written: Arc<Mutex<Written>>,
    /// Dropped with the recorder, which closes the channel.
    _gone: Sender<()>,
}

impl Recorder {
    fn write(&mut self, is_record: bool, line: impl FnOnce() -> String) {
        let Some(file) = &mut self.file else { return };
        let result = file.line(&line());
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        match result {
            Ok(()) => written.records += usize::from(is_record),
            Err(failure) => {
                self.file = None;
                written.failure = Some(failure);
            }
        }
    }
}

impl Observer<SustainedEvent> for Recorder {
    fn is_enabled(&self) -> bool {
        self.file.is_some() || self.line.is_drawn()
    }

    fn event(&mut self, event: SustainedEvent) {
        match event {
            SustainedEvent::Begun { run } => {
                self.line.begin(run.length_ms);
                self.write(false, || run.to_line());
            }
            SustainedEvent::Recorded { record } => {
                self.line.at(&record);
                self.write(true, || record.to_line());
            }
            _ => {}
        }
    }
}
