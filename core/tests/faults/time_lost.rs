//! Something else takes the core's time.

use trueghz::estimate::verdict::Reason;
use trueghz::report::Reading;
use trueghz::run::target::Selection;
use trueghz::simulate::{Machine, TimerFault};

use crate::bench::drawn_hz;
use crate::environment::{Phone, true_hz};
use crate::kernel::{Counting, Kernel};
use crate::stand::{MID_RUN_NS, MS, expect, machine, read, with_each_seed};
use crate::table::{Group, Row};

pub const GROUP: Group = Group {
    title: "Time that is lost",
    about: "The simulated machine, on which nothing of the thread runs now and then.",
    rows: &[
        Row {
            fault: "preempted for 1 to 50 ms, ten times a second",
            outcome: "right, `effective_hz` low",
            proof: preempted,
        },
        Row {
            fault: "a hypervisor steals 95 %: 19 of every 20 ms",
            outcome: "right, or refused `too_few_windows`",
            proof: stolen,
        },
        Row {
            fault: "preempted as above, and the kernel counts steal time",
            outcome: "right; the hypervisor is named, and nobody is told to close programs",
            proof: || withheld(Kernel::Steals, "steal_time"),
        },
        Row {
            fault: "preempted as above, and the control group counts the time over its quota",
            outcome: "right; the quota is named, and nobody is told to close programs",
            proof: || withheld(Kernel::Throttles, "quota_reached"),
        },
        Row {
            fault: "suspended for 2 s and resumed; the clock stands still meanwhile",
            outcome: "right",
            proof: suspended_with_the_clock,
        },
        Row { fault: "suspended for 2 s and resumed; the clock goes on", outcome: "right", proof: suspended },
    ],
};

/// Longer than any measurement here.
const LONG_NS: f64 = 10_000.0 * MS;

fn effective_part(reading: &Reading) -> f64 {
    reading.effective_hz.unwrap_or(f64::NAN) / reading.hz().unwrap_or(f64::NAN)
}

/// A machine with stops. `next` returns the time from the end of the previous stop, and the
/// duration.
fn stopped(seed: u64, next: impl FnMut() -> (f64, f64)) -> Machine {
    machine(seed).with_suspensions(stops(next))
}

fn stops(mut next: impl FnMut() -> (f64, f64)) -> Vec<(f64, f64)> {
    let mut stops = Vec::new();
    let mut now_ns = 0.0;
    while now_ns < LONG_NS {
        let (after_ns, for_ns) = next();
        stops.push((now_ns + after_ns, for_ns));
        now_ns += after_ns + for_ns;
    }
    stops
}

/// For 1 to 50 ms, ten times a second.
fn preemptions(seed: u64) -> impl FnMut() -> (f64, f64) {
    let mut random = fastrand::Rng::with_seed(seed);
    move || {
        let for_ns = (1.0 + 49.0 * random.f64()) * MS;
        (100.0 * MS - for_ns, for_ns)
    }
}

fn preempted() -> String {
    with_each_seed(|seed| {
        let reading = read(stopped(seed, preemptions(seed)), seed);
        // A quarter of the time on average; of half a second, the middle five of six sigma.
        let part = effective_part(&reading);
        expect(&reading)
            .steady()
            .right_to(drawn_hz(seed), 100.0)
            .warned(&["preempted"])
            .and((0.5..0.9).contains(&part), "`effective_hz` 50 to 90 % of the clock")
            .seen()
    })
}

fn stolen() -> String {
    with_each_seed(|seed| {
        let reading = read(stopped(seed, || (MS, 19.0 * MS)), seed);
        let expected = expect(&reading);
        if reading.reason == Some(Reason::TooFewWindows) {
            return expected.refused(Reason::TooFewWindows).seen();
        }
        let part = effective_part(&reading);
        expected
            .steady()
            .right_to(drawn_hz(seed), 200.0)
            .warned(&["preempted"])
            .and(part < 0.1, "`effective_hz` below 10 % of the clock")
            .seen()
    })
}

fn withheld(kernel: Kernel, code: &str) -> String {
    with_each_seed(|seed| {
        let mut phone = Phone::new(seed);
        phone.stops = stops(preemptions(seed));
        phone.evidence = Some(Box::leak(Box::new(Counting::new(kernel))));
        let reading = phone.read(Selection::Current).remove(0);
        expect(&reading).steady().right_to(true_hz(0, seed), 100.0).warned(&[code]).seen()
    })
}

fn suspended_with_the_clock() -> String {
    with_each_seed(|seed| {
        let (at_ns, for_ns) = (MID_RUN_NS, 2_000.0 * MS);
        let machine = machine(seed)
            .with_suspensions([(at_ns, for_ns)])
            .with_faults([TimerFault::Freeze { at_ns, for_ns }]);
        let reading = read(machine, seed);
        expect(&reading).steady().right_to(drawn_hz(seed), 100.0).warned(&["clock_stepped"]).seen()
    })
}

fn suspended() -> String {
    with_each_seed(|seed| {
        let reading = read(machine(seed).with_suspensions([(MID_RUN_NS, 2_000.0 * MS)]), seed);
        expect(&reading).steady().right_to(drawn_hz(seed), 100.0).warned(&["preempted"]).seen()
    })
}
