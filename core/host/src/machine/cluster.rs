//! Groups of equal cores.

use super::cores::{Core, CoreId};
use super::fact::Fact;
use serde::{Deserialize, Serialize};

/// Cores of one kind in one place: same design, same highest clock, same capacity, same place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct Cluster {
    /// Its index in the machine's list; clusters are in the order of their lowest processor.
    pub index: usize,
    /// The cores' name, or the known facts in its place.
    pub name: String,
    /// Its processors.
    pub cpus: Vec<u32>,
    /// The cores' relative computing power.
    pub capacity: Fact<u32>,
    /// The highest clock that the system states for the cores.
    pub claim: Option<super::Claim>,
}

/// One kind of core, as users count them: all clusters that differ in place only.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CoreType {
    /// The cores' name; if two kinds have one name, with their processors: `Cortex-A53 (cpus 0-3)`.
    pub name: String,
    /// All processors of the kind.
    pub cpus: Vec<u32>,
    /// Its clusters, by index.
    pub clusters: Vec<usize>,
}

/// Location of a core, as the system reports it, by which clusters of one kind are distinguished.
/// Cores without a reported location are together.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Topology {
    /// The socket, or on older Arm kernels the cluster.
    pub package: Option<u32>,
    /// The cluster inside it.
    pub cluster: Option<u32>,
    /// If neither is known: the lowest processor among its siblings.
    pub siblings_from: Option<u32>,
}

/// Puts the cores into clusters, filling in [`Core::cluster`]. `topologies` is parallel to `cores`.
pub(crate) fn group(cores: &mut [Core], topologies: &[Topology]) -> Vec<Cluster> {
    let mut clusters: Vec<Cluster> = Vec::new();
    let mut keys: Vec<(usize, Topology)> = Vec::new();
    for index in 0..cores.len() {
        let topology = topologies.get(index).copied().unwrap_or_default();
        let same = |&(first, at): &(usize, Topology)| at == topology && alike(&cores[first], &cores[index]);
        let cluster = keys.iter().position(same).unwrap_or_else(|| {
            keys.push((index, topology));
            clusters.push(describe(clusters.len(), &cores[index]));
            clusters.len() - 1
        });
        cores[index].cluster = cluster;
        clusters[cluster].cpus.push(cores[index].cpu);
    }
    clusters
}

/// The kinds of core, each once.
pub(crate) fn kinds(cores: &[Core], clusters: &[Cluster]) -> Vec<CoreType> {
    let first_core = |cluster: &Cluster| cores.iter().find(|core| core.cluster == cluster.index);
    let mut kinds: Vec<(&Core, CoreType)> = Vec::new();
    for cluster in clusters {
        let Some(core) = first_core(cluster) else {
            continue;
        };
        // Nothing shows that two clusters are alike if both are unknown.
        let known = core.kind.id.is_known() || core.kind.name.is_known();
        match kinds.iter_mut().find(|(first, _)| known && alike(first, core)) {
            Some((_, kind)) => {
                kind.cpus.extend(&cluster.cpus);
                kind.clusters.push(cluster.index);
            }
            None => {
                let kind = CoreType {
                    name: cluster.name.clone(),
                    cpus: cluster.cpus.clone(),
                    clusters: vec![cluster.index],
                };
                kinds.push((core, kind));
            }
        }
    }
    let mut kinds: Vec<CoreType> = kinds.into_iter().map(|(_, kind)| kind).collect();
    disambiguate_names(&mut kinds);
    kinds
}

fn disambiguate_names(kinds: &mut [CoreType]) {
    let names: Vec<String> = kinds.iter().map(|kind| kind.name.clone()).collect();
    for kind in kinds {
        if names.iter().filter(|name| **name == kind.name).count() > 1 {
            kind.name = format!("{} (cpus {})", kind.name, super::cpulist::format(&kind.cpus));
        }
    }
}

/// Maximum relative difference between the highest clocks of two x86 cores of one kind.
///
/// Boost differs from core to core of one design (preferred cores: up to about 10 %, AMD states up
/// to 16 values on one chip); cores of different designs that cpuid does not distinguish differ
/// more (Zen 5 and 5c: over 30 %).
const X86_ONE_KIND: f64 = 0.15;

/// Returns `true` if two cores are of one kind, wherever they are located.
fn alike(one: &Core, other: &Core) -> bool {
    let same_kind = one.kind.class.value() == other.kind.class.value() && same_design(one, other);
    let (clock, other_clock) = (highest_hz(one), highest_hz(other));
    if is_x86(one) || is_x86(other) {
        let near = match (clock, other_clock) {
            (Some(a), Some(b)) => (a.abs_diff(b) as f64) <= X86_ONE_KIND * a.max(b) as f64,
            _ => true,
        };
        // Capacity is not compared: on x86 it follows the preferred cores, not the design.
        return same_kind && near;
    }
    // If designs and clocks are known, a different capacity does not indicate another kind: in
    // ACPI's tables it follows the favoured cores (GB10, Orion O6).
    let is_known = one.kind.id.value().is_some() && clock.is_some();
    same_kind && clock == other_clock && (is_known || one.capacity.value() == other.capacity.value())
}

fn same_design(one: &Core, other: &Core) -> bool {
    match (one.kind.id.value(), other.kind.id.value()) {
        (Some(CoreId::Arm(a)), Some(CoreId::Arm(b))) => {
            // Two revisions of one design are one kind; the name differs if the variant defines the
            // design.
            (a.implementer, a.part) == (b.implementer, b.part) && a.name() == b.name()
        }
        (a, b) => a == b && one.kind.name.value() == other.kind.name.value(),
    }
}

fn is_x86(core: &Core) -> bool {
    matches!(core.kind.id.value(), Some(CoreId::X86 { .. }))
}

/// The highest clock by the driver or the system. Momentary limits and counters' rates do not
/// distinguish kinds.
fn highest_hz(core: &Core) -> Option<u64> {
    use super::ClaimSource::{CpuinfoMaxFreq, DeviceTree, SysctlMax, WindowsPowerMax};
    let lasting = [CpuinfoMaxFreq, SysctlMax, DeviceTree, WindowsPowerMax];
    core.claim().filter(|claim| lasting.contains(&claim.source)).map(|claim| claim.hz)
}

fn describe(index: usize, core: &Core) -> Cluster {
    let class = core.kind.class.value().map(super::CoreClass::label);
    let name = match (core.kind.name.value(), class) {
        (Some(name), Some(class)) => format!("{name} ({class})"),
        (Some(name), None) => name.clone(),
        (None, Some(class)) => format!("{class} core"),
        (None, None) => match core.kind.id.value() {
            Some(CoreId::Arm(midr)) => {
                format!("implementer {:#04x} part {:#05x}", midr.implementer, midr.part)
            }
            Some(CoreId::X86 { vendor, family, model, .. }) => {
                format!("{vendor} family {family} model {model}")
            }
            _ => "unknown core".into(),
        },
    };
    Cluster { index, name, cpus: Vec::new(), capacity: core.capacity.clone(), claim: core.claim() }
}
