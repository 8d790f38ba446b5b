//! The commands, a file each.

mod clocks;
mod completions;
mod info;
mod interrupt;
mod man;
mod measure;
mod replay;
mod timebase;

use std::process::ExitCode;

use clap::Parser;

use crate::cli::{Cli, Command};
use crate::outcome::{FAILED, Failure, Outcome};

/// Reads the command line and does what it says.
pub fn run() -> ExitCode {
    let cli = Cli::parse();
    anstream::ColorChoice::from(cli.color).write_global();
    match command(cli) {
        Ok(outcome) => outcome.into(),
        Err(failure) => {
            anstream::eprintln!("trueghz: {failure}");
            FAILED.into()
        }
    }
}

fn command(cli: Cli) -> Result<Outcome, Failure> {
    match cli.command.unwrap_or(Command::Measure(cli.measure)) {
        Command::Measure(args) => measure::run(&args),
        Command::Clocks(args) => clocks::run(args),
        Command::Timebase(args) => timebase::run(args),
        Command::Replay(args) => replay::run(&args),
        Command::Info(args) => info::run(args),
        Command::Completions { shell } => completions::run(shell),
        Command::Man { out } => man::run(out.as_deref()),
    }
}
