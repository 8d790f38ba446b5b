//! `trueghz turbo`: the clock with more and more processors busy.

use trueghz::run::turbo::{TurboOptions, turbo};

use super::interrupt::Interrupt;
use crate::cli::TurboArgs;
use crate::live::Steps;
use crate::outcome::{Failure, Outcome, print};
use crate::output::{json, turbo as output};

/// Measures beside busy processors, and shows what is left of the clock.
pub fn run(args: TurboArgs) -> Result<Outcome, Failure> {
    let interrupt = Interrupt::listen()?;
    let options = TurboOptions::new().duration(args.duration);
    let session = turbo(options, Steps::new("measuring")).map_err(Failure::new)?;
    let report = interrupt.wait(session)?.map_err(Failure::new)?;
    print(&match args {
        TurboArgs { json: true, .. } => json::answer(&report),
        TurboArgs { csv: true, .. } => output::csv(&report),
        TurboArgs { .. } => output::text(&report),
    })?;
    Ok(interrupt.outcome(report.rows.iter().any(|row| row.reading.frequency_hz.is_some())))
}
