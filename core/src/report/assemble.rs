//! From one core's recording to its reading: the estimate, what the other clocks say, and what is claimed.

use crate::clock::crosscheck::{
    Agreement, CrossCheck, Disagreement, EventKind, NotChecked, SessionRecord, WitnessCheck, WitnessRecord,
    check,
};
use crate::clock::{ClockId, Rate, UnknownRate};
use crate::estimate::recording::{Recording, WarmUpEnd};
use crate::estimate::verdict::Reason;
use crate::estimate::warning::Warning;
use crate::estimate::{CONFIDENCE, Estimate};

use super::curve::thinned;
use super::raw::{CoreContext, Outcome, RawCore};
use super::reading::{ClaimCompared, OtherLoad, Reading};

/// A claim that is twice or half of the reading within this part means that ratios may have hidden a factor:
/// what systems claim is off by more than 2 % in 18 % of the boards on record, and by a factor in few (peers).
const FACTOR_WITHIN: f64 = 0.05;

/// The reading of one core, of what its windows say.
pub(super) fn assemble(core: &RawCore, estimate: Option<Estimate>) -> Reading {
    match (&core.outcome, estimate) {
        (Outcome::Recorded(recording), Some(estimate)) => {
            assemble_recorded(recording, estimate, &core.context)
        }
        (Outcome::Recorded(_), None) => unreachable!("recorded windows are estimated"),
        (Outcome::Refused(reason), _) => {
            let mut reading = fill(Estimate::refused(*reason), &core.context);
            reading.warnings = core.context.warnings.clone();
            reading
        }
    }
}

fn assemble_recorded(recording: &Recording, mut estimate: Estimate, context: &CoreContext) -> Reading {
    let cross_check = check(&recording.session);
    if cross_check.refuses() {
        estimate = refuse(estimate, Reason::ClocksDisagree);
    }
    if recording.warm_up.end == WarmUpEnd::Cancelled {
        estimate = refuse(estimate, Reason::Cancelled);
    }
    let was_cancelled = context.warnings.contains(&Warning::Cancelled);
    // Few windows can make chains seem to disagree, too.
    if was_cancelled && matches!(estimate.reason, Some(Reason::Starved | Reason::NoConsensus)) {
        estimate.reason = Some(Reason::Cancelled);
    }
    let mut warnings = clock_warnings(&cross_check, recording.clock.id);
    warnings.extend(rates_not_believed(&recording.session, &cross_check));
    warnings.extend(factor_suspected(&estimate, context));
    warnings.extend(context.warnings.iter().cloned());
    warnings.append(&mut estimate.warnings);
    Reading {
        warnings,
        cross_check: Some(cross_check),
        elapsed_ms: recording.elapsed_ms,
        warm_up_ms: recording.warm_up.elapsed_ms,
        warm_up_curve: thinned(&recording.warm_up.samples),
        ..fill(estimate, context)
    }
}

/// The same evidence without a number.
fn refuse(estimate: Estimate, reason: Reason) -> Estimate {
    Estimate {
        windows: estimate.windows,
        cpu: estimate.cpu,
        chains: estimate.chains,
        warnings: estimate.warnings,
        ..Estimate::refused(reason)
    }
}

fn fill(estimate: Estimate, context: &CoreContext) -> Reading {
    let frequency = estimate.frequency;
    let cpu = estimate.cpu.filter(|_| context.cpus_are_numbered).or(context.cpu);
    let claim = context.claim.map(|claim| ClaimCompared {
        hz: claim.hz as f64,
        source: claim.source,
        difference_percent: frequency.map(|f| (f.hz / claim.hz as f64 - 1.0) * 100.0),
    });
    let load = context.load.as_ref().map(|loads| OtherLoad {
        others: loads.iter().filter(|load| Some(load.cpu) != cpu).copied().collect(),
        sibling_busy: loads
            .iter()
            .filter(|load| Some(load.cpu) != cpu && context.siblings.contains(&load.cpu))
            .map(|load| load.busy_fraction)
            .max_by(f64::total_cmp),
    });
    Reading {
        cpu,
        kind: context.kind.clone(),
        cpus: context.cpus.clone(),
        frequency_hz: frequency.map(|f| f.hz),
        low_hz: frequency.map(|f| f.low_hz),
        high_hz: frequency.map(|f| f.high_hz),
        confidence: CONFIDENCE,
        uncertainty: frequency.map(|f| f.parts),
        clock_tolerance_ppm: context.clock_tolerance_ppm,
        clock_tolerance_source: context.clock_tolerance_source.clone(),
        verdict: estimate.verdict,
        reason: estimate.reason,
        warnings: estimate.warnings,
        range: estimate.range,
        time_line: estimate.time_line,
        chains: estimate.chains,
        tight_loop: estimate.tight_loop,
        effective_hz: estimate.effective_hz,
        windows: estimate.windows,
        claim,
        load,
        cross_check: None,
        elapsed_ms: 0.0,
        warm_up_ms: 0.0,
        warm_up_curve: Vec::new(),
        first_number_ms: context.first_number_ms,
        conditions: context.conditions,
    }
}

/// What the cross-check gives cause to say.
fn clock_warnings(check: &CrossCheck, primary: ClockId) -> Vec<Warning> {
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
fn rates_not_believed(session: &SessionRecord, check: &CrossCheck) -> Vec<Warning> {
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
fn factor_suspected(estimate: &Estimate, context: &CoreContext) -> Option<Warning> {
    let claim_hz = context.claim?.hz as f64;
    let ratio = claim_hz / estimate.frequency?.hz;
    let near = |factor: f64| (ratio / factor - 1.0).abs() <= FACTOR_WITHIN;
    (near(2.0) || near(0.5)).then_some(Warning::FactorSuspected { claim_hz })
}
