//! A folder that stands in for the root of a Linux or Android system.

use super::{
    Evidence, FILE_LIMIT_BYTES, FileHead, LIST_LIMIT, Platform, ReadError, SysctlValue, WindowsFacts,
};
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

/// Files under a root folder: `/proc` and `/sys` of a machine, copied or synthetic. Its platform is
/// Linux.
#[derive(Debug, Clone)]
pub struct Folder {
    root: PathBuf,
    architecture: String,
}

impl Folder {
    /// Reads under `root` what a system has under `/`, as a process of this program's own
    /// architecture.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into(), architecture: std::env::consts::ARCH.into() }
    }

    /// Sets the architecture (as Rust names it) of the process that sees the files.
    #[must_use]
    pub fn with_architecture(mut self, architecture: &str) -> Self {
        self.architecture = architecture.into();
        self
    }

    /// Like [`with_architecture`](Self::with_architecture), but with the architecture of the system
    /// that the files are from: as `/proc/sys/kernel/arch` states it (since Linux 6.1), else by the
    /// form of `/proc/cpuinfo`. Without these files the architecture stays; it is "unknown" if
    /// `/proc/cpuinfo` has an unknown form.
    #[must_use]
    pub fn with_recorded_architecture(self) -> Self {
        let stated = self.file("/proc/sys/kernel/arch").map(|text| text.trim().to_owned());
        let found = match stated.as_deref() {
            Ok("i686") => "x86",
            Ok("armv7l" | "armv8l") => "arm",
            Ok(architecture) => architecture,
            Err(_) => match self.head("/proc/cpuinfo") {
                Ok(text) => architecture_of(&text),
                Err(_) => return self,
            },
        };
        self.with_architecture(found)
    }

    /// The path of a file below the root. A link that leads out of it, as one to an absolute path
    /// does, is not followed: the files there belong to another system.
    fn below(&self, path: &str) -> io::Result<PathBuf> {
        let place = self.root.join(path.trim_start_matches('/')).canonicalize()?;
        if place.starts_with(self.root.canonicalize()?) { Ok(place) } else { Err(ErrorKind::NotFound.into()) }
    }
}

impl Evidence for Folder {
    fn platform(&self) -> Platform {
        Platform::Linux
    }

    fn architecture(&self) -> String {
        self.architecture.clone()
    }

    fn bytes(&self, path: &str) -> Result<FileHead, ReadError> {
        self.below(path).and_then(|place| read_beginning(&place)).map_err(|error| absent(path, &error))
    }

    fn list(&self, folder: &str) -> Result<Vec<String>, ReadError> {
        self.below(folder).and_then(|place| list_names(&place)).map_err(|error| absent(folder, &error))
    }

    fn sysctl(&self, name: &str) -> Result<SysctlValue, ReadError> {
        Err(ReadError::Unsupported(format!("sysctl {name}")))
    }

    fn cpuid(&self, _leaf: u32, _subleaf: u32) -> Option<[u32; 4]> {
        None
    }

    fn cpuid_on(&self, _cpu: u32, _leaf: u32, _subleaf: u32) -> Option<[u32; 4]> {
        None
    }

    fn property(&self, name: &str) -> Result<String, ReadError> {
        Err(ReadError::Unsupported(format!("property {name}")))
    }

    fn windows(&self) -> Result<WindowsFacts, ReadError> {
        Err(ReadError::Unsupported("the Windows registry".into()))
    }
}

/// Architecture by the form of its `/proc/cpuinfo`.
fn architecture_of(cpuinfo: &str) -> &'static str {
    let value = |key: &str| {
        let mut lines = cpuinfo.lines().filter_map(|line| line.split_once(':'));
        lines.find(|(name, _)| name.trim() == key).map(|(_, value)| value.trim())
    };
    if value("CPU implementer").is_some() {
        // Old kernels of 64 bits write "AArch64".
        let is_64_bit =
            value("CPU architecture").is_some_and(|version| version == "8" || version == "AArch64");
        return if is_64_bit { "aarch64" } else { "arm" };
    }
    if value("vendor_id").is_some() && value("cpu family").is_some() {
        let has_64_bit = value("flags").is_none_or(|flags| flags.split_whitespace().any(|flag| flag == "lm"));
        return if has_64_bit { "x86_64" } else { "x86" };
    }
    if value("hart").is_some() { "riscv64" } else { "unknown" }
}

/// The first [`FILE_LIMIT_BYTES`] of a regular file.
pub(crate) fn read_beginning(path: &Path) -> io::Result<FileHead> {
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
    // One byte beyond the limit distinguishes "just as long" from "longer".
    file.take(FILE_LIMIT_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    let complete = bytes.len() <= FILE_LIMIT_BYTES;
    bytes.truncate(FILE_LIMIT_BYTES);
    Ok(FileHead { bytes, complete })
}

/// The names in a folder, sorted.
pub(crate) fn list_names(folder: &Path) -> io::Result<Vec<String>> {
    let entries = fs::read_dir(folder)?.take(LIST_LIMIT);
    let mut names: Vec<String> =
        entries.filter_map(Result::ok).filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort_unstable();
    Ok(names)
}

/// The reason for an error of the file system.
pub(crate) fn absent(path: &str, error: &io::Error) -> ReadError {
    match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => ReadError::NotThere(path.into()),
        ErrorKind::PermissionDenied => ReadError::Refused(path.into()),
        _ => ReadError::Unreadable(path.into(), error.to_string()),
    }
}

fn open_without_waiting(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        // Opening a pipe would wait for a writer for ever; without waiting it opens, and is then
        // found to be no regular file.
        options.custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY);
    }
    options.open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_show_their_architecture() {
        let arm = "processor\t: 0\nCPU implementer\t: 0x41\nCPU architecture: 8\n";
        for (cpuinfo, architecture) in [
            (arm, "aarch64"),
            (&arm.replace('8', "AArch64"), "aarch64"),
            (&arm.replace('8', "7"), "arm"),
            ("vendor_id\t: GenuineIntel\ncpu family\t: 6\nflags\t\t: fpu lm\n", "x86_64"),
            ("vendor_id\t: GenuineIntel\ncpu family\t: 6\nflags\t\t: fpu lahf_lm\n", "x86"),
            ("vendor_id       : IBM/S390\n", "unknown"),
            ("processor\t: 0\ncpu\t\t: POWER7\n", "unknown"),
            ("processor\t: 0\nhart\t\t: 1\nisa\t\t: rv64imafdc\n", "riscv64"),
        ] {
            assert_eq!(architecture_of(cpuinfo), architecture, "{cpuinfo}");
        }
        let root = tempfile::tempdir().unwrap();
        let folder = || Folder::new(root.path()).with_recorded_architecture().architecture();
        assert_eq!(folder(), std::env::consts::ARCH, "no file shows it");
        fs::create_dir_all(root.path().join("proc/sys/kernel")).unwrap();
        fs::write(root.path().join("proc/cpuinfo"), arm.replace('8', "7")).unwrap();
        assert_eq!(folder(), "arm");
        fs::write(root.path().join("proc/sys/kernel/arch"), "aarch64\n").unwrap();
        assert_eq!(folder(), "aarch64", "a process of 32 bits wrote the other");
    }

    #[cfg(unix)]
    #[test]
    fn links_do_not_leave_the_folder() {
        use std::os::unix::fs::symlink;
        let system = tempfile::tempdir().unwrap();
        let root = system.path().join("root");
        fs::create_dir_all(root.join("sys/inside")).unwrap();
        fs::write(system.path().join("outside"), "another system's").unwrap();
        fs::write(root.join("sys/inside/file"), "its own").unwrap();
        symlink("inside", root.join("sys/near")).unwrap();
        symlink("../../outside", root.join("sys/up")).unwrap();
        symlink(system.path(), root.join("sys/absolute")).unwrap();
        let folder = Folder::new(&root);
        assert_eq!(folder.file("/sys/near/file"), Ok("its own".to_owned()));
        for path in ["/sys/up", "/sys/absolute/outside", "/../outside"] {
            assert_eq!(folder.file(path), Err(ReadError::NotThere(path.into())));
        }
        assert_eq!(folder.list("/sys/absolute"), Err(ReadError::NotThere("/sys/absolute".into())));
    }
}
