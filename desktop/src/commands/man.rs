//! `trueghz man`: the manual, from the same source as `--help`.

use std::io;
use std::path::Path;

use clap::{Arg, Command, CommandFactory};
use clap_mangen::roff::{Inline, Roff, bold, italic, roman};

use crate::cli::Cli;
use crate::outcome::{Failure, Outcome, plain, print};

/// Writes the page of the program to standard output, or a page for each command into a folder.
pub fn run(folder: Option<&Path>) -> Result<Outcome, Failure> {
    let mut program = Cli::command().disable_help_subcommand(true);
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

/// The page of a command.
fn page(command: Command) -> io::Result<Vec<u8>> {
    let after = command.get_after_long_help().or(command.get_after_help()).map(ToString::to_string);
    let has_commands = command.has_subcommands();
    // clap's help texts distinguish "-h" and "--help", but there is only one page.
    let command = command.after_help(None::<&str>).after_long_help(None::<&str>);
    let command = command.mut_arg("help", |arg| arg.help("Print help").long_help("Print help"));
    let synopsis = synopsis(&command);
    let man = clap_mangen::Man::new(command);
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    let mut roff = Roff::default();
    roff.control("SH", ["SYNOPSIS"]).text(synopsis).to_writer(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if has_commands {
        man.render_subcommands_section(&mut page)?;
    }
    after.map_or_else(Roff::default, |text| sections(&text)).to_writer(&mut page)?;
    Ok(page)
}

/// Synopsis of the command line: options and positional arguments with their values.
fn synopsis(command: &Command) -> Vec<Inline> {
    let mut words = vec![bold(command.get_bin_name().unwrap_or(command.get_name()))];
    for arg in command.get_arguments().filter(|arg| !arg.is_positional()) {
        words.push(roman(" ["));
        words.push(bold(format!("--{}", arg.get_long().unwrap_or_default())));
        words.extend(values(arg));
        words.push(roman("]"));
    }
    words.extend(command.get_positionals().flat_map(values));
    words
}

/// Names of an argument's values, followed by "..." if it accepts more of them.
fn values(arg: &Arg) -> Vec<Inline> {
    let takes_any = arg.get_action().takes_values();
    let names = arg.get_value_names().unwrap_or_default().iter().filter(|_| takes_any);
    let mut words: Vec<Inline> = names.flat_map(|name| [roman(" "), italic(name.as_str())]).collect();
    let most = arg.get_num_args().map_or(1, |range| range.max_values());
    if most > arg.get_value_names().map_or(1, <[_]>::len) {
        words.push(roman(" ..."));
    }
    words
}

/// Converts the text after the options of a help into sections. A block under a line that ends in a
/// colon becomes a section of that name; its line breaks are kept because it has columns. All other
/// blocks form one section of running text.
fn sections(after: &str) -> Roff {
    let mut roff = Roff::default();
    let mut in_notes = false;
    for block in after.split("\n\n") {
        match block.split_once(":\n") {
            Some((heading, body)) if !heading.contains('\n') => {
                roff.control("SH", [heading.to_uppercase().as_str()]).control("nf", []);
                for line in body.lines() {
                    roff.text([roman(line)]);
                }
                roff.control("fi", []);
                in_notes = false;
            }
            _ => {
                roff.control(if in_notes { "PP" } else { "SH" }, if in_notes { None } else { Some("NOTES") });
                roff.text([roman(block)]);
                in_notes = true;
            }
        }
    }
    roff
}
