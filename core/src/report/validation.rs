//! Permitted values of a file. A raw file can be edited: a value that no instrument could have
//! recorded is refused with the name of its field, so that no impossible number is ever shown.

use std::collections::HashSet;
use std::fmt::Debug;
use std::ops::RangeInclusive;

use crate::clock::quality::MOST_CORRECTION_PPM;
use crate::clock::{ClockId, Timebase};
use crate::estimate::Frequency;
use crate::estimate::plausible::{CORE_HZ, NOT_NEGATIVE, Numbers, SHARE};
use crate::estimate::recording::Recording;
use crate::host::{Claim, ClaimSource, CpuLoad, Machine};

use super::raw::{CoreOutcome, RawCore, RawMeasurement};
use crate::Interval;

use super::{HardwareCounters, Measurement, Reading};

/// Rates of timing clocks, in hertz: from a tick per second to the time stamp counter of the
/// fastest core.
const TICK_HZ: RangeInclusive<f64> = 1.0..=20e9;

/// A point of the warm-up, in hertz: a block that was interrupted for a second looks slow, one
/// whose steps are folded looks several times as fast as its core.
pub const WARM_UP_HZ: RangeInclusive<f64> = f64::MIN_POSITIVE..=200e9;

/// Step and costs of a timing clock, in nanoseconds: at most a second.
pub const CLOCK_NS: RangeInclusive<f64> = 0.0..=1e9;

/// Error of a clock's rate, in parts per million: a clock with an error of more than a tenth is
/// unusable.
const PPM: RangeInclusive<f64> = 0.0..=1e5;

/// The known error of a clock's rate, in parts per million.
const CORRECTION_PPM: RangeInclusive<f64> = -MOST_CORRECTION_PPM..=MOST_CORRECTION_PPM;

/// Maximum difference between a rate that is measured over a session and the rate from before, in
/// ppm, in addition to the uncertainty of both: a session keeps the latter if they differ by more.
const MEASURED_ANEW_PPM: f64 = 500.0;

/// Duration of the measurement of a rate before a session, in milliseconds. Its bound is wider than
/// the bound of the session's own rate by the same factor by which the session is longer.
const OPENING_MS: f64 = 16.0;

/// Brackets of a witness, warnings of a core, and cores of a measurement, at most: more than any
/// session has. Comparing each bracket with each other, and each warning, takes the square of that.
const MOST_BRACKETS: usize = 4_096;
const MOST_WARNINGS: usize = 256;
const MOST_CORES: usize = 8_192;

pub fn at_most(field: &str, count: usize, most: usize) -> Result<(), ValidationError> {
    if count > most { refuse(field, count, "more than there can be") } else { Ok(()) }
}

/// Checks that the value of an interval is within `values` and between its ends, and the ends
/// within `ends`.
pub fn check_interval(
    path: &str,
    interval: &Interval,
    values: &RangeInclusive<f64>,
    ends: &RangeInclusive<f64>,
) -> Result<(), ValidationError> {
    check_ends(path, interval, values, ends)?;
    check_held(path, interval)
}

fn check_ends(
    path: &str,
    interval: &Interval,
    values: &RangeInclusive<f64>,
    ends: &RangeInclusive<f64>,
) -> Result<(), ValidationError> {
    let fields = Fields(path);
    fields.within("value", interval.value, values)?;
    fields.within("low", interval.low, ends)?;
    fields.within("high", interval.high, ends)
}

fn check_held(path: &str, interval: &Interval) -> Result<(), ValidationError> {
    let holds = interval.contains(interval.value);
    if holds { Ok(()) } else { refuse(path, interval.value, "which its interval does not hold") }
}

pub const FINITE: RangeInclusive<f64> = f64::MIN..=f64::MAX;

/// A value that no measurement has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field} is {value}, {why}")]
pub struct ValidationError {
    /// The path of the field, as in "cores\[0\].context.clock_tolerance_ppm".
    pub field: String,
    /// Its value.
    pub value: String,
    /// Reason why this is impossible.
    pub why: &'static str,
}

pub fn refuse(field: &str, value: impl Debug, why: &'static str) -> Result<(), ValidationError> {
    Err(ValidationError { field: field.to_owned(), value: format!("{value:?}"), why })
}

/// Checks the numbers of one object of a file.
pub struct Fields<'a>(pub &'a str);

impl Fields<'_> {
    pub fn within(&self, name: &str, value: f64, range: &RangeInclusive<f64>) -> Result<(), ValidationError> {
        if range.contains(&value) {
            return Ok(());
        }
        let why = match range {
            _ if !value.is_finite() => "which is no finite number",
            range if *range == SHARE => "which is no share from 0 to 1",
            range if *range == CORE_HZ => "at which no core runs",
            range if *range == TICK_HZ => "at which no clock ticks",
            range if *range == CORRECTION_PPM => "more than a kernel corrects",
            _ if value < 0.0 => "which cannot be negative",
            _ if value == 0.0 => "which cannot be 0",
            _ => "more than there can be",
        };
        refuse(&format!("{}.{name}", self.0), value, why)
    }

    pub fn if_known(
        &self,
        name: &str,
        value: Option<f64>,
        range: &RangeInclusive<f64>,
    ) -> Result<(), ValidationError> {
        value.map_or(Ok(()), |value| self.within(name, value, range))
    }
}

/// Checks that a measurement can have recorded this.
pub(super) fn check_raw(raw: &RawMeasurement) -> Result<(), ValidationError> {
    if raw.cores.is_empty() {
        return refuse("cores", [(); 0], "without a core to estimate");
    }
    at_most("cores", raw.cores.len(), MOST_CORES)?;
    check_timebase("timebase", raw.timebase)?;
    check_machine(&raw.machine)?;
    raw.cores.iter().enumerate().try_for_each(|(at, core)| check_core(raw, core, &format!("cores[{at}]")))
}

pub fn check_timebase(field: &str, timebase: Timebase) -> Result<(), ValidationError> {
    if TICK_HZ.contains(&timebase.hz()) {
        return Ok(());
    }
    let fraction = format_args!("{}/{}", timebase.numer(), timebase.denom()).to_string();
    Err(ValidationError { field: field.to_owned(), value: fraction, why: "a tick that no clock has" })
}

pub fn check_machine(machine: &Machine) -> Result<(), ValidationError> {
    if let Some(load) = machine.load.value() {
        Fields("machine.load.value").within("load_average_1_min", load.load_average_1_min, &NOT_NEGATIVE)?;
    }
    for (at, core) in machine.cores.iter().enumerate() {
        for (place, &claim) in core.claims.iter().enumerate() {
            check_claim(&format!("machine.cores[{at}].claims[{place}]"), Some(claim))?;
        }
        if core.cluster >= machine.clusters.len() {
            return refuse(&format!("machine.cores[{at}].cluster"), core.cluster, "which is no cluster here");
        }
    }
    for (at, cluster) in machine.clusters.iter().enumerate() {
        check_claim(&format!("machine.clusters[{at}].claim"), cluster.claim)?;
    }
    Ok(())
}

fn check_claim(field: &str, claim: Option<Claim>) -> Result<(), ValidationError> {
    match claim {
        Some(claim) if Claim::plausible(claim.hz, claim.source).is_none() => {
            refuse(&format!("{field}.hz"), claim.hz, "at which no core runs")
        }
        _ => Ok(()),
    }
}

fn check_core(raw: &RawMeasurement, core: &RawCore, path: &str) -> Result<(), ValidationError> {
    let context = &core.context;
    let path_of_context = format!("{path}.context");
    let fields = Fields(&path_of_context);
    fields.within("clock_tolerance_ppm", context.clock_tolerance_ppm, &PPM)?;
    fields.within("clock_correction_ppm", context.clock_correction_ppm, &CORRECTION_PPM)?;
    fields.if_known("time_to_first_estimate_ms", context.time_to_first_estimate_ms, &NOT_NEGATIVE)?;
    fields.if_known("conditions.thermal_headroom", context.conditions.thermal_headroom, &NOT_NEGATIVE)?;
    at_most(&format!("{path_of_context}.warnings"), context.warnings.len(), MOST_WARNINGS)?;
    check_claim(&format!("{path_of_context}.claim"), context.claim)?;
    for (at, &claim) in context.claims.iter().enumerate() {
        check_claim(&format!("{path_of_context}.claims[{at}]"), Some(claim))?;
    }
    for (at, limits) in context.limits.iter().enumerate() {
        let limit = limits.driver_hz.map(|hz| Claim { hz, source: ClaimSource::ScalingMaxFreq });
        check_claim(&format!("{path_of_context}.limits[{at}].driver_hz"), limit)?;
    }
    check_loads(&format!("{path_of_context}.load"), context.load.as_deref().unwrap_or_default())?;
    check_counters(&format!("{path_of_context}.counters"), context.counters.as_ref())?;
    match &core.outcome {
        CoreOutcome::Recorded(recording) => {
            check_recording(raw, recording, &format!("{path}.outcome.recorded"))
        }
        CoreOutcome::Refused(_) => Ok(()),
    }
}

fn check_loads(field: &str, loads: &[CpuLoad]) -> Result<(), ValidationError> {
    let mut loads = loads.iter().enumerate();
    loads.try_for_each(|(at, load)| {
        Fields(&format!("{field}[{at}]")).within("busy_fraction", load.busy_fraction, &SHARE)
    })
}

fn check_counters(field: &str, counters: Option<&HardwareCounters>) -> Result<(), ValidationError> {
    for (at, counted) in counters.iter().flat_map(|counters| &counters.counted).enumerate() {
        let are_finite = |name: &str, interval: Interval| {
            check_ends(&format!("{field}.counted[{at}].{name}"), &interval, &FINITE, &FINITE)
        };
        are_finite("per_second", counted.per_second)?;
        counted.per_step.map_or(Ok(()), |step| are_finite("per_step", step))?;
    }
    Ok(())
}

/// Checks that no clock is a secondary clock twice.
fn each_once(field: &str, mut clocks: impl Iterator<Item = ClockId>) -> Result<(), ValidationError> {
    let mut seen = HashSet::new();
    clocks
        .find(|&clock| !seen.insert(clock))
        .map_or(Ok(()), |clock| refuse(field, clock, "which is there twice"))
}

fn check_recording(raw: &RawMeasurement, recording: &Recording, path: &str) -> Result<(), ValidationError> {
    let Recording { clock, warm_up, session, .. } = recording;
    let measured = session.primary.measured;
    let same_clock = |name: &str, id: ClockId, timebase: Timebase| {
        if id != raw.clock {
            return refuse(&format!("{path}.{name}.id"), id, "and not the clock of the file");
        }
        // A measured rate is measured again in each core's session.
        let off_ppm = (timebase.hz() / raw.timebase.hz() - 1.0).abs() * 1e6;
        let bounds = 2.0 + recording.elapsed_ms.max(0.0) / OPENING_MS;
        let may_be_off = measured.map(|rate| MEASURED_ANEW_PPM + bounds * rate.uncertainty_ppm);
        if timebase != raw.timebase && may_be_off.is_none_or(|most_ppm| off_ppm > most_ppm) {
            let field = format!("{path}.{name}.timebase");
            return refuse(&field, timebase, "and not the timebase of the file");
        }
        Ok(())
    };
    same_clock("clock", clock.id, clock.timebase)?;
    same_clock("session.primary", session.primary.id, session.primary.timebase)?;
    if session.primary.timebase != clock.timebase {
        let field = format!("{path}.session.primary.timebase");
        return refuse(&field, session.primary.timebase, "and not that of the windows");
    }
    let from = measured.map(|measured| measured.against);
    if from != raw.rate_from {
        let field = format!("{path}.session.primary.measured.against");
        return refuse(&field, from, "and not the clock of the file's rate");
    }
    let fields = Fields(path);
    let uncertainty_ppm = measured.map(|measured| measured.uncertainty_ppm);
    fields.if_known("session.primary.measured.uncertainty_ppm", uncertainty_ppm, &PPM)?;
    fields.within("clock.step_ns", clock.step_ns, &CLOCK_NS)?;
    fields.within("clock.read_cost_ns", clock.read_cost_ns, &CLOCK_NS)?;
    fields.if_known("clock.poll_cost_ns", clock.poll_cost_ns, &CLOCK_NS)?;
    fields.within("warm_up.elapsed_ms", warm_up.elapsed_ms, &NOT_NEGATIVE)?;
    for (at, sample) in warm_up.samples.iter().enumerate() {
        let path = format!("{path}.warm_up.samples[{at}]");
        Fields(&path).within("at_ms", sample.at_ms, &NOT_NEGATIVE)?;
        Fields(&path).within("hz", sample.hz, &WARM_UP_HZ)?;
    }
    // A clock that stepped back may have ended before it began.
    fields.within("elapsed_ms", recording.elapsed_ms, &FINITE)?;
    for witness in &session.witnesses {
        at_most(&format!("{path}.session.witnesses[].brackets"), witness.brackets.len(), MOST_BRACKETS)?;
    }
    each_once(&format!("{path}.session.witnesses"), session.witnesses.iter().map(|witness| witness.id))?;
    let steps = session.witnesses.iter().map(|witness| witness.resolution_ticks);
    for ticks in std::iter::once(session.primary.resolution_ticks).chain(steps) {
        if ticks == Some(0) {
            return refuse(&format!("{path}.session, resolution_ticks"), 0, "which no clock has");
        }
    }
    Ok(())
}

/// Checks that the cores can have been measured like this.
pub fn check_measurement(measurement: &Measurement) -> Result<(), ValidationError> {
    at_most("cores", measurement.cores.len(), MOST_CORES)?;
    let mut cores = measurement.cores.iter().enumerate();
    cores.try_for_each(|(at, reading)| check_reading(reading, &format!("cores[{at}]")))
}

pub fn check_reading(reading: &Reading, path: &str) -> Result<(), ValidationError> {
    let fields = Fields(path);
    let numbers = Numbers {
        frequency_hz: reading.frequency_hz,
        at_least_hz: reading.at_least_hz,
        effective_hz: reading.effective_hz,
        states: &reading.states,
        range: reading.range,
        time_line: &reading.time_line,
        tight_loop: reading.tight_loop,
        chains: &reading.chains,
    };
    numbers.check(|name, value, range| fields.within(name, value, range))?;
    at_most(&format!("{path}.warnings"), reading.warnings.len(), MOST_WARNINGS)?;
    fields.within("clock_tolerance_ppm", reading.clock_tolerance_ppm, &PPM)?;
    fields.within("clock_correction_ppm", reading.clock_correction_ppm, &CORRECTION_PPM)?;
    if let Some(clock) = reading.repeatable_hz {
        let path = format!("{path}.repeatable_hz");
        check_interval(&path, &clock, &CORE_HZ, &WARM_UP_HZ)?;
        if reading.hz() != Some(clock.value) {
            return refuse(&path, clock.value, "which is not the value of frequency_hz");
        }
    }
    if let Some(Frequency { hz, budget }) = reading.frequency() {
        check_held(&format!("{path}.frequency_hz"), &hz)?;
        fields.within("frequency_hz.high", hz.high, &WARM_UP_HZ)?;
        for (name, ppm) in [
            ("quantisation_ppm", budget.quantisation_ppm),
            ("batch_spread_ppm", budget.batch_spread_ppm),
            ("chain_disagreement_ppm", budget.chain_disagreement_ppm),
            ("undetected_ppm", budget.undetected_ppm),
            ("reference_ppm", budget.reference_ppm),
        ] {
            fields.within(&format!("uncertainty.{name}"), ppm, &NOT_NEGATIVE)?;
        }
    }
    check_counters(&format!("{path}.counters"), reading.counters.as_ref())?;
    let witnesses = reading.cross_check.iter().flat_map(|check| &check.witnesses);
    each_once(&format!("{path}.cross_check.witnesses"), witnesses.map(|witness| witness.id))?;
    let difference = reading.claim.and_then(|claim| claim.difference_percent);
    fields.if_known("claim.difference_percent", difference, &FINITE)
}
