//! Validates real output by the published schemas, and tests that the schemas reject wrong
//! documents.

use crate::common::schemas::{assert_valid, schema};
use crate::common::{SHORT, code, json, recorded, run, setting, workspace};
use serde_json::{Value, json as value};

#[test]
fn a_measurement_is_as_described() {
    let folder = tempfile::tempdir().unwrap();
    let raw = folder.path().join("raw.json");
    let mut words = vec!["--json", "--raw", raw.to_str().unwrap()];
    words.extend(SHORT);
    assert_valid(&schema("trueghz-2.schema.json"), &json(&run(words)));
    let windows: Value = serde_json::from_str(&std::fs::read_to_string(raw).unwrap()).unwrap();
    assert_valid(&schema("trueghz-raw-2.schema.json"), &windows);
}

#[test]
fn recorded_windows_are_as_described() {
    let windows: Value = serde_json::from_str(&std::fs::read_to_string(recorded()).unwrap()).unwrap();
    assert_valid(&schema("trueghz-raw-2.schema.json"), &windows);
    assert_valid(&schema("trueghz-2.schema.json"), &json(&run(["replay", "--json", &recorded()])));
}

#[test]
fn a_refused_core_is_as_described() {
    let mut windows: Value = serde_json::from_str(&std::fs::read_to_string(recorded()).unwrap()).unwrap();
    windows["cores"][0]["outcome"] = value!({ "refused": "offline" });
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("raw.json");
    std::fs::write(&file, windows.to_string()).unwrap();
    let output = run(["replay", "--json", file.to_str().unwrap()]);
    let answer = json(&output);
    assert_eq!((code(&output), &answer["cores"][0]["frequency_hz"]), (1, &Value::Null));
    assert_valid(&schema("trueghz-2.schema.json"), &answer);
}

/// Handwritten fields that no recorded windows produce yet.
#[test]
fn a_bound_and_levels_are_as_described() {
    let schema = schema("trueghz-2.schema.json");
    let reports = |name: &str| -> Value {
        let file = workspace("tests/vectors").join(name);
        serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap()
    };
    let with = |document: &Value, name: &str, value: Value| {
        let mut changed = document.clone();
        changed["cores"][0][name] = value;
        changed
    };
    let (refused, number) = (reports("report-every-reason.json"), reports("report-two-cores-100ms.json"));
    assert_valid(&schema, &with(&refused, "at_least_hz", value!(3.05e9)));
    assert!(!schema.is_valid(&with(&refused, "at_least_hz", value!(null))));
    assert!(!schema.is_valid(&with(&refused, "at_least_hz", value!(0.0))));
    assert!(!schema.is_valid(&with(&number, "at_least_hz", value!(3.05e9))), "beside a number");
    assert_valid(&schema, &with(&number, "states", value!([{ "hz": 3.1e9, "time_share": 0.43 }])));
    assert!(!schema.is_valid(&with(&number, "states", value!([{ "hz": 3.1e9, "time_share": 43.0 }]))));
    assert!(!schema.is_valid(&with(&number, "states", value!([{ "hz": 3.1e9 }]))));
    assert!(!schema.is_valid(&with(&number, "states", value!([]))));
}

/// Each of these changes makes a document invalid.
#[test]
fn spoiled_documents_fail() {
    let schema = schema("trueghz-2.schema.json");
    let sound = json(&run(["replay", "--json", &recorded()]));
    assert_valid(&schema, &sound);
    let spoil = |path: &str, with: Value| {
        let mut spoiled = sound.clone();
        *spoiled.pointer_mut(path).unwrap_or_else(|| panic!("{path} is there")) = with;
        assert!(!schema.is_valid(&spoiled), "{path} was spoiled and nobody noticed");
    };
    spoil("/schema", value!("trueghz/1"));
    spoil("/clock/nominal_hz", value!("1e9"));
    spoil("/clock/timebase/denom", value!(0));
    spoil("/cores/0/frequency_hz", value!(null));
    spoil("/cores/0/frequency_hz", value!(3e9));
    spoil("/cores/0/frequency_hz/value", value!(0.0));
    spoil("/cores/0/verdict", value!("fine"));
    spoil("/cores/0/verdict", value!("refused"));
    spoil("/cores/0/reason", value!("too_few_windows"));
    spoil("/cores/0/chains/0/agrees", value!("yes"));
    spoil("/cores/0/windows/undisturbed", value!(-1));
    spoil("/cores/0/warnings/0", value!({ "code": "virtual_machine" }));
    spoil("/machine/chip", value!({ "state": "unknown" }));
}

#[test]
fn every_member_of_a_reading_is_required() {
    let schema = schema("trueghz-2.schema.json");
    let sound = json(&run(["replay", "--json", &recorded()]));
    let names: Vec<String> = sound["cores"][0].as_object().unwrap().keys().cloned().collect();
    assert!(names.len() > 20);
    for name in names {
        let mut spoiled = sound.clone();
        spoiled["cores"][0].as_object_mut().unwrap().remove(&name);
        assert!(!schema.is_valid(&spoiled), "{name} may be missing");
    }
}

#[test]
fn the_other_answers_are_as_described() {
    for (words, name) in [
        (&["info"][..], "trueghz-info-2"),
        (&["clocks"], "trueghz-clocks-2"),
        (&["timebase", "24MHz"], "trueghz-timebase-1"),
        (&["timebase", "1/4294967295"], "trueghz-timebase-1"),
    ] {
        let words = words.iter().copied().chain(["--json"]);
        assert_valid(&schema(&format!("{name}.schema.json")), &json(&run(words)));
    }
}

#[test]
fn spoiled_answers_fail() {
    for (words, name, path, with) in [
        (&["info"][..], "trueghz-info-2", "/schema", value!("trueghz/2")),
        (&["info"], "trueghz-info-2", "/machine/cores", value!(null)),
        (&["info"], "trueghz-info-2", "/invariant_tsc", value!(true)),
        (
            &["clocks"],
            "trueghz-clocks-2",
            "/invariant_tsc",
            value!({ "state": "known", "value": "yes", "source": "" }),
        ),
        (&["clocks"], "trueghz-clocks-2", "/quality/rows", value!([])),
        (&["clocks"], "trueghz-clocks-2", "/quality/rows/0/access/median_ns", value!(-1.0)),
        (&["clocks"], "trueghz-clocks-2", "/tolerance/ppm", value!("50")),
        (&["clocks"], "trueghz-clocks-2", "/kernel", value!({})),
        (&["timebase", "125/3"], "trueghz-timebase-1", "/conversions/0/numer", value!(0)),
        (&["timebase", "125/3"], "trueghz-timebase-1", "/conversions/1/method", value!("magic")),
        (&["timebase", "125/3"], "trueghz-timebase-1", "/conversions/3", value!({ "method": "reduced" })),
    ] {
        let schema = schema(&format!("{name}.schema.json"));
        let mut answer = json(&run(words.iter().copied().chain(["--json"])));
        assert_valid(&schema, &answer);
        *answer.pointer_mut(path).unwrap_or_else(|| panic!("{path} is there")) = with;
        assert!(!schema.is_valid(&answer), "{path} of {name} was spoiled and nobody noticed");
    }
}

#[test]
fn spoiled_windows_fail() {
    let schema = schema("trueghz-raw-2.schema.json");
    let sound: Value = serde_json::from_str(&std::fs::read_to_string(recorded()).unwrap()).unwrap();
    for (path, with) in [
        ("/schema", value!("trueghz/2")),
        ("/cores/0/outcome", value!({})),
        ("/cores/0/outcome/recorded/windows/iterations/0", value!(0)),
        ("/cores/0/outcome/recorded/windows/length/0", value!("longer")),
        ("/cores/0/outcome/recorded/warm_up/end", value!(null)),
        ("/timebase/numer", value!(0)),
    ] {
        let mut spoiled = sound.clone();
        *spoiled.pointer_mut(path).unwrap_or_else(|| panic!("{path} is there")) = with;
        assert!(!schema.is_valid(&spoiled), "{path} was spoiled and nobody noticed");
    }
}

#[test]
fn a_comparison_is_as_described() {
    let schema = schema("trueghz-compare-2.schema.json");
    let vector = |name: &str| workspace(&format!("tests/vectors/{name}")).to_str().unwrap().to_owned();
    let (number, refused) = (vector("report-two-cores-100ms.json"), vector("report-every-warning.json"));
    let sound = json(&run(["compare", "--json", &number, &number]));
    assert_valid(&schema, &sound);
    assert_valid(&schema, &json(&run(["compare", "--json", &number, &refused])));
    let replay = setting(&format!("replay '{}'", recorded()));
    let rounds = json(&run(["compare", "--json", "--repeat", "6", "--ab", &replay, &replay]));
    assert_valid(&schema, &rounds);
    for (document, path, with) in [
        (&sound, "/schema", value!("trueghz-compare/1")),
        (&sound, "/method", value!("guess")),
        (&sound, "/others", value!([])),
        (&sound, "/others/0/cores", value!([])),
        (&sound, "/others/0/cores/0/first/repeatable_hz/value", value!("3 GHz")),
        (&sound, "/others/0/cores/0/first/verdicts", value!(["fine"])),
        (&sound, "/others/0/cores/0/difference/hz", value!(null)),
        (&sound, "/others/0/cores/0/difference/significance", value!("perhaps")),
        (&rounds, "/others/0/cores/0/rounds/p_value", value!(1.5)),
        (&rounds, "/others/0/cores/0/rounds/pairs", value!(-1)),
    ] {
        let mut spoiled = document.clone();
        *spoiled.pointer_mut(path).unwrap_or_else(|| panic!("{path} is there")) = with;
        assert!(!schema.is_valid(&spoiled), "{path} was spoiled and nobody noticed");
    }
}
