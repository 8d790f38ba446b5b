//! Definition of the command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum, ValueHint};
use trueghz::clock::Timebase;

use crate::{help, parse};

mod instructions;
mod load;
mod one_core;
mod own;

pub use instructions::{IdentifyArgs, InstructionsArgs, RunArgs};
pub use load::{Class, Load};
pub use one_core::CoreArgs;
pub use own::OwnArgs;

/// Measures the true clock of this machine's cores.
#[derive(Debug, Parser)]
#[command(
    name = "trueghz",
    version,
    about = help::ABOUT,
    after_help = help::SHORT,
    after_long_help = help::LONG,
    max_term_width = 80,
    args_conflicts_with_subcommands = true
)]
pub struct Cli {
    /// Colours; auto: on a terminal, unless NO_COLOR is set
    #[arg(long, value_name = "WHEN", value_enum, default_value_t, global = true, display_order = 100)]
    pub color: Color,
    /// Command to run; `measure` by default.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Options of `measure`, used if no command is given.
    #[command(flatten)]
    pub measure: MeasureArgs,
}

/// Command to run.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Measure the clock of cores, with its uncertainty (the default)
    #[command(after_help = help::MEASURE)]
    Measure(MeasureArgs),
    /// Measure latency and throughput of instructions, in cycles
    #[command(after_help = help::INSTRUCTIONS)]
    Instructions(InstructionsArgs),
    /// Repeat one instruction and show cycles, counts and clock
    #[command(after_help = help::RUN)]
    Run(RunArgs),
    /// The child of "run" for one's own code
    #[command(name = crate::commands::own::COMMAND, hide = true)]
    OwnCode(CoreArgs),
    /// Identify the core type by its instruction latencies
    #[command(after_help = help::IDENTIFY)]
    Identify(IdentifyArgs),
    /// Show how fast the clock ramps up after idle
    #[command(after_help = help::RAMP)]
    Ramp(RampArgs),
    /// Measure the clock with 1, 2 ... all cores busy
    #[command(after_help = help::TURBO)]
    Turbo(TurboArgs),
    /// Show how far the clock drops under sustained load
    #[command(after_help = help::SUSTAINED)]
    Sustained(SustainedArgs),
    /// Compare measurements, or two commands measured alternately
    #[command(after_help = help::COMPARE)]
    Compare(CompareArgs),
    /// List, show, compare or remove the reports that --keep stored
    #[command(after_help = help::HISTORY)]
    History(HistoryArgs),
    /// Show resolution, read cost and agreement of the system's clocks
    #[command(after_help = help::CLOCKS)]
    Clocks(JsonArg),
    /// Show how to convert a counter's ticks to nanoseconds in integers
    #[command(after_help = help::TIMEBASE)]
    Timebase(TimebaseArgs),
    /// Recompute readings from raw data
    #[command(after_help = help::REPLAY)]
    Replay(ReplayArgs),
    /// Show how the system describes this machine; nothing is measured
    #[command(after_help = help::INFO)]
    Info(InfoArgs),
    /// Print completions for a shell
    #[command(after_help = help::COMPLETIONS)]
    Completions {
        /// Shell to print completions for
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    #[command(after_help = help::MAN)]
    Man {
        /// Write a page for each command into FOLDER
        #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
        out: Option<PathBuf>,
    },
}

/// Arguments of `measure`.
#[derive(Debug, Clone, Args)]
pub struct MeasureArgs {
    /// Cores to measure: a list such as 0,2-3, "all", or "current" for wherever the system runs the
    /// program [default: one core of each type]
    #[arg(short, long, value_name = "CORES", value_parser = parse::selection)]
    pub cpu: Option<trueghz::run::target::Selection>,
    /// Measuring time per core, after the warm-up: 500ms, 1.5s, 1min (at most 1min)
    /// [default: 500ms, or less if all cores together would take more than a minute]
    #[arg(short, long, value_name = "TIME", value_parser = parse::duration)]
    pub duration: Option<Duration>,
    /// Repeat N times; print each reading, then median and spread
    #[arg(short, long, value_name = "N", default_value = "1", value_parser = parse::count)]
    #[arg(conflicts_with_all = ["html", "svg"])]
    pub repeat: u32,
    /// Repeat until Ctrl-C
    #[arg(short, long, conflicts_with_all = ["repeat", "html", "svg"])]
    pub watch: bool,
    /// With --watch: start a measurement every TIME, 30s, 5min or 1h (at most 24h)
    #[arg(long, value_name = "TIME", requires = "watch", value_parser = parse::long_duration)]
    pub every: Option<Duration>,
    /// Output format
    #[command(flatten)]
    pub form: FormatArgs,
    /// Exit with status 3 unless every reading has this verdict
    #[arg(long, value_name = "VERDICT", value_enum)]
    pub require: Option<Requirement>,
    /// Exit with status 3 unless every core runs at FREQUENCY or above: 3.5GHz, 800MHz. A core
    /// fails if its whole interval is below, or if it has no reading
    #[arg(long, value_name = "FREQUENCY", value_parser = parse::frequency)]
    pub at_least: Option<u64>,
    /// Also write the raw data to FILE, for "trueghz replay". An existing file is replaced
    /// atomically; "-" is standard output, and the readings then go to standard error
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(conflicts_with_all = ["repeat", "watch"])]
    pub raw: Option<PathBuf>,
    /// Page and plots to write
    #[command(flatten)]
    pub page: PageArgs,
    /// Also write the readings to FILE as gauges for Prometheus, after each measurement. The
    /// textfile collector of node_exporter reads names that end in ".prom"; "-" is standard output
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub openmetrics: Option<PathBuf>,
    /// File that stores the report
    #[command(flatten)]
    pub kept: KeepArgs,
}

/// Verdict that every reading must have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Requirement {
    /// The clock was constant
    Steady,
}

/// Arguments of `ramp`.
#[derive(Debug, Clone, Args)]
pub struct RampArgs {
    /// Core to measure
    #[command(flatten)]
    pub core: CoreArgs,
    /// Idle time before each run: 200ms, 1s (at most 1min)
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = parse::duration)]
    pub rest: Duration,
    /// Time per run: 300ms, 1s (at most 1min)
    #[arg(short, long, value_name = "TIME", default_value = "300ms", value_parser = parse::duration)]
    pub duration: Duration,
    /// Number of runs
    #[arg(short, long, value_name = "N", default_value = "5", value_parser = parse::count)]
    pub repeat: u32,
    /// Output format and files
    #[command(flatten)]
    pub report: ReportArgs,
}

/// Arguments of `turbo`.
#[derive(Debug, Clone, Args)]
pub struct TurboArgs {
    /// Core to measure
    #[command(flatten)]
    pub core: CoreArgs,
    /// Work of the busy cores: one or more of these, separated by commas
    #[arg(
        long,
        value_name = "CLASS",
        value_enum,
        value_delimiter = ',',
        default_value = "scalar,vector,memory"
    )]
    pub class: Vec<Class>,
    /// Measuring time per reading, after its warm-up: 400ms, 1s (at most 1min)
    #[arg(short, long, value_name = "TIME", default_value = "400ms", value_parser = parse::duration)]
    pub duration: Duration,
    /// Output format and files
    #[command(flatten)]
    pub report: ReportArgs,
}

/// Arguments of `sustained`.
#[derive(Debug, Clone, Args)]
pub struct SustainedArgs {
    /// Duration of the load: 30s, 20min, 1h (at most 24h)
    #[arg(short, long, value_name = "TIME", default_value = "5min", value_parser = parse::long_duration)]
    pub duration: Duration,
    /// Cores to load
    #[arg(long, value_name = "LOAD", value_enum, default_value_t)]
    pub load: Load,
    /// Work of the loaded cores
    #[arg(long, value_name = "CLASS", value_enum, default_value_t)]
    pub class: Class,
    /// Core to measure
    #[command(flatten)]
    pub core: CoreArgs,
    /// Output format and files
    #[command(flatten)]
    pub report: ReportArgs,
    /// Also write the records to FILE line by line, for "trueghz replay": if the run is killed, at
    /// most the last line is lost. An existing file is not overwritten
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub record: Option<PathBuf>,
}

/// Arguments of `compare`.
#[derive(Debug, Clone, Args)]
pub struct CompareArgs {
    /// Measurements written by "trueghz measure --json", 2 to 26; each is compared with the first.
    /// "-" is standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(required_unless_present = "ab", num_args = 2..=MOST_COMPARED)]
    pub files: Vec<PathBuf>,
    /// Run two commands alternately and compare their readings: "trueghz ..." is this program;
    /// others must print a measurement as JSON
    #[arg(long, value_names = ["A", "B"], num_args = 2, action = ArgAction::Set, conflicts_with = "files")]
    pub ab: Vec<String>,
    /// With --ab: run each N times, 6 to 500
    #[arg(short, long, value_name = "N", default_value = "10", value_parser = parse::rounds)]
    #[arg(conflicts_with = "files")]
    pub repeat: u32,
    /// Exit with status 3 if a core differs by more than PERCENT: the whole 95 % interval of its
    /// difference is beyond it, up or down
    #[arg(long, value_name = "PERCENT", value_parser = parse::percent)]
    pub fail_over: Option<f64>,
    /// Print JSON (schema trueghz-compare/2)
    #[arg(long, conflicts_with = "csv")]
    pub json: bool,
    /// Print CSV: a row per core and comparison
    #[arg(long)]
    pub csv: bool,
}

/// Arguments of `running`.
#[derive(Debug, Clone, Args)]
pub struct HistoryArgs {
    /// A file that --keep wrote
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// Show report N of the list, in any form
    #[arg(long, value_name = "N", conflicts_with_all = ["compare", "remove", "clear"])]
    pub show: Option<usize>,
    /// Compare readings A and B of the list
    #[arg(long, value_names = ["A", "B"], num_args = 2, conflicts_with_all = ["remove", "clear"])]
    pub compare: Vec<usize>,
    /// Remove report N of the list; nothing of it stays in the file
    #[arg(long, value_name = "N", conflicts_with = "clear")]
    pub remove: Option<usize>,
    /// Remove all reports, and the file (if FILE is a link, its target)
    #[arg(long)]
    pub clear: bool,
    /// Output format
    #[command(flatten)]
    pub form: FormatArgs,
    /// With --show: also write a self-contained HTML report to FILE
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "show")]
    pub html: Option<PathBuf>,
    /// With --show: also write its plots to FILE as SVG
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "show")]
    pub svg: Option<PathBuf>,
}

/// Maximum number of compared files: each is labelled with a letter.
const MOST_COMPARED: usize = 26;

/// Output format.
#[derive(Debug, Clone, Copy, Args)]
pub struct FormatArgs {
    /// Print JSON (schemas: docs/schema)
    #[arg(long, group = "answer")]
    pub json: bool,
    /// Print CSV: a row per core, window or reading, with units in the header
    #[arg(long, group = "answer")]
    pub csv: bool,
    /// Print a Markdown table
    #[arg(long, group = "answer")]
    pub markdown: bool,
    /// Print everything: all warnings, windows, reference clock, counters
    #[arg(short, long, group = "answer")]
    pub verbose: bool,
    /// Print one line per core, separated by tabs: core, GHz, ± GHz, verdict
    #[arg(short, long, group = "answer")]
    pub quiet: bool,
}

/// Output format and files of a report on a varying clock.
#[derive(Debug, Clone, Args)]
pub struct ReportArgs {
    /// Output format
    #[command(flatten)]
    pub form: FormatArgs,
    /// Page and plots to write
    #[command(flatten)]
    pub page: PageArgs,
    /// File that stores the report
    #[command(flatten)]
    pub kept: KeepArgs,
}

/// A page and its plots, written in addition to the output.
#[derive(Debug, Clone, Args)]
pub struct PageArgs {
    /// Also write a self-contained HTML report to FILE. An existing file is replaced atomically;
    /// "-" is standard output, and the readings then go to standard error
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub html: Option<PathBuf>,
    /// Also write the plots to FILE as SVG, as --html does
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub svg: Option<PathBuf>,
}

/// File that the report is appended to.
#[derive(Debug, Clone, Args)]
pub struct KeepArgs {
    /// Append the report to FILE (created if missing), for "trueghz history"
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub keep: Option<PathBuf>,
}

/// Choice between text and JSON.
#[derive(Debug, Clone, Copy, Args)]
pub struct JsonArg {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `info`.
#[derive(Debug, Clone, Args)]
pub struct InfoArgs {
    /// Also write what this system reports to FILE, without serial numbers and names of hosts and
    /// users
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub record: Option<PathBuf>,
    /// Show the machine that --record recorded in a FILE ("-" is standard input), or whose /proc
    /// and /sys lie in a FOLDER
    #[arg(long, value_name = "FILE|FOLDER", value_hint = ValueHint::AnyPath)]
    pub from: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `timebase`.
#[derive(Debug, Clone, Copy, Args)]
pub struct TimebaseArgs {
    /// Rate of the counter, 24MHz or 19.2MHz, or length of a tick in nanoseconds as a fraction,
    /// 125/3
    #[arg(value_name = "RATE|NUMER/DENOM", value_parser = parse::timebase)]
    pub timebase: Timebase,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `replay`.
#[derive(Debug, Clone, Args)]
pub struct ReplayArgs {
    /// A file written by "trueghz measure --raw" or "trueghz sustained --record", at most 1.8 GB;
    /// "-" is standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// Output format
    #[command(flatten)]
    pub form: FormatArgs,
    /// Page and plots to write
    #[command(flatten)]
    pub page: PageArgs,
}

/// When to use colours. The option's help explains the variants, so they have no text of their own.
#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub enum Color {
    #[default]
    Auto,
    Always,
    Never,
}

impl From<Color> for anstream::ColorChoice {
    fn from(color: Color) -> Self {
        match color {
            Color::Auto => Self::Auto,
            Color::Always => Self::Always,
            Color::Never => Self::Never,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definition_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn measuring_needs_no_word() {
        let cli = Cli::try_parse_from(["trueghz", "--duration", "2s", "--json"]).unwrap();
        assert!(cli.command.is_none() && cli.measure.form.json);
        assert_eq!(cli.measure.duration, Some(Duration::from_secs(2)));
    }

    #[test]
    fn contradictions_are_refused() {
        for words in [
            ["measure", "--json", "--csv"].as_slice(),
            &["measure", "--csv", "--markdown"],
            &["measure", "--watch", "--repeat", "2"],
            &["measure", "--raw", "x", "--repeat", "2"],
            &["measure", "--html", "x", "--watch"],
            &["measure", "--every", "1min"],
            &["measure", "--watch", "--every", "0s"],
            &["measure", "--repeat", "0"],
            &["measure", "--repeat", "x"],
            &["timebase", "125/0"],
            &["compare"],
            &["compare", "a.json"],
            &["compare", "a.json", "b.json", "--ab", "trueghz", "trueghz"],
            &["compare", "--ab", "trueghz"],
            &["compare", "--ab", "trueghz", "trueghz", "--repeat", "5"],
            &["compare", "a.json", "b.json", "--fail-over", "-1%"],
            &["compare", "a.json", "b.json", "--fail-over", "1"],
            &["measure", "--at-least", "3.5"],
            &["measure", "--require", "fast"],
            &["sustained", "--duration", "25h"],
        ] {
            let line = std::iter::once(&"trueghz").chain(words);
            assert!(Cli::try_parse_from(line).is_err(), "{words:?}");
        }
    }
}
