//! What is left of a clock under a steady load: for people, and as CSV.

use trueghz::estimate::sustained::{Alternation, Loss, Sustained};
use trueghz::estimate::timed::{Level, Moment, Step};
use trueghz::host::cpulist;
use trueghz::report::number::RoundedNumber;
use trueghz::report::sustained::{SustainedLoad, SustainedReport, SustainedRun};
use trueghz::report::words::{machine_line, stated_hz};

use super::curve::curve;
use super::levels::{level, whose};
use crate::format::{labelled, paragraph, time_ms};
use crate::style::{NUMBER, QUIET, paint};

/// For people.
pub fn text(report: &SustainedReport) -> String {
    let SustainedReport { run, found, windows_part, records } = report;
    let mut text = format!("{}\n\n", paint(QUIET, paragraph(&machine_line(&run.machine), 0).trim_end()));
    text.push_str(&labelled("core", &whose(run.cpu, &run.kind)));
    text.push_str(&labelled("load", &load(run)));
    let Some(found) = found else {
        text.push('\n');
        text.push_str(&paragraph("Too few windows were undisturbed to say what the clock did.", 2));
        return text;
    };
    let end_ms = records.last().map_or(0.0, |record| record.at_ms);
    text.push_str(&found_lines(found));
    if let Some(heat) = heat(report) {
        text.push_str(&labelled("heat", &heat));
    }
    text.push('\n');
    let windows = || records.iter().flat_map(|record| &record.windows);
    let clean = windows().filter(|window| !window.interrupted);
    text.push_str(&curve(
        clean.map(|window| (window.at_ns / 1e6 / end_ms, window.hz)),
        &format!("0 to {}", time_ms(end_ms)),
    ));
    text.push('\n');
    let interrupted = windows().filter(|window| window.interrupted).count();
    text.push_str(&paragraph(
        &format!(
            "{} {interrupted} of {} windows were interrupted; all took {:.2} % of the load's time.",
            summary(found),
            windows().count(),
            windows_part * 100.0
        ),
        2,
    ));
    text
}

fn load(run: &SustainedRun) -> String {
    let what = match run.load {
        SustainedLoad::One => "this core",
        SustainedLoad::Kind => "all cores of its type",
        SustainedLoad::All => "all cores",
    };
    if run.others.is_empty() {
        what.to_owned()
    } else {
        format!("{what}: {} besides", cpulist::format(&run.others))
    }
}

fn found_lines(found: &Sustained) -> String {
    let Sustained { peak, last, last_ms, loss, throttled, alternation, steps } = found;
    let mut text = labelled("peak", &plus_minus(peak));
    text.push_str(&labelled("at the end", &format!("{}, the last {}", plus_minus(last), time_ms(*last_ms))));
    text.push_str(&labelled("lost", &lost(loss)));
    if let Some(moment) = throttled {
        text.push_str(&labelled("throttled", &format!("after {}", when(moment))));
    }
    if let Some(Alternation { high, low, high_part }) = alternation {
        let words = format!(
            "{} in {:.0} % of the windows, {} in the others",
            level(high),
            high_part * 100.0,
            level(low)
        );
        text.push_str(&labelled("two levels", &words));
    }
    if !steps.is_empty() {
        text.push_str(&labelled("steps", &listed(steps)));
    }
    text
}

fn plus_minus(of: &Level) -> String {
    let half_ppm = (of.high_hz - of.low_hz) / 2.0 / of.hz * 1e6;
    format!("{} \u{b1} {half_ppm:.0} ppm", paint(NUMBER, level(of)))
}

/// In percent, with its interval.
fn lost(loss: &Loss) -> String {
    let percent = |part: f64| RoundedNumber::new(part * 100.0, 2).digits().to_string();
    format!("{} % ({} to {})", percent(loss.part), percent(loss.low), percent(loss.high))
}

/// A time in the digits that its interval carries.
fn when(moment: &Moment) -> String {
    format!(
        "{} s \u{b1} {:.0} ms",
        RoundedNumber::new(moment.ms / 1e3, 2).digits(),
        (moment.high_ms - moment.low_ms) / 2.0
    )
}

/// As many as fit a line or two.
fn listed(steps: &[Step]) -> String {
    const SHOWN: usize = 4;
    let one = |step: &Step| {
        format!("{} \u{2192} {} at {}", stated_hz(step.from_hz), stated_hz(step.to_hz), time_ms(step.at_ms))
    };
    let shown: Vec<String> = steps.iter().take(SHOWN).map(one).collect();
    let more = match steps.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!(", and {more} more (see --json)"),
    };
    format!("{}{more}", shown.join(", "))
}

/// The hottest sensor at the beginning and at its highest.
fn heat(report: &SustainedReport) -> Option<String> {
    let hottest = || report.records.iter().flat_map(|record| &record.zones);
    let zone = hottest().max_by_key(|zone| zone.millicelsius)?;
    let of_zone = || hottest().filter(|other| other.name == zone.name);
    let first = of_zone().next()?;
    let celsius = |millicelsius: i64| format!("{:.0} \u{b0}C", millicelsius as f64 / 1e3);
    Some(format!(
        "{} at first, {} at most ({})",
        celsius(first.millicelsius),
        celsius(zone.millicelsius),
        zone.name
    ))
}

fn summary(found: &Sustained) -> &'static str {
    match (found.throttled.is_some(), found.alternation.is_some()) {
        (true, _) => "The clock fell by more than 3 % and stayed there.",
        (false, true) => "The clock went to and fro between two levels.",
        (false, false) => "The clock stayed within 3 % of its peak.",
    }
}

/// A row for each window.
pub fn csv(report: &SustainedReport) -> String {
    let mut text = String::from("at_ms,elapsed_us,hz,interrupted\n");
    for window in report.records.iter().flat_map(|record| &record.windows) {
        text.push_str(&format!(
            "{:.3},{:.3},{:.0},{}\n",
            window.at_ns / 1e6,
            window.elapsed_ns / 1e3,
            window.hz,
            window.interrupted
        ));
    }
    text
}
