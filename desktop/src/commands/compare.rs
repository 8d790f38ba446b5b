//! `trueghz compare`: compares measurements, or two settings measured alternately.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use trueghz::Measurement;
use trueghz::report::{MeasurementError, RAW_SCHEMA};
use trueghz_report::compare::{Comparison, compare, compare_rounds};
use trueghz_report::store::STORE_SCHEMA;

use super::interrupt::Interrupt;
use crate::cli::CompareArgs;
use crate::input_file::{Expected, read_json};
use crate::live::Steps;
use crate::outcome::{Failure, Outcome, complain, plain, print};
use crate::output::{compare as output, json};

/// Expected contents of a file. A one-minute reading takes some 60 kB, so the limit corresponds to
/// a machine with a thousand cores.
const MEASUREMENT: Expected = Expected {
    what: "measurement",
    limit_bytes: 64 << 20,
    too_large: "it holds more than 64 MB, more than a measurement of a thousand cores needs",
};

/// Compares, and shows what differs.
pub fn run(args: &CompareArgs) -> Result<Outcome, Failure> {
    let (comparison, interrupt) = match args.ab.as_slice() {
        [a, b] => {
            let interrupt = Interrupt::listen()?;
            (settings([a, b], args.repeat, &interrupt)?, interrupt)
        }
        // No signal handler: a comparison of files has no partial result.
        _ => (Some(files(&args.files)?), Interrupt::default()),
    };
    let Some(comparison) = comparison else { return Ok(Outcome::Interrupted) };
    print(&match args {
        CompareArgs { json: true, .. } => json::answer(&comparison),
        CompareArgs { csv: true, .. } => output::csv(&comparison),
        CompareArgs { .. } => output::text(&comparison),
    })?;
    let cores = || comparison.others.iter().flat_map(|contrast| &contrast.cores);
    let unmet: Vec<String> = args
        .fail_over
        .map_or(Vec::new(), |most| cores().filter_map(|core| output::unmet(core, most)).collect());
    for words in &unmet {
        complain(words);
    }
    if !unmet.is_empty() {
        return Ok(Outcome::Unmet);
    }
    Ok(interrupt.outcome(cores().all(|core| core.difference.is_some())))
}

fn files(paths: &[PathBuf]) -> Result<Comparison, Failure> {
    let measured: Vec<(String, Measurement)> = paths
        .iter()
        .map(|path| Ok((path.display().to_string(), measurement(path)?)))
        .collect::<Result<_, Failure>>()?;
    let named: Vec<(&str, &Measurement)> =
        measured.iter().map(|(name, measurement)| (name.as_str(), measurement)).collect();
    let (first, others) = named.split_first().expect("two files at least are asked for");
    compare(*first, others).map_err(Failure::new)
}

fn measurement(path: &Path) -> Result<Measurement, Failure> {
    let text = read_json(path, &MEASUREMENT)?;
    // Each line of a store is a JSON document with its schema.
    if text.lines().next().is_some_and(|line| line.contains(STORE_SCHEMA)) {
        let words = "it holds stored reports; compare them with \"trueghz history FILE --compare A B\"";
        return Err(Failure::file("use", path, words));
    }
    Measurement::from_json(&text).map_err(|error| match &error {
        MeasurementError::OtherSchema { found } if found == RAW_SCHEMA => Failure::file(
            "use",
            path,
            "it holds raw data; \"trueghz replay --json\" makes a measurement of it",
        ),
        _ => Failure::file("use", path, error),
    })
}

/// Measures two settings alternately; returns `None` if no round was completed.
fn settings(lines: [&str; 2], rounds: u32, interrupt: &Interrupt) -> Result<Option<Comparison>, Failure> {
    let [first, other] = [Setting::parse(lines[0])?, Setting::parse(lines[1])?];
    let mut measured = Vec::new();
    let mut steps = Steps::new("round");
    for round in 0..rounds {
        steps.at(round as usize, rounds as usize);
        // The second setting runs on a warmer core, so the order alternates from round to round.
        let pair = if round % 2 == 0 {
            first.measure(interrupt)?.zip(other.measure(interrupt)?)
        } else {
            let measured_other = other.measure(interrupt)?;
            first.measure(interrupt)?.zip(measured_other)
        };
        let Some(pair) = pair else { break };
        measured.push(pair);
    }
    compare_rounds(first.line, other.line, &measured).map_err(Failure::new)
}

/// One of two command lines.
struct Setting<'a> {
    line: &'a str,
    program: PathBuf,
    arguments: Vec<String>,
}

impl Setting<'_> {
    /// Splits a line as a shell does, but expands nothing.
    fn parse(line: &str) -> Result<Setting<'_>, Failure> {
        let words = shlex::split(line)
            .ok_or_else(|| Failure::new(format!("a quotation is not closed in the command: {line}")))?;
        let Some((program, arguments)) = words.split_first() else {
            return Err(Failure::new("a command of --ab is empty"));
        };
        let mut arguments = arguments.to_vec();
        if program != "trueghz" {
            return Ok(Setting { line, program: program.into(), arguments });
        }
        if arguments.iter().any(|word| word == "--watch") {
            return Err(Failure::new(
                "a command with --watch never ends; set the number of rounds with --repeat of compare",
            ));
        }
        if !arguments.iter().any(|word| word == "--json") {
            arguments.push("--json".to_owned());
        }
        let program = std::env::current_exe()
            .map_err(|error| Failure::new(format!("cannot find this program: {}", plain(&error))))?;
        Ok(Setting { line, program, arguments })
    }

    /// Measures once; returns `None` if a signal was received: an interrupted reading is discarded.
    fn measure(&self, interrupt: &Interrupt) -> Result<Option<Measurement>, Failure> {
        if interrupt.was_heard() {
            return Ok(None);
        }
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).stdin(Stdio::null());
        let output = command.output().map_err(|error| self.failure(plain(&error)))?;
        if interrupt.was_heard() {
            return Ok(None);
        }
        // 1: a core was refused, and the rest has readings. 3: one does not meet a condition.
        if !matches!(output.status.code(), Some(0 | 1 | 3)) {
            return Err(self.failure(last_words(&output)));
        }
        let text = String::from_utf8_lossy(&output.stdout);
        Measurement::from_json(&text).map(Some).map_err(|error| self.failure(error))
    }

    fn failure(&self, why: impl std::fmt::Display) -> Failure {
        Failure::new(format!("cannot measure with \"{}\": {why}", self.line))
    }
}

/// Last message of a command, or its exit status.
fn last_words(output: &Output) -> String {
    let said = String::from_utf8_lossy(&output.stderr);
    // clap prints the error first and advice after it; other programs print the error last.
    let complaint = said.lines().find(|line| line.starts_with("error: "));
    let line = complaint.or_else(|| said.lines().rfind(|line| !line.trim().is_empty()));
    line.map_or_else(|| output.status.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_program_answers_in_json() {
        let words = |line: &str| Setting::parse(line).expect("a command").arguments;
        assert_eq!(words("trueghz --cpu 0"), ["--cpu", "0", "--json"]);
        assert_eq!(words("trueghz --json"), ["--json"]);
        assert_eq!(words("cat 'a file.json'"), ["a file.json"], "another program is left alone");
        assert_eq!(Setting::parse("trueghz").expect("a command").program, std::env::current_exe().unwrap());
    }

    #[test]
    fn a_command_that_cannot_be_run_is_refused_before_anything_is_measured() {
        for (line, says) in [("", "is empty"), ("cat 'a", "not closed"), ("trueghz --watch", "never ends")] {
            let said = Setting::parse(line).err().expect(line).to_string();
            assert!(said.contains(says), "{said}");
        }
    }
}
