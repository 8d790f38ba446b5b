//! Where `--raw`, `--html` and `--openmetrics` write: a file that is whole or as it was before, standard output, or a
//! device or pipe.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::outcome::{Failure, plain, print};

/// The names of standard output. `-` is what `replay` calls standard input.
const STANDARD_OUTPUT: [&str; 2] = ["-", "/dev/stdout"];

/// Where a text goes that is asked for beside the answer.
#[derive(Debug)]
pub enum OutputFile {
    /// Standard output: the answer stands aside, on standard error.
    StandardOutput,
    /// Something that takes bytes and keeps none: a device, a pipe.
    Stream {
        /// As the user calls it.
        path: PathBuf,
        /// It, open.
        stream: File,
    },
    /// A file, written beside and renamed when it is whole.
    File {
        /// As the user calls it.
        path: PathBuf,
        /// The file itself, links followed.
        target: PathBuf,
    },
}

impl OutputFile {
    /// Makes sure that it can be written, and changes nothing: who cannot write should know before anything is
    /// measured.
    ///
    /// # Errors
    /// [`Failure`] if it cannot.
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
        // Has no name, and goes when it is closed: a program that is killed leaves nothing behind.
        tempfile::tempfile_in(folder_of(&target))?;
        Ok(OutputFile::File { path: path.to_owned(), target })
    }

    /// Whether the text takes standard output.
    pub fn takes_standard_output(&self) -> bool {
        matches!(self, OutputFile::StandardOutput)
    }

    /// Writes `text`: a file then holds this and nothing else.
    ///
    /// # Errors
    /// [`Failure`] for a full disk, say; a file that was there is then as it was.
    pub fn write(&mut self, text: &str) -> Result<(), Failure> {
        let (path, written) = match self {
            OutputFile::StandardOutput => return print(text).map(|_| ()),
            OutputFile::Stream { path, stream } => (path, stream.write_all(text.as_bytes())),
            OutputFile::File { path, target } => (path, replace(target, text.as_bytes())),
        };
        written.map_err(|error| Failure::file("write", path, plain(&error)))
    }
}

/// The folder that holds a file.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Puts a file of these bytes into the place of `target`: at no moment is there half a file of that name.
fn replace(target: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".trueghz-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut beside = builder.tempfile_in(folder_of(target))?;
    beside.write_all(bytes)?;
    if let Ok(before) = fs::metadata(target) {
        beside.as_file().set_permissions(before.permissions())?;
    }
    beside.as_file().sync_all()?;
    beside.persist(target)?;
    Ok(())
}
