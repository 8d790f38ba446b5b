//! How a clock came back after a rest: for people, and as CSV.

use trueghz::estimate::ramp::{Level, Moment, Ramp, RampWindow, Step};
use trueghz::report::display::FrequencyDisplay;
use trueghz::report::number::RoundedNumber;
use trueghz::report::words::{machine_line, stated_hz};
use trueghz::run::ramp::{RampReport, RampRun};

use crate::format::{labelled, paragraph, table};
use crate::style::{NUMBER, QUIET, paint};

/// The width of a curve in columns: each is the median of the windows in its part of the time.
const CURVE: usize = 48;

/// From the lowest to the highest.
const BARS: [char; 8] =
    ['\u{2581}', '\u{2582}', '\u{2583}', '\u{2584}', '\u{2585}', '\u{2586}', '\u{2587}', '\u{2588}'];

/// A curve that moves by less than this part is flat, and drawn so.
const FLAT: f64 = 0.02;

/// For people.
pub fn text(report: &RampReport) -> String {
    let mut text = format!("{}\n\n", paint(QUIET, paragraph(&machine_line(&report.machine), 0).trim_end()));
    let whose = report.cpu.map_or_else(|| report.kind.clone(), |cpu| format!("core {cpu}, {}", report.kind));
    text.push_str(&labelled("core", &whose));
    text.push_str(&labelled("rests", &format!("{} before each run", ms(report.rest_ms))));
    if let Some(driver) = report.runs.iter().find_map(|run| run.driver.as_ref()) {
        text.push_str(&labelled("governor", driver.governor.as_deref().unwrap_or("not told")));
    }
    text.push('\n');
    let header = ["", "begins at", "50 %", "90 %", "99 %", "ends at"].map(|word| paint(QUIET, word)).to_vec();
    let rows = report.runs.iter().enumerate().map(|(index, run)| row(index, run));
    text.push_str(&table(&std::iter::once(header).chain(rows).collect::<Vec<_>>(), &[]));
    if let Some(run) = report.runs.last() {
        text.push('\n');
        text.push_str(&curve(run));
    }
    for (index, ramp) in
        report.runs.iter().enumerate().filter_map(|(index, run)| Some((index, run.ramp.as_ref()?)))
    {
        if !ramp.steps.is_empty() {
            text.push_str(&labelled(&format!("run {}", index + 1), &steps(&ramp.steps)));
        }
    }
    text.push('\n');
    text.push_str(&paragraph(&summary(report), 2));
    text
}

/// Every window.
pub fn csv(report: &RampReport) -> String {
    let mut text = String::from("run,at_us,elapsed_us,hz,interrupted\n");
    for (index, run) in report.runs.iter().enumerate() {
        for RampWindow { at_ns, elapsed_ns, hz, interrupted } in &run.windows {
            text.push_str(&format!(
                "{},{:.3},{:.3},{hz:.0},{interrupted}\n",
                index + 1,
                at_ns / 1e3,
                elapsed_ns / 1e3
            ));
        }
    }
    text
}

fn row(index: usize, run: &RampRun) -> Vec<String> {
    let name = format!("run {}", index + 1);
    let Some(ramp) = &run.ramp else { return vec![name, "too few undisturbed windows".to_owned()] };
    let moment =
        |moment: Option<Moment>| moment.map_or_else(|| "\u{2013}".to_owned(), |moment| when(&moment));
    let last = if ramp.settled { level(&ramp.last) } else { format!("{}, not settled", level(&ramp.last)) };
    vec![name, level(&ramp.idle), moment(ramp.t50), moment(ramp.t90), moment(ramp.t99), last]
}

fn level(level: &Level) -> String {
    let display = FrequencyDisplay::new(level.hz, level.high_hz - level.low_hz);
    display.map_or_else(|| stated_hz(level.hz), |display| display.number.to_string())
}

/// A time in the digits that its interval carries.
fn when(moment: &Moment) -> String {
    let half_width = (moment.high_ms - moment.low_ms) / 2.0;
    let decimals = if half_width < 0.05 { 2 } else { usize::from(half_width < 0.5) };
    format!("{} ms", RoundedNumber::new(moment.ms, decimals).digits())
}

fn ms(value: f64) -> String {
    if value >= 1e3 {
        format!("{} s", RoundedNumber::new(value / 1e3, 1).digits())
    } else {
        format!("{value:.0} ms")
    }
}

fn steps(steps: &[Step]) -> String {
    let one = |step: &Step| {
        format!("{} \u{2192} {} at {:.2} ms", stated_hz(step.from_hz), stated_hz(step.to_hz), step.at_ms)
    };
    steps.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// The last run, drawn.
fn curve(run: &RampRun) -> String {
    let Some(end_ns) = run.windows.last().map(|window| window.at_ns + window.elapsed_ns) else {
        return String::new();
    };
    let median = |column: usize| {
        let of_column = |window: &&RampWindow| (window.at_ns / end_ns * CURVE as f64) as usize == column;
        let clean = run.windows.iter().filter(|window| !window.interrupted).filter(of_column);
        let mut clocks: Vec<f64> = clean.map(|window| window.hz).collect();
        clocks.sort_unstable_by(f64::total_cmp);
        clocks.get(clocks.len() / 2).copied()
    };
    let columns: Vec<Option<f64>> = (0..CURVE).map(median).collect();
    let known = || columns.iter().flatten().copied();
    let (low, high) = (known().fold(f64::INFINITY, f64::min), known().fold(f64::NEG_INFINITY, f64::max));
    let bar = |hz: &Option<f64>| match hz {
        Some(_) if high - low < FLAT * high => BARS[BARS.len() - 1],
        Some(hz) => BARS[((hz - low) / (high - low) * (BARS.len() - 1) as f64).round() as usize],
        None => ' ',
    };
    let drawn: String = columns.iter().map(bar).collect();
    let span = format!("0 to {:.0} ms, {} to {}", end_ns / 1e6, stated_hz(low), stated_hz(high));
    format!("  {}\n{}", drawn, paragraph(&paint(QUIET, span), 2))
}

fn summary(report: &RampReport) -> String {
    let windows = || report.runs.iter().flat_map(|run| &run.windows);
    let interrupted = windows().filter(|window| window.interrupted).count();
    let all = windows().count();
    let moved = report.runs.iter().filter_map(|run| run.ramp.as_ref()?.t90).count();
    let what = if moved == 0 {
        "The clock was there from the first instruction on.".to_owned()
    } else {
        let mut ends: Vec<f64> = times(report).collect();
        ends.sort_unstable_by(f64::total_cmp);
        let (first, last) = (ends[0], ends[ends.len() - 1]);
        format!(
            "Nine tenths of the way were over after {first:.2} to {last:.2} ms, in {}.",
            paint(NUMBER, format!("{moved} of {} runs", report.runs.len()))
        )
    };
    format!("{what} {interrupted} of {all} windows were interrupted.")
}

fn times(report: &RampReport) -> impl Iterator<Item = f64> {
    let ramps = report.runs.iter().filter_map(|run: &RampRun| run.ramp.as_ref());
    ramps.filter_map(|ramp: &Ramp| Some(ramp.t90?.ms))
}
