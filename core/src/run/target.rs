//! The cores to measure.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::estimate::verdict::Reason;
use crate::host::{Claim, Core, CoreClass, CoreType, Machine, ThreadPriority};

use super::options::{OneOf, WantedKind};

/// Cores to measure.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum), uniffi(name = "CoreSelection"))]
#[serde(rename_all = "snake_case")]
pub enum Selection {
    /// One core of each kind; the last of those that this process may use, since the first takes
    /// most of the system's interrupts. A kind of which it may use none is refused as
    /// `CoreTypeUnreachable` or `Offline`.
    #[default]
    EachCoreType,
    /// Every core that this process may use, and kinds of which it may use none as in
    /// `EachCoreType`. If a thread cannot request a core (Apple's systems), each is refused as
    /// `AffinityRefused`.
    All,
    /// The thread's current core, without pinning.
    Current,
    /// These cores, in this order; refused like all of them if the platform cannot pin threads.
    Cpus(Vec<u32>),
}

/// A core or core type to measure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct Target {
    /// The core to pin to; absent if none is requested or the system cannot pin.
    pub cpu: Option<u32>,
    /// How urgent the thread is to be: on Apple systems this decides the kind of core.
    pub urgency: ThreadPriority,
    /// Number of load threads that keep the faster cores busy during the measurement.
    pub load_threads: usize,
    /// The intended kind of core, or the known facts in its place. If a thread cannot request a
    /// core, the reading states the actual kind.
    pub kind: String,
    /// All cores of that kind.
    pub cpus: Vec<u32>,
    /// Reason for a refusal without an attempt; absent if the core is measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub out_of_reach: Option<Reason>,
}

/// A kind of core of which nothing is known, or nothing proven.
pub(super) const UNKNOWN_KIND: &str = "unknown core";

impl Selection {
    /// The targets on `machine`, of which this process may use `allowed`; if that is empty, it is
    /// unknown.
    pub fn targets(&self, machine: &Machine, allowed: &[u32]) -> Vec<Target> {
        let mask = Mask(allowed.iter().copied().collect());
        match self {
            Selection::EachCoreType if !machine.has_os_cpu_ids => by_urgency(machine),
            Selection::EachCoreType => {
                let mut each: Vec<Target> =
                    machine.core_types().into_iter().map(|kind| mask.of_kind(machine, kind)).collect();
                if each.iter().all(|target| target.out_of_reach.is_some()) {
                    each.push(wherever(machine));
                }
                each
            }
            Selection::All => {
                let cpus = machine.cores.iter().map(|core| core.cpu).filter(|&cpu| mask.holds(cpu));
                let missed = machine
                    .core_types()
                    .into_iter()
                    .filter(|kind| !kind.cpus.iter().any(|&cpu| mask.holds(cpu)));
                let missed = missed.map(|kind| mask.of_kind(machine, kind));
                cpus.map(|cpu| pinned(machine, cpu)).chain(missed).collect()
            }
            Selection::Current => vec![wherever(machine)],
            Selection::Cpus(cpus) => cpus.iter().map(|&cpu| pinned(machine, cpu)).collect(),
        }
    }
}

impl Target {
    /// This core; without one, the fastest kind that can be measured. If there is none, the first
    /// of them has the reason.
    pub fn one(core: OneOf, machine: &Machine, allowed: &[u32]) -> Target {
        let selection = match core {
            OneOf::Cpu(cpu) => Selection::Cpus(vec![cpu]),
            OneOf::Fastest | OneOf::Kind(_) => Selection::EachCoreType,
        };
        let mut targets = selection.targets(machine, allowed);
        // Apple's are in this order already. A target of no kind, behind them, is whatever core the
        // thread is on.
        if machine.has_os_cpu_ids {
            targets.sort_by_key(|target| Reverse((!target.cpus.is_empty(), speed(machine, target))));
        }
        match core {
            OneOf::Kind(WantedKind::Performance) => {}
            OneOf::Kind(WantedKind::Efficiency) => {
                targets.truncate(machine.core_types().len().max(1));
                targets.reverse();
            }
            OneOf::Fastest | OneOf::Cpu(_) => targets.sort_by_key(|target| target.out_of_reach.is_some()),
        }
        targets.swap_remove(0)
    }
}

/// Rank of a target's kind by speed among the machine's kinds, from the system's description: its
/// class, its capacity, its highest clock. Missing properties rank equal.
fn speed(machine: &Machine, target: &Target) -> (u8, u32, u64) {
    let cores = || target.cpus.iter().filter_map(|&cpu| machine.core(cpu));
    let class = |core: &Core| match core.kind.class.value() {
        Some(CoreClass::Efficiency) => 0,
        Some(CoreClass::WindowsEfficiencyClass(class)) => *class,
        Some(CoreClass::Performance) => 2,
        _ => 1,
    };
    let capacity = |core: &Core| core.capacity.value().copied();
    (
        cores().map(class).max().unwrap_or_default(),
        cores().filter_map(capacity).max().unwrap_or_default(),
        cores().filter_map(Core::claim).map(|claim| claim.hz).max().unwrap_or_default(),
    )
}

/// The cores that this process may use; empty if the system does not report them.
struct Mask(BTreeSet<u32>);

impl Mask {
    fn holds(&self, cpu: u32) -> bool {
        self.0.is_empty() || self.0.contains(&cpu)
    }

    /// The measured core of a kind, or the reason why there is none.
    fn of_kind(&self, machine: &Machine, kind: CoreType) -> Target {
        let is_online = |cpu: u32| machine.core(cpu).is_none_or(|core| core.online);
        // Cpus in the mask are online: the kernel omits others.
        let usable = |&&cpu: &&u32| self.holds(cpu) && (!self.0.is_empty() || is_online(cpu));
        if let Some(&cpu) = kind.cpus.iter().rev().find(usable) {
            return pinned(machine, cpu);
        }
        let is_off = kind.cpus.iter().all(|&cpu| !is_online(cpu));
        unreached(kind, if is_off { Reason::Offline } else { Reason::CoreTypeUnreachable })
    }
}

fn pinned(machine: &Machine, cpu: u32) -> Target {
    let kind = machine.core_types().into_iter().find(|kind| kind.cpus.contains(&cpu));
    let (kind, cpus) =
        kind.map_or_else(|| (UNKNOWN_KIND.to_owned(), vec![cpu]), |kind| (kind.name, kind.cpus));
    Target { cpu: Some(cpu), kind, cpus, ..Target::ANYWHERE }
}

fn wherever(machine: &Machine) -> Target {
    let mut kinds = machine.core_types();
    let only = if kinds.len() == 1 { kinds.pop() } else { None };
    let (kind, cpus) =
        only.map_or_else(|| ("unpinned".to_owned(), Vec::new()), |kind| (kind.name, kind.cpus));
    Target { kind, cpus, ..Target::ANYWHERE }
}

/// A core type that is listed but not measured.
fn unreached(kind: CoreType, reason: Reason) -> Target {
    Target { out_of_reach: Some(reason), ..of_kind(Some(kind)) }
}

/// A kind, whichever of its cores.
fn of_kind(kind: Option<CoreType>) -> Target {
    let (kind, cpus) =
        kind.map_or_else(|| (UNKNOWN_KIND.to_owned(), Vec::new()), |kind| (kind.name, kind.cpus));
    Target { kind, cpus, ..Target::ANYWHERE }
}

/// Apple: no thread can be pinned. Urgent ones go to the fastest cores. The slowest are reached, at
/// their highest clock, by one more urgent thread than there are faster cores. Those in between
/// cannot be reached.
fn by_urgency(machine: &Machine) -> Vec<Target> {
    let mut kinds = machine.core_types();
    let faster_cores: usize = kinds.iter().rev().skip(1).map(|kind| kind.cpus.len()).sum();
    let slowest = if kinds.len() > 1 { kinds.pop() } else { None };
    let mut faster = kinds.into_iter();
    let mut targets = vec![of_kind(faster.next())];
    targets.extend(faster.map(|kind| unreached(kind, Reason::CoreTypeUnreachable)));
    targets.extend(slowest.map(|kind| Target { load_threads: faster_cores, ..of_kind(Some(kind)) }));
    targets
}

impl Target {
    /// An urgent thread, wherever it is.
    const ANYWHERE: Target = Target {
        cpu: None,
        urgency: ThreadPriority::UserInteractive,
        load_threads: 0,
        kind: String::new(),
        cpus: Vec::new(),
        out_of_reach: None,
    };

    /// The claimed clock of its core, or of one of its kind; `None` if the system states none.
    pub fn claim(&self, machine: &Machine) -> Option<Claim> {
        let core = self.cpu.and_then(|cpu| machine.core(cpu));
        core.or_else(|| machine.core(*self.cpus.first()?))?.claim()
    }

    /// The target of a thread on `cpu`, however it came there.
    pub(super) fn on(machine: &Machine, cpu: Option<u32>) -> Target {
        cpu.map_or_else(|| wherever(machine), |cpu| pinned(machine, cpu))
    }

    /// Returns `true` if it is the slowest kind of several, which no thread reaches by being
    /// urgent.
    pub(super) fn is_slowest_kind(&self) -> bool {
        self.load_threads > 0 || self.urgency == ThreadPriority::Background
    }

    /// Replaces load threads by background priority to reach the slowest kind.
    #[doc(hidden)]
    pub fn without_load_threads(self) -> Target {
        if self.load_threads > 0 { self.at_background_priority() } else { self }
    }

    /// Returns these cores measured by a thread of background priority, without load threads.
    pub(super) fn at_background_priority(self) -> Target {
        Target { urgency: ThreadPriority::Background, load_threads: 0, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::RecordedSystem;
    use crate::simulate::described::{apple, phone};

    #[test]
    fn the_slowest_kind_is_reached_beside_as_many_busy_threads_as_there_are_faster_cores() {
        let of = |levels: &[(&str, u64)]| {
            let targets = Selection::EachCoreType.targets(&apple(levels), &[]);
            let each =
                targets.into_iter().map(|target| (target.load_threads, target.cpus, target.out_of_reach));
            each.collect::<Vec<_>>()
        };
        let phone = of(&[("Performance", 2), ("Efficiency", 4)]);
        assert_eq!(phone, [(0, vec![0, 1], None), (2, vec![2, 3, 4, 5], None)]);
        let three = of(&[("Super", 2), ("Performance", 4), ("Efficiency", 2)]);
        let between = (0, vec![2, 3, 4, 5], Some(Reason::CoreTypeUnreachable));
        assert_eq!(three, [(0, vec![0, 1], None), between, (6, vec![6, 7], None)]);
        assert_eq!(of(&[("Performance", 4)]), [(0, vec![0, 1, 2, 3], None)]);
    }

    /// Each target's core, the cores of its kind, and why it is refused.
    fn found(
        selection: &Selection,
        machine: &Machine,
        allowed: &[u32],
    ) -> Vec<(Option<u32>, Vec<u32>, Option<Reason>)> {
        let targets = selection.targets(machine, allowed);
        targets.into_iter().map(|target| (target.cpu, target.cpus, target.out_of_reach)).collect()
    }

    #[test]
    fn the_last_usable_core_of_each_kind_is_measured() {
        let all: Vec<u32> = (0..8).collect();
        let of = |allowed: &[u32]| {
            let mut cpus: Vec<_> = found(&Selection::EachCoreType, &phone(8), allowed)
                .into_iter()
                .map(|(cpu, ..)| cpu)
                .collect();
            cpus.sort_unstable();
            cpus
        };
        assert_eq!(of(&all), [Some(3), Some(6), Some(7)]);
        assert_eq!(of(&[0, 1, 4, 7]), [Some(1), Some(4), Some(7)]);
        assert_eq!(of(&[]), [Some(3), Some(6), Some(7)], "the system does not tell");
    }

    #[test]
    fn one_core_is_of_the_fastest_kind_whatever_its_number() {
        let machine = |files: serde_json::Value| {
            let folder = "/sys/devices/system/cpu";
            let mut all =
                serde_json::json!({ format!("{folder}/present"): "0-3", format!("{folder}/online"): "0-3" });
            for (name, content) in files.as_object().expect("files") {
                all[format!("{folder}/{name}")] = content.clone();
            }
            let recording = serde_json::json!({
                "device": "", "origin": "", "platform": "android", "architecture": "aarch64", "files": all,
            });
            Machine::read(&serde_json::from_value::<RecordedSystem>(recording).expect("a recording"))
        };
        let of_each = |what: &str, little: &str, big: &str| {
            let files =
                (0..4).map(|cpu| (format!("cpu{cpu}/{what}"), if cpu < 3 { little } else { big }.into()));
            machine(serde_json::Value::Object(files.collect()))
        };
        for machine in [
            of_each("cpu_capacity", "300", "1024"),
            of_each("cpufreq/cpuinfo_max_freq", "1800000", "2800000"),
        ] {
            let one = |core: OneOf| Target::one(core, &machine, &[]).cpu;
            assert_eq!(one(OneOf::Fastest), Some(3));
            assert_eq!(one(OneOf::Kind(WantedKind::Performance)), Some(3));
            assert_eq!(one(OneOf::Kind(WantedKind::Efficiency)), Some(2));
            assert_eq!(Target::one(OneOf::Fastest, &machine, &[0, 1]).cpu, Some(1), "the fastest in reach");
        }
    }

    #[test]
    fn a_kind_out_of_reach_is_named() {
        let seven = (None, vec![7], Some(Reason::CoreTypeUnreachable));
        let little = [0, 1, 2, 3];
        for selection in [Selection::EachCoreType, Selection::All] {
            let found = found(&selection, &phone(8), &little);
            assert!(found.contains(&seven), "{selection:?}: {found:?}");
            let refused = found.iter().filter(|(cpu, ..)| cpu.is_none());
            assert!(
                refused.clone().count() == 2 && refused.clone().all(|(.., why)| why.is_some()),
                "{found:?}"
            );
            assert!(found.contains(&(Some(3), little.to_vec(), None)), "{found:?}");
        }
    }

    #[test]
    fn a_kind_that_is_switched_off_is_named() {
        let off = (None, vec![7], Some(Reason::Offline));
        let on: Vec<u32> = (0..7).collect();
        for selection in [Selection::EachCoreType, Selection::All] {
            let found = found(&selection, &phone(7), &on);
            assert!(found.contains(&off), "{selection:?}: {found:?}");
        }
        let untold = found(&Selection::EachCoreType, &phone(7), &[]);
        assert!(untold.contains(&off) && untold.contains(&(Some(6), vec![4, 5, 6], None)), "{untold:?}");
    }

    #[test]
    fn where_no_kind_is_in_reach_the_core_that_the_thread_is_on_is_measured() {
        let found = found(&Selection::EachCoreType, &phone(8), &[9]);
        assert_eq!(found.len(), 4, "{found:?}");
        assert_eq!(found.last(), Some(&(None, vec![], None)));
    }
}
