//! Output, files and exit status of `trueghz sustained`, and its records after a kill. Its results
//! are tested with simulated cores (core/loads/tests/pure/sustained.rs).

mod common;

use std::fs;
use std::path::Path;
use std::process::Output;
use std::thread::sleep;
use std::time::Duration;

use common::{assert_described, assert_one_sentence, code, json, run, start, text};

/// Arguments for a load of about half a second.
const SHORT: [&str; 3] = ["sustained", "--duration", "480ms"];

fn short(more: &[&str]) -> Output {
    let output = run(SHORT.iter().chain(more).copied());
    // 1: on a busy machine too few windows may be undisturbed.
    assert!([0, 1].contains(&code(&output)), "{output:?}");
    output
}

#[test]
fn json_is_as_its_schema_says() {
    let report = json(&short(&["--json", "--load", "all"]));
    assert_described("trueghz-sustained-2.schema.json", &report);
    let part = report["window_time_fraction"].as_f64().expect("a part");
    assert!(part > 0.0, "{part}");
    assert_eq!(report["run"]["load"], "all");
}

#[test]
fn people_get_the_peak_the_end_and_a_curve() {
    let output = short(&[]);
    let said = text(&output.stdout);
    assert!(said.contains("this core"), "{said}");
    if code(&output) == 0 {
        for word in ["peak", "at the end", "lost", "interrupted;"] {
            assert!(said.contains(word), "{word}: {said}");
        }
    }
}

#[test]
fn csv_has_a_row_for_each_window() {
    let output = short(&["--csv"]);
    let mut reader = csv::Reader::from_reader(output.stdout.as_slice());
    let columns = ["at_us", "elapsed_us", "hz", "interrupted", "measured_at", "version", "options"];
    assert_eq!(reader.headers().expect("a header"), columns.as_slice());
    let rows = reader.records().filter(|row| row.as_ref().is_ok_and(|row| row.len() == 7)).count();
    assert!((2..=60).contains(&rows), "{rows}");
}

#[test]
fn records_are_replayed_to_the_same_report() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("records.jsonl");
    let name = file.to_str().expect("a name");
    let first = json(&short(&["--json", "--record", name]));
    assert_eq!(json(&run(["replay", name, "--json"])), first);
    let lines = fs::read_to_string(&file).expect("the file");
    assert!(lines.lines().count() >= 3, "{lines}");
    // An existing file is not overwritten.
    let again = run(SHORT.iter().copied().chain(["--record", name]));
    assert_eq!(code(&again), 2);
    assert_one_sentence(&again, "it already exists");
    assert_eq!(fs::read_to_string(&file).expect("the file"), lines);
}

/// Asserts that the remaining file replays up to its last complete line, or is refused if it has
/// none.
fn assert_replays(file: &Path) {
    let left = fs::read_to_string(file).unwrap_or_default();
    let output = run(["replay", file.to_str().expect("a name"), "--json"]);
    let whole = left.matches('\n').count();
    if whole == 0 {
        assert_eq!(code(&output), 2, "{left}");
        return;
    }
    assert!([0, 1].contains(&code(&output)), "{output:?}");
    let records = json(&output)["records"].as_array().expect("records").len();
    assert!(records + 1 >= whole, "{records} records of {whole} whole lines");
}

#[test]
fn what_a_killed_run_wrote_replays_to_its_last_whole_line() {
    const TIMES: u32 = 50;
    let folder = tempfile::tempdir().expect("a folder");
    for time in 0..TIMES {
        let file = folder.path().join(format!("{time}.jsonl"));
        let name = file.to_str().expect("a name");
        let mut child = start(&["sustained", "--duration", "3s", "--record", name]);
        // Each delay is longer by a fraction of two records' time, so lines are cut at every place.
        sleep(Duration::from_millis(150) + Duration::from_micros(4_100 * u64::from(time)));
        child.kill().expect("it runs");
        child.wait().expect("it ends");
        assert_replays(&file);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_told_in_a_sentence_after_the_answer() {
    let output = run(SHORT.iter().copied().chain(["--record", "/dev/full"]));
    assert_eq!(code(&output), 2);
    assert!(text(&output.stdout).contains("this core"), "{output:?}");
    let said = text(&output.stderr);
    assert!(said.contains("/dev/full: no space left on device; replay the records written before"), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
}

#[test]
fn a_folder_that_takes_no_file_is_told_before_anything_is_measured() {
    let folder = tempfile::tempdir().expect("a folder");
    let absent = folder.path().join("absent").join("records.jsonl");
    let output = run(SHORT.iter().copied().chain(["--record", absent.to_str().expect("a name")]));
    assert_eq!(code(&output), 2);
    assert_one_sentence(&output, "cannot write");
}

#[test]
fn lengths_that_are_none_are_refused() {
    for length in ["0s", "-1s", "x", "25h", "nans", "infs", "5"] {
        let option = format!("--duration={length}");
        assert_eq!(code(&run(["sustained", &option])), 2, "{length}");
    }
}
