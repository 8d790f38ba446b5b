//! The instrument on a simulated machine, by the ten thousand: does the interval hold the truth as often as it
//! says, and is a clock that moves found out? Prints tables; asserts nothing.
//!
//! `TRUEGHZ_BENCH_RUNS` sets the runs per setting (10,000).

mod fixed;
mod moving;
mod trial;

fn main() {
    // `cargo bench` and `cargo test --benches` pass their own flags: only the former means to run this.
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    let runs = std::env::var("TRUEGHZ_BENCH_RUNS").ok().and_then(|runs| runs.parse().ok()).unwrap_or(10_000);
    fixed::table(runs);
    moving::table(runs / 10);
}
