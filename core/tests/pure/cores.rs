//! An environment of many cores, each of which is a simulated machine.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};

use trueghz::Timebase;
use trueghz::clock::{ClockId, SelectionNote};
use trueghz::host::{Machine as HostMachine, PinError, RecordedSystem, ThreadPriority};
use trueghz::load::{Load, LoadClass, NoLoad};
use trueghz::run::environment::{Busy, Environment, LoadedCores};
use trueghz::run::session::Cancellation;
use trueghz::simulate::{CoreModel, Disturbances, Interrupts, Machine, Profile, Timer};

/// A machine of Arm cores, with a timer of 24 MHz and 250 interrupts a second.
pub struct SimulatedCores {
    pub platform: &'static str,
    /// Number of cores.
    pub count: u32,
    /// Capacity of each core as reported by the system, if it is.
    pub capacity: fn(cpu: u32) -> Option<&'static str>,
    pub allowed: Vec<u32>,
    /// Clock of a core alongside `busy` busy ones.
    pub profile: fn(cpu: u32, busy: usize) -> Profile,
    /// The core that the thread is on.
    pub cpu: u32,
    /// Whether the thread is pinned to it: then it may use no other, as on Linux.
    pub is_kept: Arc<AtomicBool>,
    /// The cores that are kept busy, while they are.
    pub busy: Weak<LoadedCores>,
    /// The fraction of the clock that remains under a load of each class.
    pub left: [(LoadClass, f64); 3],
}

/// Keeps the thread on its core until it is dropped.
pub struct Kept(Arc<AtomicBool>);

impl Drop for Kept {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

impl Environment for SimulatedCores {
    type Bench = Machine;
    type Pinned = Kept;
    type PriorityGuard = ();

    fn machine(&self) -> HostMachine {
        let folder = "/sys/devices/system/cpu";
        let mut files = serde_json::json!({});
        for list in ["possible", "present", "online"] {
            files[format!("{folder}/{list}")] = format!("0-{}", self.count - 1).into();
        }
        for cpu in 0..self.count {
            if let Some(capacity) = (self.capacity)(cpu) {
                files[format!("{folder}/cpu{cpu}/cpu_capacity")] = capacity.into();
            }
        }
        let recording = serde_json::json!({
            "device": "", "origin": "synthetic", "platform": self.platform, "architecture": "aarch64", "files": files,
        });
        HostMachine::read(&RecordedSystem::from_json(&recording.to_string()).expect("a recording"))
    }

    fn is_real(&self) -> bool {
        false
    }

    fn allowed_cpus(&self) -> Vec<u32> {
        if self.is_kept.load(Ordering::Relaxed) { vec![self.cpu] } else { self.allowed.clone() }
    }

    fn clock(&self) -> (ClockId, Timebase) {
        (ClockId::Mock, Timebase::NANOSECONDS)
    }

    fn clock_notes(&self) -> &[SelectionNote] {
        &[]
    }

    fn pin(&mut self, cpu: u32) -> Result<Kept, PinError> {
        self.cpu = cpu;
        self.is_kept.store(true, Ordering::Relaxed);
        Ok(Kept(Arc::clone(&self.is_kept)))
    }

    fn raise_priority(&mut self, _: ThreadPriority) {}

    fn load(&self, class: LoadClass) -> Result<Load, NoLoad> {
        Ok(Load::simulated(class))
    }

    fn keep_busy(&mut self, loaded: &LoadedCores, _: &Load) -> Busy {
        let busy = Busy::simulated(loaded);
        self.busy = Arc::downgrade(busy.loaded());
        busy
    }

    fn background_cpus(&mut self, _: usize, _: &Cancellation) -> BTreeSet<u32> {
        BTreeSet::new()
    }

    fn current_cpu(&self) -> Option<u32> {
        Some(self.cpu)
    }

    fn bench(&mut self) -> Machine {
        let timer = Timer { hz: 24_000_000, read_ns: 20.0, jitter_ns: 0.0 };
        let disturbances =
            Disturbances { interrupts: vec![Interrupts::per_second(250.0)], ..Disturbances::default() };
        let profile = (self.profile)(self.cpu, self.busy.upgrade().map_or(0, |loaded| loaded.threads()));
        let machine = Machine::new(profile, CoreModel::default(), timer, disturbances, u64::from(self.cpu))
            .with_migrations([(0.0, self.cpu)]);
        self.left.iter().fold(machine, |machine, &(class, part)| machine.slowed_by(class, part))
    }
}
