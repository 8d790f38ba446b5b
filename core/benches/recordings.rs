//! Readings of recordings by this estimator: those of tests/recordings, compared with the known
//! values of their clocks, or the raw files whose paths are given. Prints a table; asserts nothing.
//!
//! Paths count from the folder `core`, where cargo runs a bench.

use std::path::Path;

use trueghz::report::RawMeasurement;
use trueghz::{Reading, Verdict};

#[allow(dead_code, reason = "the tests check more of it")]
#[path = "../tests/pure/known_clocks/known.rs"]
mod known;

use known::{Case, Known, error_ppm, recorded};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    // `cargo bench` and `cargo test --benches` pass their own flags: only the former means to run
    // this.
    if words.iter().any(|word| word == "--test") {
        return;
    }
    println!("| recording | truth MHz | reading MHz | ± MHz | error ppm | holds | verdict | clean |");
    println!("|---|---|---|---|---|---|---|---|");
    let files: Vec<&String> = words.iter().filter(|word| !word.starts_with('-')).collect();
    if files.is_empty() {
        let known = Known::read();
        for case in &known.recordings {
            for reading in readings(&recorded(&case.path())) {
                row(&case.name, Some((&known, case)), &reading);
            }
        }
    }
    for file in files {
        for reading in readings(&recorded(Path::new(file))) {
            let cpu = reading.cpu.map_or(String::new(), |cpu| format!(", cpu {cpu}"));
            row(&format!("{file}{cpu}"), None, &reading);
        }
    }
}

fn readings(raw: &RawMeasurement) -> Vec<Reading> {
    raw.estimate().cores
}

/// A reading and the truth: the mean for a varying reading, else the main level.
fn row(name: &str, known: Option<(&Known, &Case)>, reading: &Reading) {
    let truth_hz = known.and_then(|(_, case)| match reading.verdict {
        Verdict::Varying => case.mean_hz,
        _ => Some(case.main_hz()),
    });
    // The clocks of recordings are known in terms of their reference clocks.
    let frequency = reading.frequency();
    let error = reading.hz().zip(truth_hz).map(|(hz, truth_hz)| error_ppm(hz, truth_hz));
    let holds =
        known.zip(frequency).zip(truth_hz).map(|(((known, case), frequency), truth_hz)| {
            match reading.verdict {
                Verdict::Varying => frequency.repeatable().hz.contains(truth_hz),
                _ => known.holds(case, &frequency),
            }
        });
    println!(
        "| {name} | {} | {} | {} | {} | {} | {} | {:.0} % |",
        cell(truth_hz, |hz| format!("{:.3}", hz / 1e6)),
        cell(reading.hz(), |hz| format!("{:.3}", hz / 1e6)),
        cell(frequency, |frequency| format!("{:.3}", frequency.repeatable().hz.max_half_width() / 1e6)),
        cell(error, |ppm| format!("{ppm:+.0}")),
        cell(holds, |holds| if holds { "yes" } else { "no" }.to_owned()),
        reading.verdict.code(),
        reading.windows.undisturbed as f64 / reading.windows.total.max(1) as f64 * 100.0,
    );
}

fn cell<T>(value: Option<T>, written: impl Fn(T) -> String) -> String {
    value.map_or("–".to_owned(), written)
}
