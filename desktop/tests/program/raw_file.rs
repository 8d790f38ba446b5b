//! Destinations of `--raw`: an existing file is kept until the new one is complete; devices, pipes
//! and `-` receive the windows.

use crate::common::{assert_one_sentence, code, recorded, run, text, trueghz};

const SHORT: [&str; 4] = ["--cpu", "current", "--duration", "50ms"];

#[cfg(target_os = "linux")]
fn shell(script: &str, arguments: &[&str]) -> std::process::Output {
    let program = crate::common::started();
    let mut shell = std::process::Command::new("sh");
    // The script's arguments "$@" end with the program, preceded by an emulator if there is one.
    shell.args(["-c", script, "sh"]).args(arguments).arg(program.get_program()).args(program.get_args());
    shell.output().expect("a shell")
}

fn names_in(folder: &std::path::Path) -> Vec<String> {
    let name = |entry: std::io::Result<std::fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
    std::fs::read_dir(folder).unwrap().map(name).collect()
}

#[test]
fn a_hyphen_is_standard_output_and_the_answer_stands_aside() {
    let output = run(["--raw", "-"].into_iter().chain(SHORT));
    assert!([0, 1].contains(&code(&output)), "{output:?}");
    let said = text(&output.stderr);
    assert!(said.contains("details: trueghz -v"), "{said}");
    let replayed = trueghz().args(["replay", "-"]).write_stdin(output.stdout.clone()).output().unwrap();
    assert_eq!(text(&replayed.stdout), said, "the windows are those of the answer");
    assert!(!std::path::Path::new("-").exists());
}

#[test]
fn a_file_that_is_there_is_replaced_and_nothing_is_left_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("raw.json");
    std::fs::write(&file, "what was there").unwrap();
    let output = run(["--raw", file.to_str().unwrap()].into_iter().chain(SHORT));
    assert!([0, 1].contains(&code(&output)), "{output:?}");
    assert_ne!(code(&run(["replay", file.to_str().unwrap()])), 2, "the windows are there");
    assert_eq!(names_in(folder.path()), ["raw.json"]);
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link_and_the_mode_stays() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let (file, link) = (folder.path().join("raw.json"), folder.path().join("link.json"));
    std::fs::write(&file, "what was there").unwrap();
    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o640)).unwrap();
    symlink("raw.json", &link).unwrap();
    run(["--raw", link.to_str().unwrap()].into_iter().chain(SHORT));
    assert!(link.symlink_metadata().unwrap().is_symlink());
    assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o640);
    assert!(std::fs::read_to_string(&file).unwrap().starts_with("{\"schema\":\"trueghz-raw/2\""));
}

/// A file size limit ends a write after some of the bytes, as a full disk does.
#[cfg(target_os = "linux")]
#[test]
fn a_file_stays_as_it_was_when_there_is_no_room_for_the_new_one() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("raw.json");
    std::fs::write(&file, "what was there").unwrap();
    let script =
        "trap '' XFSZ; ulimit -f 1; raw=$1; shift; \"$@\" --raw \"$raw\" --cpu current --duration 50ms";
    let output = shell(script, &[file.to_str().unwrap()]);
    assert_eq!(code(&output), 2, "{output:?}");
    assert_one_sentence(&output, "cannot write ");
    assert_ne!(text(&output.stdout), "", "the answer is there");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "what was there");
    assert_eq!(names_in(folder.path()), ["raw.json"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_that_is_killed_leaves_what_was_there() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("raw.json");
    std::fs::write(&file, "what was there").unwrap();
    let mut child =
        crate::common::start(&["--cpu", "current", "--duration", "60s", "--raw", file.to_str().unwrap()]);
    crate::common::wait_until_it_measures(&child);
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "what was there");
    assert_eq!(names_in(folder.path()), ["raw.json"]);
}

#[cfg(target_os = "linux")]
#[test]
fn devices_and_pipes_take_the_windows() {
    let null = run(["--raw", "/dev/null"].into_iter().chain(SHORT));
    assert!([0, 1].contains(&code(&null)), "{null:?}");
    assert_eq!(text(&null.stderr), "");
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    let script = "pipe=$1; shift; mkfifo \"$pipe\" && { cat \"$pipe\" >\"$pipe.json\" & \
        \"$@\" --raw \"$pipe\" --cpu current --duration 50ms; code=$?; wait; exit $code; }";
    let output = shell(script, &[pipe.to_str().unwrap()]);
    assert!([0, 1].contains(&code(&output)), "{output:?}");
    assert_eq!(text(&output.stderr), "");
    let read = format!("{}.json", pipe.to_str().unwrap());
    assert_ne!(code(&run(["replay", &read])), 2, "all of it arrived");
    let stdout = run(["--raw", "/dev/stdout"].into_iter().chain(SHORT));
    assert!(text(&stdout.stdout).starts_with("{\"schema\":\"trueghz-raw/2\""), "{stdout:?}");
    assert_eq!(text(&stdout.stdout).lines().count(), 1, "nothing but the windows");
}

#[test]
fn a_replay_reads_no_more_than_it_can_hold() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("large.json");
    // A sparse file, which uses no disk space.
    std::fs::File::create(&file).unwrap().set_len(1_800_000_000).unwrap();
    let output = run(["replay", file.to_str().unwrap()]);
    assert_eq!(code(&output), 2);
    assert_one_sentence(&output, "it holds more than 1.8 GB, more than an hour of windows needs");
    assert!(text(&run(["replay", "--help"]).stdout).contains("1.8 GB"));
}

/// Only the beginning of a file without JSON is read: /dev/zero has no end.
#[cfg(unix)]
#[test]
fn what_has_no_end_is_refused() {
    let output = run(["replay", "/dev/zero"]);
    assert_eq!(code(&output), 2);
    assert_one_sentence(&output, "it is not a raw measurement, which begins with {");
}

#[test]
fn values_that_no_measurement_has_are_refused_by_name() {
    let sound: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(recorded()).unwrap()).unwrap();
    for (path, value, name) in [
        ("/cores/0/context/load/1/busy_fraction", serde_json::json!(-0.5), "load[1].busy_fraction is -0.5"),
        ("/cores/0/context/clock_tolerance_ppm", serde_json::json!(-50.0), "clock_tolerance_ppm is -50.0"),
        ("/cores/0/context/claim/hz", serde_json::json!(0), "context.claim.hz is 0"),
        ("/cores", serde_json::json!([]), "cores is []"),
    ] {
        let mut edited = sound.clone();
        *edited.pointer_mut(path).unwrap_or_else(|| panic!("{path} is there")) = value;
        let output =
            trueghz().args(["replay", "--json", "-"]).write_stdin(edited.to_string()).output().unwrap();
        assert_eq!((code(&output), text(&output.stdout)), (2, ""), "{path}");
        assert_one_sentence(&output, name);
    }
    // Each value alone is possible, but no core can have all of them.
    let mut edited = sound.clone();
    let iterations = edited
        .pointer_mut("/cores/0/outcome/recorded/windows/iterations")
        .and_then(|list| list.as_array_mut());
    for iterations in iterations.unwrap() {
        *iterations = (iterations.as_u64().unwrap() * 1_000).into();
    }
    let output = trueghz().args(["replay", "--json", "-"]).write_stdin(edited.to_string()).output().unwrap();
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let core = &report["cores"][0];
    assert_eq!((code(&output), &core["reason"]), (1, &serde_json::json!("implausible")));
    assert_eq!(core["frequency_hz"], serde_json::Value::Null);
}
