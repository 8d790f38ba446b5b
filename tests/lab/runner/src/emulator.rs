//! A run of the emulator with the plugin.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use trueghz_lab_model::clock::FS_PER_MS;
use trueghz_lab_model::event::{Events, Migration};
use trueghz_lab_model::machine::Machine;

use crate::initramfs::Archive;
use crate::{device_tree, files};

/// Reason why a machine did not run.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The machine's file is not as it should be.
    #[error("{0}: {1}")]
    Machine(String, String),
    /// A file cannot be read or written.
    #[error("{0}: {1}")]
    File(PathBuf, std::io::Error),
    /// The emulator ended without a result.
    #[error("the emulator ended without {what}: {log}")]
    Emulator {
        /// The missing item.
        what: &'static str,
        /// The emulator's output.
        log: String,
    },
}

/// The first process's observations.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Guest {
    /// CLOCK_MONOTONIC_RAW when the clock's profile started, in nanoseconds.
    pub began_ns: i64,
    /// CNTVCT_EL0 at that moment, in ticks.
    pub began_count: u64,
    /// Timer interrupts while the program ran.
    pub timer_interrupts: u64,
}

/// A clock that the instrument timed with, and the guest's first process reads: by another one the
/// profile's start is unknown.
#[derive(Debug, Clone, Copy)]
pub enum Reference {
    /// CLOCK_MONOTONIC_RAW.
    MonotonicRaw,
    /// CNTVCT_EL0, or mach_absolute_time of tests/apple-on-linux: the same where the timer has 24
    /// MHz, as its machines have.
    Cntvct,
}

impl Reference {
    /// Parses its name in the instrument's output.
    pub fn named(name: &Value) -> Result<Self, String> {
        match name.as_str() {
            Some("monotonic_raw") => Ok(Self::MonotonicRaw),
            Some("cntvct" | "mach_absolute_time") => Ok(Self::Cntvct),
            _ => Err(format!("timed with {name}")),
        }
    }
}

impl Guest {
    /// When the clock's profile started by this clock, of which a tick lasts `ns_per_tick`, in
    /// nanoseconds.
    pub fn began_ns(&self, reference: Reference, ns_per_tick: f64) -> f64 {
        match reference {
            Reference::MonotonicRaw => self.began_ns as f64,
            Reference::Cntvct => self.began_count as f64 * ns_per_tick,
        }
    }
}

/// The results of a program on a machine.
#[derive(Debug)]
pub struct Ran {
    /// The plugin's report.
    pub truth: Value,
    /// The first process's observations: tests/lab/init/src/main.rs.
    pub guest: Guest,
    /// The program's exit status.
    pub exit: i32,
    /// Its standard output.
    pub stdout: String,
    /// Its standard error.
    pub stderr: String,
}

impl Ran {
    /// Beginning and end of each time for which vectors lowered a core's clock, in ms after the
    /// profile's start.
    pub fn low_ms(&self, core: usize) -> Vec<[f64; 2]> {
        let spans = Vec::<[u64; 2]>::deserialize(&self.truth["cores"][core]["low_fs"]).unwrap_or_default();
        let marked_fs = self.truth["marked_fs"].as_f64().unwrap_or(0.0);
        spans.into_iter().map(|span| span.map(|fs| (fs as f64 - marked_fs) / FS_PER_MS)).collect()
    }
}

fn read(path: &Path) -> Result<Vec<u8>, Error> {
    std::fs::read(path).map_err(|error| Error::File(path.into(), error))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    std::fs::write(path, bytes).map_err(|error| Error::File(path.into(), error))
}

/// Real seconds after which a run is ended: a reading takes some ten, and some hundred with busy
/// threads on all cores.
const LIMIT_S: &str = "1800";

/// The emulator with a machine's plugin, as far as both kinds of runs agree. It runs in `folder`,
/// where the report goes.
fn command(machine: &Machine, slow: bool, folder: &Path) -> Result<Command, Error> {
    let plugin = files::plugin();
    let plugin = plugin.canonicalize().map_err(|error| Error::File(plugin, error))?;
    write(&folder.join("machine.json"), &serde_json::to_vec(machine).unwrap_or_default())?;
    let slow = if slow { ",slow=on" } else { "" };
    let mut command = emulator(Some(&plugin), folder)?;
    command.args(["-accel", "tcg,thread=multi", "-smp", &machine.cores().count().to_string()]);
    command.args(["-cpu", &format!("{},cntfrq={}", machine.cpu, machine.register_hz())]);
    command.arg("-plugin");
    command.arg(format!("{},machine=machine.json,report=report.json{slow}", plugin.display()));
    Ok(command)
}

/// The emulator in `folder`, with a library loaded before its own.
fn emulator(preload: Option<&Path>, folder: &Path) -> Result<Command, Error> {
    let tools = files::tools();
    let tools = tools.canonicalize().map_err(|error| Error::File(tools, error))?;
    let libraries = ["usr/lib/x86_64-linux-gnu", "lib/x86_64-linux-gnu"].map(|name| tools.join(name));
    let libraries = libraries.map(|path| path.display().to_string()).join(":");
    let mut command = Command::new("timeout");
    command.arg(LIMIT_S).arg("/lib64/ld-linux-x86-64.so.2");
    command.args(["--library-path", &libraries]);
    if let Some(library) = preload {
        command.arg("--preload").arg(library);
    }
    command.arg(tools.join("usr/bin/qemu-system-aarch64"));
    // Sources of variation between runs are fixed: the device tree's random seed, the real-time
    // clock.
    command.args(["-machine", "virt,dtb-randomness=off", "-seed", "1"]);
    command.args(["-rtc", "base=2024-01-01T00:00:00,clock=vm"]);
    command.args(["-nographic", "-no-reboot", "-net", "none"]);
    command.args(["-semihosting-config", "enable=on,target=native,userspace=on"]);
    command.current_dir(folder).stdin(Stdio::null());
    Ok(command)
}

fn report(folder: &Path, output: &Output) -> Result<Value, Error> {
    let text = std::fs::read(folder.join("report.json")).unwrap_or_default();
    serde_json::from_slice(&text).map_err(|_| missing("a report", output))
}

fn missing(what: &'static str, output: &Output) -> Error {
    let log = [output.stdout.as_slice(), &output.stderr].concat();
    Error::Emulator { what, log: String::from_utf8_lossy(&log).into_owned() }
}

fn temporary() -> Result<tempfile::TempDir, Error> {
    tempfile::tempdir().map_err(|error| Error::File(std::env::temp_dir(), error))
}

fn start(command: &mut Command) -> Result<Output, Error> {
    command.output().map_err(|error| Error::File(command.get_program().into(), error))
}

/// A program that runs on a machine.
#[derive(Debug, Clone)]
pub struct Program {
    /// A static program.
    pub file: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// More files, which it finds under their names at the root.
    pub files: Vec<PathBuf>,
}

/// Runs a static program on Linux. What it wrote goes to `keep`, if that is a folder's name.
pub fn linux(machine: &Machine, program: &Program, slow: bool, keep: Option<&Path>) -> Result<Ran, Error> {
    let scratch = temporary()?;
    if let Some(folder) = keep {
        std::fs::create_dir_all(folder).map_err(|error| Error::File(folder.into(), error))?;
    }
    let folder = keep.unwrap_or(scratch.path());
    let initramfs = initramfs(program, scratch.path())?;
    let mut command = command(machine, slow, folder)?;
    // Settings that the kernel does not know, it hands to the first process:
    // tests/lab/init/src/load.rs.
    boot(&mut command, &initramfs, &environment(&machine.events));
    if let Some(supplement) = device_tree::supplement(machine) {
        command.arg("-dtb").arg(device_tree(machine, &supplement, scratch.path())?);
    }
    let output = start(&mut command)?;
    let file = |name: &str| std::fs::read(folder.join(name)).unwrap_or_default();
    let text = |name: &str| String::from_utf8_lossy(&file(name)).into_owned();
    let guest =
        serde_json::from_slice(&file("guest.json")).map_err(|_| missing("what the guest saw", &output))?;
    let exit = text("exit").parse().map_err(|_| missing("the program's exit status", &output))?;
    let (stdout, stderr) = (text("stdout"), text("stderr"));
    Ok(Ran { truth: report(folder, &output)?, guest, exit, stdout, stderr })
}

/// Runs a static program on a machine that counts instructions; returns its exit status and its
/// output.
pub fn counting(program: &Program) -> Result<(i32, String), Error> {
    let scratch = temporary()?;
    let initramfs = initramfs(program, scratch.path())?;
    let mut command = emulator(None, scratch.path())?;
    // A nanosecond for each instruction; time in which the core sleeps is skipped.
    command.args(["-icount", "shift=0,sleep=off", "-cpu", "cortex-a72"]);
    // Debian's kernel closes the counters to plain users (3); the kernel's own default is 2.
    boot(&mut command, &initramfs, "sysctl.kernel.perf_event_paranoid=2");
    let output = start(&mut command)?;
    let text = |name: &str| std::fs::read_to_string(scratch.path().join(name)).unwrap_or_default();
    let exit = text("exit").parse().map_err(|_| missing("the program's exit status", &output))?;
    Ok((exit, text("stdout") + &text("stderr")))
}

/// The archive that the kernel unpacks: the first process, the program and its files.
fn initramfs(program: &Program, scratch: &Path) -> Result<PathBuf, Error> {
    let mut archive = Archive::new();
    archive.file("init", &read(&files::init())?);
    archive.file("program", &read(&program.file)?);
    for file in &program.files {
        archive.file(&file.file_name().unwrap_or_default().to_string_lossy(), &read(file)?);
    }
    let ended: Vec<u8> = program.arguments.iter().flat_map(|text| [text.as_bytes(), &[0]].concat()).collect();
    archive.file("arguments", &ended);
    let initramfs = scratch.join("initramfs");
    write(&initramfs, &archive.finish())?;
    Ok(initramfs)
}

/// Linux, with the environment that it hands to the first process.
fn boot(command: &mut Command, initramfs: &Path, environment: &str) {
    let append = format!("console=ttyAMA0 panic=-1 quiet {environment}");
    command.args(["-m", "512", "-append", &append]);
    command.arg("-kernel").arg(files::tools().join("kernel")).arg("-initrd").arg(initramfs);
}

/// The events as words of the kernel's command line.
fn environment(events: &Events) -> String {
    let Events { interrupts_hz, hogs, on_core, migrate } = events;
    let migrate = migrate
        .map(|Migration { at_ms, to_core }| format!(" migrate_us={:.0} migrate_to={to_core}", at_ms * 1e3));
    let migrate = migrate.unwrap_or_default();
    format!("interrupts_hz={interrupts_hz} hogs={hogs} on_core={on_core}{migrate}")
}

/// The emulator's own device tree, supplemented.
fn device_tree(machine: &Machine, supplement: &str, scratch: &Path) -> Result<PathBuf, Error> {
    let [own, source, tree] = ["own.dtb", "tree.dts", "tree.dtb"].map(|name| scratch.join(name));
    let mut command = command(machine, false, scratch)?;
    command.args(["-m", "512", "-machine"]).arg(format!("dumpdtb={}", own.display()));
    let output = start(&mut command)?;
    read(&own).map_err(|_| missing("a device tree", &output))?;
    let compile = |from: &str, input: &Path, to: &str, output: &Path| {
        let mut command = Command::new(files::device_tree_compiler());
        command.args(["-q", "-q", "-I", from, "-O", to, "-o"]).arg(output).arg(input);
        let ended = start(&mut command)?;
        if ended.status.success() { Ok(()) } else { Err(missing("a whole device tree", &ended)) }
    };
    compile("dtb", &own, "dts", &source)?;
    write(&source, &[&read(&source)?, supplement.as_bytes()].concat())?;
    compile("dts", &source, "dtb", &tree)?;
    Ok(tree)
}

/// Runs the program without an operating system; what it printed, and the plugin's report.
pub fn bare(machine: &Machine, slow: bool) -> Result<(String, Value), Error> {
    let scratch = temporary()?;
    let mut command = command(machine, slow, scratch.path())?;
    command.args(["-m", "128", "-kernel"]).arg(files::bare());
    let output = start(&mut command)?;
    if !output.status.success() {
        return Err(missing("success", &output));
    }
    let report = report(scratch.path(), &output)?;
    Ok((String::from_utf8_lossy(&output.stdout).into_owned(), report))
}
