//! The clock with more and more busy processors, on a machine of two core types whose clocks fall
//! with them.

use std::collections::BTreeSet;
use std::sync::{Arc, Weak};
use std::time::Duration;

use trueghz::NoObserver;
use trueghz::load::LoadClass;
use trueghz::run::environment::Environment;
use trueghz::run::options::WantedKind;
use trueghz::run::session_error::SessionError;
use trueghz::simulate::{AppleMachine, BackgroundWork, OPERATIONS_PER_CYCLE, Profile};
use trueghz_instructions::{FORMS, InstructionOptions, Missing, measure_at};
use trueghz_loads::operations::OperationsPerCycle;
use trueghz_loads::ramp::{RampOptions, ramp_at};
use trueghz_loads::sustained::{SustainedLoad, SustainedOptions, SustainedReport, sustained_at};
use trueghz_loads::turbo::{TurboOptions, TurboReport, TurboRow, turbo_at};

use crate::cores::SimulatedCores;

/// Two big cores and two little ones.
const CORES: u32 = 4;

/// The clock of a core alongside `others` busy ones, in hertz: each costs 150 MHz.
fn hz(cpu: u32, others: usize) -> f64 {
    let alone = if cpu >= CORES / 2 { 3.0e9 } else { 1.8e9 };
    alone - 150e6 * others as f64
}

fn measured(environment: SimulatedCores) -> Result<TurboReport, SessionError> {
    let session = turbo_at(environment, TurboOptions::new(), NoObserver).expect("a session");
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
        is_kept: Arc::default(),
        busy: Weak::new(),
        left: LoadClass::ALL.map(|class| (class, 1.0)),
    }
}

#[test]
fn each_kind_has_its_clock_beside_each_number_of_busy_processors() {
    let report = measured(four_cores()).expect("a report");
    assert_eq!(report.rows.len(), 8 * LoadClass::ALL.len());
    for row in &report.rows {
        let cpu = row.reading.cpu.expect("a core");
        let truth = hz(cpu, row.busy - 1);
        let read = row.reading.hz().expect("a number");
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

/// The fraction of the clock that remains under loads of the class.
const LEFT: [(LoadClass, f64); 3] =
    [(LoadClass::Scalar, 1.0), (LoadClass::Vector, 0.88), (LoadClass::Memory, 0.93)];

/// The operations of each load: as many as the core does.
fn is_found(operations: Option<OperationsPerCycle>) -> bool {
    operations.is_some_and(|found| (found.median / OPERATIONS_PER_CYCLE - 1.0).abs() < 1e-2)
}

#[test]
fn the_clock_that_each_class_leaves_is_found() {
    let environment = || SimulatedCores { left: LEFT, ..four_cores() };
    let report = measured(environment()).expect("a report");
    for row in &report.rows {
        let class = row.work.as_ref().expect("a load").class;
        let part = LEFT.iter().find(|(of, _)| *of == class).expect("a part").1;
        let truth = part * hz(row.reading.cpu.expect("a core"), row.busy - 1);
        let read = row.reading.hz().expect("a number");
        assert!((read / truth - 1.0).abs() < 30e-6, "{class:?}: {read} for {truth}");
        assert!(is_found(row.operations), "{class:?}: {:?}", row.operations);
    }
    for (class, part) in LEFT {
        let options = SustainedOptions::new().core(3).class(class).duration(Duration::from_secs(1));
        let session = sustained_at(environment(), options, NoObserver).expect("a session");
        let report = session.wait().expect("no panic").expect("a report");
        let last_hz = report.found.as_ref().expect("a result").last_hz.value;
        assert!((last_hz / (part * hz(3, 0)) - 1.0).abs() < 1e-3, "{class:?}: {last_hz}");
        assert!(is_found(report.operations), "{class:?}: {:?}", report.operations);
    }
}

#[test]
fn a_move_to_another_type_of_core_is_no_lost_clock() {
    for seed in 0..8 {
        let machine = AppleMachine::phone(seed);
        let options = SustainedOptions::new().load(SustainedLoad::All).duration(Duration::from_secs(3));
        let session = sustained_at(machine.clone().environment(), options, NoObserver).expect("a session");
        let report = session.wait().expect("no panic").expect("a report");
        let found = report.found.as_ref().expect("a result");
        let truth = machine.performance_hz[1];
        assert!((found.last_hz.value / truth - 1.0).abs() < 2e-3, "seed {seed}: {found:?}");
        assert!(found.loss.low <= 0.0, "seed {seed}: {:?}", found.loss);
        assert!(report.records.iter().any(|record| record.elsewhere > 0), "seed {seed}: it was moved");
        assert_eq!(report.run.kind, "performance core", "seed {seed}");
    }
}

#[test]
fn where_no_type_is_proven_windows_of_one_core_count_or_none() {
    for seed in 0..8 {
        let load = |machine: AppleMachine| {
            let options = SustainedOptions::new().load(SustainedLoad::All).duration(Duration::from_secs(3));
            let session = sustained_at(machine.environment(), options, NoObserver).expect("a session");
            session.wait().expect("no panic")
        };
        let machine =
            AppleMachine { background_work: BackgroundWork::Everywhere, ..AppleMachine::phone(seed) };
        let report = load(machine.clone()).expect("a report");
        assert_eq!(report.run.kind, "unknown core", "seed {seed}");
        assert!(report.records.iter().any(|record| record.elsewhere > 0), "seed {seed}: it was moved");
        let found = report.found.as_ref().expect("a result");
        assert!(found.loss.low <= 0.0 && found.steps.is_empty(), "seed {seed}: {found:?}");
        let is_right = |hz: f64| (found.last_hz.value / hz - 1.0).abs() < 2e-3;
        assert!(
            is_right(machine.performance_hz[1]) || is_right(machine.efficiency_hz),
            "seed {seed}: {found:?}"
        );
        let untold = AppleMachine { tells_cpus: false, ..machine };
        assert_eq!(
            load(untold).expect_err("a move would be a lost clock"),
            SessionError::MixedTypes,
            "seed {seed}"
        );
    }
}

#[test]
fn a_run_ends_when_the_thread_leaves_its_type_of_core() {
    let mut left = 0;
    for seed in 0..4 {
        let machine = AppleMachine::phone(seed);
        let options = RampOptions::new().rest(Duration::from_millis(10)).repeat(4);
        let session = ramp_at(machine.clone().environment(), options, NoObserver).expect("a session");
        let report = session.wait().expect("no panic").expect("a report");
        assert_eq!((report.kind.as_str(), report.runs.len()), ("performance core", 4), "seed {seed}");
        for run in &report.runs {
            // 300 ms are not over.
            left += usize::from(run.windows.last().is_none_or(|window| window.at_ns < 290e6));
            let apart = run.windows.windows(2).map(|pair| pair[1].at_ns - pair[0].at_ns - pair[0].elapsed_ns);
            assert!(apart.fold(0.0, f64::max) < 1e6, "seed {seed}: a part is missing");
            let Some(ramp) = &run.ramp else { continue };
            assert!(
                (ramp.last_hz.value / machine.performance_hz[0] - 1.0).abs() < 2e-3,
                "seed {seed}: {ramp:?}"
            );
        }
    }
    assert!(left > 0, "it was moved");
}

#[test]
fn instructions_are_of_the_type_that_is_named_or_of_none() {
    let table = |machine: AppleMachine| {
        let options = InstructionOptions::new().forms([FORMS[0].name()]);
        let session = measure_at(machine.environment(), options, NoObserver).expect("a session");
        session.wait().expect("no panic")
    };
    let machine = AppleMachine { displaced: 0.5, ..AppleMachine::phone(1) };
    let found = table(machine.clone());
    assert_eq!(found.reading().kind, "performance core");
    let untold = table(AppleMachine { tells_cpus: false, ..machine });
    assert_eq!(untold.reading().kind, "unknown core");
    assert!(!untold.rows.is_empty() && untold.rows.iter().all(|row| row.missing == Some(Missing::NoCore)));
}

#[test]
fn where_no_core_can_be_asked_for_urgent_threads_are_counted() {
    let machine = AppleMachine::phone(3);
    let cores = (machine.performance_cores + machine.efficiency_cores) as usize;
    let session =
        turbo_at(machine.clone().environment(), TurboOptions::new().classes([LoadClass::Vector]), NoObserver);
    let report = session.expect("a session").wait().expect("no panic").expect("a report");
    assert_eq!(report.rows.iter().map(|row| row.busy).collect::<Vec<_>>(), (1..=cores).collect::<Vec<_>>());
    for row in &report.rows {
        let busy = row.busy.min(machine.performance_hz.len()).min(machine.performance_cores as usize);
        let truth = machine.performance_hz[busy - 1];
        let read = row.reading.hz().expect("a number");
        assert!((read / truth - 1.0).abs() < 1e-3, "{} busy: {read} for {truth}", row.busy);
    }
}

#[test]
fn a_load_of_all_cores_is_one_of_all_cores() {
    for (load, others) in
        [(SustainedLoad::One, vec![]), (SustainedLoad::Kind, vec![2]), (SustainedLoad::All, vec![2, 0, 1])]
    {
        let options = SustainedOptions::new().core(3).load(load).duration(Duration::from_secs(1));
        let session = sustained_at(four_cores(), options, NoObserver).expect("a session");
        let report = session.wait().expect("no panic").expect("a report");
        assert_eq!(report.run.others, others, "{load:?}");
        let last_hz = report.found.expect("a result").last_hz.value;
        assert!((last_hz / hz(3, others.len()) - 1.0).abs() < 1e-3, "{load:?}: {last_hz}");
    }
}

/// Runs a load on this environment, and returns the report and the clock of its last level.
fn sustained_hz(
    environment: impl Environment + Send + 'static,
    options: SustainedOptions,
) -> (SustainedReport, f64) {
    let session = sustained_at(environment, options.duration(Duration::from_secs(3)), NoObserver);
    let report = session.expect("a session").wait().expect("no panic").expect("a report");
    let hz = report.found.as_ref().expect("a result").last_hz.value;
    (report, hz)
}

#[test]
fn a_type_of_core_is_taken_where_there_are_several() {
    for (kind, cpu) in [(WantedKind::Performance, 3), (WantedKind::Efficiency, 1)] {
        let (report, read) = sustained_hz(four_cores(), SustainedOptions::new().core(kind));
        assert_eq!(report.run.cpu, Some(cpu), "{kind:?}");
        assert!((read / hz(cpu, 0) - 1.0).abs() < 1e-3, "{kind:?}: {read}");
        let options = TurboOptions::new().core(kind).classes([LoadClass::Scalar]);
        let report =
            turbo_at(four_cores(), options, NoObserver).expect("a session").wait().expect("no panic");
        let rows = report.expect("a report").rows;
        assert!(rows.len() == 4 && rows.iter().all(|row| row.reading.cpu == Some(cpu)), "{kind:?}");
        let ramp = ramp_at(four_cores(), RampOptions::new().core(kind).repeat(1), NoObserver);
        let report = ramp.expect("a session").wait().expect("no panic").expect("a report");
        assert_eq!(report.cpu, Some(cpu), "{kind:?}");
    }
}

#[test]
fn efficiency_cores_are_reached_where_no_core_can_be_asked_for() {
    for seed in 0..4 {
        let machine = AppleMachine::phone(seed);
        let options = SustainedOptions::new().core(WantedKind::Efficiency);
        let (report, read) = sustained_hz(machine.clone().environment(), options);
        assert!((read / machine.efficiency_hz - 1.0).abs() < 2e-3, "seed {seed}: {read}");
        assert_eq!(report.run.kind, "efficiency core", "seed {seed}");
        let options = TurboOptions::new().core(WantedKind::Efficiency).classes([LoadClass::Vector]);
        let session = turbo_at(machine.clone().environment(), options, NoObserver).expect("a session");
        let rows = session.wait().expect("no panic").expect("a report").rows;
        let performance = machine.performance_cores as usize;
        let busy: Vec<usize> = rows.iter().map(|row| row.busy).collect();
        assert_eq!(
            busy,
            (performance + 1..=performance + machine.efficiency_cores as usize).collect::<Vec<_>>()
        );
        for row in rows {
            let read = row.reading.hz().expect("a number");
            assert!(
                (read / machine.efficiency_hz - 1.0).abs() < 1e-3,
                "seed {seed}, {} busy: {read}",
                row.busy
            );
        }
    }
}
