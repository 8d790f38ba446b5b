//! Tests of `--keep` and `trueghz running`.

use std::path::Path;

use crate::common::{SHORT, assert_described, assert_one_sentence, code, json, run, text};

/// Writes a file with two readings, a ramp and a line of another version.
fn kept(folder: &Path) -> String {
    let file = folder.join("kept.jsonl").to_str().unwrap().to_owned();
    for _ in 0..2 {
        let output = run(SHORT.into_iter().chain(["--keep", &file]));
        assert!([0, 1].contains(&code(&output)), "{output:?}");
    }
    let ramp = run(["ramp", "--rest", "10ms", "--duration", "20ms", "--repeat", "1", "--keep", &file]);
    assert!([0, 1].contains(&code(&ramp)), "{ramp:?}");
    let later = "{\"schema\":\"trueghz-store/3\"}\n";
    std::fs::write(&file, std::fs::read_to_string(&file).unwrap() + later).unwrap();
    file
}

#[test]
fn what_is_kept_is_listed_shown_compared_and_removed() {
    let folder = tempfile::tempdir().unwrap();
    let file = kept(folder.path());
    for line in std::fs::read_to_string(&file).unwrap().lines().take(3) {
        assert_described("trueghz-store-2.schema.json", &serde_json::from_str(line).unwrap());
    }
    let listed = run(["history", &file]);
    assert_eq!(code(&listed), 0);
    let said = text(&listed.stdout);
    assert!(said.contains("measurement") && said.contains("ramp") && said.contains("UTC"), "{said}");
    assert!(text(&listed.stderr).contains("1 line written by another version"), "{listed:?}");
    let items = json(&run(["history", &file, "--json"]));
    assert_eq!(items.as_array().map(Vec::len), Some(3));
    let shown = json(&run(["history", &file, "--show", "1", "--json"]));
    assert_described("trueghz-2.schema.json", &shown);
    let page = folder.path().join("ramp.html");
    let output = run(["history", &file, "--show", "3", "--html", page.to_str().unwrap()]);
    assert!(text(&output.stdout).contains("run 1"), "{output:?}");
    assert!(std::fs::read_to_string(&page).unwrap().starts_with("<!DOCTYPE html>"));
    // Readings on a busy machine may be refused, but they can still be compared.
    assert!(text(&run(["history", &file, "--compare", "1", "2"]).stdout).contains("2, 20"));
    for (words, named) in [
        (&["--compare", "1", "3"][..], "only readings can be compared"),
        (&["--show", "4"], "there is no report 4"),
    ] {
        let output = run(["history", &file].iter().chain(words).copied());
        assert!(code(&output) == 2 && text(&output.stderr).contains(named), "{output:?}");
    }
    assert_eq!(code(&run(["history", &file, "--remove", "1"])), 0);
    assert_eq!(json(&run(["history", &file, "--json"])).as_array().map(Vec::len), Some(2));
    assert_eq!(code(&run(["history", &file, "--clear"])), 0);
    assert!(!Path::new(&file).exists());
}

#[test]
fn only_a_history_is_cleared_and_none_is_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let thesis = folder.path().join("thesis.txt");
    std::fs::write(&thesis, "years of work\n").unwrap();
    let named = thesis.to_str().unwrap();
    let output = run(["history", named, "--clear"]);
    assert_eq!(code(&output), 2);
    assert_one_sentence(&output, "it is no history of reports");
    assert_eq!(std::fs::read_to_string(&thesis).unwrap(), "years of work\n");

    let file = kept(folder.path());
    let before = std::fs::read_to_string(&file).unwrap();
    let output = run(["history", &file, "--show", "1", "--html", &file]);
    assert_eq!(code(&output), 2);
    assert_one_sentence(&output, "FILE and --html are the same file");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), before);
    assert_eq!(code(&run(["history", "/dev/zero"])), 2, "it is no file, and has no end");
}

#[test]
fn what_cannot_be_kept_is_named_before_anything_is_measured() {
    let output = run(["ramp", "--keep", "/nowhere/at/all/kept.jsonl"]);
    assert_eq!((code(&output), text(&output.stdout)), (2, ""));
    assert_one_sentence(&output, "cannot write /nowhere/at/all/kept.jsonl");
    let output = run(["history", "/nowhere/at/all/kept.jsonl"]);
    assert_eq!(code(&output), 2);
    assert_one_sentence(&output, "cannot read /nowhere/at/all/kept.jsonl");
}
