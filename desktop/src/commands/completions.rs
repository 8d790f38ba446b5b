//! `trueghz completions`: completions for a shell.

use clap::CommandFactory;
use clap_complete::Shell;

use crate::cli::Cli;
use crate::outcome::{Failure, Outcome, print};

/// Writes the completions to standard output.
pub fn run(shell: Shell) -> Result<Outcome, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "trueghz", &mut script);
    print(&String::from_utf8_lossy(&script))?;
    Ok(Outcome::Complete)
}
