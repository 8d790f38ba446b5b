//! The page of clocks beside busy processors.

use super::figure::Figure;
use super::moving::{Moving, clock};
use super::outline;
use super::table::Table;
use crate::report::axis::{Axis, Tick};
use crate::report::lines::whose;
use crate::report::number::RoundedNumber;
use crate::report::turbo::{TurboReport, TurboRow};

/// Up to so many processors each has its tick.
const EACH_UP_TO: usize = 12;

const EXPLAINED: &str = "The clock of one core of each kind, while more and more of the machine's processors were busy: first \
    others of the same kind, then those of other kinds.";

/// The page of turbo clocks.
pub fn turbo_page(report: &TurboReport) -> String {
    outline::page(&report.outline(), &figures(report), EXPLAINED, report.provenance())
}

/// Its plots.
pub(super) fn figures(report: &TurboReport) -> Vec<Figure> {
    figure(report).into_iter().collect()
}

fn figure(report: &TurboReport) -> Option<Figure> {
    let point = |row: &TurboRow| Some((row.busy as f64, row.reading.frequency_hz?));
    let kinds: Vec<Vec<(f64, f64)>> =
        report.cores().map(|rows| rows.iter().filter_map(point).collect()).collect();
    let most =
        report.rows.iter().map(|row| row.busy).max().filter(|_| kinds.iter().any(|kind| !kind.is_empty()))?;
    let names: Vec<String> = report.cores().map(|rows| whose(&rows[0].reading)).collect();
    let x = axis(most);
    let plot = Moving {
        x: &x,
        x_unit: "busy",
        lines: &kinds,
        names: &names,
        class: "measured",
        band: &[],
        has_dots: true,
        marks: &[],
    };
    let rows = report.rows.iter().map(|row| {
        let cpu = row.reading.cpu.map_or_else(|| row.reading.kind.clone(), |cpu| cpu.to_string());
        let hz = row.reading.frequency_hz.map_or_else(|| "unknown".to_owned(), clock);
        vec![cpu, row.busy.to_string(), hz]
    });
    Some(Figure {
        is_wide: true,
        title: "Clock by busy processors",
        keys: &[],
        drawing: plot.drawn("Clock of a core of each kind by the number of busy processors"),
        sentence: String::new(),
        data: Table::new(&["core", "busy processors", "clock"], rows),
    })
}

/// From one processor to `most`, with whole numbers as ticks.
fn axis(most: usize) -> Axis {
    let (low, high) = (0.5, most as f64 + 0.5);
    if most > EACH_UP_TO {
        return Axis::exact(low, high, 1.0);
    }
    let tick = |count: usize| Tick { at: count as f64, label: RoundedNumber::new(count as f64, 0) };
    Axis { low, high, ticks: (1..=most).map(tick).collect() }
}
