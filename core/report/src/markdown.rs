//! Reports in Markdown, for an issue or a note. A measurement has a table of the cores, followed by
//! notes, warnings and the reference clock.

use std::fmt::Write;

use trueghz::report::Measurement;
use trueghz::report::provenance::Provenance;

use super::Report;
use super::any::TextLayout;
use super::measurement_outline::{CoreOutline, MeasurementOutline};
use super::outline::{Headline, Outline, OutlineTable};

/// Formats a table of words.
pub fn rows(of: &OutlineTable) -> String {
    let mut text = format!("| {} |\n|{}\n", of.head.join(" | "), "---|".repeat(of.head.len()));
    for row in &of.rows {
        let cells: Vec<String> = row.iter().map(|cell| escaped(cell)).collect();
        // Each row has all cells.
        let rest = " |".repeat(of.head.len().saturating_sub(row.len()));
        let _ = writeln!(text, "| {} |{rest}", cells.join(" | "));
    }
    text
}

/// The document of any report.
pub fn report(report: &Report) -> String {
    match report.in_words() {
        TextLayout::Measurement(measurement) => document(measurement),
        TextLayout::Outline(of) => outline(&of, report.provenance()),
    }
}

/// The document of a report in words.
pub fn outline(outline: &Outline, provenance: Provenance<'_>) -> String {
    let mut text = format!("# {}\n\n{}\n", outline.title, escaped(&outline.machine));
    if let Some(Headline { number, unit, of }) = &outline.headline {
        let _ = write!(text, "\n**{number} {unit}** {}\n", escaped(of));
    }
    for (place, (label, value)) in outline.facts.iter().enumerate() {
        let gap = if place == 0 { "\n" } else { "" };
        let _ = writeln!(text, "{gap}- {label}: {}", escaped(value));
    }
    outline.tables.iter().for_each(|of| table(&mut text, of));
    if !outline.summary.is_empty() {
        let _ = write!(text, "\n{}\n", escaped(&outline.summary));
    }
    let _ = write!(text, "\n{}.\n", escaped(&provenance.to_string()));
    text
}

fn table(text: &mut String, of: &OutlineTable) {
    if !of.title.is_empty() {
        let _ = write!(text, "\n## {}\n", escaped(&of.title));
    }
    let _ = write!(text, "\n{}", rows(of));
}

/// The document of a measurement.
pub fn document(measurement: &Measurement) -> String {
    let MeasurementOutline { machine, cores, warnings, reference } = MeasurementOutline::of(measurement);
    let mut text = format!("# {}\n\n", escaped(&machine));
    let of = OutlineTable {
        title: String::new(),
        head: vec!["core", "type", "clock", "\u{b1} (95 %)", "repeatable", "verdict"],
        rows: cores.iter().map(cells).collect(),
    };
    text.push_str(&rows(&of));
    let notes: Vec<String> = cores.iter().flat_map(notes).collect();
    for note in &notes {
        let _ = write!(text, "\n- {}", escaped(note));
    }
    if !notes.is_empty() {
        text.push('\n');
    }
    for warning in &warnings {
        let _ = write!(text, "\n> {}: {}\n", escaped(&warning.text), warning.advice);
    }
    if let Some(reference) = reference {
        let _ = write!(text, "\nReference clock: {}.\n", escaped(&reference));
    }
    let _ = write!(text, "\n{}.\n", escaped(&measurement.provenance().to_string()));
    text
}

fn cells(core: &CoreOutline) -> Vec<String> {
    let bound = || core.at_least.map(|hz| format!("\u{2265} {hz}"));
    let or_dash = |text: Option<String>| text.unwrap_or_else(|| "\u{2013}".to_owned());
    vec![
        or_dash(core.cpu.map(|cpu| cpu.to_string())),
        core.kind.clone(),
        or_dash(core.number.map(|shown| shown.number.to_string()).or_else(bound)),
        or_dash(core.number.map(|shown| shown.uncertainty.to_string())),
        or_dash(core.repeatable.map(|half| format!("\u{b1} {half}"))),
        core.verdict.text().to_owned(),
    ]
}

/// The levels or range of a varying clock, the reason for a missing number, and the claimed clock.
fn notes(core: &CoreOutline) -> Vec<String> {
    let refusal = core.reason.map(|reason| format!("{reason}: {}", core.advice.unwrap_or_default()));
    let claim = core.claim.as_ref().map(|claim| format!("claimed {claim}"));
    let notes = [core.moved.clone(), refusal, claim].into_iter().flatten();
    notes.map(|note| format!("{}: {note}", core.whose)).collect()
}

/// Escapes `text` so that Markdown renders it verbatim. Control characters become spaces.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        if "\\`*_[]<>|#".contains(c) {
            escaped.push('\\');
        }
        escaped.push(if c.is_control() { ' ' } else { c });
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_no_markup() {
        assert_eq!(escaped("a|b <c> `d`\n"), "a\\|b \\<c\\> \\`d\\` ");
    }
}
