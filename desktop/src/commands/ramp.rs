//! `trueghz ramp`: rise of a core's clock after idle.

use trueghz_loads::ramp::{RampOptions, ramp};
use trueghz_report::Report;

use super::interrupt::Interrupt;
use super::report::Destination;
use crate::cli::RampArgs;
use crate::live::Steps;
use crate::outcome::{Failure, Outcome};

/// Alternates idle times and runs, and prints the ramp of the clock.
pub fn run(args: &RampArgs) -> Result<Outcome, Failure> {
    let mut destination = Destination::open(&args.report, None)?;
    let interrupt = Interrupt::listen()?;
    let options = RampOptions::new()
        .core(args.core.which()?)
        .rest(args.rest)
        .duration(args.duration)
        .repeat(args.repeat);
    let session = ramp(options, Steps::new("resting and running")).map_err(Failure::new)?;
    let report = interrupt.wait(session)?.map_err(Failure::new)?;
    let has_found = report.runs.iter().any(|run| run.ramp.is_some());
    destination.give(Report::Ramp(Box::new(report)))?;
    Ok(interrupt.outcome(has_found))
}
