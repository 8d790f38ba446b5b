//! Reading Windows: what calls and the registry told, and what follows from it.
//!
//! The asking is in `windows/live.rs`; it fills [`WindowsFacts`], so that everything else runs, and is
//! tested, anywhere.

#[cfg(windows)]
mod live;

use super::claim::{Claim, ClaimSource};
use super::cluster::{self, Cluster, Place};
use super::cores::{Core, CoreClass, CoreId, CoreKind};
use super::evidence::{Absent, Evidence, Platform};
use super::fact::Fact;
use super::machine::{Machine, System};
use super::midr::Midr;
use super::x86;
use serde::{Deserialize, Serialize};

/// What Windows tells, raw.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WindowsFacts {
    /// Registry `CurrentVersion`: `DisplayVersion` and `CurrentBuildNumber`, e.g. "24H2 (26100)".
    pub version: Option<String>,
    /// Registry `HARDWARE\DESCRIPTION\System\BIOS`, `SystemProductName`.
    pub product: Option<String>,
    /// `GetSystemPowerStatus`: whether the battery saver is on.
    pub battery_saver: Option<bool>,
    /// The logical processors, numbered through all processor groups.
    pub processors: Vec<WindowsProcessor>,
}

/// One logical processor.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WindowsProcessor {
    /// Its number, counted through the groups.
    pub cpu: u32,
    /// The physical core it belongs to (`GetLogicalProcessorInformationEx`, its place in the answer).
    pub core: Option<u32>,
    /// `EfficiencyClass` of that core: larger is faster and less thrifty.
    pub efficiency_class: Option<u8>,
    /// Registry `CentralProcessor\N`, `ProcessorNameString`.
    pub name: Option<String>,
    /// Registry `~MHz`.
    pub registry_mhz: Option<u32>,
    /// Registry `CP 4000` on Arm: the main identification register.
    pub midr: Option<u64>,
    /// `CallNtPowerInformation(ProcessorInformation)`, `MaxMhz`.
    pub power_max_mhz: Option<u32>,
    /// The same, `CurrentMhz`.
    pub power_current_mhz: Option<u32>,
}

/// Asks the running system.
pub(super) fn read_facts() -> Result<WindowsFacts, Absent> {
    #[cfg(windows)]
    return Ok(live::read());
    #[cfg(not(windows))]
    return Err(Absent::Unsupported("the Windows registry".into()));
}

/// Reads everything.
pub(super) fn read(evidence: &dyn Evidence) -> Machine {
    let facts = match evidence.windows() {
        Ok(facts) => facts,
        Err(absent) => {
            log::warn!("Windows tells nothing: {absent}");
            WindowsFacts::default()
        }
    };
    let identity = x86::identify(evidence);
    let mut cores: Vec<Core> = facts
        .processors
        .iter()
        .take(super::cpulist::CPU_LIMIT as usize)
        .map(|processor| core(evidence, processor, identity.as_ref(), &facts))
        .collect();
    let clusters: Vec<Cluster> = cluster::group(&mut cores, &vec![Place::default(); facts.processors.len()]);
    let chip = facts.processors.iter().find_map(|processor| processor.name.clone());
    let registry = "registry, CentralProcessor";
    Machine {
        system: System {
            platform: Platform::Windows,
            name: "Windows".into(),
            version: fact(facts.version, "registry, CurrentVersion"),
        },
        device: fact(facts.product, "registry, BIOS"),
        chip: fact(chip, registry),
        cores,
        clusters,
        cpu_numbers_are_kernels: true,
        thermal: Fact::unknown("Windows shows temperatures to administrators only"),
        low_power: fact(facts.battery_saver, "GetSystemPowerStatus"),
        ..Machine::unread(evidence)
    }
}

fn fact<T>(value: Option<T>, source: &str) -> Fact<T> {
    match value {
        Some(value) => Fact::known(value, source),
        None => Fact::unknown(format!("{source}: no such value")),
    }
}

fn core(
    evidence: &dyn Evidence,
    processor: &WindowsProcessor,
    identity: Option<&CoreId>,
    facts: &WindowsFacts,
) -> Core {
    let mhz = [
        (processor.power_max_mhz, ClaimSource::WindowsPowerMax),
        (processor.registry_mhz, ClaimSource::WindowsRegistry),
        (processor.power_current_mhz, ClaimSource::WindowsPowerCurrent),
    ];
    let stated = mhz.iter().filter_map(|(mhz, source)| Claim::from_mhz((*mhz)?.into(), *source));
    let mut claims: Vec<Claim> = stated.chain(x86::claims(evidence)).collect();
    claims.sort_by_key(|claim| claim.source);
    let shares_core = |other: &&WindowsProcessor| {
        processor.core.is_some() && other.core == processor.core && other.cpu != processor.cpu
    };
    Core {
        cpu: processor.cpu,
        online: true,
        kind: kind(processor, identity, facts),
        cluster: 0,
        smt_siblings: facts.processors.iter().filter(shares_core).map(|other| other.cpu).collect(),
        capacity: Fact::unknown("Windows states no capacities"),
        claims,
    }
}

fn kind(processor: &WindowsProcessor, identity: Option<&CoreId>, facts: &WindowsFacts) -> CoreKind {
    let midr = processor.midr.map(Midr::from_register);
    let id = match (identity, midr) {
        (Some(identity), _) => Fact::known(identity.clone(), "cpuid"),
        (None, Some(midr)) => Fact::known(CoreId::Arm(midr), "registry, CP 4000"),
        (None, None) => Fact::unknown("neither cpuid nor the registry identifies the core"),
    };
    let name = match midr.and_then(Midr::name) {
        Some(name) => Fact::known(name.to_owned(), "registry, CP 4000"),
        None => fact(processor.name.clone(), "registry, ProcessorNameString"),
    };
    let classes = facts.processors.iter().filter_map(|other| other.efficiency_class);
    let several = classes.clone().max() != classes.min();
    let class = match processor.efficiency_class.filter(|_| several) {
        Some(class) => {
            Fact::known(CoreClass::WindowsEfficiencyClass(class), "GetLogicalProcessorInformationEx")
        }
        None => Fact::unknown("Windows tells no kinds of core apart"),
    };
    CoreKind { name, id, class }
}
