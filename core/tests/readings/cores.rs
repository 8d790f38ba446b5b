//! Cores whose instructions take other times than usual.

use trueghz::chain::{Kind, Role};
use trueghz::estimate::consensus::Finding;
use trueghz::estimate::verdict::{Reason, Verdict};
use trueghz::estimate::warning::Warning;
use trueghz::estimate::{Estimate, estimate as estimate_of};
use trueghz::host::{Claim, ClaimSource};
use trueghz::simulate::{CoreModel, Profile};

use super::bench::{Setting, drawn_hz, error_ppm, holds, reported};

const SEEDS: std::ops::Range<u64> = 0..4;

fn setting(seed: u64, core: CoreModel) -> Setting {
    Setting { core, ..Setting::of(Profile::Fixed(drawn_hz(seed))) }
}

/// Reads such a core with each seed; the number must be right, whatever else is said.
fn right_on(core: &CoreModel, verdict: Verdict) -> Vec<Estimate> {
    let right = |seed| {
        let estimate = setting(seed, core.clone()).estimate(seed);
        let frequency = estimate.frequency.unwrap_or_else(|| panic!("seed {seed}: {:?}", estimate.reason));
        let error = error_ppm(frequency, drawn_hz(seed));
        assert!(error.abs() < 100.0, "seed {seed}: off by {error:.1} ppm");
        assert_eq!(estimate.verdict, verdict, "seed {seed}");
        estimate
    };
    SEEDS.map(right).collect()
}

fn finding(estimate: &Estimate, kind: Kind) -> (Finding, f64) {
    let chain = estimate.chains.iter().find(|chain| chain.kind == kind).expect("every kind is reported");
    (chain.finding, chain.cycles_per_step.unwrap_or(f64::NAN))
}

#[test]
fn a_plain_core_agrees_with_itself() {
    for estimate in right_on(&CoreModel::default(), Verdict::Steady) {
        assert!(estimate.chains.iter().all(|chain| chain.agrees), "{:?}", estimate.chains);
        assert_eq!(estimate.warnings, []);
        let (_, multiply) = finding(&estimate, Kind::Multiply);
        assert!((multiply - 3.0).abs() < 0.01, "{multiply}");
    }
}

#[test]
fn folded_immediates_are_named_and_do_not_count() {
    for estimate in right_on(&CoreModel::default().with(Kind::Decrement, 1.0 / 6.0), Verdict::Steady) {
        assert_eq!(finding(&estimate, Kind::Decrement).0, Finding::Folded);
        let [Warning::FoldedImmediate { steps_per_cycle }] = estimate.warnings[..] else {
            panic!("{:?}", estimate.warnings)
        };
        assert!((steps_per_cycle - 6.0).abs() < 0.05, "{steps_per_cycle}");
    }
}

#[test]
fn the_tight_loop_is_a_result() {
    for cycles in [1.0, 2.0] {
        for estimate in right_on(&CoreModel::default().with(Kind::TightLoop, cycles), Verdict::Steady) {
            let found = estimate.tight_loop.cycles_per_iteration.expect("the tight loop was measured");
            assert!((found - cycles).abs() < 0.005, "{found} for {cycles}");
        }
    }
}

#[test]
fn one_kind_of_two_cycles_is_named_and_does_not_count() {
    let one_cycle = |kind: &&Kind| matches!(kind.role(), Role::OneCycle { .. });
    for &kind in Kind::ALL.iter().filter(one_cycle) {
        for estimate in right_on(&CoreModel::default().with(kind, 2.0), Verdict::Steady) {
            let [Warning::ChainDisagrees { kind: named, finding, cycles_per_step: Some(cycles) }] =
                estimate.warnings[..]
            else {
                panic!("{kind}: {:?}", estimate.warnings)
            };
            assert_eq!((named, finding), (kind, Finding::SeveralCycles));
            assert!((cycles - 2.0).abs() < 0.005, "{kind}: {cycles}");
        }
    }
}

#[test]
fn ratios_that_no_core_has_leave_the_number_unconfirmed() {
    let cases = [
        (Kind::Multiply, 3.5, Finding::NotWhole),
        (Kind::FloatAdd, 2.5, Finding::NotWhole),
        (Kind::Multiply, 1.0, Finding::UnknownRatio),
        (Kind::Multiply, 7.0, Finding::UnknownRatio),
        (Kind::FloatMultiply, 2.0, Finding::UnknownRatio),
    ];
    for (kind, cycles, expected) in cases {
        for estimate in right_on(&CoreModel::default().with(kind, cycles), Verdict::Unconfirmed) {
            assert_eq!(finding(&estimate, kind).0, expected, "{kind} of {cycles}");
            let named =
                |warning: &Warning| matches!(warning, Warning::ChainDisagrees { kind: k, .. } if *k == kind);
            assert!(estimate.warnings.iter().any(named), "{kind} of {cycles}: {:?}", estimate.warnings);
        }
    }
}

#[test]
fn two_against_two_is_refused() {
    let two_and_two = CoreModel::default().with(Kind::Xor, 2.0).with(Kind::Subtract, 2.0);
    let refused = |estimate: &Estimate| {
        (estimate.verdict, estimate.reason, estimate.frequency)
            == (Verdict::Refused, Some(Reason::NoConsensus), None)
    };
    for seed in SEEDS {
        // The fifth has a third opinion.
        let estimate = setting(seed, two_and_two.clone().with(Kind::Rotate, 3.0)).estimate(seed);
        assert!(refused(&estimate), "seed {seed}: {:?} {:?}", estimate.verdict, estimate.frequency);
        // The fifth has none.
        let mut recording = setting(seed, two_and_two.clone()).record(seed).expect("a recording");
        recording.windows.0.retain(|window| window.kind != Kind::Rotate);
        let estimate = estimate_of(&recording);
        assert!(refused(&estimate), "seed {seed}: {:?} {:?}", estimate.verdict, estimate.frequency);
        // With the fifth on one side there are three, and they carry it.
        let estimate = setting(seed, two_and_two.clone()).estimate(seed);
        assert_eq!(estimate.verdict, Verdict::Steady, "seed {seed}: {:?}", estimate.reason);
    }
}

/// What ratios cannot tell: a core on which every instruction takes twice its usual time.
#[test]
fn everything_doubled_is_half_the_clock_unless_a_claim_tells() {
    let plain = CoreModel::default();
    let mut doubled = plain.clone();
    doubled.cycles_per_step.iter_mut().for_each(|cycles| *cycles *= 2.0);
    for seed in SEEDS {
        let truth_hz = drawn_hz(seed);
        let recording = setting(seed, doubled.clone()).record(seed).expect("a recording");
        let estimate = estimate_of(&recording);
        let frequency = estimate.frequency.expect("a number");
        assert_eq!(estimate.verdict, Verdict::Steady, "seed {seed}");
        assert!(holds(frequency, truth_hz / 2.0) || error_ppm(frequency, truth_hz / 2.0).abs() < 100.0);

        let suspected = |claim_hz: Option<f64>| {
            let claim = claim_hz.map(|hz| Claim { hz: hz as u64, source: ClaimSource::CpuinfoMaxFreq });
            let reading = reported(recording.clone(), claim, false);
            reading.warnings.iter().any(|warning| warning.code() == "factor_suspected")
        };
        assert!(suspected(Some(truth_hz)) && suspected(Some(truth_hz / 4.0)), "seed {seed}");
        for other in [None, Some(truth_hz / 2.0), Some(truth_hz * 0.7)] {
            assert!(!suspected(other), "seed {seed}, claimed: {other:?}");
        }
    }
}

#[test]
fn a_core_that_was_not_asked_for_is_named() {
    let mut recording = Setting::of(Profile::Fixed(2e9)).record(1).unwrap();
    let claim = Claim::plausible(2_000_000_000, ClaimSource::CpuinfoMaxFreq);
    let asked = reported(recording.clone(), claim, false);
    assert_eq!((asked.cpu, asked.kind.as_str()), (Some(0), "simulated"));
    assert!(asked.claim.is_some() && asked.warnings.is_empty(), "{:?}", asked.warnings);

    for window in &mut recording.windows.0 {
        window.cpu = Some(3);
    }
    let moved = reported(recording, claim, false);
    assert_eq!((moved.cpu, moved.kind.as_str(), &moved.cpus[..]), (Some(3), "core 3", &[3][..]));
    assert_eq!(moved.warnings, [Warning::AffinityRefused { asked: Some(0), used: Some(3) }]);
    assert_eq!(moved.claim, None, "the claim is the other core's");
    assert_eq!(moved.frequency_hz, asked.frequency_hz, "the number is good: that of core 3");
}
