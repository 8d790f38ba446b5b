//! Contents of the table for Markdown and the HTML page.

use trueghz::report::phrases::machine_line;
use trueghz_instructions::Table;
use trueghz_report::lines::{shared_warnings, whose};
use trueghz_report::outline::{Headline, Outline, OutlineTable};

use super::lines::{Group, Line, groups, legend, summary};

/// Introduction for readers who have never seen such a table.
pub const EXPLAINED: &str = "Latency is the number of cycles from one operand to the result. Throughput is the number of \
    cycles per instruction of many independent ones.";

/// The whole table, in words.
pub fn outline(table: &Table) -> Outline {
    let warnings = shared_warnings(&table.measurement);
    let warned = |warning: &trueghz_report::lines::SharedWarning| {
        ("warning".to_owned(), format!("{}: {}", warning.text, warning.advice))
    };
    Outline {
        title: "Instructions in cycles",
        verb: "instructions",
        machine: machine_line(&table.measurement.machine),
        headline: headline(table),
        facts: std::iter::once(("core".to_owned(), whose(table.reading())))
            .chain(warnings.iter().map(warned))
            .chain(legend(table).into_iter().map(|(mark, meaning)| (mark.to_owned(), meaning)))
            .collect(),
        tables: groups(table).into_iter().map(of_group).collect(),
        summary: summary(table),
    }
}

/// Clock of the core, to whose cycles all numbers refer; `None` if there is no reading.
fn headline(table: &Table) -> Option<Headline> {
    let forms = table.rows.chunk_by(|a, b| a.form == b.form);
    let measured = forms.filter(|rows| rows.iter().any(|row| row.cycles.is_some())).count();
    let reading = table.reading();
    let clock = reading.display()?;
    let instructions = if measured == 1 { "instruction" } else { "instructions" };
    Some(Headline {
        number: clock.number.digits(),
        unit: clock.number.unit.symbol(),
        of: format!(
            "\u{b1} {} \u{b7} the clock of {}, in whose cycles {measured} {instructions} were measured",
            clock.uncertainty,
            whose(reading)
        ),
    })
}

fn of_group(group: Group) -> OutlineTable {
    OutlineTable {
        title: group.name,
        head: vec!["instruction", "latency", "throughput", ""],
        rows: group.lines.into_iter().flat_map(cells).collect(),
    }
}

/// The row of a form, and one for each of its events.
fn cells(line: Line) -> Vec<Vec<String>> {
    // A line breaks between two latencies, not within one.
    let latencies: Vec<String> =
        line.latencies.iter().map(|latency| latency.replace(' ', "\u{a0}")).collect();
    let form = vec![line.form, latencies.join(", "), line.throughput, line.remark];
    let event = |(event, count)| vec![String::new(), String::new(), count, event];
    std::iter::once(form).chain(line.events.into_iter().map(event)).collect()
}
