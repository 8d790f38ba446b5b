//! The page of a clock under a steady load.

use maud::html;
use trueghz::internal::{median, quantile};
use trueghz::report::axis::Axis;
use trueghz::report::number::RoundedNumber;
use trueghz_loads::sustained::{SustainedRecord, SustainedReport};

use super::figure::Figure;
use super::moving::{Mark, Moving, clock};
use super::outline;
use super::plot::Plot;
use super::table::Table;
use crate::Outlined;
use crate::moving::time_ms;

/// Points that are drawn: as many as a desk's screen shows apart.
const POINTS: usize = 300;

/// Quantiles of a point's windows between which the band is drawn: single windows show little.
const BAND: (f64, f64) = (0.05, 0.95);

/// Height of the plot of temperatures, in pixels: lower than the plot of the clock, which matters
/// more.
const HEAT_HEIGHT: f64 = 120.0;

/// Minimum length of the temperature axis, in degrees, so that a constant temperature looks
/// constant.
const NARROWEST_CELSIUS: f64 = 10.0;

/// Longer loads are shown in minutes.
const IN_MINUTES_MS: f64 = 180e3;

const EXPLAINED: &str = "The core ran a steady load; short windows in between, a percent of its time at most, told its clock. \
    The line is the median of the windows, the band has nine tenths of them. Peak: the highest clock that lasted half a \
    second. The end: the last minute, or the last fifth of a shorter load.";

/// The page of a sustained load.
pub fn sustained_page(report: &SustainedReport) -> String {
    let outline = report.outline();
    outline::page(&outline, &figures(report, &outline.summary), &[], EXPLAINED, report.run.provenance())
}

/// Its plots. `sentence` states the result.
pub(super) fn figures(report: &SustainedReport, sentence: &str) -> Vec<Figure> {
    let points = points(report);
    [clocks(report, &points, sentence), heat(&points)].into_iter().flatten().collect()
}

/// A stretch of the load.
struct Point {
    at_ms: f64,
    hz: f64,
    low_hz: f64,
    high_hz: f64,
    celsius: Option<f64>,
}

fn points(report: &SustainedReport) -> Vec<Point> {
    let stretch = report.records.len().div_ceil(POINTS).max(1);
    report.records.chunks(stretch).filter_map(point).collect()
}

fn point(records: &[SustainedRecord]) -> Option<Point> {
    let windows = || records.iter().flat_map(|record| &record.windows).filter(|window| !window.interrupted);
    let mut clocks: Vec<f64> = windows().map(|window| window.hz).collect();
    Some(Point {
        at_ms: median(&mut windows().map(|window| window.at_ns / 1e6).collect::<Vec<f64>>())?,
        hz: median(&mut clocks)?,
        low_hz: quantile(&mut clocks, BAND.0)?,
        high_hz: quantile(&mut clocks, BAND.1)?,
        celsius: records.iter().rev().find_map(SustainedRecord::hottest_celsius),
    })
}

/// The unit of an axis of this length, and its milliseconds.
fn time_unit(end_ms: f64) -> (&'static str, f64) {
    if end_ms > IN_MINUTES_MS { ("min", 60e3) } else { ("s", 1e3) }
}

fn time_axis(points: &[Point]) -> Option<(Axis, &'static str)> {
    let end_ms = points.last()?.at_ms;
    let (unit, unit_ms) = time_unit(end_ms);
    Some((Axis::exact(0.0, end_ms, unit_ms), unit))
}

fn clocks(report: &SustainedReport, points: &[Point], sentence: &str) -> Option<Figure> {
    let (x, x_unit) = time_axis(points)?;
    let line = points.iter().map(|point| (point.at_ms, point.hz)).collect();
    let band: Vec<(f64, f64, f64)> =
        points.iter().map(|point| (point.at_ms, point.low_hz, point.high_hz)).collect();
    let throttled = report.found.as_ref().and_then(|found| found.throttled_ms);
    let mark = |at: f64| Mark { at, name: format!("throttled after {}", time_ms(at)) };
    let marks: Vec<Mark> = throttled.iter().map(|ms| mark(ms.value)).collect();
    let plot = Moving {
        x: &x,
        x_unit,
        lines: &[line],
        names: &[],
        class: "measured",
        band: &band,
        has_dots: false,
        marks: &marks,
    };
    let rows = points.iter().map(|point| {
        let clocks = [point.hz, point.low_hz, point.high_hz].map(clock);
        let mut row = vec![seconds(point.at_ms)];
        row.extend(clocks);
        row
    });
    Some(Figure {
        is_wide: true,
        title: "Clock under the load",
        keys: &[],
        drawing: plot.drawn(&format!("Clock under the load. {sentence}")),
        sentence: String::new(),
        data: Table::new(&["time, s", "clock", "5 %", "95 %"], rows),
    })
}

fn seconds(ms: f64) -> String {
    RoundedNumber::new(ms / 1e3, 1).digits()
}

/// The temperatures that the system reported; `None` if it reported none.
fn heat(points: &[Point]) -> Option<Figure> {
    let (x, x_unit) = time_axis(points)?;
    let known: Vec<(f64, f64)> =
        points.iter().filter_map(|point| Some((point.at_ms, point.celsius?))).collect();
    let celsius = || known.iter().map(|&(_, celsius)| celsius);
    let (low, high) = (celsius().reduce(f64::min)?, celsius().reduce(f64::max)?);
    let y = Axis::around(low, high, NARROWEST_CELSIUS, 1.0);
    let plot = Plot { x: &x, x_unit, y: &y, y_unit: "\u{b0}C", height: HEAT_HEIGHT };
    let line = plot.stretched(&html! { path.claimed.line d=(plot.line(known.iter().copied())) {} });
    let rows = known.iter().map(|&(ms, celsius)| vec![seconds(ms), RoundedNumber::new(celsius, 1).digits()]);
    Some(Figure {
        is_wide: true,
        title: "Hottest sensor",
        keys: &[],
        drawing: plot.drawn(&format!("Hottest sensor, {low:.0} to {high:.0} degrees Celsius"), &line),
        sentence: String::new(),
        data: Table::new(&["time, s", "\u{b0}C"], rows),
    })
}
