//! The lines of a reading that every text has, in the same words.

use crate::clock::crosscheck::Agreement;
use crate::estimate::TightLoop;

use super::numbers::RangeNumbers;
use super::reading::ClaimCompared;
use super::words::{claim_source, count, cycles, percent, stated_hz, tolerance_ppm};
use super::{Measurement, Reading};

/// The core of a reading and its kind: "Core 4, Cortex-A78".
pub fn core_and_kind(reading: &Reading) -> String {
    match reading.cpu {
        Some(cpu) => format!("Core {cpu}, {}", reading.kind),
        None => reading.kind.clone(),
    }
}

/// The core of a reading: "core 4"; its kind where no thread can ask for a core.
pub fn whose(reading: &Reading) -> String {
    reading.cpu.map_or_else(|| reading.kind.clone(), |cpu| format!("core {cpu}"))
}

/// The core's number, and its kind unless that is the chip's name: "4, Cortex-A78".
pub fn core(reading: &Reading, measurement: &Measurement) -> String {
    let known_as_chip = measurement.machine.chip.value() == Some(&reading.kind);
    match reading.cpu {
        Some(cpu) if known_as_chip => cpu.to_string(),
        Some(cpu) => format!("{cpu}, {}", reading.kind),
        None => reading.kind.clone(),
    }
}

/// A claim, who makes it, and how far off it is: "2.596 GHz by /proc/cpuinfo, deviation +42 %".
pub fn claim(claim: ClaimCompared) -> String {
    let said = format!("{} by {}", stated_hz(claim.hz), claim_source(claim.source));
    let difference = claim.difference_percent.map(|value| format!(", deviation {}", percent(value)));
    format!("{said}{}", difference.unwrap_or_default())
}

/// What an iteration of the tight loop takes: "1.00 cycles per iteration"; absent where it was not measured.
pub fn tight_loop(tight_loop: TightLoop) -> Option<String> {
    let value = tight_loop.cycles_per_iteration?;
    Some(format!("{} cycles per iteration", cycles(value, tight_loop.error_cycles)))
}

/// The clock that timed a reading, how well it is known, and which other one agrees.
pub fn reference_clock(reading: &Reading, measurement: &Measurement) -> String {
    let (clock, ppm) = (measurement.clock.description(), tolerance_ppm(reading.clock_tolerance_ppm));
    let checked = match reading.cross_check.as_ref().map(|check| &check.rate) {
        Some(Agreement::Agree { witness, .. }) if *witness == measurement.clock.id => {
            "; its stated rate agrees".to_owned()
        }
        Some(Agreement::Agree { witness, .. }) => format!("; {} agrees", witness.name()),
        _ => String::new(),
    };
    let source = &reading.clock_tolerance_source;
    format!("{clock}, accurate to \u{b1}{ppm} ({source}){checked}")
}

/// How many windows were kept: "1,214 of 1,300 kept, after 50 ms of warm-up"; absent where none was
/// taken.
pub fn windows(reading: &Reading) -> Option<String> {
    let counts = reading.windows;
    let (kept, taken) = (count(counts.kept), count(counts.taken));
    let warm_up_ms = reading.warm_up_ms;
    (counts.taken > 0).then(|| format!("{kept} of {taken} kept, after {warm_up_ms:.0} ms of warm-up"))
}

/// Between what a varying clock moved: "from 2.70 GHz to 3.10 GHz".
pub fn range(reading: &Reading) -> Option<String> {
    let RangeNumbers { low, high } = RangeNumbers::of(reading.range?)?;
    Some(format!("from {low} to {high}"))
}

/// A warning in words, said once for all cores that have it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedWarning {
    /// What is so; of one core among several, with its number before it.
    pub text: String,
    /// What to do about it, or how to read it.
    pub advice: &'static str,
}

/// The warnings of all cores, in their order; what several cores share is said once.
pub fn shared_warnings(measurement: &Measurement) -> Vec<SharedWarning> {
    let mut said: Vec<(String, &'static str, Vec<Option<u32>>)> = Vec::new();
    for reading in &measurement.cores {
        for warning in &reading.warnings {
            let text = warning.text();
            match said.iter_mut().find(|(other, ..)| *other == text) {
                Some((_, _, cpus)) => cpus.push(reading.cpu),
                None => said.push((text, warning.advice(), vec![reading.cpu])),
            }
        }
    }
    let cores = measurement.cores.len();
    let whose = |cpus: &[Option<u32>]| match cpus {
        [Some(cpu)] if cores > 1 => format!("core {cpu}: "),
        _ => String::new(),
    };
    let warning = |(text, advice, cpus): (String, &'static str, Vec<Option<u32>>)| SharedWarning {
        text: format!("{}{text}", whose(&cpus)),
        advice,
    };
    said.into_iter().map(warning).collect()
}
