//! The instrument on a simulated machine, by the ten thousand: does the interval hold the truth as often as it
//! says, and is a clock that moves found out? Prints tables; asserts nothing.
//!
//! `TRUEGHZ_BENCH_RUNS` sets the runs per setting (10,000); the words `fixed`, `moving`, `neighbours` and
//! `wandering` choose tables.

mod fixed;
mod moving;
mod neighbours;
mod trial;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    // `cargo bench` and `cargo test --benches` pass their own flags: only the former means to run this.
    if words.iter().any(|word| word == "--test") {
        return;
    }
    let chosen = |table: &str| {
        words.iter().any(|word| word == table) || words.iter().all(|word| word.starts_with('-'))
    };
    let runs = std::env::var("TRUEGHZ_BENCH_RUNS").ok().and_then(|runs| runs.parse().ok()).unwrap_or(10_000);
    if chosen("fixed") {
        fixed::table(runs);
    }
    if chosen("moving") {
        moving::table(runs / 10);
    }
    if chosen("neighbours") {
        neighbours::tables(runs / 10);
    }
    if chosen("wandering") {
        neighbours::wandering_table(runs / 10);
    }
}
