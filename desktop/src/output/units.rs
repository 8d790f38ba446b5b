//! Groups of instructions that share execution units, in each output format.

use serde::Serialize;
use trueghz::report::phrases::machine_line;
use trueghz_instructions::units::{Ungrouped, UnitGroup, UnitPair, UnitTable};
use trueghz_report::lines::shared_warnings;
use trueghz_report::markdown;
use trueghz_report::outline::{Headline, Outline, OutlineTable};

use super::instructions::{core_at, missing};
use super::{Format, csv_rows, json, outline};

/// Introduction for readers who have never seen such a table.
pub const EXPLAINED: &str = "Instructions of a group compete for the same units: mixed, they take as long as one after the other. The \
    number of instructions of a group that begin at once is the number of units that execute them. Instructions of two groups without a \
    common unit do not slow each other down.";

/// An instruction in CSV.
#[derive(Default, Serialize)]
struct Row<'a> {
    instruction: &'a str,
    group: Option<&'a str>,
    at_once: Option<u32>,
    cycles: Option<f64>,
    cycles_low: Option<f64>,
    cycles_high: Option<f64>,
    missing: Option<Ungrouped>,
}

/// Formats the groups.
pub fn answer(form: Format, found: &UnitTable) -> String {
    let provenance = found.provenance();
    match form {
        Format::Json => json::answer(found),
        Format::Csv if found.instructions.is_empty() => csv_rows::header((Row::default(), provenance)),
        Format::Csv => csv_rows::written(rows(found).map(|row| (row, provenance))),
        Format::Markdown => markdown::outline(&in_words(found), provenance),
        Format::Quiet => rows(found).map(|row| quiet(&row)).collect(),
        Format::Text | Format::Verbose => text(&in_words(found)),
    }
}

fn rows(found: &UnitTable) -> impl Iterator<Item = Row<'_>> {
    found.instructions.iter().map(|row| {
        let group = found.groups.iter().find(|group| Some(&group.name) == row.group.as_ref());
        Row {
            instruction: &row.form,
            group: row.group.as_deref(),
            at_once: group.and_then(|group| group.at_once),
            cycles: row.cycles.map(|cycles| cycles.value),
            cycles_low: row.cycles.map(|cycles| cycles.low),
            cycles_high: row.cycles.map(|cycles| cycles.high),
            missing: row.missing,
        }
    })
}

/// Formats one instruction: its text, its group, the number that begin at once, cycles.
fn quiet(row: &Row<'_>) -> String {
    let at_once = row.at_once.map_or_else(|| "-".to_owned(), |count| count.to_string());
    let cycles = row.cycles.map_or_else(|| "-".to_owned(), |cycles| format!("{cycles:.3}"));
    format!("{}\t{}\t{at_once}\t{cycles}\n", row.instruction, row.group.unwrap_or("-"))
}

fn text(words: &Outline) -> String {
    let mut text = outline::facts(words);
    for table in &words.tables {
        text.push('\n');
        text.push_str(&outline::rows(table));
    }
    text + &outline::summary(words)
}

/// The whole result, in words.
pub fn in_words(found: &UnitTable) -> Outline {
    let core = found.measurement.cores.first().map(core_at);
    let intake = found.intake.map(|intake| format!("at most {intake:.1} instructions a cycle"));
    let warnings = shared_warnings(&found.measurement);
    let warned = warnings.iter().map(|warning| ("warning", format!("{}: {}", warning.text, warning.advice)));
    let facts = core.map(|core| ("core", core)).into_iter().chain(intake.map(|intake| ("takes in", intake)));
    Outline {
        title: "Units of a core",
        verb: "instructions",
        machine: machine_line(&found.measurement.machine),
        headline: (!found.groups.is_empty()).then(|| Headline {
            number: found.groups.len().to_string(),
            unit: if found.groups.len() == 1 { "group" } else { "groups" },
            of: "of instructions that wait for the same units".to_owned(),
        }),
        facts: facts.chain(warned).map(|(label, fact)| (label.to_owned(), fact)).collect(),
        tables: tables(found),
        summary: summary(found),
    }
}

fn tables(found: &UnitTable) -> Vec<OutlineTable> {
    let group = |group: &UnitGroup| {
        let at_once = group.at_once.map_or_else(|| "\u{2013}".to_owned(), |count| count.to_string());
        vec![group.name.clone(), at_once, texts(&group.instructions)]
    };
    let groups = OutlineTable {
        title: "Groups".to_owned(),
        head: vec!["group", "at once", "instructions"],
        rows: found.groups.iter().map(group).collect(),
    };
    let in_common = OutlineTable {
        title: "In common".to_owned(),
        head: vec!["group", "units in common with other groups, and the overlap"],
        rows: found.groups.iter().filter_map(|group| shared(found, &group.name)).collect(),
    };
    let others = OutlineTable {
        title: "In no group".to_owned(),
        head: vec!["why", "instructions"],
        rows: ungrouped(found),
    };
    [groups, in_common, others].into_iter().filter(|table| !table.rows.is_empty()).collect()
}

/// Row of a group: later groups with which it shares units, and groups for which this is unknown.
fn shared(found: &UnitTable, group: &str) -> Option<Vec<String>> {
    let later: Vec<&UnitPair> = found.pairs.iter().filter(|pair| pair.groups[0] == group).collect();
    let mut others: Vec<String> = later.iter().filter_map(|pair| with(pair)).collect();
    let untold: Vec<&str> =
        later.iter().filter(|pair| pair.untold.is_some()).map(|pair| pair.groups[1].as_str()).collect();
    if !untold.is_empty() {
        others.push(format!("unknown: {}", untold.join(", ")));
    }
    (!others.is_empty()).then(|| vec![group.to_owned(), others.join("; ")])
}

fn with(pair: &UnitPair) -> Option<String> {
    let relation = pair.relation.filter(|relation| !relation.is_apart())?;
    let units = relation.units.map_or_else(|| "\u{2013}".to_owned(), |units| units.to_string());
    Some(format!("{} {units} ({:.0} %)", pair.groups[1], 100.0 * relation.overlap.value))
}

fn ungrouped(found: &UnitTable) -> Vec<Vec<String>> {
    let mut reasons: Vec<(Ungrouped, Vec<&str>)> = Vec::new();
    for row in &found.instructions {
        let Some(reason) = row.missing else { continue };
        match reasons.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, forms)) => forms.push(&row.form),
            None => reasons.push((reason, vec![&row.form])),
        }
    }
    reasons.into_iter().map(|(reason, forms)| vec![why(reason).to_owned(), texts(&forms)]).collect()
}

/// Joins instructions into a list. Lines break only between instructions or before a remark.
fn texts(forms: &[impl AsRef<str>]) -> String {
    let unbroken = |form: &dyn AsRef<str>| form.as_ref().replace(' ', "\u{a0}").replace("\u{a0}(", " (");
    forms.iter().map(|form| unbroken(form)).collect::<Vec<_>>().join("; ")
}

/// Reason why an instruction is in no group, in a few words.
fn why(reason: Ungrouped) -> &'static str {
    match reason {
        Ungrouped::Missing(why) => missing(why),
        Ungrouped::Intake => "no unit limits it",
        Ungrouped::FewRegisters => "too few registers",
        _ => "cannot be mixed",
    }
}

fn summary(found: &UnitTable) -> String {
    let grouped = found.instructions.iter().filter(|row| row.group.is_some()).count();
    let apart =
        found.pairs.iter().filter(|pair| pair.relation.is_some_and(|relation| relation.is_apart())).count();
    let (groups, pairs) = (found.groups.len(), found.pairs.len());
    format!(
        "Instructions in groups: {grouped}, in {groups}. Pairs of groups without a common unit: {apart} of {pairs}."
    )
}
