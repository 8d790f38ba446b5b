//! A store of reports on a disk, for every front end: a file of versioned records, one a line.
//!
//! A line is complete or absent. A damaged line, or one from another version, is skipped and
//! counted, and stays in the file: no other program loses its reports. A removed line is
//! overwritten with blanks, so that no other line is ever rewritten.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use trueghz::internal::{harmless, in_a_line};

use super::Report;

/// The name of the form of a line and of its version. Names in it stay; new ones may come.
pub const STORE_SCHEMA: &str = "trueghz-store/2";

/// Maximum number of windows of a stored report: as many as a plot can show. Everything else in it
/// is stored unchanged.
const MOST_WINDOWS: usize = 2_000;

/// Keeps only every second, third or fourth of many windows, so that at most [`MOST_WINDOWS`] are
/// left.
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
pub struct StoredReport {
    /// The name of this form: `STORE_SCHEMA`.
    pub schema: String,
    /// When it was stored, in milliseconds since 1970 by the system's clock, without leap seconds.
    /// It identifies the report.
    pub at_unix_ms: u64,
    /// The user's note, in one line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The report. If it had many windows, it has only some of them.
    pub report: Report,
}

impl StoredReport {
    /// Creates a record of a report at the current time. Line ends and control characters in the
    /// note become blanks.
    pub fn now(report: Report, note: Option<String>) -> StoredReport {
        let note = note.map(|note| in_a_line(&note));
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let at_unix_ms = u64::try_from(since.as_millis()).unwrap_or(u64::MAX);
        StoredReport { schema: STORE_SCHEMA.to_owned(), at_unix_ms, note, report: thinned(report) }
    }
}

/// Contents of a store.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record), uniffi(name = "StoreContents"))]
pub struct StoreContents {
    /// The reports, in the order in which they were kept.
    pub reports: Vec<StoredReport>,
    /// Lines that cannot be read.
    pub corrupt: usize,
    /// Lines that another version wrote.
    pub other_versions: usize,
}

impl StoreContents {
    /// Parses the bytes of a store.
    pub fn of(bytes: &[u8]) -> StoreContents {
        let mut contents = StoreContents::default();
        for line in bytes.split(|byte| *byte == b'\n') {
            match Line::of(line) {
                Line::Blank => {}
                Line::Report(kept) => contents.reports.push(*kept),
                Line::OtherVersion => contents.other_versions += 1,
                Line::Damaged => contents.corrupt += 1,
            }
        }
        contents
    }
}

/// A file of reports. It is opened only when it is used, and a missing file is an empty store.
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

    /// Adds a report: it is on the disk when this returns. The incomplete line of a program that
    /// was killed stays a line of its own.
    ///
    /// # Errors
    /// The system's, for example if the folder is missing. The previous contents are then
    /// unchanged.
    ///
    /// # Panics
    /// Infallible: no map in a report has non-string keys.
    pub fn append(&self, kept: &StoredReport) -> io::Result<Lock> {
        let (mut file, lock) = self.locked(OpenOptions::new().read(true).append(true).create(true))?;
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
        written.map(|()| lock)
    }

    /// Opens and locks the file. If another program has removed it in the meantime, opens the one
    /// that has its name now.
    fn locked(&self, options: &OpenOptions) -> io::Result<(File, Lock)> {
        loop {
            let file = options.open(&self.path)?;
            let lock = Lock::of(&file);
            if bears(&file, &self.path) {
                return Ok((file, lock));
            }
        }
    }

    /// Reads all of it.
    ///
    /// # Errors
    /// The system's. A missing file is not an error, and has no reports.
    pub fn read(&self) -> io::Result<StoreContents> {
        Ok(StoreContents::of(&self.bytes()?))
    }

    /// Writes the reports that were stored at these times to a file, which is a store again and
    /// replaces an existing file; returns their number. Damaged lines, and lines of other versions,
    /// are not included.
    ///
    /// # Errors
    /// The system's.
    pub fn copy(&self, at_unix_ms: &[u64], path: &Path) -> io::Result<usize> {
        let bytes = self.bytes()?;
        let is_chosen = |line: &&[u8]| match Line::of(line) {
            Line::Report(kept) => at_unix_ms.contains(&kept.at_unix_ms),
            Line::Blank | Line::OtherVersion | Line::Damaged => false,
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

    /// Removes a report that was read; returns `true` if it was still there. If it was stored
    /// twice, one of the two is removed. Nothing of it is left in the file.
    ///
    /// # Errors
    /// The system's.
    pub fn remove(&self, report: &StoredReport) -> io::Result<bool> {
        let Some((mut file, bytes)) = self.for_removing()? else { return Ok(false) };
        let mut start = 0;
        let mut lines = bytes.split(|byte| *byte == b'\n');
        let found = lines.find(|line| {
            let is_it = matches!(Line::of(line), Line::Report(kept) if *kept == *report);
            start += if is_it { 0 } else { line.len() + 1 };
            is_it
        });
        let Some(line) = found else { return Ok(false) };
        let others = [&bytes[..start], &bytes[start + line.len()..]];
        if others.iter().all(|bytes| bytes.iter().all(u8::is_ascii_whitespace)) {
            file.set_len(0)?;
        } else {
            file.seek(SeekFrom::Start(start as u64))?;
            file.write_all(&vec![b' '; line.len()])?;
        }
        file.sync_data()?;
        Ok(true)
    }

    /// Removes everything, including lines of other versions, and the file; for a link, the file to
    /// which it points.
    ///
    /// # Errors
    /// The system's; [`ErrorKind::InvalidData`] for a file in which no line is one of a store. A
    /// missing file is not an error.
    pub fn clear(&self) -> io::Result<()> {
        let Some((file, bytes)) = self.for_removing()? else { return Ok(()) };
        let mut lines = bytes.split(|byte| *byte == b'\n').map(Line::of);
        let is_empty = bytes.iter().all(u8::is_ascii_whitespace);
        if !is_empty && !lines.any(|line| matches!(line, Line::Report(_) | Line::OtherVersion)) {
            return Err(io::Error::new(ErrorKind::InvalidData, "it is no history of reports"));
        }
        file.set_len(0)?;
        fs::remove_file(self.path.canonicalize()?)
    }

    /// The locked file and its contents; `None` if there is no file.
    fn for_removing(&self) -> io::Result<Option<(File, Vec<u8>)>> {
        let (file, _) = match self.locked(OpenOptions::new().read(true).write(true)) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            opened => opened?,
        };
        let bytes = whole(&file)?;
        Ok(Some((file, bytes)))
    }

    fn bytes(&self) -> io::Result<Vec<u8>> {
        match File::open(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => Err(error),
            Ok(file) => whole(&file),
        }
    }
}

/// Maximum size of a store that is read: some thousand reports a day for a year.
const MOST_BYTES: u64 = 1 << 30;

/// Reads the whole file.
fn whole(file: &File) -> io::Result<Vec<u8>> {
    let metadata = file.metadata()?;
    if !metadata.is_file() {
        return Err(io::Error::other("it is no file that keeps anything"));
    }
    if metadata.len() > MOST_BYTES {
        return Err(io::Error::other("it holds more than 1 GB, more than a history has"));
    }
    let mut bytes = Vec::with_capacity(metadata.len() as usize);
    file.take(MOST_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Result of locking a file against other programs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lock {
    /// No other program writes to it at the same time.
    Held,
    /// The system does not lock this file: another program that writes at the same time may damage
    /// a line.
    Absent {
        /// The system's error message.
        why: String,
    },
}

impl Lock {
    /// Waits until no other program has it.
    fn of(file: &File) -> Lock {
        match file.lock() {
            Ok(()) => Lock::Held,
            Err(error) => Lock::Absent { why: error.to_string() },
        }
    }
}

/// Returns `true` if a file still has this name.
#[cfg(unix)]
fn bears(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |of: fs::Metadata| (of.dev(), of.ino());
    match (file.metadata(), fs::metadata(path)) {
        (Ok(file), Ok(named)) => identity(file) == identity(named),
        (_, Err(error)) => error.kind() != ErrorKind::NotFound,
        _ => true,
    }
}

/// Returns `true`: on these systems an open file keeps its name.
#[cfg(not(unix))]
fn bears(_: &File, _: &Path) -> bool {
    true
}

/// Returns `true` if a file ends with a line end, or is empty.
fn ends_whole(file: &mut File) -> io::Result<bool> {
    if file.metadata()?.len() == 0 {
        return Ok(true);
    }
    let mut last = [0];
    file.seek(SeekFrom::End(-1))?;
    file.read_exact(&mut last)?;
    Ok(last == *b"\n")
}

/// Kind of a line in a store.
enum Line {
    Blank,
    Report(Box<StoredReport>),
    OtherVersion,
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
        let line = &*harmless(line);
        match serde_json::from_str::<Header>(line) {
            Ok(Header { schema }) if schema == STORE_SCHEMA => {}
            Ok(Header { schema }) if schema.starts_with(family) => return Line::OtherVersion,
            _ => return Line::Damaged,
        }
        match serde_json::from_str::<StoredReport>(line) {
            // A digit may be damaged, too.
            Ok(kept) if kept.report.check().is_err() => Line::Damaged,
            Ok(kept) => Line::Report(Box::new(kept)),
            Err(_) => Line::Damaged,
        }
    }
}
