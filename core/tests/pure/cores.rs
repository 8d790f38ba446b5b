//! A site of many cores, each of which is a simulated machine.

use std::collections::BTreeSet;

use trueghz::Timebase;
use trueghz::clock::{ChoiceNote, ClockId};
use trueghz::host::{Machine as HostMachine, PinError, RecordedSystem, Urgency};
use trueghz::run::session::Cancellation;
use trueghz::run::site::{BusyCpus, Site};
use trueghz::simulate::{CoreModel, Disturbances, Interrupts, Machine, Profile, Timer};

/// A machine of Arm cores, with a timer of 24 MHz and 250 interrupts a second.
pub struct SimulatedCores {
    pub platform: &'static str,
    /// How many there are.
    pub count: u32,
    /// What the system says of the power of each, where it says anything.
    pub capacity: fn(cpu: u32) -> Option<&'static str>,
    pub allowed: Vec<u32>,
    /// What the clock of a core does beside so many busy ones.
    pub profile: fn(cpu: u32, busy: usize) -> Profile,
    /// The core that the thread is on.
    pub cpu: u32,
    /// How many are kept busy.
    pub busy: usize,
}

impl Site for SimulatedCores {
    type Bench = Machine;
    type Pinned = ();
    type Urged = ();

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

    fn allowed_cpus(&self) -> Vec<u32> {
        self.allowed.clone()
    }

    fn clock(&self) -> (ClockId, Timebase) {
        (ClockId::Mock, Timebase::NANOSECONDS)
    }

    fn clock_notes(&self) -> &[ChoiceNote] {
        &[]
    }

    fn pin(&mut self, cpu: u32) -> Result<(), PinError> {
        self.cpu = cpu;
        Ok(())
    }

    fn urge(&mut self, _: Urgency, _: usize) {}

    fn keep_busy(&mut self, cpus: &[u32]) -> BusyCpus {
        self.busy = cpus.len();
        BusyCpus::simulated(cpus)
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
        let profile = (self.profile)(self.cpu, self.busy);
        Machine::new(profile, CoreModel::default(), timer, disturbances, u64::from(self.cpu))
            .with_places([(0.0, self.cpu)])
    }
}
