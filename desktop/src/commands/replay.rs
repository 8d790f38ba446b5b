//! `trueghz replay`: recorded windows, estimated anew.

use std::io::Read;
use std::path::Path;

use trueghz::report::RawMeasurement;

use crate::cli::ReplayArgs;
use crate::outcome::{Failure, Outcome, plain, print};
use crate::output::Form;

/// Estimates a file.
pub fn run(args: &ReplayArgs) -> Result<Outcome, Failure> {
    let text = read(&args.file).map_err(|error| Failure::file("read", &args.file, plain(&error)))?;
    let raw = RawMeasurement::from_json(&text).map_err(|error| Failure::file("use", &args.file, error))?;
    let measurement = raw.estimate();
    print(&Form::from(args.form).single(&measurement))?;
    Ok(if measurement.is_complete() { Outcome::Complete } else { Outcome::Refused })
}

fn read(path: &Path) -> std::io::Result<String> {
    if path == Path::new("-") {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text)?;
        return Ok(text);
    }
    std::fs::read_to_string(path)
}
