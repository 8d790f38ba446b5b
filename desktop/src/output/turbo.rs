//! The clock with more and more processors busy, for people.

use trueghz::report::turbo::{TurboReport, TurboRow};

use super::{outline, words};
use crate::format::{number, table};
use crate::style::{QUIET, paint};

/// The width of a bar at the highest clock.
const BAR: usize = 24;

/// For people: kind after kind, a line for each number of busy processors.
pub fn text(report: &TurboReport) -> String {
    let outline = report.outline();
    let mut text = outline::facts(&outline);
    let highest = report.rows.iter().filter_map(|row| row.reading.frequency_hz).fold(0.0, f64::max);
    for (place, (rows, of)) in report.cores().zip(&outline.tables).enumerate() {
        if place > 0 {
            text.push('\n');
        }
        text.push_str(&format!("  {}\n", of.title));
        let header = ["busy", "clock", "", ""].map(|word| paint(QUIET, word)).to_vec();
        let rows = rows.iter().map(|row| cells(row, highest));
        text.push_str(&table(&std::iter::once(header).chain(rows).collect::<Vec<_>>(), &[0]));
    }
    text + &outline::summary(&outline)
}

fn cells(row: &TurboRow, highest: f64) -> Vec<String> {
    let reading = &row.reading;
    let Some(display) = reading.display() else {
        return vec![row.busy_mark(), words::refusal(reading).unwrap_or_default()];
    };
    let length = (reading.frequency_hz.unwrap_or(0.0) / highest * BAR as f64).round() as usize;
    let bar = paint(QUIET, "\u{2501}".repeat(length));
    vec![row.busy_mark(), number(&display), format!("\u{b1} {}", display.uncertainty), bar]
}
