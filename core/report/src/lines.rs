//! Lines about a reading that are the same in every text.

use trueghz::clock::crosscheck::Agreement;
use trueghz::estimate::{TightLoop, WindowCount};
use trueghz::internal::NORMAL_FACTOR;
use trueghz::report::ClaimComparison;
use trueghz::report::LowCause;
use trueghz::report::display::FrequencyDisplay;
use trueghz::report::number::RoundedNumber;
use trueghz::report::numbers::{ClaimNumbers, ClaimRelation, RangeNumbers};
use trueghz::report::phrases::{count, cycles, stated_hz, tolerance_ppm};
use trueghz::report::{Measurement, Reading};

/// The core of a reading and its kind: "Core 4, Cortex-A78".
pub(super) fn core_and_kind(reading: &Reading) -> String {
    match reading.cpu {
        Some(cpu) => format!("Core {cpu}, {}", reading.kind),
        None => reading.kind.clone(),
    }
}

/// The core of a reading: "core 4"; its kind if threads cannot be pinned to a core.
pub fn whose(reading: &Reading) -> String {
    reading.cpu.map_or_else(|| reading.kind.clone(), |cpu| format!("core {cpu}"))
}

/// The core's number, and its kind unless that is the chip's name: "4, Cortex-A78".
pub(super) fn core(reading: &Reading, measurement: &Measurement) -> String {
    let known_as_chip = measurement.machine.chip.value() == Some(&reading.kind);
    match reading.cpu {
        Some(cpu) if known_as_chip => cpu.to_string(),
        Some(cpu) => format!("{cpu}, {}", reading.kind),
        None => reading.kind.clone(),
    }
}

/// A claim, its source, how the reading compares, and the cause if it is low: "2.596 GHz by
/// /proc/cpuinfo; the reading is 42 % above", "2.80 GHz by cpuinfo_max_freq; the reading is 64 %
/// below: the driver's limit is 1.02 GHz".
pub(super) fn claim(reading: &Reading) -> Option<String> {
    Some(compared(reading.claim?, reading.low_because.as_ref()))
}

fn compared(claim: ClaimComparison, low_because: Option<&LowCause>) -> String {
    let stated = format!("{} by {}", stated_hz(claim.hz), claim.source.text());
    let compared = match ClaimNumbers::from(claim).side {
        Some(ClaimRelation::Below { percent }) => format!("; the reading is {} % below", percent.digits()),
        Some(ClaimRelation::Same) => "; the reading agrees".to_owned(),
        Some(ClaimRelation::Above { percent }) => format!("; the reading is {} % above", percent.digits()),
        None => String::new(),
    };
    let because = low_because.map_or_else(String::new, |cause| format!(": {}", cause.text()));
    stated + &compared + &because
}

/// Cycles per iteration of the tight loop, and the clock that a program would report that takes it
/// for one cycle: "1.000 cycles per iteration; as one cycle 3.6945 GHz \u{b1} 310 kHz"; `None` if
/// it was not measured.
pub(super) fn tight_loop(reading: &Reading) -> Option<String> {
    let TightLoop { cycles_per_iteration, error_cycles } = reading.tight_loop;
    let value = cycles_per_iteration?;
    let as_one = || {
        let clock = reading.frequency_hz?.scaled(value.recip());
        let of_cycles = clock.value * NORMAL_FACTOR * error_cycles? / value;
        let shown = FrequencyDisplay::of(&clock.with_independent(of_cycles))?;
        Some(format!("; as one cycle {} \u{b1} {}", shown.number, shown.uncertainty))
    };
    Some(format!("{} cycles per iteration{}", cycles(value, error_cycles), as_one().unwrap_or_default()))
}

/// The reference clock of a reading, its tolerance, and the other clock that agrees with it.
pub(super) fn reference_clock(reading: &Reading, measurement: &Measurement) -> String {
    let (clock, ppm) = (measurement.clock.description(), tolerance_ppm(reading.clock_tolerance_ppm));
    let checked = match reading.cross_check.as_ref().map(|check| &check.rate) {
        Some(Agreement::Agree { witness, .. }) if *witness == measurement.clock.id => {
            "; its stated rate agrees".to_owned()
        }
        Some(Agreement::Agree { witness, .. }) => format!("; {} agrees", witness.name()),
        _ => String::new(),
    };
    let source = &reading.clock_tolerance_source;
    let corrected = match reading.clock_correction_ppm {
        0.0 => String::new(),
        slow => format!(", corrected by {} ppm", RoundedNumber::new(-slow, 1).signed()),
    };
    format!("{clock}, accurate to \u{b1}{ppm}{corrected} ({source}){checked}")
}

/// Number of undisturbed windows: "1,214 of 1,300 undisturbed (93 %), after 50 ms of warm-up";
/// `None` if none was taken.
pub(super) fn windows(reading: &Reading) -> Option<String> {
    let WindowCount { undisturbed: kept, total: taken } = reading.windows;
    let percent = reading.windows.undisturbed_percent()?;
    let (kept, taken) = (count(kept), count(taken));
    let warm_up_ms = RoundedNumber::new(reading.warm_up_ms, 0).digits();
    Some(format!("{kept} of {taken} undisturbed ({percent:.0} %), after {warm_up_ms} ms of warm-up"))
}

/// Range of a varying clock: "from 2.70 GHz to 3.10 GHz".
pub(super) fn range(reading: &Reading) -> Option<String> {
    let RangeNumbers { low, high } = RangeNumbers::of(reading.range?)?;
    Some(format!("from {low} to {high}"))
}

/// A warning as text, once for all cores that have it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedWarning {
    /// The condition, after the core's number if only one of several cores has it.
    pub text: String,
    /// What to do about it, or how to read it.
    pub advice: &'static str,
    /// Whether no number of the reading depends on it: see
    /// [`Warning::is_information`](trueghz::Warning::is_information).
    pub is_information: bool,
}

/// Returns the warnings of all cores, in their order; a warning that several cores share is listed
/// once.
pub fn shared_warnings(measurement: &Measurement) -> Vec<SharedWarning> {
    let mut said: Vec<(SharedWarning, Vec<Option<u32>>)> = Vec::new();
    for reading in &measurement.cores {
        for warning in &reading.warnings {
            let text = warning.text();
            match said.iter_mut().find(|(other, _)| other.text == text) {
                Some((_, cpus)) => cpus.push(reading.cpu),
                None => {
                    let (advice, is_information) = (warning.advice(), warning.is_information());
                    said.push((SharedWarning { text, advice, is_information }, vec![reading.cpu]));
                }
            }
        }
    }
    let is_one_of_several = |cpus: &[Option<u32>]| measurement.cores.len() > 1 && cpus.len() == 1;
    let with_core = |(warning, cpus): (SharedWarning, Vec<Option<u32>>)| match cpus[0] {
        Some(cpu) if is_one_of_several(&cpus) => {
            SharedWarning { text: format!("core {cpu}: {}", warning.text), ..warning }
        }
        _ => warning,
    };
    said.into_iter().map(with_core).collect()
}
