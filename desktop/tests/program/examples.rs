//! Runs every example in the documents and helps, and checks its exit status against its command's
//! help.
//!
//! Long examples are shortened by these rules:
//!
//! 1. A time above 50 ms becomes 50 ms, and a command that measures without a given time gets
//!    `--duration 50ms`. A sustained load takes 500 ms, so that it has windows; `ramp` rests for 10
//!    ms.
//! 2. More than two repetitions become two; `compare --ab` gets six, its minimum.
//! 3. `instructions` without a pattern or a group measures `add*`.
//! 4. A command that runs until Ctrl-C gets SIGINT at its first output.
//! 5. `|` and what follows it are removed. `>` writes a file, and `~` is the folder of the test.
//! 6. A core that this machine lacks becomes core 0.
//!
//! The examples of a document or a help run one after another in their own folder, so that each can
//! read the files of earlier ones. The folder initially contains before.json, after.json,
//! windows.json, kept.jsonl and copied/.
//!
//! Under an emulator, where measurements are slow and meaningless, all examples are parsed. Those
//! that measure, or that read files which these would have written, are not run. On Windows, those
//! that need a signal or another program (nice, an assembler) are not run either.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread;

use serde_json::{Value, json};

use super::commands::COMMANDS;
use crate::common::{code, is_emulated, recorded, run, started, text, workspace};

/// Folders of the workspace with the documents.
const DOCUMENTS: [&str; 2] = ["", "docs"];

/// Number of sources whose examples run at the same time: most of the time they only wait.
const AT_A_TIME: usize = 4;

/// A document or a help, and its examples.
struct Source {
    name: String,
    lines: Vec<String>,
}

/// Returns the lines of fenced code that begin with the program's name, without their comments.
fn of_document(document: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut is_code = false;
    for line in document.replace("\\\n", " ").lines() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        } else if is_code && line.starts_with("trueghz") {
            lines.push(line.split(" #").next().unwrap_or_default().trim_end().to_owned());
        }
    }
    lines.retain(|line| line == "trueghz" || line.starts_with("trueghz "));
    // The examples of README.md are for x86-64.
    lines.retain(|line| cfg!(target_arch = "x86_64") || !(line.contains("imul") || line.contains("zen4")));
    lines
}

/// Returns the lines under "Examples:", without the descriptions after two spaces.
fn of_help(help: &str) -> Vec<String> {
    let examples = help.split("\nExamples:\n").nth(1).expect("a help has examples");
    let lines = examples.lines().take_while(|line| !line.is_empty());
    let lines = lines.filter_map(|line| line.strip_prefix("  ").filter(|line| line.starts_with("trueghz")));
    lines.map(|line| line.split("  ").next().unwrap_or_default().to_owned()).collect()
}

impl Source {
    /// Runs its examples one after another; returns for each whether it measures, and whether it
    /// succeeded.
    fn run(self) -> Vec<(bool, bool)> {
        let name = self.name;
        let folder = tempfile::tempdir().unwrap();
        prepare(folder.path());
        let mut unwritten: Vec<String> = Vec::new();
        let mut ran = Vec::new();
        for line in self.lines {
            let example = Example::parse(&line);
            let needs_more =
                example.is_endless() || ["nice ", "--asm "].iter().any(|word| line.contains(word));
            let is_parsed_only = cfg!(not(unix)) && needs_more;
            let lacks_a_file = example.words.iter().any(|word| unwritten.contains(word));
            if (is_emulated() && example.measures()) || is_parsed_only || lacks_a_file {
                let written = example.written().filter(|name| !folder.path().join(name).exists());
                unwritten.extend(written.map(str::to_owned));
                let parsed = run(example.words.iter().map(String::as_str).chain(["--help"]));
                assert_eq!(code(&parsed), 0, "{name}: {line}: {parsed:?}");
                continue;
            }
            let (status, said) = example.run(folder.path());
            println!("{status}  {name}: {line}  [{}]", example.words.join(" "));
            assert!(example.statuses().contains(&status), "{name}: {line}: {status}: {said}");
            ran.push((example.measures(), status == 0));
        }
        ran
    }
}

fn sources() -> Vec<Source> {
    let mut sources = Vec::new();
    for folder in DOCUMENTS {
        for entry in fs::read_dir(workspace(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "md") {
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                sources.push(Source { name, lines: of_document(&fs::read_to_string(path).unwrap()) });
            }
        }
    }
    for command in COMMANDS {
        // The short and the long help differ only for the program itself.
        for option in if command.is_empty() { &["-h", "--help"][..] } else { &["--help"] } {
            let help = run([command, *option].into_iter().filter(|word| !word.is_empty()));
            let name = format!("trueghz {command} {option}");
            sources.push(Source { name, lines: of_help(text(&help.stdout)) });
        }
    }
    sources.retain(|source| !source.lines.is_empty());
    sources
}

/// A shortened example, ready to run.
#[derive(Debug, PartialEq)]
struct Example {
    words: Vec<String>,
    /// File to which `>` redirects its output.
    file: Option<String>,
}

/// Commands that measure a core; no command is `measure`.
const MEASURING: [&str; 8] = ["", "measure", "instructions", "run", "identify", "ramp", "turbo", "sustained"];

impl Example {
    /// Parses a line and shortens the example.
    fn parse(line: &str) -> Example {
        let mut words = shlex::split(line).unwrap_or_else(|| panic!("a quotation is open: {line}"));
        words.remove(0);
        if let Some(pipe) = words.iter().position(|word| word == "|") {
            words.truncate(pipe);
        }
        let file = words.iter().position(|word| word == ">").map(|at| {
            let file = words.remove(at + 1);
            words.truncate(at);
            file
        });
        let mut example = Example { words, file };
        example.shorten();
        example
    }

    fn command(&self) -> &str {
        self.words.first().map(String::as_str).filter(|word| !word.starts_with('-')).unwrap_or_default()
    }

    fn has(&self, option: &str) -> bool {
        self.words.iter().any(|word| word == option)
    }

    /// Files that it writes and that later examples may read.
    fn written(&self) -> impl Iterator<Item = &str> {
        let takes_a_file = |word: &str| ["--raw", "--record", "--keep"].contains(&word);
        let named = self.words.windows(2).filter(move |pair| takes_a_file(&pair[0])).map(|pair| &pair[1]);
        self.file.iter().chain(named).map(String::as_str)
    }

    fn measures(&self) -> bool {
        let is_list = self.has("--list");
        (MEASURING.contains(&self.command()) && !is_list) || self.has("--ab")
    }

    /// Returns `true` if it runs until Ctrl-C.
    fn is_endless(&self) -> bool {
        self.has("--watch") || (self.command() == "run" && !self.has("--repeat"))
    }

    fn shorten(&mut self) {
        let command = self.command().to_owned();
        let longest = if command == "sustained" { "500ms" } else { "50ms" };
        let is_time = |word: &str| {
            let unit = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
            unit.len() < word.len() && ["ms", "s", "min", "h"].contains(&unit)
        };
        let ms = |word: &str| word.strip_suffix("ms").and_then(|ms| ms.parse().ok()).unwrap_or(f64::INFINITY);
        for at in 1..self.words.len() {
            let (before, word) = (self.words[at - 1].clone(), self.words[at].clone());
            if is_time(&word) && ms(&word) > 50.0 {
                self.words[at] = longest.to_owned();
            } else if before == "--repeat" {
                self.words[at] = if command == "compare" { "6" } else { "2" }.to_owned();
            } else if before == "--cpu" {
                self.words[at] = here(&word).to_owned();
            } else if before == "--ab" || at > 1 && self.words[at - 2] == "--ab" {
                self.words[at] =
                    word.replace("--cpu 1", &format!("--cpu {}", here("1"))) + " --duration 50ms";
            }
        }
        match command.as_str() {
            "ramp" => self.default(["--rest", "10ms"]),
            "compare" if self.has("--ab") => self.default(["--repeat", "6"]),
            "instructions"
                if self.words.len() == 1 || self.words[1] == "--compare" || self.words[1] == "--html" =>
            {
                self.words.insert(1, "add*".to_owned());
            }
            _ => {}
        }
        if ["", "measure", "run", "ramp", "turbo", "sustained"].contains(&command.as_str()) {
            self.default(["--duration", longest]);
        }
    }

    /// Adds an option if it is missing.
    fn default(&mut self, [option, value]: [&str; 2]) {
        if !self.has(option) {
            self.words.extend([option, value].map(str::to_owned));
        }
    }

    /// Allowed exit statuses. On a busy machine some of these short measurements have no reading,
    /// which means status 1 for commands that need one.
    fn statuses(&self) -> &'static [i32] {
        let has_condition = ["--at-least", "--require", "--fail-over"].iter().any(|option| self.has(option));
        match self.command() {
            _ if has_condition => &[0, 1, 3],
            // --kind is refused on a machine with one core type.
            _ if self.has("--kind") => &[0, 1, 2],
            // SIGINT may arrive before its first reading.
            _ if self.is_endless() => &[0, 1, 130],
            _ if self.measures() || self.has("--compare") => &[0, 1],
            "compare" | "replay" => &[0, 1],
            _ => &[0],
        }
    }

    /// Runs it in a folder; returns its status and its standard error.
    fn run(&self, folder: &Path) -> (i32, String) {
        let home = folder.to_str().expect("a plain path");
        let at_home =
            |word: &String| word.strip_prefix("~/").map_or(word.clone(), |rest| format!("{home}/{rest}"));
        let words: Vec<String> = self.words.iter().map(at_home).collect();
        if let Some(out) = words.iter().position(|word| word == "--out") {
            fs::create_dir_all(&words[out + 1]).unwrap();
        }
        let mut command = started();
        // Commands of --ab that begin with another program find this program in PATH.
        let program = Path::new(command.get_program()).parent().expect("a folder").to_owned();
        let paths = std::env::var_os("PATH").unwrap_or_default();
        let paths = std::iter::once(program).chain(std::env::split_paths(&paths));
        command.env("PATH", std::env::join_paths(paths).unwrap()).args(&words).current_dir(folder);
        let piped = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let output = if self.is_endless() { until_interrupted(piped) } else { piped.output().unwrap() };
        if let Some(file) = &self.file {
            let file = folder.join(at_home(file));
            fs::create_dir_all(file.parent().expect("a folder")).unwrap();
            fs::write(file, &output.stdout).unwrap();
        }
        (code(&output), text(&output.stderr).to_owned())
    }
}

/// Returns `cores` if this machine has them, otherwise core 0.
fn here(cores: &str) -> &str {
    let there = trueghz::host::allowed_cpus();
    let is_there = |core: &str| core.parse::<u32>().map_or(true, |core| there.contains(&core));
    if cores.split(',').all(is_there) { cores } else { "0" }
}

/// Runs a command and sends SIGINT at its first output.
#[cfg(unix)]
fn until_interrupted(command: &mut Command) -> std::process::Output {
    use std::io::Read;

    let mut child = command.spawn().unwrap();
    let mut stdout = child.stdout.take().expect("a pipe");
    let mut said = vec![0];
    stdout.read_exact(&mut said).expect("an answer");
    let id = libc::pid_t::try_from(child.id()).unwrap();
    // SAFETY: the process is a child of this test that was not waited for yet.
    assert_eq!(unsafe { libc::kill(id, libc::SIGINT) }, 0);
    stdout.read_to_end(&mut said).unwrap();
    let output = child.wait_with_output().unwrap();
    std::process::Output { stdout: said, ..output }
}

#[cfg(not(unix))]
fn until_interrupted(_: &mut Command) -> std::process::Output {
    unreachable!("they are not run here")
}

/// Creates the files that examples read but no example writes.
fn prepare(folder: &Path) {
    let report = workspace("tests/vectors/report-two-cores-100ms.json");
    for name in ["before.json", "after.json"] {
        fs::copy(&report, folder.join(name)).unwrap();
    }
    fs::copy(recorded(), folder.join("windows.json")).unwrap();
    fs::create_dir_all(folder.join("copied/proc")).unwrap();
    fs::write(folder.join("copied/proc/cpuinfo"), "processor\t: 0\n").unwrap();
    let measurement: Value = serde_json::from_str(&fs::read_to_string(report).unwrap()).unwrap();
    let line = |at: u64| {
        json!({ "schema": "trueghz-store/2", "at_unix_ms": at, "report": { "measurement": measurement } })
            .to_string()
            + "\n"
    };
    fs::write(folder.join("kept.jsonl"), (1..=3).map(line).collect::<String>()).unwrap();
}

#[test]
fn every_example_runs() {
    let sources = Mutex::new(sources());
    let work = || {
        // The lock is not held while examples run.
        let next = || sources.lock().unwrap().pop();
        std::iter::from_fn(next).flat_map(Source::run).collect::<Vec<_>>()
    };
    let ran: Vec<(bool, bool)> = thread::scope(|scope| {
        let threads = [(); AT_A_TIME].map(|()| scope.spawn(work));
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    let measured = ran.iter().filter(|(measures, _)| *measures).count();
    let with_reading = ran.iter().filter(|(measures, has_reading)| *measures && *has_reading).count();
    assert!(
        2 * with_reading >= measured && (measured > 0 || is_emulated()),
        "{with_reading} of {measured} have a reading"
    );
}

#[test]
fn examples_are_shortened_by_the_rule() {
    let words = |line: &str| Example::parse(line).words.join(" ");
    assert_eq!(words("trueghz"), "--duration 50ms");
    assert_eq!(words("trueghz sustained --duration 20min"), "sustained --duration 500ms");
    assert_eq!(words("trueghz ramp --repeat 20"), "ramp --repeat 2 --rest 10ms --duration 50ms");
    assert_eq!(words("trueghz --json | jq '.cores[0]'"), "--json --duration 50ms");
    assert_eq!(words("trueghz instructions --html a.html"), "instructions add* --html a.html");
    let ab = Example::parse("trueghz compare --ab 'trueghz' 'nice trueghz --json' --fail-over 1%").words;
    assert_eq!(ab[2..4], ["trueghz --duration 50ms", "nice trueghz --json --duration 50ms"]);
    assert_eq!(ab[6..], ["--repeat", "6"]);
    let written = |line: &str| Example::parse(line).written().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(written("trueghz sustained --record heat.jsonl > a.csv"), ["a.csv", "heat.jsonl"]);
    let file = Example::parse("trueghz --json --duration 10ms > a.json");
    assert_eq!(
        (file.words.join(" ").as_str(), file.file.as_deref()),
        ("--json --duration 10ms", Some("a.json"))
    );
    assert!(Example::parse("trueghz run imul").is_endless() && !Example::parse("trueghz info").measures());
}

#[test]
fn examples_are_found() {
    let fenced =
        "Text trueghz none\n```sh\nmake\ntrueghz --cpu 0   # comment\ntrueghz: an answer\n```\ntrueghz\n";
    assert_eq!(of_document(fenced), ["trueghz --cpu 0"]);
    let help =
        "About\n\nExamples:\n  trueghz        one\n  trueghz --json | jq '.a'\n          more\n\nText\n";
    assert_eq!(of_help(help), ["trueghz", "trueghz --json | jq '.a'"]);
    assert!(sources().iter().any(|source| source.name == "README.md"), "README has examples");
}
