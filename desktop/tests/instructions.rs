//! `trueghz instructions` and `trueghz run` from outside: what they print, and how they end.
//!
//! Nothing here asks what an instruction takes: that is known of simulated cores only (core/tests/pure/instructions.rs).

mod common;

use common::{assert_one_sentence, assert_valid, code, json, run, schema, text};
use trueghz::instructions::{FORMS, Form};

/// A form that every core of this architecture has.
fn addition() -> &'static str {
    FORMS.iter().map(Form::name).find(|name| name.starts_with("add ")).expect("an addition")
}

#[test]
fn the_set_is_listed_with_what_it_needs() {
    let output = run(["instructions", "--list"]);
    assert_eq!(code(&output), 0);
    let said = text(&output.stdout);
    let listed = FORMS.iter().filter(|form| said.contains(form.name())).count();
    assert_eq!(listed, FORMS.len(), "{said}");
    assert!(listed >= if cfg!(target_arch = "aarch64") { 250 } else { 150 }, "{listed} forms");
}

#[test]
fn what_is_not_there_is_named() {
    for (words, named) in [
        (&["instructions", "no-such-instruction"][..], "--list"),
        (&["instructions", "--group", "no-such-group"], "there are integer"),
        (&["run", "no-such-instruction"], "--list"),
        (&["run", "*"], "several are called so"),
    ] {
        let output = run(words.iter().copied());
        assert_eq!(code(&output), 2, "{words:?}");
        assert_one_sentence(&output, named);
    }
}

#[test]
fn json_is_as_its_schema_says() {
    let output = run(["instructions", addition(), "--json"]);
    let table = json(&output);
    assert_valid(&schema("trueghz-instructions-1.schema.json"), &table);
    assert_valid(&schema("trueghz-1.schema.json"), &table["measurement"]);
    assert!(table["rows"].as_array().is_some_and(|rows| rows.len() >= 2), "{table}");
    assert!(table["rows"].as_array().unwrap().iter().all(|row| row["form"] == addition()));
}

#[test]
fn csv_has_a_row_for_each_latency_and_throughput() {
    let output = run(["instructions", addition(), "--csv"]);
    let mut reader = csv::Reader::from_reader(output.stdout.as_slice());
    let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
    let measures: Vec<&str> = rows.iter().map(|row| &row[2]).collect();
    assert!(measures.contains(&"latency") && measures.contains(&"throughput"), "{rows:?}");
}

#[test]
fn pages_hold_what_was_measured() {
    let output = run(["instructions", addition(), "--markdown", "--html", "-"]);
    let (page, document) = (text(&output.stdout), text(&output.stderr));
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains(addition()), "{page}");
    assert!(document.starts_with("# Instructions in cycles") && document.contains(addition()), "{document}");
}

#[test]
fn one_instruction_runs_round_by_round() {
    let output = run(["run", addition(), "--rounds", "2", "--seconds", "20ms"]);
    let said = text(&output.stdout);
    let rows = said.lines().filter(|line| line.starts_with("THR") || line.starts_with("LAT"));
    // What an emulator makes of additions need not take a cycle each, nor any time where it leaves them out.
    let emulated = std::env::var_os("TRUEGHZ_TEST_EMULATOR").is_some();
    let is_refused = |row: &str| row.ends_with("no reference") || row.ends_with("not resolved");
    let has_source = |row: &str| row.ends_with("derived") || row.ends_with("ppm");
    assert!(rows.clone().all(|row| has_source(row) || (emulated && is_refused(row))), "{said}");
    assert_eq!(said.lines().filter(|line| line.starts_with("THR")).count(), 2, "{said}");
    assert!(said.lines().filter(|line| line.starts_with("LAT")).count() >= 2, "{said}");
}
