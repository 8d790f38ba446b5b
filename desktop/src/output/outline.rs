//! A report in words, laid out for a terminal.

use trueghz_report::outline::{Outline, OutlineTable};

use crate::format::{labelled, paragraph, table};
use crate::style::{NUMBER, QUIET, paint};

/// The facts of this label are what is asked for first.
const NUMBERS: [&str; 4] = ["peak", "at the end", "lost", "nearest"];

/// The machine and the facts.
pub fn facts(outline: &Outline) -> String {
    let machine = paragraph(&outline.machine, 0);
    let mut text = format!("{}\n\n", paint(QUIET, machine.trim_end()));
    for (label, value) in &outline.facts {
        text.push_str(&labelled(label, &emphasised(label, value)));
    }
    text
}

/// The number of a fact that matters, and the rest of it as it is.
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

/// A table with its head.
pub fn rows(of: &OutlineTable) -> String {
    let head = of.head.iter().map(|word| paint(QUIET, word)).collect();
    table(&std::iter::once(head).chain(of.rows.iter().cloned()).collect::<Vec<_>>(), &[])
}

/// What it comes to, after a blank line.
pub fn summary(outline: &Outline) -> String {
    if outline.summary.is_empty() { String::new() } else { format!("\n{}", paragraph(&outline.summary, 2)) }
}
