//! Recordings of real machines whose clock is known otherwise: tests/recordings.
//!
//! * `known`: the recordings and their known clocks.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use trueghz::estimate::Frequency;
use trueghz::report::{CoreOutcome, RawMeasurement};
use trueghz::{Reading, Verdict};

mod known;

use known::{Case, Clean, Known, Span, described, error_ppm, folder, recorded};

/// Maximum error of a varying clock's mean, in parts per million: as if 3 % of the time were
/// assigned to the wrong one of two bins.
const MEAN_PPM: f64 = 5_000.0;

/// Minimum time share of a state that belongs to the range.
const LASTING: f64 = 0.05;

/// Maximum error of the range's ends, as a fraction of the clock: ten times the noise of a point of
/// the time line.
const RANGE_PART: f64 = 0.002;

/// Spans of this length and more show in the time line, in milliseconds: some of its points lie
/// within.
const SHOWN_MS: f64 = 30.0;

/// Maximum error of the clock in such a span, as a fraction: a sixth of the distance between two
/// bins.
const SPAN_PART: f64 = 0.005;

static KNOWN: LazyLock<Known> = LazyLock::new(Known::read);

/// Each case with its reading, estimated once for all tests.
static READINGS: LazyLock<Vec<(&Case, RawMeasurement, Reading)>> = LazyLock::new(|| {
    let reading = |case: &'static Case| {
        let raw = recorded(&case.path());
        let reading = raw.estimate().cores.remove(0);
        (case, raw, reading)
    };
    KNOWN.recordings.iter().map(reading).collect()
});

/// Asserts that no case misses anything; otherwise lists every miss of every case, and the reading.
fn none_misses(misses: impl Fn(&Case, &RawMeasurement, &Reading) -> Vec<String>) {
    let row = |(case, raw, reading): &(&Case, RawMeasurement, Reading)| {
        let misses = misses(case, raw, reading);
        (!misses.is_empty()).then(|| format!("{}: {}: {}", case.name, described(reading), misses.join("; ")))
    };
    let rows: Vec<String> = READINGS.iter().filter_map(row).collect();
    assert!(rows.is_empty(), "{} of {} readings miss:\n{}", rows.len(), READINGS.len(), rows.join("\n"));
}

/// Maximum error of a steady reading, in parts per million.
fn limit_ppm(case: &Case) -> f64 {
    let limit_ppm = match case.clean {
        // Undisturbed windows determine the clock to a fraction of this.
        Some(Clean::AllKinds) | None => 50.0,
        // Residual read delay in a few short windows under SMT contention: 5 ns of 20 µs.
        Some(Clean::LongLatency) => 250.0,
        // Under contention from a sibling that never rests, multiplications lose 0.1 %.
        Some(Clean::None) => 1_000.0,
    };
    limit_ppm + case.vdso_ppm.abs()
}

fn misses_of_a_steady_clock(case: &Case, frequency: &Frequency) -> Vec<String> {
    let mut misses = Vec::new();
    let off_ppm = error_ppm(frequency.hz.value, case.main_hz());
    if off_ppm.abs() > limit_ppm(case) {
        misses.push(format!("off by {off_ppm:+.0} ppm, not within {:.0}", limit_ppm(case)));
    }
    if !KNOWN.holds(case, frequency) {
        misses.push(format!("the interval excludes {:.3} MHz", case.main_hz() / 1e6));
    }
    misses
}

fn misses_of_a_varying_clock(case: &Case, raw: &RawMeasurement, reading: &Reading) -> Vec<String> {
    let mut misses = Vec::new();
    if let (Some(mean_hz), Some(hz)) = (case.mean_hz, reading.hz()) {
        let limit_ppm = MEAN_PPM + case.mean_within_ppm.unwrap_or_default();
        let off_ppm = error_ppm(hz, mean_hz);
        if off_ppm.abs() > limit_ppm {
            misses.push(format!("the mean is off by {off_ppm:+.0} ppm, not within {limit_ppm:.0}"));
        }
    }
    let Some(range) = reading.range else {
        misses.push("no range".to_owned());
        return misses;
    };
    for state in case.states.iter().filter(|state| state.share >= LASTING) {
        let reaches = (1.0 - RANGE_PART) * state.hz..=(1.0 + RANGE_PART) * state.hz;
        if range.low_hz > *reaches.end() || range.high_hz < *reaches.start() {
            misses.push(format!("the range does not reach {:.3} MHz", state.hz / 1e6));
        }
    }
    misses.extend(case.spans.iter().filter_map(|span| miss_of_a_span(span, raw, reading)));
    misses
}

/// Returns a message unless the median of the time line's points in a long span is at its clock.
fn miss_of_a_span(span: &Span, raw: &RawMeasurement, reading: &Reading) -> Option<String> {
    if span.to_ms - span.from_ms < SHOWN_MS {
        return None;
    }
    let CoreOutcome::Recorded(recording) = &raw.cores[0].outcome else { return None };
    let first = recording.windows.0.first()?;
    let begin_ms = recording.clock.timebase.ns_f64(first.start_ticks.cast_signed()) / 1e6;
    let within = begin_ms + span.from_ms..=begin_ms + span.to_ms;
    let points = reading.time_line.iter().filter(|point| within.contains(&point.at_ms));
    let mut seen: Vec<f64> = points.map(|point| point.hz).collect();
    seen.sort_by(f64::total_cmp);
    let measured_hz = seen.get(seen.len() / 2).copied();
    let shows = measured_hz.is_some_and(|hz| (hz / span.hz - 1.0).abs() <= SPAN_PART);
    let Span { from_ms, to_ms, .. } = span;
    (!shows).then(|| format!("the time line is at {measured_hz:.0?} Hz from {from_ms} to {to_ms} ms"))
}

#[test]
fn every_reading_is_what_the_core_did() {
    none_misses(|case, raw, reading| {
        let mut misses = Vec::new();
        if !case.wanted.contains(&reading.verdict) {
            let codes: Vec<&str> = case.wanted.iter().map(|verdict| verdict.code()).collect();
            misses.push(format!("not {}", codes.join(" or ")));
        }
        let Some(frequency) = reading.frequency() else { return misses };
        // If both verdicts are accepted, the reading's own determines which of the clocks it means.
        let means_the_mean = match case.wanted[..] {
            [only] => only == Verdict::Varying,
            _ => reading.verdict == Verdict::Varying,
        };
        misses.extend(if means_the_mean {
            misses_of_a_varying_clock(case, raw, reading)
        } else {
            misses_of_a_steady_clock(case, &frequency)
        });
        misses
    });
}

#[test]
fn no_steady_reading_excludes_the_true_clock() {
    none_misses(|case, _, reading| match reading.frequency() {
        Some(frequency) if reading.verdict == Verdict::Steady && !KNOWN.holds(case, &frequency) => {
            vec![format!("steady without {:.3} MHz", case.main_hz() / 1e6)]
        }
        _ => Vec::new(),
    });
}

/// A clock that moved: its mean over time, as exactly as that is known.
#[test]
fn no_reading_of_a_moving_clock_excludes_its_mean() {
    none_misses(|case, _, reading| {
        let Some((frequency, mean_hz)) = reading.frequency().zip(case.mean_hz) else { return Vec::new() };
        let within_ppm = case.mean_within_ppm.unwrap_or_default();
        if reading.verdict != Verdict::Varying || case.is_held(&frequency, mean_hz, within_ppm) {
            return Vec::new();
        }
        vec![format!("without {:.3} MHz", mean_hz / 1e6)]
    });
}

/// Neighbours only lengthen windows: no state above the highest true one can have been seen.
#[test]
fn nothing_is_seen_above_the_true_clock() {
    none_misses(|case, _, reading| {
        let highest_hz = case.states.iter().map(|state| state.hz).fold(0.0, f64::max);
        match reading.range {
            Some(range) if range.high_hz > highest_hz * (1.0 + RANGE_PART) => {
                vec![format!("up to {:.3} MHz", range.high_hz / 1e6)]
            }
            _ => Vec::new(),
        }
    });
}

#[test]
fn every_recording_in_the_folder_is_known() {
    let files = std::fs::read_dir(folder()).expect("the folder").map(|entry| entry.expect("a file").path());
    let recordings = files.filter(|path| path.extension().is_some_and(|extension| extension == "gz"));
    let known = KNOWN.recordings.iter().map(Case::path);
    let names = |paths: &mut dyn Iterator<Item = std::path::PathBuf>| {
        paths.map(|path| path.file_name().map(ToOwned::to_owned)).collect::<BTreeSet<_>>()
    };
    assert_eq!(names(&mut recordings.into_iter()), names(&mut known.into_iter()));
}

/// The states, their shares and the mean were written down one by one.
#[test]
fn what_is_known_fits_together() {
    for machine in &KNOWN.machines {
        assert!(!machine.what.is_empty() && !machine.how_known.is_empty(), "{}", machine.id);
    }
    for case in &KNOWN.recordings {
        let name = &case.name;
        assert!(KNOWN.within_ppm(case) > 0.0 && !case.wanted.is_empty(), "{name}");
        assert!(case.states.is_sorted_by(|a, b| a.share >= b.share), "{name}");
        let share: f64 = case.states.iter().map(|state| state.share).sum();
        assert!((share - 1.0).abs() < 0.002, "{name}: the shares make {share}");
        let mean_hz: f64 = case.states.iter().map(|state| state.share * state.hz).sum();
        // Shares are given to a thousandth.
        let off_ppm = case.mean_hz.map_or(0.0, |known_hz| error_ppm(mean_hz / share, known_hz));
        assert!(off_ppm.abs() < 300.0, "{name}: the states' mean is off by {off_ppm:.0} ppm");
        for span in &case.spans {
            let is_state = case.states.iter().any(|state| state.hz == span.hz);
            assert!(is_state && span.from_ms < span.to_ms, "{name}: {span:?}");
        }
    }
}
