//! `trueghz ramp`: how long a core's clock takes to come back after a rest.

use trueghz::run::ramp::{RampOptions, ramp};

use super::interrupt::Interrupt;
use crate::cli::RampArgs;
use crate::live::Steps;
use crate::outcome::{Failure, Outcome, print};
use crate::output::{json, ramp as output};

/// Rests, runs, and shows what the clock did.
pub fn run(args: RampArgs) -> Result<Outcome, Failure> {
    let interrupt = Interrupt::listen()?;
    let options = RampOptions::new().cpu(args.cpu).rest(args.rest).length(args.length).runs(args.runs);
    let session = ramp(options, Steps::new("resting and running")).map_err(Failure::new)?;
    let report = interrupt.wait(session)?.map_err(Failure::new)?;
    print(&match args {
        RampArgs { json: true, .. } => json::answer(&report),
        RampArgs { csv: true, .. } => output::csv(&report),
        RampArgs { .. } => output::text(&report),
    })?;
    Ok(interrupt.outcome(report.runs.iter().any(|run| run.ramp.is_some())))
}
