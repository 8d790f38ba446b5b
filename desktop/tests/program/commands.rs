//! Output, streams and exit status of every command.
//!
//! Speed and accuracy are not tested here.

use std::process::Output;

use crate::common::{SHORT, assert_one_sentence, code, json, recorded, run, text, trueghz};
use serde_json::Value;

/// Asserts that a measurement succeeded: status 0, or 1 if a loaded machine left no reading.
fn assert_measured(output: &Output) {
    assert!([0, 1].contains(&code(output)), "{output:?}");
    let refused = text(&output.stdout).contains("no reading");
    assert_eq!(code(output) == 1, refused, "{output:?}");
}

#[test]
fn help_teaches_and_version_tells() {
    let help = run(["--help"]);
    assert_eq!(code(&help), 0);
    for word in [
        "jq '.cores[].frequency_hz.value'",
        "Examples:",
        "What the reading means:",
        "unconfirmed",
        "Exit status:",
        "130",
        "JSON lines",
    ] {
        assert!(text(&help.stdout).contains(word), "{word}");
    }
    assert_eq!(text(&run(["--version"]).stdout), format!("trueghz {}\n", env!("CARGO_PKG_VERSION")));
}

/// All commands; empty for the program without one.
pub const COMMANDS: [&str; 16] = [
    "",
    "measure",
    "instructions",
    "run",
    "identify",
    "ramp",
    "turbo",
    "sustained",
    "compare",
    "history",
    "clocks",
    "timebase",
    "replay",
    "info",
    "completions",
    "man",
];

#[test]
fn no_help_is_wider_than_80_columns() {
    for command in COMMANDS {
        let help = run(["help", command].into_iter().filter(|word| !word.is_empty()));
        assert_eq!(code(&help), 0, "{command}");
        let option = run([command, "--help"].into_iter().filter(|word| !word.is_empty()));
        assert_eq!(text(&help.stdout), text(&option.stdout), "{command}: two ways to ask for it");
        let wide = text(&help.stdout).lines().find(|line| line.chars().count() > 80);
        assert_eq!(wide, None, "{command}");
    }
}

#[test]
fn measuring_needs_no_word() {
    let output = run(SHORT);
    assert_measured(&output);
    let said = text(&output.stdout);
    assert!(said.contains("details: trueghz -v"), "{said}");
    assert_eq!(text(&output.stderr), "", "nothing but the answer where no terminal is");
}

/// Each record is on one line, so that `grep` finds it.
#[test]
fn what_is_piped_is_neither_wrapped_nor_ends_in_blanks() {
    let file = recorded();
    for words in [&["replay", &file][..], &["clocks"], &["info"], &["instructions", "--list"]] {
        let output = run(words.iter().copied());
        let ends_in_blank = text(&output.stdout).lines().find(|line| line.ends_with(' '));
        assert_eq!(ends_in_blank, None, "{words:?}");
    }
    let long = run(["replay", "-v", &file]);
    let mut columns = text(&long.stdout).lines().map(|line| line.chars().count());
    assert!(columns.any(|columns| columns > 80), "{long:?}");
    let folder = tempfile::tempdir().unwrap();
    let absent = folder.path().join("a long name that a terminal of 80 columns has no room for".repeat(3));
    assert_one_sentence(&run(["replay", absent.to_str().unwrap()]), "a long name");
}

/// Status 3 shows a CI job that there is a reading, but it does not meet the condition.
#[test]
fn a_condition_that_is_not_met_ends_with_3() {
    let reading = ["measure", "-q", "--cpu", "current", "--duration", "100ms"];
    let asked = |words: &[&'static str]| run(reading.into_iter().chain(words.iter().copied()));
    let high = asked(&["--at-least", "100GHz"]);
    assert_eq!(code(&high), 3, "{high:?}");
    assert!(text(&high.stderr).contains("GHz or more (--at-least)"), "{high:?}");
    let low = asked(&["--at-least", "1kHz"]);
    // A loaded machine may leave no reading. A lower bound of the clock, if there is one, meets the
    // condition.
    let without_reading = if text(&low.stderr).contains("(--at-least)") { 3 } else { 1 };
    assert_eq!(
        code(&low),
        if text(&low.stdout).contains("refused") { without_reading } else { 0 },
        "{low:?}"
    );
    let steady = asked(&["--require", "steady"]);
    assert_eq!(code(&steady), if text(&steady.stdout).contains("steady") { 0 } else { 3 }, "{steady:?}");
    let several = asked(&["--repeat", "2", "--at-least", "100GHz"]);
    assert_eq!(code(&several), 3, "{several:?}");
}

#[test]
fn repeats_come_with_a_median_and_a_spread() {
    let output = run(["measure", "--repeat", "2", "--cpu", "current", "--duration", "100ms"]);
    assert_measured(&output);
    assert!(text(&output.stdout).contains("median"), "{output:?}");
    if code(&output) == 0 {
        assert!(text(&output.stdout).contains("spread "), "{output:?}");
    }
}

#[test]
fn repeats_in_json_are_a_document_a_line() {
    let output = run(["measure", "--repeat", "2", "--json", "--duration", "50ms"]);
    let documents: Vec<Value> = text(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).expect("a document a line"))
        .collect();
    assert_eq!(documents.len(), 2);
    assert!(documents.iter().all(|document| document["schema"] == "trueghz/2"));
}

#[test]
fn csv_has_one_header_and_a_row_for_each_core() {
    let output = run(["measure", "--repeat", "2", "--csv", "--cpu", "current", "--duration", "50ms"]);
    let mut reader = csv::Reader::from_reader(output.stdout.as_slice());
    let header = reader.headers().unwrap().clone();
    for name in [
        "frequency_hz",
        "clock_tolerance_ppm",
        "elapsed_ms",
        "verdict",
        "range_low_hz",
        "range_high_hz",
        "at_least_hz",
    ] {
        assert!(header.iter().any(|column| column == name), "{name}");
    }
    let rows: Vec<csv::StringRecord> =
        reader.records().map(|row| row.expect("rows as long as the header")).collect();
    assert_eq!(rows.iter().map(|row| &row[0]).collect::<Vec<_>>(), ["1", "2"]);
}

#[test]
fn csv_quotes_what_needs_it() {
    let mut windows: Value = serde_json::from_str(&std::fs::read_to_string(recorded()).unwrap()).unwrap();
    let odd = "a \"core\", with a\ttab";
    windows["cores"][0]["context"]["kind"] = odd.into();
    let output = trueghz().args(["replay", "--csv", "-"]).write_stdin(windows.to_string()).output().unwrap();
    assert!(text(&output.stdout).contains("\"a \"\"core\"\", with a\u{fffd}tab\""));
    let mut reader = csv::Reader::from_reader(output.stdout.as_slice());
    let kind = reader.headers().unwrap().iter().position(|name| name == "kind").unwrap();
    assert_eq!(&reader.records().next().unwrap().unwrap()[kind], odd.replace('\t', "\u{fffd}"));
}

#[test]
fn a_replay_gives_the_numbers_of_the_day() {
    let folder = tempfile::tempdir().unwrap();
    let raw = folder.path().join("raw.json");
    let raw = raw.to_str().unwrap();
    let measured = run(["measure", "--json", "--duration", "100ms", "--raw", raw]);
    let replayed = run(["replay", "--json", raw]);
    assert_eq!(text(&measured.stdout), text(&replayed.stdout));
    assert_eq!(code(&measured), code(&replayed));
}

/// Runs the program with a stack size that no system can provide, so that it can start no thread.
fn without_threads(arguments: &[&str]) -> Output {
    trueghz().args(arguments).env("RUST_MIN_STACK", (1_u64 << 60).to_string()).output().unwrap()
}

#[test]
fn a_replay_needs_no_thread_and_reads_over_a_byte_order_mark() {
    let file = recorded();
    let usual = run(["replay", &file]);
    assert_eq!(text(&without_threads(&["replay", &file]).stdout), text(&usual.stdout));
    let marked = format!("\u{feff}{}", std::fs::read_to_string(&file).unwrap());
    let read = trueghz().args(["replay", "-"]).write_stdin(marked).output().unwrap();
    assert_eq!((code(&read), text(&read.stdout)), (0, text(&usual.stdout)));
}

#[test]
fn where_no_thread_starts_the_cores_counters_are_not_compared() {
    let alone = without_threads(&["clocks"]);
    assert_eq!(code(&alone), 0, "{alone:?}");
    assert!(text(&alone.stdout).contains("Synchronised across cores?\n  unknown: "), "{alone:?}");
}

#[test]
fn a_recorded_file_is_estimated_the_same_in_every_form() {
    let file = recorded();
    let answer = json(&run(["replay", "--json", &file]));
    let csv = run(["replay", "--csv", &file]);
    let mut reader = csv::Reader::from_reader(csv.stdout.as_slice());
    let column = reader.headers().unwrap().iter().position(|name| name == "frequency_hz").unwrap();
    for (row, core) in reader.records().zip(answer["cores"].as_array().unwrap()) {
        assert_eq!(row.unwrap()[column].parse::<f64>().ok(), core["frequency_hz"]["value"].as_f64());
    }
    let said = run(["replay", &file]);
    assert_eq!(code(&said), 0);
    assert_eq!(text(&said.stdout).matches("GHz  \u{b1}").count(), 2, "{said:?}");
}

#[test]
fn clocks_are_told() {
    let said = run(["clocks"]);
    assert_eq!(code(&said), 0);
    for word in ["precision", "Synchronised across cores?", "in 1 day"] {
        assert!(text(&said.stdout).contains(word), "{word}");
    }
    let answer = json(&run(["clocks", "--json"]));
    assert_eq!(answer["schema"], "trueghz-clocks/2");
    let rows = answer["quality"]["rows"].as_array().unwrap();
    let primary = rows.iter().find(|row| row["id"] == answer["quality"]["primary"]).expect("it has a row");
    assert!(primary["precision_ns"].as_f64().unwrap() > 0.0);
    assert!(answer["oscillator_effects"].as_array().is_some_and(|effects| !effects.is_empty()));
}

#[test]
fn a_timebase_has_four_fractions() {
    let answer = json(&run(["timebase", "125/3", "--json"]));
    assert_eq!(answer["nominal_hz"], 24e6);
    let methods: Vec<&Value> =
        answer["conversions"].as_array().unwrap().iter().map(|line| &line["method"]).collect();
    assert_eq!(methods, ["exact", "pragmatic", "best_fraction", "reduced"]);
    assert_eq!(
        (&answer["conversions"][1]["numer"], &answer["conversions"][1]["denom"]),
        (&125.into(), &3.into())
    );
    assert!(!text(&run(["timebase", "125/3"]).stdout).contains("over 1024"), "it is the same as stated");
    assert!(text(&run(["timebase", "1000000000/33333335"]).stdout).contains("over 1024"));
    assert_eq!(json(&run(["timebase", "24MHz", "--json"])), answer, "the same clock by its rate");
}

#[test]
fn no_member_of_an_answer_is_there_twice() {
    let twice = |text: &str| {
        // A parser drops one of two members with the same name, so the text gets shorter.
        let parsed: Value = serde_json::from_str(text).unwrap();
        let written = serde_json::to_string_pretty(&parsed).unwrap();
        text.trim_end().lines().count() != written.lines().count()
    };
    assert!(twice(
        r#"{ "a": 1,
        "a": 1 }"#
    ));
    for words in [&["timebase", "1000000000/33333335"][..], &["clocks"], &["info"], &["replay", &recorded()]]
    {
        let answer = run(words.iter().copied().chain(["--json"]));
        assert!(!twice(text(&answer.stdout)), "{words:?}: {}", text(&answer.stdout));
    }
}

#[test]
fn a_timebase_tells_its_error_in_ten_years_and_its_lowest_terms() {
    let said = run(["timebase", "1000000000/33333335"]);
    let said = text(&said.stdout);
    for word in ["200000000", "6666667", "46.1 min", "+15.8 s", "in 10 years"] {
        assert!(said.contains(word), "{word}: {said}");
    }
    let behind = run(["timebase", "1000/10000"]);
    let behind = text(&behind.stdout);
    assert!(behind.contains("\u{2212}3,906.250 ppm") && behind.contains("\u{2212}2.04 weeks"), "{behind}");
}

#[test]
fn a_timebase_without_a_short_form_says_why() {
    let answer = json(&run(["timebase", "1/4294967295", "--json"]));
    let pragmatic = &answer["conversions"][1];
    assert_eq!((&pragmatic["error"], pragmatic.get("numer")), (&"rounds_to_zero".into(), None));
}

#[test]
fn info_tells_of_the_machine() {
    let said = run(["info"]);
    assert_eq!(code(&said), 0);
    assert!(text(&said.stdout).contains("claimed"));
    let answer = json(&run(["info", "--json"]));
    assert_eq!(answer["machine"]["architecture"], std::env::consts::ARCH);
}

#[test]
fn a_recorded_machine_reads_back_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (file, again) = (path("machine.json"), path("again.json"));
    let shown = json(&run(["info", "--json", "--record", &file]));
    let from = json(&run(["info", "--json", "--from", &file, "--record", &again]));
    assert_eq!((&from["machine"], &from["invariant_tsc"]), (&shown["machine"], &shown["invariant_tsc"]));
    let recorded = std::fs::read_to_string(&file).unwrap();
    assert_eq!(std::fs::read_to_string(&again).unwrap(), recorded);
    let aside = run(["info", "--from", &file, "--record", "-"]);
    assert_eq!(text(&aside.stdout), recorded);
    assert_eq!(aside.stderr, run(["info", "--from", &file]).stdout);
}

#[test]
fn a_folder_with_a_systems_files_is_shown_as_that_system() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().to_str().unwrap();
    std::fs::create_dir(folder.path().join("proc")).unwrap();
    let cpuinfo = folder.path().join("proc/cpuinfo");
    let board = "processor\t: 0\nCPU implementer\t: 0x41\nCPU architecture: 8\nCPU variant\t: 0x0\n\
        CPU part\t: 0xd08\nCPU revision\t: 3\n\nSerial\t\t: 10000000deadbeef\n";
    std::fs::write(&cpuinfo, board).unwrap();
    let answer = json(&run(["info", "--json", "--from", root]));
    assert_eq!(answer["machine"]["architecture"], "aarch64");
    assert_eq!(answer["machine"]["clusters"][0]["name"], "Cortex-A72");
    let recording = run(["info", "--from", root, "--record", "-"]);
    assert!(!text(&recording.stdout).contains("deadbeef"));

    let refused = run(["info", "--from", root, "--record", cpuinfo.to_str().unwrap()]);
    assert_eq!(code(&refused), 2);
    assert_one_sentence(&refused, "it is a file of the folder that --from reads");
    assert_eq!(std::fs::read_to_string(&cpuinfo).unwrap(), board);
    let no_root = run(["info", "--from", folder.path().join("proc").to_str().unwrap()]);
    assert_eq!(code(&no_root), 2);
    assert_one_sentence(&no_root, "it has neither proc nor sys/devices");
}

#[test]
fn a_recording_is_not_written_over_and_what_is_none_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("machine.json");
    std::fs::write(&file, "{ \"device\": \"one\" }").unwrap();
    let same = folder.path().join("./machine.json");
    let refused = run(["info", "--from", file.to_str().unwrap(), "--record", same.to_str().unwrap()]);
    assert_eq!(code(&refused), 2);
    assert_one_sentence(&refused, "--from and --record are the same file");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "{ \"device\": \"one\" }");
    for (content, says) in
        [("[]", "it is not a recorded machine"), ("{ \"devise\": 1 }", "unknown field `devise`")]
    {
        std::fs::write(&file, content).unwrap();
        let refused = run(["info", "--from", file.to_str().unwrap()]);
        assert_eq!(code(&refused), 2);
        assert_one_sentence(&refused, says);
    }
    assert_one_sentence(&run(["info", "--from", "none.json"]), "cannot read none.json");
}

#[test]
fn completions_are_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = run(["completions", shell]);
        assert_eq!(code(&script), 0, "{shell}");
        assert!(text(&script.stdout).contains("timebase"), "{shell}");
    }
    assert_eq!(code(&run(["completions", "cmd"])), 2);
}

#[test]
fn the_manual_comes_from_the_same_source() {
    let written = run(["man"]);
    assert_eq!(code(&written), 0);
    assert!(text(&written.stdout).lines().any(|line| line.starts_with(".TH trueghz 1")));
    let page = text(&written.stdout);
    // Tables keep their line breaks: .nf turns filling off, .fi turns it on.
    let exit_codes = page.split(".SH \"EXIT STATUS\"\n.nf\n").nth(1).expect("a section of its own");
    assert!(exit_codes.split(".fi").next().unwrap().contains("\n  130  stopped"), "{page}");
    assert!(
        page.contains("[\\fB\\-\\-cpu\\fR \\fICORES\\fR] [") && !page.contains("see a summary"),
        "{page}"
    );
    let help = run(["--help"]);
    assert!(text(&help.stdout).lines().any(|line| line.trim_start().starts_with("man ")), "it is listed");
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(code(&run(["man", "--out", folder.path().to_str().unwrap()])), 0);
    let page = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect(name);
    for command in COMMANDS {
        let name = if command.is_empty() { "trueghz.1".to_owned() } else { format!("trueghz-{command}.1") };
        assert!(page(&name).matches(".SH NOTES").count() <= 1, "{name}");
    }
    let many = "\\fB\\-\\-ab\\fR \\fIA\\fR \\fIB\\fR] ";
    assert!(page("trueghz-compare.1").contains(many), "{}", page("trueghz-compare.1"));
    let nowhere = folder.path().join("nowhere");
    let failed = run(["man", "--out", nowhere.to_str().unwrap()]);
    assert_eq!(code(&failed), 2);
    assert_one_sentence(&failed, "nowhere");
}

#[test]
fn wrong_usage_ends_with_2() {
    for words in [
        &["--duration", "0ms"][..],
        &["--duration", "5"],
        &["--cpu", "x"],
        &["--repeat", "0"],
        &["--json", "--csv"],
        &["--watch", "--repeat", "2"],
        &["--color", "sometimes"],
        &["measure", "--frobnicate"],
        &["timebase", "125"],
        &["timebase", "125/0"],
        &["replay"],
        &["unknown"],
    ] {
        let output = run(words.iter().copied());
        assert_eq!(code(&output), 2, "{words:?}");
        assert_eq!(text(&output.stdout), "", "{words:?}");
        assert!(text(&output.stderr).starts_with("error: "), "{words:?}");
    }
}

#[test]
fn no_time_is_refused_in_a_sentence() {
    let said = run(["--duration", "0ms"]);
    assert!(text(&said.stderr).contains("must be greater than 0"));
}

#[test]
fn what_is_wrong_with_a_command_line_is_said_in_our_own_words() {
    for (words, says) in [
        (&["--repeat", "x"][..], "write a whole number from 1 to"),
        (&["--repeat", "0"], "must be at least 1"),
        (&["--duration", "61s"], "must be at most 1min"),
        (&["sustained", "--duration", "5m"], "5min"),
        (&["compare", "a", "b", "--fail-over", "1"], "such as 1%"),
        (&["timebase", "24mhz"], "such as 24MHz, or a fraction"),
        (&["--json", "clocks"], "options come after the command: trueghz clocks"),
        (&["--duration", "1s", "measure"], "options come after the command: trueghz measure"),
    ] {
        let output = run(words.iter().copied());
        assert_eq!(code(&output), 2, "{words:?}");
        let said = text(&output.stderr);
        assert!(said.contains(says) && !said.contains("invalid digit"), "{words:?}: {said}");
    }
}

#[test]
fn instructions_are_listed_with_their_machine_words() {
    let list = json(&run(["instructions", "--list", "--json", "--group=crypto"]));
    let forms = list.as_array().expect("a list");
    assert!(forms.iter().all(|form| form["group"] == "crypto"), "{list}");
    let rows: Vec<&Value> = forms.iter().flat_map(|form| form["rows"].as_array().expect("rows")).collect();
    let is_throughput = |row: &Value| row["measure"] == "throughput";
    assert!(rows.iter().all(|row| is_throughput(row) == row["copies"].as_u64().is_some()), "{list}");
    // This system lets a program execute generated code, so all shapes can be measured.
    assert!(
        rows.iter().all(|row| row["shapes"] == serde_json::json!(["100x100", "1000x10", "1000x1"])),
        "{list}"
    );
    let has_words = |row: &&Value| row["words"].as_array().is_some_and(|words| !words.is_empty());
    assert_eq!(
        rows.iter().filter(|row| has_words(row)).count(),
        if cfg!(target_arch = "aarch64") { rows.len() } else { 0 }
    );
    #[cfg(target_arch = "aarch64")]
    {
        // Encodings of aese and aesmc without register fields: Arm ARM C7.2.6, C7.2.8.
        let words = |name: &str| {
            let form = forms.iter().find(|form| form["form"] == name).expect(name);
            let words = form["rows"][0]["words"].as_array().expect("words").iter();
            words.map(|word| word.as_u64().expect("a word") as u32 & !0x3ff).collect::<Vec<_>>()
        };
        assert_eq!(words("aese v.16b, v.16b"), [0x4e28_4800]);
        assert_eq!(words("aese v.16b, v.16b; aesmc v.16b, v.16b (same)"), [0x4e28_4800, 0x4e28_6800]);
    }
}
