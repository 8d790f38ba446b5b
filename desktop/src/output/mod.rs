//! The forms of the answer, a file each.

pub mod compare;
pub mod instructions;
pub mod json;
pub mod ramp;
pub mod series;
pub mod text;
pub mod turbo;
pub mod words;

use std::time::Duration;

use trueghz::report::{Measurement, csv};

use crate::cli::FormArgs;
use crate::tally::Tally;

/// The form of the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// For people.
    Text,
    /// A document, or lines of them.
    Json,
    /// A row for each core.
    Csv,
}

impl From<FormArgs> for Form {
    fn from(args: FormArgs) -> Form {
        match args {
            FormArgs { json: true, .. } => Form::Json,
            FormArgs { csv: true, .. } => Form::Csv,
            FormArgs { .. } => Form::Text,
        }
    }
}

impl Form {
    /// The whole answer of a single measurement.
    pub fn single(self, measurement: &Measurement) -> String {
        match self {
            Form::Text => text::measurement(measurement),
            Form::Json => json::document(measurement),
            Form::Csv => csv::rows(measurement, csv::Place::SINGLE),
        }
    }

    /// One measurement of several, the `index`th from 0, begun at `at` since the start.
    pub fn one_of_several(self, measurement: &Measurement, index: usize, at: Duration) -> String {
        match self {
            Form::Text => series::lines(measurement, index, at),
            Form::Json => json::line(measurement),
            Form::Csv => csv::rows(measurement, csv::Place { index, at }),
        }
    }

    /// What follows after several measurements.
    pub fn summary(self, tally: &Tally) -> String {
        match self {
            Form::Text => series::summary(tally),
            Form::Json | Form::Csv => String::new(),
        }
    }
}
