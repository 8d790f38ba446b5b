//! The page of a clock that came back after rests.

use trueghz::estimate::recording::WarmUpSample;
use trueghz::internal::median;
use trueghz::report::axis::Axis;
use trueghz::report::curve::thinned_to;
use trueghz::report::number::RoundedNumber;
use trueghz_loads::ramp::{RampReport, RampRun};

use super::figure::Figure;
use super::moving::{Mark, Moving, clock};
use super::outline;
use super::table::Table;
use crate::Outlined;

/// Points of a run that are drawn: as many as a desk's screen shows apart.
const POINTS: usize = 300;

/// The plot ends at this multiple of the last arrival: the clock is constant after it.
const AFTER_ARRIVAL: f64 = 1.6;

const EXPLAINED: &str = "The core rested, then ran additions in windows of some 40 \u{b5}s, one right after the other. \
    Time zero is the first instruction after the rest. 50 %, 90 % and 99 % are parts of the way from the first to the last \
    clock. Windows that were interrupted are not drawn.";

/// The page of ramps.
pub fn ramp_page(report: &RampReport) -> String {
    let outline = report.outline();
    outline::page(&outline, &figures(report, &outline.summary), &[], EXPLAINED, report.provenance())
}

/// Its plots. `sentence` states the result.
pub(super) fn figures(report: &RampReport, sentence: &str) -> Vec<Figure> {
    figure(report, sentence).into_iter().collect()
}

fn figure(report: &RampReport, sentence: &str) -> Option<Figure> {
    let until_ms = until_ms(report)?;
    let runs: Vec<Vec<(f64, f64)>> = report.runs.iter().map(|run| points(run, until_ms)).collect();
    let arrivals = report.runs.iter().filter_map(|run| run.ramp.as_ref()?.t90_ms);
    let arrival_ms = median(&mut arrivals.map(|time| time.value).collect::<Vec<f64>>());
    let marks: Vec<Mark> =
        arrival_ms.into_iter().map(|at| Mark { at, name: "90 % of the way".to_owned() }).collect();
    let x = Axis::exact(0.0, until_ms, 1.0);
    let class = if runs.len() > 1 { "warm-up" } else { "measured" };
    let plot = Moving {
        x: &x,
        x_unit: "ms",
        lines: &runs,
        names: &[],
        class,
        band: &[],
        has_dots: false,
        marks: &marks,
    };
    let rows = runs.iter().enumerate().flat_map(|(run, points)| {
        points
            .iter()
            .map(move |&(ms, hz)| vec![format!("{}", run + 1), RoundedNumber::new(ms, 2).digits(), clock(hz)])
    });
    Some(Figure {
        is_wide: true,
        title: "Clock after the rest",
        keys: &[],
        drawing: plot.drawn(&format!("Clock after the rest, {} runs. {sentence}", runs.len())),
        sentence: String::new(),
        data: Table::new(&["run", "time, ms", "clock"], rows),
    })
}

/// End of the plotted time, in milliseconds; `None` if there are no windows.
fn until_ms(report: &RampReport) -> Option<f64> {
    let ends = report.runs.iter().filter_map(|run| run.windows.last());
    let end_ms = ends.map(|window| window.at_ns / 1e6).fold(0.0, f64::max);
    let arrivals = report.runs.iter().filter_map(|run| run.ramp.as_ref()?.t99_ms);
    let last_ms = arrivals.map(|time| time.value).fold(0.0, f64::max);
    let until_ms = if last_ms > 0.0 { (last_ms * AFTER_ARRIVAL).min(end_ms) } else { end_ms };
    (until_ms > 0.0).then_some(until_ms)
}

fn points(run: &RampRun, until_ms: f64) -> Vec<(f64, f64)> {
    let clean = run.windows.iter().filter(|window| !window.interrupted);
    let samples: Vec<WarmUpSample> = clean
        .map(|window| WarmUpSample { at_ms: window.at_ns / 1e6, hz: window.hz })
        .take_while(|sample| sample.at_ms <= until_ms)
        .collect();
    thinned_to(&samples, POINTS).iter().map(|sample| (sample.at_ms, sample.hz)).collect()
}
