//! Sessions as a front end sees them, on this machine.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;

use futures_executor::block_on;
use trueghz::Warning;
use trueghz::estimate::verdict::{Reason, Verdict};
use trueghz::host::{Conditions, ThermalStatus};
use trueghz::report::Reading;
use trueghz::run::target::Selection;
use trueghz_ffi::{
    MeasureOptions, ObserverError, Session, SessionEvent as Event, SessionJob, SessionObserver,
    SessionOutcome, TrueGhzError, coming_cores, instructions, instructions_csv, machine, replay, report_csv,
    report_json, report_text, version,
};
use trueghz_loads::sustained::SustainedLoad;

/// Keeps what it sees, and says when there is something.
#[derive(Default)]
struct Watcher {
    seen: Mutex<Vec<Event>>,
    first: Mutex<Option<mpsc::Sender<()>>>,
}

impl SessionObserver for Watcher {
    fn on_event(&self, event: Event) -> Result<(), ObserverError> {
        self.seen.lock().unwrap().push(event);
        if let Some(first) = self.first.lock().unwrap().take() {
            let _ = first.send(());
        }
        Ok(())
    }
}

/// Throws at every event.
struct Throwing(AtomicUsize);

impl SessionObserver for Throwing {
    fn on_event(&self, _event: Event) -> Result<(), ObserverError> {
        self.0.fetch_add(1, Ordering::SeqCst);
        Err(ObserverError::Failed { reason: "on purpose".to_owned() })
    }
}

fn job(duration_ms: u32) -> SessionJob {
    let cores = Selection::Current;
    let (duration_ms, warm_up_limit_ms) = (Some(duration_ms), Some(50));
    SessionJob::Measure {
        options: MeasureOptions { cores, duration_ms, warm_up_limit_ms, keep_clear: false },
    }
}

/// Long enough that a test which waits for its end would be noticed.
const LONG_MS: u32 = 600_000;

fn only_reading(outcome: Result<SessionOutcome, TrueGhzError>) -> Reading {
    match outcome {
        Ok(SessionOutcome::Measured { report }) => {
            report.cores.into_iter().next().expect("a core was measured")
        }
        other => panic!("no measurement: {other:?}"),
    }
}

#[test]
fn a_measurement_is_watched_awaited_and_replayed() {
    let watcher = Arc::new(Watcher::default());
    let session = Session::start(job(100), Some(watcher.clone())).expect("starts");
    assert_eq!(session.windows_json(), None, "nothing is known before the end");
    let Ok(SessionOutcome::Measured { report }) = block_on(session.outcome()) else { panic!("measured") };
    assert!(session.is_finished());
    assert_eq!(report.version, version());
    assert_eq!(report.machine.architecture, machine().expect("read").architecture);
    let again = replay(session.windows_json().expect("windows were recorded")).expect("they replay");
    assert_eq!(again, *report);
    assert_eq!(
        block_on(session.outcome()),
        Ok(SessionOutcome::Measured { report: report.clone() }),
        "asked again"
    );
    assert_eq!(report_json((*report).clone()), Ok(report.to_json()));
    assert!(report_csv((*report).clone()).expect("rows").starts_with("reading,"));
    assert!(report_text((*report).clone()).expect("text").starts_with("TrueGHz "));
    let seen = watcher.seen.lock().unwrap();
    let coming = coming_cores(machine().expect("read"), Selection::Current).expect("cores");
    let targets = coming.into_iter().map(|core| core.target).collect();
    assert_eq!(seen.first(), Some(&Event::Started { targets }), "{seen:?}");
    assert!(matches!(seen.last(), Some(Event::CoreFinished { .. })), "{seen:?}");
}

#[test]
fn a_cancelled_session_ends_and_keeps_what_is_known() {
    let (sender, begun) = mpsc::channel();
    let watcher = Arc::new(Watcher { first: Mutex::new(Some(sender)), ..Watcher::default() });
    let session = Session::start(job(LONG_MS), Some(watcher)).expect("starts");
    begun.recv().expect("an event");
    session.cancel();
    session.cancel();
    let reading = only_reading(block_on(session.outcome()));
    let warned = reading.warnings.iter().any(|warning| warning.code() == "cancelled");
    assert!(warned || reading.reason == Some(Reason::Cancelled), "{reading:?}");
    session.cancel();
    assert_eq!(only_reading(block_on(session.outcome())), reading, "nothing changes after the end");
}

#[test]
fn going_to_the_background_ends_a_session_and_is_told() {
    let session = Session::start(job(LONG_MS), None).expect("starts");
    let told = Conditions {
        thermal: Some(ThermalStatus::Critical),
        thermal_headroom: Some(1.25),
        power_saving: Some(true),
        in_background: Some(true),
    };
    session.tell(told);
    let reading = only_reading(block_on(session.outcome()));
    assert_eq!(reading.conditions, told);
    let codes: Vec<&str> = reading.warnings.iter().map(Warning::code).collect();
    for code in ["thermal_pressure", "low_power", "background", "cancelled"] {
        assert!(codes.contains(&code), "{code} is missing: {codes:?}");
    }
}

#[test]
fn an_observer_that_throws_costs_nothing_but_a_warning() {
    let observer = Arc::new(Throwing(AtomicUsize::new(0)));
    let session = Session::start(job(100), Some(observer.clone())).expect("starts");
    let reading = only_reading(block_on(session.outcome()));
    // An emulator's chains need not come to a number in so short a time.
    if std::env::var_os("TRUEGHZ_TEST_EMULATOR").is_none() {
        assert_ne!(reading.verdict, Verdict::Refused, "{reading:?}");
    }
    assert!(reading.warnings.iter().any(|warning| warning.code() == "observer_panicked"));
    assert_eq!(observer.0.load(Ordering::SeqCst), 1, "it is not called again");
}

#[test]
fn the_observer_is_let_go_at_the_end() {
    let watcher = Arc::new(Watcher::default());
    let session = Session::start(job(20), Some(watcher.clone())).expect("starts");
    assert!(block_on(session.outcome()).is_ok());
    assert_eq!(Arc::strong_count(&watcher), 1, "the session is still there, and does not hold it");
}

#[test]
fn a_forgotten_session_ends() {
    let (sender, gone) = mpsc::channel();
    struct Last(mpsc::Sender<()>);
    impl SessionObserver for Last {
        fn on_event(&self, _event: Event) -> Result<(), ObserverError> {
            Ok(())
        }
    }
    impl Drop for Last {
        fn drop(&mut self) {
            let _ = self.0.send(());
        }
    }
    drop(Session::start(job(LONG_MS), Some(Arc::new(Last(sender)))).expect("starts"));
    gone.recv().expect("the observer is let go, which happens at the end");
}

#[test]
fn a_session_ends_without_anybody_who_awaits_it() {
    for observer in [None, Some(Arc::new(Watcher::default()) as Arc<dyn SessionObserver>)] {
        let session = Session::start(job(20), observer).expect("starts");
        // A session that is never polled ends: if it does not, the test's run does not either.
        while !session.is_finished() {
            thread::yield_now();
        }
        let windows = session.windows_json().expect("windows were recorded");
        let Ok(SessionOutcome::Measured { report }) = block_on(session.outcome()) else { panic!("measured") };
        assert_eq!(replay(windows).expect("they replay"), *report);
    }
}

/// Awaits its own session as soon as it is called.
struct AwaitsItself {
    session: Mutex<mpsc::Receiver<Arc<Session>>>,
    outcome: mpsc::Sender<Result<SessionOutcome, TrueGhzError>>,
}

impl SessionObserver for AwaitsItself {
    fn on_event(&self, _event: Event) -> Result<(), ObserverError> {
        if let Ok(session) = self.session.lock().unwrap().recv() {
            let _ = self.outcome.send(block_on(session.outcome()));
        }
        Ok(())
    }
}

#[test]
fn an_observer_that_awaits_its_own_session_gets_its_end() {
    let (hand, session) = mpsc::channel();
    let (outcome, ended) = mpsc::channel();
    let observer = Arc::new(AwaitsItself { session: Mutex::new(session), outcome });
    hand.send(Session::start(job(20), Some(observer)).expect("starts")).expect("it is taken");
    let reading = only_reading(ended.recv().expect("an end"));
    assert!(reading.warnings.iter().any(|warning| warning.code() == "observer_stalled"), "{reading:?}");
}

#[test]
fn two_may_wait_for_one_session() {
    let session = Session::start(job(50), None).expect("starts");
    let other = session.clone();
    let elsewhere = thread::spawn(move || block_on(other.outcome()));
    let here = block_on(session.outcome());
    assert_eq!(here, elsewhere.join().expect("no panic"));
}

#[test]
fn the_table_of_clocks_is_a_session_too() {
    let watcher = Arc::new(Watcher::default());
    let session = Session::start(SessionJob::Clocks, Some(watcher.clone())).expect("starts");
    let Ok(SessionOutcome::ClocksSeen { table }) = block_on(session.outcome()) else { panic!("a table") };
    assert!(!table.rows.is_empty());
    assert_eq!(session.windows_json(), None);
    let seen = watcher.seen.lock().unwrap();
    assert!(matches!(seen.last(), Some(Event::Progressed { done, total }) if done == total), "{seen:?}");
}

#[test]
fn instructions_are_a_session_too() {
    let addition =
        instructions().into_iter().find(|form| form.name.starts_with("add ")).expect("an addition");
    assert!(addition.is_present);
    let watcher = Arc::new(Watcher::default());
    let job = SessionJob::Instructions { names: vec![addition.name.clone()], cpu: None, kind: None };
    let session = Session::start(job, Some(watcher.clone())).expect("starts");
    let Ok(SessionOutcome::InstructionsMeasured { table }) = block_on(session.outcome()) else {
        panic!("a table")
    };
    assert!(table.rows.len() >= 2 && table.rows.iter().all(|row| row.form == addition.name));
    assert!(table.rows.iter().all(|row| row.cycles.is_none() == row.missing.is_some()));
    assert!(instructions_csv((*table).clone()).expect("CSV").contains(&addition.name));
    let seen = watcher.seen.lock().unwrap();
    let measured = |event: &Event| matches!(event, Event::Progressed { done, total } if done == total);
    assert!(table.reference.is_none() || seen.iter().any(measured), "{seen:?}");
}

#[test]
fn what_moves_is_a_session_too() {
    let watcher = Arc::new(Watcher::default());
    let job = SessionJob::Sustained { length_ms: 400, load: SustainedLoad::One, cpu: None, kind: None };
    let session = Session::start(job, Some(watcher.clone())).expect("starts");
    let Ok(SessionOutcome::SustainedMeasured { report }) = block_on(session.outcome()) else {
        panic!("a report")
    };
    let seen = watcher.seen.lock().unwrap();
    let records = seen.iter().filter_map(|event| match event {
        Event::SustainedRecorded { record } => Some((**record).clone()),
        _ => None,
    });
    assert_eq!(records.collect::<Vec<_>>(), report.records);
    assert!(seen.iter().any(|event| matches!(event, Event::SustainedBegun { run } if **run == report.run)));
    let ramp =
        Session::start(SessionJob::Ramp { cpu: None, kind: None, runs: Some(1) }, None).expect("starts");
    ramp.cancel();
    assert!(matches!(block_on(ramp.outcome()), Ok(SessionOutcome::RampMeasured { .. })));
    let absent = SessionJob::Ramp { cpu: Some(u32::MAX), kind: None, runs: Some(1) };
    let absent = Session::start(absent, None).expect("starts");
    assert!(matches!(block_on(absent.outcome()), Err(TrueGhzError::NoCore(_))));
    let turbo = Session::start(SessionJob::Turbo, None).expect("starts");
    turbo.cancel();
    assert!(matches!(
        block_on(turbo.outcome()),
        Ok(SessionOutcome::TurboMeasured { .. }) | Err(TrueGhzError::NoCore(_))
    ));
}

#[test]
fn a_table_of_clocks_that_is_cancelled_is_shorter() {
    let session = Session::start(SessionJob::Clocks, None).expect("starts");
    session.cancel();
    let Ok(SessionOutcome::ClocksSeen { table }) = block_on(session.outcome()) else { panic!("a table") };
    let whole = trueghz::clock::quality::table(&trueghz::clock::choose().expect("a clock"), None);
    assert!(table.rows.len() < whole.rows.len());
}

#[test]
fn what_is_no_recording_is_refused_by_name() {
    assert!(matches!(replay("{}".to_owned()), Err(TrueGhzError::NotARecording(_))));
    assert!(matches!(replay("what?".to_owned()), Err(TrueGhzError::NotARecording(_))));
    let other = r#"{"schema":"trueghz-raw/99"}"#.to_owned();
    assert!(matches!(replay(other), Err(TrueGhzError::OtherSchema(_))));
}
