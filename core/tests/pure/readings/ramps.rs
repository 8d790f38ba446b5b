//! Clocks that rise at first.

use trueghz::estimate::estimate;
use trueghz::estimate::recording::WarmUpEnd;
use trueghz::estimate::verdict::Verdict;
use trueghz::simulate::{CoreModel, Profile};

use super::bench::{Setting, drawn_hz, error_ppm};

const SEEDS: std::ops::Range<u64> = 0..4;

/// Where governors begin: the share of the final clock.
const FROM: f64 = 0.3;

/// Plateaus of a ramp in steps.
const STEPS: u32 = 5;

fn smooth(hz: f64, over_ns: f64) -> Profile {
    Profile::Drift { from_hz: FROM * hz, to_hz: hz, start_ns: 0.0, over_ns }
}

fn stepwise(hz: f64, over_ns: f64) -> Profile {
    let step = |step: u32| {
        let part = f64::from(step) / f64::from(STEPS);
        (part * over_ns, hz * (FROM + (1.0 - FROM) * part))
    };
    Profile::Steps((0..=STEPS).map(step).collect())
}

fn outlasted(name: &str, ramp: fn(f64, f64) -> Profile, over_ms: f64) {
    for seed in SEEDS {
        let hz = drawn_hz(seed);
        let at_once = Setting::of(Profile::Fixed(hz)).record(seed).expect("a recording").warm_up;
        let recording = Setting::of(ramp(hz, over_ms * 1e6)).record(seed).expect("a recording");
        let place = format!("{name} ramp of {over_ms} ms, seed {seed}");
        let warm_up = &recording.warm_up;
        assert_eq!(warm_up.end, WarmUpEnd::Flat, "{place}");
        assert!(warm_up.elapsed_ms > over_ms, "{place}: warm after {} ms", warm_up.elapsed_ms);
        if over_ms >= 20.0 {
            assert!(warm_up.elapsed_ms > at_once.elapsed_ms, "{place}: no longer than without a ramp");
        }
        let estimate = estimate(&recording);
        assert_eq!(estimate.verdict, Verdict::Steady, "{place}: {:?}", estimate.range);
        let error = error_ppm(estimate.frequency.expect("a number"), hz);
        assert!(error.abs() < 100.0, "{place}: off by {error:.1} ppm");
        // The curve shows the ramp: from where it began to where it ended.
        let first_hz = warm_up.samples.first().expect("a curve").hz;
        // Single blocks may be interrupted, which makes them seem slow: the fastest of the end is
        // not.
        let end = warm_up.samples.iter().rev().take(20);
        let last_hz = end.map(|sample| sample.hz).fold(0.0, f64::max);
        assert!(first_hz < 0.5 * hz, "{place}: it seems to begin at {first_hz} Hz");
        assert!((last_hz / hz - 1.0).abs() < 0.01, "{place}: it seems to end at {last_hz} Hz");
    }
}

/// Loop overhead does not change the clock: the curve of the warm-up continues in the curve of the
/// windows.
#[test]
fn the_warm_up_ends_at_the_clock_of_the_reading() {
    for (seed, loop_cycles) in SEEDS.zip([0.0, 1.0, 2.0, 1.0]) {
        let hz = drawn_hz(seed);
        let core = CoreModel { loop_cycles, ..CoreModel::default() };
        let recording =
            Setting { core, ..Setting::of(Profile::Fixed(hz)) }.record(seed).expect("a recording");
        let mut end: Vec<f64> =
            recording.warm_up.samples.iter().rev().take(100).map(|sample| sample.hz).collect();
        end.sort_unstable_by(f64::total_cmp);
        let off_ppm = (end[end.len() / 2] / hz - 1.0) * 1e6;
        assert!(
            off_ppm.abs() < 500.0,
            "{loop_cycles} cycles at the end of an iteration: off by {off_ppm:.0} ppm"
        );
    }
}

#[test]
fn a_smooth_ramp_is_outlasted() {
    for over_ms in [5.0, 20.0, 100.0] {
        outlasted("smooth", smooth, over_ms);
    }
}

#[test]
fn a_ramp_in_steps_is_outlasted() {
    for over_ms in [5.0, 20.0, 100.0] {
        outlasted("stepwise", stepwise, over_ms);
    }
}
