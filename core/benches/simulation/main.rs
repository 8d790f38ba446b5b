//! Coverage of the instrument on simulated machines, in tens of thousands of readings, and
//! detection of varying clocks. Prints tables as CSV, which `make simulation` keeps in
//! docs/simulation; asserts nothing.
//!
//! `TRUEGHZ_BENCH_RUNS` sets the readings per setting, `TRUEGHZ_BENCH_ONLY` a substring of the
//! names of those settings of `claims` that run; the words `claims`, `fixed`, `moving`,
//! `neighbours` and `parameters` select tables.

mod claims;
mod fixed;
mod motions;
mod moving;
mod neighbours;
mod parameters;
mod trial;

/// Prints a table with this number of readings per setting.
type Table = fn(runs: u64);

/// The tables, with the readings per setting.
const TABLES: [(&str, Table, u64); 5] = [
    ("claims", claims::table, 100),
    ("fixed", fixed::table, 400),
    ("moving", moving::table, 200),
    ("neighbours", neighbours::table, 500),
    ("parameters", parameters::table, 1),
];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    // `cargo bench` and `cargo test --benches` pass their own flags: only the former means to run
    // this.
    if words.iter().any(|word| word == "--test") {
        return;
    }
    let chosen = |table: &str| {
        words.iter().any(|word| word == table) || words.iter().all(|word| word.starts_with('-'))
    };
    let runs = std::env::var("TRUEGHZ_BENCH_RUNS").ok().and_then(|runs| runs.parse().ok());
    for (_, table, usual) in TABLES.into_iter().filter(|(name, ..)| chosen(name)) {
        table(runs.unwrap_or(usual));
    }
}
