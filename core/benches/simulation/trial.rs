//! One simulated reading, and many in parallel.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use trueghz::Options;
use trueghz::chain::{BodyLength, Role};
use trueghz::estimate::recording::Window;
use trueghz::estimate::verdict::Verdict;
use trueghz::estimate::{Estimate, estimate};
use trueghz::run::record::{NoProgress, record};
use trueghz::simulate::{CoreModel, Disturbances, Machine, Profile, Timer};

pub use super::motions::drawn_hz;

/// Timers: rate in hertz and read cost in nanoseconds.
pub const TIMERS: [(u64, f64); 7] = [
    (1_000_000_000, 25.0),
    (100_000_000, 25.0),
    (24_000_000, 25.0),
    (19_200_000, 30.0),
    (13_000_000, 25.0),
    (10_000_000, 25.0),
    (1_920_000, 40.0),
];

/// Maximum lengthening of an undisturbed window, in nanoseconds: 33 ppm of the longest.
const UNDISTURBED_NS: f64 = 10.0;

/// Takes one reading of a simulated core.
pub fn reading(profile: Profile, timer: Timer, disturbances: Disturbances, seed: u64) -> Estimate {
    reading_and_taken(profile, timer, disturbances, seed).0
}

/// Shares of the undisturbed windows, 0 to 1.
#[derive(Debug, Clone, Copy, Default)]
pub struct Undisturbed {
    /// Share of all windows.
    pub all: f64,
    /// Share of the long windows of one-cycle kinds, which determine the value.
    pub long: f64,
}

/// Properties of the windows of a reading.
#[derive(Debug, Clone, Copy, Default)]
pub struct Taken {
    /// The undisturbed windows.
    pub undisturbed: Undisturbed,
    /// Start of its first and end of its last window, in nanoseconds since the machine was created;
    /// `None` without windows.
    pub span_ns: Option<(f64, f64)>,
}

/// Takes one reading of a simulated core and returns the properties of its windows as well.
pub fn reading_and_taken(
    profile: Profile,
    timer: Timer,
    disturbances: Disturbances,
    seed: u64,
) -> (Estimate, Taken) {
    let mut machine = Machine::new(profile, CoreModel::default(), timer, disturbances, seed);
    let options = Options::new().seed(seed);
    match record(&mut machine, Some(0), &options, &mut NoProgress) {
        Ok(recording) => {
            let windows = &recording.windows.0;
            let runs = machine.last_timed_runs(windows.len());
            let share = |of: &dyn Fn(&Window) -> bool| {
                let chosen: Vec<f64> = windows
                    .iter()
                    .zip(runs)
                    .filter(|(window, _)| of(window))
                    .map(|(_, run)| run.delay_ns)
                    .collect();
                chosen.iter().filter(|&&ns| ns <= UNDISTURBED_NS).count() as f64 / chosen.len() as f64
            };
            let is_long = |window: &Window| {
                window.length == BodyLength::Long && matches!(window.kind.role(), Role::OneCycle { .. })
            };
            let undisturbed = Undisturbed { all: share(&|_| true), long: share(&is_long) };
            let span_ns = runs.first().zip(runs.last()).map(|(first, last)| (first.from_ns, last.until_ns));
            (estimate(&recording), Taken { undisturbed, span_ns })
        }
        Err(reason) => (Estimate::refused(reason), Taken::default()),
    }
}

/// Runs `trial` for the seeds below `runs`, on all cores of this machine.
pub fn run_all<T: Send>(runs: u64, trial: impl Fn(u64) -> T + Sync) -> Vec<T> {
    let next = AtomicU64::new(0);
    let worker = || {
        let mut results = Vec::new();
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= runs {
                return results;
            }
            results.push(trial(seed));
        }
    };
    thread::scope(|scope| {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a worker that ends")).collect()
    })
}

/// Result of a reading of a clock with a known mean.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Outcome {
    /// The verdict.
    pub verdict: Verdict,
    /// If there is a value: its error against the mean and the half-width of the interval in parts
    /// per million, and whether the interval contains the mean.
    pub number: Option<(f64, f64, bool)>,
}

impl Outcome {
    /// Builds the result of this estimate for a clock whose mean was `mean_hz`.
    pub fn of(estimate: &Estimate, mean_hz: f64) -> Outcome {
        let ppm = |hz: f64| hz / mean_hz * 1e6;
        let number = estimate.frequency.map(|f| {
            let holds = f.hz.contains(mean_hz);
            (ppm(f.hz.value - mean_hz), ppm(f.hz.half_width()), holds)
        });
        Outcome { verdict: estimate.verdict, number }
    }
}
