//! Clocks that visit a slower level for a moment: error from the mean, and coverage of the interval.

use fastrand::Rng;
use trueghz::estimate::verdict::Verdict;
use trueghz::simulate::{Disturbances, Profile, Timer};

use super::neighbours::quantile;
use super::trial::{drawn_hz, reading_and_taken, run_all};

/// Interrupts a second.
const INTERRUPTS: f64 = 300.0;

/// x86's counter, and that of Apple's devices.
const VISITS_TIMERS: [Timer; 2] = [
    Timer { hz: 1_000_000_000, read_ns: 25.0, jitter_ns: 2.0 },
    Timer { hz: 24_000_000, read_ns: 25.0, jitter_ns: 5.0 },
];

/// The fraction of the time on the slower level.
const SLOWER: f64 = 0.1;

/// Depth of a visit, in percent: a turbo step of 25 MHz, of 100 MHz, and a power limit.
const SIZES_PERCENT: [f64; 3] = [0.7, 3.3, 20.0];

/// Length of a visit, in milliseconds: from a fraction of a window to many rounds.
const VISITS_MS: [f64; 7] = [0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0];

/// Longer than a warm-up that never settles and the reading after it, in nanoseconds.
const WHOLE_NS: f64 = 3e9;

/// Prints the table of `runs` per setting.
pub fn table(runs: u64) {
    println!(
        "dwell,slower_percent,visit_ms,tick_ns,readings,steady_percent,varying_percent,median_error_ppm,half_width_ppm,\
         coverage_percent"
    );
    for (dwell, is_random) in [("regular", false), ("random", true)] {
        for size in SIZES_PERCENT {
            for visit_ms in VISITS_MS {
                for timer in VISITS_TIMERS {
                    let outcomes = run_all(runs, |seed| {
                        trial(profile(is_random, size / 100.0, visit_ms * 1e6, seed), timer, seed)
                    });
                    let percent = |of: &dyn Fn(&Outcome) -> bool| {
                        outcomes.iter().filter(|outcome| of(outcome)).count() as f64 / runs as f64 * 100.0
                    };
                    let numbers = || outcomes.iter().filter_map(|outcome| outcome.number);
                    println!(
                        "{dwell},{size},{visit_ms},{:.2},{runs},{:.1},{:.1},{:.1},{:.1},{:.1}",
                        1e9 / timer.hz as f64,
                        percent(&|outcome| outcome.verdict == Verdict::Steady),
                        percent(&|outcome| outcome.verdict == Verdict::Varying),
                        quantile(numbers().map(|(error, ..)| error), 0.5),
                        quantile(numbers().map(|(_, half, _)| half), 0.5),
                        percent(&|outcome| outcome.number.is_some_and(|(.., holds)| holds)),
                    );
                }
            }
        }
    }
}

/// A clock that is lower by `depth` for [`SLOWER`] of the time, in visits of this length or of this mean (exponential).
fn profile(is_random: bool, depth: f64, visit_ns: f64, seed: u64) -> Profile {
    let hz = drawn_hz(seed);
    let mut random = Rng::with_seed(seed ^ 0x9e37_79b9);
    let mut dwell = |mean_ns: f64| if is_random { -mean_ns * (1.0 - random.f64()).ln() } else { mean_ns };
    let between_ns = visit_ns * (1.0 / SLOWER - 1.0);
    let (mut at_ns, mut steps) = (0.0, Vec::new());
    while at_ns < WHOLE_NS {
        steps.push((at_ns, hz));
        at_ns += dwell(between_ns);
        steps.push((at_ns, hz * (1.0 - depth)));
        at_ns += dwell(visit_ns);
    }
    Profile::Steps(steps)
}

/// The outcome of one reading.
struct Outcome {
    verdict: Verdict,
    /// If there is a number: its error against the mean and half the interval in parts per million, and whether that holds the mean.
    number: Option<(f64, f64, bool)>,
}

fn trial(profile: Profile, timer: Timer, seed: u64) -> Outcome {
    let (estimate, taken) =
        reading_and_taken(profile.clone(), timer, Disturbances::interrupts(INTERRUPTS), seed);
    let mean_hz = taken.span_ns.map_or(f64::NAN, |(from_ns, until_ns)| profile.mean_hz(from_ns, until_ns));
    let ppm = |hz: f64| hz / mean_hz * 1e6;
    let number = estimate.frequency.map(|f| {
        let holds = (f.low_hz..=f.high_hz).contains(&mean_hz);
        (ppm(f.hz - mean_hz), ppm((f.high_hz - f.low_hz) / 2.0), holds)
    });
    Outcome { verdict: estimate.verdict, number }
}
