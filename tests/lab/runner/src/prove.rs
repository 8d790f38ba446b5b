//! A machine's timing against loops of known length.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::Value;
use trueghz_lab_model::UNITS_PER_CYCLE;
use trueghz_lab_model::class::Class;
use trueghz_lab_model::clock::Clock;
use trueghz_lab_model::machine::Cluster;

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

/// A loop: its name, steps per iteration, iterations, and the counter's ticks.
type Loop = (String, f64, f64, f64);

fn one(file: &Path, set: &Set) -> Result<bool, Error> {
    let machine = machine::read(file, set)?;
    let fixed = |cluster: &Cluster| matches!(cluster.clock, Clock::Mhz(_));
    if !machine.clusters.iter().all(fixed) {
        println!("{}: a clock moves; only fixed clocks are proven this way", file.display());
        return Ok(true);
    }
    let (text, report) = emulator::bare(&machine, false)?;
    let (slow_text, slow_report) = emulator::bare(&machine, true)?;
    let cycles = |report: &Value| -> Vec<Option<u64>> {
        let cores = report["cores"].as_array().into_iter().flatten();
        cores.map(|core| core["cycles"].as_u64()).collect()
    };
    let cores = loops(&text);
    let mut faults = Vec::new();
    if text != slow_text || cycles(&report) != cycles(&slow_report) {
        faults.push("looking up gives other times than modelling every instruction".to_owned());
    }
    if cores.len() != machine.cores().count() {
        faults.push(format!("{} of {} cores ran", cores.len(), machine.cores().count()));
    }
    if !cores.iter().flatten().any(|entry| entry.0 == "timer") {
        faults.push("the program printed no timer line".to_owned());
    }
    for (number, (cluster, loops)) in machine.cores().zip(&cores).enumerate() {
        let wrong = latencies(cluster, machine.timer_hz, loops);
        faults.extend(wrong.into_iter().map(|fault| format!("core {number}: {fault}")));
    }
    let clocks = machine.clusters.iter().map(|cluster| match cluster.clock {
        Clock::Mhz(mhz) => format!("{} at {mhz} MHz", cluster.cores),
        _ => String::new(),
    });
    println!(
        "{}: {}, timer {} Hz: {} loops, {}",
        file.display(),
        clocks.collect::<Vec<_>>().join(" + "),
        machine.timer_hz,
        cores.iter().map(Vec::len).sum::<usize>(),
        if faults.is_empty() { "as set, fast and slow alike".into() } else { faults.join("; ") }
    );
    Ok(faults.is_empty())
}

/// The loops of each core.
fn loops(text: &str) -> Vec<Vec<Loop>> {
    let mut cores: Vec<Vec<Loop>> = Vec::new();
    for line in text.lines() {
        if line.starts_with("core ") {
            cores.push(Vec::new());
        } else if let (Some(core), Some(entry)) = (cores.last_mut(), parse(line)) {
            core.push(entry);
        }
    }
    cores
}

fn parse(line: &str) -> Option<Loop> {
    let mut words = line.split_whitespace();
    let name = words.next()?.to_owned();
    let mut number = || words.next()?.parse().ok();
    Some((name, number()?, number()?, number()?))
}

/// Two lengths of every chain: the difference is steps and nothing else. Each of the four reads of
/// the counter is rounded down by less than a tick, so it is right to less than two. The chain
/// called `timer` is additions, as many as make two ticks less than 3 ppm: it proves the timer's
/// rate.
fn latencies(cluster: &Cluster, timer_hz: u64, loops: &[Loop]) -> Vec<String> {
    let Clock::Mhz(mhz) = cluster.clock else { return Vec::new() };
    let cycles_per_tick = mhz * 1e6 / timer_hz as f64;
    let mut chains: BTreeMap<&str, Vec<&Loop>> = BTreeMap::new();
    for entry in loops {
        chains.entry(&entry.0).or_default().push(entry);
    }
    let mut faults = Vec::new();
    for (name, lengths) in chains {
        let [short, long] = lengths[..] else { continue };
        let class = if name == "timer" { "add" } else { name };
        let Ok(class) = serde_json::from_value::<Class>(class.into()) else {
            faults.push(format!("{name} is no class"));
            continue;
        };
        // No chain is faster than instructions enter.
        let enters = UNITS_PER_CYCLE / u64::from(cluster.core.width);
        let set = cluster.core.latency_units(class).max(enters) as f64 / UNITS_PER_CYCLE as f64;
        let steps = (long.1 - short.1) * long.2;
        let cycles = (long.3 - short.3) * cycles_per_tick / steps;
        let tolerance = 2.0 * cycles_per_tick / steps;
        if (cycles - set).abs() > tolerance {
            faults.push(format!("{name} takes {cycles:.4} cycles, not {set:.4}"));
        }
    }
    faults
}
