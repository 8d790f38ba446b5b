//! The program's section of the table of faults, `docs/faults.md`. The faults are caused by a shell
//! and by files that only Linux has (/dev/full, /sys).

#![cfg(target_os = "linux")]

mod common;
#[path = "../../core/tests/faults/table.rs"]
mod table;

use std::process::{Command, Output};

use serde_json::Value;

use common::{
    assert_one_sentence, code, json, recorded, run, run_unread, start, started, text, wait_until_it_measures,
};
use table::{Group, Row};

const GROUP: Group = Group {
    title: "The program",
    about: "The command line itself, on the machine that runs the tests.",
    rows: &[
        Row {
            fault: "the reader of standard output leaves before anything is written",
            outcome: "clean exit; nothing to complain of",
            proof: the_reader_leaves,
        },
        Row {
            fault: "standard output is closed from the start",
            outcome: "the same",
            proof: standard_output_is_closed,
        },
        Row {
            fault: "the disk is full for `--raw`",
            outcome: "clean exit, one sentence; the answer is there",
            proof: the_disk_is_full,
        },
        Row {
            fault: "the folder for `--raw` is read-only",
            outcome: "clean exit, one sentence, before anything is measured",
            proof: the_folder_is_read_only,
        },
        Row { fault: "two runs at once on one core", outcome: "warning `preempted`", proof: two_at_once },
    ],
};

#[test]
fn the_program() {
    GROUP.prove();
}

fn the_reader_leaves() -> String {
    for words in [&["replay", "--json", &recorded()][..], &["--watch", "--json", "--duration", "20ms"]] {
        let output = run_unread(words);
        assert!([0, 1].contains(&code(&output)), "{words:?}: {output:?}");
        assert_eq!(text(&output.stderr), "", "{words:?}");
    }
    "ends as if it had been read; nothing on standard error".to_owned()
}

fn standard_output_is_closed() -> String {
    let program = started();
    let mut shell = Command::new("sh");
    shell.args(["-c", "\"$@\" >&-", "sh"]).arg(program.get_program()).args(program.get_args());
    let output = shell.args(["replay", &recorded()]).output().unwrap();
    assert_eq!((code(&output), text(&output.stderr)), (0, ""));
    "ends as if it had been read; nothing on standard error".to_owned()
}

fn the_disk_is_full() -> String {
    let output = run(["--raw", "/dev/full", "--duration", "50ms"]);
    assert_eq!(code(&output), 2);
    assert_ne!(text(&output.stdout), "");
    assert_one_sentence(&output, "cannot write /dev/full: no space left on device");
    "exit code 2; \"cannot write /dev/full: no space left on device\"; the answer on standard output"
        .to_owned()
}

fn the_folder_is_read_only() -> String {
    // Even root, who may write everywhere else, cannot create a file here.
    let output = run(["--raw", "/sys/raw.json", "--duration", "60s"]);
    assert_eq!((code(&output), text(&output.stdout)), (2, ""));
    assert_one_sentence(&output, "cannot write /sys/raw.json: ");
    "exit code 2; \"cannot write /sys/raw.json\" and why; no answer".to_owned()
}

fn core_of(output: &Output) -> Value {
    json(output)["cores"][0].clone()
}

fn two_at_once() -> String {
    let cpu = trueghz::host::allowed_cpus()[0].to_string();
    // The first runs longer than the second needs to start and measure.
    let mut first = start(&["--cpu", &cpu, "--duration", "60s"]);
    wait_until_it_measures(&first);
    let second = core_of(&run(["--json", "--cpu", &cpu, "--duration", "1s"]));
    first.kill().unwrap();
    first.wait().unwrap();
    let warned = second["warnings"].as_array().unwrap().iter().any(|warning| warning["code"] == "preempted");
    assert!(warned || second["verdict"] == "refused", "{second:#}");
    "`preempted`, or refused where too little is left".to_owned()
}
