//! A page for each instruction: every latency and throughput in each loop shape, its events, and
//! its code.

use std::fmt::Write;

use trueghz::Interval;
use trueghz::report::number::RoundedNumber;
use trueghz_instructions::{
    FORMS, InstructionForm, InstructionProperty, LoopShape, Measure, Metric, Table, TableRow,
};
use trueghz_report::html::Subpage;
use trueghz_report::outline::OutlineTable;

use super::lines::{missing, remark};

/// The pages of a table, in its order.
pub fn pages(table: &Table) -> Vec<Subpage> {
    table.rows.chunk_by(|a, b| a.form == b.form).map(page).collect()
}

fn page(rows: &[TableRow]) -> Subpage {
    let form = FORMS.iter().find(|form| form.name() == rows[0].form);
    let needs = form.map(|form| form.features().join(", ")).filter(|needs| !needs.is_empty());
    let remark = Some(remark(rows)).filter(|remark| !remark.is_empty());
    let fact = |label: &str, value: Option<String>| value.map(|value| (label.to_owned(), value));
    let facts = [fact("group", Some(rows[0].group.clone())), fact("needs", needs), fact("remarks", remark)];
    let events = events(rows);
    Subpage {
        title: rows[0].form.clone(),
        facts: facts.into_iter().flatten().collect(),
        tables: std::iter::once(cycles(rows)).chain(events).collect(),
        listings: form
            .map_or_else(Vec::new, |form| form.properties().iter().map(|row| listing(form, row)).collect()),
    }
}

/// The cycles of each row, together and in each shape.
fn cycles(rows: &[TableRow]) -> OutlineTable {
    let in_shape = |row: &TableRow, shape: LoopShape| {
        let found = row.shapes.iter().find(|found| found.shape == shape);
        found.map_or_else(|| "\u{2013}".to_owned(), |found| digits(&found.cycles))
    };
    let line = |row: &TableRow| match (&row.cycles, row.missing) {
        (Some(cycles), _) => {
            let range = format!("{:.3} to {:.3}", cycles.low, cycles.high);
            let shapes = LoopShape::ALL.map(|shape| in_shape(row, shape));
            [vec![measure(&row.measure), digits(cycles), range], shapes.to_vec()].concat()
        }
        (None, why) => {
            vec![measure(&row.measure), why.map_or_else(String::new, |why| missing(why).to_owned())]
        }
    };
    let shapes = LoopShape::ALL.map(LoopShape::name);
    OutlineTable {
        title: "Cycles".to_owned(),
        head: [&["", "cycles", "95 % interval"][..], &shapes].concat(),
        rows: rows.iter().map(line).collect(),
    }
}

/// The counted events of each row; `None` if none was counted.
fn events(rows: &[TableRow]) -> Option<OutlineTable> {
    let counted = |row: &TableRow| {
        let measure = measure(&row.measure);
        let line = move |(event, count)| vec![measure.clone(), count, event];
        super::lines::events(row).into_iter().map(line).collect::<Vec<_>>()
    };
    let rows: Vec<Vec<String>> = rows.iter().flat_map(counted).collect();
    let head = vec!["", "per step", "event"];
    (!rows.is_empty()).then(|| OutlineTable { title: "Events by perf_event".to_owned(), head, rows })
}

fn measure(measure: &Measure) -> String {
    match measure {
        Measure::Latency { from, to, via: None } => format!("latency {from}>{to}"),
        Measure::Latency { from, to, via: Some(via) } => format!("latency {from}>{to}, with {via}"),
        Measure::Throughput => "throughput".to_owned(),
    }
}

fn digits(cycles: &Interval) -> String {
    RoundedNumber::new(cycles.value, 3).digits()
}

/// The code of a row: as text, then as bytes.
fn listing(form: &InstructionForm, row: &InstructionProperty) -> (String, String) {
    let note = match row.metric() {
        Metric::Throughput { copies } if copies > 1 => {
            format!("; the first of {copies} copies in registers of their own\n")
        }
        _ => String::new(),
    };
    let mut text = String::new();
    if !form.is_present() {
        text.push_str("; not on this core\n");
    }
    let lines = row.text().lines().flat_map(|line| line.split("; "));
    for line in lines {
        writeln!(text, "{line}").expect("a string");
    }
    text.push_str(&note);
    let code = row.code().pattern().iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>();
    for bytes in code.chunks(BYTES_PER_LINE) {
        writeln!(text, "  {}", bytes.join(" ")).expect("a string");
    }
    (format!("Code of the {}", measure(&Measure::from(row.metric()))), text)
}

/// Machine code per line: a phone shows them without scrolling.
const BYTES_PER_LINE: usize = 12;
