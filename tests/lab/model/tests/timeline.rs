//! Time and ticks against exact arithmetic.

use proptest::prelude::*;
use trueghz_lab_model::UNITS_PER_CYCLE;
use trueghz_lab_model::clock::{Clock, Point, Profile, Vectors};
use trueghz_lab_model::event::TimerFault;
use trueghz_lab_model::timeline::{FS_PER_S, Timeline, Timer};

/// Every timer that a machine of the lab has.
const TIMERS_HZ: [u64; 9] = [
    1_920_000,
    13_000_000,
    19_200_000,
    24_000_000,
    25_000_000,
    26_000_000,
    54_000_000,
    62_500_000,
    1_000_000_000,
];

/// The emulator's counter for a value of its clock: QEMU's `gt_get_countervalue` divides by the
/// whole period.
fn emulators_counter(hz: u64, emulator_ns: u64) -> u64 {
    emulator_ns / (1_000_000_000 / hz).max(1)
}

proptest! {
    #[test]
    fn the_emulators_counter_is_the_timer(fs in 0..10_000 * FS_PER_S, which in 0..9_usize) {
        let hz = TIMERS_HZ[which];
        let timer = Timer::new(hz, hz);
        let exact = u128::from(fs) * u128::from(hz) / u128::from(FS_PER_S);
        prop_assert_eq!(u128::from(emulators_counter(hz, timer.emulator_ns(fs))), exact);
        prop_assert_eq!(u128::from(timer.ticks(fs)), exact);
    }

    #[test]
    fn a_deadline_is_reached_and_not_before(ns in 1..10_u64.pow(12), which in 0..9_usize) {
        let timer = Timer::new(TIMERS_HZ[which], TIMERS_HZ[which]);
        let due = timer.time_fs(ns);
        prop_assert!(timer.emulator_ns(due) >= ns);
        prop_assert!(timer.emulator_ns(due - 1) < ns);
    }

    #[test]
    fn cycles_take_their_time(cycles in 0..10_u64.pow(13), thousandths_mhz in 600_000..5_000_000_u64) {
        let timeline = Timeline::new(&Clock::Mhz(thousandths_mhz as f64 / 1e3), &[]);
        let exact = u128::from(cycles) * u128::from(FS_PER_S) / u128::from(thousandths_mhz * 1000);
        prop_assert_eq!(u128::from(timeline.time_fs(cycles * UNITS_PER_CYCLE)), exact);
        let back = timeline.units_at(timeline.time_fs(cycles * UNITS_PER_CYCLE));
        prop_assert!(back <= cycles * UNITS_PER_CYCLE);
        prop_assert!(timeline.time_fs(back) == timeline.time_fs(cycles * UNITS_PER_CYCLE));
    }
}

/// Runs a profile to its end, as the plugin does; the cycles that fit into `ms`.
fn cycles_in(points: Vec<Point>, every_ms: Option<f64>, faults: &[TimerFault], ms: u64) -> f64 {
    let clock = Clock::Profile(Profile { points, every_ms, draw_factor: None });
    let mut timeline = Timeline::new(&clock, faults);
    timeline.start(0);
    let end = ms * FS_PER_S / 1000;
    while let Some(change) = timeline.next_change_units() {
        if timeline.time_fs(change) > end {
            break;
        }
        timeline.change(change);
    }
    timeline.units_at(end) as f64 / UNITS_PER_CYCLE as f64
}

fn point(at_ms: f64, mhz: f64, ramp: bool) -> Point {
    Point { at_ms, mhz, ramp }
}

#[test]
fn steps_add_up() {
    let cycles = cycles_in(vec![point(0.0, 600.0, false), point(20.0, 2400.0, false)], None, &[], 50);
    assert!((cycles - (0.020 * 600e6 + 0.030 * 2400e6)).abs() < 2.0, "{cycles}");
}

#[test]
fn a_ramp_is_its_mean() {
    let points = vec![point(0.0, 600.0, true), point(20.0, 2400.0, false)];
    let cycles = cycles_in(points, None, &[], 20);
    assert!((cycles - 0.020 * 1500e6).abs() < 2.0, "{cycles}");
}

#[test]
fn a_profile_comes_anew() {
    let points = || vec![point(0.0, 1000.0, false), point(10.0, 2000.0, false)];
    let cycles = cycles_in(points(), Some(30.0), &[], 75);
    // Two whole rounds, then 10 ms of the first piece and 5 of the second.
    let exact = 2.0 * (0.010 * 1e9 + 0.020 * 2e9) + 0.010 * 1e9 + 0.005 * 2e9;
    assert!((cycles - exact).abs() < 10.0, "{cycles}");
    let clock = Clock::Profile(Profile { points: points(), every_ms: Some(30.0), draw_factor: None });
    let ms = FS_PER_S / 1000;
    let pieces = clock.pieces_between(35 * ms, 65 * ms);
    let expected = [(30, 1000), (40, 2000), (60, 1000)];
    let expected = expected.map(|(at_ms, mhz)| (at_ms * ms, mhz * 1_000_000));
    assert_eq!(pieces.iter().map(|piece| (piece.from_fs, piece.hz)).collect::<Vec<_>>(), expected);
}

#[test]
fn a_frozen_timer_loses_time_and_a_jump_gains_it() {
    let points = || vec![point(0.0, 1000.0, false), point(50.0, 2000.0, false)];
    let fault = |freeze_ms, jump_ms| [TimerFault { at_ms: 20.0, freeze_ms, jump_ms }];
    // When the timer shows 60 ms, 61 have passed, 11 of them in the second piece.
    let frozen = cycles_in(points(), None, &fault(1.0, 0.0), 60);
    assert!((frozen - (0.050 * 1e9 + 0.011 * 2e9)).abs() < 10.0, "{frozen}");
    // When it shows 60 ms, 30 have passed.
    let jumped = cycles_in(points(), None, &fault(0.0, 30.0), 60);
    assert!((jumped - 0.030 * 1e9).abs() < 10.0, "{jumped}");
}

#[test]
fn a_timer_whose_register_lies_ticks_at_its_own_rate() {
    let timer = Timer::new(24_000_000, 1_000_000_000);
    assert_eq!(emulators_counter(1_000_000_000, timer.emulator_ns(FS_PER_S)), 24_000_000);
}

#[test]
fn sleep_takes_time_and_no_cycles() {
    let mut timeline = Timeline::new(&Clock::Mhz(1000.0), &[]);
    timeline.sleep_until(5 * UNITS_PER_CYCLE, 3 * FS_PER_S);
    assert_eq!(timeline.time_fs(5 * UNITS_PER_CYCLE), 3 * FS_PER_S);
    assert_eq!(timeline.time_fs(6 * UNITS_PER_CYCLE), 3 * FS_PER_S + 1_000_000);
    // Sleep never goes back.
    timeline.sleep_until(6 * UNITS_PER_CYCLE, 0);
    assert_eq!(timeline.time_fs(6 * UNITS_PER_CYCLE), 3 * FS_PER_S + 1_000_000);
}

#[test]
fn a_clock_changes_when_it_is_due_although_that_is_noticed_later() {
    let points = [(0.0, 1_000.0), (1.0, 2_000.0)];
    let points = points.map(|(at_ms, mhz)| Point { at_ms, mhz, ramp: false }).to_vec();
    let clock = Clock::Profile(Profile { points, every_ms: None, draw_factor: None });
    let mut timeline = Timeline::new(&clock, &[]);
    timeline.start(0);
    // A million cycles take a millisecond; 300 more have run when the block ends.
    let late = 1_000_300 * UNITS_PER_CYCLE;
    timeline.change(late);
    assert_eq!(timeline.hz(), 2_000_000_000);
    assert_eq!(timeline.time_fs(late), FS_PER_S / 1_000 + 150 * FS_PER_S / 1_000_000_000);
}

/// A clock of 1 GHz, or 2 GHz after 5 ms, that vectors lower to a half until 1 ms after the last of
/// them.
fn lowered() -> Timeline {
    let points = vec![point(0.0, 1000.0, false), point(5.0, 2000.0, false)];
    let clock = Clock::Profile(Profile { points, every_ms: None, draw_factor: None });
    let mut timeline = Timeline::new(&clock, &[]).lowered_by(Some(Vectors { part: 0.5, for_ms: 1.0 }));
    timeline.start(0);
    timeline
}

/// Units of 1,000 cycles: a microsecond at 1 GHz.
const MICROSECOND: u64 = 1000 * UNITS_PER_CYCLE;
const FS_PER_US: u64 = FS_PER_S / 1_000_000;

#[test]
fn vectors_lower_the_clock_until_a_while_after_the_last() {
    let mut timeline = lowered();
    assert!(timeline.fuse_vectors(1000 * MICROSECOND, 1100 * MICROSECOND), "the first lowers the clock");
    assert_eq!(timeline.hz(), 500_000_000);
    assert!(!timeline.fuse_vectors(1400 * MICROSECOND, 1500 * MICROSECOND), "the next keeps it low");
    // The last ran until 2 ms: 1 ms at 1 GHz and 500,000 cycles at 0.5 GHz.
    assert_eq!(timeline.time_fs(1500 * MICROSECOND), 2000 * FS_PER_US);
    let raised = timeline.next_change_units().expect("the clock returns");
    assert_eq!(raised, 2000 * MICROSECOND);
    timeline.change(raised - 1);
    assert_eq!(timeline.hz(), 500_000_000);
    // The end of a block is later than that.
    timeline.change(raised + 10 * MICROSECOND);
    assert_eq!(timeline.hz(), 1_000_000_000);
    assert_eq!(timeline.time_fs(raised + 10 * MICROSECOND), 3010 * FS_PER_US);
    assert!(timeline.fuse_vectors(2100 * MICROSECOND, 2200 * MICROSECOND), "it is lowered again");
    let spans_us = [[1000, 3000], [3100, 4300]];
    assert_eq!(timeline.low_fs(), spans_us.map(|span| span.map(|us| us * FS_PER_US)));
}

#[test]
fn a_profile_goes_on_under_vectors() {
    let mut timeline = lowered();
    timeline.fuse_vectors(0, 2300 * MICROSECOND);
    let step = timeline.next_change_units().expect("the profile has a step");
    assert_eq!(step, 2500 * MICROSECOND, "5 ms at half of 1 GHz");
    // Noticed after the clock has returned, at 5.6 ms: 0.6 ms at half of 2 GHz.
    let late = step + 700 * MICROSECOND;
    timeline.change(late);
    assert_eq!((timeline.hz(), timeline.next_change_units()), (2_000_000_000, None));
    assert_eq!(timeline.time_fs(late), 5650 * FS_PER_US);
}

#[test]
fn a_clock_returns_in_sleep() {
    let mut timeline = lowered();
    timeline.fuse_vectors(0, 100 * MICROSECOND);
    timeline.sleep_until(100 * MICROSECOND, 3000 * FS_PER_US);
    timeline.change(100 * MICROSECOND);
    assert_eq!(timeline.hz(), 1_000_000_000);
    assert_eq!(timeline.time_fs(200 * MICROSECOND), 3100 * FS_PER_US);
}

#[test]
fn without_a_part_vectors_lower_nothing() {
    let mut timeline = Timeline::new(&Clock::Mhz(1000.0), &[]);
    assert!(!timeline.fuse_vectors(0, MICROSECOND));
    assert_eq!((timeline.hz(), timeline.next_change_units()), (1_000_000_000, None));
}
