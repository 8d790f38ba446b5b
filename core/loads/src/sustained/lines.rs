//! Records of a load as lines of a file.

use trueghz::internal::read_json;
use trueghz::result::ValidationError;

use super::{SUSTAINED_SCHEMA, SustainedRecord, SustainedReport, SustainedRun};
use crate::plausible::{check_load, check_sustained};

impl SustainedRun {
    /// The first line of the records' file, with its end.
    ///
    /// # Panics
    /// Infallible: it has no map with non-string keys.
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).expect("what was run is JSON") + "\n"
    }
}

impl SustainedRecord {
    /// A line of the records' file, with its end.
    ///
    /// # Panics
    /// Infallible: it has no map with non-string keys.
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).expect("a record is JSON") + "\n"
    }
}

/// A report that was read from lines.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadLines {
    /// The report.
    pub report: SustainedReport,
    /// Number of lines that were skipped, since no record could be read from them: a program
    /// that is killed may leave half of one.
    pub skipped: usize,
}

/// Reason why lines are not records of a sustained load.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LinesError {
    /// Not even the first line is there.
    #[error("it is empty: the run ended before its first line was written")]
    Empty,
    /// The first line does not describe a run.
    #[error("its first line is no sustained load: {0}")]
    NoRun(String),
    /// It is of another form, or of another version.
    #[error("it is of the form {0}, and this program reads {SUSTAINED_SCHEMA}")]
    OtherSchema(String),
    /// It holds a value that nothing can have recorded.
    #[error("no load can have recorded it: {0}")]
    Implausible(#[from] ValidationError),
}

/// The schema before today's, whose names of fields in records are aliases: recordings last.
const FIRST_SUSTAINED_SCHEMA: &str = "trueghz-sustained/1";

impl SustainedReport {
    /// Returns `true` if a text may be records of a sustained load, by the name of its form in
    /// the first line.
    pub fn may_be_lines(text: &str) -> bool {
        text.lines().next().is_some_and(|line| line.contains("\"trueghz-sustained/"))
    }

    /// Reads records, and estimates the clock again. A damaged line is skipped.
    ///
    /// # Errors
    /// [`LinesError`] if the first line is not as it should be, or if a value cannot have been
    /// recorded.
    pub fn from_lines(text: &str) -> Result<ReadLines, LinesError> {
        let mut lines = text.lines().filter(|line| !line.trim().is_empty());
        let mut run: SustainedRun =
            read_json(lines.next().ok_or(LinesError::Empty)?).map_err(LinesError::NoRun)?;
        if ![SUSTAINED_SCHEMA, FIRST_SUSTAINED_SCHEMA].contains(&run.schema.as_str()) {
            return Err(LinesError::OtherSchema(run.schema));
        }
        SUSTAINED_SCHEMA.clone_into(&mut run.schema);
        let mut left_out = 0;
        let record = |line: &str| {
            let record = read_json::<SustainedRecord>(line).ok();
            left_out += usize::from(record.is_none());
            record
        };
        let records: Vec<SustainedRecord> = lines.filter_map(record).collect();
        check_load(&run, &records)?;
        let report = SustainedReport::of(run, records);
        check_sustained(&report)?;
        Ok(ReadLines { report, skipped: left_out })
    }
}
