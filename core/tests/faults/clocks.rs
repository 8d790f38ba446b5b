//! Clocks that state a wrong rate, run at another, or are not there.

use trueghz::Warning;
use trueghz::clock::crosscheck::Agreement;
use trueghz::clock::{ClockId, Timebase, UnknownRate};
use trueghz::estimate::verdict::Reason;
use trueghz::host::{Claim, ClaimSource};
use trueghz::report::Reading;
use trueghz::run::record::{NoProgress, record};
use trueghz::simulate::{Machine, SecondClock};

use crate::bench::drawn_hz;
use crate::stand::{counter, expect, machine, name, read, report, usual, wall, with_each_seed};
use crate::table::{Group, Row};

pub const GROUP: Group = Group {
    title: "Clocks that disagree",
    about: "A simulated machine with the clocks of Linux on Arm: `CLOCK_MONOTONIC_RAW` times, \
        `CNTVCT_EL0` and `CLOCK_REALTIME` bear witness.",
    rows: &[
        Row {
            fault: "`CNTFRQ_EL0` is 0",
            outcome: "right number by the system's clock; a warning names both rates",
            proof: || counter_states(0),
        },
        Row {
            fault: "`CNTFRQ_EL0` is half the counter's rate",
            outcome: "the same",
            proof: || counter_states(12_000_000),
        },
        Row {
            fault: "`CNTFRQ_EL0` is 41.67 times the counter's rate",
            outcome: "the same",
            proof: || counter_states(1_000_000_000),
        },
        Row {
            fault: "`CNTFRQ_EL0` is half the counter's rate, and there is no third clock",
            outcome: "refused `clocks_disagree`: nobody tells which is wrong",
            proof: || second_clock_alone(counter().stating(12_000_000)),
        },
        Row {
            fault: "the only clock lies consistently, by 1 %",
            outcome: "right by that clock; its tolerance and a mismatch with the claim are all that can \
                show it ([method.md](method.md), what ratios cannot tell)",
            proof: the_only_clock_lies,
        },
        Row {
            fault: "the second clock drifts by 50 ppm",
            outcome: "`steady`",
            proof: || second_clock_alone(counter().fast_by_ppm(50.0)),
        },
        Row {
            fault: "the second clock drifts by 500 ppm",
            outcome: "`steady`, with a warning",
            proof: || second_clock_alone(counter().fast_by_ppm(500.0)),
        },
        Row {
            fault: "the second clock drifts by 5,000 ppm",
            outcome: "refused `clocks_disagree`",
            proof: || second_clock_alone(counter().fast_by_ppm(5_000.0)),
        },
        Row {
            fault: "the second clock drifts by 50 ppm; a third agrees with the first",
            outcome: "`steady`",
            proof: || with_a_third(50.0, wall()),
        },
        Row {
            fault: "the second clock drifts by 500 ppm; a third agrees with the first",
            outcome: "the culprit is named; the number by the two that agree",
            proof: || with_a_third(500.0, SecondClock::sound(ClockId::UptimeRaw, 1_000_000_000)),
        },
        Row {
            fault: "the same, but the third is the wall clock, which NTP may steer by 500 ppm",
            outcome: "`steady`, with a warning; the wall clock cannot tell which is wrong",
            proof: || with_a_third(500.0, wall()),
        },
        Row {
            fault: "the second clock drifts by 5,000 ppm; the wall clock agrees with the first",
            outcome: "the culprit is named; the number by the two that agree",
            proof: || with_a_third(5_000.0, wall()),
        },
        Row {
            fault: "the first clock drifts by 5,000 ppm; two others agree with each other",
            outcome: "refused `clocks_disagree`; the culprit is named",
            proof: the_first_clock_is_the_culprit,
        },
        Row { fault: "there is no second clock", outcome: "warning `unchecked`", proof: no_second_clock },
    ],
};

fn read_with(witnesses: impl Into<Vec<SecondClock>>, seed: u64) -> Reading {
    read(machine(seed).with_witnesses(witnesses), seed)
}

/// The comparison of the clocks' rates in the reading.
fn rate(reading: &Reading) -> &Agreement {
    &reading.cross_check.as_ref().expect("windows were recorded").rate
}

fn culprit(reading: &Reading) -> String {
    match rate(reading) {
        Agreement::Disagree(found) => found.culprit.map_or("nobody".to_owned(), |clock| name(&clock)),
        other => panic!("{other:?}"),
    }
}

/// The counter runs at 24 MHz, as the kernel reports, and its register states something else.
fn counter_states(hz: u64) -> String {
    with_each_seed(|seed| {
        let register = match hz {
            0 => counter().of_unknown_rate(UnknownRate::NotBelieved { hz }),
            _ => counter().stating(hz),
        };
        let reading = read_with([register, wall()], seed);
        let expected = expect(&reading).steady().right_to(drawn_hz(seed), 100.0);
        let near = |found: Option<f64>| found.is_some_and(|found| (found / 24e6 - 1.0).abs() < 1e-5);
        match &reading.warnings[..] {
            [Warning::ImplausibleRate { clock: ClockId::Cntvct, stated_hz, measured_hz }] => expected
                .warned(&["implausible_rate"])
                .and(*stated_hz == hz && near(*measured_hz), "states 0 Hz, seen at 24.000 MHz"),
            [Warning::ClocksDisagree { witness_stated_hz, witness_measured_hz, .. }] => expected
                .warned(&["clocks_disagree"])
                .and(culprit(&reading) == "cntvct", "names `cntvct`")
                .and(
                    *witness_stated_hz == Some(hz as f64) && near(*witness_measured_hz),
                    &format!("states {} MHz, seen at 24.000 MHz", hz / 1_000_000),
                ),
            other => panic!("{other:?}"),
        }
        .seen()
    })
}

fn second_clock_alone(second: SecondClock) -> String {
    with_each_seed(|seed| {
        let reading = read_with([second], seed);
        let expected = expect(&reading);
        match rate(&reading) {
            Agreement::Agree { .. } => expected.steady().right_to(drawn_hz(seed), 100.0).warned(&[]),
            Agreement::Disagree(found) if found.invalidates_reading => {
                expected.refused(Reason::ClocksDisagree).warned(&["clocks_disagree"])
            }
            Agreement::Disagree(_) => {
                expected.steady().right_to(drawn_hz(seed), 100.0).warned(&["clocks_disagree"])
            }
            Agreement::Unchecked { .. } => panic!("{reading:?}"),
        }
        .seen()
    })
}

fn with_a_third(ppm: f64, third: SecondClock) -> String {
    with_each_seed(|seed| {
        let reading = read_with([counter().fast_by_ppm(ppm), third], seed);
        let expected = expect(&reading).steady().right_to(drawn_hz(seed), 100.0);
        if ppm < 100.0 {
            return expected.warned(&[]).seen();
        }
        let named = if third.id == ClockId::Realtime && ppm < 1_000.0 { "nobody" } else { "cntvct" };
        let told = if named == "nobody" { "names nobody" } else { "names `cntvct`" };
        expected.warned(&["clocks_disagree"]).and(culprit(&reading) == named, told).seen()
    })
}

fn the_first_clock_is_the_culprit() -> String {
    with_each_seed(|seed| {
        let reading = read_with([counter().fast_by_ppm(-5_000.0), wall().fast_by_ppm(-5_000.0)], seed);
        expect(&reading)
            .refused(Reason::ClocksDisagree)
            .warned(&["clocks_disagree"])
            .and(culprit(&reading) == "monotonic_raw", "names `monotonic_raw`")
            .seen()
    })
}

/// A timer of 24 MHz that states 1 % more.
fn alone_and_lying(seed: u64) -> Machine {
    let stated = Timebase::from_hz(24_240_000).expect("a timebase");
    machine(seed).stating(stated).with_witnesses([])
}

fn the_only_clock_lies() -> String {
    with_each_seed(|seed| {
        let truth_hz = drawn_hz(seed);
        // Ticks that are taken to be shorter make everything seem faster.
        let by_that_clock_hz = truth_hz * 1.01;
        let recorded = record(&mut alone_and_lying(seed), Some(0), &usual(seed), &mut NoProgress);
        let claim = Claim { hz: truth_hz as u64, source: ClaimSource::CpuinfoMaxFreq };
        let reading = report(recorded, Some(claim));
        let off_percent = reading.claim.and_then(|claim| claim.difference_percent).unwrap_or(f64::NAN);
        expect(&reading)
            .steady()
            .right_to(by_that_clock_hz, 100.0)
            .warned(&["unchecked"])
            .and(reading.clock_tolerance_ppm > 0.0, "the clock's tolerance stands beside it")
            .and((off_percent - 1.0).abs() < 0.02, "1.0 % above a true claim")
            .seen()
    })
}

fn no_second_clock() -> String {
    with_each_seed(|seed| {
        let reading = read_with([], seed);
        expect(&reading).steady().right_to(drawn_hz(seed), 100.0).warned(&["unchecked"]).seen()
    })
}
