//! Text of a ramp report.

use trueghz::Interval;
use trueghz::internal::median;
use trueghz::report::number::RoundedNumber;
use trueghz::report::phrases::{count, machine_line};
use trueghz_loads::ramp::{RampReport, RampRun};

use crate::moving::{UNKNOWN, level, step, time_ms, whose};
use crate::outline::{Headline, Outline, OutlineTable, Outlined};

impl Outlined for RampReport {
    fn outline(&self) -> Outline {
        Outline {
            title: "Clock after a rest",
            verb: "ramp",
            machine: machine_line(&self.machine),
            headline: headline(self),
            facts: facts(self),
            tables: vec![OutlineTable {
                title: String::new(),
                head: vec!["", "begins at", "50 %", "90 %", "99 %", "ends at"],
                rows: self.runs.iter().enumerate().map(row).collect(),
            }],
            summary: summary(self),
        }
    }
}

/// Time at which nine tenths of the rise were complete, in each run in which the clock moved.
fn nine_tenths_ms(report: &RampReport) -> Vec<Interval> {
    report.runs.iter().filter_map(|run| run.ramp.as_ref()?.t90_ms).collect()
}

fn headline(report: &RampReport) -> Option<Headline> {
    let times = nine_tenths_ms(report);
    let ms = median(&mut times.iter().map(|time| time.value).collect::<Vec<f64>>())?;
    let nearest = times.iter().min_by(|a, b| (a.value - ms).abs().total_cmp(&(b.value - ms).abs()))?;
    let number = Interval { value: ms, ..*nearest }.rounded().digits();
    Some(Headline { number, unit: "ms", of: "until nine tenths of the way were over".to_owned() })
}

fn facts(report: &RampReport) -> Vec<(String, String)> {
    let mut facts = vec![
        ("core".to_owned(), whose(report.cpu, &report.kind)),
        ("rests".to_owned(), format!("{} before each run", time_ms(report.rest_ms))),
    ];
    if let Some(driver) = report.runs.iter().find_map(|run| run.driver.as_ref()) {
        let governor = driver.governor.as_deref().unwrap_or("not told");
        facts.push(("governor".to_owned(), governor.to_owned()));
    }
    for (index, run) in report.runs.iter().enumerate() {
        let steps: Vec<String> = run.ramp.iter().flat_map(|ramp| &ramp.steps).map(step).collect();
        if !steps.is_empty() {
            facts.push((name(index), steps.join(", ")));
        }
    }
    facts
}

fn summary(report: &RampReport) -> String {
    let windows = || report.runs.iter().flat_map(|run| &run.windows);
    let interrupted = windows().filter(|window| window.interrupted).count();
    let mut times: Vec<f64> = nine_tenths_ms(report).iter().map(|time| time.value).collect();
    times.sort_unstable_by(f64::total_cmp);
    let what = match (times.first(), times.last()) {
        (Some(first), Some(last)) => {
            let [first, last] = [first, last].map(|ms| RoundedNumber::new(*ms, 2).digits());
            let (moved, runs) = (times.len(), report.runs.len());
            let range = if first == last { first } else { format!("{first} to {last}") };
            format!("Nine tenths of the way were over after {range} ms, in {moved} of {runs} runs.")
        }
        _ => without_times(report).to_owned(),
    };
    format!("{what} {} of {} windows were interrupted.", count(interrupted), count(windows().count()))
}

/// Describes the clock in runs none of which has an arrival time.
fn without_times(report: &RampReport) -> &'static str {
    let ramps = || report.runs.iter().filter_map(|run| run.ramp.as_ref());
    if ramps().next().is_none() {
        "Too few windows were undisturbed to say what the clock did."
    } else if ramps().any(|ramp| !ramp.settled) {
        "The clock had not come to rest at the end."
    } else {
        "The clock was already there after the rest."
    }
}

/// Name of a run.
pub(super) fn name(index: usize) -> String {
    format!("run {}", index + 1)
}

fn row((index, run): (usize, &RampRun)) -> Vec<String> {
    let Some(ramp) = &run.ramp else {
        return vec![name(index), "too few undisturbed windows".to_owned()];
    };
    let when = |ms: Option<Interval>| {
        ms.map_or_else(|| UNKNOWN.to_owned(), |ms| format!("{} ms", ms.rounded().digits()))
    };
    let last =
        if ramp.settled { level(&ramp.last_hz) } else { format!("{}, not settled", level(&ramp.last_hz)) };
    vec![name(index), level(&ramp.idle_hz), when(ramp.t50_ms), when(ramp.t90_ms), when(ramp.t99_ms), last]
}
