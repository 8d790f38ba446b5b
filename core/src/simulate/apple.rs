//! A simulated Apple machine: two core types, on which the system places threads by their urgency.
//!
//! It makes an [`Environment`] like the real ones, so that whole sessions run on it. Apple's
//! scheduling, as far as it is known, is described in docs/sources.md; how often a thread is moved,
//! and where to, is random.

use std::collections::BTreeSet;
use std::sync::{Arc, Weak};

use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use crate::clock::{ClockId, SelectionNote, Timebase};
use crate::host::{Machine as HostMachine, PinError, Platform, RecordedSystem, SysctlValue, ThreadPriority};
use crate::load::{Load, LoadClass, NoLoad};
use crate::run::environment::{Busy, Environment, LoadedCores};
use crate::run::session::Cancellation;

use super::{CoreModel, Disturbances, Machine, Profile, Timer, exponential};

/// Cores on which threads of background priority run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BackgroundWork {
    /// On all efficiency cores.
    OnEfficiencyCores,
    /// On this many efficiency cores, while others are parked.
    OnSome(u32),
    /// On performance cores, too.
    Everywhere,
}

/// An Apple machine. [`AppleMachine::phone`] and the like model existing machines.
#[derive(Debug, Clone, PartialEq)]
pub struct AppleMachine {
    /// Number of performance cores.
    pub performance_cores: u32,
    /// Their clock in hertz by the number of busy ones, from one on; with more, the last.
    pub performance_hz: Vec<f64>,
    /// Number of efficiency cores.
    pub efficiency_cores: u32,
    /// Their clock, in hertz.
    pub efficiency_hz: f64,
    /// Their clock while they have background work only, in hertz.
    pub background_hz: f64,
    /// Fraction of the decisions about a single urgent thread that put it on an efficiency core,
    /// because others are more urgent still.
    pub displaced: f64,
    /// Like `displaced`, but with as many other urgent threads as there are performance cores;
    /// `None` if all take turns.
    pub crowded_out: Option<f64>,
    /// Mean time between two decisions on which core a thread runs, in nanoseconds.
    pub slice_ns: f64,
    /// Cores on which background work runs.
    pub background_work: BackgroundWork,
    /// Whether the system reports its cpu to a thread.
    pub tells_cpus: bool,
    /// Whether a thread gets the urgency that it requests. Otherwise it may be on any core.
    pub grants_urgency: bool,
    /// Seed of the random numbers.
    pub seed: u64,
}

/// An Apple machine in use.
#[derive(Debug)]
pub struct AppleSite {
    machine: AppleMachine,
    /// Priority that the measuring thread requested.
    urgency: ThreadPriority,
    /// Load threads alongside the measuring thread, as long as they run.
    busy: Vec<Weak<LoadedCores>>,
    /// Benches made so far.
    benches: u64,
}

/// Apple's counter.
const TIMER: Timer = Timer { hz: 24_000_000, read_ns: 25.0, jitter_ns: 5.0 };

/// Time that a thread loses when it is moved, in nanoseconds.
const MOVE_NS: f64 = 3e3;

/// Longer than a session measures a core, in nanoseconds: a thread stays where it is from then on.
const PLACED_UNTIL_NS: f64 = 4e9;

/// Decisions about each background thread while its cpu is determined.
const LOOKS: u32 = 4;

impl AppleMachine {
    /// A phone of the A14's kind: two performance cores that lower each other's clock, four
    /// efficiency cores (docs/sources.md, Apple's scheduling).
    pub fn phone(seed: u64) -> AppleMachine {
        AppleMachine {
            performance_cores: 2,
            performance_hz: vec![2.998e9, 2.890e9],
            efficiency_cores: 4,
            efficiency_hz: 1.823e9,
            background_hz: 0.972e9,
            displaced: 0.1,
            crowded_out: None,
            slice_ns: 10e6,
            background_work: BackgroundWork::OnEfficiencyCores,
            tells_cpus: true,
            grants_urgency: true,
            seed,
        }
    }

    /// A computer of the M1's kind: four of each, with its turbo bins (docs/sources.md, Apple's
    /// scheduling).
    pub fn computer(seed: u64) -> AppleMachine {
        AppleMachine {
            performance_cores: 4,
            performance_hz: vec![3.204e9, 3.144e9, 3.096e9, 2.988e9],
            efficiency_hz: 2.064e9,
            ..AppleMachine::phone(seed)
        }
    }

    /// A computer of the M1 Max's kind: eight and two.
    pub fn workstation(seed: u64) -> AppleMachine {
        AppleMachine {
            performance_cores: 8,
            performance_hz: vec![3.228e9, 3.168e9, 3.132e9, 3.036e9],
            efficiency_cores: 2,
            ..AppleMachine::computer(seed)
        }
    }

    /// The cpus of both types, performance cores first. The numbers of each type are random: the
    /// system does not guarantee an order.
    fn cpus(&self) -> (Vec<u32>, Vec<u32>) {
        let mut cpus: Vec<u32> = (0..self.performance_cores + self.efficiency_cores).collect();
        cpus.shuffle(&mut SmallRng::seed_from_u64(self.seed));
        let efficiency = cpus.split_off(self.performance_cores as usize);
        (cpus, efficiency)
    }

    /// The efficiency cores that take background work.
    fn awake(&self) -> Vec<u32> {
        let (_, mut efficiency) = self.cpus();
        if let BackgroundWork::OnSome(cores) = self.background_work {
            efficiency.truncate(cores as usize);
        }
        efficiency
    }

    /// Makes the environment through which a session sees this machine.
    pub fn environment(self) -> AppleSite {
        AppleSite { machine: self, urgency: ThreadPriority::UserInteractive, busy: Vec::new(), benches: 0 }
    }

    fn random(&self, salt: u64) -> SmallRng {
        SmallRng::seed_from_u64(self.seed.wrapping_mul(1_000).wrapping_add(salt))
    }
}

impl AppleSite {
    /// Selects a cpu for the thread, as the system does, and returns it with its clock.
    fn decide(&self, random: &mut SmallRng) -> (u32, f64) {
        let machine = &self.machine;
        let (performance, efficiency) = machine.cpus();
        let mut one_of = |cpus: &[u32]| cpus[random.random_range(0..cpus.len())];
        if !machine.grants_urgency {
            let cpu = one_of(&[&performance[..], &efficiency].concat());
            let hz =
                if performance.contains(&cpu) { machine.performance_hz[0] } else { machine.efficiency_hz };
            return (cpu, hz);
        }
        if self.urgency == ThreadPriority::Background {
            let everywhere = machine.background_work == BackgroundWork::Everywhere;
            let cpus = if everywhere { [performance, efficiency].concat() } else { machine.awake() };
            return (one_of(&cpus), machine.background_hz);
        }
        let load_threads: usize =
            self.busy.iter().filter_map(Weak::upgrade).map(|loaded| loaded.threads()).sum();
        let threads = load_threads + 1;
        let crowded = load_threads >= performance.len();
        let in_turn = 1.0 - performance.len() as f64 / threads as f64;
        let off = if crowded { machine.crowded_out.unwrap_or(in_turn) } else { machine.displaced };
        let (on_performance, on_efficiency) = (one_of(&performance), one_of(&efficiency));
        if random.random::<f64>() < off {
            return (on_efficiency, machine.efficiency_hz);
        }
        let busy = threads.min(performance.len()).min(machine.performance_hz.len());
        (on_performance, machine.performance_hz[busy - 1])
    }
}

impl Environment for AppleSite {
    type Bench = Machine;
    type Pinned = ();
    type PriorityGuard = ThreadPriority;

    fn machine(&self) -> HostMachine {
        let level = |index: usize, name: &str, cores: u32| {
            [
                (format!("hw.perflevel{index}.name"), SysctlValue::Text(name.to_owned())),
                (format!("hw.perflevel{index}.logicalcpu"), SysctlValue::Integer(cores.into())),
            ]
        };
        let levels = [
            level(0, "Performance", self.machine.performance_cores),
            level(1, "Efficiency", self.machine.efficiency_cores),
        ];
        let number = ("hw.nperflevels".to_owned(), SysctlValue::Integer(levels.len() as u64));
        HostMachine::read(&RecordedSystem {
            platform: Some(Platform::Ios),
            architecture: Some("aarch64".to_owned()),
            sysctl: levels.into_iter().flatten().chain([number]).collect(),
            ..RecordedSystem::default()
        })
    }

    fn is_real(&self) -> bool {
        false
    }

    fn allowed_cpus(&self) -> Vec<u32> {
        Vec::new()
    }

    fn clock(&self) -> (ClockId, Timebase) {
        (ClockId::MachAbsoluteTime, Timebase::from_hz(TIMER.hz).expect("a timer's rate"))
    }

    fn clock_notes(&self) -> &[SelectionNote] {
        &[]
    }

    fn pin(&mut self, _cpu: u32) -> Result<(), PinError> {
        Err(PinError::Unsupported { platform: Platform::Ios })
    }

    fn raise_priority(&mut self, urgency: ThreadPriority) -> ThreadPriority {
        self.urgency = urgency;
        if self.machine.grants_urgency { urgency } else { ThreadPriority::Unknown }
    }

    fn granted(urged: &ThreadPriority, _: ThreadPriority) -> ThreadPriority {
        *urged
    }

    fn load(&self, class: LoadClass) -> Result<Load, NoLoad> {
        Ok(Load::simulated(class))
    }

    fn keep_busy(&mut self, loaded: &LoadedCores, _: &Load) -> Busy {
        let busy = Busy::simulated(loaded);
        self.busy.push(Arc::downgrade(busy.loaded()));
        busy
    }

    fn background_cpus(&mut self, cores: usize, _: &Cancellation) -> BTreeSet<u32> {
        if !self.machine.tells_cpus || !self.machine.grants_urgency {
            return BTreeSet::new();
        }
        match self.machine.background_work {
            // Each has a core of its own.
            BackgroundWork::OnEfficiencyCores | BackgroundWork::OnSome(_) => {
                self.machine.awake().into_iter().collect()
            }
            BackgroundWork::Everywhere => {
                let mut random = self.machine.random(u64::MAX);
                let cpus = 0..self.machine.performance_cores + self.machine.efficiency_cores;
                let look = |_| random.random_range(cpus.clone());
                (0..LOOKS * cores as u32).map(look).collect()
            }
        }
    }

    fn current_cpu(&self) -> Option<u32> {
        self.machine.tells_cpus.then(|| self.decide(&mut self.machine.random(self.benches)).0)
    }

    fn bench(&mut self) -> Machine {
        let mut random = self.machine.random(self.benches);
        self.benches += 1;
        let (mut places, mut clock, mut stops) = (Vec::new(), Vec::new(), Vec::new());
        let mut now_ns = 0.0;
        while now_ns < PLACED_UNTIL_NS {
            let (cpu, hz) = self.decide(&mut random);
            if places.last().is_some_and(|&(_, before)| before != cpu) {
                stops.push((now_ns, MOVE_NS));
            }
            places.push((now_ns, cpu));
            clock.push((now_ns, hz));
            now_ns += exponential(self.machine.slice_ns, &mut random);
        }
        if !self.machine.tells_cpus {
            places.clear();
        }
        let disturbances = Disturbances::interrupts(1000.0);
        let core = CoreModel::default();
        Machine::new(Profile::Steps(clock), core, TIMER, disturbances, random.random())
            .timed_by(ClockId::MachAbsoluteTime)
            .with_migrations(places)
            .with_suspensions(stops)
    }
}
