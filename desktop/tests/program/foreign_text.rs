//! Files from other sources, with control characters on which a terminal would act: neither output
//! nor messages contain them.

use std::path::Path;

use serde_json::Value;

use crate::common::{recorded, run, text, trueghz, workspace};

/// Text that sets the clipboard and the title, clears the screen, reverses the writing direction
/// and starts a line.
const ACTING: &str = "\u{1b}]52;c;AAAA\u{7}\u{1b}]0;x\u{7}\u{1b}[2J\u{9b}2J\u{202e}\u{2028}a\r\nb";

/// Returns a control character in a text, apart from the program's own colours and line ends.
fn acts(shown: &str) -> Option<char> {
    // A terminal adds a carriage return to each line end of CSV.
    let plain = anstream::adapter::strip_str(shown).to_string().replace("\r\r\n", "\n").replace("\r\n", "\n");
    // `strip_str` also removes other escape sequences, so they are searched for in `shown`.
    let sequences = shown.match_indices('\u{1b}').any(|(at, _)| {
        let rest = shown[at + 1..]
            .trim_start_matches('[')
            .trim_start_matches(|c: char| c.is_ascii_digit() || c == ';');
        !rest.starts_with('m')
    });
    if sequences {
        return Some('\u{1b}');
    }
    plain.chars().find(|&c| {
        let turns = matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}');
        turns || (c.is_control() && c != '\n' && c != '\t')
    })
}

/// Collects the paths of all strings of a document; from each list only those of the first item.
fn strings(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::String(_) => found.push(path.to_owned()),
        Value::Array(items) => {
            items.iter().take(1).for_each(|item| strings(item, &format!("{path}/0"), found));
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                // Escapes of JSON pointers (RFC 6901).
                let name = name.replace('~', "~0").replace('/', "~1");
                strings(field, &format!("{path}/{name}"), found);
            }
        }
        _ => {}
    }
}

/// Puts the text into each string of a document in turn, then into all strings that may contain it.
/// Writes each variant to `file` and runs each command on it.
fn try_everywhere(file: &Path, lines: &[Value], commands: &[&[&str]]) {
    let name = file.to_str().unwrap();
    let write = |lines: &[Value]| {
        let text: Vec<String> = lines.iter().map(Value::to_string).collect();
        std::fs::write(file, text.join("\n") + "\n").unwrap();
    };
    let shown = |command: &[&str]| {
        let words = command.iter().map(|&word| if word == "FILE" { name } else { word });
        trueghz().env("CLICOLOR_FORCE", "1").args(words).output().unwrap()
    };
    let mut all = lines.to_vec();
    for at in 0..lines.len() {
        let mut paths = Vec::new();
        strings(&lines[at], "", &mut paths);
        for path in paths {
            let mut changed = lines.to_vec();
            *changed[at].pointer_mut(&path).unwrap() = ACTING.into();
            write(&changed);
            let mut is_taken = true;
            for command in commands {
                let output = shown(command);
                for said in [text(&output.stdout), text(&output.stderr)] {
                    assert_eq!(acts(said), None, "{command:?} of {path}: {said:?}");
                }
                // Status 1: the core has no reading.
                is_taken &= [Some(0), Some(1)].contains(&output.status.code());
            }
            if is_taken {
                *all[at].pointer_mut(&path).unwrap() = ACTING.into();
            }
        }
    }
    assert!(all != lines, "some strings may hold anything");
    write(&all);
    #[cfg(target_os = "linux")]
    for command in commands {
        let words: Vec<String> =
            command.iter().map(|&word| format!("'{}'", if word == "FILE" { name } else { word })).collect();
        let Some(shown) = crate::surroundings::on_terminal(&words.join(" "), "UNRELATED") else { return };
        assert!(shown.contains('\u{fffd}'), "{command:?} shows none of it");
        assert_eq!(acts(&shown), None, "{command:?}: {shown:?}");
    }
}

fn parsed(path: impl AsRef<Path>) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn a_recording_tells_a_terminal_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("raw.json");
    try_everywhere(&file, &[parsed(recorded())], &[&["replay", "FILE"], &["replay", "-v", "FILE"]]);
}

#[test]
fn a_recorded_machine_tells_a_terminal_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let recording = parsed(workspace("tests/devices/synthetic-kvm-amd.json"));
    let commands: [&[&str]; 2] = [&["info", "--from", "FILE"], &["info", "--json", "--from", "FILE"]];
    try_everywhere(&folder.path().join("machine.json"), &[recording], &commands);
}

#[test]
fn a_report_tells_a_terminal_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let report = parsed(workspace("tests/vectors/report-two-cores-100ms.json"));
    try_everywhere(&folder.path().join("report.json"), &[report], &[&["compare", "FILE", "FILE"]]);
}

#[test]
fn a_history_tells_a_terminal_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let report = parsed(workspace("tests/vectors/report-two-cores-100ms.json"));
    let kept = serde_json::json!({
        "schema": "trueghz-store/2", "at_unix_ms": 1_790_000_000_000_u64, "note": "mine", "report": { "measurement": report },
    });
    let commands: [&[&str]; 2] =
        [&["history", "FILE", "--show", "1"], &["history", "FILE", "--show", "1", "--csv"]];
    try_everywhere(&folder.path().join("kept.jsonl"), &[kept], &commands);
}

#[test]
fn a_load_tells_a_terminal_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("load.jsonl");
    let recording = ["sustained", "--duration", "400ms", "--record", file.to_str().unwrap()];
    assert!([0, 1].contains(&run(recording).status.code().unwrap()));
    let lines: Vec<Value> = std::fs::read_to_string(&file)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    try_everywhere(&file, &lines, &[&["replay", "FILE"]]);
}
