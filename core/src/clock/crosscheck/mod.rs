//! Cross-check of the clocks. Pure functions on recorded samples.
//!
//! At intervals during a session each witness is read between two reads of the primary clock (a
//! [`Bracket`]). From the brackets follow, for each witness, its rate against the primary clock
//! with a bound of its error, whether that rate stayed the same, and times at which one clock
//! jumped, stopped or went back. A vote then identifies the clock that is wrong, if possible: two
//! clocks that disagree are both listed; a third one that agrees with one of the two identifies the
//! other.
//!
//! The primary clock of Linux and Android is the kernel's, which knows a counter's true rate from
//! the device tree if the register `CNTFRQ_EL0` is wrong. Such a counter is outvoted in the same
//! way, as soon as the wall clock confirms the kernel's clock ([`ClockFinding::CounterRateWrong`]).
//!
//! A counter whose rate was measured against the system's clock ([`MeasuredRate`]) agrees with that
//! one in rate by construction. That agreement is not a vote: the question is whether the
//! *system's* clock is right, and the wall clock and the counter's stated rate decide. Between the
//! two only stability is checked.

mod events;
mod rate;
mod record;
mod series;
mod verdict;

pub use events::{ClockEvent, EventKind};
pub use rate::MeasuredRate;
pub(super) use rate::rate_against;
pub use record::{Bracket, ClockRecord, Recorder, SessionRecord, WitnessRecord, bracket};
pub use verdict::{Agreement, ClockFinding, Disagreement, NotChecked};

use serde::{Deserialize, Serialize};

use super::{ClockId, Rate};
use events::find_events;
use series::{Series, steering_between};
use verdict::{PairwiseCheck, Question, SuspectClock, judge};

/// A value in parts per million with a hard bound of its error: no confidence level applies.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct Ppm {
    /// The value.
    pub ppm: f64,
    /// Bound of its error.
    pub uncertainty_ppm: f64,
}

/// Result for one witness.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
#[non_exhaustive]
pub struct WitnessCheck {
    /// The witness.
    pub id: ClockId,
    /// Its nominal rate in hertz, if one is stated.
    pub nominal_hz: Option<f64>,
    /// Its rate in hertz as measured by the primary clock.
    pub measured_hz: Option<f64>,
    /// Relative rate against the primary clock, by both nominal rates: positive if the witness
    /// gains. Absent if no rate is stated, and for the clock against which the primary clock's rate
    /// was measured.
    pub rate: Option<Ppm>,
    /// Relative difference of its rate in the second half of the session from the first.
    pub stability: Option<Ppm>,
    /// Maximum amount by which the system may steer one of the two clocks, in parts per million.
    pub tolerance_ppm: f64,
    /// Brackets left out because they are wide: the thread was interrupted inside.
    pub wide_brackets: usize,
}

/// The outcome of a session's cross-check.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
#[non_exhaustive]
pub struct CrossCheck {
    /// The primary clock.
    pub primary: ClockId,
    /// Its nominal rate in hertz.
    pub primary_hz: f64,
    /// The result for each witness; last the primary clock's own stated rate, if one is stated and
    /// another was measured.
    pub witnesses: Vec<WitnessCheck>,
    /// Jumps, stops, steps back, changes of rate, in the order of time.
    pub events: Vec<ClockEvent>,
    /// Whether the stated rates agree.
    pub rate: Agreement,
    /// Whether the rates stayed the same against each other.
    pub stability: Agreement,
}

impl CrossCheck {
    /// Returns `true` if a reading that rests on the primary clock is to be refused: if the clocks'
    /// rates disagree beyond 2,000 ppm, or moved against each other by as much, and no third clock
    /// confirms the primary one.
    ///
    /// A clock that jumped, went back or stopped for a while is not a reason: the windows across it
    /// show it and do not count, the rates are compared without it, and the reading reports it. A
    /// permanent stop ends the measurement.
    pub fn invalidates_reading(&self) -> bool {
        self.rate.invalidates_reading() || self.stability.invalidates_reading()
    }
}

/// Checks the clocks of a session against each other.
pub fn check(record: &SessionRecord) -> CrossCheck {
    let series: Vec<Series> = record.witnesses.iter().map(|w| Series::new(&record.primary, w)).collect();
    let events = find_events(record.primary.id, &series);
    let mut witnesses = Vec::new();
    let (mut rates, mut stability) = (Vec::new(), Vec::new());
    let primary = &record.primary;
    let itself = SuspectClock { id: primary.id, hz: primary.timebase.hz(), gave_rate: false };
    let mut of_rate = itself;
    for series in &series {
        let mut check = examine(series);
        if by_construction(primary, &check) {
            check.rate = None;
            of_rate =
                SuspectClock { id: series.id, hz: series.nominal_hz.unwrap_or(itself.hz), gave_rate: true };
        }
        let testify = |found: Option<Ppm>| found.map(|value| PairwiseCheck::new(series, value));
        rates.extend(testify(check.rate));
        stability.extend(testify(check.stability));
        witnesses.push(check);
    }
    if of_rate.gave_rate
        && let Some((check, found)) = stated_rate(primary)
    {
        rates.push(PairwiseCheck::of_stated_rate(&check, found));
        witnesses.push(check);
    }
    CrossCheck {
        primary: primary.id,
        primary_hz: itself.hz,
        rate: judge(Question::Rate, of_rate, &rates, &witnesses),
        stability: judge(Question::Steadiness, itself, &stability, &witnesses),
        witnesses,
        events,
    }
}

/// Returns `true` if this is the clock that gave the primary one its rate, and still has that rate:
/// if not, one of the two changed between that measurement and the session, and they are two clocks
/// like any others.
fn by_construction(primary: &ClockRecord, check: &WitnessCheck) -> bool {
    primary.measured.is_some_and(|measured| {
        measured.against == check.id
            && check.rate.is_none_or(|found| measured.allows(found, check.tolerance_ppm))
    })
}

/// Compares a counter's stated rate with the clock against which its rate was measured. It is the
/// same count, so it does not check stability.
fn stated_rate(primary: &ClockRecord) -> Option<(WitnessCheck, Ppm)> {
    let measured = primary.measured?;
    let Rate::Stated { timebase, .. } = measured.stated else { return None };
    let (stated_hz, measured_hz) = (timebase.hz(), primary.timebase.hz());
    let ratio = measured_hz / stated_hz;
    let found = Ppm { ppm: (ratio - 1.0) * 1e6, uncertainty_ppm: measured.uncertainty_ppm * ratio };
    let check = WitnessCheck {
        id: primary.id,
        nominal_hz: Some(stated_hz),
        measured_hz: Some(measured_hz),
        rate: Some(found),
        stability: None,
        tolerance_ppm: steering_between(measured.against, primary.id),
        wide_brackets: 0,
    };
    Some((check, found))
}

fn examine(series: &Series) -> WitnessCheck {
    let repaired = series.without_jumps();
    let slope = repaired.slope(0, repaired.len());
    WitnessCheck {
        id: series.id,
        nominal_hz: series.nominal_hz,
        measured_hz: slope.map(|slope| slope.ratio * series.nominal_hz.unwrap_or(1e9)),
        rate: slope.filter(|_| series.nominal_hz.is_some()).map(|slope| slope.against(1.0)),
        stability: repaired.stability(),
        tolerance_ppm: series.tolerance_ppm,
        wide_brackets: series.wide_brackets,
    }
}

#[cfg(test)]
mod tests;
