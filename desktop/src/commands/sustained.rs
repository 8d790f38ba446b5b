//! `trueghz sustained`: what is left of a core's clock under a steady load.

use std::sync::{Arc, Mutex, PoisonError};

use trueghz::run::sustained::{SustainedOptions, sustained};
use trueghz::{Event, Observer};

use super::interrupt::Interrupt;
use crate::cli::SustainedArgs;
use crate::live::Sustaining;
use crate::outcome::{Failure, Outcome, print};
use crate::output::Form;
use crate::record_file::RecordFile;

/// Loads, and shows what the clock did.
pub fn run(args: &SustainedArgs) -> Result<Outcome, Failure> {
    let interrupt = Interrupt::listen()?;
    let file = args.record.as_deref().map(RecordFile::create).transpose()?;
    let options = SustainedOptions::new().cpu(args.cpu).load(args.load.into()).length(args.minutes);
    let failure = Arc::default();
    let recorder = Recorder { line: Sustaining::new(), file, failure: Arc::clone(&failure) };
    let session = sustained(options, recorder).map_err(Failure::new)?;
    let report = interrupt.wait(session)?.map_err(Failure::new)?;
    print(&Form::from(args).sustained(&report))?;
    // The answer first: it is whole.
    let failure: Option<Failure> = failure.lock().unwrap_or_else(PoisonError::into_inner).take();
    failure.map_or_else(|| Ok(interrupt.outcome(report.found.is_some())), Err)
}

/// Draws what comes, and writes it to a file.
struct Recorder {
    line: Sustaining,
    file: Option<RecordFile>,
    /// Why nothing is written any more.
    failure: Arc<Mutex<Option<Failure>>>,
}

impl Recorder {
    fn write(&mut self, line: impl FnOnce() -> String) {
        let Some(file) = &mut self.file else { return };
        if let Err(failure) = file.line(&line()) {
            self.file = None;
            *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(failure);
        }
    }
}

impl Observer for Recorder {
    fn watches(&self) -> bool {
        self.file.is_some() || self.line.is_drawn()
    }

    fn event(&mut self, event: Event) {
        match event {
            Event::SustainedBegun { run } => {
                self.line.begin(run.length_ms);
                self.write(|| run.to_line());
            }
            Event::SustainedRecorded { record } => {
                self.line.at(&record);
                self.write(|| record.to_line());
            }
            _ => {}
        }
    }
}
