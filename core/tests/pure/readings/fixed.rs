//! Clocks that stay.

use trueghz::Warning;
use trueghz::chain::ChainKind;
use trueghz::estimate::Estimate;
use trueghz::estimate::verdict::{Reason, Verdict};
use trueghz::simulate::{Disturbances, Hog, Interrupts, Profile, Timer};

use super::bench::{Setting, TIMER, drawn_hz, error_ppm, holds};

/// Number of readings in each setting.
const READINGS: u64 = 40;

/// Of 40 readings with a true 95 % interval, fewer than 34 hold the truth once in 300 draws of the
/// seeds; the seeds are drawn.
const HOLDING: usize = 34;

/// One in a thousand looks as if its clock had dipped, by chance.
const VARYING: usize = 1;

/// No reading is off by more, in parts per million.
const OFF_PPM: f64 = 200.0;

fn all_true(name: &str, setting: impl Fn(f64) -> Setting) -> Vec<Estimate> {
    let (mut holding, mut varying) = (0, 0);
    let mut estimates = Vec::new();
    for seed in 0..READINGS {
        let truth_hz = drawn_hz(seed);
        let estimate = setting(truth_hz).estimate(seed);
        let frequency = estimate.frequency.unwrap_or_else(|| panic!("{name}, {seed}: {:?}", estimate.reason));
        let error = error_ppm(frequency, truth_hz);
        assert!(error.abs() < OFF_PPM, "{name}, seed {seed}: off by {error:.1} ppm");
        assert_ne!(estimate.verdict, Verdict::Unconfirmed, "{name}, seed {seed}");
        varying += usize::from(estimate.verdict == Verdict::Varying);
        holding += usize::from(holds(frequency, truth_hz));
        estimates.push(estimate);
    }
    assert!(varying <= VARYING, "{name}: {varying} of {READINGS} are varying");
    assert!(holding >= HOLDING, "{name}: only {holding} of {READINGS} intervals hold the truth");
    estimates
}

fn with_timer(hz: u64, read_ns: f64) -> impl Fn(f64) -> Setting {
    move |truth_hz| Setting {
        timer: Timer { hz, read_ns, jitter_ns: 5.0 },
        ..Setting::of(Profile::Fixed(truth_hz))
    }
}

#[test]
fn with_a_tick_of_1_ns() {
    all_true("1 ns", with_timer(1_000_000_000, 25.0));
}

#[test]
fn with_a_tick_of_41_67_ns() {
    all_true("41.67 ns", with_timer(24_000_000, 25.0));
}

#[test]
fn with_a_tick_of_52_08_ns() {
    all_true("52.08 ns", with_timer(19_200_000, 30.0));
}

#[test]
fn with_a_tick_of_521_ns() {
    all_true("521 ns", with_timer(1_920_000, 40.0));
}

#[test]
fn beside_a_program_that_takes_every_second_slice() {
    let disturbances = Disturbances::interrupts(1000.0)
        .and_interrupts(Interrupts::uniform(50.0, 0.0..=1e9 / TIMER.hz as f64))
        .and_hog(Hog { slice_ns: 4e6 });
    let beside = all_true("hog", |truth_hz| Setting {
        disturbances: disturbances.clone(),
        ..Setting::of(Profile::Fixed(truth_hz))
    });
    for (seed, estimate) in beside.iter().enumerate() {
        let contended = |warning: &Warning| matches!(warning, Warning::Preempted { .. });
        assert!(estimate.warnings.iter().any(contended), "seed {seed}: {:?}", estimate.warnings);
        // Half of the time is the other program's.
        let part = estimate.effective_hz.unwrap_or(f64::NAN) / drawn_hz(seed as u64);
        assert!((0.4..0.7).contains(&part), "seed {seed}: it says that it got {part:.2} of the time");
    }
}

/// As of chains that a compiler folded to nothing: the windows agree with each other, at a clock
/// that no core has.
#[test]
fn a_clock_that_no_core_has_is_no_reading() {
    for seed in 0..4 {
        let estimate = Setting::of(Profile::Fixed(40e9 + drawn_hz(seed))).estimate(seed);
        assert_eq!((estimate.reason, estimate.frequency), (Some(Reason::Implausible), None), "seed {seed}");
        assert!(estimate.windows.total > 0 && estimate.effective_hz.is_none());
    }
}

#[test]
fn a_plain_core_agrees_with_itself() {
    for estimate in all_true("plain", |truth_hz| Setting::of(Profile::Fixed(truth_hz))) {
        assert!(estimate.chains.iter().all(|chain| chain.agrees), "{:?}", estimate.chains);
        assert_eq!(estimate.warnings, []);
        let multiply = estimate.chains.iter().find(|chain| chain.kind == ChainKind::Multiply);
        let cycles = multiply.and_then(|chain| chain.cycles_per_step).unwrap_or(f64::NAN);
        assert!((cycles - 3.0).abs() < 0.01, "{cycles}");
    }
}

/// A block that lost its core for a slice seems to run at a tenth of the clock, or less.
/// (Interrupts of some microseconds that hit three blocks of five remain: some percent.)
#[test]
fn the_warm_ups_curve_shows_no_interruption_as_a_clock() {
    for seed in 0..8 {
        let truth_hz = drawn_hz(seed);
        let disturbances = Disturbances::interrupts(250.0).and_hog(Hog { slice_ns: 4e6 });
        let setting = Setting { disturbances, ..Setting::of(Profile::Fixed(truth_hz)) };
        let samples = setting.record(seed).expect("a recording").warm_up.samples;
        assert!(samples.len() > 100, "seed {seed}: {} points are left", samples.len());
        let off = samples.iter().find(|sample| (sample.hz / truth_hz - 1.0).abs() > 0.1);
        assert_eq!(off, None, "seed {seed}: the clock is {truth_hz} Hz");
    }
}
