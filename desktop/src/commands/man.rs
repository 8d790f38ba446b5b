//! `trueghz man`: the manual, from the same source as `--help`.

use std::io;
use std::path::Path;

use clap::{Command, CommandFactory};
use clap_mangen::roff::{Roff, roman};

use crate::cli::Cli;
use crate::outcome::{Failure, Outcome, plain, print};

/// Writes the page of the program to standard output, or a page for each command into a folder.
pub fn run(folder: Option<&Path>) -> Result<Outcome, Failure> {
    let mut program = Cli::command();
    program.build();
    match folder {
        Some(folder) => {
            let written = write_pages(&program, folder);
            written.map_err(|error| Failure::file("write the manual into", folder, plain(&error)))?;
        }
        None => {
            let page = page(program).map_err(|error| Failure::new(plain(&error)))?;
            print(&String::from_utf8_lossy(&page))?;
        }
    }
    Ok(Outcome::Complete)
}

fn write_pages(program: &Command, folder: &Path) -> io::Result<()> {
    for command in std::iter::once(program).chain(program.get_subcommands()) {
        let name = command.get_display_name().unwrap_or(command.get_name());
        std::fs::write(folder.join(format!("{name}.1")), page(command.clone())?)?;
    }
    Ok(())
}

/// The page of a command. What follows the options in its help has columns, so that its lines are kept.
fn page(command: Command) -> io::Result<Vec<u8>> {
    let after = command.get_after_long_help().or(command.get_after_help()).map(ToString::to_string);
    let command = command.after_help(None::<&str>).after_long_help(None::<&str>);
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    let mut roff = Roff::default();
    for block in after.iter().flat_map(|text| text.split("\n\n")) {
        // A block under a line that ends in a colon is a section of that name.
        let (heading, body) = match block.split_once(":\n") {
            Some((heading, body)) if !heading.contains('\n') => (heading, body),
            _ => ("Notes", block),
        };
        roff.control("SH", [heading.to_uppercase().as_str()]);
        roff.control("nf", []);
        for line in body.lines() {
            roff.text([roman(line)]);
        }
        roff.control("fi", []);
    }
    roff.to_writer(&mut page)?;
    Ok(page)
}
