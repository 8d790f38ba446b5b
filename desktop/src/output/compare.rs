//! A comparison as text and as CSV.

use serde::Serialize;
use trueghz::estimate::verdict::{Reason, Verdict};
use trueghz_report::compare::{
    Comparison, ComparisonMethod, Contrast, CoreContrast, CoreName, Difference, DifferenceNumbers, Rounds,
    Side, Significance, Subject,
};

use super::csv_rows;
use crate::format::{labelled, number, paragraph, table};
use crate::style::{ATTENTION, NUMBER, QUIET, paint};

/// Formats a comparison as text: the compared measurements, then core after core.
pub fn text(comparison: &Comparison) -> String {
    let mut text = String::new();
    let others = comparison.others.iter().map(|contrast| &contrast.subject);
    for (letter, subject) in ('A'..).zip(std::iter::once(&comparison.first).chain(others)) {
        text.push_str(&legend(letter, subject));
    }
    for (letter, contrast) in ('B'..).zip(&comparison.others) {
        for core in &contrast.cores {
            text.push('\n');
            text.push_str(&of_core(core, letter));
        }
        text.push_str(&without_counterpart('A', &contrast.only_first, letter));
        text.push_str(&without_counterpart(letter, &contrast.only_other, 'A'));
    }
    let notes = notes(comparison);
    if !notes.is_empty() {
        text.push('\n');
        text.push_str(&notes);
    }
    text
}

fn legend(letter: char, subject: &Subject) -> String {
    let Subject { name, machine, .. } = subject;
    format!("{}{}", labelled(&letter.to_string(), name), labelled("", &paint(QUIET, machine)))
}

/// Message for a core that differs by more than `most_percent`, otherwise `None`: "core 0: the
/// clock differs by \u{2212}10 % (\u{2212}10.1 % to \u{2212}9.9 %), more than 1 % (--fail-over)".
pub fn unmet(core: &CoreContrast, most_percent: f64) -> Option<String> {
    let found = core.difference.as_ref().filter(|found| found.is_beyond(most_percent))?;
    let numbers = DifferenceNumbers::of(found)?;
    let (size, interval) = (numbers.relative(), numbers.relative_interval());
    Some(format!(
        "{}: the clock differs by {size} {interval}, more than {most_percent} % (--fail-over)",
        whose(core)
    ))
}

fn whose(core: &CoreContrast) -> String {
    match (core.first.cpu, core.other.cpu) {
        (Some(first), Some(other)) if first == other => format!("core {first}, {}", core.kind),
        (Some(first), Some(other)) => format!("cores {first} and {other}, {}", core.kind),
        _ => core.kind.clone(),
    }
}

fn of_core(core: &CoreContrast, letter: char) -> String {
    let mut rows = vec![side('A', &core.first), side(letter, &core.other)];
    let label = paint(QUIET, format!("{letter} \u{2212} A"));
    match core
        .difference
        .as_ref()
        .and_then(|found| DifferenceNumbers::of(found).zip(Some(found.significance)))
    {
        Some((numbers, significance)) => {
            let uncertainty = format!("\u{b1} {}", numbers.size.uncertainty);
            let mut row = vec![label, paint(NUMBER, numbers.signed()), uncertainty];
            row.extend(mark(significance).map(|mark| paint(ATTENTION, mark)));
            rows.push(row);
            rows.push(vec![String::new(), numbers.relative(), numbers.relative_interval()]);
        }
        None => rows.push(vec![label, "unknown".to_owned()]),
    }
    if let Some(Rounds { pairs, p_value }) = core.rounds {
        let p_value = p_value.map_or("too few for a test".to_owned(), p_value_in_words);
        rows.push(vec![String::new(), format!("{pairs} rounds"), p_value]);
    }
    format!("{}{}", paragraph(&whose(core), 2), table(&rows, &[]))
}

/// Formats a reading or a median of rounds as a table row.
fn side(letter: char, side: &Side) -> Vec<String> {
    let letter = paint(QUIET, letter);
    let verdicts: Vec<&str> = side.verdicts.iter().map(|&verdict| verdict.text()).collect();
    match side.display() {
        Some(display) => {
            let uncertainty = format!("\u{b1} {}", display.uncertainty);
            vec![letter, number(&display), uncertainty, verdicts.join(", ")]
        }
        None => {
            let reasons: Vec<&str> = side.reasons.iter().map(|reason| reason.text()).collect();
            let no_reading = format!("{}: {}", Verdict::Refused.text(), reasons.join(", "));
            vec![letter, if reasons.is_empty() { "too few rounds".to_owned() } else { no_reading }]
        }
    }
}

fn mark(significance: Significance) -> Option<&'static str> {
    match significance {
        Significance::WithinUncertainty => None,
        Significance::WithinTolerance => Some("(*)"),
        Significance::Beyond => Some("*"),
    }
}

/// Smallest p-value that is shown exactly; below it, other errors of the readings dominate.
const LEAST_P_VALUE: f64 = 0.0001;

fn p_value_in_words(p: f64) -> String {
    if p < LEAST_P_VALUE { format!("p < {LEAST_P_VALUE}") } else { format!("p = {p:.4}") }
}

fn without_counterpart(letter: char, cores: &[CoreName], other: char) -> String {
    let one = |core: &CoreName| match core.cpu {
        Some(cpu) => format!("core {cpu} ({})", core.kind),
        None => core.kind.clone(),
    };
    if cores.is_empty() {
        return String::new();
    }
    let names = cores.iter().map(one).collect::<Vec<_>>().join(", ");
    format!("\n{}", paragraph(&format!("Only in {letter}, not in {other}: {names}"), 2))
}

/// Explains the marks that occur, and the method.
fn notes(comparison: &Comparison) -> String {
    let differences = comparison.others.iter().flat_map(differences);
    let has = |wanted: Significance| differences.clone().any(|found| found.significance == wanted);
    let mut notes = String::new();
    if has(Significance::Beyond) {
        notes.push_str(&paragraph("* beyond the uncertainty: the 95 % interval does not contain 0.", 2));
    }
    if has(Significance::WithinTolerance) {
        let text = "(*) beyond the uncertainty if one clock timed both: the tolerance of two reference clocks \
            would explain it.";
        notes.push_str(&paragraph(text, 2));
    }
    if notes.is_empty() && differences.clone().next().is_some() {
        notes.push_str(&paragraph("No difference is beyond the uncertainty.", 2));
    }
    if comparison.method == ComparisonMethod::PairedRounds {
        let text = "A and B: medians of the rounds. B \u{2212} A: Hodges-Lehmann estimate of the differences of rounds; \
            p: Wilcoxon's signed-rank test.";
        notes.push_str(&paragraph(text, 2));
    }
    notes
}

fn differences(contrast: &Contrast) -> impl Iterator<Item = &Difference> + Clone {
    contrast.cores.iter().filter_map(|core| core.difference.as_ref())
}

#[derive(Serialize)]
struct Row<'a> {
    first: &'a str,
    other: &'a str,
    kind: &'a str,
    first_cpu: Option<u32>,
    other_cpu: Option<u32>,
    first_hz: Option<f64>,
    first_low_hz: Option<f64>,
    first_high_hz: Option<f64>,
    other_hz: Option<f64>,
    other_low_hz: Option<f64>,
    other_high_hz: Option<f64>,
    difference_hz: Option<f64>,
    difference_low_hz: Option<f64>,
    difference_high_hz: Option<f64>,
    difference_ppm: Option<f64>,
    difference_low_ppm: Option<f64>,
    difference_high_ppm: Option<f64>,
    confidence: Option<f64>,
    tolerance_hz: Option<f64>,
    significance: Option<&'a str>,
    pairs: Option<usize>,
    p_value: Option<f64>,
    first_reasons: String,
    other_reasons: String,
    first_measured_at: Option<&'a str>,
    other_measured_at: Option<&'a str>,
    first_options: Option<&'a str>,
    other_options: Option<&'a str>,
    version: &'a str,
}

/// Formats a comparison as CSV: a row for each core of each comparison.
pub fn csv(comparison: &Comparison) -> String {
    let of = |contrast| rows(comparison, contrast);
    csv_rows::written(comparison.others.iter().flat_map(of))
}

fn rows<'a>(
    Comparison { version, first, .. }: &'a Comparison,
    contrast: &'a Contrast,
) -> impl Iterator<Item = Row<'a>> {
    contrast.cores.iter().map(move |core| row(version, first, &contrast.subject, core))
}

fn row<'a>(version: &'a str, first: &'a Subject, other: &'a Subject, core: &'a CoreContrast) -> Row<'a> {
    let difference = core.difference;
    let (first_clock, other_clock) = (core.first.repeatable_hz, core.other.repeatable_hz);
    let reasons = |side: &Side| {
        let codes: Vec<&str> = side.reasons.iter().map(|reason: &Reason| reason.code()).collect();
        codes.join(";")
    };
    Row {
        first: &first.name,
        other: &other.name,
        kind: &core.kind,
        first_cpu: core.first.cpu,
        other_cpu: core.other.cpu,
        first_hz: first_clock.map(|clock| clock.value),
        first_low_hz: first_clock.map(|clock| clock.low),
        first_high_hz: first_clock.map(|clock| clock.high),
        other_hz: other_clock.map(|clock| clock.value),
        other_low_hz: other_clock.map(|clock| clock.low),
        other_high_hz: other_clock.map(|clock| clock.high),
        difference_hz: difference.map(|found| found.hz.value),
        difference_low_hz: difference.map(|found| found.hz.low),
        difference_high_hz: difference.map(|found| found.hz.high),
        difference_ppm: difference.map(|found| found.ppm.value),
        difference_low_ppm: difference.map(|found| found.ppm.low),
        difference_high_ppm: difference.map(|found| found.ppm.high),
        confidence: difference.map(|found| found.confidence),
        tolerance_hz: difference.map(|found| found.tolerance_hz),
        significance: difference.map(|found| found.significance.code()),
        pairs: core.rounds.map(|rounds| rounds.pairs),
        p_value: core.rounds.and_then(|rounds| rounds.p_value),
        first_reasons: reasons(&core.first),
        other_reasons: reasons(&core.other),
        first_measured_at: first.measured_at.as_deref(),
        other_measured_at: other.measured_at.as_deref(),
        first_options: first.options.as_deref(),
        other_options: other.options.as_deref(),
        version,
    }
}
