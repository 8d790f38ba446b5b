//! `trueghz run`: measures one instruction repeatedly.

use trueghz::Reading;
use trueghz::report::phrases::{count, signed};
use trueghz_instructions::own::OWN;
use trueghz_instructions::{InstructionForm, InstructionOptions, LoopShape, Measure, Table, TableRow};

use super::instructions::{self, chosen, measured, mnemonic};
use super::interrupt::Interrupt;
use super::{own, own_code};
use crate::cli::RunArgs;
use crate::format::{paragraph, time_ns};
use crate::outcome::{Failure, Outcome, Reader, print};
use crate::output::instructions::missing;
use crate::output::{self, json};
use crate::style::{QUIET, paint};

/// Measures the requested number of rounds, or until Ctrl-C.
pub fn run(args: &RunArgs) -> Result<Outcome, Failure> {
    if let Some(request) = own_code::request(args)? {
        let core = args.core.which()?.to_string();
        let core: Vec<String> = core.split_whitespace().map(str::to_owned).collect();
        let interrupt = Interrupt::listen()?;
        return rounds(args, &request.name, "", &interrupt, |round| {
            own::measured(&own::Request { seed: u64::from(round), ..request.clone() }, &core, &interrupt)
        });
    }
    let pattern = args.pattern.as_ref().ok_or_else(|| Failure::new("no instruction is given"))?;
    let forms = chosen(std::slice::from_ref(pattern), &[])?;
    let form = widest(pattern.as_str(), &forms)?;
    if !form.is_present() {
        let words = format!("this core lacks {}: it needs {}", form.name(), form.features().join(", "));
        return Err(Failure::new(words));
    }
    let interrupt = Interrupt::listen()?;
    let rows = u32::try_from(form.properties().len()).unwrap_or(1).max(1);
    let options = InstructionOptions::new()
        .forms([form.name()])
        .shapes([LoopShape::Looped])
        .at_least(args.duration / rows)
        .core(args.core.which()?);
    rounds(args, form.name(), &chosen_of(form, &forms), &interrupt, |round| {
        measured(options.clone().seed(u64::from(round)), &interrupt).map(Some)
    })
}

/// Measures rounds and prints each; `measured` returns `None` if its round was interrupted.
fn rounds(
    args: &RunArgs,
    name: &str,
    preface: &str,
    interrupt: &Interrupt,
    measured: impl Fn(u32) -> Result<Option<Table>, Failure>,
) -> Result<Outcome, Failure> {
    let mut lowest: Vec<Option<f64>> = Vec::new();
    let mut rounds = 0;
    while args.repeat.is_none_or(|wanted| rounds < wanted) && !interrupt.was_heard() {
        let Some(table) = measured(rounds)? else { break };
        if interrupt.was_heard() && rounds > 0 {
            break;
        }
        lowest.resize(table.rows.len(), None);
        for (row, lowest) in table.rows.iter().zip(&mut lowest) {
            let cycles = row.cycles.map(|cycles| cycles.value);
            *lowest = cycles.map(|cycles| lowest.map_or(cycles, |least| least.min(cycles))).or(*lowest);
        }
        let answer = match output::Format::from(args.form) {
            output::Format::Json => json::one_line(&table.to_json()),
            output::Format::Csv if rounds > 0 => {
                table.to_csv().split_once('\n').map_or_else(String::new, |(_, rows)| rows.to_owned())
            }
            output::Format::Text | output::Format::Verbose if rounds == 0 => {
                preface.to_owned() + &header(name, &table) + &lines(&table, &lowest)
            }
            output::Format::Text | output::Format::Verbose => lines(&table, &lowest),
            form => instructions::answer(form, &table),
        };
        rounds += 1;
        if print(&answer)? == Reader::Gone {
            break;
        }
    }
    Ok(interrupt.outcome(lowest.iter().any(Option::is_some)))
}

/// Form that a mnemonic stands for: the first of the widest forms whose operands are all registers,
/// none of them twice.
fn widest(wanted: &str, forms: &[&'static InstructionForm]) -> Result<&'static InstructionForm, Failure> {
    if let [form] = forms {
        return Ok(form);
    }
    if forms.iter().any(|form| mnemonic(form) != wanted) {
        let names: Vec<String> =
            forms.iter().take(MOST_NAMED).map(|form| format!("'{}'", form.name())).collect();
        let more = if forms.len() > MOST_NAMED { ", ..." } else { "" };
        let (count, names) = (forms.len(), names.join(", "));
        return Err(Failure::new(format!(
            "'{wanted}' matches {count} instructions; quote one of: {names}{more}"
        )));
    }
    let present = || forms.iter().filter(|form| form.is_present());
    let plain = present().filter_map(|form| Some((width(form)?, form)));
    let widest = plain.rev().max_by_key(|(width, _)| *width).map(|(_, form)| form);
    Ok(widest.or_else(|| present().next()).unwrap_or(&forms[0]))
}

/// Maximum number of forms that an error message lists.
const MOST_NAMED: usize = 8;

/// Register classes and their widths in bits. On AArch64 scalars precede vectors, which have other
/// lanes but no other width.
const WIDTHS: &[(&str, u32)] = if cfg!(target_arch = "x86_64") {
    &[("r8", 8), ("r16", 16), ("r32", 32), ("r64", 64), ("x", 128), ("y", 256), ("z", 512)]
} else {
    &[("v", 0), ("b", 8), ("h", 16), ("w", 32), ("s", 32), ("x", 64), ("d", 64), ("q", 128)]
};

/// Width of a form's first operand, in bits; `None` if an operand is not a register, or occurs
/// twice.
fn width(form: &InstructionForm) -> Option<u32> {
    let operands = form.name().split_once(' ')?.1;
    let bits = |operand: &str| {
        let class = operand.split('.').next().unwrap_or_default();
        WIDTHS.iter().find(|(name, _)| *name == class).map(|(_, bits)| *bits)
    };
    let all: Option<Vec<u32>> = operands.split(", ").map(bits).collect();
    all?.first().copied()
}

/// Message that states which of several forms runs; empty if there is only one.
fn chosen_of(form: &InstructionForm, forms: &[&InstructionForm]) -> String {
    let others: Vec<&str> =
        forms.iter().map(|form| form.name()).filter(|name| *name != form.name()).collect();
    if others.is_empty() {
        return String::new();
    }
    let name = form.name();
    paragraph(
        &format!(
            "Running {name}, the widest plain form. Quote another one to run it: {}.",
            others.join("; ")
        ),
        0,
    )
}

/// Rows of a round, throughput first. Cycles per instruction are the minimum over all rounds so
/// far.
fn lines(table: &Table, lowest: &[Option<f64>]) -> String {
    let is_latency = |(row, _): &(&TableRow, &Option<f64>)| row.measure != Measure::Throughput;
    let mut rows: Vec<_> = table.rows.iter().zip(lowest).collect();
    rows.sort_by_key(is_latency);
    rows.into_iter().map(|(row, lowest)| line(row, table, *lowest)).collect()
}

fn header(form: &str, table: &Table) -> String {
    let clock = &table.measurement.clock;
    let source = format!(
        "{form}: ticks of {}. Instructions and cycles are read from hardware counters (counted), or follow from the chain \
         and the ratio of its time to that of additions (derived).",
        clock.description()
    );
    let cycles = if is_own(table) { "cycles" } else { "cycles/i" };
    let columns = format!(
        "{:<12} {:>8} {:>7} {:>15} {:>15} {:>15} {:>9} {:>6} {:>7} {:>8}  {}",
        "", cycles, "ipc", "instructions", "cycles", "ticks", "time", "boost", "base", "GHz", "from"
    );
    format!("{}{}\n", paint(QUIET, paragraph(&source, 0)), paint(QUIET, columns))
}

/// Returns `true` if the code is the user's own: the number of instructions in its steps is
/// unknown.
fn is_own(table: &Table) -> bool {
    table.rows.iter().any(|row| row.group == OWN)
}

/// Formats a row of a round.
fn line(row: &TableRow, table: &Table, lowest: Option<f64>) -> String {
    let name = match &row.measure {
        Measure::Throughput => "THR".to_owned(),
        Measure::Latency { from, to, .. } => format!("LAT {from}>{to}"),
    };
    let (Some(cycles), Some(shape)) = (row.cycles, row.shapes.first()) else {
        let why = row.missing.map_or("", missing);
        return format!("{name:<12} {:>8} {why}\n", "\u{2013}");
    };
    let least = lowest.unwrap_or(cycles.value);
    let reading = table.reading();
    let steps = shape.steps as f64;
    let (instructions, run_cycles, from) = match shape.counted_cycles {
        Some(counted) => {
            let ppm = signed((counted / cycles.value - 1.0) * 1e6, 0);
            (shape.counted_instructions, counted * steps, format!("counted, {ppm} ppm"))
        }
        None => (None, cycles.value * steps, "derived".to_owned()),
    };
    let instructions = instructions.or((!is_own(table)).then_some(1.0));
    let ticks = shape.elapsed_ns * 1e-9 * table.measurement.clock.timebase.hz();
    format!(
        "{name:<12} {least:>8.3} {:>7} {:>15} {:>15} {:>15} {:>9} {:>6} {:>7} {:>8}  {from}\n",
        instructions.map_or_else(unknown, |each| format!("{:.3}", each / least)),
        instructions.map_or_else(unknown, |each| count((each * steps) as usize)),
        count(run_cycles as usize),
        count(ticks as usize),
        time_ns(shape.elapsed_ns),
        boost(reading),
        reading.claim.map_or_else(unknown, |claim| format!("{:.3}", claim.hz / 1e9)),
        reading.hz().map_or_else(unknown, |hz| format!("{:.4}", hz / 1e9)),
    )
}

fn boost(reading: &Reading) -> String {
    match (reading.hz(), reading.claim) {
        (Some(hz), Some(claim)) => format!("{:.3}", hz / claim.hz),
        _ => unknown(),
    }
}

fn unknown() -> String {
    "\u{2013}".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use trueghz_instructions::FORMS;

    #[test]
    fn a_mnemonic_means_its_widest_plain_form() {
        let named = |name: &str| -> Vec<&'static InstructionForm> {
            FORMS.iter().filter(|form| mnemonic(form) == name).collect()
        };
        let cases: &[(&str, &str)] = if cfg!(target_arch = "x86_64") {
            &[("imul", "imul r64, r64"), ("add", "add r64, r64"), ("div", "div r64"), ("pxor", "pxor x, x")]
        } else {
            &[
                ("add", "add x, x, x"),
                ("mul", "mul x, x, x"),
                ("fadd", "fadd d, d, d"),
                ("eor", "eor x, x, x"),
            ]
        };
        for (name, form) in cases {
            let forms = named(name);
            assert!(forms.len() > 1, "{name}");
            assert_eq!(widest(name, &forms).expect(name).name(), *form);
        }
        let all: Vec<&InstructionForm> = FORMS.iter().collect();
        let said = widest("*", &all).expect_err("they have many names").to_string();
        assert!(
            said.starts_with(&format!("'*' matches {} instructions; quote one of: '", FORMS.len())),
            "{said}"
        );
    }
}
