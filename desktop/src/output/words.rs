//! The parts that all texts share: verdicts, claims, warnings.

use trueghz::estimate::verdict::Verdict;
use trueghz::estimate::warning::Warning;
use trueghz::report::display::FrequencyDisplay;
use trueghz::report::{Measurement, Reading};

use crate::format::{paragraph, percent, stated_hz};
use crate::style::{ATTENTION, REFUSED, STEADY, paint};

/// The number of a reading, as people read it.
pub fn display(reading: &Reading) -> Option<FrequencyDisplay> {
    FrequencyDisplay::of(&reading.frequency()?)
}

/// The verdict in words, in its colour.
pub fn verdict(verdict: Verdict) -> String {
    let style = match verdict {
        Verdict::Steady => STEADY,
        Verdict::Varying | Verdict::Unconfirmed => ATTENTION,
        Verdict::Refused => REFUSED,
    };
    paint(style, verdict.text())
}

/// Between what a varying clock moved.
pub fn range(reading: &Reading) -> Option<String> {
    let range = reading.range?;
    let width = range.high_hz - range.low_hz;
    let low = FrequencyDisplay::new(range.low_hz, width)?.number;
    let high = FrequencyDisplay::new(range.high_hz, width)?.number;
    Some(format!("from {low} to {high}"))
}

/// What is claimed, and by how much the reading is above it.
pub fn claim(reading: &Reading) -> Option<String> {
    let claim = reading.claim?;
    let difference = claim.difference_percent.map(|value| format!(": {}", percent(value))).unwrap_or_default();
    Some(format!("{}{difference}", stated_hz(claim.hz)))
}

/// The core of a reading, in words.
pub fn whose(reading: &Reading) -> String {
    reading.cpu.map_or_else(|| reading.kind.clone(), |cpu| format!("core {cpu}"))
}

/// Why there is no number, and what to do.
pub fn refusal(reading: &Reading) -> Option<String> {
    let reason = reading.reason?;
    Some(format!("{}; {}", reason.text(), reason.advice()))
}

/// The warnings of a measurement, each with its advice; what all cores share is said once.
pub fn warnings(measurement: &Measurement) -> String {
    let mut told: Vec<(String, &'static str, Vec<Option<u32>>)> = Vec::new();
    for reading in &measurement.cores {
        for warning in &reading.warnings {
            let text = warning.text();
            match told.iter_mut().find(|(other, ..)| *other == text) {
                Some((_, _, cpus)) => cpus.push(reading.cpu),
                None => told.push((text, warning.advice(), vec![reading.cpu])),
            }
        }
    }
    let cores = measurement.cores.len();
    let whose = |cpus: &[Option<u32>]| match cpus {
        [Some(cpu)] if cores > 1 => format!("core {cpu}: "),
        _ => String::new(),
    };
    told.iter().map(|(text, advice, cpus)| one_warning(&format!("{}{text}", whose(cpus)), advice)).collect()
}

/// Warnings of several measurements, each kind once, with the number of measurements that had it.
pub fn warnings_of_several(measurements: &[Measurement]) -> String {
    let mut told: Vec<(&Warning, usize)> = Vec::new();
    for measurement in measurements {
        let mut seen: Vec<&'static str> = Vec::new();
        for warning in measurement.cores.iter().flat_map(|reading| &reading.warnings) {
            if seen.contains(&warning.code()) {
                continue;
            }
            seen.push(warning.code());
            match told.iter_mut().find(|(other, _)| other.code() == warning.code()) {
                Some((_, times)) => *times += 1,
                None => told.push((warning, 1)),
            }
        }
    }
    let all = measurements.len();
    let text = |warning: &Warning, times: usize| {
        if times == all { warning.text() } else { format!("{} (in {times} of {all}, so the first)", warning.text()) }
    };
    told.iter().map(|&(warning, times)| one_warning(&text(warning, times), warning.advice())).collect()
}

fn one_warning(text: &str, advice: &str) -> String {
    let text = paragraph(text, 4);
    let sign = paint(ATTENTION, "!");
    format!("  {sign} {}{}", text.trim_start(), paragraph(advice, 4))
}
