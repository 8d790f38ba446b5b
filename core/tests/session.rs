//! Sessions on this machine: they can be cancelled at any moment, they leave the caller's thread
//! unchanged, and their recording gives the same result when it is read back. Cancelling to the
//! millisecond, and observers that fail, are shown on a simulated machine: tests/faults.
//!
//! Nothing here asserts how long something takes or what the clock is. A session that is to be
//! cancelled is given an hour: that it ends at all shows that it was cancelled.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use trueghz::estimate::recording::{Recording, WarmUpEnd};
use trueghz::estimate::verdict::{Reason, Verdict};
use trueghz::host::Conditions;
use trueghz::report::histogram::WindowHistogram;
use trueghz::report::{CoreOutcome, Measurement, RawMeasurement, Reading};
use trueghz::run::environment::HostEnvironment;
use trueghz::run::event::{Event, NoObserver};
use trueghz::run::measure::{Measured, measure, measure_at, measure_observed};
use trueghz::run::session::Session;
use trueghz::{Options, host};

/// Longer than any test run.
const AN_HOUR: Duration = Duration::from_secs(3600);

/// Enough windows for an estimate, and no more: precision is not the matter here.
const SHORT: Duration = Duration::from_millis(120);

/// A session that has not ended by then does not end. A watchdog, not a goal: that is 50 ms. Under
/// an emulator, on a slow machine whose other processor is busy, the last estimate alone took more
/// than 20 s.
const PATIENCE: Duration = Duration::from_secs(180);

fn lasting(duration: Duration) -> Options {
    Options::new().duration(duration).warm_up_limit(Duration::from_millis(300))
}

/// Starts a session whose events arrive at the receiver.
fn watched(options: Options) -> (Session<Measured>, Receiver<Event>) {
    let (sender, receiver) = channel();
    let session = measure_observed(options, move |event| {
        // The test may have seen enough.
        let _ = sender.send(event);
    });
    (session.expect("a clock and two threads"), receiver)
}

fn wait_until(what: &str, done: impl Fn() -> bool) {
    let begun = Instant::now();
    while !done() {
        assert!(begun.elapsed() < PATIENCE, "{what}: not within {PATIENCE:?}");
        thread::sleep(Duration::from_millis(1));
    }
}

fn wait_for(events: &Receiver<Event>, wanted: impl Fn(&Event) -> bool) -> Event {
    loop {
        let event = events.recv_timeout(PATIENCE).expect("the event that was waited for");
        if wanted(&event) {
            return event;
        }
    }
}

fn ended(session: Session<Measured>) -> Measured {
    wait_until("the end", || session.is_finished());
    session.wait().expect("a measurement that does not panic")
}

fn recorded(measured: &Measured, core: usize) -> &Recording {
    match &measured.raw.cores[core].outcome {
        CoreOutcome::Recorded(recording) => recording,
        CoreOutcome::Refused(reason) => panic!("core {core} was refused: {reason:?}"),
    }
}

fn warned(reading: &Reading, code: &str) -> bool {
    reading.warnings.iter().any(|warning| warning.code() == code)
}

fn says_cancelled(reading: &Reading) -> bool {
    reading.reason == Some(Reason::Cancelled) || warned(reading, "cancelled")
}

#[test]
fn the_clock_is_that_of_the_core_that_the_caller_is_on() {
    let Some(&cpu) = host::allowed_cpus().last() else { return };
    let _pinned = host::pin_to(cpu).expect("it may use this core");
    let reading = trueghz::clock().expect("a clock and a thread");
    assert_eq!(reading.cpu, Some(cpu));
    assert!(reading.hz().is_some() || reading.reason.is_some(), "{reading:?}");
}

#[test]
fn cancelled_at_once_it_says_so_and_has_no_number() {
    let session = measure(lasting(AN_HOUR)).expect("a clock and two threads");
    session.cancel();
    let measured = ended(session);
    assert!(!measured.measurement.cores.is_empty());
    for (reading, core) in measured.measurement.cores.iter().zip(&measured.raw.cores) {
        assert!(says_cancelled(reading), "{:?}, {:?}", reading.reason, reading.warnings);
        let cut_short = match &core.outcome {
            CoreOutcome::Recorded(recording) => recording.warm_up.end == WarmUpEnd::Cancelled,
            CoreOutcome::Refused(reason) => *reason == Reason::Cancelled,
        };
        if cut_short {
            assert_eq!((reading.verdict, reading.reason), (Verdict::Refused, Some(Reason::Cancelled)));
            assert_eq!(reading.hz(), None);
        }
    }
}

#[test]
fn cancelled_in_the_warm_up_it_keeps_the_curve() {
    let (session, events) = watched(lasting(AN_HOUR));
    wait_for(&events, |event| matches!(event, Event::WarmUp { .. }));
    session.cancel();
    let measured = ended(session);
    assert!(!recorded(&measured, 0).warm_up.samples.is_empty());
    assert!(measured.measurement.cores.iter().all(says_cancelled));
}

#[test]
fn cancelled_in_the_windows_it_keeps_them() {
    let (session, events) = watched(lasting(AN_HOUR));
    wait_for(&events, |event| matches!(event, Event::Running { .. }));
    session.cancel();
    let measured = ended(session);
    let reading = &measured.measurement.cores[0];
    assert!(says_cancelled(reading), "{:?}, {:?}", reading.reason, reading.warnings);
    assert!(reading.windows.total > 0 && reading.elapsed_ms > 0.0);
    assert_eq!(reading.windows.total, recorded(&measured, 0).windows.0.len());
    // The reporting ended well too: the last event is the core's.
    let last = events.try_iter().last();
    assert!(matches!(last, Some(Event::CoreFinished { .. })), "{last:?}");
}

#[test]
fn dropped_it_is_cancelled() {
    let (session, events) = watched(lasting(AN_HOUR));
    wait_for(&events, |event| matches!(event, Event::CoreStarted { .. }));
    drop(session);
    let mut done = Vec::new();
    // The session's end takes the observer, and with it the other end of the channel.
    let end = loop {
        match events.recv_timeout(PATIENCE) {
            Ok(Event::CoreFinished { reading, .. }) => done.push(reading),
            Ok(_) => {}
            Err(end) => break end,
        }
    };
    assert_eq!(end, RecvTimeoutError::Disconnected, "it goes on without a caller");
    assert!(!done.is_empty() && done.iter().all(|reading| says_cancelled(reading)));
}

#[cfg(target_os = "linux")]
mod linux {
    use trueghz::host::allowed_cpus;

    use super::*;

    fn nice() -> i32 {
        // SAFETY: it takes and returns plain numbers; 0 is the calling thread.
        unsafe { libc::getpriority(libc::PRIO_PROCESS, 0) }
    }

    #[test]
    fn the_callers_thread_keeps_its_affinity_and_priority() {
        let before = (allowed_cpus(), nice());
        let (sender, told) = channel();
        let session = measure_observed(lasting(SHORT), move |_: Event| {
            let _ = sender.send((allowed_cpus(), nice()));
        });
        let session = session.expect("a clock and two threads");
        let meanwhile: Vec<_> =
            told.iter().map(|of_observer| (of_observer, allowed_cpus(), nice())).collect();
        ended(session);
        assert!(!meanwhile.is_empty());
        for ((_, nice_of_observer), cpus, nice) in meanwhile {
            assert_eq!(nice_of_observer, before.1, "the observer's thread");
            assert_eq!((cpus, nice), before, "the caller's thread");
        }
        assert_eq!((allowed_cpus(), nice()), before);
    }

    #[test]
    fn the_observers_thread_keeps_off_the_measured_core() {
        let all = allowed_cpus();
        let machine = host::Machine::read(&host::LiveSystem);
        for &cpu in &all {
            let siblings = machine.core(cpu).map_or(&[][..], |core| &core.smt_siblings);
            let apart = |siblings: &[u32]| {
                all.iter().copied().filter(|other| *other != cpu && !siblings.contains(other)).collect()
            };
            let mut elsewhere: Vec<u32> = apart(siblings);
            if elsewhere.is_empty() {
                elsewhere = apart(&[]);
            }
            if elsewhere.is_empty() {
                elsewhere = all.clone();
            }
            let options = lasting(SHORT).cores(trueghz::Selection::Cpus(vec![cpu]));
            let (sender, seen) = channel();
            let watching = move |event: Event| {
                if !matches!(event, Event::Started { .. }) {
                    let _ = sender.send(allowed_cpus());
                }
            };
            ended(measure_observed(options, watching).expect("a clock and two threads"));
            let seen: Vec<Vec<u32>> = seen.iter().collect();
            assert!(!seen.is_empty() && seen.iter().all(|cpus| *cpus == elsewhere), "core {cpu}: {seen:?}");
        }
    }

    #[test]
    fn a_core_that_is_not_there_is_refused_and_the_others_are_measured() {
        let there = allowed_cpus()[0];
        let options = lasting(SHORT).cores(trueghz::Selection::Cpus(vec![4095, there]));
        let measured = ended(measure(options).expect("a clock and two threads"));
        let [absent, present] = measured.measurement.cores.as_slice() else { panic!("two readings") };
        assert_eq!(absent.cpu, Some(4095));
        assert_eq!((absent.verdict, absent.reason), (Verdict::Refused, Some(Reason::Offline)));
        assert_eq!((absent.hz(), absent.windows.total), (None, 0));
        assert_eq!(present.cpu, Some(there));
        assert!(present.windows.total > 0 && present.reason != Some(Reason::Offline));
        assert!(!measured.measurement.is_complete());
    }
}

#[test]
fn the_result_is_there_without_anybody_asking_for_it() {
    let session = measure(lasting(SHORT)).expect("a clock and a thread");
    let (sender, called) = channel();
    let hook = |sender: std::sync::mpsc::Sender<_>| {
        move |ended: &trueghz::run::session::SessionResult<Measured>| {
            let _ = sender.send(ended.clone());
        }
    };
    session.on_end(hook(sender.clone()));
    let by_hook = called.recv_timeout(PATIENCE).expect("the hook is called at the end").expect("no panic");
    assert!(session.is_finished());
    let polled = session.try_result().expect("it is there").expect("no panic");
    assert!(Arc::ptr_eq(&by_hook, &polled), "one result");
    session.on_end(hook(sender));
    let late = called.try_recv().expect("a hook that comes late is called at once").expect("no panic");
    assert!(Arc::ptr_eq(&late, &polled));
    let waited = session.wait().expect("no panic");
    assert_eq!(waited, *polled);
    assert_eq!(waited.measurement.cores[0].time_to_first_estimate_ms, None, "nobody was there to see it");
    assert!(called.try_recv().is_err(), "each hook is called once");
}

#[test]
fn a_hook_is_called_although_the_session_was_dropped() {
    let (sender, called) = channel();
    let sender = Mutex::new(sender);
    let session = measure(lasting(AN_HOUR)).expect("a clock and a thread");
    session.on_end(move |ended| {
        let cores = ended.as_ref().map(|measured| measured.measurement.cores.clone()).expect("no panic");
        let _ = sender.lock().expect("no panic").send(cores);
    });
    drop(session);
    let cores = called.recv_timeout(PATIENCE).expect("the end");
    assert!(cores.iter().all(says_cancelled), "{cores:?}");
}

#[test]
fn what_was_recorded_gives_the_same_result_when_it_is_read_back() {
    let measured = ended(measure(lasting(SHORT)).expect("a clock and two threads"));
    let text = measured.raw.to_json();
    let raw = RawMeasurement::from_json(&text).expect("what was just written");
    assert_eq!(raw, measured.raw, "a value changed on its way through JSON");
    assert_eq!(raw.estimate(), measured.measurement);
    assert_eq!(WindowHistogram::of_each(&raw), measured.histograms);
    assert_eq!(raw.to_json(), text);
    let again: Measurement = serde_json::from_str(&measured.measurement.to_json()).expect("its own JSON");
    assert_eq!(again, measured.measurement);
}

#[test]
fn a_raw_file_that_is_none_is_refused_in_a_sentence() {
    let measured = ended(measure(lasting(SHORT)).expect("a clock and two threads"));
    let sound: serde_json::Value = serde_json::from_str(&measured.raw.to_json()).expect("JSON");
    let refusal = |text: &str| RawMeasurement::from_json(text).expect_err("it was taken").to_string();
    let changed = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut value = sound.clone();
        change(&mut value);
        refusal(&value.to_string())
    };
    let windows = "/cores/0/outcome/recorded/windows";
    let column = |value: &mut serde_json::Value, name: &str| {
        let column =
            value.pointer_mut(&format!("{windows}/{name}")).and_then(serde_json::Value::as_array_mut);
        std::mem::take(column.expect("a column"))
    };

    assert!(refusal("not JSON").starts_with("not raw data: "));
    assert!(refusal("{}").starts_with("not raw data: the field `schema` is missing"));
    let whole = sound.to_string();
    assert!(refusal(&whole[..whole.len() / 2]).starts_with("not raw data: "));

    let other = changed(&|value| value["schema"] = "trueghz-raw/3".into());
    assert_eq!(other, r#"raw data of schema "trueghz-raw/3", expected "trueghz-raw/2""#);

    let ragged = changed(&|value| {
        column(value, "iterations");
    });
    assert!(ragged.contains("the columns of the windows have different lengths"), "{ragged}");

    let no_iterations = changed(&|value| {
        let mut iterations = column(value, "iterations");
        iterations[3] = 0.into();
        value.pointer_mut(windows).expect("windows")["iterations"] = iterations.into();
    });
    assert!(no_iterations.contains("window 3 has no iterations"), "{no_iterations}");
}

#[test]
fn how_things_stand_is_asked_on_the_sessions_own_thread() {
    /// Power is saved, if this is the measuring thread.
    fn saving_on_its_thread() -> Conditions {
        let own = thread::current().name() == Some("trueghz-measure");
        Conditions { power_saving: Some(own), ..Conditions::default() }
    }
    let machine = HostEnvironment::with_its_clocks().expect("a clock").asking(saving_on_its_thread);
    let session = measure_at(machine, lasting(SHORT), NoObserver).expect("two threads");
    let reading = session.wait().expect("no panic").measurement.cores.remove(0);
    assert_eq!(reading.conditions.power_saving, Some(true));
    assert!(reading.warnings.iter().any(|warning| warning.code() == "low_power"), "{:?}", reading.warnings);
}
