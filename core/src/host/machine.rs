//! The machine as a whole, read once.

use super::claim::Claim;
use super::cluster::{self, Cluster, Kind};
use super::cores::Core;
use super::evidence::{Evidence, Platform};
use super::fact::Fact;
use super::virtualisation::{self, Virtualisation};
use super::{android, ios, linux, macos, windows};
use serde::{Deserialize, Serialize};

/// What the system says about the machine. Nothing here is measured.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct Machine {
    /// The operating system.
    pub system: System,
    /// The device's name for people: "Pixel 8", "MacBook Pro (14-inch, 2021)".
    pub device: Fact<String>,
    /// The chip: "Apple M1 Pro", "Tensor G3", on x86 the brand string.
    pub chip: Fact<String>,
    /// The instruction set of this process, as Rust names it. A translated process sees the translated one.
    pub architecture: String,
    /// Real hardware, virtual machine or emulator.
    pub virtualisation: Fact<Virtualisation>,
    /// All processors that are there, switched on or not, by rising number.
    pub cores: Vec<Core>,
    /// The cores in groups.
    pub clusters: Vec<Cluster>,
    /// Whether a core's number is one that the kernel knows. On Apple systems it is a place in the list
    /// only.
    pub cpu_numbers_are_kernels: bool,
    /// How warm it is, and whether heat has slowed it.
    pub thermal: Fact<Thermal>,
    /// Whether a low-power mode is on, which lowers clocks.
    pub low_power: Fact<bool>,
    /// What else was running when this was read.
    pub load: Fact<LoadHint>,
}

/// The operating system.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record), uniffi(name = "OperatingSystem"))]
pub struct System {
    /// Which one.
    pub platform: Platform,
    /// Its name for people: "Android", "Debian GNU/Linux 12 (bookworm)", "macOS".
    pub name: String,
    /// Its version: "14", "15.1", on Linux the kernel's release.
    pub version: Fact<String>,
}

/// Temperatures as far as they may be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct Thermal {
    /// The sensors, by the names that the system gives them.
    pub zones: Vec<ThermalZone>,
}

/// One temperature sensor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct ThermalZone {
    /// Its name: `cpu-thermal`, `BIG`, `battery` ...
    pub name: String,
    /// Its reading in thousandths of a degree Celsius.
    pub millicelsius: i64,
}

/// How busy the machine was.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct LoadHint {
    /// Runnable (and waiting-for-disk) threads, averaged over about a minute.
    pub load_average_1_min: f64,
}

/// How much is made of the evidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReadOptions {
    /// Look for hypervisors and emulators. Without, [`Machine::virtualisation`] is unknown, and nothing else
    /// changes: no measurement depends on it.
    pub recognise_virtualisation: bool,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self { recognise_virtualisation: true }
    }
}

impl Machine {
    /// Reads the machine. Never fails: what cannot be read is unknown, with its reason.
    ///
    /// Bounded whatever the evidence holds: at most [`CPU_LIMIT`](super::cpulist::CPU_LIMIT) processors,
    /// about twenty files each, of each file at most [`FILE_LIMIT_BYTES`](super::FILE_LIMIT_BYTES).
    pub fn read(evidence: &dyn Evidence) -> Self {
        Self::read_with(evidence, ReadOptions::default())
    }

    /// Reads the machine with options.
    pub fn read_with(evidence: &dyn Evidence, options: ReadOptions) -> Self {
        let mut machine = match evidence.platform() {
            Platform::Linux => linux::read(evidence),
            Platform::Android => android::read(evidence),
            Platform::Macos => macos::read(evidence),
            Platform::Ios => ios::read(evidence),
            Platform::Windows => windows::read(evidence),
            Platform::Other => Self::unread(evidence),
        };
        if options.recognise_virtualisation {
            machine.virtualisation = virtualisation::recognise(evidence);
        }
        machine
    }

    /// A machine of which nothing was read yet: what the reader of an operating system begins with, and all
    /// that is known where there is no reader.
    pub(super) fn unread(evidence: &dyn Evidence) -> Self {
        let reason = "not read on this system";
        Self {
            system: System {
                platform: evidence.platform(),
                name: std::env::consts::OS.into(),
                version: Fact::unknown(reason),
            },
            device: Fact::unknown(reason),
            chip: Fact::unknown(reason),
            architecture: evidence.architecture(),
            virtualisation: Fact::unknown("not looked for"),
            cores: Vec::new(),
            clusters: Vec::new(),
            cpu_numbers_are_kernels: false,
            thermal: Fact::unknown(reason),
            low_power: Fact::unknown(reason),
            load: Fact::unknown(reason),
        }
    }

    /// The kinds of core, each once, whatever the number of clusters: what a user would count. Measure one
    /// processor of each to know them all.
    pub fn kinds(&self) -> Vec<Kind> {
        cluster::kinds(&self.cores, &self.clusters)
    }

    /// The core with this number.
    pub fn core(&self, cpu: u32) -> Option<&Core> {
        self.cores.iter().find(|core| core.cpu == cpu)
    }

    /// The best claim about the highest clock of one core: see [`Core::claim`].
    pub fn claim(&self, cpu: u32) -> Option<Claim> {
        self.core(cpu)?.claim()
    }
}
