//! The timing clock jumps, goes back, stops, or is very slow to read.

use std::time::Duration;

use trueghz::estimate::verdict::Reason;
use trueghz::report::Reading;
use trueghz::run::record::{NoProgress, record};
use trueghz::simulate::{Machine, Profile, Timer, TimerFault};

use crate::bench::{TIMER, drawn_hz};
use crate::stand::{
    MID_RUN_NS, MS, expect, lasting, machine, machine_with, read, read_for, report, usual, with_each_seed,
};
use crate::table::{Group, Row};

pub const GROUP: Group = Group {
    title: "A clock that jumps, stops, or can hardly be read",
    about: "The same machine; it happens to `CLOCK_MONOTONIC_RAW`, in the middle of the windows unless it \
        says otherwise. Each with a counter of 24 MHz, and with one of 1.92 MHz, whose ticks are waited for.",
    rows: &[
        Row {
            fault: "steps back by 5 ms",
            outcome: "right number, with a warning",
            proof: || stepping_back(5.0 * MS),
        },
        Row {
            fault: "steps back by an hour, in the warm-up and in the windows",
            outcome: "the same, and no later",
            proof: an_hour_back,
        },
        Row { fault: "stands still for 1 ms", outcome: "the same", proof: || standing_still(MS) },
        Row {
            fault: "stands still for 20 ms, longer than a round of windows",
            outcome: "the same",
            proof: || standing_still(20.0 * MS),
        },
        Row { fault: "jumps ahead by 1 s", outcome: "the same", proof: || jumping_ahead(1_000.0 * MS) },
        Row {
            fault: "jumps ahead by an hour",
            outcome: "the same",
            proof: || jumping_ahead(3_600_000.0 * MS),
        },
        Row {
            fault: "stands still for good: from the start, in the warm-up, before and in the windows",
            outcome: "refused `clock_stopped`",
            proof: stopping_for_good,
        },
        Row {
            fault: "is trapped: 2 µs a read",
            outcome: "right number, with a wider interval",
            proof: trapped,
        },
        Row {
            fault: "is coarse: 10 ms a tick, for 500 ms",
            outcome: "refused `clock_too_coarse`, or right; never a narrow interval",
            proof: || coarse(Duration::from_millis(500)),
        },
        Row {
            fault: "is coarse: 10 ms a tick, for 12 s",
            outcome: "refused, or right; never a narrow interval",
            proof: || coarse(Duration::from_secs(12)),
        },
    ],
};

/// The coarsest counter in the field: its ticks are waited for.
const COARSE: Timer = Timer { hz: 1_920_000, read_ns: 40.0, jitter_ns: 5.0 };

/// Proves it with both timers, which must give the same result.
fn with_both(proof: impl Fn(Timer, u64) -> String) -> String {
    with_each_seed(|seed| {
        let [fine, coarse] = [TIMER, COARSE].map(|timer| proof(timer, seed));
        assert_eq!(fine, coarse, "the timers do not agree");
        fine
    })
}

fn struck(timer: Timer, seed: u64, fault: TimerFault) -> Machine {
    machine_with(Profile::Fixed(drawn_hz(seed)), timer, seed).with_faults([fault])
}

fn happening(fault: TimerFault, warnings: &[&str]) -> String {
    with_both(|timer, seed| {
        let reading = read(struck(timer, seed, fault), seed);
        expect(&reading).steady().right_to(drawn_hz(seed), 200.0).warned(warnings).seen()
    })
}

fn stepping_back(by_ns: f64) -> String {
    happening(TimerFault::Step { at_ns: MID_RUN_NS, by_ns: -by_ns }, &["clock_stepped"])
}

/// By that clock the thread did not run during the jump, which causes the second warning.
fn jumping_ahead(by_ns: f64) -> String {
    happening(TimerFault::Step { at_ns: MID_RUN_NS, by_ns }, &["clock_stepped", "preempted"])
}

fn standing_still(for_ns: f64) -> String {
    happening(TimerFault::Freeze { at_ns: MID_RUN_NS, for_ns }, &["clock_stepped"])
}

fn an_hour_back() -> String {
    with_both(|timer, seed| {
        let seen = [20.0 * MS, MID_RUN_NS].map(|at_ns| {
            let mut machine = struck(timer, seed, TimerFault::Step { at_ns, by_ns: -3_600_000.0 * MS });
            let recorded = record(&mut machine, Some(0), &usual(seed), &mut NoProgress);
            let reading = report(recorded, None);
            let expected = expect(&reading).steady().right_to(drawn_hz(seed), 200.0);
            expected.and(machine.now_ns() < 1_000.0 * MS, "ends within 1 s of the machine's time").seen()
        });
        let [warming, running] = seen;
        assert_eq!(warming, running);
        running
    })
}

fn stopping_for_good() -> String {
    // One seed: ten million reads of a stopped clock still take their time.
    let seen = [0.0, 20.0, 53.0, 300.0].map(|at_ms| {
        [TIMER, COARSE].map(|timer| {
            let stop = TimerFault::Freeze { at_ns: at_ms * MS, for_ns: f64::INFINITY };
            let reading = read(struck(timer, 0, stop), 0);
            expect(&reading).refused(Reason::ClockStopped).seen()
        })
    });
    let mut seen = seen.concat();
    seen.dedup();
    assert_eq!(seen.len(), 1, "{seen:?}");
    seen.remove(0)
}

/// The larger half-width of the repeatable part.
fn half_width_ppm(reading: &Reading) -> f64 {
    let repeatable = reading.repeatable_hz.expect("a number");
    repeatable.max_half_width() / repeatable.value * 1e6
}

fn trapped() -> String {
    with_each_seed(|seed| {
        let timer = Timer { read_ns: 2_000.0, jitter_ns: 20.0, ..TIMER };
        let reading = read(machine_with(Profile::Fixed(drawn_hz(seed)), timer, seed), seed);
        let wider = half_width_ppm(&reading) > half_width_ppm(&read(machine(seed), seed));
        expect(&reading).steady().right_to(drawn_hz(seed), 200.0).and(wider, "a wider interval").seen()
    })
}

fn coarse(duration: Duration) -> String {
    with_each_seed(|seed| {
        // Reads take long so that not too many fit into a tick.
        let timer = Timer { hz: 100, read_ns: 2_000.0, jitter_ns: 20.0 };
        let truth_hz = drawn_hz(seed);
        let reading = read_for(machine_with(Profile::Fixed(truth_hz), timer, seed), lasting(seed, duration));
        let expected = expect(&reading);
        match reading.reason {
            Some(Reason::ClockTooCoarse) => return expected.refused(Reason::ClockTooCoarse).seen(),
            // Windows wait so long for a tick that every one of them is interrupted.
            Some(Reason::TooFewWindows) => return expected.refused(Reason::TooFewWindows).seen(),
            _ => {}
        }
        let holds = reading.repeatable_hz.is_some_and(|clock| clock.contains(truth_hz));
        expected.verdict(reading.verdict).and(holds, "the interval holds the truth").seen()
    })
}
