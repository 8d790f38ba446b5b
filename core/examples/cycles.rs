//! A benchmark in cycles of the core that it ran on: `cargo run --release -p trueghz --example
//! cycles`.
//!
//! The thread is pinned if the system can pin, so that the benchmark and the measurement use the
//! same core; it is warmed up, since a core that wakes up runs below its clock.

use std::hint::black_box;
use std::time::{Duration, Instant};

use trueghz::host;

/// Multiplications in a run, each of which needs the result of the last.
const STEPS: u64 = 1_000_000;

/// Runs, of which the shortest counts: interrupts only add time.
const RUNS: usize = 100;

/// Time without a report before the runs, in which the core reaches its clock.
const WARM_UP: Duration = Duration::from_millis(300);

fn run() -> Duration {
    let begun = Instant::now();
    black_box((1..=STEPS).fold(1_u64, |product, factor| black_box(product).wrapping_mul(factor | 1)));
    begun.elapsed()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let pinned = host::allowed_cpus().last().map(|&cpu| host::pin_to(cpu)).transpose()?;
    if pinned.is_none() {
        eprintln!("this system cannot pin threads: the core may be another one than the benchmark's");
    }
    let warm = Instant::now();
    while warm.elapsed() < WARM_UP {
        run();
    }
    let shortest = (0..RUNS).map(|_| run()).min().unwrap_or_default();
    let ns = shortest.as_nanos() as f64 / STEPS as f64;

    let reading = trueghz::clock()?;
    match (reading.display(), reading.cycles(ns)) {
        (Some(clock), Some(cycles)) => println!(
            "{}: {clock}\na step takes {ns:.4} ns: {:.3} cycles ({:.3} to {:.3})",
            reading.kind, cycles.value, cycles.low, cycles.high
        ),
        _ => println!("a step takes {ns:.4} ns; the core has no reading ({:?})", reading.reason),
    }
    Ok(())
}
