//! Which cores are measured.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::host::{self, Machine, Urgency};

/// Which cores a measurement is asked for.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum), uniffi(name = "CoreSelection"))]
#[serde(rename_all = "snake_case")]
pub enum Selection {
    /// One core of each kind that this process may use.
    #[default]
    EachKind,
    /// Every core that this process may use. Where a thread cannot ask for a core (Apple's systems), each is
    /// refused as `AffinityRefused`.
    All,
    /// The core that the thread happens to be on, without pinning it.
    Current,
    /// These cores, in this order; refused like all of them where none can be asked for.
    Cpus(Vec<u32>),
}

/// One thing to measure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct Target {
    /// The core to pin to; absent where none is asked for or the system cannot pin.
    pub cpu: Option<u32>,
    /// How urgent the thread is to be: on Apple systems this decides the kind of core.
    pub urgency: Urgency,
    /// Busy threads that keep the faster cores occupied meanwhile.
    pub load_threads: usize,
    /// The kind of core that this is meant to be, or what is known instead. Where a thread cannot ask for a core, the
    /// reading says what it was.
    pub kind: String,
    /// All cores of that kind.
    pub cpus: Vec<u32>,
}

/// A kind of core of which nothing is known, or nothing proven.
pub(super) const UNKNOWN_KIND: &str = "unknown core";

impl Selection {
    /// The targets on `machine`, of which this process may use `allowed`.
    pub fn targets(&self, machine: &Machine, allowed: &[u32]) -> Vec<Target> {
        let allowed: BTreeSet<u32> = allowed.iter().copied().collect();
        let usable = |cpu: &u32| allowed.is_empty() || allowed.contains(cpu);
        match self {
            Selection::EachKind if !machine.cpu_numbers_are_kernels => by_urgency(machine),
            Selection::EachKind => {
                let first = |kind: &host::CoreType| kind.cpus.iter().copied().find(usable);
                let mut each: Vec<Target> =
                    machine.kinds().iter().filter_map(first).map(|cpu| pinned(machine, cpu)).collect();
                if each.is_empty() {
                    each.push(wherever(machine));
                }
                each
            }
            Selection::All => machine
                .cores
                .iter()
                .map(|core| core.cpu)
                .filter(usable)
                .map(|cpu| pinned(machine, cpu))
                .collect(),
            Selection::Current => vec![wherever(machine)],
            Selection::Cpus(cpus) => cpus.iter().map(|&cpu| pinned(machine, cpu)).collect(),
        }
    }
}

fn pinned(machine: &Machine, cpu: u32) -> Target {
    let kind = machine.kinds().into_iter().find(|kind| kind.cpus.contains(&cpu));
    let (kind, cpus) =
        kind.map_or_else(|| (UNKNOWN_KIND.to_owned(), vec![cpu]), |kind| (kind.name, kind.cpus));
    Target { cpu: Some(cpu), urgency: Urgency::UserInteractive, load_threads: 0, kind, cpus }
}

fn wherever(machine: &Machine) -> Target {
    let mut kinds = machine.kinds();
    let only = if kinds.len() == 1 { kinds.pop() } else { None };
    let (kind, cpus) =
        only.map_or_else(|| ("unpinned".to_owned(), Vec::new()), |kind| (kind.name, kind.cpus));
    Target { cpu: None, urgency: Urgency::UserInteractive, load_threads: 0, kind, cpus }
}

/// Apple: no thread can be pinned. Urgent ones go to the fastest cores. The slowest are reached, at their highest clock, by
/// one more urgent thread than there are faster cores.
fn by_urgency(machine: &Machine) -> Vec<Target> {
    let kinds = machine.kinds();
    let target = |kind: Option<&host::CoreType>, load_threads| {
        let (kind, cpus) = kind.map_or_else(
            || (UNKNOWN_KIND.to_owned(), Vec::new()),
            |kind| (kind.name.clone(), kind.cpus.clone()),
        );
        Target { cpu: None, urgency: Urgency::UserInteractive, load_threads, kind, cpus }
    };
    let fast = target(kinds.first(), 0);
    match kinds.split_last() {
        Some((slowest, faster)) if !faster.is_empty() => {
            let faster_cores = faster.iter().map(|kind| kind.cpus.len()).sum();
            vec![fast, target(Some(slowest), faster_cores)]
        }
        _ => vec![fast],
    }
}

impl Target {
    /// What a thread on `cpu` measures, however it came there.
    pub(super) fn on(machine: &Machine, cpu: Option<u32>) -> Target {
        cpu.map_or_else(|| wherever(machine), |cpu| pinned(machine, cpu))
    }

    /// Whether it is the slowest kind of several, which no thread reaches by being urgent.
    pub(super) fn is_slowest_kind(&self) -> bool {
        self.load_threads > 0 || self.urgency == Urgency::Background
    }

    /// The same, but that the slowest kind is reached by background priority.
    pub(super) fn without_load_threads(self) -> Target {
        if self.load_threads > 0 { self.at_background_priority() } else { self }
    }

    /// The same cores by a thread of background priority, with nothing beside it.
    pub(super) fn at_background_priority(self) -> Target {
        Target { urgency: Urgency::Background, load_threads: 0, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::RecordedSystem;

    /// A machine of these numbers of cores, fastest first.
    fn apple(levels: &[(&str, u64)]) -> Machine {
        let mut sysctls = serde_json::json!({ "hw.nperflevels": levels.len() });
        for (index, (name, cores)) in levels.iter().enumerate() {
            sysctls[format!("hw.perflevel{index}.name")] = (*name).into();
            sysctls[format!("hw.perflevel{index}.logicalcpu")] = (*cores).into();
        }
        let recording = serde_json::json!({
            "device": "", "origin": "", "platform": "ios", "architecture": "aarch64", "files": {}, "sysctl": sysctls,
        });
        Machine::read(&serde_json::from_value::<RecordedSystem>(recording).expect("a recording"))
    }

    #[test]
    fn the_slowest_kind_is_reached_beside_as_many_busy_threads_as_there_are_faster_cores() {
        let of = |levels: &[(&str, u64)]| {
            let targets = Selection::EachKind.targets(&apple(levels), &[]);
            targets.into_iter().map(|target| (target.load_threads, target.cpus)).collect::<Vec<_>>()
        };
        let phone = of(&[("Performance", 2), ("Efficiency", 4)]);
        assert_eq!(phone, [(0, vec![0, 1]), (2, vec![2, 3, 4, 5])]);
        let three = of(&[("Super", 2), ("Performance", 4), ("Efficiency", 2)]);
        assert_eq!(three, [(0, vec![0, 1]), (6, vec![6, 7])]);
        assert_eq!(of(&[("Performance", 4)]), [(0, vec![0, 1, 2, 3])]);
    }
}
