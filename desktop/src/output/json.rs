//! JSON.

use serde::Serialize;
use trueghz::report::{Measurement, provenance};

/// Formats a measurement as `docs/schema/trueghz-2.schema.json` describes it.
pub fn document(measurement: &Measurement) -> String {
    format!("{}\n", measurement.to_json())
}

/// Like [`document`], but on one line.
pub fn line(measurement: &Measurement) -> String {
    one_line(&measurement.to_json())
}

/// Puts a document on one line. JSON strings contain no line breaks, so breaks and indentation can
/// be removed.
pub fn one_line(document: &str) -> String {
    let line: String = document.lines().map(str::trim_start).collect();
    line + "\n"
}

/// Provenance of an output other than a report, with the same JSON fields as in a report.
#[derive(Serialize)]
pub struct Made {
    version: &'static str,
    measured_at: String,
    options: String,
}

impl Made {
    /// Creates the provenance for the current time, this version and these options.
    pub fn now(options: impl ToString) -> Made {
        Made {
            version: env!("CARGO_PKG_VERSION"),
            measured_at: provenance::now(),
            options: options.to_string(),
        }
    }
}

/// Formats an output other than a measurement.
pub fn answer(answer: &impl Serialize) -> String {
    let text = serde_json::to_string_pretty(answer).expect("an answer holds nothing that JSON cannot");
    format!("{text}\n")
}
