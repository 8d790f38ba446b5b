//! Reports in Markdown, for an issue or a note. A measurement: a table of the cores, then what to know besides.

use std::fmt::Write;

use super::any::InWords;
use super::lines::{range, reference_clock, shared_warnings, whose};
use super::outline::{Headline, Outline, OutlineTable};
use super::words::{machine_line, percent, stated_hz, states};
use super::{Measurement, Reading, Report};

/// A table whose columns hold words.
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
        InWords::Measurement(measurement) => document(measurement),
        InWords::Outline(of) => outline(&of, report.version()),
    }
}

/// The document of a report in words. `version` is that of the library.
pub fn outline(outline: &Outline, version: &str) -> String {
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
    let _ = write!(text, "\nMeasured with TrueGHz {}.\n", escaped(version));
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
    let mut text = format!("# {}\n\n", escaped(&machine_line(&measurement.machine)));
    text.push_str("| core | type | clock | \u{b1} (95 %) | claimed | deviation | verdict |\n");
    text.push_str("|---:|---|---:|---:|---:|---:|---|\n");
    for reading in &measurement.cores {
        let _ = writeln!(text, "| {} |", cells(reading).map(|cell| escaped(&cell)).join(" | "));
    }
    let notes: Vec<String> = measurement.cores.iter().filter_map(note).collect();
    for note in &notes {
        let _ = write!(text, "\n- {}", escaped(note));
    }
    if !notes.is_empty() {
        text.push('\n');
    }
    for warning in shared_warnings(measurement) {
        let _ = write!(text, "\n> {}: {}\n", escaped(&warning.text), warning.advice);
    }
    if let Some(reading) = measurement.cores.iter().find(|reading| reading.cross_check.is_some()) {
        let _ = write!(text, "\nReference clock: {}.\n", escaped(&reference_clock(reading, measurement)));
    }
    let _ = write!(text, "\nMeasured with TrueGHz {}.\n", escaped(&measurement.version));
    text
}

fn cells(reading: &Reading) -> [String; 7] {
    let display = reading.display();
    let bound = || reading.at_least().map(|hz| format!("\u{2265} {hz}"));
    let difference = reading.claim.and_then(|claim| claim.difference_percent);
    [
        reading.cpu.map(|cpu| cpu.to_string()),
        Some(reading.kind.clone()),
        display.map(|shown| shown.number.to_string()).or_else(bound),
        display.map(|shown| shown.uncertainty.to_string()),
        reading.claim.map(|claim| stated_hz(claim.hz)),
        difference.map(percent),
        Some(reading.verdict.text().to_owned()),
    ]
    .map(|cell| cell.unwrap_or_else(|| "\u{2013}".to_owned()))
}

/// How a clock moved, or why there is no number.
fn note(reading: &Reading) -> Option<String> {
    let moved: Vec<String> = [range(reading), states(reading)].into_iter().flatten().collect();
    let refusal = || reading.reason.map(|reason| format!("{}: {}", reason.text(), reason.advice()));
    let note = if moved.is_empty() { refusal()? } else { moved.join("; ") };
    Some(format!("{}: {note}", whose(reading)))
}

/// `text` as it is, whatever it would mean in Markdown.
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
    use crate::estimate::ClockState;
    use crate::estimate::verdict::Reason;
    use crate::report::{CoreContext, Outcome, RawCore};

    fn refused() -> Reading {
        RawCore { context: CoreContext::simulated(), outcome: Outcome::Refused(Reason::Starved) }.reading()
    }

    #[test]
    fn a_row_has_no_cell_of_nothing() {
        let row = cells(&refused());
        assert_eq!(row, ["0", "simulated", "\u{2013}", "\u{2013}", "\u{2013}", "\u{2013}", "no reading"]);
        let bounded = Reading { at_least_hz: Some(3.0509e9), ..refused() };
        assert_eq!(cells(&bounded)[2], "\u{2265} 3.050 GHz");
    }

    #[test]
    fn what_moved_and_what_is_missing_has_a_line() {
        let why = "core 0: not enough processor time: close other programs, or measure for longer";
        assert_eq!(note(&refused()).as_deref(), Some(why));
        let states = [(3.0999e9, 0.43), (2.6999e9, 0.57)].map(|(hz, share)| ClockState { hz, share });
        let moved = Reading { states: states.to_vec(), ..refused() };
        assert_eq!(note(&moved).as_deref(), Some("core 0: 3.0999 GHz 43 % of the time, 2.6999 GHz 57 %"));
    }

    #[test]
    fn names_are_no_markup() {
        assert_eq!(escaped("a|b <c> `d`\n"), "a\\|b \\<c\\> \\`d\\` ");
    }
}
