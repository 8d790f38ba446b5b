//! Many machines, and the instrument's results on them.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde::{Deserialize, Serialize};

use crate::curves::{self, Followed};
use crate::emulator::{self, Error};
use crate::figures;
use crate::goals;
use crate::instructions::{self, Known, Set, Shared};
use crate::instrument::Instruments;
use crate::list::{Cell, Instrument, List, Part};
use crate::machine;
use crate::row::Row;
use crate::summary;

/// Arguments of a list of measurements.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The list of machines
    list: PathBuf,
    #[command(flatten)]
    instruments: Instruments,
    /// Seed of the random clocks
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
    /// Measures only this part of the list, with the clocks that it has in the whole list
    #[arg(long)]
    part: Option<Part>,
    /// Draws figures into this folder, and writes the long tables there
    #[arg(long)]
    figures: Option<PathBuf>,
}

/// The name of the file of rows.
const ROWS: &str = "rows.json";

/// The results of all machines.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Results {
    readings: Vec<Row>,
    instructions: Vec<Set>,
    #[serde(default)]
    shared: Vec<Shared>,
    #[serde(default)]
    known: Vec<Known>,
    #[serde(default)]
    curves: Vec<Followed>,
}

/// The results of one machine.
enum Measured {
    Readings(Vec<Row>),
    Instructions(Box<Set>),
    Shared(Box<Shared>),
    Known(Box<Known>),
    Curve(Box<Followed>),
}

/// Measures; whether everything came out as it should, and every goal was reached.
pub fn run(arguments: &Arguments) -> Result<bool, Error> {
    let Results { readings, instructions, shared, known, curves } =
        if arguments.again { kept(arguments)? } else { measured(arguments)? };
    let mut drawn = Vec::new();
    if let Some(folder) = &arguments.figures {
        drawn = figures::draw(&readings, &arguments.keep, folder)?;
        summary::write(&readings, &curves, folder)?;
    }
    let goals = [
        goals::of(&readings),
        goals::of_instructions(&instructions),
        goals::of_shared(&shared),
        goals::of_known(&known),
        goals::of_curves(&curves),
    ]
    .concat();
    summary::print(&readings, &instructions, &curves, &goals, &drawn, arguments.seed);
    summary::shared(&shared);
    summary::known(&known);
    let well = readings.iter().filter(|row| row.is_well()).count()
        + instructions.iter().filter(|set| set.is_well()).count()
        + shared.iter().filter(|shared| shared.is_well()).count()
        + known.iter().filter(|known| known.is_well()).count()
        + curves.iter().filter(|followed| followed.is_well()).count();
    let all = readings.len() + instructions.len() + shared.len() + known.len() + curves.len();
    let met = goals.iter().filter(|goal| goal.met).count();
    eprintln!(
        "trueghz-lab: {well} of {all} measurements are as they should be, {met} of {} goals are reached",
        goals.len()
    );
    Ok(well == all && met == goals.len())
}

fn kept(arguments: &Arguments) -> Result<Results, Error> {
    let file = arguments.keep.join(ROWS);
    let text = std::fs::read(&file).map_err(|error| Error::File(file.clone(), error))?;
    serde_json::from_slice(&text).map_err(|error| Error::File(file, error.into()))
}

fn measured(arguments: &Arguments) -> Result<Results, Error> {
    let wrong = |reason: String| Error::Machine(arguments.list.display().to_string(), reason);
    let text = std::fs::read_to_string(&arguments.list).map_err(|error| wrong(error.to_string()))?;
    let list: List = toml::from_str(&text).map_err(|error| wrong(error.to_string()))?;
    // The draws of a cell depend on its number in the whole list.
    let cells = list.spread().into_iter().enumerate();
    let cells = cells.filter(|(_, cell)| arguments.part.is_none_or(|part| part == cell.part));
    let (cells, left_out): (Vec<_>, Vec<_>) = cells.partition(|(_, cell)| arguments.instruments.has(cell));
    if !left_out.is_empty() {
        eprintln!(
            "trueghz-lab: not run: {} machines with the library for Android or the program for macOS",
            left_out.len()
        );
    }
    let mut results = Results::default();
    let mut failed = None;
    for of_cell in measure(arguments, &cells) {
        match of_cell {
            Ok(Measured::Readings(rows)) => results.readings.extend(rows),
            Ok(Measured::Instructions(set)) => results.instructions.push(*set),
            Ok(Measured::Shared(shared)) => results.shared.push(*shared),
            Ok(Measured::Known(known)) => results.known.push(*known),
            Ok(Measured::Curve(followed)) => results.curves.push(*followed),
            Err(error) => failed = failed.or(Some(error)),
        }
    }
    let file = arguments.keep.join(ROWS);
    let written = serde_json::to_vec(&results).map_err(std::io::Error::from);
    let written = written.and_then(|text| std::fs::write(&file, text));
    written.map_err(|error| Error::File(file, error))?;
    // Measured results are kept; but without all of them nothing is shown.
    failed.map_or(Ok(results), Err)
}

/// Runs all cells, some at once; what came out is in the order of the cells.
fn measure(arguments: &Arguments, cells: &[(usize, Cell)]) -> Vec<Result<Measured, Error>> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    let work = || {
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some((number, cell)) = cells.get(place) else { break };
            let of_cell = one_cell(arguments, cell, *number);
            eprintln!("{}/{}: {}", place + 1, cells.len(), progress(&of_cell));
            results.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((place, of_cell));
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..arguments.jobs.max(1) {
            scope.spawn(work);
        }
    });
    let mut results = results.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    results.sort_by_key(|(place, _)| *place);
    results.into_iter().map(|(_, of_cell)| of_cell).collect()
}

fn progress(of_cell: &Result<Measured, Error>) -> String {
    let say = |row: &Row| {
        let error = row.error_ppm().map_or("no number".into(), |error| format!("{error:+.1} ppm"));
        let well = if row.is_well() { "" } else { ", NOT AS IT SHOULD BE" };
        format!("{}: {}, {error}{well}", row.name, row.verdict)
    };
    match of_cell {
        Ok(Measured::Readings(rows)) => rows.iter().map(say).collect::<Vec<_>>().join("; "),
        Ok(Measured::Instructions(set)) => {
            let well = if set.is_well() { "" } else { ", NOT AS IT SHOULD BE" };
            let (right, all) = (set.right(), set.rows.len());
            format!("{}: {right} of {all} rows, at most {:.3} cycles off{well}", set.name, set.worst())
        }
        Ok(Measured::Shared(shared)) => {
            let well = if shared.is_well() { "" } else { ", NOT AS IT SHOULD BE" };
            let right = shared.told - shared.wrong.len();
            format!("{}: {right} of {} pairs, {} told{well}", shared.name, shared.pairs, shared.told)
        }
        Ok(Measured::Known(known)) => {
            let well = if known.is_well() { "" } else { ", NOT AS IT SHOULD BE" };
            format!("as {}: {}{well}", known.core, known.nearest.join(" or "))
        }
        Ok(Measured::Curve(followed)) => {
            let well = if followed.is_well() { "" } else { ", NOT AS IT SHOULD BE" };
            let met = followed.checks.iter().filter(|check| check.is_met()).count();
            format!("{}: {met} of {} figures{well}", followed.name, followed.checks.len())
        }
        Err(error) => error.to_string(),
    }
}

fn one_cell(arguments: &Arguments, cell: &Cell, number: usize) -> Result<Measured, Error> {
    let list = arguments.list.parent().unwrap_or(Path::new("."));
    let file = list.join("machines").join(format!("{}.toml", cell.machine));
    // Every cell draws its own clock.
    let seed = arguments.seed.wrapping_mul(1000) + number as u64;
    let machine = machine::read(&file, &machine::Set { seed, with: cell.with.clone() })?;
    let program = arguments.instruments.program(cell)?;
    let keep = arguments.keep.join(number.to_string());
    if cell.instrument == Instrument::Instructions {
        let set = instructions::measured(number, cell, machine, &program, seed, &keep)?;
        return Ok(Measured::Instructions(Box::new(set)));
    }
    if cell.instrument == Instrument::Units {
        let shared = instructions::shared(number, cell, machine, &program, seed, &keep)?;
        return Ok(Measured::Shared(Box::new(shared)));
    }
    if cell.instrument == Instrument::Identify {
        let known = instructions::identified(number, cell, machine, &program, &keep)?;
        return Ok(Measured::Known(Box::new(known)));
    }
    if matches!(cell.instrument, Instrument::Ramp | Instrument::Sustained) {
        let followed = curves::measured(number, cell, machine, &program, &keep)?;
        return Ok(Measured::Curve(Box::new(followed)));
    }
    let ran = emulator::linux(&machine, &program, false, Some(&keep))?;
    let rows = Row::all(number, cell, &machine, &ran, &keep);
    rows.map(Measured::Readings).map_err(|reason| Error::Machine(cell.machine.clone(), reason))
}
