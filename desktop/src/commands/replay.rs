//! `trueghz replay`: recomputes readings from raw data.

use std::panic::resume_unwind;
use std::thread;

use trueghz::Measurement;
use trueghz::report::histogram::WindowHistogram;
use trueghz::report::{RawError, RawMeasurement, SCHEMA};
use trueghz_loads::sustained::{LinesError, SustainedReport};
use trueghz_report::Report;

use super::extra_files::ExtraFiles;
use crate::cli::ReplayArgs;
use crate::distinct::distinct;
use crate::input_file::{Expected, read_json};
use crate::outcome::{Failure, Outcome, complain};
use crate::output::Format;
use crate::tally::Tally;

/// Maximum size of a file: an hour of windows (`--duration` allows a minute for each core, so this
/// is sixty cores). A core runs some 9,000 windows of the usual length per second, and each takes
/// some 55 bytes.
const LIMIT_BYTES: u64 = 3_600 * 9_000 * 55;

/// Expected contents of a file.
const RAW: Expected = Expected {
    what: "raw measurement",
    limit_bytes: LIMIT_BYTES,
    too_large: "it holds more than 1.8 GB, more than an hour of windows needs",
};

/// Recomputes the readings of a file and prints them.
pub fn run(args: &ReplayArgs) -> Result<Outcome, Failure> {
    let (html, svg) = (args.page.html.as_deref(), args.page.svg.as_deref());
    distinct(&[("FILE", Some(&args.file)), ("--html", html), ("--svg", svg)])?;
    let mut files = ExtraFiles::pictures(html, svg)?;
    let file = &args.file;
    let text = read_json(file, &RAW)?;
    if text.trim().is_empty() {
        return Err(Failure::file("use", file, LinesError::Empty));
    }
    if SustainedReport::may_be_lines(&text) {
        return sustained(args, &text, &mut files);
    }
    let raw = RawMeasurement::from_json(&text).map_err(|error| match &error {
        RawError::OtherSchema { found } if found == SCHEMA => Failure::file(
            "use",
            file,
            "it is a measurement without its raw data, which \"trueghz measure --raw\" writes",
        ),
        _ => Failure::file("use", file, error),
    })?;
    let (measurement, histograms) = estimate_on_a_thread(&raw);
    files.answer(&Format::from(args.form).single(&measurement, &histograms))?;
    files.write(&measurement, &raw, &histograms)?;
    let mut tally = Tally::default();
    tally.add(&measurement);
    Ok(if tally.is_complete() { Outcome::Complete } else { Outcome::Refused })
}

/// Recomputes the report of a sustained load from its records.
fn sustained(args: &ReplayArgs, text: &str, files: &mut ExtraFiles) -> Result<Outcome, Failure> {
    let read = SustainedReport::from_lines(text).map_err(|error| Failure::file("use", &args.file, error))?;
    let has_found = read.report.found.is_some();
    let report = Report::Sustained(Box::new(read.report));
    files.answer(&Format::from(args.form).report(&report))?;
    files.draw(&report)?;
    if read.skipped > 0 {
        let lines = if read.skipped == 1 {
            "1 damaged line was"
        } else {
            &format!("{} damaged lines were", read.skipped)
        };
        complain(format!("{lines} left out"));
    }
    Ok(if has_found { Outcome::Complete } else { Outcome::Refused })
}

/// Estimates on a thread that is not the first, as a session does. In Windows programs built with
/// the GNU toolchain the first thread computes logarithms with different rounding (the C library's
/// start sets the x87 unit's precision for it alone), and a replay must reproduce the original
/// numbers to the last bit. If the system allows no further thread, the last bits are lost rather
/// than the reading.
fn estimate_on_a_thread(raw: &RawMeasurement) -> (Measurement, Vec<Option<WindowHistogram>>) {
    let estimate = || raw.estimate_with_histograms();
    thread::scope(|scope| match thread::Builder::new().spawn_scoped(scope, estimate) {
        Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
        Err(_) => estimate(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_the_one_that_the_help_states() {
        assert_eq!(format!("{:.1} GB", LIMIT_BYTES as f64 / 1e9), "1.8 GB");
        assert!(crate::help::REPLAY.contains("1.8 GB"));
    }
}
