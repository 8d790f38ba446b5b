//! A store of reports on a disk, for every front end: a file of versioned records, one a line.
//!
//! A line is whole or is not there. One that is damaged, or that a later version wrote, is left out and counted, and stays in the
//! file: it loses nobody else's. What is removed is overwritten with blanks in its place, so that no other line is ever
//! written anew.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::Report;

/// The name of the form of a line and of its version. Names in it stay; new ones may come.
pub const STORE_SCHEMA: &str = "trueghz-store/1";

/// Windows of a kept report at most: what a plot shows apart. All else of it is kept as it was found.
const MOST_WINDOWS: usize = 2_000;

/// Of many windows every second, third or fourth, so that no more than [`MOST_WINDOWS`] are left.
fn thinned(mut report: Report) -> Report {
    match &mut report {
        Report::Measurement(_) | Report::Turbo(_) => {}
        Report::Ramp(report) => {
            let stride = stride(report.runs.iter().map(|run| run.windows.len()).sum());
            report.runs.iter_mut().for_each(|run| keep_each(&mut run.windows, stride));
        }
        Report::Sustained(report) => {
            let stride = stride(report.records.iter().map(|record| record.windows.len()).sum());
            report.records.iter_mut().for_each(|record| keep_each(&mut record.windows, stride));
        }
    }
    report
}

fn stride(windows: usize) -> usize {
    windows.div_ceil(MOST_WINDOWS).max(1)
}

fn keep_each<T>(items: &mut Vec<T>, stride: usize) {
    *items = std::mem::take(items).into_iter().step_by(stride).collect();
}

/// A report with the time at which it was kept.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct KeptReport {
    /// The name of this form: `STORE_SCHEMA`.
    pub schema: String,
    /// When it was kept, in milliseconds since 1970 by the system's clock, leap seconds left out. It names the report.
    pub at_unix_ms: u64,
    /// What the user says of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The report. Of many windows it holds some.
    pub report: Report,
}

impl KeptReport {
    /// A report that is kept now.
    pub fn now(report: Report, note: Option<String>) -> KeptReport {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let at_unix_ms = u64::try_from(since.as_millis()).unwrap_or(u64::MAX);
        KeptReport { schema: STORE_SCHEMA.to_owned(), at_unix_ms, note, report: thinned(report) }
    }
}

/// What a store holds.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record), uniffi(name = "StoreContents"))]
pub struct Contents {
    /// The reports, in the order in which they were kept.
    pub reports: Vec<KeptReport>,
    /// Lines that cannot be read.
    pub damaged: usize,
    /// Lines that a later version wrote.
    pub newer: usize,
}

/// A file of reports. Nothing is opened until it is used, and a file that is not there is an empty store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Store {
    path: PathBuf,
}

impl Store {
    /// The store in this file.
    pub fn at(path: impl Into<PathBuf>) -> Store {
        Store { path: path.into() }
    }

    /// Its file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a report: when this returns it is on the disk. What a program that was killed left of a line stays a line of its own.
    ///
    /// # Errors
    /// The system's, for a folder that is not there, say. What was there before is as it was.
    ///
    /// # Panics
    /// Never: a report has no map with keys that are no strings.
    pub fn append(&self, kept: &KeptReport) -> io::Result<()> {
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(&self.path)?;
        lock(&file)?;
        let mut line = serde_json::to_string(kept).expect("a report is JSON") + "\n";
        if !ends_whole(&mut file)? {
            line.insert(0, '\n');
        }
        let before = file.metadata()?.len();
        let written = file.write_all(line.as_bytes()).and_then(|()| file.sync_data());
        if written.is_err() {
            // Half a line would only be counted as damaged. If this fails as well, it is.
            let _ = file.set_len(before);
        }
        written
    }

    /// Reads all of it.
    ///
    /// # Errors
    /// The system's; a file that is not there holds nothing.
    pub fn read(&self) -> io::Result<Contents> {
        let mut contents = Contents::default();
        for line in self.bytes()?.split(|byte| *byte == b'\n') {
            match Line::of(line) {
                Line::Blank => {}
                Line::Report(kept) => contents.reports.push(*kept),
                Line::Newer => contents.newer += 1,
                Line::Damaged => contents.damaged += 1,
            }
        }
        Ok(contents)
    }

    /// Writes the reports that were kept at these times into a file, which is a store again and replaces what was there; says
    /// how many there were. What is damaged, or of a later version, is not among them.
    ///
    /// # Errors
    /// The system's.
    pub fn copy(&self, at_unix_ms: &[u64], path: &Path) -> io::Result<usize> {
        let bytes = self.bytes()?;
        let is_chosen = |line: &&[u8]| match Line::of(line) {
            Line::Report(kept) => at_unix_ms.contains(&kept.at_unix_ms),
            Line::Blank | Line::Newer | Line::Damaged => false,
        };
        let lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').filter(is_chosen).collect();
        let mut file = File::create(path)?;
        for line in &lines {
            file.write_all(line)?;
            file.write_all(b"\n")?;
        }
        file.sync_data()?;
        Ok(lines.len())
    }

    /// Removes the report that was kept then; says whether there was one. Nothing of it is left in the file.
    ///
    /// # Errors
    /// The system's.
    pub fn remove(&self, at_unix_ms: u64) -> io::Result<bool> {
        let mut file = match OpenOptions::new().read(true).write(true).open(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
            opened => opened?,
        };
        lock(&file)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let (mut start, mut found) = (0, false);
        for line in bytes.split(|byte| *byte == b'\n') {
            if matches!(Line::of(line), Line::Report(kept) if kept.at_unix_ms == at_unix_ms) {
                file.seek(SeekFrom::Start(start))?;
                file.write_all(&vec![b' '; line.len()])?;
                found = true;
            }
            start += line.len() as u64 + 1;
        }
        file.sync_data()?;
        Ok(found)
    }

    /// Removes all, lines of later versions included.
    ///
    /// # Errors
    /// The system's; a file that is not there is removed already.
    pub fn clear(&self) -> io::Result<()> {
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            removed => removed,
        }
    }

    fn bytes(&self) -> io::Result<Vec<u8>> {
        match fs::read(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
            read => read,
        }
    }
}

/// Waits until no other program writes. Where files cannot be locked, one alone is taken to write.
fn lock(file: &File) -> io::Result<()> {
    match file.lock() {
        Err(error) if error.kind() == ErrorKind::Unsupported => Ok(()),
        locked => locked,
    }
}

/// Whether a file ends with a line's end, or holds nothing.
fn ends_whole(file: &mut File) -> io::Result<bool> {
    if file.metadata()?.len() == 0 {
        return Ok(true);
    }
    let mut last = [0];
    file.seek(SeekFrom::End(-1))?;
    file.read_exact(&mut last)?;
    Ok(last == *b"\n")
}

/// What a line of a store is.
enum Line {
    Blank,
    Report(Box<KeptReport>),
    Newer,
    Damaged,
}

impl Line {
    fn of(bytes: &[u8]) -> Line {
        #[derive(Deserialize)]
        struct Header {
            schema: String,
        }
        if bytes.iter().all(u8::is_ascii_whitespace) {
            return Line::Blank;
        }
        // As a text, as everywhere else: the code that reads all these types is there once.
        let Ok(line) = std::str::from_utf8(bytes) else { return Line::Damaged };
        let family = STORE_SCHEMA.split_inclusive('/').next().unwrap_or(STORE_SCHEMA);
        match serde_json::from_str::<Header>(line) {
            Ok(Header { schema }) if schema == STORE_SCHEMA => {}
            Ok(Header { schema }) if schema.starts_with(family) => return Line::Newer,
            _ => return Line::Damaged,
        }
        match serde_json::from_str::<KeptReport>(line) {
            // A digit may be damaged, too.
            Ok(KeptReport { report: Report::Measurement(measurement), .. })
                if measurement.check().is_err() =>
            {
                Line::Damaged
            }
            Ok(kept) => Line::Report(Box::new(kept)),
            Err(_) => Line::Damaged,
        }
    }
}
