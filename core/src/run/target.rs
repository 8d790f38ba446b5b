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
    /// Busy threads that keep the faster cores occupied meanwhile. With any, windows on the cores that the
    /// first target ran on do not count.
    pub load_threads: usize,
    /// The kind of core that this is meant to be, or what is known instead.
    pub kind: String,
    /// All cores of that kind.
    pub cpus: Vec<u32>,
}

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
        kind.map_or_else(|| ("unknown core".to_owned(), vec![cpu]), |kind| (kind.name, kind.cpus));
    Target { cpu: Some(cpu), urgency: Urgency::UserInteractive, load_threads: 0, kind, cpus }
}

fn wherever(machine: &Machine) -> Target {
    let mut kinds = machine.kinds();
    let only = if kinds.len() == 1 { kinds.pop() } else { None };
    let (kind, cpus) =
        only.map_or_else(|| ("unpinned".to_owned(), Vec::new()), |kind| (kind.name, kind.cpus));
    Target { cpu: None, urgency: Urgency::UserInteractive, load_threads: 0, kind, cpus }
}

/// Apple: no thread can be pinned. Urgent ones go to the fastest cores. The slowest are reached by more urgent
/// threads than there are faster cores, where the system tells on which cluster a thread ran; else by one of
/// background priority, which runs there below their highest clock, and is labelled so.
fn by_urgency(machine: &Machine) -> Vec<Target> {
    let kinds = machine.kinds();
    let of = |kind: Option<&host::CoreType>| {
        kind.map_or_else(
            || ("unknown core".to_owned(), Vec::new()),
            |kind| (kind.name.clone(), kind.cpus.clone()),
        )
    };
    let (kind, cpus) = of(kinds.first());
    let fast = Target { cpu: None, urgency: Urgency::UserInteractive, load_threads: 0, kind, cpus };
    if kinds.len() < 2 {
        return vec![fast];
    }
    let (kind, cpus) = of(kinds.last());
    let slow = if host::current_cluster().is_some() {
        // All cores but this thread's own: then this one is on a slow core part of the time, and the
        // windows tell when.
        let load_threads = machine.cores.len().saturating_sub(1);
        Target { cpu: None, urgency: Urgency::UserInteractive, load_threads, kind, cpus }
    } else {
        Target { cpu: None, urgency: Urgency::UserInteractive, load_threads: 0, kind, cpus }
            .at_background_priority()
    };
    vec![fast, slow]
}

impl Target {
    /// What a thread on `cpu` measures, however it came there.
    pub(super) fn on(machine: &Machine, cpu: Option<u32>) -> Target {
        cpu.map_or_else(|| wherever(machine), |cpu| pinned(machine, cpu))
    }

    /// The same cores by a thread of background priority, and labelled so.
    pub(super) fn at_background_priority(self) -> Target {
        let kind = format!("{} (at background priority)", self.kind);
        Target { urgency: Urgency::Background, load_threads: 0, kind, ..self }
    }
}
