//! The clock with more and more processors busy: for people, and as CSV.

use trueghz::report::words::machine_line;
use trueghz::run::turbo::{TurboReport, TurboRow};

use super::words;
use crate::format::{labelled, number, paragraph, table};
use crate::style::{QUIET, paint};

/// The width of a bar at the highest clock.
const BAR: usize = 24;

/// For people: kind after kind, a line for each number of busy processors.
pub fn text(report: &TurboReport) -> String {
    let mut text = format!("{}\n", paint(QUIET, paragraph(&machine_line(&report.machine), 0).trim_end()));
    let highest = report.rows.iter().filter_map(|row| row.reading.frequency_hz).fold(0.0, f64::max);
    for rows in report.rows.chunk_by(|a, b| a.reading.cpu == b.reading.cpu) {
        let reading = &rows[0].reading;
        let whose = reading.cpu.map_or_else(String::new, |cpu| format!("{cpu}, "));
        text.push('\n');
        text.push_str(&labelled("core", &format!("{whose}{}", reading.kind)));
        let header = ["busy", "clock", "", ""].map(|word| paint(QUIET, word)).to_vec();
        let rows = rows.iter().map(|row| cells(row, highest));
        text.push_str(&table(&std::iter::once(header).chain(rows).collect::<Vec<_>>(), &[0]));
    }
    if report
        .rows
        .iter()
        .any(|row| row.reading.warnings.iter().any(|warning| warning.code() == "shared_core"))
    {
        text.push('\n');
        text.push_str(&paragraph(
            "* a busy thread shared the core; the clock is that of the moments without it.",
            2,
        ));
    }
    text
}

fn cells(row: &TurboRow, highest: f64) -> Vec<String> {
    let reading = &row.reading;
    let shared = reading.warnings.iter().any(|warning| warning.code() == "shared_core");
    let busy = format!("{}{}", row.busy, if shared { "*" } else { "" });
    let Some(display) = reading.display() else {
        return vec![busy, words::refusal(reading).unwrap_or_default()];
    };
    let length = (reading.frequency_hz.unwrap_or(0.0) / highest * BAR as f64).round() as usize;
    let bar = paint(QUIET, "\u{2501}".repeat(length));
    vec![busy, number(&display), format!("\u{b1} {}", display.uncertainty), bar]
}

/// A row for each reading.
pub fn csv(report: &TurboReport) -> String {
    let mut text = String::from("cpu,busy,frequency_hz,low_hz,high_hz,verdict,reason\n");
    let known = |hz: Option<f64>| hz.map_or_else(String::new, |hz| format!("{hz:.0}"));
    for TurboRow { busy, reading, .. } in &report.rows {
        text.push_str(&format!(
            "{},{busy},{},{},{},{},{}\n",
            reading.cpu.map_or_else(String::new, |cpu| cpu.to_string()),
            known(reading.frequency_hz),
            known(reading.low_hz),
            known(reading.high_hz),
            reading.verdict.code(),
            reading.reason.map_or("", |reason| reason.code()),
        ));
    }
    text
}
