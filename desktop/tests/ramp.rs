//! Output and exit status of `trueghz ramp`. Its results are tested with simulated cores
//! (core/loads/tests/pure/ramp.rs).

mod common;

use common::{assert_described, assert_one_sentence, code, json, run, text};

/// Arguments for two short runs.
const SHORT: [&str; 7] = ["ramp", "--rest", "10ms", "--duration", "20ms", "--repeat", "2"];

fn short(more: &[&'static str]) -> std::process::Output {
    let output = run(SHORT.iter().chain(more).copied());
    // 1: on a busy machine too few windows may be undisturbed.
    assert!([0, 1].contains(&code(&output)), "{output:?}");
    output
}

#[test]
fn json_is_as_its_schema_says() {
    let report = json(&short(&["--json"]));
    assert_described("trueghz-ramp-2.schema.json", &report);
    let runs = report["runs"].as_array().expect("runs");
    assert_eq!(runs.len(), 2);
    for run in runs {
        let windows = run["windows"].as_array().expect("windows");
        let last_ns = windows.last().and_then(|window| window["at_ns"].as_f64()).expect("a window");
        assert!(last_ns >= 20e6, "{last_ns}");
    }
}

#[test]
fn csv_has_a_row_for_each_window() {
    let output = short(&["--csv"]);
    let mut reader = csv::Reader::from_reader(output.stdout.as_slice());
    assert_eq!(
        reader.headers().expect("a header"),
        ["run", "at_us", "elapsed_us", "hz", "interrupted", "measured_at", "version", "options"].as_slice()
    );
    let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
    assert!(rows.iter().any(|row| &row[0] == "1") && rows.iter().any(|row| &row[0] == "2"), "{}", rows.len());
}

#[test]
fn people_get_a_line_for_each_run_and_a_curve() {
    let output = short(&[]);
    let said = text(&output.stdout);
    assert!(said.contains("run 1") && said.contains("run 2") && said.contains("ends at"), "{said}");
    assert!(said.contains("interrupted."), "{said}");
}

#[test]
fn a_core_that_is_not_there_is_named() {
    let output = run(["ramp", "--cpu", "9999"]);
    assert_eq!(code(&output), 2);
    assert_one_sentence(&output, "cannot be used");
}
