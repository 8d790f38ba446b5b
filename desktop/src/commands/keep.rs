//! `--keep`: appends reports to a file.

use std::fs::OpenOptions;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use trueghz_report::Report;
use trueghz_report::store::{Lock, Store, StoredReport};

use crate::outcome::{Failure, complain, plain};
use crate::output_file::folder_of;

/// Appends reports to a file, if one was given.
pub struct ReportAppender {
    file: Option<PathBuf>,
}

impl ReportAppender {
    /// Checks that the file can be written, and changes nothing.
    ///
    /// # Errors
    /// [`Failure`] if it cannot be written.
    pub fn open(file: Option<&Path>) -> Result<ReportAppender, Failure> {
        if let Some(path) = file {
            check(path).map_err(|error| Failure::file("write", path, plain(&error)))?;
        }
        Ok(ReportAppender { file: file.map(Path::to_owned) })
    }

    /// Appends a report.
    ///
    /// # Errors
    /// [`Failure`] if writing fails, for example on a full disk; earlier reports remain unchanged.
    pub fn keep(&self, report: impl FnOnce() -> Report) -> Result<(), Failure> {
        let Some(path) = &self.file else { return Ok(()) };
        let kept = StoredReport::now(report(), None);
        let lock = Store::at(path).append(&kept);
        if let Lock::Absent { why } = lock.map_err(|error| Failure::file("write", path, plain(&error)))? {
            let file = path.display();
            complain(format!(
                "{file} could not be locked ({why}): the report was stored, but another program that writes at the same time may \
                 damage it"
            ));
        }
        Ok(())
    }
}

fn check(path: &Path) -> io::Result<()> {
    match OpenOptions::new().append(true).open(path) {
        Ok(file) if !file.metadata()?.is_file() => Err(io::Error::other("it is not a regular file")),
        Ok(_) => Ok(()),
        // The temporary file has no name and is deleted when it is closed.
        Err(error) if error.kind() == ErrorKind::NotFound => {
            tempfile::tempfile_in(folder_of(path)).map(|_| ())
        }
        Err(error) => Err(error),
    }
}
