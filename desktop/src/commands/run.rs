//! `trueghz run`: one instruction again and again.

use trueghz::Reading;
use trueghz::instructions::{InstructionOptions, Measure, Shape, Table, TableRow};
use trueghz::report::words::{count, signed};

use super::instructions::{chosen, measured};
use super::interrupt::Interrupt;
use crate::cli::RunArgs;
use crate::format::{paragraph, time_ns};
use crate::outcome::{Failure, Outcome, Reader, print};
use crate::output::instructions::missing;
use crate::style::{QUIET, paint};

/// Rounds until so many, or until Ctrl-C.
pub fn run(args: &RunArgs) -> Result<Outcome, Failure> {
    let forms = chosen(std::slice::from_ref(&args.pattern), &[])?;
    let [form] = forms.as_slice() else {
        let names: Vec<String> = forms.iter().map(|form| format!("'{}'", form.name())).collect();
        return Err(Failure::new(format!("several are called so: {}", names.join(", "))));
    };
    if !form.is_present() {
        let words = format!("this core lacks {}: it needs {}", form.name(), form.features().join(", "));
        return Err(Failure::new(words));
    }
    let interrupt = Interrupt::listen()?;
    let rows = u32::try_from(form.rows().len()).unwrap_or(1).max(1);
    let options = InstructionOptions::new()
        .forms([form.name()])
        .shapes([Shape::Looped])
        .at_least(args.seconds / rows)
        .cpu(args.cpu);
    let mut lowest: Vec<Option<f64>> = vec![None; form.rows().len()];
    let mut rounds = 0;
    while args.rounds.is_none_or(|wanted| rounds < wanted) && !interrupt.was_heard() {
        let table = measured(options.clone().seed(u64::from(rounds)), &interrupt)?;
        if interrupt.was_heard() && rounds > 0 {
            break;
        }
        let mut text = if rounds == 0 { header(form.name(), &table) } else { String::new() };
        let is_latency = |(row, _): &(&TableRow, &mut Option<f64>)| row.measure != Measure::Throughput;
        let mut rows: Vec<_> = table.rows.iter().zip(&mut lowest).collect();
        rows.sort_by_key(is_latency);
        for (row, lowest) in rows {
            text.push_str(&line(row, &table, lowest));
        }
        rounds += 1;
        if print(&text)? == Reader::Gone {
            break;
        }
    }
    Ok(interrupt.outcome(lowest.iter().any(Option::is_some)))
}

fn header(form: &str, table: &Table) -> String {
    let clock = &table.measurement.clock;
    let source = format!(
        "{form}: ticks of {}. Instructions and cycles are the processor's own counts (counted), or those of the chain and \
         of its time beside that of additions (derived).",
        clock.description()
    );
    let columns = format!(
        "{:<12} {:>8} {:>7} {:>15} {:>15} {:>15} {:>9} {:>6} {:>7} {:>8}  {}",
        "", "cycles/i", "ipc", "instructions", "cycles", "ticks", "time", "boost", "base", "GHz", "from"
    );
    format!("{}{}\n", paint(QUIET, paragraph(&source, 0)), paint(QUIET, columns))
}

/// A row of a round. Cycles per instruction are the lowest of all rounds so far.
fn line(row: &TableRow, table: &Table, lowest: &mut Option<f64>) -> String {
    let name = match &row.measure {
        Measure::Throughput => "THR".to_owned(),
        Measure::Latency { from, to, .. } => format!("LAT {from}>{to}"),
    };
    let (Some(cycles), Some(shape)) = (row.cycles, row.shapes.first()) else {
        let why = row.missing.map_or("", missing);
        return format!("{name:<12} {:>8} {why}\n", "\u{2013}");
    };
    let least = lowest.map_or(cycles.value, |lowest| lowest.min(cycles.value));
    *lowest = Some(least);
    let reading = table.reading();
    let steps = shape.steps as f64;
    let (instructions, run_cycles, from) = match shape.counted_cycles {
        Some(counted) => {
            let ppm = signed((counted / cycles.value - 1.0) * 1e6, 0);
            let instructions = shape.counted_instructions.unwrap_or(1.0) * steps;
            (instructions, counted * steps, format!("counted, {ppm} ppm"))
        }
        None => (steps, cycles.value * steps, "derived".to_owned()),
    };
    let ticks = shape.elapsed_ns * 1e-9 * table.measurement.clock.timebase.hz();
    format!(
        "{name:<12} {least:>8.3} {:>7.3} {:>15} {:>15} {:>15} {:>9} {:>6} {:>7} {:>8}  {from}\n",
        1.0 / least,
        count(instructions as usize),
        count(run_cycles as usize),
        count(ticks as usize),
        time_ns(shape.elapsed_ns),
        boost(reading),
        reading.claim.map_or_else(unknown, |claim| format!("{:.3}", claim.hz / 1e9)),
        reading.frequency_hz.map_or_else(unknown, |hz| format!("{:.4}", hz / 1e9)),
    )
}

fn boost(reading: &Reading) -> String {
    match (reading.frequency_hz, reading.claim) {
        (Some(hz), Some(claim)) => format!("{:.3}", hz / claim.hz),
        _ => unknown(),
    }
}

fn unknown() -> String {
    "\u{2013}".to_owned()
}
