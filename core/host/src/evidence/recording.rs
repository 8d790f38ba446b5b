//! A recorded machine: one JSON object, to be replayed.

use super::{
    Evidence, FILE_LIMIT_BYTES, FileHead, LIST_LIMIT, Platform, ReadError, SysctlValue, WindowsFacts,
};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Recorded evidence of one machine: files, properties, sysctls, cpuid leaves.
///
/// All but the device's name may be left out, which means that it did not exist.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RecordedSystem {
    /// The device's product name.
    pub device: String,
    /// Source and licence of the recording, or that it is synthetic.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub origin: String,
    /// The system; without it: Windows if [`windows`](Self::windows) is there, macOS if there are
    /// sysctls, Android if there are properties, else Linux.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub platform: Option<Platform>,
    /// The instruction set; without it: `x86_64` if there are cpuid leaves, else `aarch64`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub architecture: Option<String>,
    /// Text files by their absolute path.
    pub files: BTreeMap<String, String>,
    /// Binary files by their absolute path, as hexadecimal digits.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub binary_files: BTreeMap<String, String>,
    /// Android system properties.
    #[serde(alias = "props")]
    pub properties: BTreeMap<String, String>,
    /// Apple sysctls by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub sysctl: BTreeMap<String, SysctlValue>,
    /// cpuid answers: `"leaf:subleaf"`, or `"cpu/leaf:subleaf"` for one core, all hexadecimal but
    /// the cpu, to `EAX EBX ECX EDX` as hexadecimal words.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub cpuid: BTreeMap<String, String>,
    /// The processors that the program may use.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub allowed_cpus: Vec<u32>,
    /// Facts that Windows reported.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub windows: Option<WindowsFacts>,
    /// Names in folders by the folder's absolute path; without them a folder holds the files that
    /// are recorded below it.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub folders: BTreeMap<String, Vec<String>>,
    /// Reason why something could not be read, by its absolute path, `sysctl NAME` or `property
    /// NAME`; without it, it did not exist.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub absent: BTreeMap<String, ReadError>,
}

impl RecordedSystem {
    /// Reads a recording from its JSON.
    ///
    /// # Errors
    /// The text is not a JSON object of this form.
    #[cfg(feature = "json")]
    pub fn from_json(json: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(json)
    }

    /// Writes the recording as JSON, as [`from_json`](Self::from_json) reads it.
    #[cfg(feature = "json")]
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a recording holds nothing that JSON cannot")
    }

    /// Adds the registers of a cpuid leaf, of one core if `cpu` is given.
    pub(crate) fn note_leaf(&mut self, cpu: Option<u32>, leaf: u32, subleaf: u32, registers: [u32; 4]) {
        let [a, b, c, d] = registers;
        self.cpuid.insert(leaf_key(cpu, leaf, subleaf), format!("{a:08x} {b:08x} {c:08x} {d:08x}"));
    }

    /// The recorded reason for `key`, or that it does not exist.
    fn absence(&self, key: String) -> ReadError {
        self.absent.get(&key).cloned().unwrap_or(ReadError::NotThere(key))
    }

    fn leaf(&self, key: &str) -> Option<[u32; 4]> {
        let mut words =
            self.cpuid.get(key)?.split_whitespace().map(|word| u32::from_str_radix(word, 16).ok());
        let leaf = [words.next()??, words.next()??, words.next()??, words.next()??];
        words.next().is_none().then_some(leaf)
    }
}

impl Evidence for RecordedSystem {
    fn platform(&self) -> Platform {
        match self.platform {
            Some(platform) => platform,
            None if self.windows.is_some() => Platform::Windows,
            None if !self.sysctl.is_empty() => Platform::Macos,
            None if !self.properties.is_empty() => Platform::Android,
            None => Platform::Linux,
        }
    }

    fn architecture(&self) -> String {
        let derived = if self.cpuid.is_empty() { "aarch64" } else { "x86_64" };
        self.architecture.clone().unwrap_or_else(|| derived.into())
    }

    fn bytes(&self, path: &str) -> Result<FileHead, ReadError> {
        let whole = match (self.files.get(path), self.binary_files.get(path)) {
            (Some(text), _) => text.as_bytes().to_vec(),
            (None, Some(digits)) => unhex(digits).ok_or_else(|| {
                ReadError::Malformed(path.into(), "recorded with odd hexadecimal digits".into())
            })?,
            (None, None) => return Err(self.absence(path.into())),
        };
        let mut bytes = whole;
        let complete = bytes.len() <= FILE_LIMIT_BYTES;
        bytes.truncate(FILE_LIMIT_BYTES);
        Ok(FileHead { bytes, complete })
    }

    fn list(&self, folder: &str) -> Result<Vec<String>, ReadError> {
        if let Some(names) = self.folders.get(folder) {
            return Ok(names.iter().take(LIST_LIMIT).cloned().collect());
        }
        let prefix = format!("{}/", folder.trim_end_matches('/'));
        let paths = self.files.keys().chain(self.binary_files.keys());
        let names: BTreeSet<&str> =
            paths.filter_map(|path| path.strip_prefix(&prefix)?.split('/').next()).take(LIST_LIMIT).collect();
        if names.is_empty() {
            return Err(self.absence(folder.into()));
        }
        Ok(names.into_iter().map(String::from).collect())
    }

    fn sysctl(&self, name: &str) -> Result<SysctlValue, ReadError> {
        self.sysctl.get(name).cloned().ok_or_else(|| self.absence(sysctl_key(name)))
    }

    fn cpuid(&self, leaf: u32, subleaf: u32) -> Option<[u32; 4]> {
        self.leaf(&leaf_key(None, leaf, subleaf))
    }

    fn cpuid_on(&self, cpu: u32, leaf: u32, subleaf: u32) -> Option<[u32; 4]> {
        self.leaf(&leaf_key(Some(cpu), leaf, subleaf))
    }

    fn property(&self, name: &str) -> Result<String, ReadError> {
        self.properties.get(name).cloned().ok_or_else(|| self.absence(property_key(name)))
    }

    fn allowed_cpus(&self) -> Vec<u32> {
        self.allowed_cpus.clone()
    }

    fn windows(&self) -> Result<WindowsFacts, ReadError> {
        self.windows.clone().ok_or_else(|| ReadError::Unsupported("the Windows registry".into()))
    }
}

/// Name of a sysctl in reasons.
pub(crate) fn sysctl_key(name: &str) -> String {
    format!("sysctl {name}")
}

/// Name of a property in reasons.
pub(crate) fn property_key(name: &str) -> String {
    format!("property {name}")
}

fn leaf_key(cpu: Option<u32>, leaf: u32, subleaf: u32) -> String {
    let core = cpu.map(|cpu| format!("{cpu}/")).unwrap_or_default();
    format!("{core}{leaf:x}:{subleaf:x}")
}

/// Bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(digits: &str) -> Option<Vec<u8>> {
    let nibbles: Option<Vec<u8>> =
        digits.chars().map(|digit| digit.to_digit(16).and_then(|value| u8::try_from(value).ok())).collect();
    let nibbles = nibbles?;
    let (pairs, rest) = nibbles.as_chunks::<2>();
    rest.is_empty().then(|| pairs.iter().map(|[high, low]| high << 4 | low).collect())
}
