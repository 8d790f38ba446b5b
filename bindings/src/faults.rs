//! Faults on purpose, for the tests of Swift and Kotlin: what goes wrong on no machine that works
//! goes wrong here, and each error crosses as it would. Compiled with the feature `fault-injection`
//! only, which no shipped artifact has: `make verify` looks for [`MARK`] in each.
//!
//! Nothing is exported for it: a measurement of a core that no machine has asks for a fault. So the
//! tested library and the shipped one are the same to their callers.

use std::io::{Error, ErrorKind};
use std::panic::resume_unwind;

use trueghz::clock::ClockError;
use trueghz::host::Conditions;
use trueghz::run::measure::MeasureError;
use trueghz::run::target::Selection;

use crate::error::TrueGhzError;
use crate::session::MeasureOptions;

/// Marker in the artifacts with faults, and in no shipped one.
const MARK: &str = "trueghz-fault-injection";

const NO_CLOCK: u32 = u32::MAX;
const NO_THREAD: u32 = u32::MAX - 1;
const DEFECT: u32 = u32::MAX - 2;

/// The error that these options ask for.
pub fn at_start(options: &MeasureOptions) -> Result<(), TrueGhzError> {
    match asked(options) {
        Some(NO_CLOCK) => Err(MeasureError::from(ClockError::NoPrimary { tried: Vec::new() }).into()),
        Some(NO_THREAD) => Err(MeasureError::Start(Error::new(ErrorKind::OutOfMemory, MARK).into()).into()),
        _ => Ok(()),
    }
}

/// The query of conditions before a measurement, on the measuring thread: a place for a defect of
/// core's.
pub fn conditions(options: &MeasureOptions) -> Option<fn() -> Conditions> {
    (asked(options) == Some(DEFECT)).then_some(|| resume_unwind(Box::new(MARK)))
}

fn asked(options: &MeasureOptions) -> Option<u32> {
    match &options.cores {
        Selection::Cpus(cpus) => cpus.first().copied(),
        _ => None,
    }
}
