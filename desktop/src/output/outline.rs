//! Layout of a report for a terminal.

use trueghz_report::outline::{Outline, OutlineTable};

use crate::format::{labelled, paragraph, table};
use crate::style::{NUMBER, QUIET, paint};

/// Labels of the facts with the main numbers.
const NUMBERS: [&str; 4] = ["peak", "at the end", "lost", "nearest"];

/// Formats the machine and the facts.
pub fn facts(outline: &Outline) -> String {
    let machine = paragraph(&outline.machine, 0);
    let mut text = format!("{}\n\n", paint(QUIET, machine.trim_end()));
    for (label, value) in &outline.facts {
        text.push_str(&labelled(label, &emphasised(label, value)));
    }
    text
}

/// Emphasises the number of a fact with a label in [`NUMBERS`]; the rest is unchanged.
fn emphasised(label: &str, value: &str) -> String {
    let end = value
        .find(" \u{b1}")
        .or_else(|| value.find(" ("))
        .or(Some(value.len()))
        .filter(|_| NUMBERS.contains(&label));
    match end {
        Some(end) => format!("{}{}", paint(NUMBER, &value[..end]), &value[end..]),
        None => value.to_owned(),
    }
}

/// Formats a table with its headings.
pub fn rows(of: &OutlineTable) -> String {
    let head = of.head.iter().map(|word| paint(QUIET, word)).collect();
    table(&std::iter::once(head).chain(of.rows.iter().cloned()).collect::<Vec<_>>(), &[])
}

/// Formats the summary after a blank line; empty if there is none.
pub fn summary(outline: &Outline) -> String {
    if outline.summary.is_empty() { String::new() } else { format!("\n{}", paragraph(&outline.summary, 2)) }
}
