//! Times at which two clocks diverged.

use serde::{Deserialize, Serialize};

use super::series::{Gain, Series};
use crate::clock::ClockId;

/// Kind of event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum), uniffi(name = "ClockEventKind"))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum EventKind {
    /// A count was lower than one before it.
    SteppedBack,
    /// Time was gained or lost at once.
    Jumped,
    /// A count did not move while time passed.
    Stopped,
    /// The rate differed for at least two consecutive samples.
    RateChanged,
}

/// An event at which two clocks diverged.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
#[non_exhaustive]
pub struct ClockEvent {
    /// Kind of event.
    pub kind: EventKind,
    /// The clock to which it happened, if the record shows it: by the count itself, or by a third
    /// clock.
    pub culprit: Option<ClockId>,
    /// The witness that noticed it.
    pub witness: ClockId,
    /// It happened after this time, in nanoseconds of the primary clock since the first sample...
    pub after_ns: f64,
    /// ...and began before this one.
    pub before_ns: f64,
    /// Gain of the witness on the primary clock (loss: negative), in nanoseconds.
    pub offset_change_ns: f64,
    /// The bound of the gain's error, in nanoseconds.
    pub gain_uncertainty_ns: f64,
}

/// The events of all witnesses, in the order of time. An event of the primary clock that two
/// witnesses saw is listed once.
pub(super) fn find_events(primary: ClockId, all: &[Series]) -> Vec<ClockEvent> {
    let mut found: Vec<(SampleRange, ClockEvent)> = Vec::new();
    for (index, series) in all.iter().enumerate() {
        let gains = series.gains();
        for run in gains.chunk_by(|a, b| a.is_real() == b.is_real()).filter(|run| run[0].is_real()) {
            let samples = (series.sample(run[0].from), series.sample(run[run.len() - 1].to));
            let event = describe(primary, series, run, samples, &others(all, index));
            let overlaps = |other: &SampleRange| other.0 < samples.1 && samples.0 < other.1;
            let of_primary = |event: &ClockEvent| event.culprit == Some(primary);
            let told = found.iter().any(|(other, earlier)| overlaps(other) && of_primary(earlier));
            if !(told && of_primary(&event)) {
                found.push((samples, event));
            }
        }
    }
    found.sort_by_key(|(samples, _)| samples.0);
    found.into_iter().map(|(_, event)| event).collect()
}

/// The session's samples between which an event happened.
type SampleRange = (usize, usize);

fn others(all: &[Series], index: usize) -> Vec<&Series> {
    all.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, series)| series).collect()
}

/// One event of a run of stretches in which the witness gained.
fn describe(
    primary: ClockId,
    series: &Series,
    run: &[Gain],
    samples: SampleRange,
    others: &[&Series],
) -> ClockEvent {
    let offset_change_ns = run.iter().map(|gain| gain.offset_change_ns).sum();
    let gain_uncertainty_ns = run.iter().map(|gain| gain.bound_ns).sum();
    let (kind, by_itself) = kind_of(primary, series.id, run);
    // If the primary clock went back, the later time is the smaller number.
    let (from_ns, to_ns) = (series.time_ns(run[0].from), series.time_ns(run[0].to));
    let culprit = by_itself
        .or_else(|| blame(primary, series.id, samples, (offset_change_ns, gain_uncertainty_ns), others));
    ClockEvent {
        kind,
        culprit,
        witness: series.id,
        after_ns: from_ns.min(to_ns),
        before_ns: from_ns.max(to_ns),
        offset_change_ns,
        gain_uncertainty_ns,
    }
}

/// Classifies the run, and names the culprit if the counts themselves show it.
fn kind_of(primary: ClockId, witness: ClockId, run: &[Gain]) -> (EventKind, Option<ClockId>) {
    let any = |is: fn(&Gain) -> bool| run.iter().any(is);
    if any(|gain| gain.primary_went_back) {
        (EventKind::SteppedBack, Some(primary))
    } else if any(|gain| gain.witness_went_back) {
        (EventKind::SteppedBack, Some(witness))
    } else if any(|gain| gain.primary_stood) {
        (EventKind::Stopped, Some(primary))
    } else if any(|gain| gain.witness_stood) {
        (EventKind::Stopped, Some(witness))
    } else if run.len() > 1 {
        (EventKind::RateChanged, None)
    } else {
        (EventKind::Jumped, None)
    }
}

/// Finds the culprit by the other witnesses: one that saw the primary clock do the same blames that
/// clock, one that saw nothing clears it. One whose own bound is too wide is ignored.
fn blame(
    primary: ClockId,
    witness: ClockId,
    samples: SampleRange,
    (offset_change_ns, uncertainty_ns): (f64, f64),
    others: &[&Series],
) -> Option<ClockId> {
    others.iter().find_map(|other| {
        let seen = other.gain_over(samples)?;
        let same = (seen.offset_change_ns - offset_change_ns).abs() <= seen.bound_ns + uncertainty_ns;
        match (seen.is_real(), same) {
            (true, true) => Some(primary),
            (false, false) => Some(witness),
            _ => None,
        }
    })
}
