//! `trueghz turbo`: the clock with more and more processors busy.

use std::cell::RefCell;
use std::ops::ControlFlow;

use trueghz::run::turbo::{TurboOptions, turbo};

use super::interrupt::Interrupt;
use crate::cli::TurboArgs;
use crate::live::Steps;
use crate::outcome::{Failure, Outcome, print};
use crate::output::{json, turbo as output};

/// Measures beside busy processors, and shows what is left of the clock.
pub fn run(args: TurboArgs) -> Result<Outcome, Failure> {
    let interrupt = Interrupt::listen()?;
    let report = {
        let steps = RefCell::new(Steps::new("measuring"));
        let progress = |done, total| {
            steps.borrow_mut().at(done, total);
            if interrupt.was_heard() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        turbo(&TurboOptions::new().duration(args.duration), progress).map_err(Failure::new)?
    };
    print(&match args {
        TurboArgs { json: true, .. } => json::answer(&report),
        TurboArgs { csv: true, .. } => output::csv(&report),
        TurboArgs { .. } => output::text(&report),
    })?;
    Ok(interrupt.outcome(report.rows.iter().any(|row| row.reading.frequency_hz.is_some())))
}
