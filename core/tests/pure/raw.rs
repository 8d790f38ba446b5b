//! Edited raw files: rejected in a sentence that names the field, or estimated to possible values.

use serde_json::{Value, json};
use trueghz::Interval;
use trueghz::estimate::ClockState;
use trueghz::estimate::verdict::Reason;
use trueghz::report::RawMeasurement;

fn recorded() -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/vectors/raw-two-cores-100ms.json");
    serde_json::from_str(&std::fs::read_to_string(path).expect("the vector")).expect("JSON")
}

fn refusal(file: &Value) -> String {
    RawMeasurement::from_json(&file.to_string()).expect_err("it was taken").to_string()
}

/// Returns the error message for the recorded file with the value at `path` changed.
fn refusal_with(path: &str, value: Value) -> String {
    let mut file = recorded();
    *file.pointer_mut(path).unwrap_or_else(|| panic!("{path} is there")) = value;
    refusal(&file)
}

#[test]
fn a_value_that_nothing_can_have_recorded_is_refused_by_name() {
    let context = "cores[0].context";
    let recording = "cores[0].outcome.recorded";
    for (path, value, says) in [
        (
            "/cores/0/context/clock_tolerance_ppm",
            json!(-1.0),
            format!("{context}.clock_tolerance_ppm is -1.0"),
        ),
        (
            "/cores/0/context/load/1/busy_fraction",
            json!(-0.25),
            format!("{context}.load[1].busy_fraction is -0.25"),
        ),
        ("/cores/0/context/load/1/busy_fraction", json!(1.5), "which is no share from 0 to 1".to_owned()),
        (
            "/cores/0/context/claim",
            json!({ "hz": 0, "source": "cpuid_max" }),
            format!("{context}.claim.hz is 0"),
        ),
        (
            "/cores/0/context/time_to_first_estimate_ms",
            json!(-3.0),
            format!("{context}.time_to_first_estimate_ms is -3.0"),
        ),
        (
            "/cores/0/outcome/recorded/clock/step_ns",
            json!(-1.0),
            format!("{recording}.clock.step_ns is -1.0"),
        ),
        (
            "/cores/0/outcome/recorded/clock/read_cost_ns",
            json!(1e308),
            format!("{recording}.clock.read_cost_ns is 1e308"),
        ),
        (
            "/cores/0/outcome/recorded/warm_up/samples/2/hz",
            json!(0.0),
            format!("{recording}.warm_up.samples[2].hz is 0.0"),
        ),
        ("/timebase", json!({ "numer": 1, "denom": 4_200_000 }), "timebase is 1/4200000".to_owned()),
        (
            "/cores/0/outcome/recorded/clock/timebase",
            json!({ "numer": 1, "denom": 2 }),
            format!("{recording}.clock"),
        ),
        (
            "/cores/0/outcome/recorded/session/primary/id",
            json!("tsc"),
            format!("{recording}.session.primary.id"),
        ),
        ("/cores", json!([]), "cores is []".to_owned()),
    ] {
        let said = refusal_with(path, value);
        assert!(said.starts_with("not raw data: ") && said.contains(&says), "{path}: {said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}

#[test]
fn windows_that_no_core_ran_come_to_no_number() {
    let raw = RawMeasurement::from_json(&recorded().to_string()).expect("as it was recorded");
    assert_eq!(raw.estimate().check(), Ok(()));
    let mut file = recorded();
    let iterations =
        file.pointer_mut("/cores/0/outcome/recorded/windows/iterations").and_then(Value::as_array_mut);
    for iterations in iterations.expect("windows") {
        *iterations = json!(iterations.as_u64().expect("a count") * 1_000);
    }
    let raw = RawMeasurement::from_json(&file.to_string()).expect("each value alone is possible");
    let measurement = raw.estimate();
    let reading = &measurement.cores[0];
    assert_eq!((reading.reason, reading.hz()), (Some(Reason::Implausible), None));
    assert_eq!(measurement.check(), Ok(()));
}

#[test]
fn the_repeatable_interval_is_of_the_same_number() {
    let raw = RawMeasurement::from_json(&recorded().to_string()).expect("as it was recorded");
    let refused = |change: fn(Interval) -> Interval| {
        let mut measurement = raw.estimate();
        measurement.cores[0].repeatable_hz = measurement.cores[0].repeatable_hz.map(change);
        measurement.check().expect_err("it was taken").to_string()
    };
    let other = refused(|clock| clock.map(|hz| hz * 1.1));
    assert!(other.ends_with("which is not the value of frequency_hz"), "{other}");
    let unheld = refused(|clock| Interval { low: clock.high, ..clock });
    assert!(unheld.starts_with("cores[0].repeatable_hz is "), "{unheld}");
    let endless = refused(|clock| Interval { high: f64::INFINITY, ..clock });
    assert!(endless.starts_with("cores[0].repeatable_hz.high is "), "{endless}");
}

#[test]
fn a_bound_and_levels_are_those_of_a_core() {
    let raw = RawMeasurement::from_json(&recorded().to_string()).expect("as it was recorded");
    let checked = |at_least_hz, hz, time_share| {
        let mut measurement = raw.estimate();
        measurement.cores[0].at_least_hz = Some(at_least_hz);
        measurement.cores[0].states =
            vec![ClockState { hz: 3.1e9, time_share: 0.4 }, ClockState { hz, time_share }];
        measurement.check().map_err(|error| error.to_string())
    };
    assert_eq!(checked(3.05e9, 2.7e9, 0.6), Ok(()));
    let bound = checked(3.05e12, 2.7e9, 0.6).expect_err("a thousand times the clock");
    assert!(
        bound.starts_with("cores[0].at_least_hz is ") && bound.ends_with("at which no core runs"),
        "{bound}"
    );
    let level = checked(3.05e9, 0.0, 0.6).expect_err("a level of nothing");
    assert!(level.starts_with("cores[0].states[1].hz is "), "{level}");
    let share = checked(3.05e9, 2.7e9, 60.0).expect_err("sixty times the time");
    assert!(share.starts_with("cores[0].states[1].time_share is "), "{share}");
}

#[test]
fn what_is_no_recording_is_described_in_our_own_words() {
    let refused = |text: &str| RawMeasurement::from_json(text).expect_err("it was taken").to_string();
    assert_eq!(refused(" \n"), "not raw data: it is empty");
    assert_eq!(refused("{}"), "not raw data: the field `schema` is missing");
    assert!(refused("not JSON").starts_with("not raw data: no JSON (line 1, column "));
    let whole = recorded().to_string();
    assert_eq!(refused(&whole[..whole.len() / 2]), "not raw data: it ends in the middle");
    for (path, value) in [
        ("/cores/0/context/load/1/busy_fraction", json!("half")),
        ("/cores/0/context/cpu", json!(-1)),
        ("/clock", json!("sundial")),
    ] {
        let said = refusal_with(path, value);
        let name = path.rsplit_once('/').expect("a path").1;
        assert!(
            said.contains("a value is not of the kind that belongs there") && said.contains(name),
            "{said}"
        );
        assert!(!said.contains("expected") && !said.contains("f64"), "serde speaks: {said}");
    }
}
