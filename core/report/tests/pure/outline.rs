//! The findings of a measurement, and how each text states them.

use trueghz::Measurement;
use trueghz::estimate::ClockState;
use trueghz::estimate::variation::Range;
use trueghz::estimate::verdict::{Reason, Verdict};
use trueghz::report::Reading;
use trueghz_report::Report;
use trueghz_report::measurement_outline::MeasurementOutline;

fn vectors(name: &str) -> Measurement {
    let path = format!("{}/../../tests/vectors/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the vectors are there");
    Measurement::from_json(&text).expect("a measurement")
}

/// A refused reading without an undisturbed window, modified by `change`.
fn refused(change: impl FnOnce(&mut Reading)) -> Measurement {
    let mut measurement = vectors("report-every-reason");
    measurement.cores.retain(|reading| reading.reason == Some(Reason::NoUndisturbedWindows));
    change(&mut measurement.cores[0]);
    measurement
}

fn states(levels: &[(f64, f64)]) -> Vec<ClockState> {
    levels.iter().map(|&(hz, share)| ClockState { hz, time_share: share }).collect()
}

#[test]
fn a_refused_reading_has_its_bound_its_reason_and_what_to_do() {
    let outline = MeasurementOutline::of(&refused(|reading| reading.at_least_hz = Some(3.0509e9)));
    let core = &outline.cores[0];
    assert_eq!(core.number_or_reason(), "at least 3.050 GHz (no undisturbed moment)");
    assert!(core.advice.is_some_and(|advice| advice.starts_with("close other programs")));
    let without = MeasurementOutline::of(&refused(|reading| reading.at_least_hz = None));
    assert_eq!(without.cores[0].number_or_reason(), "no undisturbed moment");
}

#[test]
fn a_clock_that_moved_is_told_by_its_levels_and_else_by_its_range() {
    let moved = |levels: &[(f64, f64)]| {
        let measurement = refused(|reading| {
            reading.range = Some(Range { low_hz: 2.6e9, high_hz: 3.2e9 });
            (reading.states, reading.verdict) = (states(levels), Verdict::Varying);
        });
        MeasurementOutline::of(&measurement).cores.remove(0)
    };
    let levels = moved(&[(3.0999e9, 0.43), (2.6999e9, 0.57)]);
    assert_eq!(levels.moved.as_deref(), Some("3.0999 GHz 43 % of the time, 2.6999 GHz 57 %"));
    assert!(levels.facts.contains(&("range", "from 2.60 GHz to 3.20 GHz".to_owned())), "{levels:?}");
    let none = moved(&[]);
    assert_eq!(none.moved.as_deref(), Some("from 2.60 GHz to 3.20 GHz"));
    assert!(none.facts.iter().all(|(label, _)| *label != "range"), "it is told once: {none:?}");
    let bin = moved(&[(3.6945e9, 0.98), (3.6697e9, 0.02)]);
    let words = "3.6945 GHz 98 % of the time, 3.6697 GHz 2.0 %: one step of 25 MHz";
    assert_eq!(bin.moved.as_deref(), Some(words));
}

#[test]
fn every_text_tells_the_number_how_it_moved_the_claim_and_the_warnings() {
    let mut measurement = vectors("report-two-cores-100ms");
    let warned = vectors("report-every-warning").cores;
    measurement.cores[0].warnings = warned.into_iter().flat_map(|reading| reading.warnings).collect();
    measurement.cores[0].states = states(&[(3.1e9, 0.6), (2.7e9, 0.4)]);
    let outline = MeasurementOutline::of(&measurement);
    let numbers = outline.cores.iter().filter_map(|core| core.number.map(|shown| shown.number.to_string()));
    let known: Vec<String> = numbers
        .chain(outline.cores.iter().filter_map(|core| core.moved.clone()))
        .chain(outline.warnings.iter().map(|warning| warning.text.clone()))
        .collect();
    assert!(known.len() > 10, "{known:?}");
    let report = Report::Measurement(Box::new(measurement));
    for text in [report.to_text(), trueghz_report::markdown::report(&report).replace('\\', "")] {
        for words in &known {
            assert!(text.contains(words.as_str()), "{words} is not in {text}");
        }
    }
}
