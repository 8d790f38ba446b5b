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

use crate::cli::FormArgs;
use crate::tally::Tally;

/// Output format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
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

impl From<FormArgs> for Form {
    fn from(args: FormArgs) -> Form {
        match args {
            FormArgs { json: true, .. } => Form::Json,
            FormArgs { csv: true, .. } => Form::Csv,
            FormArgs { markdown: true, .. } => Form::Markdown,
            FormArgs { verbose: true, .. } => Form::Verbose,
            FormArgs { quiet: true, .. } => Form::Quiet,
            FormArgs { .. } => Form::Text,
        }
    }
}

impl Form {
    /// Formats a single measurement. `histograms` contains the windows of each of its cores.
    pub fn single(self, measurement: &Measurement, histograms: &[Option<WindowHistogram>]) -> String {
        match self {
            Form::Verbose => text::verbose(measurement, histograms),
            _ => self.kept(measurement),
        }
    }

    /// Formats a measurement whose windows are no longer available.
    pub fn kept(self, measurement: &Measurement) -> String {
        match self {
            Form::Text => text::brief(measurement),
            Form::Verbose => text::verbose(measurement, &[]),
            Form::Quiet => quiet::measurement(measurement),
            Form::Json => json::document(measurement),
            Form::Csv => csv::rows(measurement, csv::Place::SINGLE),
            Form::Markdown => markdown::document(measurement),
        }
    }

    /// Formats any report; for a measurement, without its windows.
    pub fn report(self, report: &Report) -> String {
        match (self, report) {
            (_, Report::Measurement(measurement)) => self.kept(measurement),
            (Form::Text | Form::Verbose, Report::Ramp(report)) => ramp::text(report),
            (Form::Text | Form::Verbose, Report::Turbo(report)) => turbo::text(report),
            (Form::Text | Form::Verbose, Report::Sustained(report)) => sustained::text(report),
            (Form::Quiet, _) => quiet::report(report),
            (Form::Json, _) => report.to_json() + "\n",
            (Form::Csv, _) => report.to_csv(),
            (Form::Markdown, _) => markdown::report(report),
        }
    }

    /// Formats one of several measurements: the `index`th from 0, started `at` after the first.
    pub fn one_of_several(self, measurement: &Measurement, index: usize, at: Duration) -> String {
        match self {
            Form::Text => series::lines(measurement, index, at),
            Form::Verbose => text::verbose(measurement, &[]) + "\n",
            Form::Quiet => quiet::measurement(measurement),
            Form::Json => json::line(measurement),
            Form::Csv => csv::rows(measurement, csv::Place { index, at }),
            Form::Markdown => markdown::document(measurement) + "\n",
        }
    }

    /// Formats the summary that follows several measurements.
    pub fn summary(self, tally: &Tally) -> String {
        match self {
            Form::Text | Form::Verbose => series::summary(tally),
            Form::Quiet | Form::Json | Form::Csv | Form::Markdown => String::new(),
        }
    }
}
