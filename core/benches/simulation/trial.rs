//! One simulated reading, and many of them side by side.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use fastrand::Rng;
use trueghz::Options;
use trueghz::estimate::{Estimate, estimate};
use trueghz::run::record::{Unwatched, record};
use trueghz::simulate::{CoreModel, Disturbances, Machine, Profile, Timer};

/// The clocks' ticks: rate in hertz, and what a read costs in nanoseconds.
pub const TIMERS: [(u64, f64); 5] =
    [(1_000_000_000, 25.0), (100_000_000, 25.0), (24_000_000, 25.0), (19_200_000, 30.0), (1_920_000, 40.0)];

/// A clock drawn at random from 0.6 to 5 GHz: nothing can gain by rounding.
pub fn drawn_hz(seed: u64) -> f64 {
    0.6e9 + Rng::with_seed(seed).f64() * 4.4e9
}

/// One reading of a simulated core.
pub fn reading(profile: Profile, timer: Timer, disturbances: Disturbances, seed: u64) -> Estimate {
    let mut machine = Machine::new(profile, CoreModel::default(), timer, disturbances, seed);
    let options = Options::new().seed(seed);
    match record(&mut machine, Some(0), &options, &mut Unwatched) {
        Ok(recording) => estimate(&recording),
        Err(reason) => Estimate::refused(reason),
    }
}

/// Runs `trial` for seeds 0 to `runs`, on all cores of this machine.
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
