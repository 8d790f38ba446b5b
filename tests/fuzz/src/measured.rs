//! Files that the instrument itself wrote, possibly edited: raw windows and readings.

use trueghz::Interval;
use trueghz::estimate::verdict::Verdict;
use trueghz::report::curve::Curve;
use trueghz::report::histogram::WindowHistogram;
use trueghz::report::numbers::ReadingNumbers;
use trueghz::report::{Measurement, RawError, RawMeasurement, Reading};
use trueghz_report::compare::{DifferenceNumbers, Significance, compare};
use trueghz_report::openmetrics;

/// Raw windows: refused by name, or estimated to readings that are sound, and written and read the
/// same.
pub fn raw(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let raw = match RawMeasurement::from_json(text) {
        Ok(raw) => raw,
        Err(error) => return refused_by_name(&error),
    };
    let written = raw.to_json();
    assert_eq!(RawMeasurement::from_json(&written).expect("what was just written"), raw);
    let estimated = raw.estimate();
    assert_eq!(estimated.cores.len(), raw.cores.len());
    estimated.cores.iter().for_each(sound);
    assert_eq!(estimated.check(), Ok(()));
    estimated.cores.iter().for_each(shown);
    estimated.cores.iter().for_each(drawn);
    assert_eq!(WindowHistogram::of_each(&raw).len(), raw.cores.len());
    outlives_a_file(&estimated);
}

fn refused_by_name(error: &RawError) {
    let words = error.to_string();
    assert!(words.starts_with("not raw data: ") || words.starts_with("raw data of schema "));
    assert_eq!(words.lines().count(), 1, "one sentence: {words}");
}

/// A reading in JSON: refused, or written and read the same.
pub fn measurement(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok(measurement) = serde_json::from_str::<Measurement>(text) {
        measurement.cores.iter().for_each(drawn);
        outlives_a_file(&measurement);
    }
    if let Ok(measurement) = Measurement::from_json(text) {
        differs_from_nothing(&measurement);
        has_sound_gauges(&measurement);
    }
}

/// A measurement compared with itself.
fn differs_from_nothing(measurement: &Measurement) {
    let Ok(comparison) = compare(("one", measurement), &[("itself", measurement)]) else {
        return assert!(measurement.cores.is_empty(), "a measurement shares its cores with itself");
    };
    let contrast = &comparison.others[0];
    assert_eq!(contrast.cores.len(), measurement.cores.len());
    for difference in contrast.cores.iter().filter_map(|core| core.difference) {
        assert_eq!((difference.hz.value, difference.significance), (0.0, Significance::WithinUncertainty));
        let _ = DifferenceNumbers::of(&difference);
    }
}

/// A line of gauges is a comment or a sample: a series that is there once, and a number.
fn has_sound_gauges(measurement: &Measurement) {
    let text = openmetrics::text(measurement);
    let samples = text.lines().filter(|line| !line.starts_with('#'));
    let mut series: Vec<&str> = Vec::new();
    for line in samples {
        let (name, value) = line.rsplit_once(' ').expect("a series and a value");
        assert!(name.starts_with("trueghz_") && value.parse::<f64>().is_ok_and(f64::is_finite), "{line}");
        series.push(name);
    }
    let all = series.len();
    series.sort_unstable();
    series.dedup();
    assert_eq!(series.len(), all, "{text}");
}

fn outlives_a_file(measurement: &Measurement) {
    let json = measurement.to_json();
    match serde_json::from_str::<Measurement>(&json) {
        Ok(read) => assert_eq!(&read, measurement),
        Err(error) => panic!("cannot be read back: {error}\n{json}"),
    }
}

/// Every plot of a reading has an axis, whatever the reading holds.
fn drawn(reading: &Reading) {
    let curve = Curve::of(reading);
    for axis in [&curve.time, &curve.frequency] {
        assert!(axis.low < axis.high, "{axis:?}");
        assert!(axis.ticks.len() <= 5, "{axis:?}");
    }
    let numbers = ReadingNumbers::of(reading);
    assert_eq!(numbers.chains.len(), reading.chains.len());
}

/// A possible reading is displayed as a number with digits.
fn shown(reading: &Reading) {
    assert_eq!(reading.display().is_some(), reading.hz().is_some());
    let text = serde_json::to_string(reading).expect("JSON");
    assert!(!text.contains("\"difference_percent\":null") || reading.hz().is_none(), "{text}");
    assert!(reading.load.iter().flat_map(|load| &load.others).all(|load| load.busy_fraction >= 0.0));
    assert!(reading.clock_tolerance_ppm >= 0.0);
    assert!(reading.warm_up_curve.iter().all(|point| point.hz > 0.0), "{:?}", reading.warm_up_curve);
}

/// A number only if it is valid, within its interval; none if there is a reason.
fn sound(reading: &Reading) {
    let Reading { verdict, reason, windows, .. } = reading;
    assert_eq!(*verdict == Verdict::Refused, reason.is_some());
    assert_eq!(*verdict == Verdict::Refused, reading.frequency().is_none());
    assert!(windows.undisturbed <= windows.total);
    if let Some(frequency) = reading.frequency() {
        let Interval { low, value: hz, high } = frequency.hz;
        assert!(0.0 < low && low <= hz && hz <= high && high.is_finite(), "{frequency:?}");
    }
    if let Some(range) = reading.range {
        assert!(
            0.0 < range.low_hz && range.low_hz <= range.high_hz && range.high_hz.is_finite(),
            "{range:?}"
        );
    }
    for warning in &reading.warnings {
        assert!(!warning.text().is_empty() && !warning.advice().is_empty() && !warning.code().is_empty());
    }
}
