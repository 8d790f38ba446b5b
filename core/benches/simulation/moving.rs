//! Clocks that step, drift or alternate: how often they are found out.

use fastrand::Rng;
use trueghz::estimate::verdict::Verdict;
use trueghz::simulate::{Disturbances, Profile, Timer};

use super::trial::{TIMERS, drawn_hz, reading, run_all};

/// When the windows begin, after the warm-up's 50 ms, and how long they last, in nanoseconds.
pub const BEGIN_NS: f64 = 55e6;
pub const LAST_NS: f64 = 490e6;

/// What the clock does; `part` is the size of the change, `place` (0 to 1) where in the run it falls.
type Motion = fn(hz: f64, part: f64, place: f64) -> Profile;

const MOTIONS: [(&str, Motion); 4] = [
    ("steps once, in the middle 80 %", |hz, part, place| {
        let at_ns = BEGIN_NS + LAST_NS * (0.1 + 0.8 * place);
        Profile::Steps(vec![(0.0, hz), (at_ns, hz * (1.0 - part))])
    }),
    ("drifts evenly over the run", |hz, part, _| Profile::Drift {
        from_hz: hz,
        to_hz: hz * (1.0 - part),
        start_ns: BEGIN_NS,
        over_ns: LAST_NS,
    }),
    ("alternates every 30 ms", |hz, part, _| Profile::Alternating {
        hz,
        other_hz: hz * (1.0 - part),
        each_ns: 30e6,
    }),
    ("alternates every 3 ms", |hz, part, _| Profile::Alternating {
        hz,
        other_hz: hz * (1.0 - part),
        each_ns: 3e6,
    }),
];

/// Prints the table of `runs` per setting.
pub fn table(runs: u64) {
    println!(
        "\n## Moving clocks, simulated: {runs} readings of 500 ms per setting, 1,000 interrupts a second\n"
    );
    let timers = TIMERS.map(|(hz, read_ns)| Timer { hz, read_ns, jitter_ns: 5.0 });
    rows(&[200.0, 1_000.0, 10_000.0, 200_000.0], &timers, &Disturbances::interrupts(1_000.0), runs);
}

/// Prints a table of every motion by each of these sizes, in parts per million, on each of these timers.
pub fn rows(sizes_ppm: &[f64], timers: &[Timer], disturbances: &Disturbances, runs: u64) {
    println!("| motion | size ppm | tick ns | varying | range holds both |");
    println!("|---|---|---|---|---|");
    for (name, motion) in MOTIONS {
        for &size_ppm in sizes_ppm {
            for &timer in timers {
                let results =
                    run_all(runs, |seed| trial(motion, size_ppm * 1e-6, timer, disturbances.clone(), seed));
                let share = |of: &dyn Fn(&(bool, bool)) -> bool| {
                    results.iter().filter(|r| of(r)).count() as f64 / results.len() as f64 * 100.0
                };
                println!(
                    "| {name} | {size_ppm} | {:.2} | {:.2} % | {:.2} % |",
                    1e9 / timer.hz as f64,
                    share(&|r| r.0),
                    share(&|r| r.1),
                );
            }
        }
    }
}

/// Whether a moving clock was found out, and whether its range holds both ends to a tenth of the motion.
fn trial(motion: Motion, part: f64, timer: Timer, disturbances: Disturbances, seed: u64) -> (bool, bool) {
    let hz = drawn_hz(seed);
    let place = Rng::with_seed(seed ^ 0x9e37_79b9).f64();
    let estimate = reading(motion(hz, part, place), timer, disturbances, seed);
    let slack = 0.1 * part * hz;
    let holds =
        estimate.range.is_some_and(|r| r.high_hz >= hz - slack && r.low_hz <= hz * (1.0 - part) + slack);
    (estimate.verdict == Verdict::Varying, holds)
}
