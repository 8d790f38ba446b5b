//! Clocks that step, drift or alternate: share of the readings that detect it.

use fastrand::Rng;
use trueghz::estimate::variation::Range;
use trueghz::estimate::verdict::Verdict;
use trueghz::simulate::{Disturbances, Profile, Sibling, Timer};

use super::neighbours::{INTERRUPTS, SIBLINGS_TIMERS};
use super::trial::{TIMERS, drawn_hz, reading_and_taken, run_all};

/// Start of the windows after a warm-up of 50 ms, and their total duration, in nanoseconds. If a
/// warm-up takes longer because the clock varies in it, the variation may be partly or entirely
/// over when they begin.
const BEGIN_NS: f64 = 55e6;
const LAST_NS: f64 = 490e6;

/// Variation of the clock: `part` is the size of the change as a fraction, `place` (0 to 1) its
/// time in the run.
type Motion = fn(hz: f64, part: f64, place: f64) -> Profile;

/// A step falls into the middle 80 % of the run; a drift is uniform over all of it; an alternation
/// has this dwell time at each level.
const MOTIONS: [(&str, Motion); 4] = [
    ("step", |hz, part, place| {
        let at_ns = BEGIN_NS + LAST_NS * (0.1 + 0.8 * place);
        Profile::Steps(vec![(0.0, hz), (at_ns, hz * (1.0 - part))])
    }),
    ("drift", |hz, part, _| Profile::Drift {
        from_hz: hz,
        to_hz: hz * (1.0 - part),
        start_ns: BEGIN_NS,
        over_ns: LAST_NS,
    }),
    ("alternation of 30 ms", |hz, part, _| Profile::Alternating {
        hz,
        other_hz: hz * (1.0 - part),
        each_ns: 30e6,
    }),
    ("alternation of 3 ms", |hz, part, _| Profile::Alternating {
        hz,
        other_hz: hz * (1.0 - part),
        each_ns: 3e6,
    }),
];

/// Prints the table with `runs` per setting: without a sibling, then with a busy one.
pub fn table(runs: u64) {
    println!(
        "sibling_busy_percent,motion,size_ppm,tick_ns,readings,fell_into,varying_percent,range_holds_percent,overshoot_percent"
    );
    let timers = TIMERS.map(|(hz, read_ns)| Timer { hz, read_ns, jitter_ns: 5.0 });
    rows(0.0, &[200.0, 1_000.0, 10_000.0, 200_000.0], &timers, &Disturbances::interrupts(1_000.0), runs);
    for busy in [0.5, 0.9] {
        let beside = Disturbances::interrupts(INTERRUPTS).and_sibling(Sibling { busy, burst_ns: BURSTS_NS });
        rows(busy, &SIZES_PPM, &SIBLINGS_TIMERS, &beside, runs);
    }
}

/// With a sibling: mean length of its bursts, in nanoseconds, longer than a round; sizes of the
/// change in parts per million, the last from a turbo bin of 3.1 GHz to one of 2.7.
const BURSTS_NS: f64 = 2e6;
const SIZES_PPM: [f64; 4] = [200.0, 1_000.0, 10_000.0, 129_032.0];

/// Minimum fraction of a reading that the clock spends at each end of the change, within a tenth,
/// for a reading to count.
const SEEN: f64 = 0.02;

/// Prints a row for every kind of change with each of these sizes, in parts per million, and each
/// of these timers. Readings without the change do not count.
fn rows(busy: f64, sizes_ppm: &[f64], timers: &[Timer], disturbances: &Disturbances, runs: u64) {
    for (name, motion) in MOTIONS {
        for &size_ppm in sizes_ppm {
            for &timer in timers {
                let results =
                    run_all(runs, |seed| trial(motion, size_ppm * 1e-6, timer, disturbances.clone(), seed));
                let moved: Vec<Found> = results.into_iter().flatten().collect();
                let percent = |of: &dyn Fn(&Found) -> bool| {
                    let found = moved.iter().filter(|found| of(found)).count();
                    if moved.is_empty() {
                        String::new()
                    } else {
                        format!("{:.2}", found as f64 / moved.len() as f64 * 100.0)
                    }
                };
                println!(
                    "{},{name},{size_ppm},{:.2},{runs},{},{},{},{}",
                    busy * 100.0,
                    1e9 / timer.hz as f64,
                    moved.len(),
                    percent(&|found| found.varying),
                    percent(&|found| found.holds_both),
                    usually_beyond(&moved),
                );
            }
        }
    }
}

/// Excess of the range beyond the change that 95 of 100 readings do not exceed, in percent of the
/// change; empty if there is no range.
fn usually_beyond(moved: &[Found]) -> String {
    let mut beyond: Vec<f64> = moved.iter().filter_map(|found| found.beyond).collect();
    beyond.sort_unstable_by(f64::total_cmp);
    let at = (beyond.len() as f64 * 0.95).ceil() as usize;
    let worst = at.checked_sub(1).and_then(|at| beyond.get(at));
    worst.map_or(String::new(), |part| format!("{:.1}", part * 100.0))
}

/// The result for a varying clock.
struct Found {
    /// Whether the variation was detected.
    varying: bool,
    /// Whether the range contains both ends of the change, to a tenth of it.
    holds_both: bool,
    /// Excess of the range beyond the change, as a fraction of it; `None` if there is no range.
    beyond: Option<f64>,
}

/// Takes a reading of a varying clock; `None` if the change does not fall into it.
fn trial(motion: Motion, part: f64, timer: Timer, disturbances: Disturbances, seed: u64) -> Option<Found> {
    let hz = drawn_hz(seed);
    let place = Rng::with_seed(seed ^ 0x9e37_79b9).f64();
    let profile = motion(hz, part, place);
    let (estimate, taken) = reading_and_taken(profile.clone(), timer, disturbances, seed);
    let slack = 0.1 * part * hz;
    let (high, low) = (hz - slack, hz * (1.0 - part) + slack);
    let (from_ns, until_ns) = taken.span_ns?;
    let stretches = profile.stretches(from_ns, until_ns);
    let share = |at: &dyn Fn(f64) -> bool| {
        let all_ns: f64 = stretches.iter().map(|(_, ns)| ns).sum();
        stretches.iter().filter(|(hz, _)| at(*hz)).map(|(_, ns)| ns).sum::<f64>() / all_ns
    };
    let beyond = |range: &Range| {
        let (above, below) = (range.high_hz / hz - 1.0, 1.0 - range.low_hz / (hz * (1.0 - part)));
        above.max(below).max(0.0) / part
    };
    (share(&|hz| hz >= high) >= SEEN && share(&|hz| hz <= low) >= SEEN).then(|| Found {
        varying: estimate.verdict == Verdict::Varying,
        holds_both: estimate.range.is_some_and(|range| range.high_hz >= high && range.low_hz <= low),
        beyond: estimate.range.as_ref().map(beyond),
    })
}
