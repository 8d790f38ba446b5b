//! The commands, one file each; `extra_files` and `interrupt` are shared by several.

mod clocks;
mod compare;
mod completions;
mod extra_files;
mod history;
mod identify;
mod info;
mod instructions;
mod interrupt;
mod keep;
mod man;
mod measure;
pub mod own;
mod own_code;
mod ramp;
mod replay;
mod report;
mod run;
mod sustained;
mod timebase;
mod turbo;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::cli::{Cli, Command};
use crate::outcome::{FAILED, Failure, Outcome, complain, plain, reader_is_gone};

/// Parses the command line and runs the command.
pub fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(message) => return show(with_hint(message)),
    };
    anstream::ColorChoice::from(cli.color).write_global();
    match command(cli) {
        Ok(outcome) => outcome.into(),
        Err(failure) => {
            complain(failure);
            FAILED.into()
        }
    }
}

/// Prints clap's message: help, version, or an error in the command line.
fn show(message: clap::Error) -> ExitCode {
    let shown = message.print().and_then(|()| std::io::stdout().flush());
    match shown {
        // A failure to write to standard error is ignored: the exit code is sufficient.
        Err(error) if !message.use_stderr() && !reader_is_gone(&error) => {
            complain(format!("cannot write the help: {}", plain(&error)));
            FAILED.into()
        }
        _ => u8::try_from(message.exit_code()).unwrap_or(FAILED).into(),
    }
}

/// Adds a hint to the error for options before a command: they belong to the default command, and
/// those of another command follow its name.
fn with_hint(mut message: clap::Error) -> clap::Error {
    if message.kind() == ErrorKind::ArgumentConflict
        && let Some(ContextValue::String(command)) = message.get(ContextKind::InvalidSubcommand)
    {
        let hint = format!("options come after the command: trueghz {command} [OPTIONS]");
        message.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![hint.into()]));
    }
    message
}

fn command(cli: Cli) -> Result<Outcome, Failure> {
    match cli.command.unwrap_or(Command::Measure(cli.measure)) {
        Command::Measure(args) => measure::run(&args),
        Command::Instructions(args) => instructions::run(&args),
        Command::Run(args) => run::run(&args),
        Command::OwnCode(core) => own::serve(core),
        Command::Identify(args) => identify::run(args),
        Command::Ramp(args) => ramp::run(&args),
        Command::Turbo(args) => turbo::run(&args),
        Command::Sustained(args) => sustained::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::History(args) => history::run(&args),
        Command::Clocks(args) => clocks::run(args),
        Command::Timebase(args) => timebase::run(args),
        Command::Replay(args) => replay::run(&args),
        Command::Info(args) => info::run(&args),
        Command::Completions { shell } => completions::run(shell),
        Command::Man { out } => man::run(out.as_deref()),
    }
}
