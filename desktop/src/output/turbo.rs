//! The clock with more and more processors busy, for people.

use trueghz::report::turbo::TurboReport;
use trueghz_report::Outlined;

use super::outline;
use crate::format::table;
use crate::style::{QUIET, paint};

/// For people: kind after kind, a line for each number of busy processors, a column for what they work on.
pub fn text(report: &TurboReport) -> String {
    let outline = report.outline();
    let mut text = outline::facts(&outline);
    for of_core in &outline.tables {
        text.push_str(&format!("\n  {}\n", of_core.title));
        let head = of_core.head.iter().map(|word| paint(QUIET, word)).collect();
        let rows: Vec<Vec<String>> = std::iter::once(head).chain(of_core.rows.iter().cloned()).collect();
        text.push_str(&table(&rows, &[0]));
    }
    text + &outline::summary(&outline)
}
