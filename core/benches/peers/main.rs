//! Compares the instrument with other methods of reading a core's clock, in one run: idle, with a
//! busy process on the same core, and with one on another CPU. Prints a table in Markdown; asserts
//! nothing.
//!
//! `TRUEGHZ_BENCH_READINGS` sets the readings per row (20), `TRUEGHZ_BENCH_CPU` the core (the last
//! one).

#[path = "../common/hog.rs"]
mod hog;
mod ideas;
mod situation;
mod table;

use std::thread;

use trueghz::Options;
use trueghz::clock;
use trueghz::host::{allowed_cpus, pin_to};
use trueghz::report::Reading;
use trueghz::run::measure::measure;
use trueghz::run::target::Selection;

use ideas::{Bench, IDEAS, TIME};
use situation::Situation;
use table::Readings;

/// Name of the instrument in the table.
const OURS: &str = "**TrueGHz**";

fn main() {
    hog::be_one_if_told();
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let readings: u32 = number("TRUEGHZ_BENCH_READINGS").unwrap_or(20);
    let cpu = number("TRUEGHZ_BENCH_CPU").or_else(|| allowed_cpus().last().copied()).unwrap_or(0);
    let pinned = pin_to(cpu).map(drop);
    println!("\n## Beside other methods: core {cpu}, {readings} readings of {TIME:?} per row\n");
    // Other programs may be busy here, too: then no row is from an idle machine.
    if let Ok(load) = std::fs::read_to_string("/proc/loadavg") {
        println!("Load average at the start: {}\n", load.trim());
    }
    if let Err(why) = &pinned {
        println!("Not kept on one core ({why}): each reading is of wherever the system ran it.\n");
    }
    let ours = if pinned.is_ok() { Selection::Cpus(vec![cpu]) } else { Selection::Current };

    let situations = Situation::around(cpu);
    // For each situation the readings of the instrument and of each idea.
    let mut rows: Vec<Vec<Readings>> =
        situations.iter().map(|_| (0..=IDEAS.len()).map(|_| Readings::default()).collect()).collect();
    // All in alternation, so that slow changes of the machine affect them alike.
    for _ in 0..readings {
        for (situation, row) in situations.iter().zip(&mut rows) {
            if situation.missing.is_some() {
                continue;
            }
            let _busy = situation.begin().expect("what it could before");
            note(&mut row[0], &read(&ours));
            for (idea, found) in IDEAS.iter().zip(&mut row[1..]) {
                found.hz.push(on_its_own_thread(cpu, idea.read));
            }
        }
    }

    let reference_hz = rows[0][0].median().unwrap_or(f64::NAN);
    table::head();
    for (Situation { name, missing, .. }, row) in situations.iter().zip(&rows) {
        if let Some(why) = missing {
            println!("| {name} | not measured: {why} | | | | | |");
            continue;
        }
        table::row(name, OURS, &row[0], reference_hz);
        for (idea, found) in IDEAS.iter().zip(&row[1..]) {
            table::row(name, idea.name, found, reference_hz);
        }
    }
    println!("\nWithin: of the median of {OURS} when idle, {:.3} MHz.", reference_hz / 1e6);
}

fn read(selection: &Selection) -> Reading {
    let options = Options::new().cores(selection.clone()).duration(TIME);
    let mut measured = measure(options).expect("a session").wait().expect("a measurement");
    measured.measurement.cores.pop().expect("the core's reading")
}

fn note(readings: &mut Readings, reading: &Reading) {
    readings.hz.push(reading.hz());
    let codes = reading.warnings.iter().map(trueghz::Warning::code);
    for code in std::iter::once(reading.verdict.code()).chain(codes) {
        *readings.said.entry(code).or_default() += 1;
    }
}

/// Runs a reading on a new thread on that core, as a session does.
fn on_its_own_thread(cpu: u32, read: fn(&Bench<'_>) -> Option<f64>) -> Option<f64> {
    let measuring = move || {
        let _pinned = pin_to(cpu);
        let clocks = clock::choose().expect("a clock");
        read(&Bench::new(clocks.primary.as_ref()))
    };
    thread::spawn(measuring).join().expect("no panic")
}
