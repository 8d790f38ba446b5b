//! Comparison of readings of one core: from two or more measurements, or from alternating rounds of
//! two settings.
//!
//! **Two measurements.** The uncertainty of a difference comes from both readings: the distances
//! from each number to the end of its interval are combined in quadrature, separately for each
//! side, since intervals may be longer upwards than downwards (square-and-add, docs/sources.md:
//! Zou, Donner). The difference exceeds the uncertainty if its interval does not contain 0: a test
//! at the 5 % level. This shows whether the clocks *differ*, not why: a clock wanders from one
//! minute to the next.
//!
//! **Rounds.** Two settings measured alternately are subject to the same wandering. Each round
//! gives a difference, and all of them give the Hodges-Lehmann estimate with the interval and the
//! exact p-value of Wilcoxon's signed-rank test.
//!
//! All intervals are for repeatability: the rate error of a clock cancels if it timed both. The
//! tolerance of the timing clocks is stated separately.

mod difference;
mod display;
mod matching;
mod signed_rank;

pub use difference::{Difference, Significance};
pub use display::{DifferenceNumbers, RelativeUnit};

use serde::Serialize;
use trueghz::Interval;
use trueghz::estimate::CONFIDENCE;
use trueghz::estimate::verdict::{Reason, Verdict};
use trueghz::report::phrases::machine_line;
use trueghz::report::{Measurement, Reading};

use matching::{Matches, match_cores};
use signed_rank::SignedRank;

/// The name of the JSON form of a [`Comparison`] and of its version.
pub const COMPARE_SCHEMA: &str = "trueghz-compare/2";

/// How differences and their intervals were found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ComparisonMethod {
    /// The intervals of one reading each are combined in quadrature.
    Intervals,
    /// The differences of rounds are tested by signed ranks.
    PairedRounds,
}

/// Measurements compared with a first one.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Comparison {
    /// [`COMPARE_SCHEMA`].
    pub schema: String,
    /// The version of this library.
    pub version: String,
    /// Start of the first of the measurements, in UTC as in RFC 3339; absent if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub measured_at: Option<String>,
    /// The options of the comparison, in the spelling of the command line.
    pub options: String,
    /// How differences and their intervals were found.
    pub method: ComparisonMethod,
    /// The measurement or setting with which the others are compared.
    pub first: Subject,
    /// Each of the others.
    pub others: Vec<Contrast>,
}

/// One of the compared measurements or settings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record), uniffi(name = "ComparedSubject"))]
#[non_exhaustive]
pub struct Subject {
    /// File or command line; empty if there is none.
    pub name: String,
    /// Chip, device and system, as far as they are known.
    pub machine: String,
    /// Time of the measurement, in UTC as in RFC 3339; absent if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "uniffi", uniffi(default = None))]
    pub measured_at: Option<String>,
    /// Options of the measurement, in the spelling of the command line; absent if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "uniffi", uniffi(default = None))]
    pub options: Option<String>,
}

/// One compared with the first.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record), uniffi(name = "MeasurementContrast"))]
#[non_exhaustive]
pub struct Contrast {
    /// The other one.
    pub subject: Subject,
    /// The cores that both have.
    pub cores: Vec<CoreContrast>,
    /// Cores of the first that found no counterpart.
    pub only_first: Vec<CoreName>,
    /// Cores of the other that found none.
    pub only_other: Vec<CoreName>,
}

/// A core by its number and kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct CoreName {
    /// Its number; `None` if the system does not report it, or if rounds ran on different cores.
    pub cpu: Option<u32>,
    /// Its kind.
    pub kind: String,
}

/// One core, or kind of core, by both.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
#[non_exhaustive]
pub struct CoreContrast {
    /// The kind, which both share.
    pub kind: String,
    /// By the first.
    pub first: Side,
    /// By the other.
    pub other: Side,
    /// The other's clock less the first's; `None` if one has no number, or if too few rounds have
    /// one.
    pub difference: Option<Difference>,
    /// The test of the rounds; absent for single measurements.
    pub rounds: Option<Rounds>,
}

/// Result of one of the two for the core.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record), uniffi(name = "ContrastSide"))]
#[non_exhaustive]
pub struct Side {
    /// The core's number; `None` if the system does not report it, or if rounds ran on different
    /// cores.
    pub cpu: Option<u32>,
    /// The clock with its repeatable interval, in hertz: the reading, or the median of the rounds;
    /// `None` if there is none.
    pub repeatable_hz: Option<Interval>,
    /// The verdicts of its readings, each once.
    pub verdicts: Vec<Verdict>,
    /// Reasons for refused readings, each once.
    pub reasons: Vec<Reason>,
}

/// Test of the differences between rounds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record), uniffi(name = "ComparedRounds"))]
pub struct Rounds {
    /// Rounds in which both had a number.
    pub pairs: usize,
    /// Exact two-sided p-value of Wilcoxon's signed-rank test; `None` if there are too few pairs.
    pub p_value: Option<f64>,
}

/// Two measurements that share no core.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{first} and {other} share no core: one has {first_cores}, the other {other_cores}")]
pub struct NoCommonCore {
    /// The first's name.
    pub first: String,
    /// The other's name.
    pub other: String,
    /// Cores of the first.
    pub first_cores: String,
    /// Cores of the other.
    pub other_cores: String,
}

/// Compares measurements with a first one, each by its name.
///
/// Cores are matched by number and kind; the remaining ones by kind alone, if each of the two has
/// one core of that kind left.
///
/// # Errors
/// [`NoCommonCore`] names the first that shares no core with the first one.
pub fn compare(
    first: (&str, &Measurement),
    others: &[(&str, &Measurement)],
) -> Result<Comparison, NoCommonCore> {
    let contrast = |&(name, other): &(&str, &Measurement)| -> Result<Contrast, NoCommonCore> {
        let matches = common_cores(first, (name, other))?;
        let cores = matches.pairs.iter().map(|&(a, b)| contrast_readings(a, b)).collect();
        Ok(of_matches(subject(name, other), &matches, cores))
    };
    Ok(Comparison {
        schema: COMPARE_SCHEMA.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        measured_at: first.1.measured_at.clone(),
        options: String::new(),
        method: ComparisonMethod::Intervals,
        first: subject(first.0, first.1),
        others: others.iter().map(contrast).collect::<Result<_, _>>()?,
    })
}

/// Compares two settings by rounds, in each of which both were measured. Cores are matched in each
/// round as by [`compare`], and cores of the same kind by the order of their readings over the
/// rounds. `None` if there is no round.
///
/// # Errors
/// [`NoCommonCore`], if the settings share no core in one of the rounds.
pub fn compare_rounds(
    first: &str,
    other: &str,
    rounds: &[(Measurement, Measurement)],
) -> Result<Option<Comparison>, NoCommonCore> {
    let Some((first_round, other_round)) = rounds.first() else { return Ok(None) };
    let of_rounds: Vec<Matches<'_>> =
        rounds.iter().map(|(a, b)| common_cores((first, a), (other, b))).collect::<Result<_, _>>()?;
    let matches = &of_rounds[0];
    let cores = matches.pairs.iter().enumerate().map(|(at, (reading, _))| {
        let before = matches.pairs[..at].iter().filter(|(other, _)| other.kind == reading.kind).count();
        let pairs: Vec<(&Reading, &Reading)> =
            of_rounds.iter().filter_map(|matches| matches.of_kind(&reading.kind).nth(before)).collect();
        contrast_rounds(&reading.kind, &pairs)
    });
    let contrast = of_matches(subject(other, other_round), matches, cores.collect());
    Ok(Some(Comparison {
        schema: COMPARE_SCHEMA.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        measured_at: first_round.measured_at.clone(),
        options: format!("--repeat {}", rounds.len()),
        method: ComparisonMethod::PairedRounds,
        first: subject(first, first_round),
        others: vec![contrast],
    }))
}

fn subject(name: &str, measurement: &Measurement) -> Subject {
    Subject {
        name: name.to_owned(),
        machine: machine_line(&measurement.machine),
        measured_at: measurement.measured_at.clone(),
        options: measurement.options.clone(),
    }
}

fn common_cores<'a>(
    (first_name, first): (&str, &'a Measurement),
    (other_name, other): (&str, &'a Measurement),
) -> Result<Matches<'a>, NoCommonCore> {
    let matches = match_cores(&first.cores, &other.cores);
    if !matches.pairs.is_empty() {
        return Ok(matches);
    }
    Err(NoCommonCore {
        first: first_name.to_owned(),
        other: other_name.to_owned(),
        first_cores: listed(&first.cores),
        other_cores: listed(&other.cores),
    })
}

/// "core 0 (Cortex-A78), core 4 (Cortex-A55)".
fn listed(readings: &[Reading]) -> String {
    let one = |reading: &Reading| match reading.cpu {
        Some(cpu) => format!("core {cpu} ({})", reading.kind),
        None => reading.kind.clone(),
    };
    if readings.is_empty() {
        "none".to_owned()
    } else {
        readings.iter().map(one).collect::<Vec<_>>().join(", ")
    }
}

fn of_matches(subject: Subject, matches: &Matches<'_>, cores: Vec<CoreContrast>) -> Contrast {
    let names = |readings: &[&Reading]| {
        readings.iter().map(|reading| CoreName { cpu: reading.cpu, kind: reading.kind.clone() }).collect()
    };
    Contrast {
        subject,
        cores,
        only_first: names(&matches.only_first),
        only_other: names(&matches.only_other),
    }
}

/// Returns a side without its clock.
fn side_without_number<'a>(readings: impl Iterator<Item = &'a Reading> + Clone) -> Side {
    let mut cpus = readings.clone().map(|reading| reading.cpu);
    let first = cpus.next().flatten();
    let mut side = Side {
        cpu: first.filter(|_| cpus.all(|cpu| cpu == first)),
        repeatable_hz: None,
        verdicts: Vec::new(),
        reasons: Vec::new(),
    };
    for reading in readings {
        if !side.verdicts.contains(&reading.verdict) {
            side.verdicts.push(reading.verdict);
        }
        side.reasons.extend(reading.reason.filter(|reason| !side.reasons.contains(reason)));
    }
    side
}

fn contrast_readings(first: &Reading, other: &Reading) -> CoreContrast {
    let side = |reading: &Reading| Side {
        repeatable_hz: reading.repeatable_hz,
        ..side_without_number(std::iter::once(reading))
    };
    let difference = || {
        let (a, b) = (first.repeatable_hz?, other.repeatable_hz?);
        let confidence = first.confidence.min(other.confidence);
        Some(Difference::new(a.value, b.minus(a), confidence, tolerance_hz(first, other)?))
    };
    CoreContrast {
        kind: first.kind.clone(),
        first: side(first),
        other: side(other),
        difference: difference(),
        rounds: None,
    }
}

fn contrast_rounds(kind: &str, rounds: &[(&Reading, &Reading)]) -> CoreContrast {
    let numbers: Vec<(f64, f64)> = rounds.iter().filter_map(|(a, b)| Some((a.hz()?, b.hz()?))).collect();
    let differences: Vec<f64> = numbers.iter().map(|(a, b)| b - a).collect();
    let found = SignedRank::of(&differences, CONFIDENCE);
    // Rounds too few for the interval of a difference are too few for one of a median, too.
    let median = |of: fn(&(f64, f64)) -> f64| {
        let mut values: Vec<f64> = numbers.iter().map(of).collect();
        found.and_then(|_| Interval::of_median(&mut values))
    };
    let (first, other) = (median(|pair| pair.0), median(|pair| pair.1));
    let tolerance_hz = rounds.iter().filter_map(|(a, b)| tolerance_hz(a, b)).fold(0.0, f64::max);
    let difference = found
        .zip(first)
        .map(|(found, first)| Difference::new(first.value, found.shift, found.confidence, tolerance_hz));
    let side = |side: Side, repeatable_hz: Option<Interval>| Side { repeatable_hz, ..side };
    CoreContrast {
        kind: kind.to_owned(),
        first: side(side_without_number(rounds.iter().map(|pair| pair.0)), first),
        other: side(side_without_number(rounds.iter().map(|pair| pair.1)), other),
        difference,
        rounds: Some(Rounds { pairs: numbers.len(), p_value: found.map(|found| found.p_value) }),
    }
}

/// Returns the difference that the tolerances of two timing clocks may cause, in hertz.
fn tolerance_hz(first: &Reading, other: &Reading) -> Option<f64> {
    let of = |reading: &Reading| Some(reading.hz()? * reading.clock_tolerance_ppm / 1e6);
    Some(of(first)? + of(other)?)
}
