//! A kernel that counts more steal time, or more throttled time, at each read.

use std::sync::atomic::{AtomicU64, Ordering};

use trueghz::host::{Evidence, FileHead, Platform, ReadError, RecordedSystem, SysctlValue, WindowsFacts};

/// The kind of time that it counts.
#[derive(Clone, Copy)]
pub enum Kernel {
    /// At each read, two of five more jiffies are steal time, on every core.
    Steals,
    /// At each read, the control group was throttled for longer than any test takes: all the time.
    Throttles,
}

pub struct Counting {
    kernel: Kernel,
    asked: AtomicU64,
}

impl Counting {
    pub fn new(kernel: Kernel) -> Counting {
        Counting { kernel, asked: AtomicU64::new(0) }
    }

    fn now(&self) -> RecordedSystem {
        let asked = self.asked.fetch_add(1, Ordering::Relaxed);
        let cpu = |cpu: u64| format!("cpu{cpu} {} 0 0 0 0 0 0 {} 0 0\n", 60 * asked, 40 * asked);
        let hour_us = 3_600_000_000;
        let files = match self.kernel {
            Kernel::Steals => vec![("/proc/stat", (0..4).map(cpu).collect())],
            Kernel::Throttles => vec![
                ("/proc/self/cgroup", "0::/limited\n".to_owned()),
                ("/sys/fs/cgroup/limited/cpu.stat", format!("throttled_usec {}\n", hour_us * asked)),
            ],
        };
        let files = files.into_iter().map(|(path, text)| (path.to_owned(), text)).collect();
        RecordedSystem { files, ..RecordedSystem::default() }
    }
}

impl Evidence for Counting {
    fn platform(&self) -> Platform {
        Platform::Linux
    }

    fn architecture(&self) -> String {
        "aarch64".to_owned()
    }

    fn bytes(&self, path: &str) -> Result<FileHead, ReadError> {
        self.now().bytes(path)
    }

    fn list(&self, folder: &str) -> Result<Vec<String>, ReadError> {
        Err(ReadError::NotThere(folder.to_owned()))
    }

    fn sysctl(&self, name: &str) -> Result<SysctlValue, ReadError> {
        Err(ReadError::Unsupported(name.to_owned()))
    }

    fn cpuid(&self, _: u32, _: u32) -> Option<[u32; 4]> {
        None
    }

    fn cpuid_on(&self, _: u32, _: u32, _: u32) -> Option<[u32; 4]> {
        None
    }

    fn property(&self, name: &str) -> Result<String, ReadError> {
        Err(ReadError::Unsupported(name.to_owned()))
    }

    fn windows(&self) -> Result<WindowsFacts, ReadError> {
        Err(ReadError::Unsupported("the Windows registry".to_owned()))
    }
}
