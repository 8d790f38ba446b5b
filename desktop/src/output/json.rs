//! JSON.

use serde::Serialize;
use trueghz::report::{Measurement, provenance};

/// A measurement as `docs/schema/trueghz-1.schema.json` describes it.
pub fn document(measurement: &Measurement) -> String {
    format!("{}\n", measurement.to_json())
}

/// The same on one line.
pub fn line(measurement: &Measurement) -> String {
    one_line(&measurement.to_json())
}

/// A document on one line. A line break or an indentation is never part of a JSON string, so that it can go.
pub fn one_line(document: &str) -> String {
    let line: String = document.lines().map(str::trim_start).collect();
    line + "\n"
}

/// Where an answer of this program comes from that is no report: its JSON holds it as a report does.
#[derive(Serialize)]
pub struct Made {
    version: &'static str,
    measured_at: String,
    options: String,
}

impl Made {
    /// Now, by this version and with these options.
    pub fn now(options: impl ToString) -> Made {
        Made {
            version: env!("CARGO_PKG_VERSION"),
            measured_at: provenance::now(),
            options: options.to_string(),
        }
    }
}

/// Another answer of this program.
pub fn answer(answer: &impl Serialize) -> String {
    let text = serde_json::to_string_pretty(answer).expect("an answer holds nothing that JSON cannot");
    format!("{text}\n")
}
