//! A simulated phone under a sustained load, stored like the apps' history.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use serde_json::Value;
use trueghz::NoObserver;
use trueghz::clock::{ClockId, SelectionNote, Timebase};
use trueghz::host::{self, PinError, ThermalStatus, ThreadPriority};
use trueghz::load::{self, LoadClass, NoLoad};
use trueghz::run::environment::{Busy, Environment, LoadedCores};
use trueghz::run::session::Cancellation;
use trueghz::simulate::{CoreModel, Disturbances, Machine, Profile};
use trueghz_loads::sustained::{SustainedLoad, SustainedOptions, SustainedReport, sustained_at};
use trueghz_report::Report;
use trueghz_report::store::{Store, StoredReport};

use super::{CLOCK, TIMER};

/// A load: its duration in seconds, and the clock in hertz from each time in seconds on.
pub struct Load {
    pub seconds: u64,
    pub clock: Vec<(f64, f64)>,
    /// The thermal status that the system reports from each second on.
    pub heat: Vec<(f64, ThermalStatus)>,
}

/// A clock that is constant for a while, and then falls step by step to a level that the phone can
/// sustain.
pub fn throttles() -> Load {
    let (full_hz, kept_hz, bin_hz) = (3.1868e9, 2.5e9, 38.4e6);
    let falls = (48..300).step_by(3).map(|second| {
        let since = f64::from(second - 48);
        // The governor hunts by a bin or two.
        let hunts = [0.0, 1.0, 0.0, -1.0, 2.0][(second as usize / 3) % 5];
        let hz = kept_hz + (full_hz - kept_hz) * (-since / 40.0).exp();
        (f64::from(second), (((hz / bin_hz).round() + hunts) * bin_hz).min(full_hz))
    });
    let clock = [(0.0, full_hz)].into_iter().chain(falls).collect();
    let heat = vec![
        (0.0, ThermalStatus::Nominal),
        (40.0, ThermalStatus::Light),
        (85.0, ThermalStatus::Moderate),
        (170.0, ThermalStatus::Severe),
    ];
    Load { seconds: 300, clock, heat }
}

/// A clock that is constant for a minute.
pub fn holds() -> Load {
    Load { seconds: 60, clock: vec![(0.0, 3.1868e9)], heat: vec![(0.0, ThermalStatus::Nominal)] }
}

/// Simulates `load` on core 7 of a phone, and writes the report.
pub fn write(load: &Load, phone: Value, file: &Path) {
    let steps = load.clock.iter().map(|&(second, hz)| (second * 1e9, hz)).collect();
    let environment = Phone { profile: Profile::Steps(steps), machine: phone };
    let options = SustainedOptions::new().core(7).load(SustainedLoad::One);
    let session = sustained_at(environment, options.duration(Duration::from_secs(load.seconds)), NoObserver);
    let report = session.expect("a session").wait().expect("no panic").expect("a report");
    let mut records = report.records;
    for record in &mut records {
        let told = load.heat.iter().rev().find(|(second, _)| record.at_ms >= second * 1e3);
        record.conditions.thermal = told.map(|&(_, status)| status);
    }
    let report = SustainedReport::of(report.run, records);
    let _ = std::fs::remove_file(file);
    let kept = StoredReport::now(Report::Sustained(Box::new(report)), None);
    Store::at(file).append(&kept).expect("the load can be written");
}

struct Phone {
    profile: Profile,
    machine: Value,
}

impl Environment for Phone {
    type Bench = Machine;
    type Pinned = ();
    type PriorityGuard = ();

    fn machine(&self) -> host::Machine {
        serde_json::from_value(self.machine.clone()).expect("a machine")
    }

    fn is_real(&self) -> bool {
        false
    }

    fn allowed_cpus(&self) -> Vec<u32> {
        Vec::new()
    }

    fn clock(&self) -> (ClockId, Timebase) {
        (CLOCK, Timebase::from_hz(TIMER.hz).expect("a rate"))
    }

    fn clock_notes(&self) -> &[SelectionNote] {
        &[]
    }

    fn pin(&mut self, _: u32) -> Result<(), PinError> {
        Ok(())
    }

    fn raise_priority(&mut self, _: ThreadPriority) {}

    fn load(&self, class: LoadClass) -> Result<load::Load, NoLoad> {
        Ok(load::Load::simulated(class))
    }

    fn keep_busy(&mut self, loaded: &LoadedCores, _: &load::Load) -> Busy {
        Busy::simulated(loaded)
    }

    fn background_cpus(&mut self, _: usize, _: &Cancellation) -> BTreeSet<u32> {
        BTreeSet::new()
    }

    fn current_cpu(&self) -> Option<u32> {
        Some(7)
    }

    fn bench(&mut self) -> Machine {
        Machine::new(self.profile.clone(), CoreModel::default(), TIMER, Disturbances::interrupts(600.0), 1)
    }
}
