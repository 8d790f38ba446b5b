//! The clocks of the machine that runs the tests, through the public interface alone.

use std::thread;
use std::time::Duration;

use trueghz::clock::crosscheck::{Agreement, Recorder, SessionRecord, check};
use trueghz::clock::quality::{CoreOffsetError, core_offset};
use trueghz::clock::{choose, choose_system};

/// A session of 100 ms on this machine, with eleven samples.
fn session() -> SessionRecord {
    let mut recorder = Recorder::new(choose().expect("every platform has a clock"));
    for _ in 0..11 {
        recorder.sample();
        thread::sleep(Duration::from_millis(10));
    }
    recorder.into_record()
}

#[test]
fn this_machines_clocks_agree_or_are_named() {
    let record = session();
    let outcome = check(&record);
    // The counter's own stated rate is an additional entry, without evidence of stability.
    let (others, stated) = outcome.witnesses.split_at(record.witnesses.len());
    assert!(stated.len() <= usize::from(record.primary.measured.is_some()), "{outcome:?}");
    for witness in others {
        let measured_hz = witness.measured_hz.expect("it moved, so it has a rate");
        assert!(measured_hz > 1e6, "{witness:?}");
        assert!(witness.stability.is_some(), "eleven samples are enough: {witness:?}");
    }
    // A machine may have one clock only, or a counter with a wrong rate, which then must be
    // identified.
    match &outcome.rate {
        Agreement::Disagree(found) => {
            assert!(found.culprit.is_some() || !found.invalidates_reading, "{outcome:?}");
        }
        Agreement::Agree { difference, .. } => assert!(difference.uncertainty_ppm > 0.0),
        Agreement::Unchecked { .. } => assert!(outcome.witnesses.iter().all(|w| w.rate.is_none())),
    }
}

#[test]
fn a_counter_that_times_has_the_rate_of_the_system_clock() {
    let system = choose_system().expect("every platform has a clock").primary.id();
    let record = session();
    let Some(opening) = record.primary.measured else {
        assert_eq!(record.primary.id, system, "a clock of its own rate is the system's");
        return;
    };
    assert_eq!((opening.against, record.witnesses[0].id), (system, system));
    let refined = record.clone().at_its_own_rate();
    let apart_ppm = (refined.primary.timebase.hz() / record.primary.timebase.hz() - 1.0).abs() * 1e6;
    assert!(apart_ppm <= 100.0 + 2.0 * opening.uncertainty_ppm, "{apart_ppm}: {opening:?}");
}

#[test]
fn a_recorded_session_gives_the_same_outcome_from_its_file() {
    let record = session();
    let file = serde_json::to_string(&record).expect("a record is plain data");
    let read: SessionRecord = serde_json::from_str(&file).expect("what was written can be read");
    assert_eq!(check(&read), check(&record));
}

#[test]
fn a_file_with_a_zero_timebase_is_refused() {
    let mut file = serde_json::to_value(session()).expect("a record is plain data");
    file["primary"]["timebase"]["denom"] = 0.into();
    let error = serde_json::from_value::<SessionRecord>(file).expect_err("0 is no denominator");
    assert!(error.to_string().contains("denominator is 0"), "{error}");
}

#[test]
fn the_offset_of_two_cores_needs_two_cores() {
    let clocks = choose().expect("every platform has a clock");
    let read = || clocks.primary.ticks();
    let error = core_offset(&read, &|_| false, 0, 1).expect_err("nobody was pinned");
    assert_eq!(error, CoreOffsetError::NotPinned { cpu: 0 });
}
