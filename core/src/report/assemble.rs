//! Assembles the reading of a core from its recording: the estimate, the cross-check and the
//! claimed clock.

use crate::clock::crosscheck::check;
use crate::clock::quality::Tolerance;
use crate::estimate::recording::{Recording, WarmUpEnd, WarmUpSample};
use crate::estimate::verdict::Reason;
use crate::estimate::{CONFIDENCE, Estimate, true_hz};

use super::causes::{clock_warnings, factor_suspected, rates_not_believed, window_warnings};
use super::curve::thinned;
use super::low::low_cause;
use super::raw::{CoreContext, CoreOutcome, RawCore};
use super::reading::{ClaimComparison, OtherLoad, Reading};
use crate::warning::Warning;

/// Returns the reading of one core. `estimate` is `Some` if windows were recorded.
pub(super) fn assemble(core: &RawCore, estimate: Option<Estimate>) -> Reading {
    match (&core.outcome, estimate) {
        (CoreOutcome::Recorded(recording), Some(estimate)) => {
            assemble_recorded(recording, estimate, &core.context)
        }
        (CoreOutcome::Recorded(_), None) => unreachable!("recorded windows are estimated"),
        (CoreOutcome::Refused(reason), _) => {
            let mut reading = fill(Estimate::refused(*reason), &core.context);
            reading.warnings = core.context.warnings.clone();
            reading
        }
    }
}

fn assemble_recorded(recording: &Recording, mut estimate: Estimate, context: &CoreContext) -> Reading {
    let cross_check = check(&recording.session);
    if cross_check.invalidates_reading() {
        estimate = refuse(estimate, Reason::ClocksDisagree);
    }
    if recording.warm_up.end == WarmUpEnd::Cancelled {
        estimate = refuse(estimate, Reason::Cancelled);
    }
    let reference = context.reference();
    let rate_bound_ppm = recording.session.primary.measured.map_or(0.0, |rate| rate.uncertainty_ppm);
    estimate = estimate.in_true_seconds(&reference, rate_bound_ppm);
    let was_cancelled = context.warnings.contains(&Warning::Cancelled);
    // Few windows can make chains seem to disagree, too.
    if was_cancelled && matches!(estimate.reason, Some(Reason::TooFewWindows | Reason::NoConsensus)) {
        estimate.reason = Some(Reason::Cancelled);
    }
    let mut warnings = clock_warnings(&cross_check, &recording.session.primary);
    warnings.extend(rates_not_believed(&recording.session, &cross_check));
    warnings.extend(factor_suspected(context, estimate.frequency));
    warnings.extend(context.warnings.iter().cloned());
    let reading = fill(estimate, context);
    let low_because = low_cause(&reading, context);
    warnings.extend(reading.warnings);
    Reading {
        warnings,
        low_because,
        cross_check: Some(cross_check),
        elapsed_ms: recording.elapsed_ms,
        warm_up_ms: recording.warm_up.elapsed_ms,
        warm_up_curve: thinned(&in_true_seconds(&recording.warm_up.samples, &reference)),
        ..reading
    }
}

fn in_true_seconds(warm_up: &[WarmUpSample], reference: &Tolerance) -> Vec<WarmUpSample> {
    let factor = true_hz(reference);
    warm_up.iter().map(|sample| WarmUpSample { hz: sample.hz * factor, ..*sample }).collect()
}

/// Refuses `estimate`: keeps its evidence and drops its value.
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
    let cpu = estimate.cpu.filter(|_| context.has_os_cpu_ids).or(context.cpu);
    let claim = context.claim.map(|claim| ClaimComparison {
        hz: claim.hz as f64,
        source: claim.source,
        difference_percent: frequency.map(|f| (f.hz.value / claim.hz as f64 - 1.0) * 100.0),
    });
    let load = context.load.as_ref().map(|loads| OtherLoad {
        others: loads.iter().filter(|load| Some(load.cpu) != cpu).copied().collect(),
        sibling_busy: loads
            .iter()
            .filter(|load| Some(load.cpu) != cpu && context.siblings.contains(&load.cpu))
            .map(|load| load.busy_fraction)
            .max_by(f64::total_cmp),
    });
    let warnings = window_warnings(&estimate, load.as_ref(), context);
    Reading {
        cpu,
        kind: context.kind.clone(),
        cpus: context.cpus.clone(),
        urgency: context.urgency,
        frequency_hz: frequency.map(|f| f.hz),
        repeatable_hz: frequency.map(|f| f.repeatable().hz),
        at_least_hz: estimate.at_least_hz,
        confidence: CONFIDENCE,
        uncertainty: frequency.map(|f| f.budget),
        clock_tolerance_ppm: context.clock_tolerance_ppm,
        clock_correction_ppm: context.clock_correction_ppm,
        clock_tolerance_source: context.clock_tolerance_source,
        verdict: estimate.verdict,
        reason: estimate.reason,
        warnings,
        range: estimate.range,
        states: estimate.states,
        time_line: estimate.time_line,
        chains: estimate.chains,
        tight_loop: estimate.tight_loop,
        effective_hz: estimate.effective_hz,
        windows: estimate.windows,
        claim,
        low_because: None,
        load,
        cross_check: None,
        elapsed_ms: 0.0,
        warm_up_ms: 0.0,
        warm_up_curve: Vec::new(),
        time_to_first_estimate_ms: context.time_to_first_estimate_ms,
        conditions: context.conditions,
        counters: context.counters.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimate::ClockState;

    fn found() -> Estimate {
        let states = vec![ClockState { hz: 3.1e9, time_share: 1.0 }];
        Estimate { at_least_hz: Some(3.05e9), states, ..Estimate::refused(Reason::NoUndisturbedWindows) }
    }

    #[test]
    fn a_bound_and_levels_reach_the_reading() {
        let reading = fill(found(), &CoreContext::simulated());
        assert_eq!((reading.at_least_hz, reading.reason), (Some(3.05e9), Some(Reason::NoUndisturbedWindows)));
        assert_eq!(reading.states, found().states);
    }

    #[test]
    fn nothing_holds_by_a_clock_that_is_not_believed() {
        let refused = refuse(found(), Reason::ClocksDisagree);
        assert_eq!((refused.at_least_hz, refused.states), (None, Vec::new()));
    }
}
