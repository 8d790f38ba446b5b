//! The words of the command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum, ValueHint};
use trueghz::clock::Timebase;
use trueghz::report::sustained::SustainedLoad;

use crate::{help, parse};

/// Measures the true clock of this machine's cores.
#[derive(Debug, Parser)]
#[command(
    name = "trueghz",
    version,
    about = help::ABOUT,
    after_help = help::SHORT,
    after_long_help = help::LONG,
    max_term_width = 80,
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true
)]
pub struct Cli {
    /// When to use colours; auto: on a terminal, unless NO_COLOR is set
    #[arg(long, value_name = "WHEN", value_enum, default_value_t, global = true, display_order = 100)]
    pub color: Color,
    /// What to do; measures if nothing is said.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// What to measure if nothing is said.
    #[command(flatten)]
    pub measure: MeasureArgs,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Measure the clock of cores, with its uncertainty (the default)
    #[command(after_help = help::MEASURE)]
    Measure(MeasureArgs),
    /// Measure latency and throughput of instructions, in cycles
    #[command(after_help = help::INSTRUCTIONS)]
    Instructions(InstructionsArgs),
    /// Run one instruction again and again, and show cycles, counts and clocks
    #[command(after_help = help::RUN)]
    Run(RunArgs),
    /// Name the nearest known core, from latencies alone
    #[command(after_help = help::IDENTIFY)]
    Identify(IdentifyArgs),
    /// Show how long a core's clock takes to come back after a rest
    #[command(after_help = help::RAMP)]
    Ramp(RampArgs),
    /// Measure the clock of each type of core with one, two ... all processors busy
    #[command(after_help = help::TURBO)]
    Turbo(TurboArgs),
    /// Show what is left of a core's clock after minutes of a steady load
    #[command(after_help = help::SUSTAINED)]
    Sustained(SustainedArgs),
    /// Compare measurements, or two settings measured in turns
    #[command(after_help = help::COMPARE)]
    Compare(CompareArgs),
    /// Show what --keep has kept, compare it, or remove it
    #[command(after_help = help::HISTORY)]
    History(HistoryArgs),
    /// Show what every clock of this system is worth
    #[command(after_help = help::CLOCKS)]
    Clocks(JsonArg),
    /// Show four ways to turn a counter's ticks into nanoseconds
    #[command(after_help = help::TIMEBASE)]
    Timebase(TimebaseArgs),
    /// Estimate recorded windows anew
    #[command(after_help = help::REPLAY)]
    Replay(ReplayArgs),
    /// Show what the system says of this machine; nothing is measured
    Info(JsonArg),
    /// Write the completions for a shell
    #[command(after_help = help::COMPLETIONS)]
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
    /// Write the manual page
    Man {
        /// Write a page for each command into this folder
        #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
        out: Option<PathBuf>,
    },
}

/// How to measure.
#[derive(Debug, Clone, Args)]
pub struct MeasureArgs {
    /// Which cores: a list such as 0,2-3, "all", or "current" for wherever the system puts the program.
    /// Without it, one core of each type
    #[arg(long, value_name = "CORES", value_parser = parse::selection)]
    pub cpu: Option<trueghz::run::target::Selection>,
    /// How long to take windows on each core, after the warm-up: 500ms, 2s, 1.5s (at most 60s)
    #[arg(long, value_name = "TIME", default_value = "500ms", value_parser = parse::duration)]
    pub duration: Duration,
    /// Measure so many times; show each, and the median and the spread
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse::times)]
    #[arg(conflicts_with_all = ["html", "svg"])]
    pub repeat: u32,
    /// Measure again and again until Ctrl-C
    #[arg(long, conflicts_with_all = ["repeat", "html", "svg"])]
    pub watch: bool,
    /// With --watch: begin a measurement every TIME, 30s, 5min or 1h (at most 24h), and rest in between
    #[arg(long, value_name = "TIME", requires = "watch", value_parser = parse::interval)]
    pub every: Option<Duration>,
    /// In which form to answer
    #[command(flatten)]
    pub form: FormArgs,
    /// Write every window to FILE as well, for "trueghz replay": a file that is there is replaced once the new
    /// one is whole. "-" is standard output; the answer then goes to standard error
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(conflicts_with_all = ["repeat", "watch"])]
    pub raw: Option<PathBuf>,
    /// Whether to draw it
    #[command(flatten)]
    pub page: PageArgs,
    /// Write the readings to FILE as gauges for Prometheus as well, anew after each measurement: a name that ends in
    /// ".prom", for the textfile collector of node_exporter. "-" is standard output
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub openmetrics: Option<PathBuf>,
    /// Whether to keep the report
    #[command(flatten)]
    pub kept: KeepArgs,
}

/// Which instructions.
#[derive(Debug, Clone, Args)]
pub struct InstructionsArgs {
    /// Which instructions: a mnemonic, or a pattern of the whole text such as "fadd*" or "* z, z, z". Without it, all that the
    /// core has
    #[arg(value_name = "GLOB", value_parser = parse::instructions)]
    pub patterns: Vec<glob::Pattern>,
    /// Only those of this group; may be given several times (see --list)
    #[arg(long, value_name = "GROUP")]
    pub group: Vec<String>,
    /// On which core; without it, one of the fastest type
    #[arg(long, value_name = "CORE")]
    pub cpu: Option<u32>,
    /// Show what is published of this core beside (its name or a part of it, "zen4"), and mark what differs
    #[arg(long, value_name = "NAME", value_parser = parse::published_core)]
    #[arg(conflicts_with_all = ["list", "json", "csv", "markdown"])]
    pub compare: Option<usize>,
    /// List the instructions with their groups; nothing is measured. In JSON with what would be measured of each, and, on
    /// AArch64, with the machine words of a step
    #[arg(long, conflicts_with_all = ["cpu", "csv", "markdown", "html"])]
    pub list: bool,
    /// In which form to answer
    #[command(flatten)]
    pub form: FormArgs,
    /// Write the table to FILE as a page as well. Written as that of "measure --html"
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub html: Option<PathBuf>,
}

/// Which core to identify.
#[derive(Debug, Clone, Copy, Args)]
pub struct IdentifyArgs {
    /// Which; without it, one of the fastest type
    #[arg(long, value_name = "CORE")]
    pub cpu: Option<u32>,
    /// Answer in JSON
    #[arg(long)]
    pub json: bool,
}

/// Which instruction, and how long.
#[derive(Debug, Clone, Args)]
pub struct RunArgs {
    /// The instruction: a mnemonic or its whole text, as "trueghz instructions --list" shows it
    #[arg(value_name = "INSTRUCTION", value_parser = parse::instructions)]
    pub pattern: glob::Pattern,
    /// How long a round takes: 1s, 500ms (at most 60s)
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = parse::duration)]
    pub seconds: Duration,
    /// So many rounds; without it, until Ctrl-C
    #[arg(long, value_name = "N", value_parser = parse::times)]
    pub rounds: Option<u32>,
    /// On which core; without it, one of the fastest type
    #[arg(long, value_name = "CORE")]
    pub cpu: Option<u32>,
}

/// How to rest and to run.
#[derive(Debug, Clone, Args)]
pub struct RampArgs {
    /// On which core; without it, one of the fastest type
    #[arg(long, value_name = "CORE")]
    pub cpu: Option<u32>,
    /// How long the core rests before each run: 1s, 200ms (at most 60s)
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = parse::duration)]
    pub rest: Duration,
    /// How long each run is: 300ms, 1s (at most 60s)
    #[arg(long, value_name = "TIME", default_value = "300ms", value_parser = parse::duration)]
    pub length: Duration,
    /// How many runs
    #[arg(long, value_name = "N", default_value = "5", value_parser = parse::times)]
    pub runs: u32,
    /// In which form to report
    #[command(flatten)]
    pub report: ReportArgs,
}

/// How to measure beside busy processors.
#[derive(Debug, Clone, Args)]
pub struct TurboArgs {
    /// How long each reading takes, after its warm-up: 200ms, 1s (at most 60s)
    #[arg(long, value_name = "TIME", default_value = "200ms", value_parser = parse::duration)]
    pub duration: Duration,
    /// In which form to report
    #[command(flatten)]
    pub report: ReportArgs,
}

/// How to load.
#[derive(Debug, Clone, Args)]
pub struct SustainedArgs {
    /// How long: 5, or a part such as 0.5 (at most 1440, a day)
    #[arg(long, value_name = "N", default_value = "5", value_parser = parse::minutes)]
    pub minutes: Duration,
    /// How much of the machine is busy
    #[arg(long, value_name = "LOAD", value_enum, default_value_t)]
    pub load: Load,
    /// On which core to measure; without it, on one of the fastest type
    #[arg(long, value_name = "CORE")]
    pub cpu: Option<u32>,
    /// In which form to report
    #[command(flatten)]
    pub report: ReportArgs,
    /// Write what is recorded to FILE as well, line by line as it comes, for "trueghz replay": of a run that is killed all but
    /// the last line is there. A file that is there is left alone
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub record: Option<PathBuf>,
}

/// How much of the machine is busy.
#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub enum Load {
    /// The measured core
    #[default]
    One,
    /// All cores of its type
    Kind,
    /// All cores
    All,
}

impl From<Load> for SustainedLoad {
    fn from(load: Load) -> SustainedLoad {
        match load {
            Load::One => SustainedLoad::One,
            Load::Kind => SustainedLoad::Kind,
            Load::All => SustainedLoad::All,
        }
    }
}

/// What to compare.
#[derive(Debug, Clone, Args)]
pub struct CompareArgs {
    /// Measurements that "trueghz measure --json" wrote, two to 26: each is compared with the first. "-" reads standard
    /// input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(required_unless_present = "ab", num_args = 2..=MOST_COMPARED)]
    pub files: Vec<PathBuf>,
    /// Run two command lines in turns and compare what they measure: "trueghz ..." is this program, anything else has to
    /// print a measurement in JSON
    #[arg(long, value_names = ["A", "B"], num_args = 2, action = ArgAction::Set, conflicts_with = "files")]
    pub ab: Vec<String>,
    /// With --ab: how many times each is run, 6 to 500; fewer pairs carry no 95 % interval
    #[arg(long, value_name = "N", default_value = "10", value_parser = parse::rounds, conflicts_with = "files")]
    pub rounds: u32,
    /// Answer in JSON (docs/schema/trueghz-compare-1.schema.json)
    #[arg(long, conflicts_with = "csv")]
    pub json: bool,
    /// Answer in CSV: a row for each core of each comparison
    #[arg(long)]
    pub csv: bool,
}

/// What to do with kept reports.
#[derive(Debug, Clone, Args)]
pub struct HistoryArgs {
    /// A file that --keep wrote
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// Show report N of the list again, in any form
    #[arg(long, value_name = "N", conflicts_with_all = ["compare", "remove", "clear"])]
    pub show: Option<usize>,
    /// Compare readings A and B of the list
    #[arg(long, value_names = ["A", "B"], num_args = 2, conflicts_with_all = ["remove", "clear"])]
    pub compare: Vec<usize>,
    /// Remove report N of the list: nothing of it is left in the file
    #[arg(long, value_name = "N", conflicts_with = "clear")]
    pub remove: Option<usize>,
    /// Remove all reports, and the file
    #[arg(long)]
    pub clear: bool,
    /// In which form to answer
    #[command(flatten)]
    pub form: FormArgs,
    /// With --show: write the report to FILE as a page as well
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "show")]
    pub html: Option<PathBuf>,
    /// With --show: write its plots to FILE alone as well, as a picture in SVG
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "show")]
    pub svg: Option<PathBuf>,
}

/// As many as there are letters to call them by.
const MOST_COMPARED: usize = 26;

/// In which form to answer.
#[derive(Debug, Clone, Copy, Args)]
pub struct FormArgs {
    /// Answer in JSON (its form: docs/schema)
    #[arg(long, group = "answer")]
    pub json: bool,
    /// Answer in CSV: a row for each core, window or reading, units in the header
    #[arg(long, group = "answer")]
    pub csv: bool,
    /// Answer as a table in Markdown, for an issue or a note
    #[arg(long, group = "answer")]
    pub markdown: bool,
    /// Print everything: all warnings, windows, reference clock, counters
    #[arg(short, long, group = "answer")]
    pub verbose: bool,
    /// Print one line per core, separated by tabs: core, GHz, ± GHz, verdict
    #[arg(short, long, group = "answer")]
    pub quiet: bool,
}

/// In which form to report on a clock that moves, and where to.
#[derive(Debug, Clone, Args)]
pub struct ReportArgs {
    /// The answer
    #[command(flatten)]
    pub form: FormArgs,
    /// Whether to draw it
    #[command(flatten)]
    pub page: PageArgs,
    /// Whether to keep the report
    #[command(flatten)]
    pub kept: KeepArgs,
}

/// A page or a picture beside the answer.
#[derive(Debug, Clone, Args)]
pub struct PageArgs {
    /// Write the answer to FILE as a page as well, with its plots and their data: one file that a browser opens without a
    /// network. A file that is there is replaced once the new one is whole. "-" is standard output; the answer then goes to
    /// standard error
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub html: Option<PathBuf>,
    /// Write the plots to FILE alone as well, as a picture in SVG. Written as that of --html
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub svg: Option<PathBuf>,
}

/// A line in a file of reports.
#[derive(Debug, Clone, Args)]
pub struct KeepArgs {
    /// Add the report to FILE as well, a line of its own, for "trueghz history"; the file begins if it is not there
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub keep: Option<PathBuf>,
}

/// Text or JSON.
#[derive(Debug, Clone, Copy, Args)]
pub struct JsonArg {
    /// Answer in JSON
    #[arg(long)]
    pub json: bool,
}

/// What to convert.
#[derive(Debug, Clone, Copy, Args)]
pub struct TimebaseArgs {
    /// The rate of the counter, 24MHz or 19.2MHz; or the length of a tick in nanoseconds as a fraction, 125/3
    #[arg(value_name = "RATE|NUMER/DENOM", value_parser = parse::timebase)]
    pub timebase: Timebase,
    /// Answer in JSON
    #[arg(long)]
    pub json: bool,
}

/// What to estimate.
#[derive(Debug, Clone, Args)]
pub struct ReplayArgs {
    /// A file that "trueghz measure --raw" or "trueghz sustained --record" wrote, of 1.8 GB at most; "-" reads standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// In which form to answer
    #[command(flatten)]
    pub form: FormArgs,
    /// Whether to draw it
    #[command(flatten)]
    pub page: PageArgs,
}

/// When to use colours. (What the variants are is said in the option's help, for all of them.)
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
        assert_eq!(cli.measure.duration, Duration::from_secs(2));
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
            &["compare", "--ab", "trueghz", "trueghz", "--rounds", "5"],
        ] {
            let line = std::iter::once(&"trueghz").chain(words);
            assert!(Cli::try_parse_from(line).is_err(), "{words:?}");
        }
    }
}
