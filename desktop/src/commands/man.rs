//! `trueghz man`: the manual, from the same source as `--help`.

use std::path::Path;

use clap::CommandFactory;

use crate::cli::Cli;
use crate::outcome::{Failure, Outcome, plain, print};

/// Writes the page of the program to standard output, or a page for each command into a folder.
pub fn run(folder: Option<&Path>) -> Result<Outcome, Failure> {
    match folder {
        Some(folder) => {
            let written = clap_mangen::generate_to(Cli::command(), folder);
            written.map_err(|error| Failure::file("write the manual into", folder, plain(&error)))?;
        }
        None => {
            let mut page = Vec::new();
            let written = clap_mangen::Man::new(Cli::command()).render(&mut page);
            written.map_err(|error| Failure::new(plain(&error)))?;
            print(&String::from_utf8_lossy(&page))?;
        }
    }
    Ok(Outcome::Complete)
}
