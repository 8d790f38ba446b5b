//! Reading Linux: `/sys/devices/system/cpu`, `/proc`, the device tree.
//!
//! Paths and formats as documented by the kernel
//! (Documentation/ABI/testing/sysfs-devices-system-cpu, Documentation/admin-guide/pm/cpufreq.rst,
//! Documentation/arch/arm64/cpu-feature-registers.rst). Android reads the same files; see
//! [`android`] for its additions.

pub(super) mod android;
mod chips;
mod cores;
pub mod cpuinfo;
mod cpus;

use super::evidence::{Evidence, Platform, ReadError};
use super::machine::{Fact, LoadHint, Machine, System, Thermal, ThermalZone, cluster};
use super::x86;
use cpuinfo::CpuInfo;
use cpus::Processor;

/// Maximum number of temperature sensors that are read; phones have up to about a hundred.
const ZONE_LIMIT: u32 = 128;

/// Reads everything.
pub(super) fn read(evidence: &dyn Evidence) -> Machine {
    let info = evidence.head("/proc/cpuinfo").map(|text| cpuinfo::parse(&text)).unwrap_or_default();
    let processors: Vec<Processor> = cpus::read(evidence, &info);
    let (mut cores, places) = cores::assemble(evidence, &info, processors);
    let clusters = cluster::group(&mut cores, &places);
    Machine {
        system: system(evidence),
        device: device(evidence),
        chip: chip(evidence, &info),
        cores,
        clusters,
        has_os_cpu_ids: true,
        thermal: thermal(evidence),
        low_power: low_power(evidence),
        load: load(evidence),
        ..Machine::unread(evidence)
    }
}

/// A one-line file as a fact; empty is unknown.
pub(super) fn line(evidence: &dyn Evidence, path: &str) -> Fact<String> {
    match evidence.file(path) {
        Ok(text) if text.trim().is_empty() => Fact::unknown(format!("{path} is empty")),
        Ok(text) => Fact::known(text.trim().to_owned(), path),
        Err(absent) => Fact::unknown(absent),
    }
}

/// A string of the device tree, which ends in a zero byte.
fn device_tree_string(evidence: &dyn Evidence, path: &str) -> Fact<String> {
    match evidence.bytes(path) {
        Ok(excerpt) => {
            let text = excerpt.bytes.split(|&byte| byte == 0).next().unwrap_or_default();
            match std::str::from_utf8(text) {
                Ok(text) if !text.trim().is_empty() => Fact::known(text.trim().to_owned(), path),
                _ => Fact::unknown(format!("{path} is not text")),
            }
        }
        Err(absent) => Fact::unknown(absent),
    }
}

/// File that describes the distribution.
pub(super) const OS_RELEASE: &str = "/etc/os-release";

/// Prefix of the line with the distribution's display name.
pub(super) const PRETTY_NAME: &str = "PRETTY_NAME=";

fn system(evidence: &dyn Evidence) -> System {
    let release = evidence.file(OS_RELEASE).unwrap_or_default();
    let pretty = release.lines().find_map(|line| line.strip_prefix(PRETTY_NAME));
    let name = pretty.map(|name| name.trim_matches(['"', '\'']).to_owned());
    System {
        platform: Platform::Linux,
        name: name.filter(|name| !name.is_empty()).unwrap_or_else(|| "Linux".into()),
        version: line(evidence, "/proc/sys/kernel/osrelease"),
    }
}

fn device(evidence: &dyn Evidence) -> Fact<String> {
    device_tree_string(evidence, "/proc/device-tree/model")
        .or_else(|| line(evidence, "/sys/class/dmi/id/product_name"))
}

/// Compatible list of the device tree's root.
pub(super) const COMPATIBLE: &str = "/proc/device-tree/compatible";

/// The entries of that list, the most specific one first.
pub(super) fn compatible(evidence: &dyn Evidence) -> Result<Vec<String>, ReadError> {
    let entries = evidence.bytes(COMPATIBLE)?.bytes;
    let texts = entries.split(|&byte| byte == 0).filter_map(|entry| std::str::from_utf8(entry).ok());
    Ok(texts.map(str::to_owned).collect())
}

/// The chip by the device tree: its root is compatible with the board, then with the chip, then, on
/// some, with a platform of many (Devicetree Specification, `compatible`). Names of chips contain
/// digits: "brcm,bcm2712" is BCM2712.
fn compatible_chip(evidence: &dyn Evidence) -> Fact<String> {
    let entries = match compatible(evidence) {
        Ok(entries) => entries,
        Err(absent) => return Fact::unknown(absent),
    };
    let names = entries.iter().rev().filter_map(|entry| entry.split_once(',')).map(|(_, name)| name);
    match names.into_iter().find(|name| name.contains(|c: char| c.is_ascii_digit())) {
        Some(name) if entries.len() > 1 => Fact::known(name.to_ascii_uppercase(), COMPATIBLE),
        _ => Fact::unknown(format!("{COMPATIBLE} names no chip")),
    }
}

/// The chip by the processor (x86), the device tree, the kernel's driver of the chip, or the
/// vendor's text in `/proc/cpuinfo`, in this order.
pub(super) fn chip(evidence: &dyn Evidence, info: &CpuInfo) -> Fact<String> {
    let from_cpuid = match x86::brand(evidence) {
        Some(brand) => Fact::known(brand, "cpuid brand string"),
        None => Fact::unknown("no file of this system names the chip"),
    };
    let is_x86 = info.cpus.first().is_some_and(|entry| entry.signature.is_some());
    let brand = info.cpus.first().and_then(|entry| entry.model_name.clone()).filter(|_| is_x86);
    let by_compatible = match evidence.platform() {
        // Android's kernels name their boards and chips by codenames there.
        Platform::Android => Fact::unknown("not asked on Android"),
        _ => compatible_chip(evidence),
    };
    // The kernel of every Raspberry Pi writes the name of the first one's chip.
    let hardware = info.hardware.clone().filter(|hardware| hardware != "BCM2835");
    let stated = brand.or(hardware);
    let from_cpuinfo = || match stated {
        Some(name) => Fact::known(name, "/proc/cpuinfo"),
        None => Fact::unknown("/proc/cpuinfo names no chip"),
    };
    from_cpuid
        .or_else(|| by_compatible)
        .or_else(|| line(evidence, "/sys/devices/soc0/machine"))
        .or_else(from_cpuinfo)
}

/// The current readings of the sensors. Linux and Android.
pub fn thermal(evidence: &dyn Evidence) -> Fact<Thermal> {
    let folder = "/sys/class/thermal";
    let names = match evidence.list(folder) {
        Ok(names) => names,
        Err(absent) => return Fact::unknown(absent),
    };
    let zones = names.iter().filter(|name| name.starts_with("thermal_zone")).take(ZONE_LIMIT as usize);
    let zones: Vec<ThermalZone> = zones
        .filter_map(|zone| {
            let millicelsius = evidence.file(&format!("{folder}/{zone}/temp")).ok()?.trim().parse().ok()?;
            let name = line(evidence, &format!("{folder}/{zone}/type")).value().cloned();
            Some(ThermalZone { name: name.unwrap_or_else(|| zone.clone()), millicelsius })
        })
        .collect();
    if zones.is_empty() {
        return Fact::unknown(format!("{folder} has no readable sensor"));
    }
    Fact::known(Thermal { zones }, folder)
}

fn low_power(evidence: &dyn Evidence) -> Fact<bool> {
    let path = "/sys/firmware/acpi/platform_profile";
    line(evidence, path).map(|profile| matches!(profile.as_str(), "low-power" | "quiet" | "cool"))
}

fn load(evidence: &dyn Evidence) -> Fact<LoadHint> {
    let path = "/proc/loadavg";
    let text = match evidence.file(path) {
        Ok(text) => text,
        Err(absent) => return Fact::unknown(absent),
    };
    let average = text.split_whitespace().next().and_then(|word| word.parse::<f64>().ok());
    match average {
        Some(load) if load.is_finite() && load >= 0.0 => {
            Fact::known(LoadHint { load_average_1_min: load }, path)
        }
        _ => Fact::unknown(format!("{path} has no load average")),
    }
}
