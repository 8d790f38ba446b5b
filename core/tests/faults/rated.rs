//! A counter that times at the rate of the system's clock.

use trueghz::clock::crosscheck::{Agreement, MeasuredRate};
use trueghz::clock::{ClockId, Rate, RateSource, Timebase, UnknownRate};
use trueghz::estimate::verdict::Reason;
use trueghz::report::Reading;
use trueghz::simulate::{Machine, Profile, SecondClock, Timer, TimerFault};

use crate::bench::drawn_hz;
use crate::stand::{Expected, MID_RUN_NS, MS, expect, machine_with, name, read, wall, with_each_seed};
use crate::table::{Group, Row};

pub const GROUP: Group = Group {
    title: "A counter that times at the rate of the system's clock",
    about: "A simulated machine with the clocks of Linux on x86-64: the TSC times, at the rate that brackets with \
        `CLOCK_MONOTONIC_RAW` gave before the session, and `CLOCK_MONOTONIC_RAW` and `CLOCK_REALTIME` bear witness.",
    rows: &[
        Row {
            fault: "the rate from before the session is 50 ppm off, as it may be where reads are slow",
            outcome: "right number: the session's own brackets give the rate",
            proof: a_bad_opening,
        },
        Row {
            fault: "the counter jumps ahead by 1 ms",
            outcome: "right number at the rate from before, with a warning",
            proof: || {
                jumping(|machine| machine.with_faults([TimerFault::Step { at_ns: MID_RUN_NS, by_ns: MS }]))
            },
        },
        Row {
            fault: "the counter stands still for 1 ms",
            outcome: "the same",
            proof: || {
                jumping(|machine| machine.with_faults([TimerFault::Freeze { at_ns: MID_RUN_NS, for_ns: MS }]))
            },
        },
        Row {
            fault: "the counter runs 5,000 ppm faster in the session than before, and there is no third clock",
            outcome: "refused `clocks_disagree`: nobody tells which clock changed",
            proof: || another_rate(5_000.0, &[raw()]),
        },
        Row {
            fault: "the same by 500 ppm, and a third clock agrees with the system's",
            outcome: "`steady`, with a warning that names the counter",
            proof: || another_rate(500.0, &[raw(), SecondClock::sound(ClockId::UptimeRaw, 1_000_000_000)]),
        },
        Row {
            fault: "CPUID states a rate that is 5,000 ppm off, and there is no third clock",
            outcome: "refused `clocks_disagree`: the clock that gave the rate cannot confirm it",
            proof: || stating(&[raw()]),
        },
        Row {
            fault: "the same; the wall clock agrees with the system's clock",
            outcome: "right number; the statement is named",
            proof: || stating(&[raw(), wall()]),
        },
        Row {
            fault: "the same; the wall clock agrees with the statement",
            outcome: "refused `clocks_disagree`; the system's clock is named",
            proof: || stating(&[raw(), wall().fast_by_ppm(-5_000.0)]),
        },
        Row {
            fault: "there is no clock but the system's, and CPUID states nothing",
            outcome: "warning `unchecked`: two clocks of one rate are one",
            proof: no_second_rate,
        },
    ],
};

const TSC: Timer = Timer { hz: 2_596_140_000, read_ns: 12.0, jitter_ns: 2.0 };

const UNKNOWN: Rate = Rate::Unknown { reason: UnknownRate::NotInCpuid };

fn raw() -> SecondClock {
    SecondClock::sound(ClockId::MonotonicRaw, 1_000_000_000)
}

/// The counter's rate plus `ppm`.
fn off_by(ppm: f64) -> Timebase {
    Timebase::from_hz((TSC.hz as f64 * (1.0 + ppm * 1e-6)).round() as u64).expect("a rate")
}

/// A machine whose counter's rate was measured before the session, off by `off_ppm`, with a bound
/// of 50 ppm.
fn machine(seed: u64, off_ppm: f64, stated: Rate) -> Machine {
    let measured = MeasuredRate { against: ClockId::MonotonicRaw, uncertainty_ppm: 50.0, stated };
    machine_with(Profile::Fixed(drawn_hz(seed)), TSC, seed)
        .timed_by(ClockId::Tsc)
        .measured_as(off_by(off_ppm), measured)
        .with_witnesses([raw(), wall()])
}

fn a_bad_opening() -> String {
    with_each_seed(|seed| {
        let reading = read(machine(seed, 50.0, UNKNOWN), seed);
        expect(&reading).steady().right_to(drawn_hz(seed), 20.0).warned(&[]).seen()
    })
}

fn jumping(fault: fn(Machine) -> Machine) -> String {
    with_each_seed(|seed| {
        let reading = read(fault(machine(seed, 6.0, UNKNOWN)), seed);
        let events = &reading.cross_check.as_ref().expect("windows were recorded").events;
        expect(&reading)
            .steady()
            .right_to(drawn_hz(seed), 30.0)
            .warned(&["clock_stepped"])
            .and(events.iter().all(|event| event.culprit == Some(ClockId::Tsc)), "names `tsc`")
            .seen()
    })
}

fn another_rate(ppm: f64, witnesses: &[SecondClock]) -> String {
    with_each_seed(|seed| {
        let reading = read(machine(seed, -ppm, UNKNOWN).with_witnesses(witnesses), seed);
        let expected = expect(&reading);
        let expected =
            if ppm > 2_000.0 { expected.refused(Reason::ClocksDisagree) } else { expected.steady() };
        names(expected.warned(&["clocks_disagree"]), culprit(&reading)).seen()
    })
}

fn stating(witnesses: &[SecondClock]) -> String {
    with_each_seed(|seed| {
        let stated = Rate::Stated { timebase: off_by(5_000.0), by: RateSource::Cpuid };
        let reading = read(machine(seed, 6.0, stated).with_witnesses(witnesses), seed);
        let expected = expect(&reading);
        let culprit = culprit(&reading);
        let expected = match culprit {
            Some(ClockId::Tsc) => expected.steady().right_to(drawn_hz(seed), 20.0),
            _ => expected.refused(Reason::ClocksDisagree),
        };
        names(expected.warned(&["clocks_disagree"]), culprit).seen()
    })
}

fn culprit(reading: &Reading) -> Option<ClockId> {
    match &reading.cross_check.as_ref().expect("windows were recorded").rate {
        Agreement::Disagree(found) => found.culprit,
        other => panic!("{other:?}"),
    }
}

fn names(expected: Expected<'_>, culprit: Option<ClockId>) -> Expected<'_> {
    let told = culprit.map_or("names nobody".to_owned(), |clock| format!("names `{}`", name(&clock)));
    expected.and(true, &told)
}

fn no_second_rate() -> String {
    with_each_seed(|seed| {
        let reading = read(machine(seed, 6.0, UNKNOWN).with_witnesses([raw()]), seed);
        expect(&reading).steady().right_to(drawn_hz(seed), 20.0).warned(&["unchecked"]).seen()
    })
}
