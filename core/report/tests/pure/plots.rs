//! Plots that front ends draw of a recorded measurement.

use std::fs;
use std::path::Path;

use trueghz::report::RawMeasurement;
use trueghz::report::curve::Curve;
use trueghz::report::histogram::WindowHistogram;
use trueghz::report::numbers::ReadingNumbers;
use trueghz_report::bars::ClockBar;

fn recorded(name: &str) -> RawMeasurement {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors").join(name);
    RawMeasurement::from_json(&fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn a_histogram_holds_every_window_that_could_be_compared() {
    let raw = recorded("raw-two-cores-100ms.json");
    let report = raw.estimate();
    for (histogram, reading) in WindowHistogram::of_each(&raw).iter().zip(&report.cores) {
        let histogram = histogram.as_ref().expect("100 ms give windows enough");
        let kept: usize = histogram.bins.iter().map(|bin| bin.kept).sum();
        let dropped: usize = histogram.bins.iter().map(|bin| bin.dropped).sum();
        // The reading counts windows of all lengths, the histogram the long ones.
        assert!(kept > 0 && kept <= reading.windows.undisturbed, "{kept} of {:?}", reading.windows);
        assert!(kept + dropped + histogram.beyond <= reading.windows.total);
        let ends = histogram.bins.windows(2).all(|pair| (pair[0].high_ppm - pair[1].low_ppm).abs() < 1e-6);
        assert!(ends, "bins leave no gap");
        let clean = histogram.bins.iter().filter(|bin| bin.kept > 0).map(|bin| bin.low_ppm);
        assert!(clean.fold(f64::INFINITY, f64::min) <= 0.0, "undisturbed windows scatter about nothing");
    }
}

#[test]
fn a_refused_core_has_no_histogram() {
    let raw = recorded("raw-every-reason.json");
    let report = raw.estimate();
    let histograms = WindowHistogram::of_each(&raw);
    assert_eq!(histograms.len(), report.cores.len());
    let offline = report.cores.iter().position(|core| core.reason.is_some_and(|r| r.code() == "offline"));
    assert!(histograms[offline.expect("the vectors hold every reason")].is_none());
}

#[test]
fn the_curve_of_a_reading_is_whole() {
    let report = recorded("raw-two-cores-100ms.json").estimate();
    for reading in &report.cores {
        let curve = Curve::of(reading);
        assert!(!curve.warm_up.is_empty() && !curve.steady.is_empty());
        let last_of_warm_up = curve.warm_up.last().unwrap().at_ms;
        assert!(curve.steady[0].at_ms > last_of_warm_up, "the windows follow the warm-up");
        assert!(curve.steady.iter().all(|point| point.at_ms <= curve.time.high));
        assert!(curve.finding.is_some(), "{:?}", reading.verdict);
    }
}

#[test]
fn numbers_are_there_where_the_reading_has_them() {
    for name in ["raw-two-cores-100ms.json", "raw-every-reason.json"] {
        for reading in recorded(name).estimate().cores {
            let numbers = ReadingNumbers::of(&reading);
            assert_eq!(numbers.frequency.is_some(), reading.hz().is_some());
            assert_eq!(numbers.uncertainty_ppm.is_some(), reading.uncertainty.is_some());
            assert_eq!(numbers.chains.len(), reading.chains.len());
            let difference = numbers.claim.and_then(|claim| claim.difference_percent);
            assert_eq!(difference.is_some(), reading.claim.is_some() && reading.hz().is_some());
        }
    }
}

#[test]
fn the_longest_bar_is_the_highest_clock_and_a_refused_core_has_none() {
    let mut readings = recorded("raw-two-cores-100ms.json").estimate().cores;
    readings.extend(recorded("raw-every-reason.json").estimate().cores);
    let bars = ClockBar::of_each(&readings);
    assert_eq!(bars.len(), readings.len());
    let mut longest = 0.0_f64;
    for (bar, reading) in bars.iter().zip(&readings) {
        assert_eq!(bar.is_some(), reading.hz().is_some(), "{:?}", reading.reason);
        let Some((bar, hz)) = bar.zip(reading.hz()) else { continue };
        assert!(bar.part > 0.0 && bar.part <= 1.0 && bar.claim_part.is_none_or(|part| part <= 1.0));
        if let Some((part, claim)) = bar.claim_part.zip(reading.claim) {
            let (drawn, told) = (bar.part / part, hz / claim.hz);
            assert!((drawn / told - 1.0).abs() < 1e-9, "{bar:?}");
        }
        longest = longest.max(bar.part).max(bar.claim_part.unwrap_or(0.0));
    }
    assert_eq!(longest, 1.0);
    assert_eq!(ClockBar::of_each(&[]), []);
}
