//! A report as one page of HTML, or its plots as one picture in SVG: self-contained, light and
//! dark, for a phone, a desk and paper.
//!
//! Numbers and sentences are the same as in the other texts ([`lines`](super::lines),
//! [`words`](super::words), [`numbers`](super::numbers)), axes and curves the same as in the apps.
//! The markup is also well-formed XML.
//!
//! * `frame`: the frame of every page; `outline`: a report in words with its plots.
//! * `ramp`, `sustained`, `turbo`: clocks that move, whose plots `moving` draws.
//! * `core_section`: the facts about one core; `overview`: all cores on one axis.
//! * `plot`: a frame with a grid; `curve`, `deviation`, `histogram` are drawn in one.
//! * `strip`: a row of a table that is drawn along an axis; `chains`, `uncertainty` and `overview`
//!   are such tables.
//! * `subpage`: a page for a row of a table.
//! * `figure`: a plot with its sentence and its data; `table`: the data.
//! * `picture`: the plots alone.

mod chains;
mod core_section;
mod curve;
mod deviation;
mod figure;
mod frame;
mod histogram;
mod moving;
mod outline;
mod overview;
mod picture;
mod plot;
mod ramp;
mod strip;
mod subpage;
mod sustained;
mod table;
mod turbo;
mod uncertainty;

pub use picture::picture;
pub use ramp::ramp_page;
pub use subpage::Subpage;
pub use sustained::sustained_page;
pub use turbo::turbo_page;

use maud::{Markup, html};
use trueghz::report::Measurement;
use trueghz::report::histogram::WindowHistogram;
use trueghz::report::provenance::Provenance;

use crate::Report;
use crate::measurement_outline::{CoreOutline, MeasurementOutline};
use crate::outline::Outline;

/// The page of a report in words, without plots. `explained` explains it to first-time readers.
pub fn outline_page(of: &Outline, explained: &str, provenance: Provenance<'_>) -> String {
    outline::page(of, &[], &[], explained, provenance)
}

/// The page of a report in words, with a page for each row of its tables that has one.
pub fn outline_with_pages(
    of: &Outline,
    pages: &[Subpage],
    explained: &str,
    provenance: Provenance<'_>,
) -> String {
    outline::page(of, &[], pages, explained, provenance)
}

/// The page of any report. The page of a measurement lacks the histograms, which need its windows:
/// see [`page`].
pub fn report_page(report: &Report) -> String {
    match report {
        Report::Measurement(report) => page(report, &[]),
        Report::Ramp(report) => ramp_page(report),
        Report::Turbo(report) => turbo_page(report),
        Report::Sustained(report) => sustained_page(report),
    }
}

/// The page of a measurement. `histograms` has the windows of each of its cores
/// ([`WindowHistogram::of_each`]); what it lacks is not drawn.
pub fn page(measurement: &Measurement, histograms: &[Option<WindowHistogram>]) -> String {
    let outline = MeasurementOutline::of(measurement);
    let body = html! {
        (cores(measurement, &outline, histograms))
        (footer(measurement))
    };
    frame::page(&title(&outline, measurement.measured_at.as_deref()), &outline.machine, &body)
}

/// The reading of a single core, or its verdict if there is none; for several cores their number.
fn title(outline: &MeasurementOutline, measured_at: Option<&str>) -> String {
    let (found, core) = match outline.cores.as_slice() {
        [core] => {
            let number = core.number.map(|display| display.number.to_string());
            (Some(number.unwrap_or_else(|| core.verdict.text().to_owned())), core.whose.clone())
        }
        cores => (None, format!("{} cores", cores.len())),
    };
    frame::title(found.as_deref(), &core, "measure", measured_at)
}

fn cores(
    measurement: &Measurement,
    outline: &MeasurementOutline,
    histograms: &[Option<WindowHistogram>],
) -> Markup {
    let number_and_facts = |core: &CoreOutline| {
        html! { (core_section::number(core)) (core_section::facts(core)) }
    };
    let figures = |place: usize| {
        let histogram = histograms.get(place).and_then(Option::as_ref);
        core_section::figures(&measurement.cores[place], histogram)
    };
    html! {
        @match outline.cores.as_slice() {
            [] => p { "no core that this program may use" },
            [core] => { (number_and_facts(core)) (warnings(outline)) (figures(0)) },
            several => {
                (overview::of(&measurement.cores))
                (warnings(outline))
                @for (place, core) in several.iter().enumerate() {
                    section id=(overview::anchor(place)) {
                        h2 { (core.heading) }
                        (number_and_facts(core))
                        (figures(place))
                    }
                }
            },
        }
    }
}

fn warnings(outline: &MeasurementOutline) -> Markup {
    html! {
        @if !outline.warnings.is_empty() {
            ul.warnings {
                @for warning in &outline.warnings {
                    li { (warning.text) ": " span.quiet { (warning.advice) } }
                }
            }
        }
    }
}

/// Explains the page to first-time readers.
fn footer(measurement: &Measurement) -> Markup {
    html! {
        footer {
            p {
                "The clock at which each core ran during the measurement, whatever the system claims. Chains of \
                 dependent instructions take a known number of cycles and are timed against a clock of known \
                 rate. \u{b1} is the half-width of the 95 % confidence interval, in which the reference clock's \
                 tolerance is the largest part as a rule; readings by the same clock are repeatable to less. The last digit of a \
                 reading, dimmed, is a guard digit. ppm: parts per million; 1 ppm of 3 GHz is 3 kHz."
            }
            p { (measurement.provenance()) "." }
        }
    }
}
