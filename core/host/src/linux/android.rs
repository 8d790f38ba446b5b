//! Reading Android: Linux, and the system properties.
//!
//! Names of properties as in AOSP (`ro.soc.*` since API 31, the others older and vendors').

use super::{chips, cpuinfo};
use crate::evidence::{Evidence, Platform};
use crate::machine::{Fact, Machine, System};

/// Reads everything.
pub(crate) fn read(evidence: &dyn Evidence) -> Machine {
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

/// Properties with the name under which a device is sold: Xiaomi; Oppo, OnePlus and Realme; Vivo;
/// Huawei and Honor.
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

/// The name under which the chip is sold, or else the system's name for it.
fn chip(evidence: &dyn Evidence) -> Fact<String> {
    match told_chip(evidence) {
        Fact::Known { value, source } => match chips::name(&value) {
            Some(name) => Fact::known(name.to_owned(), format!("{source} ({value})")),
            None => Fact::Known { value, source },
        },
        unknown @ Fact::Unknown { .. } => unknown,
    }
}

/// The chip: `ro.soc.model` with its maker, then older properties, then Linux's sources.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::RecordedSystem;

    fn phone(properties: &[(&str, &str)]) -> Machine {
        let properties = properties.iter().map(|&(name, value)| (name.into(), value.into())).collect();
        read(&RecordedSystem { properties, ..RecordedSystem::default() })
    }

    #[test]
    fn a_device_has_the_name_under_which_it_is_sold_where_its_vendor_gives_one() {
        for name in MARKET_NAMES {
            let sold = phone(&[("ro.product.model", "M2102K1C"), (name, "Mi 11 Ultra")]);
            assert_eq!(sold.device, Fact::known("Mi 11 Ultra".into(), name));
        }
        let other = phone(&[("ro.product.model", "Pixel 8"), (MARKET_NAMES[0], " ")]);
        assert_eq!(other.device, Fact::known("Pixel 8".into(), "ro.product.model"));
    }

    #[test]
    fn a_chip_has_the_name_under_which_it_is_sold_with_the_model_as_its_source() {
        let known = phone(&[("ro.soc.manufacturer", "QTI"), ("ro.soc.model", "SM8550")]);
        assert_eq!(known.chip, Fact::known("Snapdragon 8 Gen 2".into(), "ro.soc.model (QTI SM8550)"));
        let newer = phone(&[("ro.soc.manufacturer", "QTI"), ("ro.soc.model", "SM9999")]);
        assert_eq!(newer.chip, Fact::known("QTI SM9999".into(), "ro.soc.model"));
    }
}
