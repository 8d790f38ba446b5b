//! How a clock came back after a rest: for people, and as CSV.

use trueghz::estimate::timed::TimedWindow;
use trueghz::report::ramp::{RampReport, RampRun};

use super::curve::curve;
use super::outline;

/// For people.
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

/// Every window.
pub fn csv(report: &RampReport) -> String {
    let mut text = String::from("run,at_us,elapsed_us,hz,interrupted\n");
    for (index, run) in report.runs.iter().enumerate() {
        for TimedWindow { at_ns, elapsed_ns, hz, interrupted } in &run.windows {
            text.push_str(&format!(
                "{},{:.3},{:.3},{hz:.0},{interrupted}\n",
                index + 1,
                at_ns / 1e3,
                elapsed_ns / 1e3
            ));
        }
    }
    text
}

/// The windows of a run, drawn.
fn drawn(run: &RampRun) -> String {
    let end_ns = run.windows.last().map_or(0.0, |window| window.at_ns + window.elapsed_ns);
    let clean = run.windows.iter().filter(|window| !window.interrupted);
    curve(clean.map(|window| (window.at_ns / end_ns, window.hz)), &format!("0 to {:.0} ms", end_ns / 1e6))
}
