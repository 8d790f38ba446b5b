//! A machine's timing against loops of known length.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use trueghz_lab_model::UNITS_PER_CYCLE;
use trueghz_lab_model::class::Class;
use trueghz_lab_model::machine::{Clock, Machine};

use crate::emulator::{self, Error};
use crate::machine::{self, Set};

/// Cycles that the reads of the counter around a loop may take, beside the loop: two `isb`, an `mrs` and the
/// filling of the window.
const READS_CYCLES: f64 = 400.0;

/// Proves each machine; whether all of them are what they were set to be.
pub fn all(files: &[PathBuf], set: &Set) -> Result<bool, Error> {
    let mut well = true;
    for file in files {
        well &= one(file, set)?;
    }
    Ok(well)
}

/// A loop: its name, steps a trip, trips, and what the counter counted.
type Loop = (String, f64, f64, f64);

fn one(file: &Path, set: &Set) -> Result<bool, Error> {
    let machine = machine::read(file, set)?;
    let Clock::Mhz(mhz) = machine.clock else {
        println!("{}: its clock moves; only fixed clocks are proven this way", file.display());
        return Ok(true);
    };
    let (text, report) = emulator::bare(&machine, false)?;
    let (slow_text, slow_report) = emulator::bare(&machine, true)?;
    let same = text == slow_text && report["cycles"] == slow_report["cycles"];
    let loops: Vec<Loop> = text.lines().filter_map(parse).collect();
    let cycles_per_tick = mhz * 1e6 / machine.timer_hz as f64;
    let mut faults = timer(&loops, cycles_per_tick);
    faults.extend(latencies(&machine, &loops, cycles_per_tick));
    if !same {
        faults.push("looking up gives other times than modelling every instruction".into());
    }
    println!(
        "{}: {mhz} MHz, timer {} Hz: {} loops, {}",
        file.display(),
        machine.timer_hz,
        loops.len(),
        if faults.is_empty() { "as set, fast and slow alike".into() } else { faults.join("; ") }
    );
    Ok(faults.is_empty())
}

fn parse(line: &str) -> Option<Loop> {
    let mut words = line.split_whitespace();
    let name = words.next()?.to_owned();
    let mut number = || words.next()?.parse().ok();
    Some((name, number()?, number()?, number()?))
}

/// The long loop of one-cycle additions: the counter must have counted its ticks, to the last one.
fn timer(loops: &[Loop], cycles_per_tick: f64) -> Vec<String> {
    let Some((_, steps, trips, ticks)) = loops.iter().find(|(name, ..)| name == "timer") else {
        return vec!["the program printed no timer line".into()];
    };
    let least = (steps * trips / cycles_per_tick).floor();
    let most = ((steps * trips + READS_CYCLES) / cycles_per_tick).ceil();
    if (least..=most).contains(ticks) {
        return Vec::new();
    }
    vec![format!("the timer counted {ticks}, not {least} to {most}")]
}

/// Two lengths of every chain: the difference is steps and nothing else, to two ticks.
fn latencies(machine: &Machine, loops: &[Loop], cycles_per_tick: f64) -> Vec<String> {
    let mut chains: BTreeMap<&str, Vec<&Loop>> = BTreeMap::new();
    for entry in loops {
        chains.entry(&entry.0).or_default().push(entry);
    }
    let mut faults = Vec::new();
    for (name, lengths) in chains {
        let [short, long] = lengths[..] else { continue };
        let class: Class = match serde_json::from_value(name.into()) {
            Ok(class) => class,
            Err(_) => {
                faults.push(format!("{name} is no class"));
                continue;
            }
        };
        let set = machine.core.latency_units(class).max(rename_limit(machine)) as f64;
        let set = set / UNITS_PER_CYCLE as f64;
        let steps = (long.1 - short.1) * long.2;
        let cycles = (long.3 - short.3) * cycles_per_tick / steps;
        let tolerance = 2.0 * cycles_per_tick / steps;
        if (cycles - set).abs() > tolerance {
            faults.push(format!("{name} takes {cycles:.4} cycles, not {set:.4}"));
        }
    }
    faults
}

/// No chain is faster than instructions enter.
fn rename_limit(machine: &Machine) -> u64 {
    UNITS_PER_CYCLE / u64::from(machine.core.width)
}
