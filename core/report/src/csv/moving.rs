//! Clocks that move: a row for each window or reading.

use serde::Serialize;
use trueghz::estimate::verdict::{Reason, Verdict};
use trueghz::load::LoadClass;
use trueghz_loads::ramp::RampReport;
use trueghz_loads::sustained::SustainedReport;
use trueghz_loads::turbo::{TurboReport, TurboRow};
use trueghz_loads::windows::timed::TimedWindow;

use super::written;

/// A window, its times since the first instruction. New columns come last.
#[derive(Serialize)]
struct WindowRow {
    /// Number of the run; absent if there is only one.
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<usize>,
    at_us: f64,
    elapsed_us: f64,
    hz: f64,
    interrupted: bool,
}

impl WindowRow {
    fn of(run: Option<usize>, window: &TimedWindow) -> WindowRow {
        // A nanosecond and a hertz are finer than any window.
        let us = |ns: f64| ns.round() / 1e3;
        WindowRow {
            run,
            at_us: us(window.at_ns),
            elapsed_us: us(window.elapsed_ns),
            hz: window.hz.round(),
            interrupted: window.interrupted,
        }
    }
}

/// The windows of each run after a rest.
pub fn ramp(report: &RampReport) -> String {
    let runs = report.runs.iter().zip(1..);
    let rows = runs.flat_map(|(run, place)| run.windows.iter().map(move |w| WindowRow::of(Some(place), w)));
    written(rows, report.provenance())
}

/// The windows of a load.
pub fn sustained(report: &SustainedReport) -> String {
    let windows = report.records.iter().flat_map(|record| &record.windows);
    written(windows.map(|window| WindowRow::of(None, window)), report.run.provenance())
}

/// A reading with a number of busy CPUs. New columns come last.
#[derive(Serialize)]
struct ReadingRow {
    cpu: Option<u32>,
    busy: usize,
    frequency_hz: Option<f64>,
    low_hz: Option<f64>,
    high_hz: Option<f64>,
    verdict: Verdict,
    reason: Option<Reason>,
    repeatable_low_hz: Option<f64>,
    repeatable_high_hz: Option<f64>,
    class: Option<LoadClass>,
    operations_per_cycle: Option<f64>,
    operations_low: Option<f64>,
    operations_high: Option<f64>,
}

/// Finer than a load's operations are known.
fn hundredths(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

/// The readings of a turbo report.
pub fn turbo(report: &TurboReport) -> String {
    let rows = report.rows.iter().map(|TurboRow { busy, reading, work, operations, .. }| ReadingRow {
        cpu: reading.cpu,
        busy: *busy,
        frequency_hz: reading.hz().map(f64::round),
        low_hz: reading.frequency_hz.map(|clock| clock.low.round()),
        high_hz: reading.frequency_hz.map(|clock| clock.high.round()),
        verdict: reading.verdict,
        reason: reading.reason,
        repeatable_low_hz: reading.repeatable_hz.map(|clock| clock.low.round()),
        repeatable_high_hz: reading.repeatable_hz.map(|clock| clock.high.round()),
        class: work.as_ref().map(|work| work.class),
        operations_per_cycle: operations.map(|operations| hundredths(operations.median)),
        operations_low: operations.map(|operations| hundredths(operations.low)),
        operations_high: operations.map(|operations| hundredths(operations.high)),
    });
    written(rows, report.provenance())
}
