//! Claimed clock of a core: what system files, firmware or vendors state. Never a measurement:
//! TrueGHz is compared with it.

use serde::{Deserialize, Serialize};

/// A claimed clock with its source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct Claim {
    /// The clock in hertz, with the precision of the source.
    pub hz: u64,
    /// The source.
    pub source: ClaimSource,
}

/// The sources of claimed clocks, the best evidence of a core's highest clock first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ClaimSource {
    /// Linux `cpufreq/cpuinfo_max_freq`: the highest that the driver can set, per core.
    CpuinfoMaxFreq,
    /// Apple sysctl `hw.cpufrequency_max`: Intel Macs only. (`hw.tbfrequency` is a timer's rate,
    /// not a claim.)
    SysctlMax,
    /// x86 cpuid leaf 0x16, EBX: the highest turbo clock of any core, in whole megahertz.
    CpuidMax,
    /// Device tree, `clock-frequency` of a `cpu` node: written by the author of the board's
    /// description.
    DeviceTree,
    /// Windows `CallNtPowerInformation`, `MaxMhz`: often the base clock rather than the turbo
    /// clock.
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
    /// `/proc/cpuinfo`, `cpu MHz`: the current clock, or in a virtual machine the counter's rate.
    ProcCpuinfoMhz,
    /// Published for the chip by Linux: the highest clock in the device tree of a machine that has
    /// it.
    PublishedLinux,
    /// Published for the chip by AnandTech, which measured it.
    PublishedAnandtech,
    /// Published for the chip by The Eclectic Light Company, from what macOS's `powermetrics`
    /// reports.
    PublishedEclecticLight,
    /// Published for the chip by Wikipedia, from the press.
    PublishedWikipedia,
    /// Linux `cpufreq/scaling_cur_freq`: the kernel's value of the current clock. A hint, never the
    /// highest clock.
    ScalingCurFreq,
    /// Windows `CallNtPowerInformation`, `CurrentMhz`: the same kind of hint.
    WindowsPowerCurrent,
}

impl ClaimSource {
    /// The name of the source for readers.
    pub const fn text(self) -> &'static str {
        match self {
            Self::CpuinfoMaxFreq => "the driver (cpuinfo_max_freq)",
            Self::ScalingMaxFreq => "the driver's limit (scaling_max_freq)",
            Self::BaseFrequency => "the driver (base_frequency)",
            Self::ScalingCurFreq => "the driver (scaling_cur_freq)",
            Self::CpuidMax | Self::CpuidBase => "the processor (cpuid)",
            Self::CpuidTsc => "the time stamp counter (cpuid)",
            Self::BrandString => "the processor's name",
            Self::DeviceTree => "the device tree",
            Self::ProcCpuinfoMhz => "/proc/cpuinfo",
            Self::SysctlMax | Self::SysctlNominal => "the system (sysctl)",
            Self::WindowsRegistry => "the registry",
            Self::WindowsPowerMax | Self::WindowsPowerCurrent => "Windows",
            Self::PublishedLinux => "Linux, published for this chip",
            Self::PublishedAnandtech => "AnandTech, published for this chip",
            Self::PublishedEclecticLight => "The Eclectic Light Company, published for this chip",
            Self::PublishedWikipedia => "Wikipedia, published for this chip",
        }
    }

    /// The code, as in JSON.
    pub const fn code(self) -> &'static str {
        match self {
            Self::CpuinfoMaxFreq => "cpuinfo_max_freq",
            Self::SysctlMax => "sysctl_max",
            Self::CpuidMax => "cpuid_max",
            Self::DeviceTree => "device_tree",
            Self::WindowsPowerMax => "windows_power_max",
            Self::ScalingMaxFreq => "scaling_max_freq",
            Self::BaseFrequency => "base_frequency",
            Self::CpuidBase => "cpuid_base",
            Self::BrandString => "brand_string",
            Self::SysctlNominal => "sysctl_nominal",
            Self::WindowsRegistry => "windows_registry",
            Self::CpuidTsc => "cpuid_tsc",
            Self::ProcCpuinfoMhz => "proc_cpuinfo_mhz",
            Self::PublishedLinux => "published_linux",
            Self::PublishedAnandtech => "published_anandtech",
            Self::PublishedEclecticLight => "published_eclectic_light",
            Self::PublishedWikipedia => "published_wikipedia",
            Self::ScalingCurFreq => "scaling_cur_freq",
            Self::WindowsPowerCurrent => "windows_power_current",
        }
    }

    /// Returns `true` if this is only the clock at the time of reading, which says nothing about
    /// the highest clock.
    pub const fn is_momentary(self) -> bool {
        matches!(self, Self::ScalingCurFreq | Self::WindowsPowerCurrent)
    }

    /// Returns `true` if this is the clock that the maker guarantees with all cores busy. Every
    /// other claim may be the limit of one core by itself, which no busy machine reaches.
    pub const fn is_base(self) -> bool {
        matches!(self, Self::BaseFrequency | Self::CpuidBase | Self::BrandString | Self::SysctlNominal)
    }

    /// Returns `true` if this was published for the chip by others than the system.
    pub const fn is_published(self) -> bool {
        matches!(
            self,
            Self::PublishedLinux
                | Self::PublishedAnandtech
                | Self::PublishedEclecticLight
                | Self::PublishedWikipedia
        )
    }
}

/// Plausible range of a core's clock, in hertz. A claim outside is a broken file (zero is common):
/// no core of a phone or computer idles below 1 MHz, and none has passed 10 GHz.
const PLAUSIBLE_HZ: std::ops::RangeInclusive<u64> = 1_000_000..=10_000_000_000;

impl Claim {
    /// A claim, unless the number cannot be a core's clock.
    pub fn plausible(hz: u64, source: ClaimSource) -> Option<Self> {
        PLAUSIBLE_HZ.contains(&hz).then_some(Self { hz, source })
    }

    /// A claim in the kilohertz of Linux cpufreq.
    pub fn from_khz(khz: u64, source: ClaimSource) -> Option<Self> {
        Self::plausible(khz.checked_mul(1_000)?, source)
    }

    /// A claim in megahertz.
    pub fn from_mhz(mhz: u64, source: ClaimSource) -> Option<Self> {
        Self::plausible(mhz.checked_mul(1_000_000)?, source)
    }
}

/// The best claim of the highest clock: the first in the order of [`ClaimSource`] that is not
/// momentary.
pub fn best(claims: &[Claim]) -> Option<Claim> {
    let lasting = claims.iter().filter(|claim| !claim.source.is_momentary());
    lasting.min_by_key(|claim| claim.source).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_is_about_the_highest_clock() {
        let claim = |hz, source| Claim { hz, source };
        let claims = [
            claim(1_000_000_000, ClaimSource::ScalingCurFreq),
            claim(2_000_000_000, ClaimSource::ScalingMaxFreq),
            claim(2_800_000_000, ClaimSource::CpuinfoMaxFreq),
        ];
        assert_eq!(best(&claims), Some(claims[2]));
        assert_eq!(best(&claims[..2]), Some(claims[1]));
        assert_eq!(best(&claims[..1]), None, "a moment's clock is not the highest");
        assert_eq!(best(&[]), None);
    }

    #[test]
    fn what_no_core_runs_at_is_no_claim() {
        assert_eq!(Claim::from_khz(0, ClaimSource::CpuinfoMaxFreq), None);
        assert_eq!(Claim::from_khz(u64::MAX, ClaimSource::CpuinfoMaxFreq), None);
        assert_eq!(Claim::from_khz(15_000_000, ClaimSource::CpuinfoMaxFreq), None);
        assert_eq!(Claim::from_khz(10_000_001, ClaimSource::CpuinfoMaxFreq), None);
        assert_eq!(Claim::from_mhz(2_900, ClaimSource::CpuidMax).map(|claim| claim.hz), Some(2_900_000_000));
    }

    #[cfg(feature = "json")]
    #[test]
    fn a_code_is_that_of_the_json() {
        use ClaimSource::*;
        let all = [
            CpuinfoMaxFreq,
            SysctlMax,
            CpuidMax,
            DeviceTree,
            WindowsPowerMax,
            ScalingMaxFreq,
            BaseFrequency,
            CpuidBase,
            BrandString,
            SysctlNominal,
            WindowsRegistry,
            CpuidTsc,
            ProcCpuinfoMhz,
            PublishedLinux,
            PublishedAnandtech,
            PublishedEclecticLight,
            PublishedWikipedia,
            ScalingCurFreq,
            WindowsPowerCurrent,
        ];
        for source in all {
            assert_eq!(serde_json::to_value(source).unwrap(), source.code());
        }
    }
}
