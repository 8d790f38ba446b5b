//! A measurement in words, in the parts that every text has: the terminal, plain text, Markdown and
//! a page lay them out, each in its own way.

use trueghz::estimate::verdict::{Reason, Verdict};
use trueghz::report::advice::Advice;
use trueghz::report::display::{FrequencyDisplay, Rounded};
use trueghz::report::numbers::ReadingNumbers;
use trueghz::report::phrases::{levels, machine_line};
use trueghz::report::{Measurement, Reading};

use super::lines::{
    SharedWarning, claim, core, core_and_kind, range, reference_clock, shared_warnings, tight_loop, whose,
    windows,
};

/// A measurement in words.
#[derive(Debug, Clone, PartialEq)]
pub struct MeasurementOutline {
    /// The machine, in a line.
    pub machine: String,
    /// Each requested core.
    pub cores: Vec<CoreOutline>,
    /// The warnings of all cores, the most important first; a warning that several share is listed
    /// once.
    pub warnings: Vec<SharedWarning>,
    /// The reference clock; `None` if there were no windows.
    pub reference: Option<String>,
}

/// A reading in words.
#[derive(Debug, Clone, PartialEq)]
pub struct CoreOutline {
    /// Its number; `None` if the system does not report it.
    pub cpu: Option<u32>,
    /// "core 4"; the kind of core if the system does not report a number.
    pub whose: String,
    /// "Core 4, Cortex-A78".
    pub heading: String,
    /// "Cortex-A78".
    pub kind: String,
    /// The verdict on the reading.
    pub verdict: Verdict,
    /// The number with its uncertainty; `None` if refused.
    pub number: Option<FrequencyDisplay>,
    /// Half-width of the interval of other readings by the same reference clock, if there is a
    /// number.
    pub repeatable: Option<Rounded>,
    /// Lower bound of the clock, if there is no number.
    pub at_least: Option<Rounded>,
    /// Reason for a missing number.
    pub reason: Option<&'static str>,
    /// What to do about the verdict or the reason, or how to read it.
    pub advice: Option<&'static str>,
    /// The levels of a varying clock or, if it has none, its range.
    pub moved: Option<String>,
    /// The claimed clock, and how the reading compares with it.
    pub claim: Option<String>,
    /// Further facts, each with its label.
    pub facts: Vec<(&'static str, String)>,
}

impl CoreOutline {
    /// The number with its uncertainty, or why there is none: "3.6945 GHz \u{b1} 70 kHz", "at least
    /// 3.050 GHz (no undisturbed moment)".
    pub fn number_or_reason(&self) -> String {
        let reason = self.reason.unwrap_or("no reading");
        match (self.number, self.at_least) {
            (Some(shown), _) => format!("{} \u{b1} {}", shown.number, shown.uncertainty),
            (None, Some(bound)) => format!("at least {bound} ({reason})"),
            (None, None) => reason.to_owned(),
        }
    }

    fn new(reading: &Reading, measurement: &Measurement) -> CoreOutline {
        let (levels, range) = (levels(reading), range(reading));
        let mut facts = vec![("core", core(reading, measurement))];
        let mut known = |label, value: Option<String>| facts.extend(value.map(|value| (label, value)));
        let repeatable = reading.repeatable_display();
        known("repeatable", repeatable.map(|half| format!("\u{b1} {half} by the same reference clock")));
        known("range", range.clone().filter(|_| levels.is_some()));
        known("tight loop", tight_loop(reading));
        known("effective", ReadingNumbers::of(reading).effective.map(|clock| clock.to_string()));
        known("reference", reading.cross_check.as_ref().map(|_| reference_clock(reading, measurement)));
        known("windows", windows(reading));
        if let Some(counters) = &reading.counters {
            let missing = counters.missing_texts().into_iter().map(|text| format!("not read: {text}"));
            facts.extend(counters.counted_texts().into_iter().chain(missing).map(|text| ("counters", text)));
        }
        CoreOutline {
            cpu: reading.cpu,
            whose: whose(reading),
            heading: core_and_kind(reading),
            kind: reading.kind.clone(),
            verdict: reading.verdict,
            number: reading.display(),
            repeatable,
            at_least: reading.at_least(),
            reason: reading.reason.map(Reason::text),
            advice: reading.advice().map(Advice::text).or(reading.reason.map(Reason::advice)),
            moved: levels.or(range),
            claim: claim(reading),
            facts,
        }
    }
}

impl MeasurementOutline {
    /// The measurement in words.
    pub fn of(measurement: &Measurement) -> MeasurementOutline {
        let timed = measurement.cores.iter().find(|reading| reading.cross_check.is_some());
        MeasurementOutline {
            machine: machine_line(&measurement.machine),
            cores: measurement.cores.iter().map(|reading| CoreOutline::new(reading, measurement)).collect(),
            warnings: shared_warnings(measurement),
            reference: timed.map(|reading| reference_clock(reading, measurement)),
        }
    }
}
