//! The clocks of the machine that runs the tests, through the public interface alone.

use std::thread;
use std::time::Duration;

use trueghz::clock::choose;
use trueghz::clock::crosscheck::{Agreement, Recorder, SessionRecord, check};
use trueghz::clock::quality::{CoreOffsetError, core_offset};

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
    assert_eq!(outcome.witnesses.len(), record.witnesses.len());
    for witness in &outcome.witnesses {
        let seen_hz = witness.seen_hz.expect("it moved, so it has a rate");
        assert!(seen_hz > 1e6, "{witness:?}");
        assert!(witness.steadiness.is_some(), "eleven samples are enough: {witness:?}");
    }
    // A machine may have one clock only, or a counter with a wrong rate: what is said then has a name.
    match &outcome.rate {
        Agreement::Disagree(found) => {
            assert!(found.culprit.is_some() || !found.refuses, "{outcome:?}");
        }
        Agreement::Agree { difference, .. } => assert!(difference.uncertainty_ppm > 0.0),
        Agreement::Unchecked { .. } => assert!(outcome.witnesses.iter().all(|w| w.rate.is_none())),
    }
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
