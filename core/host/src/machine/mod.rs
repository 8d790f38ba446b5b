//! The machine as a whole, read once.

mod claim;
pub(super) mod cluster;
mod conditions;
mod cores;
pub mod cpulist;
mod fact;
mod midr;

pub use claim::{Claim, ClaimSource};
pub use cluster::{Cluster, CoreType};
pub use conditions::{Conditions, ThermalStatus};
pub use cores::{Core, CoreClass, CoreId, CoreIdentity};
pub use fact::Fact;
pub use midr::Midr;

use super::evidence::{Evidence, Platform};
use serde::{Deserialize, Serialize};

/// The machine as described by the system. Nothing here is measured.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct Machine {
    /// The operating system.
    pub system: System,
    /// The device's product name: "Pixel 8", "MacBook Pro (14-inch, 2021)".
    pub device: Fact<String>,
    /// The chip: "Apple M1 Pro", "Tensor G3", on x86 the brand string.
    pub chip: Fact<String>,
    /// The instruction set of this process, as Rust names it. A translated process sees the
    /// translated one.
    pub architecture: String,
    /// Real hardware, virtual machine or emulator.
    pub virtualisation: Fact<Virtualisation>,
    /// All processors that exist, switched on or not, by rising number.
    pub cores: Vec<Core>,
    /// The cores in groups.
    pub clusters: Vec<Cluster>,
    /// Whether a core's number is the kernel's. On Apple systems it is a place in the list only.
    #[serde(alias = "cpu_numbers_are_kernels")]
    pub has_os_cpu_ids: bool,
    /// Temperatures, and whether heat has lowered the clock.
    pub thermal: Fact<Thermal>,
    /// Whether a low-power mode is on, which lowers clocks.
    pub low_power: Fact<bool>,
    /// Other load when this was read.
    pub load: Fact<LoadHint>,
}

/// The operating system.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record), uniffi(name = "OperatingSystem"))]
pub struct System {
    /// The platform.
    pub platform: Platform,
    /// Its display name: "Android", "Debian GNU/Linux 12 (bookworm)", "macOS".
    pub name: String,
    /// Its version: "14", "15.1", on Linux the kernel's release.
    pub version: Fact<String>,
}

/// Layer between the process and the hardware.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[serde(rename_all = "snake_case")]
pub enum Virtualisation {
    /// None, according to the evidence.
    None,
    /// A hypervisor: instructions run on the real core, at its real clock.
    Hypervisor {
        /// Its name.
        name: String,
    },
    /// An emulator or translator: instructions are not what the core runs.
    Emulator {
        /// Its name.
        name: String,
    },
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

/// Load of the machine.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct LoadHint {
    /// Runnable (and waiting-for-disk) threads, averaged over about a minute.
    pub load_average_1_min: f64,
}

impl Machine {
    /// A machine of which nothing was read yet: the start for the reader of an operating system,
    /// and the result if there is no reader.
    pub(crate) fn unread(evidence: &dyn Evidence) -> Self {
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
            virtualisation: Fact::unknown("not checked"),
            cores: Vec::new(),
            clusters: Vec::new(),
            has_os_cpu_ids: false,
            thermal: Fact::unknown(reason),
            low_power: Fact::unknown(reason),
            load: Fact::unknown(reason),
        }
    }

    /// The kinds of core, each once, whatever the number of clusters: as a user would count them.
    /// Measure one processor of each to know them all.
    pub fn core_types(&self) -> Vec<CoreType> {
        cluster::kinds(&self.cores, &self.clusters)
    }

    /// The core with this number.
    pub fn core(&self, cpu: u32) -> Option<&Core> {
        self.cores.iter().find(|core| core.cpu == cpu)
    }

    /// Returns `true` if another thread can run on the core `cpu` at the same time, as on a core
    /// with simultaneous multithreading (SMT); if `cpu` is not known, on any. It can unless the
    /// evidence excludes it: a virtual machine's processors may be siblings that its topology does
    /// not show.
    pub fn can_share_a_core(&self, cpu: Option<u32>) -> bool {
        let is_arm = self.architecture == "aarch64";
        if matches!(self.system.platform, Platform::Macos | Platform::Ios) {
            // None of Apple's own cores has SMT. Intel's in a Mac may, and nothing lists their
            // siblings.
            return !is_arm;
        }
        let has_no_sibling = match cpu.and_then(|cpu| self.core(cpu)) {
            Some(core) => core.smt_siblings.is_empty(),
            None => !self.cores.is_empty() && self.cores.iter().all(|core| core.smt_siblings.is_empty()),
        };
        // No phone's core has it, whether or not an app may read the topology.
        let is_a_phone = is_arm && self.system.platform == Platform::Android;
        let is_bare = match self.virtualisation.value() {
            Some(Virtualisation::None) => true,
            Some(_) => false,
            // On Arm no sign of a hypervisor always shows; on x86 one does.
            None => is_arm,
        };
        !(is_bare && (has_no_sibling || is_a_phone))
    }

    /// The best claim about the highest clock of one core: see [`Core::claim`].
    pub fn claim(&self, cpu: u32) -> Option<Claim> {
        self.core(cpu)?.claim()
    }
}
