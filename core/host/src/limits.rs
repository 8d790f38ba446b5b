//! Limits that hold a core's clock down at one time, as reported by Linux.

use serde::{Deserialize, Serialize};

use super::evidence::Evidence;
use super::machine::{Claim, ClaimSource};

/// The limits of a core, as far as the system reports them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Limits {
    /// The highest clock that the driver may set now, in hertz (`scaling_max_freq`): policy, heat
    /// and the user lower it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub driver_hz: Option<u64>,
    /// The governor, if it is one that keeps the clock low.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub low_governor: Option<String>,
    /// Whether boost or turbo clocks are switched off.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub boost_is_off: Option<bool>,
    /// Number of times that the processor has throttled for heat or current since it started: the
    /// core's plus the package's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub throttled: Option<u64>,
    /// Current limits by a Raspberry Pi's firmware.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub raspberry_pi: Option<RaspberryPi>,
}

/// Current limits by a Raspberry Pi's firmware: bits 0 to 3 of `get_throttled` (raspberrypi.com,
/// documentation of `vcgencmd`).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RaspberryPi {
    /// The supply's voltage is too low.
    pub undervoltage: bool,
    /// The clock is capped, throttled, or at the soft limit of temperature.
    pub throttled: bool,
}

/// Governors that keep a clock low by themselves. Drivers that choose clocks themselves
/// (`intel_pstate`, `amd_pstate`) have a `powersave` that does not.
const LOW_GOVERNORS: [&str; 2] = ["powersave", "userspace"];

/// Linux's folder of processors.
pub(super) const CPUS: &str = "/sys/devices/system/cpu";

/// Returns a line from a file of the frequency driver, if there is one.
pub fn cpufreq(evidence: &dyn Evidence, cpu: u32, name: &str) -> Option<String> {
    let path = format!("{CPUS}/cpu{cpu}/cpufreq/{name}");
    evidence.file(&path).ok().map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}

impl Limits {
    /// Reads them.
    pub fn read(evidence: &dyn Evidence, cpu: u32) -> Limits {
        let cpufreq = |name: &str| cpufreq(evidence, cpu, name);
        let number = |path: &str| evidence.file(&format!("{CPUS}/{path}")).ok()?.trim().parse::<u64>().ok();
        let limit =
            || Claim::from_khz(cpufreq("scaling_max_freq")?.parse().ok()?, ClaimSource::ScalingMaxFreq);
        let chooses_itself = cpufreq("scaling_driver").is_some_and(|driver| driver.contains("pstate"));
        let governor = cpufreq("scaling_governor")
            .filter(|governor| !chooses_itself && LOW_GOVERNORS.contains(&governor.as_str()));
        let boost = number("cpufreq/boost").map(|boost| boost == 0);
        let turbo = number("intel_pstate/no_turbo").map(|no_turbo| no_turbo == 1);
        let counts = ["core_throttle_count", "package_throttle_count"]
            .map(|name| number(&format!("cpu{cpu}/thermal_throttle/{name}")));
        Limits {
            driver_hz: limit().map(|claim| claim.hz),
            low_governor: governor,
            boost_is_off: boost.or(turbo),
            throttled: counts.iter().any(Option::is_some).then(|| counts.iter().flatten().sum()),
            raspberry_pi: raspberry_pi(evidence),
        }
    }
}

fn raspberry_pi(evidence: &dyn Evidence) -> Option<RaspberryPi> {
    let text = evidence.file("/sys/devices/platform/soc/soc:firmware/get_throttled").ok()?;
    let digits = text.trim();
    let flags = u32::from_str_radix(digits.strip_prefix("0x").unwrap_or(digits), 16).ok()?;
    Some(RaspberryPi { undervoltage: flags & 1 != 0, throttled: flags & 0b1110 != 0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RecordedSystem;

    fn of(files: &[(&str, &str)]) -> Limits {
        let files = files.iter().map(|&(path, text)| (path.to_owned(), format!("{text}\n"))).collect();
        Limits::read(&RecordedSystem { files, ..RecordedSystem::default() }, 3)
    }

    const GOVERNOR: &str = "/sys/devices/system/cpu/cpu3/cpufreq/scaling_governor";
    const DRIVER: &str = "/sys/devices/system/cpu/cpu3/cpufreq/scaling_driver";

    #[test]
    fn limits_are_read_of_the_core() {
        assert_eq!(of(&[]), Limits::default());
        let limits = of(&[
            ("/sys/devices/system/cpu/cpu3/cpufreq/scaling_max_freq", "1017600"),
            ("/sys/devices/system/cpu/cpu3/thermal_throttle/core_throttle_count", "3"),
            ("/sys/devices/system/cpu/cpu3/thermal_throttle/package_throttle_count", "4"),
            ("/sys/devices/system/cpu/intel_pstate/no_turbo", "1"),
            ("/sys/devices/system/cpu/cpu2/cpufreq/scaling_max_freq", "5"),
        ]);
        let expected = Limits {
            driver_hz: Some(1_017_600_000),
            throttled: Some(7),
            boost_is_off: Some(true),
            ..Limits::default()
        };
        assert_eq!(limits, expected);
    }

    #[test]
    fn powersave_is_low_but_of_drivers_that_choose_themselves() {
        assert_eq!(of(&[(GOVERNOR, "powersave")]).low_governor.as_deref(), Some("powersave"));
        assert_eq!(of(&[(GOVERNOR, "powersave"), (DRIVER, "intel_pstate")]).low_governor, None);
        assert_eq!(of(&[(GOVERNOR, "schedutil")]).low_governor, None);
    }

    #[test]
    fn a_raspberry_pi_says_what_its_firmware_does_now() {
        let path = "/sys/devices/platform/soc/soc:firmware/get_throttled";
        let flags = |text| of(&[(path, text)]).raspberry_pi.unwrap();
        assert_eq!(flags("50005"), RaspberryPi { undervoltage: true, throttled: true });
        assert_eq!(flags("0x50000"), RaspberryPi::default(), "it was so once");
        assert_eq!(flags("8"), RaspberryPi { undervoltage: false, throttled: true });
    }
}
