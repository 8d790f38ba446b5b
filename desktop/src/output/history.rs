//! List of the stored reports.

use serde::Serialize;
use trueghz::report::provenance::{Provenance, timestamp};
use trueghz_report::outline::OutlineTable;
use trueghz_report::store::StoredReport;

use super::{Format, csv_rows, json};
use crate::format::{paragraph, table};
use crate::style::{QUIET, paint};

/// A report in the list.
#[derive(Debug, Serialize)]
struct Item<'a> {
    /// Position in the list, from 1.
    number: usize,
    /// Time at which it was stored, in UTC: "2026-11-23T14:05:06Z".
    at: String,
    at_unix_ms: u64,
    /// Kind of report: measurement, ramp, turbo or sustained.
    what: &'static str,
    machine: String,
    /// Result, in words.
    found: String,
    /// Provenance: time, program version and options of the measurement.
    measured_at: Option<&'a str>,
    version: &'a str,
    options: Option<&'a str>,
}

/// Formats the list.
pub fn list(reports: &[StoredReport], form: Format) -> String {
    let items: Vec<Item<'_>> =
        reports.iter().enumerate().map(|(place, kept)| item(place + 1, kept)).collect();
    match form {
        Format::Json => json::answer(&items),
        Format::Csv => csv_rows::written(&items),
        Format::Markdown => markdown(&items),
        Format::Quiet => items.iter().map(|item| cells(item).join("\t") + "\n").collect(),
        Format::Text | Format::Verbose => text(&items),
    }
}

/// Name of a report in a comparison: "3, 2026-11-23T14:05:06Z".
pub fn name(number: usize, kept: &StoredReport) -> String {
    format!("{number}, {}", timestamp(kept.at_unix_ms / 1_000))
}

fn item(number: usize, kept: &StoredReport) -> Item<'_> {
    let StoredReport { at_unix_ms, report, .. } = kept;
    let Provenance { measured_at, version, options } = report.provenance();
    Item {
        number,
        at: timestamp(*at_unix_ms / 1_000),
        at_unix_ms: *at_unix_ms,
        what: report.title(),
        machine: report.machine(),
        found: report.found(),
        measured_at,
        version,
        options,
    }
}

/// Column headings of text and Markdown.
const HEAD: [&str; 4] = ["", "stored at (UTC)", "what", "found"];

fn cells(item: &Item<'_>) -> Vec<String> {
    vec![item.number.to_string(), item.at.clone(), item.what.to_owned(), item.found.clone()]
}

fn text(items: &[Item<'_>]) -> String {
    if items.is_empty() {
        return paragraph("No reports are stored here.", 2);
    }
    let head = HEAD.map(|word| paint(QUIET, word)).to_vec();
    table(&std::iter::once(head).chain(items.iter().map(cells)).collect::<Vec<_>>(), &[0])
}

fn markdown(items: &[Item<'_>]) -> String {
    let rows = items.iter().map(cells).collect();
    trueghz_report::markdown::rows(&OutlineTable { title: String::new(), head: HEAD.to_vec(), rows })
}
