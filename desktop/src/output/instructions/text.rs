//! The table of instructions as text.

use trueghz::report::Reading;
use trueghz::report::phrases::machine_line;
use trueghz_instructions::Table;
use trueghz_report::lines::{shared_warnings, whose};

use super::lines::{Group, Line, groups, legend, summary};
use crate::format::{labelled, paragraph, shortened, table};
use crate::output::words;
use crate::style::{NUMBER, QUIET, paint};

/// Maximum width of a form's text, so that a usual row has 72 columns.
const FORM_WIDTH: usize = 24;

/// Formats the whole table.
pub fn text(measured: &Table) -> String {
    let mut text = head(measured);
    let header = ["instruction", "latency", "throughput", ""].map(|word| paint(QUIET, word)).to_vec();
    let mut rows = vec![header];
    for Group { name, lines } in groups(measured) {
        rows.push(vec![String::new()]);
        rows.push(vec![paint(NUMBER, name)]);
        for line in lines {
            rows.extend(table_rows(&line));
        }
    }
    text.push_str(&table(&rows, &[2]));
    text.push('\n');
    text.push_str(&paragraph(&summary(measured), 2));
    for (mark, meaning) in legend(measured) {
        text.push_str(&labelled(mark, &meaning));
    }
    text + &words::all_warnings(&shared_warnings(&measured.measurement))
}

/// Rows of a form: one, and one more for each further latency and each event.
fn table_rows(line: &Line) -> Vec<Vec<String>> {
    let row = |(place, latency): (usize, &String)| {
        let latency = latency.clone();
        if place > 0 {
            return vec![String::new(), latency, String::new(), String::new()];
        }
        let form = shortened(&line.form, FORM_WIDTH);
        vec![form, latency, line.throughput.clone(), paint(QUIET, &line.remark)]
    };
    let event = |(event, count): &(String, String)| {
        vec![String::new(), String::new(), paint(QUIET, count), paint(QUIET, event)]
    };
    line.latencies.iter().enumerate().map(row).chain(line.events.iter().map(event)).collect()
}

/// Formats the machine, and the clock of the core or the reason why it has none. Without a clock,
/// no row has a number.
pub fn head(measured: &Table) -> String {
    let machine = paint(QUIET, paragraph(&machine_line(&measured.measurement.machine), 0).trim_end());
    let said = core_at(measured.reading());
    format!("{machine}\n\n{}\n", paragraph(&said, 2))
}

/// Formats the core and its clock, or the reason why it has none.
pub fn core_at(reading: &Reading) -> String {
    let core = whose(reading);
    match reading.display() {
        Some(clock) => format!("{core} at {} \u{b1} {}", clock.number, clock.uncertainty),
        None => format!("{core}: no reading: {}", reading.reason.map_or("", |reason| reason.text())),
    }
}
