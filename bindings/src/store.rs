//! Reports that are kept on the device: core's store, a file of them, and the ways to hand one on.

use std::io;
use std::panic::AssertUnwindSafe;
use std::path::Path;
use std::sync::Arc;

use trueghz::run::session::WorkerPanic;
use trueghz_report::Report;
use trueghz_report::store::{Store, StoreContents, StoredReport};

use crate::error::{TrueGhzError, guarded};

/// Why a store could not be used. The name says what; the message is for logs.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, uniffi::Error)]
#[uniffi(flat_error)]
pub enum StoreError {
    /// The file cannot be read or written: a full disk, a folder that is not there.
    #[error("{0}")]
    File(String),
    /// The core panicked: a defect of TrueGHz, please report it.
    #[error("{0}")]
    Defect(String),
}

impl From<io::Error> for StoreError {
    fn from(error: io::Error) -> Self {
        Self::File(error.to_string())
    }
}

impl From<WorkerPanic> for StoreError {
    fn from(error: WorkerPanic) -> Self {
        Self::Defect(error.to_string())
    }
}

/// A file of reports. Nothing is opened until it is used, and a file that is not there is an empty
/// store. Every call reads or writes the file: not for a thread that draws.
#[derive(uniffi::Object)]
pub struct ReportStore {
    store: Store,
}

#[uniffi::export]
impl ReportStore {
    /// The store in this file.
    #[uniffi::constructor]
    pub fn new(path: String) -> Arc<Self> {
        Arc::new(Self { store: Store::at(path) })
    }

    /// Adds a report, with the user's note: when this returns it is on the disk. If there are many
    /// windows, it keeps some. Returns the time of keeping, which identifies the report.
    pub fn append(&self, report: Report, note: Option<String>) -> Result<u64, StoreError> {
        self.with(|store| {
            let kept = StoredReport::now(report, note);
            store.append(&kept).map(|_| kept.at_unix_ms)
        })
    }

    /// All of it. What is damaged, or of another version, is counted and left where it is.
    pub fn read(&self) -> Result<StoreContents, StoreError> {
        self.with(Store::read)
    }

    /// Writes the reports that were kept at these times into another file, which is a store again
    /// (`trueghz running` opens it) and replaces what was there. Says how many there were.
    pub fn copy(&self, at_unix_ms: Vec<u64>, path: String) -> Result<u64, StoreError> {
        self.with(|store| store.copy(&at_unix_ms, Path::new(&path)).map(|lines| lines as u64))
    }

    /// Removes the report that was kept then; says whether there was one. Nothing of it is left in
    /// the file.
    pub fn remove(&self, at_unix_ms: u64) -> Result<bool, StoreError> {
        self.with(|store| {
            let reports = store.read()?.reports;
            let kept = reports.iter().find(|kept| kept.at_unix_ms == at_unix_ms);
            kept.map_or(Ok(false), |kept| store.remove(kept))
        })
    }

    /// Removes all, and the file.
    pub fn clear(&self) -> Result<(), StoreError> {
        self.with(Store::clear)
    }
}

impl ReportStore {
    fn with<T>(&self, work: impl FnOnce(&Store) -> io::Result<T>) -> Result<T, StoreError> {
        let done: Result<io::Result<T>, StoreError> = guarded(AssertUnwindSafe(|| work(&self.store)));
        Ok(done??)
    }
}

/// The finding, in a line, in English.
#[uniffi::export]
pub fn any_report_found(report: Report) -> Result<String, TrueGhzError> {
    guarded(|| report.found())
}

/// Any report as JSON, by the schema that it names.
#[uniffi::export]
pub fn any_report_json(report: Report) -> Result<String, TrueGhzError> {
    guarded(|| report.to_json())
}

/// Any report as CSV, units in the header: a row for each core, window or reading.
#[uniffi::export]
pub fn any_report_csv(report: Report) -> Result<String, TrueGhzError> {
    guarded(|| report.to_csv())
}

/// Any report as plain English text, to be sent.
#[uniffi::export]
pub fn any_report_text(report: Report) -> Result<String, TrueGhzError> {
    guarded(|| report.to_text())
}
