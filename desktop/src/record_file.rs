//! The file of a sustained load's records: written line by line, as they come.

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

/// Whether nothing there could be lost: a device or a pipe, or a file that is empty since a run ended before its first line.
fn keeps_nothing(path: &Path) -> bool {
    path.metadata().is_ok_and(|metadata| !metadata.is_file() || metadata.len() == 0)
}

impl RecordFile {
    /// Begins a file. One that is there is left alone: it may be what is left of hours.
    ///
    /// # Errors
    /// [`Failure`] if it cannot be written, or is there.
    pub fn create(path: &Path) -> Result<RecordFile, Failure> {
        let opened = match OpenOptions::new().write(true).create_new(true).open(path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists && keeps_nothing(path) => {
                OpenOptions::new().write(true).open(path)
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                Err(io::Error::other("it is there already; records are not written over others"))
            }
            opened => opened,
        };
        match opened {
            Ok(file) => Ok(RecordFile { path: path.to_owned(), file }),
            Err(error) => Err(Failure::file("write", path, plain(&error))),
        }
    }

    /// Writes a line, and sees to it that it is on the disk: what a crash loses is the last line only.
    ///
    /// # Errors
    /// [`Failure`] for a full disk, say.
    pub fn line(&mut self, line: &str) -> Result<(), Failure> {
        let written = self.file.write_all(line.as_bytes()).and_then(|()| match self.file.sync_data() {
            // Pipes and some devices have nothing that could be put on a disk.
            Err(error) if error.kind() == ErrorKind::InvalidInput => Ok(()),
            synced => synced,
        });
        written.map_err(|error| {
            let words = format!("{}; what was written before opens with \"trueghz replay\"", plain(&error));
            Failure::file("write", &self.path, words)
        })
    }
}
