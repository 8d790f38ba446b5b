//! Helpers shared by the tests of the program.
#![allow(dead_code, reason = "not every test uses all of it")]

use std::path::PathBuf;
use std::process::{Child, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use assert_cmd::Command;
use assert_cmd::cargo::CommandCargoExt;
use serde_json::Value;

/// Options of the shortest measurement that usually has a reading.
pub const SHORT: [&str; 2] = ["--duration", "100ms"];

/// A program that does not measure by then does not measure at all.
const PATIENCE: Duration = Duration::from_secs(60);

/// Command for the program, without environment variables that affect colours.
pub fn trueghz() -> Command {
    let mut command = Command::cargo_bin("trueghz").expect("the program is built with its tests");
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    command
}

/// Command that starts the program in the background; under an emulator if the tests run under one.
pub fn started() -> std::process::Command {
    std::process::Command::cargo_bin("trueghz").expect("the program is built with its tests")
}

/// Returns `true` if the program runs under an emulator; `tools/cross.sh` sets the variable.
pub fn is_emulated() -> bool {
    std::env::var_os("TRUEGHZ_TEST_EMULATOR").is_some()
}

/// Command line for `--ab` that runs the program with these arguments. Under an emulator the
/// program cannot start itself, so the command line begins with the emulator.
pub fn setting(words: &str) -> String {
    let program = started();
    let emulated: Vec<&std::ffi::OsStr> = program.get_args().collect();
    if emulated.is_empty() {
        return format!("trueghz {words}");
    }
    let before = std::iter::once(program.get_program()).chain(emulated);
    let quoted: Vec<String> =
        before.map(|word| format!("'{}'", word.to_str().expect("a plain path"))).collect();
    format!("{} {words} --json", quoted.join(" "))
}

/// Starts the program with pipes that the test reads.
pub fn start(words: &[&str]) -> Child {
    started().args(words).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Runs the program with these arguments and a standard output whose reader closes before anything
/// is written, as with `| head -0`.
pub fn run_unread(words: &[&str]) -> Output {
    let mut child = start(words);
    drop(child.stdout.take());
    child.wait_with_output().unwrap()
}

/// Runs the program with these arguments.
pub fn run<'a>(words: impl IntoIterator<Item = &'a str>) -> Output {
    trueghz().args(words).output().expect("the program starts")
}

/// Returns printed bytes as text.
pub fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("the program writes UTF-8")
}

/// Returns the exit code of a run that no signal ended.
pub fn code(output: &Output) -> i32 {
    output.status.code().expect("no signal ended the program")
}

/// Parses standard output as JSON.
pub fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).expect("the program prints JSON")
}

/// Returns the path of a file of the workspace.
pub fn workspace(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// The schema validator takes a sixth of the compile time of these tests, and schemas are equal on
/// all systems: tests that run under an emulator or Wine are built without it.
#[cfg(all(unix, not(any(target_env = "musl", target_os = "macos"))))]
pub mod schemas;

/// Asserts that the document is valid by the published schema with this name.
pub fn assert_described(name: &str, document: &Value) {
    assert!(document.is_object(), "{document}");
    #[cfg(all(unix, not(any(target_env = "musl", target_os = "macos"))))]
    schemas::assert_valid(&schemas::schema(name), document);
    #[cfg(not(all(unix, not(any(target_env = "musl", target_os = "macos")))))]
    assert!(workspace("docs/schema").join(name).exists(), "{name}");
}

/// Path of the recorded windows of two cores.
pub fn recorded() -> String {
    workspace("tests/vectors/raw-two-cores-100ms.json").to_str().expect("a plain path").to_owned()
}

/// Asserts that standard error is one sentence that contains `names`, and not a panic message.
pub fn assert_one_sentence(output: &Output, names: &str) {
    let said = text(&output.stderr);
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.starts_with("trueghz: ") && said.contains(names), "{said}");
    assert!(!said.contains("panicked"), "{said}");
}

/// Waits until the program measures; by then its Ctrl-C handler is installed. The name of the
/// thread shows this (proc_pid_task(5)). The signal mask does not: an emulator has its own handlers
/// from the start.
#[cfg(target_os = "linux")]
pub fn wait_until_it_measures(child: &Child) {
    let measures = || {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", child.id())).unwrap();
        let name = |task: std::fs::DirEntry| std::fs::read_to_string(task.path().join("comm")).ok();
        tasks.flatten().filter_map(name).any(|name| name.trim() == "trueghz-measure")
    };
    let begun = Instant::now();
    while !measures() {
        assert!(begun.elapsed() < PATIENCE, "it does not measure");
        thread::sleep(Duration::from_millis(1));
    }
}
