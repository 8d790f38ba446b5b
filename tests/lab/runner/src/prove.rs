//! A machine's timing against loops of known length.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use trueghz_lab_model::UNITS_PER_CYCLE;
use trueghz_lab_model::class::Class;
use trueghz_lab_model::clock::Clock;
use trueghz_lab_model::machine::Machine;

use crate::emulator::{self, Error};
use crate::machine::{self, Set};

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
    let Clock::Mhz(mhz) = machine.clusters[0].clock else {
        println!("{}: its clock moves; only fixed clocks are proven this way", file.display());
        return Ok(true);
    };
    let (text, report) = emulator::bare(&machine, false)?;
    let (slow_text, slow_report) = emulator::bare(&machine, true)?;
    let same = text == slow_text && report["cores"][0]["cycles"] == slow_report["cores"][0]["cycles"];
    let loops: Vec<Loop> = text.lines().filter_map(parse).collect();
    let cycles_per_tick = mhz * 1e6 / machine.timer_hz as f64;
    let mut faults = latencies(&machine, &loops, cycles_per_tick);
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

/// Two lengths of every chain: the difference is steps and nothing else. Each of the four reads of the
/// counter is rounded down by less than a tick, so it is right to less than two. The chain called `timer` is
/// additions, as many as make two ticks less than 3 ppm: it proves the timer's rate.
fn latencies(machine: &Machine, loops: &[Loop], cycles_per_tick: f64) -> Vec<String> {
    let mut chains: BTreeMap<&str, Vec<&Loop>> = BTreeMap::new();
    for entry in loops {
        chains.entry(&entry.0).or_default().push(entry);
    }
    let mut faults = Vec::new();
    if !chains.contains_key("timer") {
        faults.push("the program printed no timer line".to_owned());
    }
    for (name, lengths) in chains {
        let [short, long] = lengths[..] else { continue };
        let class = if name == "timer" { "add" } else { name };
        let Ok(class) = serde_json::from_value::<Class>(class.into()) else {
            faults.push(format!("{name} is no class"));
            continue;
        };
        let set = machine.clusters[0].core.latency_units(class).max(rename_limit(machine)) as f64;
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
    UNITS_PER_CYCLE / u64::from(machine.clusters[0].core.width)
}
