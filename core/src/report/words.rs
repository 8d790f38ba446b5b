//! Numbers and names in words, the same on every front end.

use crate::host::{ClaimSource, Fact, Machine, Virtualisation};

use super::display::decimals_carried;

/// A value in hertz that is stated, not measured: "2.80 GHz", "2.596 GHz", "600 MHz".
pub fn stated_hz(hz: f64) -> String {
    let (value, unit, fewest) = match hz {
        hz if hz >= 1e9 => (hz / 1e9, "GHz", 2),
        hz if hz >= 1e6 => (hz / 1e6, "MHz", 0),
        hz if hz >= 1e3 => (hz / 1e3, "kHz", 0),
        hz => (hz, "Hz", 0),
    };
    let mut digits = format!("{value:.3}");
    while digits.ends_with('0') && decimals(&digits) > fewest {
        digits.pop();
    }
    format!("{} {unit}", digits.trim_end_matches('.'))
}

fn decimals(digits: &str) -> usize {
    digits.split_once('.').map_or(0, |(_, decimals)| decimals.len())
}

/// A tolerance in parts per million: never nothing, however small.
pub fn tolerance_ppm(ppm: f64) -> String {
    let decimals = if ppm >= 10.0 { 0 } else { 2 };
    format!("{:.decimals$} ppm", ppm.max(0.01))
}

/// A difference in percent, with its sign.
pub fn percent(value: f64) -> String {
    let decimals = match value.abs() {
        size if size >= 9.95 => 0,
        size if size >= 0.995 => 1,
        _ => 2,
    };
    format!("{} %", signed(value, decimals))
}

/// A number with its sign, the minus as typographers want it. Zero has none.
pub fn signed(value: f64, decimals: usize) -> String {
    let digits = format!("{:.decimals$}", value.abs());
    let is_zero = digits.chars().all(|c| c == '0' || c == '.');
    match value {
        _ if is_zero => digits,
        value if value < 0.0 => format!("\u{2212}{digits}"),
        _ => format!("+{digits}"),
    }
}

/// Cycles, in the digits that their standard error carries: three decimals at most.
pub fn cycles(value: f64, standard_error: Option<f64>) -> String {
    format!("{value:.*}", standard_error.map_or(2, |error| decimals_carried(error, 3)))
}

/// Chip, device, system and what stands between, as far as they are known.
pub fn machine_line(machine: &Machine) -> String {
    let mut parts: Vec<&str> = Vec::new();
    parts.extend(machine.chip.value().map(String::as_str));
    parts.extend(machine.device.value().map(String::as_str).filter(|device| !parts.contains(device)));
    if parts.is_empty() {
        parts.push("unknown chip");
    }
    parts.push(&machine.system.name);
    if let Fact::Known { value, .. } = &machine.virtualisation {
        match value {
            Virtualisation::None => {}
            Virtualisation::Hypervisor { name } | Virtualisation::Emulator { name } => parts.push(name),
        }
    }
    parts.join(" \u{b7} ")
}

/// Who claims a clock.
pub fn claim_source(source: ClaimSource) -> &'static str {
    match source {
        ClaimSource::CpuinfoMaxFreq => "the driver (cpuinfo_max_freq)",
        ClaimSource::ScalingMaxFreq => "the driver's limit (scaling_max_freq)",
        ClaimSource::BaseFrequency => "the driver (base_frequency)",
        ClaimSource::ScalingCurFreq => "the driver (scaling_cur_freq)",
        ClaimSource::CpuidMax | ClaimSource::CpuidBase => "the processor (cpuid)",
        ClaimSource::CpuidTsc => "the time stamp counter (cpuid)",
        ClaimSource::BrandString => "the processor's name",
        ClaimSource::DeviceTree => "the device tree",
        ClaimSource::ProcCpuinfoMhz => "/proc/cpuinfo",
        ClaimSource::SysctlMax | ClaimSource::SysctlNominal => "the system (sysctl)",
        ClaimSource::WindowsRegistry => "the registry",
        ClaimSource::WindowsPowerMax | ClaimSource::WindowsPowerCurrent => "Windows",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stated_clocks_keep_what_was_stated() {
        for (hz, text) in [
            (2.8e9, "2.80 GHz"),
            (2.596e9, "2.596 GHz"),
            (3e9, "3.00 GHz"),
            (600e6, "600 MHz"),
            (1.0e6, "1 MHz"),
            (32_768.0, "32.768 kHz"),
            (100.0, "100 Hz"),
        ] {
            assert_eq!(stated_hz(hz), text);
        }
    }

    #[test]
    fn differences_have_a_sign_unless_they_are_none() {
        assert_eq!(percent(58.31), "+58 %");
        assert_eq!(percent(-0.21), "\u{2212}0.21 %");
        assert_eq!(percent(-2.04), "\u{2212}2.0 %");
        assert_eq!(percent(-0.001), "0.00 %");
    }
}
