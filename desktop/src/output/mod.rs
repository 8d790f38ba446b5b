//! The forms of the answer, a file each.

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

/// The form of the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// For people, in a few lines.
    Text,
    /// For people, with everything.
    Verbose,
    /// For a shell: cells between tabs.
    Quiet,
    /// A document, or lines of them.
    Json,
    /// A row for each core.
    Csv,
    /// A table for documents.
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
    /// The whole answer of a single measurement. `histograms` has the windows of each of its cores.
    pub fn single(self, measurement: &Measurement, histograms: &[Option<WindowHistogram>]) -> String {
        match self {
            Form::Verbose => text::verbose(measurement, histograms),
            _ => self.kept(measurement),
        }
    }

    /// A measurement of which the windows are gone.
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

    /// Any report. Of a measurement the windows are gone.
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

    /// One measurement of several, the `index`th from 0, begun at `at` since the start.
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

    /// What follows after several measurements.
    pub fn summary(self, tally: &Tally) -> String {
        match self {
            Form::Text | Form::Verbose => series::summary(tally),
            Form::Quiet | Form::Json | Form::Csv | Form::Markdown => String::new(),
        }
    }
}
