//! The page of clocks by the number of busy CPUs.

use trueghz::report::axis::{Axis, Tick};
use trueghz::report::number::RoundedNumber;
use trueghz_loads::turbo::{TurboReport, TurboRow};

use super::figure::Figure;
use super::moving::{Moving, clock};
use super::outline;
use super::table::Table;
use crate::Outlined;
use crate::lines::whose;

/// Maximum number of CPUs at which each has its tick.
const EACH_UP_TO: usize = 12;

const EXPLAINED: &str = "The clock of one core of each kind, while more and more of the machine's processors were busy: first \
    others of the same kind, then those of other kinds. The measured core worked on the same between its windows.";

/// The page of turbo clocks.
pub fn turbo_page(report: &TurboReport) -> String {
    outline::page(&report.outline(), &figures(report), &[], EXPLAINED, report.provenance())
}

/// Its plots: one for each core.
pub(super) fn figures(report: &TurboReport) -> Vec<Figure> {
    let classes = report.classes();
    report.cores().filter_map(|rows| figure(rows, &classes)).collect()
}

fn figure(rows: &[TurboRow], classes: &[&str]) -> Option<Figure> {
    let point = |row: &TurboRow| Some((row.busy as f64, row.reading.hz()?));
    let of_class = |class: &&str| {
        let points: Vec<(f64, f64)> =
            rows.iter().filter(|row| row.class() == *class).filter_map(point).collect();
        (!points.is_empty()).then(|| ((*class).to_owned(), points))
    };
    let (names, lines): (Vec<String>, Vec<Vec<(f64, f64)>>) = classes.iter().filter_map(of_class).unzip();
    let most = rows.iter().map(|row| row.busy).max().filter(|_| !lines.is_empty())?;
    let x = axis(most);
    let plot = Moving {
        x: &x,
        x_unit: "busy",
        lines: &lines,
        names: &names,
        class: "measured",
        band: &[],
        has_dots: true,
        marks: &[],
    };
    let of_row = |row: &TurboRow| {
        let hz = row.reading.hz().map_or_else(|| "unknown".to_owned(), clock);
        vec![row.busy.to_string(), row.class().to_owned(), hz]
    };
    let whose = whose(&rows[0].reading);
    Some(Figure {
        is_wide: true,
        title: "Clock by busy processors",
        keys: &[],
        drawing: plot
            .drawn(&format!("Clock of {whose} by the number of busy processors and what they work on")),
        sentence: whose,
        data: Table::new(&["busy processors", "work", "clock"], rows.iter().map(of_row)),
    })
}

/// From one CPU to `most`, with whole numbers as ticks.
fn axis(most: usize) -> Axis {
    let (low, high) = (0.5, most as f64 + 0.5);
    if most > EACH_UP_TO {
        return Axis::exact(low, high, 1.0);
    }
    let tick = |count: usize| Tick { at: count as f64, label: RoundedNumber::new(count as f64, 0) };
    Axis { low, high, ticks: (1..=most).map(tick).collect() }
}
