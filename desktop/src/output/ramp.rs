//! The rise of a clock after idle, as text.

use trueghz_loads::ramp::{RampReport, RampRun};
use trueghz_report::Outlined;
use trueghz_report::moving::time_ms;

use super::curve::curve;
use super::outline;

/// Formats a report as text.
pub fn text(report: &RampReport) -> String {
    let outline = report.outline();
    let mut text = outline::facts(&outline);
    for table in &outline.tables {
        text.push('\n');
        text.push_str(&outline::rows(table));
    }
    if let Some(run) = report.runs.last() {
        text.push('\n');
        text.push_str(&drawn(run));
    }
    text + &outline::summary(&outline)
}

/// Draws the uninterrupted windows of a run.
fn drawn(run: &RampRun) -> String {
    let end_ns = run.windows.last().map_or(0.0, |window| window.at_ns + window.elapsed_ns);
    let clean = run.windows.iter().filter(|window| !window.interrupted);
    curve(clean.map(|window| (window.at_ns / end_ns, window.hz)), &format!("0 to {}", time_ms(end_ns / 1e6)))
}
