//! The table in words: what Markdown and the page lay out.

use trueghz::instructions::Table;
use trueghz::report::lines::{shared_warnings, whose};
use trueghz::report::outline::{Headline, Outline, OutlineTable};
use trueghz::report::words::machine_line;

use super::lines::{Group, Line, groups, summary};

/// What a reader should know who has never seen such a table.
pub const EXPLAINED: &str = "Latency is the number of cycles from one operand to the result: \u{201c}2>1 4\u{201d} says that the first \
    operand is ready 4 cycles after the second. Throughput is the number of cycles per instruction of many that do not wait \
    for each other.";

/// The whole table, in words.
pub fn outline(table: &Table) -> Outline {
    let warnings = shared_warnings(&table.measurement);
    let warned = |warning: &trueghz::report::lines::SharedWarning| {
        ("warning".to_owned(), format!("{}: {}", warning.text, warning.advice))
    };
    Outline {
        title: "Instructions in cycles",
        machine: machine_line(&table.measurement.machine),
        headline: Some(headline(table)),
        facts: warnings.iter().map(warned).collect(),
        tables: groups(table).into_iter().map(of_group).collect(),
        summary: summary(table),
    }
}

fn headline(table: &Table) -> Headline {
    let forms = table.rows.chunk_by(|a, b| a.form == b.form);
    let measured = forms.filter(|rows| rows.iter().any(|row| row.cycles.is_some())).count();
    let reading = table.reading();
    let core = whose(reading);
    let of = match reading.display() {
        Some(clock) => format!("in cycles of {core}, at {} \u{b1} {}", clock.number, clock.uncertainty),
        None => format!("in cycles of {core}, whose clock has no reading"),
    };
    Headline {
        number: measured.to_string(),
        unit: if measured == 1 { "instruction" } else { "instructions" },
        of,
    }
}

fn of_group(group: Group) -> OutlineTable {
    OutlineTable {
        title: group.name,
        head: vec!["instruction", "latency", "throughput", ""],
        rows: group.lines.into_iter().map(cells).collect(),
    }
}

fn cells(line: Line) -> Vec<String> {
    // A line breaks between two latencies, not within one.
    let latencies: Vec<String> =
        line.latencies.iter().map(|latency| latency.replace(' ', "\u{a0}")).collect();
    vec![line.form, latencies.join(", "), line.throughput, line.remark]
}
