//! The core's clock moves.

use trueghz::estimate::verdict::Verdict;
use trueghz::report::Reading;
use trueghz::simulate::Profile;

use crate::bench::{TIMER, drawn_hz};
use crate::stand::{MS, expect, machine, machine_with, read, with_each_seed};
use crate::table::{Group, Row};

pub const GROUP: Group = Group {
    title: "A core's clock that moves",
    about: "The simulated machine with its clocks in order. How often such clocks are found out, by what \
        part of themselves they move, is counted by the thousand in [simulation.md](simulation.md).",
    rows: &[
        Row {
            fault: "steps up by 20 % in the warm-up",
            outcome: "a longer warm-up; the number after the step",
            proof: a_step_in_the_warm_up,
        },
        Row {
            fault: "steps by 20 % in the first batch of windows",
            outcome: "`varying`",
            proof: || varying(0.2, |hz, other_hz, begin_ns| steps(other_hz, begin_ns + 15.0 * MS, hz)),
        },
        Row {
            fault: "steps by 20 % in the last batch of windows",
            outcome: "`varying`",
            proof: || {
                varying(0.2, |hz, other_hz, begin_ns| steps(hz, begin_ns + LASTS_NS - 15.0 * MS, other_hz))
            },
        },
        Row {
            fault: "alternates by 20 % every 30 ms",
            outcome: "`varying`, with both states",
            proof: || varying(0.2, alternating),
        },
        Row { fault: "drifts by 1 % over the run", outcome: "`varying`", proof: || varying(0.01, drifting) },
        Row {
            fault: "wanders by 50 ppm: in one step, evenly, or every 30 ms",
            outcome: "`steady`",
            proof: wandering,
        },
    ],
};

/// The windows' time, in nanoseconds.
const LASTS_NS: f64 = 500.0 * MS;

/// A moving clock: from the clock at first, the other one, and when the windows begin.
type Motion = fn(hz: f64, other_hz: f64, begin_ns: f64) -> Profile;

/// Maximum error of an end of the range, as a fraction of the motion: averaging over time may blur
/// a corner, and a round may lie across the change.
const OF_THE_MOTION: f64 = 0.1;

/// Additional error from the noise of the time line's points.
const NOISE: f64 = 200e-6;

fn steps(hz: f64, at_ns: f64, other_hz: f64) -> Profile {
    Profile::Steps(vec![(0.0, hz), (at_ns, other_hz)])
}

fn drifting(hz: f64, other_hz: f64, begin_ns: f64) -> Profile {
    Profile::Drift { from_hz: hz, to_hz: other_hz, start_ns: begin_ns, over_ns: LASTS_NS }
}

/// Fixed until the windows begin, so that the warm-up ends.
fn alternating(hz: f64, other_hz: f64, begin_ns: f64) -> Profile {
    let turn = |turn: u32| {
        let at_ns = if turn == 0 { 0.0 } else { begin_ns + f64::from(turn) * 30.0 * MS };
        (at_ns, if turn.is_multiple_of(2) { hz } else { other_hz })
    };
    Profile::Steps((0..30).map(turn).collect())
}

/// Start of the windows if the clock is constant until then.
fn begin_ns(seed: u64) -> f64 {
    read(machine(seed), seed).warm_up_ms * MS
}

fn read_moving(profile: Profile, seed: u64) -> Reading {
    read(machine_with(profile, TIMER, seed), seed)
}

/// A clock that moves by `part` of itself: found, with both ends of the motion.
fn varying(part: f64, motion: Motion) -> String {
    with_each_seed(|seed| {
        let hz = drawn_hz(seed);
        let other_hz = hz * (1.0 - part);
        let reading = read_moving(motion(hz, other_hz, begin_ns(seed)), seed);
        let range = reading.range.expect("a varying clock has a range");
        let off = [range.high_hz / hz - 1.0, range.low_hz / other_hz - 1.0];
        let near = off.iter().all(|off| off.abs() <= OF_THE_MOTION * part + NOISE);
        let mean_hz = reading.hz().expect("the mean");
        expect(&reading)
            .verdict(Verdict::Varying)
            .and(near, &format!("a range of {:.0} %", part * 100.0))
            .and((other_hz..=hz).contains(&mean_hz), "the mean within it")
            .seen()
    })
}

fn a_step_in_the_warm_up() -> String {
    with_each_seed(|seed| {
        let hz = drawn_hz(seed);
        let at_once_ms = read(machine(seed), seed).warm_up_ms;
        let reading = read_moving(steps(0.8 * hz, 40.0 * MS, hz), seed);
        expect(&reading)
            .steady()
            .right_to(hz, 100.0)
            .and(reading.warm_up_ms > 1.5 * at_once_ms, "a warm-up half as long again")
            .seen()
    })
}

fn wandering() -> String {
    let one_step: Motion = |hz, other_hz, begin_ns| steps(hz, begin_ns + 0.4 * LASTS_NS, other_hz);
    with_each_seed(|seed| {
        let seen = [one_step, drifting, alternating].map(|motion| {
            let hz = drawn_hz(seed);
            let reading = read_moving(motion(hz, hz * (1.0 - 50e-6), begin_ns(seed)), seed);
            expect(&reading).steady().right_to(hz, 150.0).warned(&[]).seen()
        });
        let mut seen = seen.to_vec();
        seen.dedup();
        assert_eq!(seen.len(), 1, "{seen:?}");
        seen.remove(0)
    })
}
