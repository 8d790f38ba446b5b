//! The machine, its cores, and what the system claims about them.

use trueghz::host::{
    Claim, ClaimSource, Cluster, Core, CoreClass, CoreId, CoreKind, CpuLoad, LoadHint, Machine, Midr,
    Platform, System, Thermal, ThermalZone, Urgency, Virtualisation,
};

use super::Count;
use super::fact::{
    CapacityFact, CoreClassFact, CoreIdFact, FlagFact, LoadFact, TextFact, ThermalFact, VirtualisationFact,
};

/// What the system says about the machine. Nothing here is measured.
#[uniffi::remote(Record)]
pub struct Machine {
    /// The operating system.
    pub system: OperatingSystem,
    /// The device's name for people: "Pixel 8", "MacBook Pro (14-inch, 2021)".
    pub device: TextFact,
    /// The chip: "Apple M1 Pro", "Tensor G3", on x86 the brand string.
    pub chip: TextFact,
    /// The instruction set of this process. A translated process sees the translated one.
    pub architecture: String,
    /// Real hardware, virtual machine or emulator.
    pub virtualisation: VirtualisationFact,
    /// All processors that are there, switched on or not, by rising number.
    pub cores: Vec<CoreDescription>,
    /// The cores in groups.
    pub clusters: Vec<Cluster>,
    /// Whether a core's number is one that the kernel knows. On Apple systems it is a place in the list only.
    pub cpu_numbers_are_kernels: bool,
    /// How warm it is, and whether heat has slowed it.
    pub thermal: ThermalFact,
    /// Whether a low-power mode is on, which lowers clocks.
    pub low_power: FlagFact,
    /// What else was running when this was read.
    pub load: LoadFact,
}

/// The operating system.
pub type OperatingSystem = System;

/// The operating system.
#[uniffi::remote(Record)]
pub struct OperatingSystem {
    /// Which one.
    pub platform: Platform,
    /// Its name for people: "Android", "macOS".
    pub name: String,
    /// Its version: "14", "15.1", on Linux the kernel's release.
    pub version: TextFact,
}

/// The operating systems that are distinguished.
#[uniffi::remote(Enum)]
#[non_exhaustive]
pub enum Platform {
    /// Linux, other than Android.
    Linux,
    /// Android.
    Android,
    /// macOS.
    Macos,
    /// iOS and iPadOS.
    Ios,
    /// Windows.
    Windows,
    /// Something else: little is known.
    Other,
}

/// Temperatures as far as they may be read.
#[uniffi::remote(Record)]
pub struct Thermal {
    /// The sensors, by the names that the system gives them.
    pub zones: Vec<ThermalZone>,
}

/// One temperature sensor.
#[uniffi::remote(Record)]
pub struct ThermalZone {
    /// Its name: `cpu-thermal`, `BIG`, `battery` ...
    pub name: String,
    /// Its reading in thousandths of a degree Celsius.
    pub millicelsius: i64,
}

/// How busy the machine was.
#[uniffi::remote(Record)]
pub struct LoadHint {
    /// Runnable (and waiting-for-disk) threads, averaged over about a minute.
    pub load_average_1_min: f64,
}

/// What stands between the process and the hardware.
#[uniffi::remote(Enum)]
pub enum Virtualisation {
    /// Nothing: the evidence says so.
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

/// One logical processor.
pub type CoreDescription = Core;

/// One logical processor.
#[uniffi::remote(Record)]
pub struct CoreDescription {
    /// Its number: the kernel's on Linux, Android and Windows; on Apple systems, which take no such number,
    /// its place in this list, fastest level first.
    pub cpu: u32,
    /// Whether it takes work now. Phones switch cores off.
    pub online: bool,
    /// What kind of core it is.
    pub kind: CoreKind,
    /// The cluster it belongs to, as an index into the machine's clusters.
    pub cluster: Count,
    /// The other logical processors that share its execution units (SMT), without itself.
    pub smt_siblings: Vec<u32>,
    /// Linux `cpu_capacity`: its relative computing power, 1,024 for the machine's strongest core.
    pub capacity: CapacityFact,
    /// What the system says its clock is, the most telling source first.
    pub claims: Vec<Claim>,
}

/// What a core is.
#[uniffi::remote(Record)]
pub struct CoreKind {
    /// The design's name: `Cortex-A78`, `Firestorm`; on x86 the brand string.
    pub name: TextFact,
    /// The numbers behind the name.
    pub id: CoreIdFact,
    /// Its place among the machine's cores, where the system or the processor says so.
    pub class: CoreClassFact,
}

/// The numbers by which a processor identifies a core.
#[uniffi::remote(Enum)]
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

/// The fields of Arm's `MIDR_EL1` that identify a core.
#[uniffi::remote(Record)]
pub struct Midr {
    /// Who designed the core: bits 31 to 24.
    pub implementer: u8,
    /// Major revision, the `n` of `rnpm`: bits 23 to 20.
    pub variant: u8,
    /// Part number: bits 15 to 4, so at most 0xfff.
    pub part: u16,
    /// Minor revision, the `m` of `rnpm`: bits 3 to 0.
    pub revision: u8,
}

/// A core's rank, in the words of who built it.
#[uniffi::remote(Enum)]
#[non_exhaustive]
pub enum CoreClass {
    /// Apple and Intel: P core.
    Performance,
    /// Apple and Intel: E core.
    Efficiency,
    /// A word that is neither, as the system wrote it.
    Named(String),
    /// Windows: `EfficiencyClass`, where a larger number is a faster, less thrifty core.
    WindowsEfficiencyClass(u8),
}

/// Cores of one kind that sit together: same design, same highest clock, same capacity, same place.
#[uniffi::remote(Record)]
pub struct Cluster {
    /// Its place in the machine's list; clusters are in the order of their lowest processor.
    pub index: Count,
    /// The cores' name, or what can be said in its place.
    pub name: String,
    /// Its processors.
    pub cpus: Vec<u32>,
    /// The cores' relative computing power.
    pub capacity: CapacityFact,
    /// The highest clock that the system states for the cores.
    pub claim: Option<Claim>,
}

/// A clock that somebody states, and who. Never a measurement.
#[uniffi::remote(Record)]
pub struct Claim {
    /// The clock in hertz, as exactly as the source gives it.
    pub hz: u64,
    /// Who says so.
    pub source: ClaimSource,
}

/// The places where a clock is stated, the most telling about a core's highest clock first.
#[uniffi::remote(Enum)]
#[non_exhaustive]
pub enum ClaimSource {
    /// Linux `cpufreq/cpuinfo_max_freq`: the highest that the driver can set, per core.
    CpuinfoMaxFreq,
    /// Apple sysctl `hw.cpufrequency_max`: Intel Macs only.
    SysctlMax,
    /// x86 cpuid leaf 0x16, EBX: the highest turbo clock of any core, in whole megahertz.
    CpuidMax,
    /// Device tree, `clock-frequency` of a `cpu` node: written by whoever described the board.
    DeviceTree,
    /// Windows `CallNtPowerInformation`, `MaxMhz`: often the base clock rather than the turbo clock.
    WindowsPowerMax,
    /// Linux `cpufreq/scaling_max_freq`: the limit set now, by policy, heat or the user.
    ScalingMaxFreq,
    /// Linux `cpufreq/base_frequency`: guaranteed clock of `intel_pstate`.
    BaseFrequency,
    /// x86 cpuid leaf 0x16, EAX: the base clock.
    CpuidBase,
    /// The brand string ("@ 2.60GHz"): the base clock, rounded.
    BrandString,
    /// Apple sysctl `hw.cpufrequency`: Intel Macs, the nominal clock.
    SysctlNominal,
    /// Windows registry `~MHz`: measured by the system at boot, about the base clock.
    WindowsRegistry,
    /// x86 cpuid leaf 0x15: the time stamp counter's rate, which is near the base clock.
    CpuidTsc,
    /// `/proc/cpuinfo`, `cpu MHz`: the clock of a moment, or in a virtual machine the counter's rate.
    ProcCpuinfoMhz,
    /// Linux `cpufreq/scaling_cur_freq`: what the core is believed to run at now. A hint, never its highest
    /// clock.
    ScalingCurFreq,
    /// Windows `CallNtPowerInformation`, `CurrentMhz`: the same kind of hint.
    WindowsPowerCurrent,
}

/// How urgent the measuring thread is to be.
#[uniffi::remote(Enum)]
pub enum Urgency {
    /// As urgent as possible.
    UserInteractive,
    /// At background priority. On Apple chips the efficiency cores then also run *below* their highest clock.
    Background,
}

/// How busy one processor was between two moments.
#[uniffi::remote(Record)]
pub struct CpuLoad {
    /// The processor.
    pub cpu: u32,
    /// The share of the time that it was not idle, from 0 to 1. It counts this program's own work too.
    pub busy_fraction: f64,
}
