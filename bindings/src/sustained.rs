//! The display forms of a sustained load for front ends: rounded and ready to be drawn. All of it
//! is core's.

use std::sync::{Arc, Mutex, PoisonError};

use trueghz_loads::sustained::{
    self, LinesError, SustainedCurve, SustainedProgress, SustainedRecord, SustainedReport, SustainedRun,
    SustainedSummary,
};

use crate::error::{TrueGhzError, guarded};

/// A load's clock over time, as its records come.
#[derive(uniffi::Object)]
pub struct SustainedTimeline {
    core: Mutex<sustained::SustainedTimeline>,
}

#[uniffi::export]
impl SustainedTimeline {
    /// That of a load that has begun.
    #[uniffi::constructor]
    pub fn new(run: SustainedRun) -> Arc<Self> {
        Arc::new(Self { core: Mutex::new(sustained::SustainedTimeline::new(&run)) })
    }

    /// Takes the next record, and says how things stand.
    pub fn add(&self, record: SustainedRecord) -> Result<SustainedProgress, TrueGhzError> {
        guarded(|| self.core.lock().unwrap_or_else(PoisonError::into_inner).add(&record))
    }

    /// The curve so far, on an axis as long as the load.
    pub fn curve(&self) -> Result<SustainedCurve, TrueGhzError> {
        guarded(|| self.core.lock().unwrap_or_else(PoisonError::into_inner).curve())
    }
}

/// The curve of a load that has ended.
#[uniffi::export]
pub fn sustained_curve(report: SustainedReport) -> Result<SustainedCurve, TrueGhzError> {
    guarded(|| SustainedCurve::of(&report))
}

/// All figures shown of a load, apart from its curve.
#[uniffi::export]
pub fn sustained_summary(report: SustainedReport) -> Result<SustainedSummary, TrueGhzError> {
    guarded(|| SustainedSummary::of(&report))
}

/// The first line of a file of records: what is run. With a further line for each record it is a
/// load that can be opened again, also where its writer was ended in the middle of a line.
#[uniffi::export]
pub fn sustained_run_line(run: SustainedRun) -> Result<String, TrueGhzError> {
    guarded(|| run.to_line())
}

/// A further line of a file of records.
#[uniffi::export]
pub fn sustained_record_line(record: SustainedRecord) -> Result<String, TrueGhzError> {
    guarded(|| record.to_line())
}

/// Records of a sustained load, as `trueghz sustained --record` writes them: the report that they
/// make. A line that is damaged is left out.
#[uniffi::export]
pub fn sustained_from_lines(lines: String) -> Result<SustainedReport, TrueGhzError> {
    let read = SustainedReport::from_lines(&lines).map_err(|error| match error {
        LinesError::OtherSchema(_) => TrueGhzError::OtherSchema(error.to_string()),
        _ => TrueGhzError::NotARecording(error.to_string()),
    })?;
    Ok(read.report)
}
