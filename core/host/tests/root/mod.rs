//! The root folder of a made-up phone, to be damaged.
#![allow(dead_code, reason = "not every test uses all of it")]

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use trueghz_host::{Folder, Machine, cpulist};

pub const CPUS: &str = "sys/devices/system/cpu";

/// A made-up root folder.
pub struct Root(TempDir);

impl Root {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub fn with(self, path: &str, content: impl AsRef<[u8]>) -> Self {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
        self
    }

    pub fn path(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    pub fn evidence(&self) -> Folder {
        Folder::new(self.0.path()).with_architecture("aarch64")
    }

    pub fn machine(&self) -> Machine {
        Machine::read(&self.evidence())
    }
}

/// A healthy phone with two kinds of core, to be damaged.
pub fn phone() -> Root {
    let mut root = Root::new()
        .with(&format!("{CPUS}/online"), "0-3\n")
        .with(&format!("{CPUS}/present"), "0-3\n")
        .with("proc/loadavg", "0.5 0.4 0.3 1/200 3\n");
    for cpu in 0..4 {
        let (midr, khz, group) =
            if cpu < 2 { ("0x410fd051", "1800000", "0-1") } else { ("0x410fd411", "2400000", "2-3") };
        let folder = format!("{CPUS}/cpu{cpu}");
        root = root
            .with(&format!("{folder}/regs/identification/midr_el1"), midr)
            .with(&format!("{folder}/cpufreq/cpuinfo_max_freq"), khz)
            .with(&format!("{folder}/cpufreq/related_cpus"), group)
            .with(&format!("{folder}/cpu_capacity"), if cpu < 2 { "400" } else { "1024" });
    }
    root
}

/// The processors, as a list.
pub fn cpus(machine: &Machine) -> String {
    cpulist::format(&machine.cores.iter().map(|core| core.cpu).collect::<Vec<_>>())
}

/// The kinds of core and their processors.
pub fn kinds(machine: &Machine) -> Vec<(String, String)> {
    let kinds = machine.core_types();
    kinds.into_iter().map(|kind| (kind.name, cpulist::format(&kind.cpus))).collect()
}

/// Every file of the phone, by its path below the root.
pub fn files_of(root: &Root) -> Vec<String> {
    fn walk(folder: &Path, root: &Path, files: &mut Vec<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, root, files);
            } else {
                files.push(path.strip_prefix(root).unwrap().to_str().unwrap().to_owned());
            }
        }
    }
    let mut files = Vec::new();
    walk(root.0.path(), root.0.path(), &mut files);
    files.sort();
    files
}

/// Possible contents in place of a file.
pub fn damages() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("empty", Vec::new()),
        ("blank", b" \n\n".to_vec()),
        ("binary", (0..=255).collect()),
        ("zero bytes", vec![0; 100]),
        ("one megabyte of digits", vec![b'1'; 1 << 20]),
        ("one megabyte of lines", b"processor\t: 1\n".repeat(75_000)),
        ("a huge number", b"99999999999999999999999999\n".to_vec()),
        ("a negative number", b"-5\n".to_vec()),
        ("words", b"<unsupported>\n".to_vec()),
        ("a huge range", b"0-4294967295\n".to_vec()),
    ]
}
