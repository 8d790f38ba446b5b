//! The instrument on this machine: spread of readings, idle and with a busy process on the same
//! core, in alternation in one run. Prints tables; asserts nothing.
//!
//! `TRUEGHZ_BENCH_READINGS` sets the readings per row (20), `TRUEGHZ_BENCH_CPU` the core (the last
//! one).

#[path = "common/hog.rs"]
mod hog;

use std::sync::mpsc;
use std::time::{Duration, Instant};

use trueghz::Options;
use trueghz::chain::{BodyLength, Chain, ChainKind};
use trueghz::clock;
use trueghz::estimate::verdict::Verdict;
use trueghz::host::{allowed_cpus, pin_to};
use trueghz::report::Reading;
use trueghz::run::event::Event;
use trueghz::run::measure::measure_observed;
use trueghz::run::target::Selection;

use hog::Hog;

/// Length of a window of the independent series: twenty times as long as the instrument's, timed as
/// a whole.
const LONG_WINDOW: Duration = Duration::from_millis(6);

/// Duration of the independent series.
const LONG_SERIES: Duration = Duration::from_secs(2);

fn main() {
    hog::be_one_if_told();
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let readings: u32 = number("TRUEGHZ_BENCH_READINGS").unwrap_or(20);
    let cpu = number("TRUEGHZ_BENCH_CPU").unwrap_or_else(|| *allowed_cpus().last().expect("a cpu"));

    println!("\n## This machine, core {cpu}: {readings} readings of 500 ms per row\n");
    fixed_clock_series(cpu);
    println!(
        "\n| row | median MHz | spread ppm | of the steady | mean ± ppm | against idle ppm | steady | clean windows |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let mut idle = Vec::new();
    let mut beside = Vec::new();
    // Alternating, so that slow changes of the machine affect both rows alike.
    for _ in 0..readings {
        idle.push(read(cpu));
        let _busy = Hog::on(cpu).expect("a busy process");
        beside.push(read(cpu));
    }
    let reference = median(&idle);
    row("idle", &idle, reference);
    row("beside a busy process", &beside, reference);
    times(&idle);
}

/// Long windows of one chain, timed as a whole, without outlier rejection: shows whether this
/// machine's clock is constant.
fn fixed_clock_series(cpu: u32) {
    let _pinned = pin_to(cpu).expect("to pin");
    let clock = clock::choose().expect("a clock").primary;
    let chain = Chain::new(ChainKind::Add, BodyLength::Long).expect("chains for this processor");
    let time = |iterations: u64| {
        let start = clock.ticks();
        chain.run(iterations);
        clock.timebase().ns_f64(clock.ticks().wrapping_sub(start).cast_signed())
    };
    let iteration_ns = time(100_000) / 100_000.0;
    let iterations = (LONG_WINDOW.as_nanos() as f64 / iteration_ns) as u64;
    let begin = Instant::now();
    let mut hz = Vec::new();
    while begin.elapsed() < LONG_SERIES {
        hz.push(iterations as f64 * f64::from(BodyLength::Long.steps()) / time(iterations) * 1e9);
    }
    hz.sort_by(f64::total_cmp);
    let at = |part: f64| hz[((hz.len() - 1) as f64 * part) as usize];
    let top = at(1.0);
    println!(
        "Independent series: {} windows of {:?}, one chain, not cleaned: fastest {:.3} MHz;",
        hz.len(),
        LONG_WINDOW,
        top / 1e6
    );
    let below = |part| (at(part) / top - 1.0) * 1e6;
    println!(
        "below it: quartiles {:+.0} / {:+.0} / {:+.0} ppm (what interrupts take away stays in).",
        below(0.75),
        below(0.5),
        below(0.25)
    );
}

/// A reading, and the progress that its observer saw.
struct Watched {
    reading: Reading,
    first_hz: Option<f64>,
    whole: Duration,
}

fn read(cpu: u32) -> Watched {
    let options = Options::new().cores(Selection::Cpus(vec![cpu]));
    let (send, seen) = mpsc::channel();
    let session = measure_observed(options, move |event: Event| {
        let _ = send.send((Instant::now(), event));
    });
    let mut measured = session.expect("a session").wait().expect("a measurement");
    let reading = measured.measurement.cores.pop().expect("the core's reading");
    let mut first_hz = None;
    let mut warmed_up = None;
    let mut done = None;
    for (at, event) in seen {
        match event {
            Event::WarmedUp { .. } => warmed_up = Some(at),
            Event::Running { estimate, .. } => first_hz = first_hz.or(estimate.frequency.map(|f| f.hz.value)),
            Event::CoreFinished { .. } => done = Some(at),
            _ => {}
        }
    }
    let whole = done.zip(warmed_up).map_or(Duration::MAX, |(done, warmed_up)| done - warmed_up);
    Watched { reading, first_hz, whole }
}

fn numbers(readings: &[Watched]) -> Vec<f64> {
    let mut hz: Vec<f64> = readings.iter().filter_map(|watched| watched.reading.hz()).collect();
    hz.sort_by(f64::total_cmp);
    hz
}

fn median(readings: &[Watched]) -> f64 {
    let hz = numbers(readings);
    hz.get(hz.len() / 2).copied().unwrap_or(f64::NAN)
}

fn row(name: &str, readings: &[Watched], reference: f64) {
    let hz = numbers(readings);
    if hz.is_empty() {
        println!("| {name} | no reading | | | | | | |");
        return;
    }
    let median = median(readings);
    let count = readings.len() as f64;
    let halves = readings.iter().filter_map(|w| Some(w.reading.repeatable_hz?.max_half_width()));
    let half = halves.sum::<f64>() / hz.len() as f64;
    let is_steady = |hz: &f64| {
        readings.iter().any(|w| w.reading.verdict == Verdict::Steady && w.reading.hz() == Some(*hz))
    };
    let steady: Vec<f64> = hz.iter().copied().filter(is_steady).collect();
    let spread = |of: &[f64]| match (of.first(), of.last()) {
        (Some(low), Some(high)) => (high - low) / median * 1e6,
        _ => f64::NAN,
    };
    let clean: f64 = readings
        .iter()
        .map(|w| &w.reading.windows)
        .map(|w| w.undisturbed as f64 / w.total as f64)
        .sum::<f64>()
        / count;
    println!(
        "| {name} | {:.4} | {:.1} | {:.1} | {:.1} | {:+.1} | {} of {} | {:.0} % |",
        median / 1e6,
        spread(&hz),
        spread(&steady),
        half / median * 1e6,
        (median / reference - 1.0) * 1e6,
        steady.len(),
        readings.len(),
        clean * 100.0,
    );
    for reading in readings.iter().map(|watched| &watched.reading) {
        if let Some(range) = reading.range {
            let (low, high) = (range.low_hz / 1e6, range.high_hz / 1e6);
            println!("| … of which one moved | between {low:.1} and {high:.1} MHz | | | | | | |");
        }
    }
}

/// Durations, as reported by the readings and their observer.
fn times(readings: &[Watched]) {
    let worst = |of: &dyn Fn(&Watched) -> f64| readings.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
    let first_ms = |w: &Watched| w.reading.time_to_first_estimate_ms.unwrap_or(f64::NAN);
    let first_off = |w: &Watched| match (w.first_hz, w.reading.hz()) {
        (Some(first), Some(last)) => ((first / last - 1.0) * 100.0).abs(),
        _ => f64::NAN,
    };
    println!("\n| worst of the idle readings | |");
    println!("|---|---|");
    println!("| warm-up | {:.1} ms |", worst(&|w| w.reading.warm_up_ms));
    println!("| warm-up's end to first number | {:.1} ms |", worst(&first_ms));
    println!("| the first number is off the last by | {:.4} % |", worst(&first_off));
    println!("| warm-up's end to the reading | {:.1} ms |", worst(&|w| w.whole.as_secs_f64() * 1e3));
}
