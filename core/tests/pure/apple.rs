//! Sessions on a simulated Apple machine, where no thread can request a core: each reading is
//! attributed to the core type that it is of, and the efficiency cores show their full clock.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use fastrand::Rng;
use trueghz::Warning;
use trueghz::estimate::recording::Window;
use trueghz::estimate::verdict::{Reason, Verdict};
use trueghz::host::ThreadPriority;
use trueghz::report::{CoreOutcome, Reading};
use trueghz::run::event::NoObserver;
use trueghz::run::measure::{Measured, measure_at};
use trueghz::simulate::{AppleMachine, BackgroundWork};
use trueghz::{Options, Selection};

fn measured(machine: &AppleMachine, options: Options) -> Measured {
    let session = measure_at(machine.clone().environment(), options, NoObserver).expect("a thread");
    session.wait().expect("no panic")
}

fn readings(machine: &AppleMachine, selection: Selection) -> Vec<Reading> {
    measured(machine, Options::new().cores(selection).seed(machine.seed)).measurement.cores
}

/// The readings of both core types, the faster first.
fn both(machine: &AppleMachine) -> (Reading, Reading) {
    let [fast, slow] =
        <[Reading; 2]>::try_from(readings(machine, Selection::EachCoreType)).expect("two kinds");
    (fast, slow)
}

fn warned(reading: &Reading, code: &str) -> bool {
    reading.warnings.iter().any(|warning| warning.code() == code)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ChainKind {
    Performance,
    Efficiency,
}

/// The kind that a reading asserts.
fn asserted(machine: &AppleMachine, reading: &Reading) -> Option<ChainKind> {
    let first = *reading.cpus.first()?;
    let kind = if first < machine.performance_cores { ChainKind::Performance } else { ChainKind::Efficiency };
    let name = match kind {
        ChainKind::Performance => "performance core",
        ChainKind::Efficiency => "efficiency core",
    };
    assert_eq!(reading.kind, name);
    Some(kind)
}

/// The clock that a core of this kind has for such a thread, in hertz.
fn true_hz(machine: &AppleMachine, kind: ChainKind, urgency: ThreadPriority) -> f64 {
    match (kind, urgency) {
        (ChainKind::Performance, _) => machine.performance_hz[0],
        (ChainKind::Efficiency, ThreadPriority::UserInteractive | ThreadPriority::Unknown) => {
            machine.efficiency_hz
        }
        (ChainKind::Efficiency, ThreadPriority::Background) => machine.background_hz,
    }
}

fn off_ppm(reading: &Reading, truth_hz: f64) -> f64 {
    let hz = reading.hz().unwrap_or_else(|| panic!("no number: {reading:?}"));
    (hz / truth_hz - 1.0) * 1e6
}

/// A machine on which threads are placed in any way that has been thought of.
fn random_machine(seed: u64) -> AppleMachine {
    let mut random = Rng::with_seed(seed);
    let any = [AppleMachine::phone, AppleMachine::computer, AppleMachine::workstation];
    let machine = any[random.usize(..any.len())](seed);
    let share = |random: &mut Rng| match random.u8(..8) {
        0 => 0.0,
        1 => 1.0,
        _ => random.f64(),
    };
    let background_work = match random.u8(..10) {
        0 => BackgroundWork::Everywhere,
        1 | 2 => BackgroundWork::OnSome(1 + random.u32(..machine.efficiency_cores)),
        _ => BackgroundWork::OnEfficiencyCores,
    };
    AppleMachine {
        displaced: share(&mut random),
        crowded_out: random.bool().then(|| share(&mut random)),
        slice_ns: 1e6 + 29e6 * random.f64(),
        background_work,
        tells_cpus: random.u8(..10) > 0,
        ..machine
    }
}

#[test]
fn no_reading_is_labelled_with_a_kind_it_did_not_run_on() {
    const SESSIONS: u64 = 1_000;
    let next = AtomicU64::new(0);
    let asserted_by = [const { AtomicU64::new(0) }; 2];
    let session = |seed: u64| {
        let machine = random_machine(seed);
        let short = Options::new().duration(Duration::from_millis(60)).seed(seed);
        for reading in measured(&machine, short.warm_up_limit(Duration::from_millis(200))).measurement.cores {
            let Some(kind) = asserted(&machine, &reading).filter(|_| reading.verdict != Verdict::Refused)
            else {
                continue;
            };
            let off_ppm = off_ppm(&reading, true_hz(&machine, kind, reading.urgency));
            assert!(
                off_ppm.abs() < 2_000.0,
                "{machine:?} {kind:?} off by {off_ppm} ppm, {:?} {:?} {:?} {:?}",
                reading.verdict,
                reading.windows,
                reading.warnings,
                reading.states
            );
            asserted_by[kind as usize].fetch_add(1, Ordering::Relaxed);
        }
    };
    thread::scope(|scope| {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let work = || loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= SESSIONS {
                return;
            }
            session(seed);
        };
        (0..threads).for_each(|_| drop(scope.spawn(work)));
    });
    let asserted_by = asserted_by.map(AtomicU64::into_inner);
    // Most machines report all that is needed, and put threads on both core types.
    assert!(asserted_by.iter().all(|&count| count > SESSIONS / 3), "{asserted_by:?} of {SESSIONS}");
}

#[test]
fn each_kind_has_its_full_clock() {
    for machine in [AppleMachine::phone, AppleMachine::computer, AppleMachine::workstation] {
        for machine in (0..4).map(machine) {
            let (fast, slow) = both(&machine);
            for (reading, kind) in [(&fast, ChainKind::Performance), (&slow, ChainKind::Efficiency)] {
                assert_eq!(asserted(&machine, reading), Some(kind));
                assert_eq!(reading.urgency, ThreadPriority::UserInteractive);
                let off_ppm = off_ppm(reading, true_hz(&machine, kind, reading.urgency));
                assert!(off_ppm.abs() < 100.0, "{machine:?} {kind:?} off by {off_ppm} ppm");
                assert_eq!(reading.verdict, Verdict::Steady, "{machine:?}: {:?}", reading.warnings);
            }
            assert!(
                fast.warnings.iter().all(|warning| matches!(warning, Warning::Migrated { .. })),
                "{fast:?}"
            );
            assert_eq!(slow.warnings, [], "{machine:?}");
        }
    }
}

#[test]
fn a_window_that_began_or_ended_on_the_other_kind_does_not_count() {
    let machine = AppleMachine { displaced: 0.3, ..AppleMachine::phone(9) };
    let Measured { measurement, raw, .. } = measured(&machine, Options::new().seed(9));
    let CoreOutcome::Recorded(recording) = &raw.cores[0].outcome else { panic!("windows") };
    let counting = recording.valid_cpus.as_ref().expect("the efficiency cores were seen");
    let windows = &recording.windows.0;
    let is_off = |window: &Window| !counting.contains(window.ran_on.expect("a cpu"));
    let ended_off = windows.iter().filter(|window| is_off(window)).count();
    let began_off = windows.windows(2).filter(|pair| is_off(&pair[0]) && !is_off(&pair[1])).count();
    assert!(ended_off > 0 && began_off > 0, "the thread was moved");
    let reading = &measurement.cores[0];
    assert_eq!(reading.warnings, [Warning::Migrated { windows: ended_off + began_off }]);
    // Among the cpus that count it may move as it likes.
    let cpus: BTreeSet<u32> = windows.iter().filter(|w| !is_off(w)).filter_map(|w| w.ran_on).collect();
    assert_eq!(cpus.len(), machine.performance_cores as usize);
    assert_eq!(reading.verdict, Verdict::Steady);
}

#[test]
fn where_busy_threads_do_not_crowd_it_out_background_priority_is_a_fact_and_a_warning() {
    let machine = AppleMachine { crowded_out: Some(0.0), ..AppleMachine::phone(1) };
    let (_, slow) = both(&machine);
    assert_eq!(asserted(&machine, &slow), Some(ChainKind::Efficiency));
    assert_eq!(slow.urgency, ThreadPriority::Background);
    assert!(off_ppm(&slow, machine.background_hz).abs() < 100.0);
    let codes: Vec<&str> = slow.warnings.iter().map(Warning::code).collect();
    assert_eq!(codes, ["low_priority"], "another program was not in front, and nothing was refused");
}

#[test]
fn where_cpus_are_not_told_no_kind_is_asserted() {
    for displaced in [0.0, 1.0] {
        let machine = AppleMachine { tells_cpus: false, displaced, ..AppleMachine::phone(2) };
        let (fast, slow) = both(&machine);
        for reading in [&fast, &slow] {
            assert_eq!((asserted(&machine, reading), &*reading.kind), (None, "unknown core"));
            assert!(warned(reading, "core_type_unknown") && reading.hz().is_some());
        }
        assert!(warned(&slow, "low_priority") && !warned(&fast, "low_priority"));
    }
}

#[test]
fn an_urgency_that_is_not_granted_is_not_stated() {
    let machine = AppleMachine { grants_urgency: false, ..AppleMachine::phone(2) };
    let (fast, slow) = both(&machine);
    for reading in [&fast, &slow] {
        assert_eq!((reading.urgency, asserted(&machine, reading)), (ThreadPriority::Unknown, None));
        assert!(!warned(reading, "low_priority"), "no background priority was granted");
    }
}

#[test]
fn where_background_work_runs_everywhere_nothing_is_learnt() {
    let machine = AppleMachine { background_work: BackgroundWork::Everywhere, ..AppleMachine::phone(3) };
    let (fast, slow) = both(&machine);
    assert_eq!((asserted(&machine, &fast), asserted(&machine, &slow)), (None, None));
}

#[test]
fn where_some_efficiency_cores_are_parked_the_clock_tells_the_fast_kind() {
    let machine =
        AppleMachine { background_work: BackgroundWork::OnSome(2), displaced: 0.0, ..AppleMachine::phone(4) };
    let (fast, slow) = both(&machine);
    assert_eq!(asserted(&machine, &fast), Some(ChainKind::Performance));
    assert_eq!(asserted(&machine, &slow), Some(ChainKind::Efficiency));
    assert!(!warned(&fast, "core_type_unknown"));
    // It cannot where the slow kind's highest clock is not known.
    let machine = AppleMachine { crowded_out: Some(0.0), ..machine };
    let (fast, slow) = both(&machine);
    assert_eq!((asserted(&machine, &fast), slow.urgency), (None, ThreadPriority::Background));
}

#[test]
fn kinds_that_read_alike_are_not_asserted() {
    let alike_hz = 1.2e9;
    let machine = AppleMachine {
        performance_hz: vec![alike_hz],
        efficiency_hz: alike_hz * 1.001,
        ..AppleMachine::phone(5)
    };
    let (fast, slow) = both(&machine);
    for reading in [&fast, &slow] {
        assert!(asserted(&machine, reading).is_none() && warned(reading, "core_type_unknown"), "{reading:?}");
    }
    let apart = AppleMachine { efficiency_hz: alike_hz * 1.05, ..machine };
    let (fast, slow) = both(&apart);
    assert!(asserted(&apart, &fast).is_some() && asserted(&apart, &slow).is_some());
}

#[test]
fn a_thread_that_never_gets_a_fast_core_is_no_reading_of_one() {
    let machine = AppleMachine { displaced: 1.0, ..AppleMachine::phone(6) };
    let (fast, slow) = both(&machine);
    assert_eq!((fast.verdict, fast.reason), (Verdict::Refused, Some(Reason::AffinityRefused)));
    assert_eq!(fast.hz(), None);
    assert!(off_ppm(&slow, machine.efficiency_hz).abs() < 100.0);
}

#[test]
fn a_selection_is_respected_or_refused_by_name() {
    let machine = AppleMachine { displaced: 0.0, ..AppleMachine::phone(7) };
    for (selection, cores) in [(Selection::All, 6), (Selection::Cpus(vec![4, 0]), 2)] {
        let readings = readings(&machine, selection);
        assert_eq!(readings.len(), cores);
        assert!(readings.iter().all(|reading| reading.reason == Some(Reason::AffinityRefused)));
    }
    let current = readings(&machine, Selection::Current);
    let [current] = &current[..] else { panic!("one reading, not {}", current.len()) };
    assert_eq!((asserted(&machine, current), current.urgency), (None, ThreadPriority::UserInteractive));
    assert!(off_ppm(current, machine.performance_hz[0]).abs() < 100.0);
}

#[test]
fn a_session_that_is_written_down_gives_the_same_readings() {
    let machine = AppleMachine::phone(8);
    let Measured { measurement, raw, .. } = measured(&machine, Options::new().seed(8));
    let again = trueghz::report::RawMeasurement::from_json(&raw.to_json()).expect("its own JSON");
    assert_eq!(again.estimate(), measurement);
}
