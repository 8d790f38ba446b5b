//! Arguments of `instructions`, `identify` and `run`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueHint};

use super::{CoreArgs, FormatArgs, OwnArgs};
use crate::parse;

/// Arguments of `instructions`.
#[derive(Debug, Clone, Args)]
pub struct InstructionsArgs {
    /// Instructions: a mnemonic, or a pattern for the whole text such as "fadd*" or "* z, z, z"
    /// [default: all that the core has]
    #[arg(value_name = "GLOB", value_parser = parse::instructions)]
    pub patterns: Vec<glob::Pattern>,
    /// Only this group (see --list); several are separated by commas
    #[arg(long, value_name = "GROUP", value_delimiter = ',')]
    pub group: Vec<String>,
    /// Core to measure
    #[command(flatten)]
    pub core: CoreArgs,
    /// Also show the published figures of a core ("zen4", or another part of its name), and mark
    /// the differences
    #[arg(long, value_name = "NAME", value_parser = parse::published_core)]
    #[arg(conflicts_with_all = ["list", "json", "csv", "markdown", "quiet"])]
    pub compare: Option<usize>,
    /// List the instructions with their groups; nothing is measured. JSON adds the properties that
    /// would be measured of each, on AArch64 also the machine words of a step
    #[arg(long, conflicts_with_all = ["cpu", "csv", "markdown", "html"])]
    pub list: bool,
    /// Group the instructions by the execution units that they compete for, and show which groups
    /// share units
    #[arg(long, conflicts_with_all = ["compare", "list", "yaml"])]
    pub units: bool,
    /// Also count events of each instruction with perf_event, on Linux: without a value, the
    /// operations that the core retires and issues, in all and by unit. Otherwise these events, as
    /// /sys/bus/event_source/devices/*/events lists them, or by number, such as r1a1
    #[arg(long, value_name = "EVENT", num_args = 0.., require_equals = true, value_delimiter = ',')]
    #[arg(value_parser = clap::builder::NonEmptyStringValueParser::new())]
    #[arg(conflicts_with_all = ["compare", "list", "yaml", "units"])]
    pub counters: Option<Vec<String>>,
    /// Output format
    #[command(flatten)]
    pub form: FormatArgs,
    /// Print YAML in the format of OSACA's machine models: latency and throughput of each form, to
    /// write such a model or to check one of llvm-mca
    #[arg(long, group = "answer", conflicts_with_all = ["list", "compare"])]
    pub yaml: bool,
    /// Also write a self-contained HTML table to FILE, as "measure --html" does
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub html: Option<PathBuf>,
}

/// Arguments of `identify`.
#[derive(Debug, Clone, Copy, Args)]
pub struct IdentifyArgs {
    /// Core to measure
    #[command(flatten)]
    pub core: CoreArgs,
    /// Output format
    #[command(flatten)]
    pub form: FormatArgs,
}

/// Arguments of `run`.
#[derive(Debug, Clone, Args)]
pub struct RunArgs {
    /// A mnemonic, or the whole text as "trueghz instructions --list" shows it. If a mnemonic has
    /// several forms, the widest one that has only register operands runs
    #[arg(value_name = "INSTRUCTION", value_parser = parse::instructions)]
    #[arg(required_unless_present_any = ["asm", "bytes", "object"])]
    pub pattern: Option<glob::Pattern>,
    /// Time per round: 500ms, 1s (at most 1min)
    #[arg(short, long, value_name = "TIME", default_value = "1s", value_parser = parse::duration)]
    pub duration: Duration,
    /// Number of rounds [default: until Ctrl-C]
    #[arg(short, long, value_name = "N", value_parser = parse::count)]
    pub repeat: Option<u32>,
    /// Core to measure
    #[command(flatten)]
    pub core: CoreArgs,
    /// Output format
    #[command(flatten)]
    pub form: FormatArgs,
    /// The user's own code
    #[command(flatten)]
    pub own: OwnArgs,
}
