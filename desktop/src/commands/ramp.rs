//! `trueghz ramp`: how long a core's clock takes to come back after a rest.

use trueghz::report::html;
use trueghz::report::store::Report;
use trueghz::run::ramp::{RampOptions, ramp};

use super::beside::Beside;
use super::interrupt::Interrupt;
use super::keep::Keeper;
use crate::cli::RampArgs;
use crate::live::Steps;
use crate::outcome::{Failure, Outcome};
use crate::output::Form;

/// Rests, runs, and shows what the clock did.
pub fn run(args: &RampArgs) -> Result<Outcome, Failure> {
    let mut beside = Beside::page(args.html.as_deref())?;
    let keeper = Keeper::open(args.keep.as_deref())?;
    let interrupt = Interrupt::listen()?;
    let options = RampOptions::new().cpu(args.cpu).rest(args.rest).length(args.length).runs(args.runs);
    let session = ramp(options, Steps::new("resting and running")).map_err(Failure::new)?;
    let report = interrupt.wait(session)?.map_err(Failure::new)?;
    beside.answer(&Form::from(args).ramp(&report))?;
    beside.write_page(|| html::ramp_page(&report))?;
    keeper.keep(|| Report::Ramp(Box::new(report.clone())))?;
    Ok(interrupt.outcome(report.runs.iter().any(|run| run.ramp.is_some())))
}
