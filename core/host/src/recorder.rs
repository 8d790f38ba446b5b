//! Recording a system while it is read.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::evidence::{
    Evidence, FILE_LIMIT_BYTES, FileHead, Platform, ReadError, RecordedSystem, SysctlValue, WindowsFacts,
    hex, property_key, sysctl_key,
};
use super::linux::{OS_RELEASE, PRETTY_NAME, cpuinfo};

/// Evidence that passes on what other evidence holds, and records it.
///
/// The recording holds the files and values that a reader requested, and nothing else. It reads
/// back to the same machine. Reader and recording get only those lines of `/proc/cpuinfo` and
/// `/etc/os-release` that are read here: the others can hold serial numbers.
pub struct SystemRecorder<'a> {
    evidence: &'a dyn Evidence,
    noted: Mutex<RecordedSystem>,
}

impl<'a> SystemRecorder<'a> {
    /// Begins a recording that holds the platform and the architecture.
    pub fn new(evidence: &'a dyn Evidence) -> Self {
        let noted = RecordedSystem {
            platform: Some(evidence.platform()),
            architecture: Some(evidence.architecture()),
            ..RecordedSystem::default()
        };
        Self { evidence, noted: Mutex::new(noted) }
    }

    /// Returns the recording so far, with the device's name for people and its origin.
    pub fn recording(&self, device: &str, origin: &str) -> RecordedSystem {
        RecordedSystem { device: device.to_owned(), origin: origin.to_owned(), ..self.noted().clone() }
    }

    fn noted(&self) -> MutexGuard<'_, RecordedSystem> {
        self.noted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note_absence(&self, key: String, absent: &ReadError) {
        if *absent != ReadError::NotThere(key.clone()) {
            self.noted().absent.insert(key, absent.clone());
        }
    }
}

impl std::fmt::Debug for SystemRecorder<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SystemRecorder").field("noted", &self.noted).finish_non_exhaustive()
    }
}

impl Evidence for SystemRecorder<'_> {
    fn platform(&self) -> Platform {
        self.evidence.platform()
    }

    fn architecture(&self) -> String {
        self.evidence.architecture()
    }

    fn bytes(&self, path: &str) -> Result<FileHead, ReadError> {
        let answer = self.evidence.bytes(path).map(|excerpt| lines_that_are_read(path, excerpt));
        match &answer {
            Ok(excerpt) => {
                let mut bytes = excerpt.bytes.clone();
                if !excerpt.complete {
                    // One byte beyond the limit shows that there is more.
                    bytes.resize(FILE_LIMIT_BYTES + 1, b'\n');
                }
                match String::from_utf8(bytes) {
                    Ok(text) => self.noted().files.insert(path.to_owned(), text),
                    Err(error) => self.noted().binary_files.insert(path.to_owned(), hex(error.as_bytes())),
                };
            }
            Err(absent) => self.note_absence(path.to_owned(), absent),
        }
        answer
    }

    fn list(&self, folder: &str) -> Result<Vec<String>, ReadError> {
        let answer = self.evidence.list(folder);
        match &answer {
            Ok(names) => {
                self.noted().folders.insert(folder.to_owned(), names.clone());
            }
            Err(absent) => self.note_absence(folder.to_owned(), absent),
        }
        answer
    }

    fn sysctl(&self, name: &str) -> Result<SysctlValue, ReadError> {
        let answer = self.evidence.sysctl(name);
        match &answer {
            Ok(value) => {
                self.noted().sysctl.insert(name.to_owned(), value.clone());
            }
            Err(absent) => self.note_absence(sysctl_key(name), absent),
        }
        answer
    }

    fn cpuid(&self, leaf: u32, subleaf: u32) -> Option<[u32; 4]> {
        let registers = self.evidence.cpuid(leaf, subleaf)?;
        self.noted().note_leaf(None, leaf, subleaf, registers);
        Some(registers)
    }

    fn cpuid_on(&self, cpu: u32, leaf: u32, subleaf: u32) -> Option<[u32; 4]> {
        let registers = self.evidence.cpuid_on(cpu, leaf, subleaf)?;
        self.noted().note_leaf(Some(cpu), leaf, subleaf, registers);
        Some(registers)
    }

    fn property(&self, name: &str) -> Result<String, ReadError> {
        let answer = self.evidence.property(name);
        match &answer {
            Ok(value) => {
                self.noted().properties.insert(name.to_owned(), value.clone());
            }
            Err(absent) => self.note_absence(property_key(name), absent),
        }
        answer
    }

    fn processor_ticks(&self) -> Result<Vec<[u32; 4]>, ReadError> {
        self.evidence.processor_ticks()
    }

    fn allowed_cpus(&self) -> Vec<u32> {
        let cpus = self.evidence.allowed_cpus();
        self.noted().allowed_cpus.clone_from(&cpus);
        cpus
    }

    fn windows(&self) -> Result<WindowsFacts, ReadError> {
        let facts = self.evidence.windows();
        self.noted().windows = facts.as_ref().ok().cloned();
        facts
    }
}

/// Removes the lines that are not read here. Phones and boards write their serial number into
/// `/proc/cpuinfo`.
fn lines_that_are_read(path: &str, excerpt: FileHead) -> FileHead {
    let is_read: fn(&str) -> bool = match path {
        "/proc/cpuinfo" => cpuinfo::is_read,
        OS_RELEASE => |line| line.starts_with(PRETTY_NAME),
        _ => return excerpt,
    };
    let FileHead { mut bytes, complete } = excerpt;
    if !complete {
        // The last line is cut.
        bytes.truncate(bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1));
    }
    let lines = bytes.split_inclusive(|&byte| byte == b'\n');
    // A line that is not text stays: the file is then not read.
    let read = lines.filter(|line| std::str::from_utf8(line).map_or(true, is_read));
    FileHead { bytes: read.flatten().copied().collect(), complete: true }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Machine;

    fn recorded(system: &RecordedSystem) -> RecordedSystem {
        let recorder = SystemRecorder::new(system);
        let machine = Machine::read(&recorder);
        let recording = recorder.recording("a machine", "a test");
        assert_eq!(Machine::read(&recording), machine);
        recording
    }

    #[test]
    fn serial_numbers_and_what_is_not_read_stay_out() {
        let cpuinfo = "processor\t: 0\nCPU implementer\t: 0x41\nCPU variant\t: 0x0\nCPU part\t: 0xd08\nCPU revision\t: 3\n\n\
            Hardware\t: BCM2711\nRevision\t: c03115\nSerial\t\t: 10000000deadbeef\nModel\t\t: A board of Ada's\n";
        let mut board = RecordedSystem { platform: Some(Platform::Linux), ..RecordedSystem::default() };
        board.files.insert("/proc/cpuinfo".into(), cpuinfo.into());
        board.files.insert("/etc/os-release".into(), "PRETTY_NAME=\"Linux 1\"\nMACHINE=\"ada's\"\n".into());
        board.files.insert("/etc/hostname".into(), "adas-board\n".into());
        board.files.insert("/sys/class/dmi/id/product_serial".into(), "deadbeef\n".into());
        let recording = recorded(&board);
        let text = format!("{recording:?}").to_lowercase();
        for personal in ["deadbeef", "serial", "ada", "hostname"] {
            assert!(!text.contains(personal), "{personal}: {text}");
        }
        let machine = Machine::read(&board);
        assert_eq!(machine.cores[0].kind.name.value().map(String::as_str), Some("Cortex-A72"));
        assert_eq!(Machine::read(&recording), machine, "the reader misses nothing");
    }

    #[test]
    fn reasons_for_what_is_absent_are_recorded() {
        struct Locked;
        impl Evidence for Locked {
            fn platform(&self) -> Platform {
                Platform::Linux
            }
            fn architecture(&self) -> String {
                "aarch64".into()
            }
            fn bytes(&self, path: &str) -> Result<FileHead, ReadError> {
                Err(ReadError::Refused(path.into()))
            }
            fn list(&self, _: &str) -> Result<Vec<String>, ReadError> {
                Ok(Vec::new())
            }
            fn sysctl(&self, name: &str) -> Result<SysctlValue, ReadError> {
                Err(ReadError::Unsupported(name.into()))
            }
            fn cpuid(&self, _: u32, _: u32) -> Option<[u32; 4]> {
                None
            }
            fn cpuid_on(&self, _: u32, _: u32, _: u32) -> Option<[u32; 4]> {
                None
            }
            fn property(&self, name: &str) -> Result<String, ReadError> {
                Err(ReadError::NotText(name.into()))
            }
            fn windows(&self) -> Result<WindowsFacts, ReadError> {
                Err(ReadError::Unsupported("the Windows registry".into()))
            }
        }
        let recorder = SystemRecorder::new(&Locked);
        let machine = Machine::read(&recorder);
        let recording = recorder.recording("", "");
        assert_eq!(Machine::read(&recording), machine);
        let loadavg = "/proc/loadavg".to_owned();
        assert_eq!(recording.absent.get(&loadavg), Some(&ReadError::Refused(loadavg.clone())));
        assert_eq!(recording.file(&loadavg), Err(ReadError::Refused(loadavg)));
        assert_eq!(recording.list("/sys/class/thermal"), Ok(Vec::new()));
        assert_eq!(recorder.sysctl("hw.model"), recorder.recording("", "").sysctl("hw.model"));
        assert_eq!(recorder.property("ro.x"), recorder.recording("", "").property("ro.x"));
    }

    #[test]
    fn files_of_every_kind_read_back() {
        let mut system = RecordedSystem::default();
        system.files.insert("/long".into(), "x".repeat(FILE_LIMIT_BYTES + 7));
        system.files.insert("/limit".into(), "x".repeat(FILE_LIMIT_BYTES));
        system.files.insert("/tree".into(), "arm,board\0arm,chip\0".into());
        system.binary_files.insert("/binary".into(), "00ff80".into());
        let long_cpuinfo = "processor: 7\nSerial: 1\n".repeat(FILE_LIMIT_BYTES / 22);
        system.files.insert("/proc/cpuinfo".into(), long_cpuinfo);
        let recorder = SystemRecorder::new(&system);
        let paths = ["/long", "/limit", "/tree", "/binary", "/proc/cpuinfo", "/none"];
        let answers = paths.map(|path| recorder.bytes(path));
        let recording = recorder.recording("", "");
        assert_eq!(paths.map(|path| recording.bytes(path)), answers);
        assert!(!answers[0].as_ref().unwrap().complete && answers[1].as_ref().unwrap().complete);
        assert_eq!(recording.head("/proc/cpuinfo").map(|text| text.contains("Serial")), Ok(false));
    }
}
