//! One core, as the system describes it.

use super::claim::{self, Claim};
use super::fact::Fact;
use super::midr::Midr;
use serde::{Deserialize, Serialize};

/// One logical processor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record), uniffi(name = "CoreDescription"))]
pub struct Core {
    /// Its number: the kernel's on Linux, Android and Windows (groups counted through); on Apple
    /// systems, which do not accept such numbers, its place in this list, fastest level first.
    pub cpu: u32,
    /// Whether it is switched on. Phones switch cores off.
    pub online: bool,
    /// The kind of core.
    pub kind: CoreIdentity,
    /// The cluster it belongs to, as an index into the machine's clusters.
    pub cluster: usize,
    /// The other logical processors that share its execution units (SMT), without itself.
    pub smt_siblings: Vec<u32>,
    /// Linux `cpu_capacity`: its relative computing power, 1,024 for the machine's strongest core.
    pub capacity: Fact<u32>,
    /// The clocks that the system claims, the best source for the highest clock first.
    pub claims: Vec<Claim>,
}

impl Core {
    /// The best single claim of its highest clock, by the order of
    /// [`ClaimSource`](super::ClaimSource): what the driver can set, then what the processor
    /// states, then limits and base clocks, last rates of counters. Momentary clocks are never
    /// taken.
    pub fn claim(&self) -> Option<Claim> {
        claim::best(&self.claims)
    }
}

/// Identity of a core: design and class.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct CoreIdentity {
    /// The design's name: `Cortex-A78`, `Firestorm`; on x86 the brand string.
    pub name: Fact<String>,
    /// The numbers behind the name.
    pub id: Fact<CoreId>,
    /// Its class among the machine's cores, if the system or the processor reports it.
    pub class: Fact<CoreClass>,
}

/// The numbers by which a processor identifies a core.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum CoreId {
    /// Arm: the main identification register.
    Arm(Midr),
    /// x86: cpuid leaves 0 and 1.
    X86 {
        /// `GenuineIntel`, `AuthenticAMD` ...
        vendor: String,
        /// Displayed family (base and extended added).
        family: u32,
        /// Displayed model.
        model: u32,
        /// Stepping.
        stepping: u32,
    },
    /// Apple: `hw.cpufamily`, the same for all cores of a chip.
    AppleFamily(u32),
}

/// A core's rank, in the terms of its maker.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum CoreClass {
    /// Apple and Intel: P core.
    Performance,
    /// Apple and Intel: E core.
    Efficiency,
    /// Another class, as the system wrote it (Apple's `hw.perflevelN.name`).
    Named(String),
    /// Windows: `EfficiencyClass`, where a larger number is a faster, less thrifty core.
    WindowsEfficiencyClass(u8),
}

impl CoreClass {
    /// The words for a report.
    pub fn label(&self) -> String {
        match self {
            Self::Performance => "performance".into(),
            Self::Efficiency => "efficiency".into(),
            Self::Named(name) => name.to_lowercase(),
            Self::WindowsEfficiencyClass(class) => format!("efficiency class {class}"),
        }
    }
}
