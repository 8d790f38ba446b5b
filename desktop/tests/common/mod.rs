//! What the tests of the program share.
#![allow(dead_code, reason = "not every test uses all of it")]

use std::path::PathBuf;
use std::process::{Child, Output, Stdio};

use assert_cmd::Command;
use assert_cmd::cargo::CommandCargoExt;
use serde_json::Value;

/// The shortest measurement that usually has a number.
pub const SHORT: [&str; 2] = ["--duration", "100ms"];

/// The program, with an environment that decides nothing about colours.
pub fn trueghz() -> Command {
    let mut command = Command::cargo_bin("trueghz").expect("the program is built with its tests");
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    command
}

/// The program to be started and left running; under an emulator where the tests are.
pub fn started() -> std::process::Command {
    std::process::Command::cargo_bin("trueghz").expect("the program is built with its tests")
}

/// Whether the program runs under an emulator, as `tools/cross.sh` says.
pub fn is_emulated() -> bool {
    std::env::var_os("TRUEGHZ_TEST_EMULATOR").is_some()
}

/// A command line for `--ab` that runs the program with these words. Under an emulator the program cannot start itself, and
/// is named with what it needs before it.
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

/// Runs the program with these words and a standard output whose reader leaves before anything is written, as
/// under `| head -0`.
pub fn run_unread(words: &[&str]) -> Output {
    let mut child = start(words);
    drop(child.stdout.take());
    child.wait_with_output().unwrap()
}

/// Runs the program with these words.
pub fn run<'a>(words: impl IntoIterator<Item = &'a str>) -> Output {
    trueghz().args(words).output().expect("the program starts")
}

/// What was printed.
pub fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("the program writes UTF-8")
}

/// The exit code of a run that no signal ended.
pub fn code(output: &Output) -> i32 {
    output.status.code().expect("no signal ended the program")
}

/// What was printed, as JSON.
pub fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).expect("the program prints JSON")
}

/// A file of the workspace.
pub fn workspace(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// What reads schemas takes a sixth of the time in which these tests are compiled, and schemas say the same on every system: where
/// the tests run under an emulator or wine there is none.
#[cfg(all(unix, not(any(target_env = "musl", target_os = "macos"))))]
pub mod schemas;

/// Whether the document is as the published schema of this name says.
pub fn assert_described(name: &str, document: &Value) {
    assert!(document.is_object(), "{document}");
    #[cfg(all(unix, not(any(target_env = "musl", target_os = "macos"))))]
    schemas::assert_valid(&schemas::schema(name), document);
    #[cfg(not(all(unix, not(any(target_env = "musl", target_os = "macos")))))]
    assert!(workspace("docs/schema").join(name).exists(), "{name}");
}

/// Recorded windows of two cores.
pub fn recorded() -> String {
    workspace("tests/vectors/raw-two-cores-100ms.json").to_str().expect("a plain path").to_owned()
}

/// Whether the answer is one sentence on standard error that blames no code.
pub fn assert_one_sentence(output: &Output, names: &str) {
    let said = text(&output.stderr);
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.starts_with("trueghz: ") && said.contains(names), "{said}");
    assert!(!said.contains("panicked"), "{said}");
}

/// Waits until the program measures, which it does only once it listens to Ctrl-C. An emulator has handlers of its
/// own from the start, so the thread's name tells and not the signal mask (proc_pid_task(5)).
#[cfg(target_os = "linux")]
pub fn wait_until_it_measures(child: &Child) {
    let measures = || {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", child.id())).unwrap();
        let name = |task: std::fs::DirEntry| std::fs::read_to_string(task.path().join("comm")).ok();
        tasks.flatten().filter_map(name).any(|name| name.trim() == "trueghz-measure")
    };
    while !measures() {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}
