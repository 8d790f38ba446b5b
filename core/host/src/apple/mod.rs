//! Facts common to macOS and iOS: sysctls, performance levels, names.
//!
//! Neither reports a core's clock or number, and neither lets a thread choose its core. They do
//! report the levels: how many cores of which rank (`hw.nperflevels`, `hw.perflevelN.*`; level 0 is
//! the fastest). If the system claims no clock for a core, published values for the chip are used.

mod ids;
pub(super) mod ios;
pub(super) mod macos;
mod published;

use super::evidence::{Evidence, Platform, ReadError, SysctlValue};
use super::machine::cluster::{self, Topology};
use super::machine::cpulist::CPU_LIMIT;
use super::machine::{Claim, Cluster, Core, CoreClass, CoreId, CoreIdentity, Fact, Machine, System};

/// More levels than any chip has: at most three so far.
const LEVEL_LIMIT: u64 = 8;

/// Reads everything; `identifier_sysctl` holds the device's identifier, which differs between the
/// two systems.
fn read(
    evidence: &dyn Evidence,
    platform: Platform,
    identifier_sysctl: &str,
    add_claims: impl Fn(&mut Core),
) -> Machine {
    let identifier = text(evidence, identifier_sysctl);
    let chip = chip(evidence, &identifier);
    let (mut cores, places) = cores(evidence);
    for core in &mut cores {
        add_claims(core);
        if core.claims.is_empty() {
            core.claims.extend(published(&chip, &identifier, core));
        }
    }
    let clusters: Vec<Cluster> = cluster::group(&mut cores, &places);
    let only_framework = "known to the system's framework only";
    Machine {
        system: System {
            platform,
            name: if platform == Platform::Macos { "macOS" } else { "iOS" }.into(),
            version: text(evidence, "kern.osproductversion"),
        },
        device: device(&identifier),
        chip,
        cores,
        clusters,
        thermal: Fact::unknown(format!("{only_framework} (ProcessInfo.thermalState)")),
        low_power: Fact::unknown(format!("{only_framework} (ProcessInfo.isLowPowerModeEnabled)")),
        ..Machine::unread(evidence)
    }
}

/// A sysctl that is text.
fn text(evidence: &dyn Evidence, name: &str) -> Fact<String> {
    match evidence.sysctl(name) {
        Ok(SysctlValue::Text(value)) if !value.trim().is_empty() => {
            Fact::known(value.trim().to_owned(), name)
        }
        Ok(_) => Fact::unknown(format!("sysctl {name} is not text")),
        Err(absent) => Fact::unknown(absent),
    }
}

/// A sysctl that is a number.
fn integer(evidence: &dyn Evidence, name: &str) -> Result<u64, ReadError> {
    match evidence.sysctl(name)? {
        SysctlValue::Integer(value) => Ok(value),
        SysctlValue::Text(value) => Err(ReadError::Malformed(format!("sysctl {name}"), value)),
    }
}

fn device(identifier: &Fact<String>) -> Fact<String> {
    let Fact::Known { value: id, source } = identifier else {
        return identifier.clone();
    };
    match ids::find(id) {
        Some(known) if !known.name.is_empty() => {
            Fact::known(known.name.to_owned(), format!("{source} ({id})"))
        }
        // The identifier itself is a name, though not a product name.
        _ => identifier.clone(),
    }
}

/// XNU's name for every chip without a name of its own: less specific than the table.
const NO_NAME: &str = "Apple processor";

fn chip(evidence: &dyn Evidence, identifier: &Fact<String>) -> Fact<String> {
    let from_table = || match identifier {
        Fact::Known { value, source } => match ids::find(value) {
            Some(known) => Fact::known(format!("Apple {}", known.chip), format!("{source} ({value})")),
            None => Fact::unknown(format!("no table lists the chip of {value}")),
        },
        Fact::Unknown { reason } => Fact::unknown(reason),
    };
    match text(evidence, "machdep.cpu.brand_string") {
        Fact::Known { value, .. } if value == NO_NAME => from_table(),
        brand => brand.or_else(from_table),
    }
}

/// The published clock of a core for which the system claims none.
fn published(chip: &Fact<String>, identifier: &Fact<String>, core: &Core) -> Option<Claim> {
    published::find(chip.value()?, identifier.value()?, core.kind.class.value()?)
}

/// The cores by level, fastest first, numbered through.
fn cores(evidence: &dyn Evidence) -> (Vec<Core>, Vec<Topology>) {
    let family = integer(evidence, "hw.cpufamily").ok().and_then(|family| u32::try_from(family).ok());
    let mut cores = Vec::new();
    let mut places = Vec::new();
    for level in levels(evidence) {
        let place = Topology { package: None, cluster: Some(level.index), siblings_from: None };
        for _ in 0..level.count {
            let cpu = cores.len() as u32;
            if cpu >= CPU_LIMIT {
                break;
            }
            cores.push(Core {
                cpu,
                online: true,
                kind: kind(family, &level),
                cluster: 0,
                smt_siblings: Vec::new(),
                capacity: Fact::unknown("the system reports no capacities"),
                claims: Vec::new(),
            });
            places.push(place);
        }
    }
    (cores, places)
}

/// One performance level.
struct PerfLevel {
    index: u32,
    count: u64,
    class: Fact<CoreClass>,
}

fn levels(evidence: &dyn Evidence) -> Vec<PerfLevel> {
    let number = integer(evidence, "hw.nperflevels").unwrap_or(0).min(LEVEL_LIMIT);
    let told = (0..number).filter_map(|index| {
        let count = integer(evidence, &format!("hw.perflevel{index}.logicalcpu")).ok()?;
        let class = text(evidence, &format!("hw.perflevel{index}.name")).map(|name| match name.as_str() {
            "Performance" => CoreClass::Performance,
            "Efficiency" => CoreClass::Efficiency,
            _ => CoreClass::Named(name),
        });
        Some(PerfLevel { index: index as u32, count, class })
    });
    let told: Vec<PerfLevel> = told.collect();
    if !told.is_empty() {
        return told;
    }
    // Intel Macs and systems before macOS 12 and iOS 15 have no levels, or do not report them.
    let count = integer(evidence, "hw.logicalcpu").or_else(|_| integer(evidence, "hw.ncpu")).unwrap_or(0);
    vec![PerfLevel { index: 0, count, class: Fact::unknown("the system reports no performance levels") }]
}

fn kind(family: Option<u32>, level: &PerfLevel) -> CoreIdentity {
    let id = match family {
        Some(family) => Fact::known(CoreId::AppleFamily(family), "hw.cpufamily"),
        None => Fact::unknown("sysctl hw.cpufamily does not exist"),
    };
    let design = family.and_then(designs);
    let name = match (design, level.class.value()) {
        (Some((fast, _)), Some(CoreClass::Performance)) => Fact::known(fast.to_owned(), "hw.cpufamily"),
        (Some((_, Some(thrifty))), Some(CoreClass::Efficiency)) => {
            Fact::known(thrifty.to_owned(), "hw.cpufamily")
        }
        _ => Fact::unknown("Apple has not named this core's design, or the performance level is unknown"),
    };
    CoreIdentity { name, id, class: level.class.clone() }
}

/// The designs behind a family: fast core, thrifty core.
///
/// Values from XNU's `osfmk/mach/machine.h` (`CPUFAMILY_ARM_*`). From the A17 on Apple names a
/// family after an island and no longer after its two designs, so later families are left out:
/// their names would be invented.
fn designs(family: u32) -> Option<(&'static str, Option<&'static str>)> {
    let designs = match family {
        0x37a0_9642 => ("Cyclone", None),
        0x2c91_a47e => ("Typhoon", None),
        0x92fb_37c8 => ("Twister", None),
        // The A10 switches between Hurricane and Zephyr clusters and reports one kind at a time.
        0x67ce_ee93 => ("Hurricane", None),
        0xe81e_7ef6 => ("Monsoon", Some("Mistral")),
        0x07d3_4b9f => ("Vortex", Some("Tempest")),
        0x4625_04d2 => ("Lightning", Some("Thunder")),
        0x1b58_8bb3 => ("Firestorm", Some("Icestorm")),
        0xda33_d83d => ("Avalanche", Some("Blizzard")),
        0x8765_edea => ("Everest", Some("Sawtooth")),
        _ => return None,
    };
    Some(designs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RecordedSystem;

    fn text(name: &str, value: &str) -> (String, SysctlValue) {
        (name.to_owned(), SysctlValue::Text(value.to_owned()))
    }

    fn chip_of(identifier: &str, brand: &str) -> Option<String> {
        let sysctl = [text("hw.machine", identifier), text("machdep.cpu.brand_string", brand)].into();
        let recording = RecordedSystem { sysctl, ..RecordedSystem::default() };
        ios::read(&recording).chip.value().cloned()
    }

    #[test]
    fn a_name_that_says_nothing_does_not_win_over_the_table() {
        assert_eq!(chip_of("iPhone14,5", "Apple processor").as_deref(), Some("Apple A15 Bionic"));
        assert_eq!(chip_of("iPhone14,5", "Apple A15").as_deref(), Some("Apple A15"), "the system knows it");
        assert_eq!(chip_of("iPhone99,1", "Apple processor"), None, "nobody knows it");
    }

    #[test]
    fn where_the_system_claims_no_clock_the_published_one_stands() {
        let number = |name: &str, value: u64| (name.to_owned(), SysctlValue::Integer(value));
        let sysctl = [
            text("hw.machine", "iPhone16,1"),
            number("hw.nperflevels", 2),
            text("hw.perflevel0.name", "Performance"),
            number("hw.perflevel0.logicalcpu", 2),
            text("hw.perflevel1.name", "Efficiency"),
            number("hw.perflevel1.logicalcpu", 4),
        ];
        let recording = RecordedSystem { sysctl: sysctl.into(), ..RecordedSystem::default() };
        let machine = ios::read(&recording);
        let claims: Vec<Option<u64>> = machine.cores.iter().map(|core| core.claim().map(|c| c.hz)).collect();
        let (fast, thrifty) = (Some(3_780_000_000), Some(2_110_000_000));
        assert_eq!(claims, [fast, fast, thrifty, thrifty, thrifty, thrifty]);
        assert!(machine.clusters[0].claim.is_some_and(|claim| claim.source.is_published()));
    }
}
