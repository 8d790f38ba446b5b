//! The command line of TrueGHz: measures the true clock of this machine's cores.
//!
//! | file | contents |
//! |---|---|
//! | `cli`, `help`, `parse` | definition of the command line, help texts, parsers of values |
//! | `commands` | one file for each command |
//! | `output` | one file for each output format |
//! | `live`, `style`, `format` | progress line, colours, numbers and tables |
//! | `tally` | summary of several measurements |
//! | `input_file` | JSON files given by the user |
//! | `output_file`, `record_file` | files of `--raw`, `--html` and `--openmetrics`, and the records of `--record` |
//! | `outcome`, `defect` | exit status and error messages, the end by a panic |

mod cli;
mod commands;
mod defect;
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
    defect::end_at_any_panic();
    commands::run()
}
