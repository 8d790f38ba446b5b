//! A report of any kind: its description in a list, and its export formats.

use serde::{Deserialize, Serialize};
#[cfg(feature = "json")]
use trueghz::internal::plausible::check_measurement;
use trueghz::report::Measurement;
#[cfg(feature = "json")]
use trueghz::report::ValidationError;
use trueghz::report::phrases::machine_line;
use trueghz::report::provenance::Provenance;
#[cfg(feature = "json")]
use trueghz_loads::plausible::{check_load, check_ramp, check_sustained, check_turbo};
use trueghz_loads::ramp::RampReport;
use trueghz_loads::sustained::SustainedReport;
use trueghz_loads::turbo::TurboReport;

use super::measurement_outline::MeasurementOutline;
use super::outline::{Headline, Outline, Outlined};
use super::text;

/// A report of any kind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum), uniffi(name = "AnyReport"))]
#[serde(rename_all = "snake_case")]
pub enum Report {
    /// Readings.
    Measurement(Box<Measurement>),
    /// A clock after rests.
    Ramp(Box<RampReport>),
    /// Clocks with one, two, ... busy CPUs.
    Turbo(Box<TurboReport>),
    /// A clock under a steady load.
    Sustained(Box<SustainedReport>),
}

/// Contents of the text formats: a measurement has a text of its own, other reports an outline.
pub(super) enum TextLayout<'a> {
    Measurement(&'a Measurement),
    Outline(Outline),
}

impl Report {
    /// The kind of report in one word, after the command that makes it.
    pub const fn title(&self) -> &'static str {
        match self {
            Report::Measurement(_) => "measurement",
            Report::Ramp(_) => "ramp",
            Report::Turbo(_) => "turbo",
            Report::Sustained(_) => "sustained",
        }
    }

    /// The machine, in a line.
    pub fn machine(&self) -> String {
        machine_line(match self {
            Report::Measurement(report) => &report.machine,
            Report::Ramp(report) => &report.machine,
            Report::Turbo(report) => &report.machine,
            Report::Sustained(report) => &report.run.machine,
        })
    }

    /// Time, library version and options of the report.
    pub fn provenance(&self) -> Provenance<'_> {
        match self {
            Report::Measurement(report) => report.provenance(),
            Report::Ramp(report) => report.provenance(),
            Report::Turbo(report) => report.provenance(),
            Report::Sustained(report) => report.run.provenance(),
        }
    }

    /// The report in words.
    pub(super) fn in_words(&self) -> TextLayout<'_> {
        match self {
            Report::Measurement(report) => TextLayout::Measurement(report),
            Report::Ramp(report) => TextLayout::Outline(report.outline()),
            Report::Turbo(report) => TextLayout::Outline(report.outline()),
            Report::Sustained(report) => TextLayout::Outline(report.outline()),
        }
    }

    /// The result in one line.
    pub fn found(&self) -> String {
        match self.in_words() {
            TextLayout::Measurement(report) => {
                let cores = MeasurementOutline::of(report).cores.into_iter();
                let words = cores.map(|core| format!("{}: {}", core.whose, core.number_or_reason()));
                words.collect::<Vec<String>>().join("; ")
            }
            TextLayout::Outline(Outline { headline: Some(Headline { number, unit, of }), .. }) => {
                format!("{number} {unit} {of}")
            }
            // The first sentence of the summary states the result.
            TextLayout::Outline(Outline { summary, .. }) => {
                summary.split_inclusive(". ").next().unwrap_or_default().trim_end().to_owned()
            }
        }
    }

    /// Plain text, for sharing.
    pub fn to_text(&self) -> String {
        match self.in_words() {
            TextLayout::Measurement(report) => text::plain(report),
            TextLayout::Outline(outline) => text::outline(&outline, self.provenance().version),
        }
    }
}

#[cfg(feature = "json")]
impl Report {
    /// Checks that a session can have made this report.
    pub(super) fn check(&self) -> Result<(), ValidationError> {
        match self {
            Report::Measurement(measurement) => check_measurement(measurement),
            Report::Ramp(report) => check_ramp(report),
            Report::Turbo(report) => check_turbo(report),
            Report::Sustained(report) => {
                check_load(&report.run, &report.records)?;
                check_sustained(report)
            }
        }
    }

    /// JSON, by the schema that the report names.
    ///
    /// # Panics
    /// Infallible: no map in a report has non-string keys.
    pub fn to_json(&self) -> String {
        let text = match self {
            Report::Measurement(report) => return report.to_json(),
            Report::Ramp(report) => serde_json::to_string_pretty(report),
            Report::Turbo(report) => serde_json::to_string_pretty(report),
            Report::Sustained(report) => serde_json::to_string_pretty(report),
        };
        text.expect("a report is JSON")
    }
}

#[cfg(feature = "csv")]
impl Report {
    /// CSV with units in the header: a row for each core of a measurement, each window of a ramp or
    /// a load, each reading of a turbo report.
    pub fn to_csv(&self) -> String {
        use super::csv;
        match self {
            Report::Measurement(report) => csv::rows(report, csv::Place::SINGLE),
            Report::Ramp(report) => csv::ramp(report),
            Report::Turbo(report) => csv::turbo(report),
            Report::Sustained(report) => csv::sustained(report),
        }
    }
}
