//! Readings that last: bounded, from all of their time, and no less right than short ones.

use std::time::Duration;

use trueghz::estimate::estimate;
use trueghz::estimate::recording::Recording;
use trueghz::estimate::verdict::Verdict;
use trueghz::simulate::{Disturbances, Profile};

use super::bench::{Setting, drawn_hz, error_ppm};

/// Maximum number of windows in a recording.
const MOST_WINDOWS: usize = 65_536;

/// Number of parts of the run that are compared.
const PARTS: usize = 16;

/// Number of kept rounds that began in each part of the run.
fn rounds_by_part(recording: &Recording) -> [usize; PARTS] {
    let mut parts = [0; PARTS];
    let begin_ms = |ticks: u64| recording.clock.timebase.ns_f64(ticks.cast_signed()) / 1e6;
    let first_ms = begin_ms(recording.windows.0[0].start_ticks);
    for round in recording.windows.0.chunk_by(|a, b| a.round == b.round) {
        let part = (begin_ms(round[0].start_ticks) - first_ms) / recording.elapsed_ms;
        parts[((part * PARTS as f64) as usize).min(PARTS - 1)] += 1;
    }
    parts
}

#[test]
fn an_hour_is_kept_in_bounds_and_evenly() {
    let (seed, truth_hz) = (1, drawn_hz(1));
    let duration = Duration::from_secs(3_600);
    let recording = Setting { duration, ..Setting::of(Profile::Fixed(truth_hz)) }.record(seed).unwrap();
    let windows = &recording.windows.0;
    assert!((MOST_WINDOWS / 3..=MOST_WINDOWS).contains(&windows.len()), "{} windows", windows.len());
    assert!((3.599e6..=3.6e6).contains(&recording.elapsed_ms), "{} ms", recording.elapsed_ms);
    let parts = rounds_by_part(&recording);
    // A stretch more or less: of 32 rounds.
    let (least, most) = (parts.iter().min().unwrap(), parts.iter().max().unwrap());
    assert!(*least > 100 && most - least <= 2 * 32, "{parts:?}");

    let read: Recording = serde_json::from_str(&serde_json::to_string(&recording).unwrap()).unwrap();
    assert_eq!(read, recording);
    let reading = estimate(&read);
    let frequency = reading.frequency.expect("a number");
    let half_ppm = frequency.hz.half_width() / frequency.hz.value * 1e6;
    let off_ppm = error_ppm(frequency, truth_hz);
    assert_eq!(reading.verdict, Verdict::Steady);
    assert!(off_ppm.abs() < 2.0 * half_ppm && half_ppm < 3.0, "off by {off_ppm} ppm, +- {half_ppm}");
    assert_eq!(reading.warnings, []);
    // A thousand interrupts of 5 µs in a second.
    let part = reading.effective_hz.expect("a part") / frequency.hz.value;
    assert!((0.98..0.999).contains(&part), "{part}: what was left out is no lost time");
}

#[test]
fn a_drift_of_ten_minutes_is_shown_when_it_was() {
    let duration = Duration::from_secs(600);
    let (from_hz, to_hz) = (3.0e9, 3.3e9);
    let drift = Profile::Drift { from_hz, to_hz, start_ns: 0.0, over_ns: 600e9 };
    let recording = Setting { duration, ..Setting::of(drift) }.record(2).unwrap();
    let reading = estimate(&recording);
    assert_eq!(reading.verdict, Verdict::Varying);
    for point in &reading.time_line {
        let then_hz = from_hz + (to_hz - from_hz) * point.at_ms / 600e3;
        let off = (point.hz - then_hz).abs() / (to_hz - from_hz);
        assert!(off < 0.02, "at {} ms {} instead of {then_hz}", point.at_ms, point.hz);
    }
    let last_ms = reading.time_line.last().expect("points").at_ms;
    assert!((570e3..600e3).contains(&last_ms), "{last_ms}");
    let off_ppm = error_ppm(reading.frequency.expect("a number"), 3.15e9);
    assert!(off_ppm.abs() < 500.0, "{off_ppm}");
}

/// A fast clock has more rounds in a second than a slow one, and is not to be favoured for it.
#[test]
fn of_a_clock_that_never_rests_it_is_the_mean_over_time() {
    let setting = |each_ns| Setting {
        disturbances: Disturbances::default(),
        duration: Duration::from_secs(300),
        ..Setting::of(Profile::Alternating { hz: 2.0e9, other_hz: 3.0e9, each_ns })
    };
    for each_ns in [37e6, 180e6, 1.3e9] {
        let reading = setting(each_ns).estimate(3);
        assert_eq!((reading.verdict, &reading.warnings[..]), (Verdict::Varying, &[][..]));
        let clean = reading.windows.undisturbed as f64 / reading.windows.total as f64;
        // At 180 ms each, some visits (up to a tenth of all) get a level of their own that their
        // windows do not support.
        assert!(clean > 0.85, "{each_ns}: {clean} of the windows are like those of their moment");
        let off_ppm = error_ppm(reading.frequency.expect("a number"), 2.5e9);
        // The mean over rounds would be off by 40,000. At 1.3 s each, the kept rounds are a second
        // apart.
        assert!(off_ppm.abs() < 25_000.0, "{each_ns}: off by {off_ppm} ppm");
    }
}
