//! The program for macOS, and a program with the library for iOS, run on Linux:
//! tests/apple-on-linux.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::loop_starts;

/// An import that the program has, and another name of the same length that the system's library
/// has not.
const IMPORT: &[u8] = b"\0_pthread_cpu_number_np\0";
const RENAMED: &[u8] = b"\0_pthread_cpu_number_nx\0";
const REFUSAL: &str = "imports what is not there: pthread_cpu_number_nx";

/// The tools that run the program; the environment has their paths (make/apple.mk).
#[derive(Debug, Clone)]
pub struct Tools {
    /// The emulator of aarch64.
    pub emulator: PathBuf,
    /// tests/apple-on-linux.
    pub loader: PathBuf,
}

impl Tools {
    /// Reads the tools' paths from the environment.
    ///
    /// # Errors
    /// Names the variable that is missing, or the file.
    pub fn from_environment() -> Result<Self> {
        let path = |variable| existing(variable, "apple-loader");
        Ok(Self { emulator: path("TRUEGHZ_EMULATOR")?, loader: path("TRUEGHZ_APPLE_LOADER")? })
    }

    fn command(&self, program: &Path, words: &[&str]) -> Command {
        let mut command = Command::new(&self.emulator);
        command.arg(&self.loader).arg(program).args(words).stdin(Stdio::null()).env_remove("TRUEGHZ_APPLE");
        command
    }

    /// Runs the program, which has to end with one of these statuses; returns what it printed.
    fn run(&self, program: &Path, words: &[&str], statuses: &[i32]) -> Result<String> {
        let output = self.command(program, words).output().context("the emulator does not start")?;
        said(&output, words, statuses)
    }
}

/// The program that is linked with the library for iOS; the environment says where it is
/// (make/apple.mk).
///
/// # Errors
/// If it is not there.
pub fn app() -> Result<PathBuf> {
    existing("TRUEGHZ_APPLE_APP", "apple-app")
}

/// A file whose path is in a variable of the environment, and which this target of `make` brings.
fn existing(variable: &str, target: &str) -> Result<PathBuf> {
    let path = PathBuf::from(std::env::var_os(variable).with_context(|| format!("{variable} is not set"))?);
    ensure!(path.exists(), "{} is missing: run `make {target}`", path.display());
    Ok(path)
}

fn said(output: &Output, words: &[&str], statuses: &[i32]) -> Result<String> {
    let [out, err] =
        [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    let ended = output.status.code();
    ensure!(
        ended.is_some_and(|code| statuses.contains(&code)),
        "{}: {}: {}",
        words.join(" "),
        output.status,
        err.trim()
    );
    Ok(out)
}

/// Proves that the program runs: it prints its version, its machine and its clocks, measures, and
/// ends at a signal with a partial result; and that it is refused if one of its imports has no
/// definition.
///
/// # Errors
/// The first thing that is not as it should be.
pub fn prove(program: &Path, tools: &Tools) -> Result<String> {
    let version = tools.run(program, &["--version"], &[0])?;
    ensure!(
        version.trim() == concat!("trueghz ", env!("CARGO_PKG_VERSION")),
        "says its version as {}",
        version.trim()
    );
    for (word, facts) in [
        ("info", &["Apple M1", "macOS, 14.5", "Firestorm (performance)"][..]),
        ("clocks", &["Timed with mach_absolute_time", "24 MHz", "CLOCK_UPTIME_RAW"]),
    ] {
        let said = tools.run(program, &[word], &[0])?;
        for fact in facts {
            ensure!(said.contains(fact), "{word} does not say \"{fact}\": {said}");
        }
    }
    // Under an emulator a reading may be refused; it is still a reading.
    let words = ["measure", "--json", "--duration", "100ms"];
    let answer: Value = serde_json::from_str(&tools.run(program, &words, &[0, 1])?).context("no JSON")?;
    let primary = &answer["cores"][0]["cross_check"]["primary"];
    ensure!(primary == "mach_absolute_time", "measures by {primary}");
    end_a_watch(program, tools)?;
    refuse_renamed(program, tools)?;
    Ok("on Linux: version, machine, clocks, a reading, a signal; refused with an import renamed".to_owned())
}

/// A session's job, as the Swift package hands it over: `SessionJob::Measure` of each kind of core,
/// 100 ms, with the usual warm-up.
const JOB: [u8; 15] = [0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 100, 0, 0];

/// How an outcome begins: `Outcome::Measured`, and the name of a report's form with its length.
const OUTCOME: &[u8] = b"\0\0\0\x01\0\0\0\x09trueghz/2";

/// The machine that is made up: an iPhone with the A15, and its CPUFAMILY of `<mach/machine.h>`.
const PHONE: [&str; 3] = ["hw.machine=iPhone14,5", "hw.cpufamily=0xda33d83d", "levels=0/1"];

/// The library's facts of that machine.
const PHONE_FACTS: [&[u8]; 2] = [b"iPhone14,5", b"Avalanche (performance)"];

/// Proves that a program with the library for iOS (tests/apple-on-linux/app) runs on a made-up
/// iPhone: it starts, takes a reading, and cancels one; and that the linker left its loops of
/// instructions on cache lines.
///
/// # Errors
/// The first thing that is not as it should be.
pub fn prove_app(program: &Path, tools: &Tools) -> Result<String> {
    let folder = tempfile::tempdir()?;
    let job = folder.path().join("job");
    std::fs::write(&job, JOB)?;
    let outcome = |word: &str| -> Result<Vec<u8>> {
        let mut command = Command::new(&tools.emulator);
        command.arg(&tools.loader).args(PHONE).arg(program).arg(word).arg(&job);
        let output = command.stdin(Stdio::null()).env_remove("TRUEGHZ_APPLE").output()?;
        let words = String::from_utf8_lossy(&output.stderr).into_owned();
        ensure!(output.status.success(), "{word}: {}: {words}", output.status);
        ensure!(output.stdout.starts_with(OUTCOME), "{word}: hands over no report");
        Ok(output.stdout)
    };
    let finished = outcome("finish")?;
    for fact in PHONE_FACTS {
        let is_there = finished.windows(fact.len()).any(|bytes| bytes == fact);
        ensure!(is_there, "the report lacks \"{}\"", String::from_utf8_lossy(fact));
    }
    // A cancelled session has fewer windows to report, if any.
    let cancelled = outcome("cancel")?;
    ensure!(cancelled.len() < finished.len(), "a cancelled session reports as much as one that ended");
    let bytes = std::fs::read(program)?;
    let loops = loop_starts::prove(&object::File::parse(bytes.as_slice())?)?.context("is for no Arm core")?;
    Ok(format!("in a program on Linux, as on an iPhone: a reading, a cancelled one, {loops}"))
}

/// Ends the program at its second reading.
fn end_a_watch(program: &Path, tools: &Tools) -> Result<()> {
    let words = ["--watch", "--csv", "--duration", "50ms"];
    let mut child = tools.command(program, &words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let mut lines = BufReader::new(child.stdout.take().context("a pipe")?).lines();
    let header = lines.next().context("no header")??;
    let first = lines.next().context("no reading")??;
    let sent = Command::new("kill").args(["-TERM", &child.id().to_string()]).status()?;
    let rest = lines.collect::<Result<Vec<String>, _>>()?;
    let output = child.wait_with_output()?;
    ensure!(
        sent.success() && header.starts_with("reading,") && first.starts_with("1,"),
        "a watch says {header}"
    );
    let columns = |row: &str| row.split(',').count();
    ensure!(rest.iter().all(|row| columns(row) >= columns(&header)), "a signal leaves half a row");
    said(&output, &words, &[0, 1, 130]).map(drop)
}

fn refuse_renamed(program: &Path, tools: &Tools) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let spoiled = folder.path().join("trueghz");
    std::fs::write(&spoiled, with_import_renamed(&std::fs::read(program)?)?)?;
    let output = tools.command(&spoiled, &["--version"]).output()?;
    let refusal = String::from_utf8_lossy(&output.stderr);
    ensure!(
        !output.status.success() && refusal.contains(REFUSAL),
        "with an import renamed it is not refused for that: {}",
        refusal.trim()
    );
    Ok(())
}

/// The program with another name for one of its imports.
fn with_import_renamed(program: &[u8]) -> Result<Vec<u8>> {
    let place = program.windows(IMPORT.len()).position(|part| part == IMPORT);
    let place = place.context("does not import what is renamed to spoil it")?;
    let mut spoiled = program.to_vec();
    spoiled[place..place + RENAMED.len()].copy_from_slice(RENAMED);
    Ok(spoiled)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_import_is_renamed_and_nothing_else() {
        let program = [b"\0_pthread_cpu_number_n", IMPORT, b"_read\0"].concat();
        let expected = [b"\0_pthread_cpu_number_n", RENAMED, b"_read\0"].concat();
        assert_eq!(with_import_renamed(&program).unwrap(), expected);
        assert!(with_import_renamed(b"\0_pthread_cpu_number_np2\0").is_err());
    }

    #[test]
    fn a_program_that_ends_otherwise_is_told_of() {
        let output = Command::new("sh").args(["-c", "echo out; echo err >&2; exit 3"]).output().unwrap();
        assert_eq!(said(&output, &["word"], &[0, 3]).unwrap(), "out\n");
        assert!(said(&output, &["word"], &[0]).unwrap_err().to_string().ends_with(": err"));
    }
}
