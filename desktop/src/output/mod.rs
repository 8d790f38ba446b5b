//! Output formats, one file each.

pub mod compare;
mod csv_rows;
mod curve;
pub mod history;
pub mod identify;
pub mod instructions;
pub mod json;
mod outline;
pub mod quiet;
mod ramp;
pub mod series;
mod sustained;
pub mod text;
mod turbo;
pub mod units;
pub mod words;

use std::time::Duration;

use trueghz::report::Measurement;
use trueghz::report::histogram::WindowHistogram;
use trueghz_report::{Report, csv, markdown};

use crate::cli::FormatArgs;
use crate::tally::Tally;

/// Output format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Text in a few lines.
    Text,
    /// Text with all details.
    Verbose,
    /// Tab-separated cells, for shells.
    Quiet,
    /// A JSON document, or JSON lines.
    Json,
    /// CSV with a row for each core.
    Csv,
    /// A Markdown table.
    Markdown,
}

impl From<FormatArgs> for Format {
    fn from(args: FormatArgs) -> Format {
        match args {
            FormatArgs { json: true, .. } => Format::Json,
            FormatArgs { csv: true, .. } => Format::Csv,
            FormatArgs { markdown: true, .. } => Format::Markdown,
            FormatArgs { verbose: true, .. } => Format::Verbose,
            FormatArgs { quiet: true, .. } => Format::Quiet,
            FormatArgs { .. } => Format::Text,
        }
    }
}

impl Format {
    /// Formats a single measurement. `histograms` contains the windows of each of its cores.
    pub fn single(self, measurement: &Measurement, histograms: &[Option<WindowHistogram>]) -> String {
        match self {
            Format::Verbose => text::verbose(measurement, histograms),
            _ => self.kept(measurement),
        }
    }

    /// Formats a measurement whose windows are no longer available.
    pub fn kept(self, measurement: &Measurement) -> String {
        match self {
            Format::Text => text::brief(measurement),
            Format::Verbose => text::verbose(measurement, &[]),
            Format::Quiet => quiet::measurement(measurement),
            Format::Json => json::document(measurement),
            Format::Csv => csv::rows(measurement, csv::Place::SINGLE),
            Format::Markdown => markdown::document(measurement),
        }
    }

    /// Formats any report; for a measurement, without its windows.
    pub fn report(self, report: &Report) -> String {
        match (self, report) {
            (_, Report::Measurement(measurement)) => self.kept(measurement),
            (Format::Text | Format::Verbose, Report::Ramp(report)) => ramp::text(report),
            (Format::Text | Format::Verbose, Report::Turbo(report)) => turbo::text(report),
            (Format::Text | Format::Verbose, Report::Sustained(report)) => sustained::text(report),
            (Format::Quiet, _) => quiet::report(report),
            (Format::Json, _) => report.to_json() + "\n",
            (Format::Csv, _) => report.to_csv(),
            (Format::Markdown, _) => markdown::report(report),
        }
    }

    /// Formats one of several measurements: the `index`th from 0, started `at` after the first.
    pub fn one_of_several(self, measurement: &Measurement, index: usize, at: Duration) -> String {
        match self {
            Format::Text => series::lines(measurement, index, at),
            Format::Verbose => text::verbose(measurement, &[]) + "\n",
            Format::Quiet => quiet::measurement(measurement),
            Format::Json => json::line(measurement),
            Format::Csv => csv::rows(measurement, csv::Place { index, at }),
            Format::Markdown => markdown::document(measurement) + "\n",
        }
    }

    /// Formats the summary that follows several measurements.
    pub fn summary(self, tally: &Tally) -> String {
        match self {
            Format::Text | Format::Verbose => series::summary(tally),
            Format::Quiet | Format::Json | Format::Csv | Format::Markdown => String::new(),
        }
    }
}
