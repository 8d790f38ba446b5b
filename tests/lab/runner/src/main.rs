//! `trueghz-lab`: runs a program on an emulated machine of known clock, and says what is true of
//! the machine.
//!
//! | file | what it holds |
//! |---|---|
//! | `apple` | maps the clusters of the program for macOS to a machine's |
//! | `files` | where the emulator, the kernel and the guest's programs are |
//! | `initramfs` | the archive that the kernel unpacks as its root |
//! | `counted` | a machine that counts instructions exactly |
//! | `instrument` | what measures on a machine: the program for Linux or for macOS, or the library for Android |
//! | `emulator` | a run of the emulator with the plugin |
//! | `device_tree` | the timer's rate for the kernel |
//! | `machine` | reads a machine's file, draws its clock |
//! | `list` | the lists of measurements: the form of tests/lab/*.toml |
//! | `instructions` | such lists for instructions: the true cycles of each, and the measured ones |
//! | `curves` | such lists for clocks that are followed window by window |
//! | `recording` | the windows that the instrument recorded, on the time of the clock's profile |
//! | `row` | the result of one measurement, compared with the truth |
//! | `goals` | requirements on the results of many |
//! | `figures` | the results as pictures |
//! | `prove` | a machine's timing against loops of known length |
//! | `table` | many machines, and the instrument's results on them |
//! | `summary` | the table of docs/lab.md, and its summary |

mod apple;
mod counted;
mod curves;
mod device_tree;
mod emulator;
mod figures;
mod files;
mod goals;
mod initramfs;
mod instructions;
mod instrument;
mod list;
mod machine;
mod prove;
mod recording;
mod row;
mod summary;
mod table;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::emulator::Program;

/// Runs programs on emulated ARM machines of known clock.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Runs a static aarch64 Linux program and prints its output and the true clock as JSON
    Run {
        /// The machine's file
        machine: PathBuf,
        #[command(flatten)]
        set: machine::Set,
        /// Keeps the program's files in this folder
        #[arg(long)]
        keep: Option<PathBuf>,
        /// Models every instruction, without looking up earlier ones
        #[arg(long)]
        slow: bool,
        /// One more file, which the program finds at the root
        #[arg(long)]
        file: Vec<PathBuf>,
        /// The program and its arguments
        #[arg(last = true, required = true)]
        program: Vec<String>,
    },
    /// Proves the timing of machines: loops of known length without an operating system
    Prove {
        /// The machines' files
        #[arg(required = true)]
        machines: Vec<PathBuf>,
        #[command(flatten)]
        set: machine::Set,
    },
    /// Runs a static aarch64 Linux program on a machine whose counters count each instruction as a
    /// cycle
    Counted {
        /// The program and its arguments
        #[arg(last = true, required = true)]
        program: Vec<String>,
    },
    /// Measures a list of machines and prints a table for docs/lab.md
    Table(table::Arguments),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Run { machine, set, keep, slow, file, mut program } => {
            let arguments = program.split_off(1);
            let program = Program { file: program.remove(0).into(), arguments, files: file };
            run(&machine, &set, keep, slow, &program).map(|()| true)
        }
        Command::Prove { machines, set } => prove::all(&machines, &set),
        Command::Counted { program } => counted::run(program),
        Command::Table(arguments) => table::run(&arguments),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("trueghz-lab: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(
    file: &std::path::Path,
    set: &machine::Set,
    keep: Option<PathBuf>,
    slow: bool,
    program: &Program,
) -> Result<(), emulator::Error> {
    let machine = machine::read(file, set)?;
    let ran = emulator::linux(&machine, program, slow, keep.as_deref())?;
    let said = serde_json::from_str(&ran.stdout).unwrap_or(serde_json::Value::String(ran.stdout));
    let result = serde_json::json!({
        "machine": machine,
        "seed": set.seed,
        "truth": ran.truth,
        "guest": ran.guest,
        "exit": ran.exit,
        "stdout": said,
        "stderr": ran.stderr,
    });
    println!("{result:#}");
    Ok(())
}
