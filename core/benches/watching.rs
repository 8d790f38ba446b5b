//! Cost of observing a reading, and delay of its end: readings of 10 s and of 60 s, with and
//! without an observer, on the last CPU. Prints a table; asserts nothing.

use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use trueghz::Options;
use trueghz::host::{allowed_cpus, thread_time};
use trueghz::report::CoreOutcome;
use trueghz::run::event::{Event, NoObserver, Observer};
use trueghz::run::measure::{Measured, measure_observed};
use trueghz::run::target::Selection;

const DURATIONS: [Duration; 2] = [Duration::from_secs(10), Duration::from_secs(60)];

fn main() {
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    println!("\n## Watching\n");
    println!(
        "| reading | in all | last window to the end | observer's thread | of one core | numbers | process | peak memory | windows kept |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for duration in DURATIONS {
        row("not watched", duration, NoObserver, || (Duration::ZERO, 0));
        let (sender, seen) = channel();
        let watching = move |event: Event| {
            let is_number = matches!(event, Event::Running { estimate, .. } if estimate.frequency.is_some());
            let _ = sender.send((is_number, thread_time()));
        };
        row("watched", duration, watching, move || {
            let calls: Vec<(bool, Option<Duration>)> = seen.try_iter().collect();
            // A thread's time counts from its start, so its value at the last event is the total.
            let spent = calls.last().and_then(|call| call.1).unwrap_or_default();
            (spent, calls.iter().filter(|call| call.0).count())
        });
    }
}

/// Takes a reading. `spent` returns the processor time of the observer's thread and the number of
/// values that it received.
fn row(
    name: &str,
    duration: Duration,
    observer: impl Observer + 'static,
    spent: impl FnOnce() -> (Duration, usize),
) {
    let cpu = *allowed_cpus().last().expect("a cpu");
    let options = Options::new().cores(Selection::Cpus(vec![cpu])).duration(duration);
    forget_peak();
    let (begun, before_ns) = (Instant::now(), process_ns());
    let measured = measure_observed(options, observer).expect("a session").wait().expect("a measurement");
    let (whole, process_ms) = (begun.elapsed(), (process_ns() - before_ns) / 1e6);
    let reading = &measured.measurement.cores[0];
    // The time before the warm-up, for reading the machine and calibrating, is included: some
    // milliseconds.
    let end_ms = whole.as_secs_f64() * 1e3 - reading.warm_up_ms - reading.elapsed_ms;
    let (spent, numbers) = spent();
    let windows = windows(&measured);
    println!(
        "| {duration:?}, {name} | {:.3} s | {end_ms:.0} ms | {:.0} ms | {:.2} % | {numbers} | {process_ms:.0} ms | {} | {windows} |",
        whole.as_secs_f64(),
        spent.as_secs_f64() * 1e3,
        spent.as_secs_f64() / duration.as_secs_f64() * 100.0,
        peak().unwrap_or_else(|| "not told here".to_owned()),
    );
}

fn windows(measured: &Measured) -> usize {
    match &measured.raw.cores[0].outcome {
        CoreOutcome::Recorded(recording) => recording.windows.0.len(),
        CoreOutcome::Refused(_) => 0,
    }
}

/// Resets the peak memory use, if the system permits it (Linux, proc_pid_clear_refs(5)).
fn forget_peak() {
    if let Err(error) = std::fs::write("/proc/self/clear_refs", "5") {
        eprintln!("the peak of memory is that of all rows so far: {error}");
    }
}

/// Peak memory use of this process, if the system reports it (Linux, proc_pid_status(5)).
fn peak() -> Option<String> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    Some(status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?.trim().to_owned())
}

/// Processor time of this process, in nanoseconds; NaN if the system does not report it.
#[cfg(unix)]
fn process_ns() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the call fills the structure.
    let result = unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &raw mut time) };
    if result == 0 { time.tv_sec as f64 * 1e9 + time.tv_nsec as f64 } else { f64::NAN }
}

#[cfg(not(unix))]
fn process_ns() -> f64 {
    f64::NAN
}
