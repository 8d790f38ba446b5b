//! Cores with unusual instruction latencies.

use trueghz::Warning;
use trueghz::chain::{ChainKind, Role};
use trueghz::estimate::consensus::ChainFinding;
use trueghz::estimate::verdict::{Reason, Verdict};
use trueghz::host::{Claim, ClaimSource};
use trueghz::report::Reading;
use trueghz::run::record::{NoProgress, record};
use trueghz::simulate::{CoreModel, Machine, Profile};

use crate::bench::{TIMER, drawn_hz};
use crate::stand::{expect, quiet, report, usual, with_each_seed};
use crate::table::{Group, Row};

pub const GROUP: Group = Group {
    title: "Chains that are not as elsewhere",
    about: "Simulated cores. \"Half the clock\" and \"twice the clock\" are the aliases of \
        [method.md](method.md), what ratios cannot tell.",
    rows: &[
        Row {
            fault: "immediates folded, six a cycle",
            outcome: "right; warning `folded_immediate`",
            proof: folded,
        },
        Row {
            fault: "a tight loop of 2 cycles",
            outcome: "right; 2.000 cycles an iteration",
            proof: || tight_loop(2.0),
        },
        Row {
            fault: "one 1-cycle kind takes 2, whichever",
            outcome: "right; the kind is named",
            proof: one_kind_of_two,
        },
        Row {
            fault: "2-cycle ALU, and ratios that no known core has",
            outcome: "`unconfirmed`, or refused",
            proof: || unconfirmed(&scaled(2.0, [3.0, 3.0, 4.0]), 0.5),
        },
        Row {
            fault: "half-cycle ALU, and ratios that no known core has",
            outcome: "the same",
            proof: || unconfirmed(&scaled(0.5, [3.0, 3.0, 4.0]), 2.0),
        },
        Row {
            fault: "2-cycle ALU, and ratios that look like a known core",
            outcome: "documented alias; `factor_suspected` where a claim says so",
            proof: || alias(&scaled(2.0, [6.0, 6.0, 8.0]), 0.5, "half the clock"),
        },
        Row {
            fault: "half-cycle ALU, and ratios that look like a known core",
            outcome: "the same",
            proof: || alias(&scaled(0.5, [1.5, 1.5, 2.0]), 2.0, "twice the clock"),
        },
        Row {
            fault: "multiplication of 1 cycle",
            outcome: "`unconfirmed`",
            proof: || unconfirmed(&CoreModel::default().with(ChainKind::Multiply, 1.0), 1.0),
        },
        Row {
            fault: "multiplication of 7 cycles",
            outcome: "`unconfirmed`",
            proof: || unconfirmed(&CoreModel::default().with(ChainKind::Multiply, 7.0), 1.0),
        },
        Row {
            fault: "multiplication of 3.5 cycles: not whole",
            outcome: "`unconfirmed`",
            proof: || unconfirmed(&CoreModel::default().with(ChainKind::Multiply, 3.5), 1.0),
        },
        Row {
            fault: "floating addition of 2.5 cycles: not whole",
            outcome: "`unconfirmed`",
            proof: || unconfirmed(&CoreModel::default().with(ChainKind::FloatAdd, 2.5), 1.0),
        },
        Row {
            fault: "floating multiplication of 2 cycles",
            outcome: "`unconfirmed`",
            proof: || unconfirmed(&CoreModel::default().with(ChainKind::FloatMultiply, 2.0), 1.0),
        },
        Row {
            fault: "two kinds against two, and the fifth against both",
            outcome: "refused `no_consensus`",
            proof: || two_against_two(Some(3.0)),
        },
        Row {
            fault: "two kinds against two, and the fifth not measured",
            outcome: "the same",
            proof: || two_against_two(None),
        },
    ],
};

fn one_cycle_kinds() -> impl Iterator<Item = ChainKind> {
    ChainKind::ALL.iter().copied().filter(|kind| matches!(kind.role(), Role::OneCycle { .. }))
}

/// A core whose one-cycle kinds take `one` cycles, and whose multiplication, floating-point
/// addition and floating-point multiplication take the cycles given.
fn scaled(one: f64, [multiply, float_add, float_multiply]: [f64; 3]) -> CoreModel {
    one_cycle_kinds()
        .fold(CoreModel::default(), |core, kind| core.with(kind, one))
        .with(ChainKind::Multiply, multiply)
        .with(ChainKind::FloatAdd, float_add)
        .with(ChainKind::FloatMultiply, float_multiply)
}

fn machine(core: &CoreModel, seed: u64) -> Machine {
    Machine::new(Profile::Fixed(drawn_hz(seed)), core.clone(), TIMER, quiet(), seed)
}

fn read(core: &CoreModel, claim_hz: Option<f64>, seed: u64) -> Reading {
    let recorded = record(&mut machine(core, seed), Some(0), &usual(seed), &mut NoProgress);
    let claim = claim_hz.map(|hz| Claim { hz: hz as u64, source: ClaimSource::CpuinfoMaxFreq });
    report(recorded, claim)
}

fn folded() -> String {
    with_each_seed(|seed| {
        let reading = read(&CoreModel::default().with(ChainKind::Decrement, 1.0 / 6.0), None, seed);
        let [Warning::FoldedImmediate { steps_per_cycle }] = reading.warnings[..] else {
            panic!("{:?}", reading.warnings)
        };
        expect(&reading)
            .steady()
            .right_to(drawn_hz(seed), 100.0)
            .warned(&["folded_immediate"])
            .and((steps_per_cycle - 6.0).abs() < 0.05, "6.0 steps a cycle")
            .seen()
    })
}

fn tight_loop(cycles: f64) -> String {
    with_each_seed(|seed| {
        let reading = read(&CoreModel::default().with(ChainKind::TightLoop, cycles), None, seed);
        let found = reading.tight_loop.cycles_per_iteration.unwrap_or(f64::NAN);
        expect(&reading)
            .steady()
            .right_to(drawn_hz(seed), 100.0)
            .warned(&[])
            .and((found - cycles).abs() < 0.005, &format!("{cycles:.3} cycles within 0.005"))
            .seen()
    })
}

fn one_kind_of_two() -> String {
    with_each_seed(|seed| {
        let mut seen: Vec<String> = one_cycle_kinds()
            .map(|odd| {
                let reading = read(&CoreModel::default().with(odd, 2.0), None, seed);
                let [Warning::ChainDisagrees { kind, finding, cycles_per_step: Some(cycles) }] =
                    reading.warnings[..]
                else {
                    panic!("{odd}: {:?}", reading.warnings)
                };
                let named = kind == odd && finding == ChainFinding::SeveralCycles;
                expect(&reading)
                    .steady()
                    .right_to(drawn_hz(seed), 100.0)
                    .warned(&["chain_disagrees"])
                    .and(named && (cycles - 2.0).abs() < 0.005, "names the kind, 2.000 cycles within 0.005")
                    .seen()
            })
            .collect();
        seen.dedup();
        assert_eq!(seen.len(), 1, "{seen:#?}");
        seen.remove(0)
    })
}

/// The reading is the core's clock times `factor`, and flagged.
fn unconfirmed(core: &CoreModel, factor: f64) -> String {
    with_each_seed(|seed| {
        let reading = read(core, None, seed);
        let expected = expect(&reading).verdict(Verdict::Unconfirmed);
        let expected = if factor == 1.0 {
            expected.right_to(drawn_hz(seed), 100.0)
        } else {
            let hz = reading.hz().expect("a number");
            let as_said = (hz / (factor * drawn_hz(seed)) - 1.0).abs() < 100e-6;
            expected.and(as_said, &format!("{factor} times the clock"))
        };
        let finding =
            |kind| reading.chains.iter().find(|chain| chain.kind == kind).map(|chain| chain.finding);
        let odd = ChainKind::ALL
            .iter()
            .any(|&kind| matches!(finding(kind), Some(ChainFinding::NotWhole | ChainFinding::UnknownRatio)));
        expected.warned(&["chain_disagrees"]).and(odd, "names the odd kinds").seen()
    })
}

/// A reading that seems certain but is `factor` times the clock: only a claim can reveal it.
fn alias(core: &CoreModel, factor: f64, told: &str) -> String {
    with_each_seed(|seed| {
        let truth_hz = drawn_hz(seed);
        let suspected = |claim_hz: Option<f64>| {
            let warnings = read(core, claim_hz, seed).warnings;
            warnings.iter().any(|warning| warning.code() == "factor_suspected")
        };
        let reading = read(core, None, seed);
        let silent = [None, Some(factor * truth_hz), Some(0.7 * factor * truth_hz)];
        let alias_hz = factor * truth_hz;
        expect(&reading)
            .steady()
            .and((reading.hz().unwrap_or(f64::NAN) / alias_hz - 1.0).abs() < 100e-6, told)
            .and(suspected(Some(truth_hz)), "with a claim of the true clock `factor_suspected`")
            .and(!silent.into_iter().any(suspected), "without, or with another claim, no warning")
            .seen()
    })
}

fn two_against_two(fifth_cycles: Option<f64>) -> String {
    let two_and_two = CoreModel::default().with(ChainKind::Xor, 2.0).with(ChainKind::Subtract, 2.0);
    let core = two_and_two.with(ChainKind::Rotate, fifth_cycles.unwrap_or(1.0));
    with_each_seed(|seed| {
        let recorded = record(&mut machine(&core, seed), Some(0), &usual(seed), &mut NoProgress);
        let recorded = recorded.map(|mut recording| {
            recording.windows.0.retain(|window| fifth_cycles.is_some() || window.kind != ChainKind::Rotate);
            recording
        });
        expect(&report(recorded, None)).refused(Reason::NoConsensus).seen()
    })
}
