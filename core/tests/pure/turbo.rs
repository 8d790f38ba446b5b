//! The clock beside more and more busy processors, on a machine of two kinds of core whose clocks fall with them.

use std::collections::BTreeSet;

use trueghz::Unobserved;
use trueghz::report::turbo::{TurboReport, TurboRow};
use trueghz::run::no_report::NoReport;
use trueghz::run::turbo::{TurboOptions, turbo_at};
use trueghz::simulate::Profile;

use crate::cores::SimulatedCores;

/// Two big cores and two little ones.
const CORES: u32 = 4;

/// The clock of a core beside so many busy ones, in hertz: each costs 150 MHz.
fn hz(cpu: u32, others: usize) -> f64 {
    let alone = if cpu >= CORES / 2 { 3.0e9 } else { 1.8e9 };
    alone - 150e6 * others as f64
}

fn measured(site: SimulatedCores) -> Result<TurboReport, NoReport> {
    let session = turbo_at(site, TurboOptions::new(), Unobserved).expect("a session");
    session.wait().expect("no panic")
}

fn four_cores() -> SimulatedCores {
    SimulatedCores {
        platform: "linux",
        count: CORES,
        capacity: |cpu| Some(if cpu >= CORES / 2 { "1024" } else { "400" }),
        allowed: Vec::new(),
        profile: |cpu, busy| Profile::Fixed(hz(cpu, busy)),
        cpu: 0,
        busy: 0,
    }
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
    let report = measured(SimulatedCores { allowed: vec![0, 2, 3], ..four_cores() }).expect("a report");
    let all = |row: &TurboRow| row.others.iter().all(|cpu| *cpu != 1);
    assert!(report.rows.iter().all(all) && report.rows.iter().any(|row| row.busy == 3), "{report:?}");
}

#[test]
fn where_no_core_can_be_asked_for_nothing_is_said() {
    let none = SimulatedCores { platform: "ios", ..four_cores() };
    assert_eq!(measured(none).err(), Some(NoReport::NotPinnable));
}
