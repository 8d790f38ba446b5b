//! Text of a ramp report.

use crate::moving::{UNKNOWN, after_ms, level, step, time_ms, whose};
use crate::outline::{Headline, Outline, OutlineTable, Outlined};
use trueghz::estimate::timed::Moment;
use trueghz::internal::median;
use trueghz::report::number::RoundedNumber;
use trueghz::report::ramp::{RampReport, RampRun};
use trueghz::report::words::{count, machine_line};

impl Outlined for RampReport {
    fn outline(&self) -> Outline {
        Text(self).outline()
    }
}

/// The text of a report.
struct Text<'a>(&'a RampReport);

impl Text<'_> {
    /// The report in words.
    fn outline(&self) -> Outline {
        Outline {
            title: "Clock after a rest",
            verb: "ramp",
            machine: machine_line(&self.0.machine),
            headline: self.headline(),
            facts: self.facts(),
            tables: vec![OutlineTable {
                title: String::new(),
                head: vec!["", "begins at", "50 %", "90 %", "99 %", "ends at"],
                rows: self.0.runs.iter().enumerate().map(row).collect(),
            }],
            summary: self.summary(),
        }
    }

    /// Time at which nine tenths of the rise were complete, in each run in which the clock moved.
    fn nine_tenths(&self) -> Vec<Moment> {
        self.0.runs.iter().filter_map(|run| run.ramp.as_ref()?.t90).collect()
    }

    fn headline(&self) -> Option<Headline> {
        let moments = self.nine_tenths();
        let ms = median(&mut moments.iter().map(|moment| moment.ms).collect::<Vec<f64>>())?;
        let nearest = moments.iter().min_by(|a, b| (a.ms - ms).abs().total_cmp(&(b.ms - ms).abs()))?;
        let number = after_ms(&Moment { ms, ..*nearest }).digits();
        Some(Headline { number, unit: "ms", of: "until nine tenths of the way were over".to_owned() })
    }

    fn facts(&self) -> Vec<(String, String)> {
        let mut facts = vec![
            ("core".to_owned(), whose(self.0.cpu, &self.0.kind)),
            ("rests".to_owned(), format!("{} before each run", time_ms(self.0.rest_ms))),
        ];
        if let Some(driver) = self.0.runs.iter().find_map(|run| run.driver.as_ref()) {
            let governor = driver.governor.as_deref().unwrap_or("not told");
            facts.push(("governor".to_owned(), governor.to_owned()));
        }
        for (index, run) in self.0.runs.iter().enumerate() {
            let steps: Vec<String> = run.ramp.iter().flat_map(|ramp| &ramp.steps).map(step).collect();
            if !steps.is_empty() {
                facts.push((name(index), steps.join(", ")));
            }
        }
        facts
    }

    fn summary(&self) -> String {
        let windows = || self.0.runs.iter().flat_map(|run| &run.windows);
        let interrupted = windows().filter(|window| window.interrupted).count();
        let mut times: Vec<f64> = self.nine_tenths().iter().map(|moment| moment.ms).collect();
        times.sort_unstable_by(f64::total_cmp);
        let what = match (times.first(), times.last()) {
            (Some(first), Some(last)) => {
                let [first, last] = [first, last].map(|ms| RoundedNumber::new(*ms, 2).digits());
                let (moved, runs) = (times.len(), self.0.runs.len());
                let range = if first == last { first } else { format!("{first} to {last}") };
                format!("Nine tenths of the way were over after {range} ms, in {moved} of {runs} runs.")
            }
            _ => self.without_times().to_owned(),
        };
        format!("{what} {} of {} windows were interrupted.", count(interrupted), count(windows().count()))
    }

    /// Describes the clock in runs none of which has an arrival time.
    fn without_times(&self) -> &'static str {
        let ramps = || self.0.runs.iter().filter_map(|run| run.ramp.as_ref());
        if ramps().next().is_none() {
            "Too few windows were undisturbed to say what the clock did."
        } else if ramps().any(|ramp| !ramp.settled) {
            "The clock had not come to rest at the end."
        } else {
            "The clock was already there after the rest."
        }
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
    let when = |moment: Option<Moment>| {
        moment.map_or_else(|| UNKNOWN.to_owned(), |moment| format!("{} ms", after_ms(&moment).digits()))
    };
    let last = if ramp.settled { level(&ramp.last) } else { format!("{}, not settled", level(&ramp.last)) };
    vec![name(index), level(&ramp.idle), when(ramp.t50), when(ramp.t90), when(ramp.t99), last]
}
