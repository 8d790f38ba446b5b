//! Lines shared by text, Markdown and HTML tables: one for each form, in groups.

use trueghz_instructions::{CountedEvent, Measure, Missing, Table, TableRow, is_apart, mark_text};

/// A group of lines.
pub struct Group {
    pub name: String,
    pub lines: Vec<Line>,
}

/// All results of a form.
pub struct Line {
    pub form: String,
    /// Latencies for each pair of operands, or a single one if all are equal. Never empty.
    pub latencies: Vec<String>,
    /// Cycles per instruction.
    pub throughput: String,
    /// Remarks on the form.
    pub remark: String,
    /// Counted events of an instruction, each with its count. Events that do not occur are left
    /// out.
    pub events: Vec<(String, String)>,
}

/// Mark of a number of cycles on which the loop shapes disagree.
const DIFFER: &str = "~";

/// Text of a cell without a measured value.
const NOTHING: &str = "\u{2013}";

/// Explanation of the events below an instruction.
const EVENTS: &str = "below an instruction: mean number of each event in one of many independent copies, by perf_event; events that do \
    not occur are left out";

/// Word for a mark that the instruction set gives to a form.
struct Remark {
    mark: &'static str,
    /// Text in the line of a form.
    word: &'static str,
}

/// Remarks by mark.
const REMARKS: [Remark; 5] = [
    Remark { mark: "move", word: "renamed" },
    Remark { mark: "zero_idiom", word: "idiom" },
    Remark { mark: "predicted", word: "predicted" },
    Remark { mark: "values_matter", word: "values" },
    Remark { mark: "serialises", word: "serial" },
];

impl Remark {
    /// Returns `true` if the row has this mark.
    fn is_of(&self, row: &TableRow) -> bool {
        row.marks.iter().any(|mark| mark == self.mark)
    }
}

/// Lines of the table by group, one for each form; groups are in the order of their first form.
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
        events: throughput.map_or_else(Vec::new, events),
    }
}

/// The events of a row that occurred, each with its count.
pub fn events(row: &TableRow) -> Vec<(String, String)> {
    let count = |counted: &CountedEvent| (counted.event.clone(), counted.per_step.rounded().digits());
    let occurs = |(_, count): &(String, String)| count.parse() != Ok(0.0);
    row.events.iter().map(count).filter(occurs).collect()
}

fn latencies(rows: &[&TableRow]) -> Vec<String> {
    let shown = |row: &&TableRow| match &row.measure {
        // The number is the latency of both instructions together.
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

/// Formats the number of a row with its significant digits.
pub fn number(row: &TableRow) -> String {
    let Some(cycles) = row.cycles else { return NOTHING.to_owned() };
    let mark = if row.shapes_agree == Some(false) { DIFFER } else { "" };
    format!("{mark}{}", cycles.rounded().digits())
}

/// Remarks on a form: the reason why a row has no number, and its marks.
pub fn remark(rows: &[TableRow]) -> String {
    let why = rows.iter().find_map(|row| row.missing).map(missing);
    let marks = REMARKS.iter().filter(|remark| remark.is_of(&rows[0])).map(|remark| remark.word);
    why.into_iter().chain(marks).collect::<Vec<_>>().join(", ")
}

/// Reason why a row has no number, in a few words.
pub fn missing(why: Missing) -> &'static str {
    match why {
        Missing::Absent => "absent",
        Missing::Disturbed => "disturbed",
        Missing::Unresolved => "not resolved",
        Missing::Cancelled => "not reached",
        Missing::ClockStopped => "no clock",
        Missing::NoReference => "no reference",
        _ => "no core",
    }
}

/// States how many rows differ from the hardware counter; empty if it was not read.
fn counted(rows: &[TableRow]) -> String {
    let both = rows.iter().filter_map(|row| Some((row.cycles?.value, row.counted_cycles()?)));
    let differs = |(cycles, counted): &(f64, f64)| is_apart(*cycles, *counted);
    let (all, apart) = (both.clone().count(), both.filter(differs).count());
    if all == 0 {
        return String::new();
    }
    format!(" The hardware counter differs by more than 3 % and 0.05 cycles in {apart} of {all} rows.")
}

/// Summary of the table.
pub fn summary(measured: &Table) -> String {
    let rows = &measured.rows;
    let with_number = rows.iter().filter(|row| row.cycles.is_some()).count();
    let absent = rows.iter().filter(|row| row.missing == Some(Missing::Absent)).count();
    let mut said = format!("{with_number} of {} rows have a number of cycles", rows.len());
    if absent > 0 {
        said.push_str(&format!("; this core lacks the instructions of {absent}"));
    }
    said.push('.');
    said.push_str(&counted(rows));
    said
}

/// Marks that occur in the table, with their meanings.
pub fn legend(measured: &Table) -> Vec<(&'static str, String)> {
    let rows = &measured.rows;
    let differ = rows.iter().filter(|row| row.shapes_agree == Some(false)).count();
    let has_way_back = rows.iter().any(|row| matches!(row.measure, Measure::Latency { via: Some(_), .. }));
    let way_back = "includes the instruction that moves the result back to the first kind of register";
    let has_pairs =
        groups(measured).iter().flat_map(|group| &group.lines).any(|line| line.latencies.len() > 1);
    let mut legend: Vec<(&str, String)> = Vec::new();
    legend.extend(has_pairs.then(|| ("2>1", "latency from operand 2 to operand 1".to_owned())));
    legend.extend(has_way_back.then(|| ("+", way_back.to_owned())));
    legend.extend(
        (differ > 0)
            .then(|| (DIFFER, format!("the loop shapes disagree; the lowest is shown ({differ} rows)"))),
    );
    let of_a_row = REMARKS.iter().filter(|remark| rows.iter().any(|row| remark.is_of(row)));
    legend
        .extend(of_a_row.map(|remark| (remark.word, mark_text(remark.mark).unwrap_or_default().to_owned())));
    let has_events = rows.iter().any(|row| !row.events.is_empty());
    legend.extend(has_events.then(|| ("events", EVENTS.to_owned())));
    let uncounted = measured.uncounted.iter().map(|event| format!("{}: {}", event.event, event.why));
    legend.extend(uncounted.map(|why| ("uncounted", why)));
    legend
}
