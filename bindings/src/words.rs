//! Words and forms: what core says in English, and the ways to hand a report on. Front ends that
//! have their own language go by codes; the numbers in both are core's.

use trueghz::Interval;
use trueghz::Warning;
use trueghz::estimate::verdict::{Reason, Verdict};
use trueghz::report::Measurement;
use trueghz::report::{RawMeasurement, Reading};
use trueghz_report::{csv, text};

use crate::error::{TrueGhzError, guarded};

/// A code with its English words.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct Words {
    /// The code, the same as in JSON and in the tables of translations.
    pub code: String,
    /// The statement, in a few words.
    pub text: String,
    /// What to do about it, or how to read it; absent if there is nothing to be done.
    pub advice: Option<String>,
}

/// The words of a verdict, whatever else a reading shows.
#[uniffi::export]
pub fn verdict_words(verdict: Verdict) -> Words {
    let advice = verdict.advice().map(str::to_owned);
    Words { code: verdict.code().to_owned(), text: verdict.text().to_owned(), advice }
}

/// What to do about a reading's verdict, or how to read it: its code is the verdict's, with
/// additions for other properties of the reading. `None` if there is nothing to be done, and if it
/// was refused: then the reason has the advice.
#[uniffi::export]
pub fn reading_advice(reading: Reading) -> Option<Words> {
    let advice = reading.advice()?;
    let text = reading.verdict.text().to_owned();
    Some(Words { code: advice.code().to_owned(), text, advice: Some(advice.text().to_owned()) })
}

/// The words of a refusal.
#[uniffi::export]
pub fn reason_words(reason: Reason) -> Words {
    let advice = Some(reason.advice().to_owned());
    Words { code: reason.code().to_owned(), text: reason.text().to_owned(), advice }
}

/// The words of a warning.
#[uniffi::export]
pub fn warning_words(warning: Warning) -> Words {
    let advice = Some(warning.advice().to_owned());
    Words { code: warning.code().to_owned(), text: warning.text(), advice }
}

/// Returns `true` if a warning changes the meaning of the number: front ends show it at the number,
/// and the others below.
#[uniffi::export]
pub fn warning_is_urgent(warning: Warning) -> bool {
    matches!(
        warning,
        Warning::ClocksDisagree { .. }
            | Warning::FactorSuspected { .. }
            | Warning::AffinityRefused { .. }
            | Warning::WarmUpIncomplete
            | Warning::LowPower
            | Warning::ThermalPressure
            | Warning::Background
    )
}

/// Number of cycles of a reading's core in `nanoseconds`; `None` if it was refused.
#[uniffi::export]
pub fn cycles(reading: Reading, nanoseconds: f64) -> Option<Interval> {
    reading.cycles(nanoseconds)
}

/// Duration of `cycles` of a reading's core, in nanoseconds; `None` if it was refused.
#[uniffi::export]
pub fn nanoseconds(reading: Reading, cycles: f64) -> Option<Interval> {
    reading.nanoseconds(cycles)
}

/// A report as JSON, as `docs/schema/trueghz-2.schema.json` describes it.
#[uniffi::export]
pub fn report_json(report: Measurement) -> Result<String, TrueGhzError> {
    guarded(|| report.to_json())
}

/// A report as CSV: a row for each core, units in the header.
#[uniffi::export]
pub fn report_csv(report: Measurement) -> Result<String, TrueGhzError> {
    guarded(|| csv::rows(&report, csv::Place::SINGLE))
}

/// A report as plain English text, to be sent.
#[uniffi::export]
pub fn report_text(report: Measurement) -> Result<String, TrueGhzError> {
    guarded(|| text::plain(&report))
}

/// Estimates recorded windows again.
#[uniffi::export]
pub fn replay(windows_json: String) -> Result<Measurement, TrueGhzError> {
    let raw = RawMeasurement::from_json(&windows_json)?;
    guarded(|| raw.estimate())
}
