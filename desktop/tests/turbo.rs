//! Output and exit status of `trueghz turbo`.

mod common;

use common::{assert_described, code, json, run, text};

fn short(more: &[&'static str]) -> std::process::Output {
    let output = run(["turbo", "--duration", "50ms"].iter().chain(more).copied());
    // 1: on a busy machine every reading may be starved.
    assert!([0, 1].contains(&code(&output)), "{output:?}");
    output
}

#[test]
fn json_has_a_reading_for_each_number_of_busy_processors() {
    let report = json(&short(&["--json"]));
    assert_described("trueghz-turbo-2.schema.json", &report);
    let rows = report["rows"].as_array().expect("rows");
    assert_eq!(rows[0]["busy"], 1);
    for row in rows {
        let others = row["others"].as_array().expect("others");
        // If threads cannot be pinned (Apple's systems), the busy CPUs are unknown.
        if row["reading"]["cpu"].is_null() {
            assert!(others.is_empty(), "{row}");
            continue;
        }
        assert_eq!(row["busy"].as_u64(), Some(others.len() as u64 + 1), "{row}");
        assert!(!others.contains(&row["reading"]["cpu"]), "{row}");
    }
}

#[test]
fn csv_and_text_have_a_row_for_each_reading() {
    let csv = text(&short(&["--csv"]).stdout).to_owned();
    let rows = csv.lines().count() - 1;
    assert!(rows >= 3 && csv.starts_with("cpu,busy,frequency_hz"), "{csv}");
    let output = short(&[]);
    let said = text(&output.stdout);
    // A line contains all three classes.
    assert!(said.contains("busy") && said.lines().count() >= rows / 3, "{said}");
    for class in ["scalar", "vector", "memory"] {
        assert!(csv.contains(class) && said.contains(class), "{class}: {said}");
    }
}

#[test]
fn one_class_is_a_column_of_its_own() {
    let output = short(&["--class", "vector"]);
    let said = text(&output.stdout);
    assert!(said.contains("vector") && !said.contains("scalar"), "{said}");
    // Without a reading, as on a loaded machine, the operations per cycle are unknown.
    assert!(said.contains("no reading") || said.contains(" per cycle"), "{said}");
    assert_eq!(code(&run(["turbo", "--class", "light"])), 2);
}

#[test]
fn a_type_of_core_is_refused_where_there_is_one() {
    let kinds = json(&run(["info", "--json"]))["machine"]["clusters"].as_array().map_or(0, Vec::len);
    if kinds == 1 {
        let output = run(["turbo", "--kind", "efficiency"]);
        let said = text(&output.stderr);
        assert!(code(&output) != 0 && said.contains("one type of core"), "{said}");
    }
}
