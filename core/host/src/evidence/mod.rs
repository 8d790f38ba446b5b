//! Where everything about the machine is read: a folder, a recording, or the live system (`live/`).
//!
//! Nothing else in this module touches the operating system to learn about it, so what is read from
//! a real phone can be replayed in a test, and a broken file can be put in the place of a good one.

mod folder;
mod recording;
mod windows;

pub use folder::Folder;
pub(super) use folder::{absent, list_names, read_beginning};
pub use recording::RecordedSystem;
pub(super) use recording::{hex, property_key, sysctl_key};
pub use windows::{WindowsFacts, WindowsProcessor};

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Maximum number of bytes read from one file.
///
/// A sysfs attribute is at most one page (4 to 64 KiB, the largest page an Arm Linux is built
/// with), and `/proc/cpuinfo` of some hundred processors has several hundred KiB. Anything larger
/// is not the requested file, or it is one whose beginning is enough: see [`Evidence::head`].
pub const FILE_LIMIT_BYTES: usize = 1 << 20;

/// Maximum number of entries listed of one folder: above the 8,192 processors that Linux can be
/// built for.
pub const LIST_LIMIT: usize = 10_000;

/// Source of [`Evidence::processor_ticks`].
pub(super) const PROCESSOR_TICKS: &str = "host_processor_info";

/// Reason for missing evidence.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ReadError {
    /// There is no such file, value or property.
    #[error("{0} does not exist")]
    NotThere(String),
    /// The system does not let this process read it.
    #[error("{0}: permission denied")]
    Refused(String),
    /// Larger than [`FILE_LIMIT_BYTES`].
    #[error("{0} is larger than 1 MiB")]
    TooLarge(String),
    /// Not UTF-8, or with zero bytes in it.
    #[error("{0} is not text")]
    NotText(String),
    /// Read, but malformed.
    #[error("{0} has unexpected content: {1}")]
    Malformed(String, String),
    /// Reading failed otherwise (a loop of links, a folder in a file's place, an input error).
    #[error("{0} could not be read: {1}")]
    Unreadable(String, String),
    /// This kind of evidence does not exist on this system.
    #[error("{0} does not exist on this system")]
    Unsupported(String),
}

/// The operating systems that are distinguished.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Platform {
    /// Linux, other than Android.
    Linux,
    /// Android.
    Android,
    /// macOS.
    Macos,
    /// iOS and iPadOS (and their siblings tvOS, watchOS, visionOS).
    Ios,
    /// Windows.
    Windows,
    /// Another system: the program compiles, and reads little.
    Other,
}

impl Platform {
    /// The platform that this program was built for.
    pub const fn current() -> Platform {
        if cfg!(target_os = "android") {
            Platform::Android
        } else if cfg!(target_os = "linux") {
            Platform::Linux
        } else if cfg!(target_os = "macos") {
            Platform::Macos
        } else if cfg!(target_vendor = "apple") {
            Platform::Ios
        } else if cfg!(windows) {
            Platform::Windows
        } else {
            Platform::Other
        }
    }
}

/// The beginning of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileHead {
    /// At most [`FILE_LIMIT_BYTES`].
    pub bytes: Vec<u8>,
    /// Whether this is the whole file.
    pub complete: bool,
}

/// Value of a sysctl.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SysctlValue {
    /// A number of 4 or 8 bytes.
    Integer(u64),
    /// A string.
    Text(String),
}

/// Source of all information about the machine. Every query may return nothing, with the reason.
pub trait Evidence: Send + Sync {
    /// Operating system that the evidence is from.
    fn platform(&self) -> Platform;

    /// The instruction set of the calling process, as Rust names it (`aarch64`, `x86_64` ...).
    fn architecture(&self) -> String;

    /// The first [`FILE_LIMIT_BYTES`] of a file; `path` is absolute.
    fn bytes(&self, path: &str) -> Result<FileHead, ReadError>;

    /// The names in a folder, sorted, at most [`LIST_LIMIT`].
    fn list(&self, folder: &str) -> Result<Vec<String>, ReadError>;

    /// A sysctl by its name (Apple).
    fn sysctl(&self, name: &str) -> Result<SysctlValue, ReadError>;

    /// `EAX`, `EBX`, `ECX`, `EDX` of an x86 `cpuid` leaf, on whatever core the thread runs; `None`
    /// if this is not an x86 processor or the leaf lies above the highest one.
    fn cpuid(&self, leaf: u32, subleaf: u32) -> Option<[u32; 4]>;

    /// Like [`cpuid`](Self::cpuid), but on one given core. `None` if that core cannot be reached.
    fn cpuid_on(&self, cpu: u32, leaf: u32, subleaf: u32) -> Option<[u32; 4]>;

    /// An Android system property.
    fn property(&self, name: &str) -> Result<String, ReadError>;

    /// Number of times that the system's tick found each processor busy for users, busy for the
    /// system, idle, and busy at a raised nice value, since it started; by the kernel's number of
    /// the processor (Apple: `PROCESSOR_CPU_LOAD_INFO`).
    fn processor_ticks(&self) -> Result<Vec<[u32; 4]>, ReadError> {
        Err(ReadError::Unsupported(PROCESSOR_TICKS.into()))
    }

    /// The processors that this program may use; empty if the system does not report them.
    fn allowed_cpus(&self) -> Vec<u32> {
        Vec::new()
    }

    /// Facts from Windows' calls and registry values.
    fn windows(&self) -> Result<WindowsFacts, ReadError>;

    /// A whole text file.
    fn file(&self, path: &str) -> Result<String, ReadError> {
        let excerpt = self.bytes(path)?;
        if !excerpt.complete {
            return Err(ReadError::TooLarge(path.into()));
        }
        text(path, excerpt.bytes)
    }

    /// The beginning of a text file, up to its last complete line. For the few files that are long
    /// on a healthy system (`/proc/cpuinfo`, `/proc/stat`) and useful in part.
    fn head(&self, path: &str) -> Result<String, ReadError> {
        let mut excerpt = self.bytes(path)?;
        if !excerpt.complete {
            let lines_end = excerpt.bytes.iter().rposition(|&b| b == b'\n');
            excerpt.bytes.truncate(lines_end.map_or(0, |end| end + 1));
            if excerpt.bytes.is_empty() {
                return Err(ReadError::TooLarge(path.into()));
            }
        }
        text(path, excerpt.bytes)
    }
}

fn text(path: &str, bytes: Vec<u8>) -> Result<String, ReadError> {
    match String::from_utf8(bytes) {
        Ok(text) if !text.contains('\0') => Ok(text),
        _ => Err(ReadError::NotText(path.into())),
    }
}
