//! SMT contention, and interruptions of some hundred nanoseconds that no system accounts for.

use fastrand::Rng;
use trueghz::estimate::verdict::Verdict;
use trueghz::simulate::{Disturbances, Interrupts, Profile, Sibling, Timer};

use super::trial::{TIMERS, Taken, drawn_hz, reading_and_taken, run_all};

/// Interrupts per second on a quiet machine.
pub const INTERRUPTS: f64 = 250.0;

/// Timers of machines whose cores have siblings: the x86 counter, and the performance counter of
/// Windows. The scatter of the former's reads was 2 ns on the machine on which the sibling was
/// measured.
pub const SIBLINGS_TIMERS: [Timer; 2] = [
    Timer { hz: 1_000_000_000, read_ns: 25.0, jitter_ns: 2.0 },
    Timer { hz: 10_000_000, read_ns: 25.0, jitter_ns: 2.0 },
];

/// Mean lengths of the sibling's bursts, in nanoseconds: from shorter than a window to many rounds.
const BURSTS_NS: [f64; 4] = [20e3, 200e3, 2e6, 20e6];

/// Shares of the time in which the sibling is busy.
const BUSY: [f64; 3] = [0.5, 0.9, 0.99];

/// Length of a long window with few interrupts, in nanoseconds.
const LONG_WINDOW_NS: f64 = 300e3;

/// Prints the table with `runs` per setting: constant clocks, then wandering clocks, whose true
/// value is their mean.
pub fn table(runs: u64) {
    println!(
        "clock,beside,tick_ns,readings,undisturbed_percent,undisturbed_long_percent,coverage_percent,median_error_ppm,\
         error_95_ppm,half_width_ppm,steady_percent,varying_percent,unconfirmed_percent,refused_percent"
    );
    siblings("fixed", fixed, runs);
    for (hz, read_ns) in TIMERS {
        let timer = Timer { hz, read_ns, jitter_ns: 5.0 };
        for per_ms in [1.0, 10.0, 50.0] {
            short(&format!("50 to 300 ns {per_ms} a ms"), timer, Interrupts::short(per_ms), runs);
        }
        if hz == 10_000_000 {
            for windows in [12.0, 2.0] {
                let name = format!("75 to 300 ns in 1 of {windows} windows");
                let per_second = 1e9 / (windows * LONG_WINDOW_NS);
                short(&name, timer, Interrupts::uniform(per_second, 75.0..=300.0), runs);
            }
        }
    }
    siblings("wandering", wandering, runs);
}

/// Draws a clock from a seed.
type Clock = fn(seed: u64) -> Profile;

fn fixed(seed: u64) -> Profile {
    Profile::Fixed(drawn_hz(seed))
}

/// A boost clock that changes between bins: their number, their distance as a fraction of the
/// highest clock, and the dwell time in nanoseconds.
const BINS: u32 = 12;
const BIN: f64 = 0.01;
const VISIT_NS: f64 = 3e6;

/// Longer than the longest warm-up and the reading after it, in nanoseconds.
const WHOLE_NS: f64 = 3e9;

fn wandering(seed: u64) -> Profile {
    let highest_hz = drawn_hz(seed);
    let mut random = Rng::with_seed(seed ^ 0x9e37_79b9);
    let visit =
        |visit: u32| (f64::from(visit) * VISIT_NS, highest_hz * (1.0 - BIN * f64::from(random.u32(0..BINS))));
    Profile::Steps((0..(WHOLE_NS / VISIT_NS) as u32).map(visit).collect())
}

/// Prints the rows of every sibling, with every timer of machines that have one.
fn siblings(name: &str, clock: Clock, runs: u64) {
    for timer in SIBLINGS_TIMERS {
        row(name, "an idle sibling", clock, timer, &Disturbances::interrupts(INTERRUPTS), runs);
        for busy in BUSY {
            for burst_ns in BURSTS_NS {
                let beside = format!("a sibling {} % busy {} ms", busy * 100.0, burst_ns / 1e6);
                let sibling = Sibling { busy, burst_ns };
                let disturbances = Disturbances::interrupts(INTERRUPTS).and_sibling(sibling);
                row(name, &beside, clock, timer, &disturbances, runs);
            }
        }
    }
}

fn short(beside: &str, timer: Timer, interrupts: Interrupts, runs: u64) {
    row(
        "fixed",
        beside,
        fixed,
        timer,
        &Disturbances::interrupts(INTERRUPTS).and_interrupts(interrupts),
        runs,
    );
}

/// The result of one reading.
struct Outcome {
    verdict: Verdict,
    taken: Taken,
    /// If there is a value: its error and the half-width of the interval in parts per million, and
    /// whether the interval contains the true value.
    number: Option<(f64, f64, bool)>,
}

fn outcome(clock: Clock, timer: Timer, disturbances: Disturbances, seed: u64) -> Outcome {
    let profile = clock(seed);
    let (estimate, taken) = reading_and_taken(profile.clone(), timer, disturbances, seed);
    let truth = taken.span_ns.map_or(f64::NAN, |(from_ns, until_ns)| profile.mean_hz(from_ns, until_ns));
    let ppm = |hz: f64| hz / truth * 1e6;
    let number = estimate.frequency.map(|f| {
        let holds = f.hz.contains(truth);
        (ppm(f.hz.value - truth), ppm(f.hz.half_width()), holds)
    });
    Outcome { verdict: estimate.verdict, taken, number }
}

fn row(name: &str, beside: &str, clock: Clock, timer: Timer, disturbances: &Disturbances, runs: u64) {
    let outcomes = run_all(runs, |seed| outcome(clock, timer, disturbances.clone(), seed));
    let percent = |of: &dyn Fn(&Outcome) -> bool| {
        outcomes.iter().filter(|o| of(o)).count() as f64 / outcomes.len() as f64 * 100.0
    };
    let mean = |of: &dyn Fn(&Outcome) -> f64| outcomes.iter().map(of).sum::<f64>() / outcomes.len() as f64;
    let verdict = |verdict: Verdict| percent(&|o| o.verdict == verdict);
    let numbers = || outcomes.iter().filter_map(|o| o.number);
    println!(
        "{name},{beside},{:.2},{runs},{:.1},{:.1},{:.1},{:.2},{:.2},{:.2},{:.1},{:.1},{:.1},{:.1}",
        1e9 / timer.hz as f64,
        mean(&|o| o.taken.undisturbed.all) * 100.0,
        mean(&|o| o.taken.undisturbed.long) * 100.0,
        percent(&|o| o.number.is_some_and(|(_, _, holds)| holds)),
        quantile(numbers().map(|(error, _, _)| error), 0.5),
        quantile(numbers().map(|(error, _, _)| error.abs()), 0.95),
        quantile(numbers().map(|(_, half, _)| half), 0.5),
        verdict(Verdict::Steady),
        verdict(Verdict::Varying),
        verdict(Verdict::Unconfirmed),
        verdict(Verdict::Refused),
    );
}

/// The quantile `part` (0 to 1) of `values`; NaN if there are none.
pub fn quantile(values: impl Iterator<Item = f64>, part: f64) -> f64 {
    let mut sorted: Vec<f64> = values.collect();
    sorted.sort_by(f64::total_cmp);
    let last = sorted.len().saturating_sub(1) as f64;
    sorted.get((last * part).round() as usize).copied().unwrap_or(f64::NAN)
}
