//! The clock under sustained load, as text.

use trueghz_loads::sustained::SustainedReport;
use trueghz_report::Outlined;
use trueghz_report::moving::time_ms;

use super::curve::curve;
use super::outline;

/// Formats a report as text.
pub fn text(report: &SustainedReport) -> String {
    let outline = report.outline();
    let mut text = outline::facts(&outline);
    if report.found.is_some() {
        let end_ms = report.records.last().map_or(0.0, |record| record.at_ms);
        let windows = report.records.iter().flat_map(|record| &record.windows);
        let clean = windows.filter(|window| !window.interrupted);
        let points = clean.map(|window| (window.at_ns / 1e6 / end_ms, window.hz));
        text.push('\n');
        text.push_str(&curve(points, &format!("0 to {}", time_ms(end_ms))));
    }
    text + &outline::summary(&outline)
}
