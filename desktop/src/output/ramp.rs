//! How a clock came back after a rest: for people, and as CSV.

use trueghz::estimate::ramp::Ramp;
use trueghz::estimate::timed::{Moment, Step, TimedWindow};
use trueghz::report::number::RoundedNumber;
use trueghz::report::words::{machine_line, stated_hz};
use trueghz::run::ramp::{RampReport, RampRun};

use super::curve::curve;
use super::levels::{level, whose};
use crate::format::{labelled, paragraph, table, time_ms};
use crate::style::{NUMBER, QUIET, paint};

/// For people.
pub fn text(report: &RampReport) -> String {
    let mut text = format!("{}\n\n", paint(QUIET, paragraph(&machine_line(&report.machine), 0).trim_end()));
    text.push_str(&labelled("core", &whose(report.cpu, &report.kind)));
    text.push_str(&labelled("rests", &format!("{} before each run", time_ms(report.rest_ms))));
    if let Some(driver) = report.runs.iter().find_map(|run| run.driver.as_ref()) {
        text.push_str(&labelled("governor", driver.governor.as_deref().unwrap_or("not told")));
    }
    text.push('\n');
    let header = ["", "begins at", "50 %", "90 %", "99 %", "ends at"].map(|word| paint(QUIET, word)).to_vec();
    let rows = report.runs.iter().enumerate().map(|(index, run)| row(index, run));
    text.push_str(&table(&std::iter::once(header).chain(rows).collect::<Vec<_>>(), &[]));
    if let Some(run) = report.runs.last() {
        text.push('\n');
        text.push_str(&drawn(run));
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
        for TimedWindow { at_ns, elapsed_ns, hz, interrupted } in &run.windows {
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

/// A time in the digits that its interval carries.
fn when(moment: &Moment) -> String {
    let half_width = (moment.high_ms - moment.low_ms) / 2.0;
    let decimals = if half_width < 0.05 { 2 } else { usize::from(half_width < 0.5) };
    format!("{} ms", RoundedNumber::new(moment.ms, decimals).digits())
}

fn steps(steps: &[Step]) -> String {
    let one = |step: &Step| {
        format!("{} \u{2192} {} at {:.2} ms", stated_hz(step.from_hz), stated_hz(step.to_hz), step.at_ms)
    };
    steps.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// The windows of a run, drawn.
fn drawn(run: &RampRun) -> String {
    let end_ns = run.windows.last().map_or(0.0, |window| window.at_ns + window.elapsed_ns);
    let clean = run.windows.iter().filter(|window| !window.interrupted);
    curve(clean.map(|window| (window.at_ns / end_ns, window.hz)), &format!("0 to {:.0} ms", end_ns / 1e6))
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
