//! What is left of a clock under a steady load: for people, and as CSV.

use trueghz::report::moving::time_ms;
use trueghz::report::sustained::SustainedReport;

use super::curve::curve;
use super::outline;

/// For people.
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

/// A row for each window.
pub fn csv(report: &SustainedReport) -> String {
    let mut text = String::from("at_ms,elapsed_us,hz,interrupted\n");
    for window in report.records.iter().flat_map(|record| &record.windows) {
        text.push_str(&format!(
            "{:.3},{:.3},{:.0},{}\n",
            window.at_ns / 1e6,
            window.elapsed_ns / 1e3,
            window.hz,
            window.interrupted
        ));
    }
    text
}
