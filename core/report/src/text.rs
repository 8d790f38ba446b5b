//! Reports as plain text, for sharing: no colours, no width.

use std::fmt::Write;

#[cfg(feature = "json")]
pub use trueghz::internal::is_acted_on;
use trueghz::report::Measurement;

use super::measurement_outline::{CoreOutline, MeasurementOutline};
use super::outline::{Headline, Outline, OutlineTable};

/// The measurement in some lines: the machine, each core with the facts about it, and the warnings.
pub fn plain(measurement: &Measurement) -> String {
    let outline = MeasurementOutline::of(measurement);
    let mut text = format!("TrueGHz {}\n{}\n", measurement.version, outline.machine);
    for of in &outline.cores {
        text.push('\n');
        text.push_str(&core(of));
    }
    for warning in &outline.warnings {
        let _ = write!(text, "\n! {}: {}", warning.text, warning.advice);
    }
    if !outline.warnings.is_empty() {
        text.push('\n');
    }
    text
}

fn core(of: &CoreOutline) -> String {
    let mut text = format!("{}: {}, {}\n", of.heading, of.number_or_reason(), of.verdict.text());
    let moved = of.moved.as_ref().map(|moved| ("levels", moved));
    let claim = of.claim.as_ref().map(|claim| ("claimed", claim));
    let facts = of.facts.iter().filter(|(label, _)| *label != "core").map(|(label, value)| (*label, value));
    for (label, value) in moved.into_iter().chain(claim).chain(facts) {
        let _ = writeln!(text, "  {label}: {value}");
    }
    text
}

/// A report in words. `version` is the library version.
pub fn outline(outline: &Outline, version: &str) -> String {
    let Outline { title, machine, headline, facts, tables, summary, .. } = outline;
    let mut text = format!("TrueGHz {version}\n{machine}\n\n{title}\n");
    if let Some(Headline { number, unit, of }) = headline {
        let _ = writeln!(text, "{number} {unit} {of}");
    }
    for (label, value) in facts {
        let _ = writeln!(text, "  {label}: {value}");
    }
    tables.iter().for_each(|of| table(&mut text, of));
    if !summary.is_empty() {
        let _ = write!(text, "\n{summary}\n");
    }
    text
}

/// Writes a line for each row: its first cell identifies it, the others follow the names of their
/// columns.
fn table(text: &mut String, of: &OutlineTable) {
    if !of.title.is_empty() {
        let _ = write!(text, "\n{}\n", of.title);
    }
    for row in &of.rows {
        let cells = row.iter().zip(&of.head).map(|(cell, name)| format!("{name} {cell}").trim().to_owned());
        let _ = writeln!(text, "  {}", cells.collect::<Vec<String>>().join(", "));
    }
}
