//! Elements that all texts share: verdicts and warnings.

use trueghz::Warning;
use trueghz::estimate::verdict::Verdict;
use trueghz_report::lines::SharedWarning;

use crate::format::paragraph;
use crate::style::{ATTENTION, REFUSED, STEADY, paint};
use crate::tally::Tally;

/// Formats a verdict in its colour.
pub fn verdict(verdict: Verdict) -> String {
    paint(style(verdict), verdict.text())
}

fn style(verdict: Verdict) -> anstyle::Style {
    match verdict {
        Verdict::Steady => STEADY,
        Verdict::Varying | Verdict::Unconfirmed => ATTENTION,
        Verdict::Refused => REFUSED,
    }
}

/// Formats warnings, each with its advice.
pub fn all_warnings(warnings: &[SharedWarning]) -> String {
    warnings.iter().map(|of| warning(&of.text, of.advice)).collect()
}

/// Formats the warnings of several measurements that affect their numbers: each code once, with the
/// text of the first and the number of measurements that had it.
pub fn warnings_of_several(tally: &Tally) -> String {
    let all = tally.measurements;
    let line = |(of, times): &(Warning, usize)| {
        let of_all = if *times == all { String::new() } else { format!("in {times} of {all} readings: ") };
        warning(&format!("{of_all}{}", of.text()), of.advice())
    };
    tally.warnings.iter().filter(|(of, _)| !of.is_information()).map(line).collect()
}

/// Formats a warning with its sign and its advice.
pub fn warning(text: &str, advice: &str) -> String {
    format!("  {} {}", paint(ATTENTION, "!"), paragraph(&format!("{text}; {advice}"), 4).trim_start())
}
