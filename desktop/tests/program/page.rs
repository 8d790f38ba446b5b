//! `--html` and `--markdown`: like raw data, a page is written in addition to the output; a
//! Markdown document replaces the text output.

use crate::common::{SHORT, assert_one_sentence, code, recorded, run, text, trueghz};

#[test]
fn a_page_is_written_beside_the_answer() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("reading.html");
    std::fs::write(&file, "what was there").unwrap();
    let recorded = recorded();
    let output = run(["replay", &recorded, "--html", file.to_str().unwrap()]);
    assert_eq!((code(&output), text(&output.stderr)), (0, ""));
    assert_eq!(text(&output.stdout), text(&run(["replay", &recorded]).stdout));
    let page = std::fs::read_to_string(&file).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>"), "{page}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
}

#[test]
fn a_hyphen_is_standard_output_and_the_answer_stands_aside() {
    let recorded = recorded();
    let output = run(["replay", &recorded, "--csv", "--html", "-"]);
    assert_eq!(code(&output), 0);
    assert!(text(&output.stdout).starts_with("<!DOCTYPE html>"));
    assert_eq!(text(&output.stderr), text(&run(["replay", &recorded, "--csv"]).stdout));
}

#[test]
fn a_measurement_has_its_page_and_its_windows() {
    let folder = tempfile::tempdir().unwrap();
    let [page, raw] = ["page.html", "raw.json"].map(|name| folder.path().join(name));
    let files = ["--html", page.to_str().unwrap(), "--raw", raw.to_str().unwrap()];
    let output = run(files.into_iter().chain(SHORT));
    assert!([0, 1].contains(&code(&output)), "{output:?}");
    let replayed = trueghz().args(["replay", raw.to_str().unwrap(), "--html", "-"]).output().unwrap();
    assert_eq!(text(&replayed.stdout), std::fs::read_to_string(&page).unwrap());
}

#[test]
fn the_page_and_the_windows_need_a_file_each() {
    for (files, words) in [
        (["--raw", "-", "--html", "-"], "--raw, --html, --svg and --openmetrics need a file each"),
        (["--svg", "same", "--html", "same"], "cannot write same: --html and --svg are the same file"),
        (["--raw", "same", "--keep", "./same"], "cannot write ./same: --raw and --keep are the same file"),
    ] {
        let output = run(files.into_iter().chain(SHORT));
        assert_eq!((code(&output), text(&output.stdout)), (2, ""));
        assert_one_sentence(&output, words);
    }
    assert!(!std::path::Path::new("same").exists());
}

#[test]
fn a_page_that_cannot_be_written_is_named_before_anything_is_read() {
    let output = run(["replay", "-", "--html", "/nowhere/at/all/reading.html"]);
    assert_eq!((code(&output), text(&output.stdout)), (2, ""));
    assert_one_sentence(&output, "cannot write /nowhere/at/all/reading.html");
}

#[test]
fn the_plots_are_a_picture() {
    let output = run(["replay", &recorded(), "--svg", "-"]);
    let picture = text(&output.stdout);
    assert!(picture.starts_with("<svg xmlns=") && picture.ends_with("</svg>"), "{picture}");
    assert!(picture.contains("core 0: 3.6945 GHz \u{b1} 310 kHz"), "{picture}");
    let folder = tempfile::tempdir().unwrap();
    let files = ["ramp.svg", "ramp.html"].map(|name| folder.path().join(name));
    let [svg, html] = files.each_ref().map(|file| file.to_str().unwrap());
    let ramp =
        ["ramp", "--rest", "10ms", "--duration", "20ms", "--repeat", "1", "--svg", svg, "--html", html];
    assert!([0, 1].contains(&code(&run(ramp))));
    assert!(std::fs::read_to_string(svg).unwrap().contains("Clock after the rest"));
    assert!(std::fs::read_to_string(html).unwrap().starts_with("<!DOCTYPE html>"));
}

#[test]
fn markdown_is_a_table_of_the_cores() {
    let output = run(["replay", &recorded(), "--markdown"]);
    let document = text(&output.stdout);
    let rows: Vec<&str> = document.lines().filter(|line| line.starts_with('|')).collect();
    assert_eq!((code(&output), rows.len()), (0, 4), "a header, a rule, two cores: {document}");
    let columns = |row: &str| row.matches('|').count();
    assert!(rows.iter().all(|row| columns(row) == columns(rows[0])), "{document}");
    assert_eq!(rows[2], "| 0 | AMD EPYC | 3.6945 GHz | 310 kHz | \u{b1} 230 kHz | steady |");
}
