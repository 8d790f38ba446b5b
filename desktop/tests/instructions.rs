//! Output and exit status of `trueghz instructions` and `trueghz run`.
//!
//! Latencies are not tested here: they are known for simulated cores only
//! (core/tests/pure/instructions.rs).

mod common;

use common::{assert_described, assert_one_sentence, code, is_emulated, json, run, text};
use serde_json::Value;
use trueghz_instructions::{FORMS, InstructionForm};

/// Name of a form that every core of this architecture has.
fn addition() -> &'static str {
    FORMS.iter().map(InstructionForm::name).find(|name| name.starts_with("add ")).expect("an addition")
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
        (&["instructions", "--group", "no-such-group"], "choose from: integer"),
        (&["instructions", "add*", "--group", "multiply"], "matches a pattern and is in one of the groups"),
        (&["run", "no-such-instruction"], "--list"),
        (&["run", "*"], "instructions; quote one of: "),
    ] {
        let output = run(words.iter().copied());
        assert_eq!(code(&output), 2, "{words:?}");
        assert_one_sentence(&output, named);
    }
}

/// Which core is nearest is not tested: it may be wrong on a disturbed machine. Skipped under an
/// emulator, which needs minutes for all instructions and does not have a core's latencies.
#[test]
fn the_nearest_core_is_named_in_every_form() {
    if is_emulated() {
        return;
    }
    let answer = json(&run(["identify", "--json"]));
    assert_described("trueghz-identify-2.schema.json", &answer);
    assert_described("trueghz-instructions-2.schema.json", &answer["table"]);
    #[cfg(all(unix, not(any(target_env = "musl", target_os = "macos"))))]
    {
        let mut spoiled = answer.clone();
        spoiled["classes"] = Value::Null;
        assert!(!common::schemas::schema("trueghz-identify-2.schema.json").is_valid(&spoiled));
    }
    let csv = run(["identify", "--csv"]);
    let mut reader = csv::Reader::from_reader(csv.stdout.as_slice());
    let header = reader.headers().expect("a header").clone();
    assert!(
        ["core", "distance", "measured_at"].iter().all(|name| header.iter().any(|column| column == *name))
    );
    let markdown = run(["identify", "--markdown"]);
    assert!(text(&markdown.stdout).starts_with("# Nearest known core"), "{markdown:?}");
    let said = run(["identify"]);
    assert!(text(&said.stdout).contains("\n  nearest     "), "{said:?}");
    assert_eq!(code(&said) == 1, text(&said.stdout).contains("no known core"), "{said:?}");
}

#[test]
fn a_mnemonic_runs_its_widest_form_and_says_so() {
    let mnemonic = if cfg!(target_arch = "x86_64") { "imul" } else { "mul" };
    let output = run(["run", mnemonic, "--repeat", "1", "--duration", "20ms"]);
    let said = text(&output.stdout);
    assert!(
        said.starts_with(&format!("Running {mnemonic} ")) && said.contains("the widest plain form"),
        "{said}"
    );
    let lines = run(["run", mnemonic, "--repeat", "2", "--duration", "20ms", "--json"]);
    let tables: Vec<Value> = text(&lines.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).expect("a document a line"))
        .collect();
    assert_eq!(tables.len(), 2);
    assert_described("trueghz-instructions-2.schema.json", &tables[0]);
    let rows = run(["run", mnemonic, "--repeat", "2", "--duration", "20ms", "--csv"]);
    let headers = text(&rows.stdout).lines().filter(|line| line.starts_with("instruction,")).count();
    assert_eq!(headers, 1, "{rows:?}");
}

#[test]
fn json_is_as_its_schema_says() {
    let output = run(["instructions", addition(), "--json"]);
    let table = json(&output);
    assert_described("trueghz-instructions-2.schema.json", &table);
    assert_described("trueghz-2.schema.json", &table["measurement"]);
    assert!(table["rows"].as_array().is_some_and(|rows| rows.len() >= 2), "{table}");
    assert!(table["rows"].as_array().unwrap().iter().all(|row| row["form"] == addition()));
}

/// The members of a group are known for simulated cores only (core/tests/pure/units.rs). Skipped
/// under an emulator, which has no execution units.
#[test]
fn units_are_told_in_every_form() {
    if is_emulated() {
        return;
    }
    let units = |form: &str| run(["instructions", "--units", "--group", "integer", form]);
    let found = json(&units("--json"));
    assert_described("trueghz-units-2.schema.json", &found);
    assert_described("trueghz-2.schema.json", &found["measurement"]);
    let integer = FORMS.iter().filter(|form| form.group() == "integer").count();
    let rows = found["instructions"].as_array().expect("a row for each");
    assert_eq!(rows.len(), integer);
    assert!(rows.iter().all(|row| row["group"].is_null() != row["missing"].is_null()), "{found}");
    let csv = units("--csv");
    let mut reader = csv::Reader::from_reader(csv.stdout.as_slice());
    let header = reader.headers().expect("a header").clone();
    let wanted = ["instruction", "group", "at_once", "cycles", "missing", "measured_at"];
    assert!(wanted.iter().all(|name| header.iter().any(|column| column == *name)), "{header:?}");
    assert_eq!(reader.records().count(), integer);
    assert_eq!(text(&units("--quiet").stdout).lines().count(), integer);
    let page = run(["instructions", "--units", "--group", "integer", "--markdown", "--html", "-"]);
    assert!(text(&page.stdout).starts_with("<!DOCTYPE html>"), "{page:?}");
    assert!(text(&page.stderr).starts_with("# Units of a core"), "{page:?}");
    assert_eq!(code(&run(["instructions", "--units", "--list"])), 2);
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
fn each_instruction_has_a_page_with_its_code() {
    let page = run(["instructions", addition(), "--html", "-"]);
    let page = text(&page.stdout);
    assert!(page.contains(&format!("<a href=\"#p0\">{}</a>", addition())), "{page}");
    let (_, own) = page.split_once("<article class=\"page\" id=\"p0\">").expect("a page");
    let (own, _) = own.split_once("</article>").expect("its end");
    for part in ["95 % interval", "Code of the latency 2&gt;1", "copies in registers of their own", "add "] {
        assert!(own.contains(part), "{part}: {own}");
    }
}

/// Skipped under an emulator: without a reference no row is counted.
#[test]
fn an_event_that_no_core_has_is_uncounted() {
    if is_emulated() {
        return;
    }
    let found = json(&run(["instructions", addition(), "--counters=no_such_event", "--json"]));
    assert_described("trueghz-instructions-2.schema.json", &found);
    assert_eq!(found["uncounted"][0]["event"], "no_such_event", "{found}");
    assert_eq!(code(&run(["instructions", "--list", "--counters"])), 2);
    assert_eq!(code(&run(["instructions", "--counters="])), 2);
}

#[test]
fn one_instruction_runs_round_by_round() {
    let output = run(["run", addition(), "--repeat", "2", "--duration", "20ms"]);
    let said = text(&output.stdout);
    let rows = said.lines().filter(|line| line.starts_with("THR") || line.starts_with("LAT"));
    // Under an emulator an addition need not take one cycle, and takes no time if it is optimised
    // away.
    let is_refused = |row: &str| row.ends_with("no reference") || row.ends_with("not resolved");
    let has_source = |row: &str| row.ends_with("derived") || row.ends_with("ppm");
    assert!(rows.clone().all(|row| has_source(row) || (is_emulated() && is_refused(row))), "{said}");
    assert_eq!(said.lines().filter(|line| line.starts_with("THR")).count(), 2, "{said}");
    assert!(said.lines().filter(|line| line.starts_with("LAT")).count() >= 2, "{said}");
}

#[test]
fn a_model_for_osaca_has_a_form_a_line() {
    let output = run(["instructions", "--yaml", if cfg!(target_arch = "x86_64") { "imul" } else { "mul" }]);
    let model = text(&output.stdout);
    let (head, forms) = model.split_once("instruction_forms:\n").expect(model);
    assert!(head.contains("\nisa: ") && head.starts_with("# Measured with TrueGHz "), "{model}");
    for line in forms.lines() {
        // JSON is a subset of YAML.
        let form: Value = serde_json::from_str(line.strip_prefix("- ").expect(line)).expect(line);
        assert!(form["name"].as_str().is_some_and(|name| name.ends_with("mul")), "{line}");
        assert!(form["operands"].as_array().is_some_and(|operands| operands.len() >= 2), "{line}");
        assert!(form["latency"].is_f64() || form["throughput"].is_f64(), "{line}");
    }
    // An emulator leaves no number; then there is no form.
    assert!(output.status.success() == (forms.lines().count() > 0), "{model}");
}
