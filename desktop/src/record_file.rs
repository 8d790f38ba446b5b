//! The file of a sustained load's records, written line by line during the load.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::outcome::{Failure, plain};

/// An open file of records.
#[derive(Debug)]
pub struct RecordFile {
    path: PathBuf,
    file: File,
}

/// Returns `true` if nothing can be overwritten: a device, a pipe, or an empty file, as left by a
/// run that ended before its first line.
fn keeps_nothing(path: &Path) -> bool {
    path.metadata().is_ok_and(|metadata| !metadata.is_file() || metadata.len() == 0)
}

impl RecordFile {
    /// Creates the file. An existing file is never overwritten: it may contain hours of records.
    ///
    /// # Errors
    /// [`Failure`] if the file cannot be written or already exists.
    pub fn create(path: &Path) -> Result<RecordFile, Failure> {
        let opened = match OpenOptions::new().write(true).create_new(true).open(path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists && keeps_nothing(path) => {
                OpenOptions::new().write(true).open(path)
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                Err(io::Error::other("it already exists; records are never written over a file"))
            }
            opened => opened,
        };
        match opened {
            Ok(file) => Ok(RecordFile { path: path.to_owned(), file }),
            Err(error) => Err(Failure::file("write", path, plain(&error))),
        }
    }

    /// Writes a line and syncs it to disk: a crash loses at most the last line.
    ///
    /// # Errors
    /// [`Failure`] if writing fails, for example on a full disk.
    pub fn line(&mut self, line: &str) -> Result<(), Failure> {
        let written = self.file.write_all(line.as_bytes()).and_then(|()| match self.file.sync_data() {
            // Pipes and some devices cannot be synced.
            Err(error) if error.kind() == ErrorKind::InvalidInput => Ok(()),
            synced => synced,
        });
        written.map_err(|error| {
            let words =
                format!("{}; replay the records written before with \"trueghz replay\"", plain(&error));
            Failure::file("write", &self.path, words)
        })
    }
}
