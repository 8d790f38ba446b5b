//! Reading Android: Linux, and the system properties.
//!
//! Names of properties as in AOSP (`ro.soc.*` since API 31, the others older and vendors').

use super::{chips, cpuinfo};
use crate::host::evidence::{Evidence, Platform};
use crate::host::machine::{Fact, Machine, System};

/// Reads everything.
pub(in crate::host) fn read(evidence: &dyn Evidence) -> Machine {
    Machine {
        system: System {
            platform: Platform::Android,
            name: "Android".into(),
            version: property(evidence, "ro.build.version.release"),
        },
        device: device(evidence),
        chip: chip(evidence),
        low_power: Fact::unknown("known to the Android framework only (PowerManager.isPowerSaveMode)"),
        ..super::read(evidence)
    }
}

fn property(evidence: &dyn Evidence, name: &str) -> Fact<String> {
    match evidence.property(name) {
        Ok(value) if value.trim().is_empty() => Fact::unknown(format!("property {name} is empty")),
        Ok(value) => Fact::known(value.trim().to_owned(), name),
        Err(absent) => Fact::unknown(absent),
    }
}

/// Where vendors give the name under which a device is sold: Xiaomi; Oppo, OnePlus and Realme; Vivo; Huawei and Honor.
const MARKET_NAMES: [&str; 4] = [
    "ro.product.marketname",
    "ro.vendor.oplus.market.name",
    "ro.vivo.market.name",
    "ro.config.marketing_name",
];

fn device(evidence: &dyn Evidence) -> Fact<String> {
    let mut market = MARKET_NAMES.iter().map(|name| property(evidence, name));
    let known = market.find(|name| name.value().is_some());
    known.unwrap_or_else(|| property(evidence, "ro.product.model"))
}

/// The name under which the chip is sold, else what the system calls it.
fn chip(evidence: &dyn Evidence) -> Fact<String> {
    match told_chip(evidence) {
        Fact::Known { value, source } => match chips::name(&value) {
            Some(name) => Fact::known(name.to_owned(), format!("{source} ({value})")),
            None => Fact::Known { value, source },
        },
        unknown @ Fact::Unknown { .. } => unknown,
    }
}

/// The chip: `ro.soc.model` with its maker, then older properties, then what Linux tells.
fn told_chip(evidence: &dyn Evidence) -> Fact<String> {
    let maker = property(evidence, "ro.soc.manufacturer").value().cloned();
    let model = property(evidence, "ro.soc.model").map(|model| match maker {
        Some(maker) => format!("{maker} {model}"),
        None => model,
    });
    let info = evidence.head("/proc/cpuinfo").map(|text| cpuinfo::parse(&text)).unwrap_or_default();
    model
        .or_else(|| property(evidence, "ro.hardware.chipname"))
        .or_else(|| property(evidence, "ro.chipname"))
        .or_else(|| super::chip(evidence, &info))
        .or_else(|| property(evidence, "ro.board.platform"))
}
