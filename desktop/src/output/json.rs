//! JSON.

use serde::Serialize;
use trueghz::report::Measurement;

/// A measurement as `docs/schema/trueghz-1.schema.json` describes it.
pub fn document(measurement: &Measurement) -> String {
    format!("{}\n", measurement.to_json())
}

/// The same on one line.
pub fn line(measurement: &Measurement) -> String {
    let line = serde_json::to_string(measurement).expect("a measurement holds nothing that JSON cannot");
    format!("{line}\n")
}

/// Another answer of this program.
pub fn answer(answer: &impl Serialize) -> String {
    let text = serde_json::to_string_pretty(answer).expect("an answer holds nothing that JSON cannot");
    format!("{text}\n")
}
