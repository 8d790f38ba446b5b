//! The vote of the clocks.

use serde::{Deserialize, Serialize};

use super::series::{AGREE_PPM, Series};
use super::{Ppm, WitnessCheck};
use crate::clock::ClockId;

/// Rate difference of two clocks, in ppm, from which a reading is refused: 0.2 % is more than any
/// oscillator and any steering explain (500 ppm each), so that one of the two states a wrong rate.
const REFUSE_PPM: f64 = 2_000.0;

/// Whether the clocks agree on something.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[serde(rename_all = "snake_case", tag = "agreement")]
pub enum Agreement {
    /// The check was not possible.
    Unchecked {
        /// The reason.
        reason: NotChecked,
    },
    /// All witnesses agree with the primary clock; the value is from the most precise.
    Agree {
        /// The most precise witness.
        witness: ClockId,
        /// Difference between the two.
        #[serde(flatten)]
        difference: Ppm,
    },
    /// At least one does not.
    Disagree(Disagreement),
}

/// Reason for a missing check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum NotChecked {
    /// There is no second clock.
    NoSecondClock,
    /// No second clock states a rate.
    NoSecondRate,
    /// Too few samples, or all at one time.
    TooFewSamples,
}

/// Two clocks that contradict each other beyond the errors of both and 100 ppm.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
#[non_exhaustive]
pub struct Disagreement {
    /// The finding.
    pub finding: ClockFinding,
    /// Whether a reading by the primary clock is to be refused.
    pub invalidates_reading: bool,
    /// The clock that is wrong, if a third one identifies it.
    pub culprit: Option<ClockId>,
    /// The primary clock; for the rate, if it was measured, the clock that it was measured against.
    pub primary: ClockId,
    /// Its nominal rate in hertz.
    pub primary_hz: f64,
    /// The witness with the largest difference.
    pub witness: ClockId,
    /// The witness's nominal rate in hertz.
    pub witness_nominal_hz: Option<f64>,
    /// The witness's rate in hertz as measured by the primary clock.
    pub witness_measured_hz: Option<f64>,
    /// Difference of the witness, in ppm of the primary clock.
    #[serde(flatten)]
    pub difference: Ppm,
    /// Maximum amount by which one of the two may be steered, in ppm.
    pub tolerance_ppm: f64,
}

/// The name of a disagreement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ClockFinding {
    /// The stated rates contradict each other, and no other clock confirms the primary one.
    ClocksDisagree,
    /// A witness's stated rate is wrong: the primary clock is confirmed by another one.
    CounterRateWrong,
    /// The rates moved against each other, and no other clock confirms the primary one.
    ClocksDrift,
    /// A witness's rate moved: the primary clock is confirmed by another one.
    CounterUnsteady,
}

impl Agreement {
    /// Returns `true` if a reading by the primary clock is to be refused.
    pub fn invalidates_reading(&self) -> bool {
        matches!(self, Self::Disagree(disagreement) if disagreement.invalidates_reading)
    }
}

/// The property that is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Question {
    Rate,
    Steadiness,
}

/// The clock that is checked: the primary one, or the one from which its rate is.
#[derive(Debug, Clone, Copy)]
pub(super) struct SuspectClock {
    pub(super) id: ClockId,
    pub(super) hz: f64,
    /// It is the clock from which the primary clock's rate is: a witness too, but not of its own
    /// rate.
    pub(super) gave_rate: bool,
}

/// Result of a witness: a difference from the primary clock.
#[derive(Debug, Clone, Copy)]
pub(super) struct PairwiseCheck {
    id: ClockId,
    found: Ppm,
    tolerance_ppm: f64,
}

impl PairwiseCheck {
    pub(super) fn new(series: &Series, found: Ppm) -> Self {
        Self { id: series.id, found, tolerance_ppm: series.tolerance_ppm }
    }

    pub(super) fn of_stated_rate(check: &WitnessCheck, found: Ppm) -> Self {
        Self { id: check.id, found, tolerance_ppm: check.tolerance_ppm }
    }

    fn margin_ppm(&self) -> f64 {
        self.found.uncertainty_ppm + self.tolerance_ppm
    }

    fn agrees_with_primary(&self) -> bool {
        self.found.ppm.abs() <= AGREE_PPM + self.margin_ppm()
    }

    fn agrees_with(&self, other: &Self) -> bool {
        let relative = |ppm: f64| 1.0 + ppm * 1e-6;
        let apart_ppm = (relative(self.found.ppm) / relative(other.found.ppm) - 1.0).abs() * 1e6;
        apart_ppm <= AGREE_PPM + self.margin_ppm() + other.margin_ppm()
    }
}

/// Judges the testimonies.
pub(super) fn judge(
    question: Question,
    primary: SuspectClock,
    testimonies: &[PairwiseCheck],
    witnesses: &[WitnessCheck],
) -> Agreement {
    let precise = |a: &&PairwiseCheck, b: &&PairwiseCheck| a.margin_ppm().total_cmp(&b.margin_ppm());
    let Some(best) = testimonies.iter().min_by(precise) else {
        return Agreement::Unchecked { reason: why_not(question, primary, witnesses) };
    };
    let off = testimonies.iter().filter(|testimony| !testimony.agrees_with_primary());
    let farthest = |a: &&PairwiseCheck, b: &&PairwiseCheck| a.found.ppm.abs().total_cmp(&b.found.ppm.abs());
    let Some(worst) = off.max_by(farthest) else {
        return Agreement::Agree { witness: best.id, difference: best.found };
    };
    let culprit = name_culprit(primary.id, worst, testimonies);
    let cleared = culprit == Some(worst.id);
    let beyond = worst.found.ppm.abs() > REFUSE_PPM + worst.margin_ppm();
    let check = witnesses.iter().find(|check| check.id == worst.id);
    Agreement::Disagree(Disagreement {
        finding: match (question, cleared) {
            (Question::Rate, false) => ClockFinding::ClocksDisagree,
            (Question::Rate, true) => ClockFinding::CounterRateWrong,
            (Question::Steadiness, false) => ClockFinding::ClocksDrift,
            (Question::Steadiness, true) => ClockFinding::CounterUnsteady,
        },
        invalidates_reading: beyond && !cleared,
        culprit,
        primary: primary.id,
        primary_hz: primary.hz,
        witness: worst.id,
        witness_nominal_hz: check.and_then(|check| check.nominal_hz),
        witness_measured_hz: check.and_then(|check| check.measured_hz),
        difference: worst.found,
        tolerance_ppm: worst.tolerance_ppm,
    })
}

/// The clock that differs from the others, if they identify one. A third clock that would agree
/// with both sides does not count.
fn name_culprit(primary: ClockId, worst: &PairwiseCheck, testimonies: &[PairwiseCheck]) -> Option<ClockId> {
    let (mut for_primary, mut for_worst) = (0, 0);
    for third in testimonies.iter().filter(|third| third.id != worst.id) {
        match (third.agrees_with_primary(), third.agrees_with(worst)) {
            (true, false) => for_primary += 1,
            (false, true) => for_worst += 1,
            _ => {}
        }
    }
    match for_primary.cmp(&for_worst) {
        std::cmp::Ordering::Greater => Some(worst.id),
        std::cmp::Ordering::Less => Some(primary),
        std::cmp::Ordering::Equal => None,
    }
}

fn why_not(question: Question, primary: SuspectClock, witnesses: &[WitnessCheck]) -> NotChecked {
    let mut others = witnesses.iter().filter(|check| !(primary.gave_rate && check.id == primary.id));
    if witnesses.is_empty() {
        NotChecked::NoSecondClock
    } else if question == Question::Rate && others.all(|check| check.nominal_hz.is_none()) {
        NotChecked::NoSecondRate
    } else {
        NotChecked::TooFewSamples
    }
}
