//! What the tables for people have in common: a line for each form, grouped.

use trueghz::instructions::{Measure, Missing, Table, TableRow};
use trueghz::report::number::RoundedNumber;

/// The lines of a group.
pub struct Group {
    pub name: String,
    pub lines: Vec<Line>,
}

/// A form: all that was measured of it.
pub struct Line {
    pub form: String,
    /// Latencies, pair by pair; one where all are alike. Never empty.
    pub latencies: Vec<String>,
    /// Cycles per instruction.
    pub throughput: String,
    /// What a reader should know.
    pub remark: String,
}

/// A number of cycles that no shape agrees on is marked with this.
const DIFFER: &str = "~";

/// What stands where nothing was measured.
const NOTHING: &str = "\u{2013}";

/// The table's rows, a line for each form and the forms by group, in the order of the first of each.
pub fn groups(table: &Table) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for rows in table.rows.chunk_by(|a, b| a.form == b.form) {
        let name = &rows[0].group;
        let known = groups.iter().position(|group| group.name == *name);
        let place = known.unwrap_or_else(|| {
            groups.push(Group { name: name.clone(), lines: Vec::new() });
            groups.len() - 1
        });
        groups[place].lines.push(line(rows));
    }
    groups
}

fn line(rows: &[TableRow]) -> Line {
    let throughput = rows.iter().find(|row| row.measure == Measure::Throughput);
    Line {
        form: rows[0].form.clone(),
        latencies: latencies(
            &rows.iter().filter(|row| row.measure != Measure::Throughput).collect::<Vec<_>>(),
        ),
        throughput: throughput.map_or_else(|| NOTHING.to_owned(), number),
        remark: remark(rows),
    }
}

fn latencies(rows: &[&TableRow]) -> Vec<String> {
    let shown = |row: &&TableRow| match &row.measure {
        // The number is that of both.
        Measure::Latency { via: Some(via), .. } => format!("{} +{}", number(row), mnemonic(via)),
        _ => number(row),
    };
    let numbers: Vec<String> = rows.iter().map(shown).collect();
    match numbers.first() {
        None => vec![NOTHING.to_owned()],
        Some(first) if numbers.iter().all(|number| number == first) => vec![first.clone()],
        Some(_) => {
            let pair = |(row, number): (&&TableRow, &String)| match &row.measure {
                Measure::Latency { from, to, .. } => format!("{from}>{to} {number}"),
                Measure::Throughput => number.clone(),
            };
            rows.iter().zip(&numbers).map(pair).collect()
        }
    }
}

fn mnemonic(text: &str) -> &str {
    text.split(' ').next().unwrap_or_default()
}

/// The number of a row with the digits that it carries.
pub fn number(row: &TableRow) -> String {
    let Some(cycles) = row.cycles else { return NOTHING.to_owned() };
    let half_width = (cycles.high - cycles.low) / 2.0;
    // Two decimals are what published tables have.
    let decimals = if half_width < 0.05 {
        2
    } else if half_width < 0.5 {
        1
    } else {
        0
    };
    let mark = if row.shapes_agree == Some(false) { DIFFER } else { "" };
    format!("{mark}{}", RoundedNumber::new(cycles.value, decimals).digits())
}

fn remark(rows: &[TableRow]) -> String {
    let missing = |row: &&TableRow| row.missing.filter(|why| *why != Missing::Absent || row.cycles.is_none());
    let why = rows.iter().find_map(|row| missing(&row));
    let mark = |mark: &str| match mark {
        "zero_idiom" => Some("idiom"),
        "move" => Some("renamed"),
        "predicted" => Some("predicted"),
        "values_matter" => Some("values"),
        "serialises" => Some("serial"),
        _ => None,
    };
    let marks = rows[0].marks.iter().filter_map(|name| mark(name));
    let why = why.map(|why| match why {
        Missing::Absent => "absent",
        Missing::Disturbed => "disturbed",
        Missing::Cancelled => "not reached",
        Missing::ClockStopped => "no clock",
        _ => "no core",
    });
    why.into_iter().chain(marks).collect::<Vec<_>>().join(", ")
}
