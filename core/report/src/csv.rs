//! CSV: a row for each core of each measurement, units in the header, quoted as RFC 4180 has it.
//!
//! * `moving`: CSV of ramps, turbo and sustained loads.

mod moving;

pub use moving::{ramp, sustained, turbo};

use std::borrow::Cow;
use std::time::Duration;

use serde::Serialize;
use trueghz::Warning;
use trueghz::estimate::verdict::{Reason, Verdict};
use trueghz::report::provenance::Provenance;
use trueghz::report::{LowCause, Measurement, Reading};
use trueghz_host::ClaimSource;

/// Position of one of several measurements, and its start.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    /// Number of earlier measurements.
    pub index: usize,
    /// Time since the start of the first.
    pub at: Duration,
}

impl Place {
    /// The only measurement.
    pub const SINGLE: Place = Place { index: 0, at: Duration::ZERO };
}

/// New columns come last, so that readers that use column numbers keep working.
#[derive(Serialize)]
struct Row<'a> {
    reading: usize,
    at_s: f64,
    cpu: Option<u32>,
    kind: &'a str,
    frequency_hz: Option<f64>,
    low_hz: Option<f64>,
    high_hz: Option<f64>,
    confidence: f64,
    clock: &'a str,
    clock_tolerance_ppm: f64,
    verdict: Verdict,
    reason: Option<Reason>,
    tight_loop_cycles_per_iteration: Option<f64>,
    effective_hz: Option<f64>,
    windows_taken: usize,
    windows_kept: usize,
    claim_hz: Option<f64>,
    claim_source: Option<ClaimSource>,
    claim_difference_percent: Option<f64>,
    elapsed_ms: f64,
    warm_up_ms: f64,
    time_to_first_estimate_ms: Option<f64>,
    warnings: String,
    range_low_hz: Option<f64>,
    range_high_hz: Option<f64>,
    at_least_hz: Option<f64>,
    repeatable_low_hz: Option<f64>,
    repeatable_high_hz: Option<f64>,
    clock_correction_ppm: f64,
    low_because: Option<&'static str>,
}

/// The rows of a measurement; the first one brings the header along.
pub fn rows(measurement: &Measurement, place: Place) -> String {
    let rows = measurement.cores.iter().map(|reading| row(reading, &measurement.clock.name, place));
    written_with(rows, measurement.provenance(), place.index == 0)
}

/// These rows with their header, all of which come from one report.
#[doc(hidden)]
pub fn written(rows: impl Iterator<Item = impl Serialize>, provenance: Provenance<'_>) -> String {
    written_with(rows, provenance, true)
}

fn written_with(
    rows: impl Iterator<Item = impl Serialize>,
    provenance: Provenance<'_>,
    has_headers: bool,
) -> String {
    table(rows.map(|row| (row, provenance)), has_headers)
}

/// Writes rows of fields, with a header of field names if `has_headers`. An apostrophe is put
/// before a text that a spreadsheet would take for a formula, because files from others contain
/// arbitrary names.
///
/// # Panics
/// If rows have different numbers of fields.
pub fn table(rows: impl IntoIterator<Item = impl Serialize>, has_headers: bool) -> String {
    let mut plain = ::csv::WriterBuilder::new().has_headers(has_headers).from_writer(Vec::new());
    for row in rows {
        plain.serialize(row).expect("rows of equal length go into memory");
    }
    let plain = plain.into_inner().expect("memory takes all that is written");
    let mut reader = ::csv::ReaderBuilder::new().has_headers(false).from_reader(plain.as_slice());
    let mut writer = ::csv::WriterBuilder::new().terminator(::csv::Terminator::CRLF).from_writer(Vec::new());
    for record in reader.records() {
        let record = record.expect("what was written is read");
        writer.write_record(record.iter().map(|cell| harmless(cell).into_owned())).expect("as before");
    }
    let bytes = writer.into_inner().expect("memory takes all that is written");
    String::from_utf8(bytes).expect("text remains text")
}

/// A cell that no spreadsheet computes (OWASP, "CSV injection"). Numbers may begin with a sign.
fn harmless(cell: &str) -> Cow<'_, str> {
    let is_formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r']) && cell.parse::<f64>().is_err();
    if is_formula { Cow::Owned(format!("'{cell}")) } else { Cow::Borrowed(cell) }
}

fn row<'a>(reading: &'a Reading, clock: &'a str, place: Place) -> Row<'a> {
    let codes: Vec<&str> = reading.warnings.iter().map(Warning::code).collect();
    Row {
        reading: place.index + 1,
        at_s: place.at.as_millis() as f64 / 1e3,
        cpu: reading.cpu,
        kind: &reading.kind,
        frequency_hz: reading.hz(),
        low_hz: reading.frequency_hz.map(|clock| clock.low),
        high_hz: reading.frequency_hz.map(|clock| clock.high),
        confidence: reading.confidence,
        clock,
        clock_tolerance_ppm: reading.clock_tolerance_ppm,
        verdict: reading.verdict,
        reason: reading.reason,
        tight_loop_cycles_per_iteration: reading.tight_loop.cycles_per_iteration,
        effective_hz: reading.effective_hz,
        windows_taken: reading.windows.total,
        windows_kept: reading.windows.undisturbed,
        claim_hz: reading.claim.map(|claim| claim.hz),
        claim_source: reading.claim.map(|claim| claim.source),
        claim_difference_percent: reading.claim.and_then(|claim| claim.difference_percent),
        elapsed_ms: reading.elapsed_ms,
        warm_up_ms: reading.warm_up_ms,
        time_to_first_estimate_ms: reading.time_to_first_estimate_ms,
        warnings: codes.join(";"),
        range_low_hz: reading.range.map(|range| range.low_hz),
        range_high_hz: reading.range.map(|range| range.high_hz),
        at_least_hz: reading.at_least_hz,
        repeatable_low_hz: reading.repeatable_hz.map(|clock| clock.low),
        repeatable_high_hz: reading.repeatable_hz.map(|clock| clock.high),
        clock_correction_ppm: reading.clock_correction_ppm,
        low_because: reading.low_because.as_ref().map(LowCause::code),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_spreadsheet_would_compute_is_text() {
        #[derive(Serialize)]
        struct Cells {
            kind: &'static str,
            ppm: f64,
        }
        let of = |kind| table([Cells { kind, ppm: -1.5 }], false);
        assert_eq!(of("=HYPERLINK(\"a\")"), "\"'=HYPERLINK(\"\"a\"\")\",-1.5\r\n");
        assert_eq!(of("@SUM(1)"), "'@SUM(1),-1.5\r\n");
        assert_eq!(of("-5"), "-5,-1.5\r\n");
        assert_eq!(of("Cortex-A78"), "Cortex-A78,-1.5\r\n");
        assert_eq!(table([(); 0], true), "");
    }
}
