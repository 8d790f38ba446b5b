//! A folder that stands in for the root of a Linux or Android system.

use super::{Absent, Evidence, Excerpt, FILE_LIMIT_BYTES, LIST_LIMIT, Platform, SysctlValue, WindowsFacts};
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

/// Files under a root folder: `/proc` and `/sys` of a machine, copied or made up. It answers as Linux.
#[derive(Debug, Clone)]
pub struct Folder {
    root: PathBuf,
    architecture: String,
}

impl Folder {
    /// Reads under `root` what a system has under `/`, as a process of this program's own architecture.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into(), architecture: std::env::consts::ARCH.into() }
    }

    /// The same files, seen by a process of another architecture (as Rust names it).
    #[must_use]
    pub fn with_architecture(mut self, architecture: &str) -> Self {
        self.architecture = architecture.into();
        self
    }

    fn below(&self, path: &str) -> PathBuf {
        self.root.join(path.trim_start_matches('/'))
    }
}

impl Evidence for Folder {
    fn platform(&self) -> Platform {
        Platform::Linux
    }

    fn architecture(&self) -> String {
        self.architecture.clone()
    }

    fn bytes(&self, path: &str) -> Result<Excerpt, Absent> {
        read_beginning(&self.below(path)).map_err(|error| absent(path, &error))
    }

    fn list(&self, folder: &str) -> Result<Vec<String>, Absent> {
        list_names(&self.below(folder)).map_err(|error| absent(folder, &error))
    }

    fn sysctl(&self, name: &str) -> Result<SysctlValue, Absent> {
        Err(Absent::Unsupported(format!("sysctl {name}")))
    }

    fn cpuid(&self, _leaf: u32, _subleaf: u32) -> Option<[u32; 4]> {
        None
    }

    fn cpuid_on(&self, _cpu: u32, _leaf: u32, _subleaf: u32) -> Option<[u32; 4]> {
        None
    }

    fn property(&self, name: &str) -> Result<String, Absent> {
        Err(Absent::Unsupported(format!("property {name}")))
    }

    fn windows(&self) -> Result<WindowsFacts, Absent> {
        Err(Absent::Unsupported("the Windows registry".into()))
    }
}

/// The first [`FILE_LIMIT_BYTES`] of a regular file.
pub(in crate::host) fn read_beginning(path: &Path) -> io::Result<Excerpt> {
    let irregular = || io::Error::other("not a regular file");
    // Windows refuses to open a folder, as if that were forbidden.
    if cfg!(windows) && path.is_dir() {
        return Err(irregular());
    }
    let file = open_without_waiting(path)?;
    if !file.metadata()?.is_file() {
        return Err(irregular());
    }
    let mut bytes = Vec::new();
    // One byte more than the limit tells "just as long" from "longer".
    file.take(FILE_LIMIT_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    let complete = bytes.len() <= FILE_LIMIT_BYTES;
    bytes.truncate(FILE_LIMIT_BYTES);
    Ok(Excerpt { bytes, complete })
}

/// The names in a folder, sorted.
pub(in crate::host) fn list_names(folder: &Path) -> io::Result<Vec<String>> {
    let entries = fs::read_dir(folder)?.take(LIST_LIMIT);
    let mut names: Vec<String> =
        entries.filter_map(Result::ok).filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort_unstable();
    Ok(names)
}

/// The reason behind an error of the file system.
pub(in crate::host) fn absent(path: &str, error: &io::Error) -> Absent {
    match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => Absent::NotThere(path.into()),
        ErrorKind::PermissionDenied => Absent::Refused(path.into()),
        _ => Absent::Unreadable(path.into(), error.to_string()),
    }
}

fn open_without_waiting(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        // Opening a pipe would wait for a writer for ever; without waiting it opens, and is then found to
        // be no regular file.
        options.custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY);
    }
    options.open(path)
}
