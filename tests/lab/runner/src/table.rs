//! Many machines, and what the instrument says of them.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::emulator::{self, Error};
use crate::figures;
use crate::goals;
use crate::instrument::Instruments;
use crate::list::{Cell, List};
use crate::machine::{self, Set};
use crate::row::Row;
use crate::summary;

/// What to measure.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The list of machines
    list: PathBuf,
    #[command(flatten)]
    instruments: Instruments,
    /// What clocks are drawn from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Machines that run at once
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Where every run's files are kept
    #[arg(long)]
    keep: PathBuf,
    /// Measures nothing: shows again what an earlier run has kept
    #[arg(long)]
    again: bool,
    /// Draws figures into this folder
    #[arg(long)]
    figures: Option<PathBuf>,
}

/// The name of the file of rows.
const ROWS: &str = "rows.json";

/// Measures; whether everything came out as it should, and every goal was reached.
pub fn run(arguments: &Arguments) -> Result<bool, Error> {
    let rows = if arguments.again { kept(arguments)? } else { measured(arguments)? };
    let drawn = match &arguments.figures {
        Some(folder) => figures::draw(&rows, &arguments.keep, folder)?,
        None => Vec::new(),
    };
    let goals = goals::of(&rows);
    summary::print(&rows, &goals, &drawn, arguments.seed);
    let well = rows.iter().filter(|row| row.is_well()).count();
    let met = goals.iter().filter(|goal| goal.met).count();
    eprintln!(
        "trueghz-lab: {well} of {} readings are as they should be, {met} of {} goals are reached",
        rows.len(),
        goals.len()
    );
    Ok(well == rows.len() && met == goals.len())
}

fn kept(arguments: &Arguments) -> Result<Vec<Row>, Error> {
    let file = arguments.keep.join(ROWS);
    let text = std::fs::read(&file).map_err(|error| Error::File(file.clone(), error))?;
    serde_json::from_slice(&text).map_err(|error| Error::File(file, error.into()))
}

fn measured(arguments: &Arguments) -> Result<Vec<Row>, Error> {
    let wrong = |reason: String| Error::Machine(arguments.list.display().to_string(), reason);
    let text = std::fs::read_to_string(&arguments.list).map_err(|error| wrong(error.to_string()))?;
    let list: List = toml::from_str(&text).map_err(|error| wrong(error.to_string()))?;
    let (cells, left_out): (Vec<_>, Vec<_>) =
        list.spread().into_iter().partition(|cell| arguments.instruments.has(cell));
    if !left_out.is_empty() {
        eprintln!("trueghz-lab: not run: {} machines with the library for Android", left_out.len());
    }
    let (rows, failed): (Vec<_>, Vec<_>) = measure(arguments, &cells).into_iter().partition(Result::is_ok);
    let rows: Vec<Row> = rows.into_iter().flatten().flatten().collect();
    let file = arguments.keep.join(ROWS);
    let written = serde_json::to_vec(&rows).map_err(std::io::Error::from);
    let written = written.and_then(|text| std::fs::write(&file, text));
    written.map_err(|error| Error::File(file, error))?;
    // What was measured is kept; but without all of it nothing is shown.
    failed.into_iter().find_map(Result::err).map_or(Ok(rows), Err)
}

/// Runs all cells, some at once; the rows are in the order of the cells.
fn measure(arguments: &Arguments, cells: &[Cell]) -> Vec<Result<Vec<Row>, Error>> {
    let next = AtomicUsize::new(0);
    let rows = Mutex::new(Vec::new());
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(cell) = cells.get(number) else { break };
            let of_cell = one_cell(arguments, cell, number);
            eprintln!("{}/{}: {}", number + 1, cells.len(), progress(&of_cell));
            rows.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((number, of_cell));
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..arguments.jobs.max(1) {
            scope.spawn(work);
        }
    });
    let mut rows = rows.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    rows.sort_by_key(|(number, _)| *number);
    rows.into_iter().map(|(_, of_cell)| of_cell).collect()
}

fn progress(rows: &Result<Vec<Row>, Error>) -> String {
    let say = |row: &Row| {
        let error = row.error_ppm().map_or("no number".into(), |error| format!("{error:+.1} ppm"));
        let well = if row.is_well() { "" } else { ", NOT AS IT SHOULD BE" };
        format!("{}: {}, {error}{well}", row.name, row.verdict)
    };
    match rows {
        Ok(rows) => rows.iter().map(say).collect::<Vec<_>>().join("; "),
        Err(error) => error.to_string(),
    }
}

fn one_cell(arguments: &Arguments, cell: &Cell, number: usize) -> Result<Vec<Row>, Error> {
    let list = arguments.list.parent().unwrap_or(Path::new("."));
    let file = list.join("machines").join(format!("{}.toml", cell.machine));
    // Every cell draws its own clock.
    let seed = arguments.seed.wrapping_mul(1000) + number as u64;
    let machine = machine::read(&file, &Set { seed, with: cell.with.clone() })?;
    let program = arguments.instruments.program(cell)?;
    let keep = arguments.keep.join(number.to_string());
    let ran = emulator::linux(&machine, &program, false, Some(&keep))?;
    Row::all(number, cell, &machine, &ran, &keep)
        .map_err(|reason| Error::Machine(cell.machine.clone(), reason))
}
