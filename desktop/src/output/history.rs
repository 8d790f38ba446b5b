//! What is kept, as a list.

use serde::Serialize;
use time::OffsetDateTime;
use trueghz::report::outline::OutlineTable;
use trueghz::report::store::KeptReport;

use super::{Form, csv_rows, json};
use crate::format::{paragraph, table};
use crate::style::{QUIET, paint};

/// A report in the list.
#[derive(Debug, Serialize)]
struct Item {
    /// Its place, from 1.
    number: usize,
    /// When it was kept, in UTC: "2026-11-23 14:05:06".
    at: String,
    at_unix_ms: u64,
    /// measurement, ramp, turbo, sustained.
    what: &'static str,
    machine: String,
    /// What was found, in words.
    found: String,
}

/// The list.
pub fn list(reports: &[KeptReport], form: Form) -> String {
    let items: Vec<Item> = reports.iter().enumerate().map(|(place, kept)| item(place + 1, kept)).collect();
    match form {
        Form::Json => json::answer(&items),
        Form::Csv => csv_rows::written(&items),
        Form::Markdown => markdown(&items),
        Form::Quiet => items.iter().map(|item| cells(item).join("\t") + "\n").collect(),
        Form::Text | Form::Verbose => text(&items),
    }
}

/// What a report is called among others: "3, 2026-11-23 14:05:06".
pub fn name(number: usize, kept: &KeptReport) -> String {
    format!("{number}, {}", time_of(kept.at_unix_ms))
}

fn item(number: usize, kept: &KeptReport) -> Item {
    let KeptReport { at_unix_ms, report, .. } = kept;
    Item {
        number,
        at: time_of(*at_unix_ms),
        at_unix_ms: *at_unix_ms,
        what: report.what(),
        machine: report.machine(),
        found: report.found(),
    }
}

/// A time of the system's clock in UTC; one that no calendar has in milliseconds.
fn time_of(unix_ms: u64) -> String {
    let seconds = i64::try_from(unix_ms / 1_000).ok();
    let Some(time) = seconds.and_then(|seconds| OffsetDateTime::from_unix_timestamp(seconds).ok()) else {
        return format!("{unix_ms} ms");
    };
    let (hour, minute, second) = time.to_hms();
    format!("{} {hour:02}:{minute:02}:{second:02}", time.date())
}

/// The columns for people.
const HEAD: [&str; 4] = ["", "kept at (UTC)", "what", "found"];

fn cells(item: &Item) -> Vec<String> {
    vec![item.number.to_string(), item.at.clone(), item.what.to_owned(), item.found.clone()]
}

fn text(items: &[Item]) -> String {
    if items.is_empty() {
        return paragraph("Nothing is kept here.", 2);
    }
    let head = HEAD.map(|word| paint(QUIET, word)).to_vec();
    table(&std::iter::once(head).chain(items.iter().map(cells)).collect::<Vec<_>>(), &[0])
}

fn markdown(items: &[Item]) -> String {
    let rows = items.iter().map(cells).collect();
    trueghz::report::markdown::rows(&OutlineTable { title: String::new(), head: HEAD.to_vec(), rows })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_those_of_a_calendar() {
        assert_eq!(time_of(1_763_863_506_789), "2025-11-23 02:05:06");
        assert_eq!(time_of(0), "1970-01-01 00:00:00");
        assert_eq!(time_of(u64::MAX), format!("{} ms", u64::MAX));
    }
}
