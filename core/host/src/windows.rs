//! Reading Windows: evaluates the results of calls and the registry.
//!
//! The calls are in `live/windows.rs`; it fills [`WindowsFacts`], so that everything else runs, and
//! is tested, anywhere.

use std::collections::HashSet;

use super::evidence::{Evidence, Platform, WindowsFacts, WindowsProcessor};
use super::machine::cluster::{self, Topology};
use super::machine::cpulist::CPU_LIMIT;
use super::machine::{
    Claim, ClaimSource, Cluster, Core, CoreClass, CoreId, CoreIdentity, Fact, Machine, Midr, System,
};
use super::x86;

/// Reads everything.
pub(super) fn read(evidence: &dyn Evidence) -> Machine {
    let mut facts = match evidence.windows() {
        Ok(facts) => facts,
        Err(absent) => {
            log::warn!("Windows reports nothing: {absent}");
            WindowsFacts::default()
        }
    };
    // A number identifies one processor, also in an edited record.
    let mut seen = HashSet::new();
    facts.processors.retain(|processor| seen.insert(processor.cpu));
    facts.processors.truncate(CPU_LIMIT as usize);
    let identity = x86::identify(evidence);
    let mut cores: Vec<Core> = facts
        .processors
        .iter()
        .map(|processor| core(evidence, processor, identity.as_ref(), &facts))
        .collect();
    let clusters: Vec<Cluster> =
        cluster::group(&mut cores, &vec![Topology::default(); facts.processors.len()]);
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
        has_os_cpu_ids: true,
        thermal: Fact::unknown("Windows reports temperatures to administrators only"),
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
    let mut claims: Vec<Claim> = stated.chain(x86::claims(evidence, processor.cpu)).collect();
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
        capacity: Fact::unknown("Windows reports no capacities"),
        claims,
    }
}

fn kind(processor: &WindowsProcessor, identity: Option<&CoreId>, facts: &WindowsFacts) -> CoreIdentity {
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
        None => Fact::unknown("Windows reports no core types"),
    };
    CoreIdentity { name, id, class }
}
