//! Destinations of `--raw`, `--html` and `--openmetrics`: a file, which is replaced completely or
//! not at all, standard output, or a device or pipe.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::outcome::{Failure, plain, print};

/// Names of standard output. For `replay`, `-` is standard input.
const STANDARD_OUTPUT: [&str; 2] = ["-", "/dev/stdout"];

/// Destination of a text that was requested in addition to the output.
#[derive(Debug)]
pub enum OutputFile {
    /// Standard output; the output of the command then goes to standard error.
    StandardOutput,
    /// A device or pipe, which accepts bytes but stores none.
    Stream {
        /// Path as given by the user.
        path: PathBuf,
        /// The open device or pipe.
        stream: File,
    },
    /// A file; written under a temporary name and renamed when complete.
    File {
        /// Path as given by the user.
        path: PathBuf,
        /// Path of the file itself, with links resolved.
        target: PathBuf,
    },
}

impl OutputFile {
    /// Checks that it can be written, and changes nothing: an error is reported before anything is
    /// measured.
    ///
    /// # Errors
    /// [`Failure`] if it cannot be written.
    pub fn open(path: &Path) -> Result<OutputFile, Failure> {
        if STANDARD_OUTPUT.iter().any(|name| path == Path::new(name)) {
            return Ok(OutputFile::StandardOutput);
        }
        OutputFile::open_named(path).map_err(|error| Failure::file("write", path, plain(&error)))
    }

    fn open_named(path: &Path) -> io::Result<OutputFile> {
        let target = match OpenOptions::new().write(true).open(path) {
            Ok(file) if file.metadata().is_ok_and(|metadata| metadata.is_file()) => path.canonicalize()?,
            Ok(stream) => return Ok(OutputFile::Stream { path: path.to_owned(), stream }),
            Err(error) if error.kind() == ErrorKind::NotFound => path.to_owned(),
            Err(error) => return Err(error),
        };
        // This file has no name and is deleted when closed: a killed program leaves nothing behind.
        tempfile::tempfile_in(folder_of(&target))?;
        Ok(OutputFile::File { path: path.to_owned(), target })
    }

    /// Returns `true` if the text goes to standard output.
    pub fn takes_standard_output(&self) -> bool {
        matches!(self, OutputFile::StandardOutput)
    }

    /// Writes `text`: a file then contains this text only.
    ///
    /// # Errors
    /// [`Failure`] if writing fails, for example on a full disk; an existing file is then
    /// unchanged.
    pub fn write(&mut self, text: &str) -> Result<(), Failure> {
        let (path, written) = match self {
            OutputFile::StandardOutput => return print(text).map(|_| ()),
            OutputFile::Stream { path, stream } => (path, stream.write_all(text.as_bytes())),
            OutputFile::File { path, target } => (path, replace(target, text.as_bytes())),
        };
        written.map_err(|error| Failure::file("write", path, plain(&error)))
    }
}

/// Folder of a file.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Prefix of the names of incomplete files.
const UNFINISHED: &str = ".trueghz-";

/// Replaces `target` atomically by a file with these bytes.
fn replace(target: &Path, bytes: &[u8]) -> io::Result<()> {
    remove_leftovers(folder_of(target));
    let mut builder = tempfile::Builder::new();
    builder.prefix(UNFINISHED);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut beside = builder.tempfile_in(folder_of(target))?;
    // The lock shows that this file is in use. If files cannot be locked, its age does.
    let _ = beside.as_file().try_lock();
    beside.write_all(bytes)?;
    if let Ok(before) = fs::metadata(target) {
        keep_owner_and_mode(beside.as_file(), &before)?;
    }
    beside.as_file().sync_all()?;
    beside.persist(target)?;
    Ok(())
}

/// Sets owner, group and mode to those of the replaced file, as far as this user may. Set-id bits
/// are dropped: they were granted to the previous contents.
#[cfg(unix)]
fn keep_owner_and_mode(file: &File, before: &fs::Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
    let now = file.metadata()?;
    // Separate calls: a user may change the group to another of their groups, but not the owner.
    let group = (now.gid() != before.gid()).then_some(before.gid());
    let owner = (now.uid() != before.uid()).then_some(before.uid());
    for (owner, group) in [(None, group), (owner, None)] {
        if owner.or(group).is_some() {
            let _ = fchown(file, owner, group);
        }
    }
    file.set_permissions(fs::Permissions::from_mode(before.permissions().mode() & 0o777))
}

#[cfg(not(unix))]
fn keep_owner_and_mode(file: &File, before: &fs::Metadata) -> io::Result<()> {
    file.set_permissions(before.permissions())
}

/// Age at which an unlocked incomplete file counts as left by a killed program: writing takes less.
const LEFT_AFTER: Duration = Duration::from_secs(60);

/// Removes incomplete files of killed programs. Files that cannot be inspected are kept.
fn remove_leftovers(folder: &Path) {
    let is_left = |entry: &fs::DirEntry| {
        let is_unfinished = entry.file_name().to_str().is_some_and(|name| name.starts_with(UNFINISHED));
        let is_old = || {
            let metadata = entry.metadata().ok().filter(fs::Metadata::is_file)?;
            metadata.modified().ok()?.elapsed().ok()
        };
        let is_free = || File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok());
        is_unfinished && is_old().is_some_and(|age| age > LEFT_AFTER) && is_free()
    };
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten().filter(is_left) {
        let _ = fs::remove_file(entry.path());
    }
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_replaced_file_keeps_its_mode_but_for_set_id_bits() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("gauges.prom");
        fs::write(&target, "before").unwrap();
        fs::set_permissions(&target, fs::Permissions::from_mode(0o6640)).unwrap();
        replace(&target, b"after").unwrap();
        assert_eq!(fs::read_to_string(&target).unwrap(), "after");
        assert_eq!(fs::metadata(&target).unwrap().permissions().mode() & 0o7777, 0o640);
    }

    #[test]
    fn what_killed_programs_left_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let [left, busy, young, other] =
            [".trueghz-a1b2c3", ".trueghz-d4e5f6", ".trueghz-new", "report.html"]
                .map(|name| folder.path().join(name));
        let long_ago = SystemTime::now() - 10 * LEFT_AFTER;
        for path in [&left, &busy, &young, &other] {
            fs::write(path, "half").unwrap();
            let is_young = *path == young;
            let file = OpenOptions::new().write(true).open(path).unwrap();
            file.set_modified(if is_young { SystemTime::now() } else { long_ago }).unwrap();
        }
        let held = File::open(&busy).unwrap();
        held.try_lock().unwrap();
        replace(&folder.path().join("page.html"), b"whole").unwrap();
        assert!(!left.exists() && busy.exists() && young.exists() && other.exists());
    }
}
