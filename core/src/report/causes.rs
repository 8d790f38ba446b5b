//! What gives cause for a warning: the windows, the clocks against each other, the system's claim, heat and power.

use crate::clock::crosscheck::{
    Agreement, CrossCheck, Disagreement, EventKind, NotChecked, SessionRecord, WitnessCheck, WitnessRecord,
};
use crate::clock::{ClockId, Rate, UnknownRate};
use crate::estimate::Frequency;
use crate::estimate::diagnostic::Diagnostic;
use crate::host::{Claim, Conditions, ThermalStatus};

use super::warning::Warning;

/// A claim that is twice or half of the reading within this part means that ratios may have hidden a factor:
/// what systems claim is off by more than 2 % in 18 % of the boards on record, and by a factor in few
/// (docs/sources.md, Claimed clocks).
const FACTOR_WITHIN: f64 = 0.05;

impl From<Diagnostic> for Warning {
    fn from(diagnostic: Diagnostic) -> Warning {
        match diagnostic {
            Diagnostic::StillWarming => Warning::StillWarming,
            Diagnostic::Migrated { windows } => Warning::Migrated { windows },
            Diagnostic::Contended { clean_percent } => Warning::Contended { clean_percent },
            Diagnostic::ChainDisagrees { kind, finding, cycles_per_step } => {
                Warning::ChainDisagrees { kind, finding, cycles_per_step }
            }
            Diagnostic::FoldedImmediate { steps_per_cycle } => Warning::FoldedImmediate { steps_per_cycle },
            Diagnostic::NotLinear { ppm } => Warning::NotLinear { ppm },
        }
    }
}

impl Conditions {
    /// What a reader of a number should know of them.
    pub(crate) fn warnings(&self) -> Vec<Warning> {
        let mut warnings = Vec::new();
        if self.power_saving == Some(true) {
            warnings.push(Warning::LowPower);
        }
        if self.thermal >= Some(ThermalStatus::Severe) {
            warnings.push(Warning::Hot);
        }
        if self.in_background == Some(true) {
            warnings.push(Warning::Background);
        }
        warnings
    }
}

/// What the cross-check gives cause to say.
pub(super) fn clock_warnings(check: &CrossCheck, primary: ClockId) -> Vec<Warning> {
    let mut warnings = Vec::new();
    for agreement in [&check.rate, &check.steadiness] {
        if let Agreement::Disagree(disagreement) = agreement {
            warnings.push(disagree(disagreement));
        }
    }
    if let Agreement::Unchecked { reason: NotChecked::NoSecondClock | NotChecked::NoSecondRate } = check.rate
    {
        warnings.push(Warning::Unchecked { clock: primary });
    }
    for event in check.events.iter().filter(|event| event.kind != EventKind::RateChanged) {
        let clock = event.culprit.unwrap_or(event.witness);
        // What the witness gained is what the primary clock lost.
        let step_ns = if clock == primary { -event.gain_ns } else { event.gain_ns };
        warnings.push(Warning::ClockStepped { clock, step_ns, at_ms: event.before_ns / 1e6 });
    }
    warnings
}

/// Counters whose stated rates nobody can believe, with the rates that they have.
pub(super) fn rates_not_believed(session: &SessionRecord, check: &CrossCheck) -> Vec<Warning> {
    let warning = |(witness, checked): (&WitnessRecord, &WitnessCheck)| match witness.rate {
        Rate::Unknown { reason: UnknownRate::NotBelieved { hz } } => {
            Some(Warning::RateNotBelieved { clock: witness.id, stated_hz: hz, seen_hz: checked.seen_hz })
        }
        Rate::Stated { .. } | Rate::Unknown { .. } => None,
    };
    session.witnesses.iter().zip(&check.witnesses).filter_map(warning).collect()
}

fn disagree(disagreement: &Disagreement) -> Warning {
    Warning::ClocksDisagree {
        primary: disagreement.primary,
        primary_hz: disagreement.primary_hz,
        witness: disagreement.witness,
        witness_stated_hz: disagreement.witness_nominal_hz,
        witness_seen_hz: disagreement.witness_seen_hz,
        ppm: disagreement.difference.ppm,
        culprit: disagreement.culprit,
    }
}

/// A claim of twice or half of the reading.
pub(super) fn factor_suspected((claim, frequency): (Claim, Frequency)) -> Option<Warning> {
    let claim_hz = claim.hz as f64;
    let ratio = claim_hz / frequency.hz;
    let near = |factor: f64| (ratio / factor - 1.0).abs() <= FACTOR_WITHIN;
    (near(2.0) || near(0.5)).then_some(Warning::FactorSuspected { claim_hz })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn severe_heat_power_saving_and_background_are_warned_of() {
        let at = |status| Conditions { thermal: Some(status), ..Conditions::default() };
        assert_eq!(Conditions::default().warnings(), []);
        assert_eq!(at(ThermalStatus::Moderate).warnings(), []);
        assert_eq!(at(ThermalStatus::Severe).warnings(), [Warning::Hot]);
        let saving = Conditions { power_saving: Some(true), in_background: Some(true), ..Default::default() };
        assert_eq!(saving.warnings(), [Warning::LowPower, Warning::Background]);
        let fine = Conditions { power_saving: Some(false), in_background: Some(false), ..Default::default() };
        assert_eq!(fine.warnings(), []);
    }
}
