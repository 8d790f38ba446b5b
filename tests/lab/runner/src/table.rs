//! Many machines, and what the instrument says of them.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use trueghz_lab_model::UNITS_PER_CYCLE;
use trueghz_lab_model::core::Core;
use trueghz_lab_model::decode::decode;
use trueghz_lab_model::machine::{Clock, CoreTiming, Machine};

use crate::emulator::{self, Error};
use crate::machine::{self, Set};
use crate::summary;

/// What to measure.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The list of machines
    list: PathBuf,
    /// The instrument: a static aarch64 Linux program
    #[arg(long)]
    program: PathBuf,
    /// What clocks are drawn from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Machines that run at once
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Where every run's files are kept
    #[arg(long)]
    keep: PathBuf,
}

/// A list of machines to measure: the form of tests/lab/*.toml.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    cells: Vec<Cells>,
}

/// A machine, its clocks and its timers.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Cells {
    /// The machine's file, without its ending.
    machine: String,
    /// Bounds in MHz between which a clock is drawn, each once; the machine's own bounds if there are none.
    #[serde(default)]
    draw_mhz: Vec<[f64; 2]>,
    /// The timers, in Hz, given out in turn; the machine's own if there are none.
    #[serde(default)]
    timers_hz: Vec<u64>,
    /// How many of the timers each clock gets.
    #[serde(default = "one")]
    timers_per_clock: usize,
    /// How long the instrument takes windows.
    duration_ms: u32,
    /// The verdicts that are right for this machine.
    expect: Vec<String>,
}

fn one() -> usize {
    1
}

/// One machine to measure.
#[derive(Debug, Clone)]
struct Cell {
    machine: String,
    clock_mhz: Option<[f64; 2]>,
    timer_hz: Option<u64>,
    duration_ms: u32,
    expect: Vec<String>,
}

/// What came out.
#[derive(Debug, Clone, Serialize)]
pub struct Row {
    /// The machine's file, without its ending.
    pub machine: String,
    /// Its clock, in Hz; not a number if it moves.
    pub truth_hz: f64,
    /// Its timer, in Hz.
    pub timer_hz: u64,
    /// How long windows were taken, in ms.
    pub duration_ms: u32,
    /// The verdict.
    pub verdict: String,
    /// Whether the verdict is one of those that are right for this machine.
    pub expected: bool,
    /// Whether no other verdict than `steady` is right.
    pub must_be_steady: bool,
    /// The reading, in Hz, and its interval; none where it was refused.
    pub reading: Option<[f64; 3]>,
    /// Cycles of the tight loop: the machine's, and the reading's.
    pub tight_loop: (f64, Option<f64>),
    /// Kinds that were not found as expected, and warnings.
    pub named: Vec<String>,
}

impl Row {
    /// The error, in ppm.
    pub fn error_ppm(&self) -> Option<f64> {
        let error = self.reading.map(|[hz, ..]| (hz / self.truth_hz - 1.0) * 1e6);
        error.filter(|error| error.is_finite())
    }

    /// Half of the stated interval, in ppm.
    pub fn half_width_ppm(&self) -> Option<f64> {
        self.reading.map(|[hz, low, high]| (high - low) / 2.0 / hz * 1e6)
    }

    /// Whether the interval holds the truth.
    pub fn holds(&self) -> Option<bool> {
        let holds = self.reading.map(|[_, low, high]| (low..=high).contains(&self.truth_hz));
        holds.filter(|_| self.truth_hz.is_finite())
    }
}

/// Measures; whether everything came out as it should.
pub fn run(arguments: &Arguments) -> Result<bool, Error> {
    let wrong = |reason: String| Error::Machine(arguments.list.display().to_string(), reason);
    let text = std::fs::read_to_string(&arguments.list).map_err(|error| wrong(error.to_string()))?;
    let list: List = toml::from_str(&text).map_err(|error| wrong(error.to_string()))?;
    let cells: Vec<Cell> = list.cells.iter().flat_map(spread).collect();
    let rows = measure(arguments, &cells)?;
    summary::print(&rows, arguments.seed);
    Ok(rows.iter().all(summary::is_well))
}

/// One cell for each clock and timer.
fn spread(cells: &Cells) -> Vec<Cell> {
    let clocks: Vec<Option<[f64; 2]>> = match &cells.draw_mhz[..] {
        [] => vec![None],
        bounds => bounds.iter().copied().map(Some).collect(),
    };
    let mut timers = cells.timers_hz.iter().copied().cycle();
    let mut spread = Vec::new();
    for clock_mhz in clocks {
        for _ in 0..cells.timers_per_clock {
            spread.push(Cell {
                machine: cells.machine.clone(),
                clock_mhz,
                timer_hz: timers.next(),
                duration_ms: cells.duration_ms,
                expect: cells.expect.clone(),
            });
        }
    }
    spread
}

/// Runs all cells, some at once; the rows are in the order of the cells.
fn measure(arguments: &Arguments, cells: &[Cell]) -> Result<Vec<Row>, Error> {
    let next = AtomicUsize::new(0);
    let rows = Mutex::new(Vec::new());
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(cell) = cells.get(number) else { break };
            let row = one_cell(arguments, cell, number);
            eprintln!("{}/{}: {}", number + 1, cells.len(), progress(&row));
            rows.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((number, row));
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..arguments.jobs.max(1) {
            scope.spawn(work);
        }
    });
    let mut rows = rows.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    rows.sort_by_key(|(number, _)| *number);
    rows.into_iter().map(|(_, row)| row).collect()
}

fn progress(row: &Result<Row, Error>) -> String {
    match row {
        Ok(row) => format!("{}: {}, {:?} ppm", row.machine, row.verdict, row.error_ppm()),
        Err(error) => error.to_string(),
    }
}

fn one_cell(arguments: &Arguments, cell: &Cell, number: usize) -> Result<Row, Error> {
    let list = arguments.list.parent().unwrap_or(Path::new("."));
    let file = list.join("machines").join(format!("{}.toml", cell.machine));
    // Every cell draws its own clock.
    let seed = arguments.seed.wrapping_mul(1000) + number as u64;
    let mhz = cell.clock_mhz.map(|[least, most]| machine::draw(least, most, seed));
    let machine = machine::read(&file, &Set { seed, timer_hz: cell.timer_hz, mhz })?;
    let program = [
        arguments.program.display().to_string(),
        "measure".into(),
        "--json".into(),
        "--duration".into(),
        format!("{}ms", cell.duration_ms),
        "--raw".into(),
        "raw.json".into(),
    ];
    let keep = arguments.keep.join(number.to_string());
    let ran = emulator::linux(&machine, &program, false, Some(&keep))?;
    let said: Value = serde_json::from_str(&ran.stdout).map_err(|_| {
        let reason = format!("the instrument printed no JSON: {}{}", ran.stdout, ran.stderr);
        Error::Machine(cell.machine.clone(), reason)
    })?;
    Ok(row(cell, &machine, &said["cores"][0]))
}

fn row(cell: &Cell, machine: &Machine, core: &Value) -> Row {
    let verdict = core["verdict"].as_str().unwrap_or("none").to_owned();
    let number = |name: &str| core[name].as_f64();
    let mut named: Vec<String> = Vec::new();
    for chain in core["chains"].as_array().into_iter().flatten() {
        if let (Some(kind), Some(finding)) = (chain["kind"].as_str(), chain["finding"].as_str())
            && finding != "as_expected"
        {
            named.push(format!("{kind}: {finding}"));
        }
    }
    named.extend(core["warnings"].as_array().into_iter().flatten().map(name_of));
    named.extend(core.get("reason").filter(|reason| !reason.is_null()).map(name_of));
    Row {
        machine: cell.machine.clone(),
        truth_hz: match machine.clock {
            Clock::Mhz(mhz) => mhz * 1e6,
            _ => f64::NAN,
        },
        timer_hz: machine.timer_hz,
        duration_ms: cell.duration_ms,
        expected: cell.expect.contains(&verdict),
        must_be_steady: cell.expect.iter().all(|verdict| verdict == "steady"),
        verdict,
        reading: match (number("frequency_hz"), number("low_hz"), number("high_hz")) {
            (Some(hz), Some(low), Some(high)) => Some([hz, low, high]),
            _ => None,
        },
        tight_loop: (tight_loop(&machine.core), core["tight_loop"]["cycles_per_iteration"].as_f64()),
        named,
    }
}

/// The name of a warning or reason: a text, or the tag of an object.
fn name_of(value: &Value) -> String {
    let tag = ["code", "id", "name", "kind", "type", "reason", "warning"];
    let tagged = tag.iter().find_map(|tag| value[*tag].as_str());
    value.as_str().or(tagged).map_or_else(|| value.to_string(), str::to_owned)
}

/// Cycles an iteration of `subs x0, x0, #1; b.ne`, from the model itself.
fn tight_loop(timing: &CoreTiming) -> f64 {
    const SUBS: u32 = 0xf100_0400;
    const BRANCH: u32 = 0x54ff_ffe1;
    /// Long enough that every window is full, and a multiple of every period.
    const TRIPS: u32 = 8400;
    let mut core = Core::new(timing);
    let (subs, branch) = (decode(SUBS), decode(BRANCH));
    let mut run = || {
        for _ in 0..TRIPS {
            core.step(&subs);
            core.step(&branch);
            core.taken_branch();
        }
        core.now()
    };
    let first = run();
    let second = run();
    (second - first) as f64 / f64::from(TRIPS) / UNITS_PER_CYCLE as f64
}
