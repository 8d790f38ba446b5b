//! The clock at a rising number of busy CPUs, as text.

use trueghz_loads::turbo::TurboReport;
use trueghz_report::Outlined;

use super::outline;
use crate::format::table;
use crate::style::{QUIET, paint};

/// Formats a report as text: for each core type a table with a row for each number of busy CPUs and
/// a column for each class of work.
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
