//! The command line of TrueGHz: reads the true clock of this machine's cores.
//!
//! | file | what it holds |
//! |---|---|
//! | `cli`, `help`, `parse` | the words of the command line, and what they mean |
//! | `commands` | one file for each command |
//! | `output` | one file for each form of the answer |
//! | `live`, `style`, `format` | the line that moves, the colours, the numbers |
//! | `tally` | what several measurements have in common |
//! | `input_file` | files of JSON that the user names |
//! | `output_file`, `record_file` | where `--raw`, `--html` and `--openmetrics` write, and the records of `--record` |
//! | `outcome` | how the program ends |

mod cli;
mod commands;
mod distinct;
mod format;
mod help;
mod input_file;
mod live;
mod outcome;
mod output;
mod output_file;
mod parse;
mod record_file;
mod style;
mod tally;

fn main() -> std::process::ExitCode {
    commands::run()
}
