//! Clocks that visit a slower level for a moment: error from the mean, and coverage of the interval.

use trueghz::estimate::verdict::Verdict;
use trueghz::simulate::{Disturbances, Profile, Timer};

use super::motions::visits;
use super::neighbours::quantile;
use super::trial::{Outcome, reading_and_taken, run_all};

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
                        trial(visits(is_random, size / 100.0, SLOWER, visit_ms * 1e6, seed), timer, seed)
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

fn trial(profile: Profile, timer: Timer, seed: u64) -> Outcome {
    let (estimate, taken) =
        reading_and_taken(profile.clone(), timer, Disturbances::interrupts(INTERRUPTS), seed);
    let mean_hz = taken.span_ns.map_or(f64::NAN, |(from_ns, until_ns)| profile.mean_hz(from_ns, until_ns));
    Outcome::of(&estimate, mean_hz)
}
