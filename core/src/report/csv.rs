//! CSV: a row for each core of each measurement, units in the header, quoted as RFC 4180 has it.
//!
//! * `moving`: the same of clocks that move.

mod moving;

use std::time::Duration;

use crate::estimate::verdict::{Reason, Verdict};
use crate::host::ClaimSource;
use serde::Serialize;

pub use moving::{ramp, sustained, turbo};

use super::provenance::Provenance;
use super::warning::Warning;
use super::{Measurement, Reading};

/// Which of several measurements, from 0, and when it began.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    /// How many came before.
    pub index: usize,
    /// Since the start of the first.
    pub at: Duration,
}

impl Place {
    /// The only measurement.
    pub const SINGLE: Place = Place { index: 0, at: Duration::ZERO };
}

/// New columns come last: who counts them goes on working.
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
    first_number_ms: Option<f64>,
    warnings: String,
    range_low_hz: Option<f64>,
    range_high_hz: Option<f64>,
    at_least_hz: Option<f64>,
}

/// The rows of a measurement; the first one brings the header along.
pub fn rows(measurement: &Measurement, place: Place) -> String {
    let rows = measurement.cores.iter().map(|reading| row(reading, &measurement.clock.name, place));
    written_with(rows, measurement.provenance(), place.index == 0)
}

/// These rows with their header, all of which come from one report.
pub(crate) fn written(rows: impl Iterator<Item = impl Serialize>, provenance: Provenance<'_>) -> String {
    written_with(rows, provenance, true)
}

fn written_with(
    rows: impl Iterator<Item = impl Serialize>,
    provenance: Provenance<'_>,
    has_headers: bool,
) -> String {
    let mut writer = ::csv::WriterBuilder::new()
        .has_headers(has_headers)
        .terminator(::csv::Terminator::CRLF)
        .from_writer(Vec::new());
    for row in rows {
        writer.serialize((row, provenance)).expect("rows of equal length go into memory");
    }
    let bytes = writer.into_inner().expect("memory takes all that is written");
    String::from_utf8(bytes).expect("text remains text")
}

fn row<'a>(reading: &'a Reading, clock: &'a str, place: Place) -> Row<'a> {
    let codes: Vec<&str> = reading.warnings.iter().map(Warning::code).collect();
    Row {
        reading: place.index + 1,
        at_s: place.at.as_millis() as f64 / 1e3,
        cpu: reading.cpu,
        kind: &reading.kind,
        frequency_hz: reading.frequency_hz,
        low_hz: reading.low_hz,
        high_hz: reading.high_hz,
        confidence: reading.confidence,
        clock,
        clock_tolerance_ppm: reading.clock_tolerance_ppm,
        verdict: reading.verdict,
        reason: reading.reason,
        tight_loop_cycles_per_iteration: reading.tight_loop.cycles_per_iteration,
        effective_hz: reading.effective_hz,
        windows_taken: reading.windows.taken,
        windows_kept: reading.windows.kept,
        claim_hz: reading.claim.map(|claim| claim.hz),
        claim_source: reading.claim.map(|claim| claim.source),
        claim_difference_percent: reading.claim.and_then(|claim| claim.difference_percent),
        elapsed_ms: reading.elapsed_ms,
        warm_up_ms: reading.warm_up_ms,
        first_number_ms: reading.first_number_ms,
        warnings: codes.join(";"),
        range_low_hz: reading.range.map(|range| range.low_hz),
        range_high_hz: reading.range.map(|range| range.high_hz),
        at_least_hz: reading.at_least_hz,
    }
}
