//! The parts that all texts share: verdicts, claims, warnings.

use trueghz::estimate::verdict::Verdict;
use trueghz::report::lines::shared_warnings;
use trueghz::report::{Measurement, Reading, Warning};

use crate::format::paragraph;
use crate::style::{ATTENTION, REFUSED, STEADY, paint};
use crate::tally::Tally;

/// The verdict in words, in its colour.
pub fn verdict(verdict: Verdict) -> String {
    paint(style(verdict), verdict.text())
}

/// The same in one or two words, for a table.
pub fn short_verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Varying => "varying",
        Verdict::Unconfirmed => "unconfirmed",
        Verdict::Steady | Verdict::Refused => verdict.text(),
    }
}

/// The same in its colour.
pub fn painted_short_verdict(verdict: Verdict) -> String {
    paint(style(verdict), short_verdict(verdict))
}

fn style(verdict: Verdict) -> anstyle::Style {
    match verdict {
        Verdict::Steady => STEADY,
        Verdict::Varying | Verdict::Unconfirmed => ATTENTION,
        Verdict::Refused => REFUSED,
    }
}

/// Why there is no number, and what to do.
pub fn refusal(reading: &Reading) -> Option<String> {
    let reason = reading.reason?;
    Some(format!("{}: {}", reason.text(), reason.advice()))
}

/// The warnings of a measurement below what is said of it, each with its advice; what all cores share is said once.
pub fn warnings_below(measurement: &Measurement) -> String {
    let warnings = shared_warnings(measurement);
    below(warnings.iter().map(|warning| one_warning(&warning.text, warning.advice)).collect())
}

/// An empty line before warnings, if there are any.
fn below(warnings: String) -> String {
    if warnings.is_empty() { warnings } else { format!("\n{warnings}") }
}

/// Those of several measurements: each code once, in the words of the first, and how many had it.
pub fn warnings_of_several_below(tally: &Tally) -> String {
    let all = tally.measurements;
    let text = |warning: &Warning, times: usize| match times {
        times if times == all => warning.text(),
        times => format!("in {times} of {all} readings: {}", warning.text()),
    };
    let line =
        |&(ref warning, times): &(Warning, usize)| one_warning(&text(warning, times), warning.advice());
    below(tally.warnings.iter().map(line).collect())
}

fn one_warning(text: &str, advice: &str) -> String {
    let text = paragraph(text, 4);
    let sign = paint(ATTENTION, "!");
    format!("  {sign} {}{}", text.trim_start(), paragraph(advice, 4))
}
