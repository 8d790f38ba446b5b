//! Causes of warnings in addition to the windows: the cross-check of the clocks, the claimed clock,
//! heat and power. Warnings caused by the windows are completed by the core's context.

use crate::clock::crosscheck::{
    Agreement, ClockRecord, CrossCheck, Disagreement, EventKind, NotChecked, SessionRecord, WitnessCheck,
    WitnessRecord,
};
use crate::clock::{Rate, UnknownRate};
use crate::estimate::{Estimate, Frequency};
use crate::host::{Conditions, Fact, ThermalStatus, WithheldTime};

use super::raw::CoreContext;
use super::reading::OtherLoad;
use crate::warning::Warning;

/// A claimed clock within this fraction of twice or half the reading means that ratios may have
/// hidden a factor: claimed clocks are off by more than 2 % on 18 % of the boards on record, and by
/// a factor on few (docs/sources.md, Claimed clocks).
const FACTOR_WITHIN: f64 = 0.05;

/// Minimum share of steal time or quota throttling for a warning: a tenth of the share that the
/// estimate calls preempted. A heuristic; the number comes from the rest of the time either way.
const LOST_SHARE: f64 = 0.01;

/// Steal time and quota throttling explain a preempted core if they are at least this fraction of
/// the loss. A heuristic: most of it.
const EXPLAINS: f64 = 0.5;

/// Returns the warnings in the windows of a core, completed by its load and context. Without the
/// loss of time that the system explains.
pub(super) fn window_warnings(
    estimate: &Estimate,
    load: Option<&OtherLoad>,
    context: &CoreContext,
) -> Vec<Warning> {
    let is_explained = |warning: &Warning| match *warning {
        Warning::Preempted { undisturbed_percent, .. } => {
            is_lost_time_explained(estimate, undisturbed_percent, context)
        }
        _ => false,
    };
    let mut warnings = estimate.warnings.clone();
    warnings.retain(|warning| !is_explained(warning));
    for warning in &mut warnings {
        match warning {
            Warning::Preempted { busy_cores, .. } => {
                *busy_cores = load.map(|load| load.busy_cores(&context.siblings));
            }
            Warning::SmtContention { sibling_known, .. } => *sibling_known = !context.siblings.is_empty(),
            _ => {}
        }
    }
    warnings
}

/// Returns `true` if the hypervisor or a quota took most of the lost time and windows: closing
/// other programs does not help then.
fn is_lost_time_explained(estimate: &Estimate, undisturbed_percent: f64, context: &CoreContext) -> bool {
    let withheld_percent: f64 = context
        .warnings
        .iter()
        .filter_map(|warning| match warning {
            Warning::StealTime { percent } => Some(percent),
            Warning::QuotaReached { throttled_percent } => Some(throttled_percent),
            _ => None,
        })
        .sum();
    let effective_part =
        estimate.effective_hz.zip(estimate.frequency).map(|(effective, clock)| effective / clock.hz.value);
    let lost_percent = effective_part.map_or(0.0, |part| (1.0 - part) * 100.0);
    withheld_percent > 0.0 && withheld_percent >= EXPLAINS * lost_percent.max(100.0 - undisturbed_percent)
}

impl Warning {
    /// Warnings about time that the system took away.
    pub(crate) fn of_lost_time(lost: &WithheldTime) -> Vec<Warning> {
        let percent = |share: &Fact<f64>| {
            share.value().filter(|&&share| share >= LOST_SHARE).map(|share| share * 100.0)
        };
        let stolen = percent(&lost.stolen).map(|percent| Warning::StealTime { percent });
        let throttled =
            percent(&lost.throttled).map(|throttled_percent| Warning::QuotaReached { throttled_percent });
        stolen.into_iter().chain(throttled).collect()
    }

    /// Warnings about the conditions of the device.
    pub(crate) fn of_conditions(conditions: &Conditions) -> Vec<Warning> {
        let mut warnings = Vec::new();
        if conditions.power_saving == Some(true) {
            warnings.push(Warning::LowPower);
        }
        if conditions.thermal >= Some(ThermalStatus::Severe) {
            warnings.push(Warning::ThermalPressure);
        }
        if conditions.in_background == Some(true) {
            warnings.push(Warning::Background);
        }
        warnings
    }
}

/// Returns the warnings from the cross-check.
pub(super) fn clock_warnings(check: &CrossCheck, primary: &ClockRecord) -> Vec<Warning> {
    let right_by = primary.measured.map_or(primary.id, |measured| measured.against);
    let mut warnings = Vec::new();
    for agreement in [&check.rate, &check.stability] {
        if let Agreement::Disagree(disagreement) = agreement {
            warnings.push(disagree(disagreement));
        }
    }
    if let Agreement::Unchecked { reason: NotChecked::NoSecondClock | NotChecked::NoSecondRate } = check.rate
    {
        warnings.push(Warning::Unchecked { clock: right_by });
    }
    for event in check.events.iter().filter(|event| event.kind != EventKind::RateChanged) {
        let clock = event.culprit.unwrap_or(event.witness);
        // A gain of the secondary clock is a loss of the timing clock.
        let step_ns = if clock == primary.id { -event.offset_change_ns } else { event.offset_change_ns };
        warnings.push(Warning::ClockStepped { clock, step_ns, at_ms: event.before_ns / 1e6 });
    }
    warnings
}

/// Warns of counters whose stated rates are implausible, with their measured rates.
pub(super) fn rates_not_believed(session: &SessionRecord, check: &CrossCheck) -> Vec<Warning> {
    let warning = |(witness, checked): (&WitnessRecord, &WitnessCheck)| match witness.rate {
        Rate::Unknown { reason: UnknownRate::NotBelieved { hz } } => Some(Warning::ImplausibleRate {
            clock: witness.id,
            stated_hz: hz,
            measured_hz: checked.measured_hz,
        }),
        Rate::Stated { .. } | Rate::Unknown { .. } => None,
    };
    let of_primary = match session.primary.measured.map(|measured| measured.stated) {
        Some(Rate::Unknown { reason: UnknownRate::NotBelieved { hz } }) => Some(Warning::ImplausibleRate {
            clock: session.primary.id,
            stated_hz: hz,
            measured_hz: Some(session.primary.timebase.hz()),
        }),
        _ => None,
    };
    session.witnesses.iter().zip(&check.witnesses).filter_map(warning).chain(of_primary).collect()
}

fn disagree(disagreement: &Disagreement) -> Warning {
    Warning::ClocksDisagree {
        primary: disagreement.primary,
        primary_hz: disagreement.primary_hz,
        witness: disagreement.witness,
        witness_stated_hz: disagreement.witness_nominal_hz,
        witness_measured_hz: disagreement.witness_measured_hz,
        ppm: disagreement.difference.ppm,
        culprit: disagreement.culprit,
    }
}

/// Warns if the claimed clock is twice or half the reading and no other stated clock matches the
/// reading.
pub(super) fn factor_suspected(context: &CoreContext, frequency: Option<Frequency>) -> Option<Warning> {
    let (claim_hz, hz) = (context.claim?.hz as f64, frequency?.hz.value);
    let is_factor = |claim_hz: f64, factor: f64| (claim_hz / hz / factor - 1.0).abs() <= FACTOR_WITHIN;
    let limits = context.limits.iter().filter_map(|limits| limits.driver_hz);
    let mut stated = context.claims.iter().map(|claim| claim.hz).chain(limits);
    let fits = stated.any(|stated_hz| is_factor(stated_hz as f64, 1.0));
    let is_suspect = !fits && (is_factor(claim_hz, 2.0) || is_factor(claim_hz, 0.5));
    is_suspect.then_some(Warning::FactorSuspected { claim_hz })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Interval;
    use crate::estimate::UncertaintyBudget;
    use crate::estimate::verdict::Reason;
    use crate::host::CpuLoad;

    fn context(warnings: Vec<Warning>, siblings: &[u32]) -> CoreContext {
        CoreContext { siblings: siblings.to_vec(), warnings, ..CoreContext::simulated() }
    }

    /// Estimate of a 2 GHz clock, of which the thread got the fraction `effective_part`.
    fn found(effective_part: Option<f64>, warning: Warning) -> Estimate {
        let budget = UncertaintyBudget {
            quantisation_ppm: 1.0,
            batch_spread_ppm: 1.0,
            chain_disagreement_ppm: 0.0,
            undetected_ppm: 0.0,
            reference_ppm: 0.0,
        };
        Estimate {
            frequency: Some(Frequency { hz: Interval::around(2e9, 0.0), budget }),
            effective_hz: effective_part.map(|part| part * 2e9),
            warnings: vec![warning],
            ..Estimate::refused(Reason::TooFewWindows)
        }
    }

    #[test]
    fn a_shared_core_says_whether_the_system_admits_a_sibling() {
        let shared = |sibling_known| Warning::SmtContention {
            percent_of_time: 23.0,
            slower_percent: Some(1.2),
            tight_loop_cycles: Some(2.1),
            sibling_known,
        };
        for (siblings, sibling_known) in [(&[1][..], true), (&[], false)] {
            let warnings =
                window_warnings(&found(Some(1.0), shared(false)), None, &context(vec![], siblings));
            assert_eq!(warnings, [shared(sibling_known)]);
        }
    }

    #[test]
    fn a_contended_core_names_how_many_others_were_busy() {
        let contended = found(Some(0.7), Warning::Preempted { undisturbed_percent: 60.0, busy_cores: None });
        let texts = |load: Option<&[f64]>| {
            let others = |busy: &[f64]| {
                (0..).zip(busy).map(|(cpu, &busy_fraction)| CpuLoad { cpu, busy_fraction }).collect()
            };
            let load = load.map(|busy| OtherLoad { others: others(busy), sibling_busy: None });
            let warnings = window_warnings(&contended, load.as_ref(), &context(vec![], &[0]));
            warnings.iter().map(Warning::text).collect::<Vec<_>>()
        };
        let alone = "other work on this core: 60 % of the windows undisturbed";
        assert_eq!(texts(None), [alone], "the system does not tell");
        assert_eq!(
            texts(Some(&[1.0, 0.4])),
            [alone],
            "a sibling is of this core, and the other idles mostly"
        );
        assert_eq!(texts(Some(&[0.0, 0.5])), [format!("{alone}; another core was busy")]);
        assert_eq!(texts(Some(&[0.0, 0.5, 0.0, 1.0])), [format!("{alone}; 2 other cores were busy")]);
    }

    #[test]
    fn nobody_is_told_to_close_programs_where_the_kernel_knows_who_took_the_time() {
        let told = |effective_part, undisturbed_percent, withheld: &[Warning]| {
            let contended = Warning::Preempted { undisturbed_percent, busy_cores: None };
            let context = context(withheld.to_vec(), &[]);
            !window_warnings(&found(effective_part, contended), None, &context).is_empty()
        };
        let stolen = |percent| Warning::StealTime { percent };
        let throttled = |throttled_percent| Warning::QuotaReached { throttled_percent };
        assert!(told(Some(0.7), 95.0, &[]), "nobody knows");
        assert!(!told(Some(0.7), 95.0, &[stolen(20.0)]), "most of the 30 % that were lost");
        assert!(!told(Some(0.7), 95.0, &[throttled(20.0)]));
        assert!(!told(Some(0.7), 95.0, &[stolen(8.0), throttled(8.0)]), "both together");
        assert!(told(Some(0.7), 95.0, &[stolen(10.0)]), "a third of it");
        assert!(told(Some(0.97), 40.0, &[stolen(3.0)]), "3 % of the time is not 60 % of the windows");
        assert!(!told(None, 95.0, &[stolen(3.0)]), "where the lost time is unknown, the windows tell");
        assert!(told(None, 95.0, &[]));
    }

    #[test]
    fn what_the_kernel_withheld_is_told_from_a_hundredth_on() {
        let warnings = |stolen: Option<f64>, throttled: Option<f64>| {
            let fact = |share: Option<f64>| {
                share.map_or(Fact::unknown("nobody says"), |share| Fact::known(share, "test"))
            };
            Warning::of_lost_time(&WithheldTime { stolen: fact(stolen), throttled: fact(throttled) })
        };
        assert_eq!(warnings(None, None), []);
        assert_eq!(warnings(Some(0.0), Some(0.0)), []);
        assert_eq!(warnings(Some(0.009), Some(0.009)), []);
        assert_eq!(
            warnings(Some(0.25), Some(0.5)),
            [Warning::StealTime { percent: 25.0 }, Warning::QuotaReached { throttled_percent: 50.0 }]
        );
        assert_eq!(warnings(None, Some(0.01)), [Warning::QuotaReached { throttled_percent: 1.0 }]);
    }

    #[test]
    fn severe_heat_power_saving_and_background_are_warned_of() {
        let at = |status| Conditions { thermal: Some(status), ..Conditions::default() };
        assert_eq!(Warning::of_conditions(&Conditions::default()), []);
        assert_eq!(Warning::of_conditions(&at(ThermalStatus::Moderate)), []);
        assert_eq!(Warning::of_conditions(&at(ThermalStatus::Severe)), [Warning::ThermalPressure]);
        let saving = Conditions { power_saving: Some(true), in_background: Some(true), ..Default::default() };
        assert_eq!(Warning::of_conditions(&saving), [Warning::LowPower, Warning::Background]);
        let fine = Conditions { power_saving: Some(false), in_background: Some(false), ..Default::default() };
        assert_eq!(Warning::of_conditions(&fine), []);
    }
}
