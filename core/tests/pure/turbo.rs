//! The clock beside more and more busy processors, on a machine of two kinds of core whose clocks fall with them.

use std::collections::BTreeSet;

use trueghz::clock::{ChoiceNote, ClockId};
use trueghz::host::{Machine as HostMachine, PinError, RecordedSystem, Urgency};
use trueghz::report::turbo::{TurboReport, TurboRow};
use trueghz::run::no_report::NoReport;
use trueghz::run::session::Cancellation;
use trueghz::run::site::{BusyCpus, Site};
use trueghz::run::turbo::{TurboOptions, turbo_at};
use trueghz::simulate::{CoreModel, Disturbances, Interrupts, Machine, Profile, Timer};
use trueghz::{Timebase, Unobserved};

/// Two big cores and two little ones.
const CORES: u32 = 4;

/// The clock of a core beside so many busy ones, in hertz: each costs 150 MHz.
fn hz(cpu: u32, others: usize) -> f64 {
    let alone = if cpu >= CORES / 2 { 3.0e9 } else { 1.8e9 };
    alone - 150e6 * others as f64
}

struct FourCores {
    cpu: u32,
    busy: usize,
    allowed: Vec<u32>,
    pins: bool,
}

impl Site for FourCores {
    type Bench = Machine;
    type Pinned = ();
    type Urged = ();

    fn machine(&self) -> HostMachine {
        let mut files = serde_json::json!({
            "/sys/devices/system/cpu/possible": "0-3", "/sys/devices/system/cpu/present": "0-3",
            "/sys/devices/system/cpu/online": "0-3",
        });
        for cpu in 0..CORES {
            let capacity = if cpu >= CORES / 2 { "1024" } else { "400" };
            files[format!("/sys/devices/system/cpu/cpu{cpu}/cpu_capacity")] = capacity.into();
        }
        let platform = if self.pins { "linux" } else { "ios" };
        let recording = serde_json::json!({
            "device": "", "origin": "synthetic", "platform": platform, "architecture": "aarch64", "files": files,
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
        let profile = Profile::Fixed(hz(self.cpu, self.busy));
        Machine::new(profile, CoreModel::default(), timer, disturbances, u64::from(self.cpu))
            .with_places([(0.0, self.cpu)])
    }
}

fn measured(site: FourCores) -> Result<TurboReport, NoReport> {
    let session = turbo_at(site, TurboOptions::new(), Unobserved).expect("a session");
    session.wait().expect("no panic")
}

fn four_cores() -> FourCores {
    FourCores { cpu: 0, busy: 0, allowed: Vec::new(), pins: true }
}

#[test]
fn each_kind_has_its_clock_beside_each_number_of_busy_processors() {
    let report = measured(four_cores()).expect("a report");
    assert_eq!(report.rows.len(), 8);
    for row in &report.rows {
        let cpu = row.reading.cpu.expect("a core");
        let truth = hz(cpu, row.busy - 1);
        let read = row.reading.frequency_hz.expect("a number");
        assert!((read / truth - 1.0).abs() < 30e-6, "{cpu} beside {:?}: {read}", row.others);
        assert!(!row.others.contains(&cpu) && row.others.len() + 1 == row.busy);
    }
    let kinds: BTreeSet<&str> = report.rows.iter().map(|row| row.reading.kind.as_str()).collect();
    assert_eq!(kinds.len(), 2, "{kinds:?}");
}

#[test]
fn what_the_process_may_not_use_is_not_busy() {
    let report = measured(FourCores { allowed: vec![0, 2, 3], ..four_cores() }).expect("a report");
    let all = |row: &TurboRow| row.others.iter().all(|cpu| *cpu != 1);
    assert!(report.rows.iter().all(all) && report.rows.iter().any(|row| row.busy == 3), "{report:?}");
}

#[test]
fn where_no_core_can_be_asked_for_nothing_is_said() {
    let none = FourCores { pins: false, ..four_cores() };
    assert_eq!(measured(none).err(), Some(NoReport::NotPinnable));
}
