//! `trueghz turbo`: the clock at a rising number of busy CPUs.

use trueghz::load::LoadClass;
use trueghz_loads::turbo::{TurboOptions, turbo};
use trueghz_report::Report;

use super::interrupt::Interrupt;
use super::report::Destination;
use crate::cli::TurboArgs;
use crate::live::Steps;
use crate::outcome::{Failure, Outcome};

/// Measures the clock while other CPUs are busy, and prints the readings.
pub fn run(args: &TurboArgs) -> Result<Outcome, Failure> {
    let mut destination = Destination::open(&args.report, None)?;
    let interrupt = Interrupt::listen()?;
    let classes: Vec<LoadClass> = args.class.iter().map(|&class| class.into()).collect();
    let options = TurboOptions::new().core(args.core.which()?).classes(classes).duration(args.duration);
    let session = turbo(options, Steps::new("measuring")).map_err(Failure::new)?;
    let report = interrupt.wait(session)?.map_err(Failure::new)?;
    let has_found = report.rows.iter().any(|row| row.reading.hz().is_some());
    destination.give(Report::Turbo(Box::new(report)))?;
    Ok(interrupt.outcome(has_found))
}
