//! A counter that times at a measured rate, on a simulated machine: the rate is determined again
//! from the session, and a raw file gives the same value.

use std::time::Duration;

use serde_json::{Value, json};
use trueghz::Options;
use trueghz::clock::crosscheck::MeasuredRate;
use trueghz::clock::{ClockId, Rate, Timebase, UnknownRate};
use trueghz::estimate::recording::Recording;
use trueghz::report::{CoreOutcome, RawMeasurement};
use trueghz::run::record::{NoProgress, record};
use trueghz::simulate::{CoreModel, Disturbances, Machine, Profile, SecondClock, Timer, TimerFault};

const TSC: Timer = Timer { hz: 2_596_140_000, read_ns: 12.0, jitter_ns: 2.0 };
const CORE_HZ: f64 = 3.1e9;

/// Error of the rate measured before the session, in ppm, and its known bound.
const OPENING: (f64, f64) = (6.0, 8.0);

/// Returns a recording of half a second with these faults of the counter.
fn recorded(faults: Vec<TimerFault>) -> Recording {
    let opening_hz = (TSC.hz as f64 * (1.0 + OPENING.0 * 1e-6)).round() as u64;
    let measured = MeasuredRate {
        against: ClockId::MonotonicRaw,
        uncertainty_ppm: OPENING.1,
        stated: Rate::Unknown { reason: UnknownRate::NotInCpuid },
    };
    let disturbances = Disturbances::interrupts(1000.0);
    let mut machine = Machine::new(Profile::Fixed(CORE_HZ), CoreModel::default(), TSC, disturbances, 1)
        .timed_by(ClockId::Tsc)
        .measured_as(Timebase::from_hz(opening_hz).expect("a rate"), measured)
        .with_faults(faults)
        .with_witnesses([
            SecondClock::sound(ClockId::MonotonicRaw, 1_000_000_000),
            SecondClock::sound(ClockId::Realtime, 1_000_000_000),
        ]);
    let options = Options::new().duration(Duration::from_millis(500)).seed(1);
    record(&mut machine, Some(0), &options, &mut NoProgress).expect("a recording")
}

/// A file of this recording.
fn file(recording: &Recording) -> RawMeasurement {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/vectors/raw-two-cores-100ms.json");
    let text = std::fs::read_to_string(path).expect("the vector");
    let mut raw = RawMeasurement::from_json(&text).expect("a recording");
    raw.cores.truncate(1);
    raw.cores[0].context.warnings.clear();
    raw.cores[0].outcome = CoreOutcome::Recorded(Box::new(recording.clone()));
    raw.clock = ClockId::Tsc;
    raw.timebase = Timebase::from_hz(TSC.hz).expect("a rate");
    raw.rate_from = Some(ClockId::MonotonicRaw);
    raw
}

fn off_ppm(hz: f64, truth_hz: f64) -> f64 {
    (hz / truth_hz - 1.0) * 1e6
}

#[test]
fn the_windows_are_timed_at_the_rate_of_the_whole_session() {
    let recording = recorded(Vec::new());
    assert_eq!(recording.clock.timebase, recording.session.primary.timebase);
    let rate_ppm = off_ppm(recording.clock.timebase.hz(), TSC.hz as f64);
    assert!(rate_ppm.abs() < 0.2, "the opening was off by 6 ppm, the session by {rate_ppm}");
    let reading = &file(&recording).estimate().cores[0];
    let number_ppm = off_ppm(reading.hz().expect("a number"), CORE_HZ);
    assert!(number_ppm.abs() < 4.0, "{number_ppm}");
    assert!(reading.warnings.is_empty(), "{:?}", reading.warnings);
}

#[test]
fn a_counter_that_jumped_keeps_the_rate_of_the_opening_and_is_named() {
    let recording = recorded(vec![TimerFault::Step { at_ns: 300e6, by_ns: 1e6 }]);
    let rate_ppm = off_ppm(recording.clock.timebase.hz(), TSC.hz as f64);
    assert!((rate_ppm - OPENING.0).abs() < 0.01, "{rate_ppm}");
    let reading = &file(&recording).estimate().cores[0];
    assert!(off_ppm(reading.hz().expect("a number"), CORE_HZ).abs() < 20.0);
    let [trueghz::Warning::ClockStepped { clock: ClockId::Tsc, .. }] = reading.warnings[..] else {
        panic!("{:?}", reading.warnings);
    };
}

#[test]
fn a_file_gives_the_same_number_and_says_whose_rate_it_is() {
    let raw = file(&recorded(Vec::new()));
    let replayed = RawMeasurement::from_json(&raw.to_json()).expect("what was written can be read");
    assert_eq!(replayed.estimate(), raw.estimate());
    assert_eq!(replayed.estimate().clock.description(), "TSC, at the rate of CLOCK_MONOTONIC_RAW");
}

#[test]
fn rates_that_contradict_each_other_are_refused_by_name() {
    let raw: Value = serde_json::from_str(&file(&recorded(Vec::new())).to_json()).expect("JSON");
    let session = "/cores/0/outcome/recorded/session/primary";
    let far = json!({ "numer": 250_000_000, "denom": 648_000_000 });
    for (path, value, says) in [
        (format!("{session}/timebase"), far.clone(), "session.primary.timebase is"),
        ("/timebase".to_owned(), far, "recorded.clock.timebase is"),
        (format!("{session}/measured/against"), json!("realtime"), "measured.against is Some(Realtime)"),
        (format!("{session}/measured/uncertainty_ppm"), json!(-1.0), "measured.uncertainty_ppm is -1.0"),
    ] {
        let mut edited = raw.clone();
        *edited.pointer_mut(&path).unwrap_or_else(|| panic!("{path} is there")) = value;
        let error = RawMeasurement::from_json(&edited.to_string()).expect_err("it was taken").to_string();
        assert!(error.contains(says), "{error}");
    }
}
