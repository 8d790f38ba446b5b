//! Output and exit status of `trueghz compare`.

use std::fs;
use std::path::Path;

use crate::common::{assert_one_sentence, code, json, recorded, run, setting, text, trueghz, workspace};
use serde_json::Value;

fn report() -> String {
    workspace("tests/vectors/report-two-cores-100ms.json").to_str().expect("a plain path").to_owned()
}

/// Writes the recorded report with its clocks increased by `ppm`.
fn write_faster(path: &Path, ppm: f64) -> String {
    let mut report: Value = serde_json::from_str(&fs::read_to_string(report()).unwrap()).unwrap();
    for core in report["cores"].as_array_mut().unwrap() {
        for clock in ["frequency_hz", "repeatable_hz"] {
            for end in core[clock].as_object_mut().unwrap().values_mut() {
                *end = (end.as_f64().unwrap() * (1.0 + ppm * 1e-6)).into();
            }
        }
    }
    fs::write(path, report.to_string()).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_difference_beyond_the_uncertainty_is_marked() {
    let folder = tempfile::tempdir().unwrap();
    let faster = write_faster(&folder.path().join("faster.json"), 1000.0);
    let output = run(["compare", &report(), &faster]);
    assert_eq!(code(&output), 0, "{output:?}");
    let said = text(&output.stdout);
    for words in [
        "core 0, AMD EPYC",
        "B \u{2212} A  +3.7 MHz    \u{b1} 230 kHz  *\n",
        "+1,000 ppm  +938 to +1,062",
        "* beyond the uncertainty",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
    assert_eq!(said.matches("  *\n").count(), 2, "both cores: {said}");

    let same = run(["compare", &report(), &report()]);
    let said = text(&same.stdout);
    assert!(said.contains("No difference is beyond the uncertainty.") && !said.contains('*'), "{said}");

    let little = write_faster(&folder.path().join("little.json"), 150.0);
    let output = run(["compare", &report(), &little]);
    let said = text(&output.stdout);
    assert!(said.contains("(*)") && said.contains("if one clock timed both"), "{said}");
}

/// The interval of a difference of 1,000 ppm lies completely beyond 0.05 %, but only partly beyond
/// 0.1 %.
#[test]
fn a_difference_beyond_the_limit_ends_with_3() {
    let folder = tempfile::tempdir().unwrap();
    let (faster, report) = (write_faster(&folder.path().join("faster.json"), 1000.0), report());
    let limited =
        |files: [&str; 2], limit| code(&run(["compare", "--fail-over", limit].into_iter().chain(files)));
    assert_eq!(limited([&report, &faster], "0.05%"), 3);
    assert_eq!(limited([&faster, &report], "0.05%"), 3, "down as well");
    assert_eq!(limited([&report, &faster], "0.1%"), 0);
    assert_eq!(limited([&report, &report], "0%"), 0);
}

/// The message for a file of another command contains that command.
#[test]
fn files_of_other_commands_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let stored = folder.path().join("kept.jsonl");
    let line = format!("{{\"schema\":\"trueghz-store/2\",\"at_unix_ms\":1,\"report\":{}}}\n", "{}");
    fs::write(&stored, line.repeat(2)).unwrap();
    let stored = stored.to_str().unwrap();
    assert_one_sentence(&run(["compare", &report(), stored]), "trueghz history FILE --compare");
    assert_one_sentence(&run(["replay", &report()]), "trueghz measure --raw");
}

#[test]
fn several_files_are_compared_with_the_first_in_every_form() {
    let folder = tempfile::tempdir().unwrap();
    let [b, c] = [("b.json", 1000.0), ("c.json", -2000.0)]
        .map(|(name, ppm)| write_faster(&folder.path().join(name), ppm));
    let a = report();
    let words = ["compare", &a, &b, &c];
    let said = run(words);
    assert!(text(&said.stdout).contains("C \u{2212} A"), "{said:?}");
    let answer = json(&run(words.iter().copied().chain(["--json"])));
    assert_eq!((&answer["schema"], &answer["method"]), (&"trueghz-compare/2".into(), &"intervals".into()));
    let csv = run(words.iter().copied().chain(["--csv"]));
    let mut reader = csv::Reader::from_reader(csv.stdout.as_slice());
    let column =
        |name: &str, header: &csv::StringRecord| header.iter().position(|column| column == name).unwrap();
    let header = reader.headers().unwrap().clone();
    let (ppm, significance) = (column("difference_ppm", &header), column("significance", &header));
    let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.unwrap()).collect();
    assert_eq!(rows.len(), 4, "two cores of two files");
    for (row, (other, core)) in rows.iter().zip([(0, 0), (0, 1), (1, 0), (1, 1)]) {
        let difference = &answer["others"][other]["cores"][core]["difference"];
        assert_eq!(row[ppm].parse::<f64>().ok(), difference["ppm"]["value"].as_f64());
        assert_eq!(Some(&row[significance]), difference["significance"].as_str());
    }
}

#[test]
fn no_line_is_wider_than_72_columns() {
    let folder = tempfile::tempdir().unwrap();
    let slower = write_faster(&folder.path().join("slower.json"), -250_000.0);
    for words in [&["compare", &report(), &slower][..], &["compare", &report(), &report()]] {
        let output = run(words.iter().copied());
        let names = |line: &&str| line.contains(".json");
        let wide =
            text(&output.stdout).lines().filter(|line| !names(line)).find(|line| line.chars().count() > 72);
        assert_eq!(wide, None, "a path may be longer");
    }
}

#[test]
fn settings_are_measured_in_turns() {
    let setting = setting(&format!("replay '{}'", recorded()));
    let words = ["compare", "--repeat", "6", "--ab", &setting, &setting];
    let output = run(words);
    assert_eq!(code(&output), 0, "{output:?}");
    let said = text(&output.stdout);
    for part in ["6 rounds         p = 1.0000", "No difference is beyond", "Hodges-Lehmann"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let answer = json(&run(words.iter().copied().chain(["--json"])));
    assert_eq!(answer["method"], "paired_rounds");
    let core = &answer["others"][0]["cores"][0];
    assert_eq!((&core["rounds"]["pairs"], &core["difference"]["hz"]["value"]), (&6.into(), &0.0.into()));
}

/// Both commands may be any programs that print a measurement; each runs first in every other
/// round.
#[cfg(unix)]
#[test]
fn any_command_that_prints_a_measurement_will_do() {
    let folder = tempfile::tempdir().unwrap();
    let faster = write_faster(&folder.path().join("faster.json"), 40.0);
    let log = folder.path().join("log");
    let printing = |letter: &str, file: &str| {
        format!("sh -c 'printf {letter} >> \"$1\"; cat \"$2\"' sh '{}' '{file}'", log.display())
    };
    let (a, b) = (printing("A", &report()), printing("B", &faster));
    let output = run(["compare", "--repeat", "8", "--json", "--ab", &a, &b]);
    assert_eq!(code(&output), 0, "{output:?}");
    assert_eq!(fs::read_to_string(&log).unwrap(), "ABBAABBAABBAABBA");
    let answer = json(&output);
    let core = &answer["others"][0]["cores"][1];
    assert!((core["difference"]["ppm"]["value"].as_f64().unwrap() - 40.0).abs() < 1e-6, "{core}");
    assert_eq!(core["rounds"]["p_value"], 2.0 / 256.0);
    assert_eq!(core["difference"]["significance"], "within_tolerance");
}

#[test]
fn what_cannot_be_compared_is_refused_in_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let changed = |name: &str, change: &dyn Fn(&mut Value)| {
        let mut report: Value = serde_json::from_str(&fs::read_to_string(report()).unwrap()).unwrap();
        change(&mut report);
        let path = folder.path().join(name);
        fs::write(&path, report.to_string()).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let newer = changed("newer.json", &|report| report["schema"] = "trueghz/3".into());
    let elsewhere = changed("elsewhere.json", &|report| {
        for core in report["cores"].as_array_mut().unwrap() {
            core["kind"] = "Cortex-A78".into();
        }
    });
    let lines = folder.path().join("lines.json");
    let line = changed("line.json", &|_| ());
    fs::write(&lines, format!("{0}\n{0}\n", fs::read_to_string(line).unwrap())).unwrap();
    let no_json = folder.path().join("no.txt");
    fs::write(&no_json, "GHz").unwrap();
    let raw = recorded();
    for (other, says) in [
        (newer.as_str(), "schema \"trueghz/3\", and this version of trueghz reads \"trueghz/2\""),
        (
            &elsewhere,
            "share no core: one has core 0 (AMD EPYC), core 1 (AMD EPYC), the other core 0 (Cortex-A78)",
        ),
        (&raw, "\"trueghz replay --json\" makes a measurement of it"),
        (lines.to_str().unwrap(), "no JSON (line 2"),
        (no_json.to_str().unwrap(), "it is not a measurement, which begins with {"),
        ("nowhere.json", "nowhere.json"),
    ] {
        let output = run(["compare", &report(), other]);
        assert_eq!((code(&output), text(&output.stdout)), (2, ""), "{other}");
        assert_one_sentence(&output, says);
    }
    let sound = setting(&format!("replay '{raw}'"));
    for (line, says) in [
        ("no-such-program --json", "cannot measure with \"no-such-program --json\": "),
        (&setting("--frobnicate"), "unexpected argument '--frobnicate'"),
        ("trueghz --watch", "never ends"),
        (&setting("clocks"), "not a measurement but \"trueghz-clocks/2\""),
        ("trueghz 'a", "a quotation is not closed"),
    ] {
        let output = run(["compare", "--ab", &sound, line]);
        assert_eq!((code(&output), text(&output.stdout)), (2, ""), "{line}");
        assert_one_sentence(&output, says);
    }
}

#[test]
fn a_refused_core_has_no_difference_and_its_reason() {
    let refused = workspace("tests/vectors/report-every-warning.json");
    let output = run(["compare", &report(), refused.to_str().unwrap()]);
    assert_eq!(code(&output), 1, "{output:?}");
    let said = text(&output.stdout);
    for words in ["unknown", "no reading: stopped before", "Only in A, not in B: core 1 (AMD EPYC)"] {
        assert!(said.contains(words), "{words}: {said}");
    }
}

#[test]
fn standard_input_is_a_hyphen() {
    let measurement = fs::read_to_string(report()).unwrap();
    let output = trueghz().args(["compare", "-", &report()]).write_stdin(measurement).output().unwrap();
    assert_eq!(code(&output), 0, "{output:?}");
}
