//! Attribution of faults to a clock and a time.

use super::*;

fn three(primary_ppm: f64, counter_ppm: f64, wall_ppm: f64) -> CrossCheck {
    let session = Session::new(|t| vec![raw(t), counter(t, 24_000_000), wall(t)]);
    for (clock, ppm) in session.clocks.iter().zip([primary_ppm, counter_ppm, wall_ppm]) {
        clock.drift_ppm(ppm);
    }
    session.run_quietly()
}

#[test]
fn a_difference_within_100_ppm_is_agreement() {
    assert_agree(&three(0.0, 95.0, 0.0).rate);
    assert_agree(&three(0.0, -95.0, 0.0).rate);
}

#[test]
fn a_steered_wall_clock_may_be_500_ppm_off() {
    assert_agree(&three(0.0, 0.0, 499.0).rate);
    assert_agree(&three(0.0, 0.0, -499.0).rate);
    let outcome = three(0.0, 0.0, 1_500.0);
    assert_eq!(disagreement(&outcome.rate).culprit, Some(ClockId::Realtime));
    assert!(!outcome.invalidates_reading());
}

#[test]
fn a_difference_between_100_and_2000_ppm_warns_and_no_more() {
    for ppm in [150.0, -150.0, 1_900.0] {
        let session = Session::new(|t| vec![raw(t), counter(t, 24_000_000)]);
        session.clocks[1].drift_ppm(ppm);
        let outcome = session.run_quietly();
        let found = disagreement(&outcome.rate);
        assert_eq!((found.finding, found.invalidates_reading), (ClockFinding::ClocksDisagree, false));
        assert_covers(found.difference, ppm, 0.5);
    }
}

#[test]
fn a_third_clock_that_would_agree_with_either_names_nobody() {
    // 300 ppm apart: a wall clock that may be steered by 500 cannot show which of the two is wrong.
    let outcome = three(0.0, 300.0, 100.0);
    assert_eq!(disagreement(&outcome.rate).culprit, None);
}

#[test]
fn a_wrong_primary_clock_is_named_and_refused() {
    let outcome = three(10_000.0, 0.0, 0.0);
    let found = disagreement(&outcome.rate);
    assert_eq!((found.finding, found.culprit), (ClockFinding::ClocksDisagree, Some(ClockId::MonotonicRaw)));
    assert!(outcome.invalidates_reading());
}

#[test]
fn three_clocks_that_all_differ_name_nobody_and_are_refused() {
    let outcome = three(0.0, 20_000.0, -20_000.0);
    assert_eq!(disagreement(&outcome.rate).culprit, None);
    assert!(outcome.invalidates_reading());
}

/// One clock has a fault before sample 15, and another before sample 22.
fn with_fault(
    clocks: usize,
    culprit: usize,
    first: impl Fn(&MockClock),
    then: impl Fn(&MockClock),
) -> CrossCheck {
    let session =
        Session::new(|t| vec![raw(t), counter(t, 24_000_000), wall(t)].into_iter().take(clocks).collect());
    session.run(|sample, clocks| match sample {
        15 => first(&clocks[culprit]),
        22 => then(&clocks[culprit]),
        _ => {}
    })
}

fn nothing(_: &MockClock) {}

#[track_caller]
fn assert_event(outcome: &CrossCheck, kind: EventKind, culprit: Option<ClockId>, offset_change_ns: f64) {
    let [event] = &outcome.events[..] else { panic!("one event, not {:?}", outcome.events) };
    assert_eq!((event.kind, event.culprit), (kind, culprit));
    let off_ns = (event.offset_change_ns - offset_change_ns).abs();
    // The seven uneven distances between samples 15 and 22 add up to some 40 µs.
    assert!(off_ns <= event.gain_uncertainty_ns + 50e3, "{event:?}, expected {offset_change_ns}");
    // Samples are 25 ms apart, and the fifteenth stretch is the one.
    assert!(event.after_ns < 15.0 * 25.1e6 && event.before_ns > 14.0 * 25e6, "{event:?}");
}

#[test]
fn a_primary_clock_that_goes_back_is_named_and_its_rate_survives() {
    let outcome = with_fault(3, 0, |clock| clock.step(-50_000_000), nothing);
    assert_event(&outcome, EventKind::SteppedBack, Some(ClockId::MonotonicRaw), 50e6);
    assert!(!outcome.invalidates_reading());
    let alone = with_fault(2, 0, |clock| clock.step(-50_000_000), nothing);
    assert_event(&alone, EventKind::SteppedBack, Some(ClockId::MonotonicRaw), 50e6);
    assert!(!alone.invalidates_reading());
    assert_agree(&alone.rate);
}

#[test]
fn a_primary_clock_that_stands_still_is_named_and_its_rate_survives() {
    let outcome = with_fault(3, 0, MockClock::freeze, MockClock::thaw);
    assert_event(&outcome, EventKind::Stopped, Some(ClockId::MonotonicRaw), 7.0 * 25e6);
    assert!(!outcome.invalidates_reading());
}

#[test]
fn a_primary_clock_that_jumps_is_named_by_two_witnesses() {
    let outcome = with_fault(3, 0, |clock| clock.step(3_000_000), nothing);
    assert_event(&outcome, EventKind::Jumped, Some(ClockId::MonotonicRaw), -3e6);
    assert!(!outcome.invalidates_reading());
    assert_covers(outcome.witnesses[0].rate.unwrap(), 0.0, 10.0);
}

#[test]
fn a_jump_between_two_clocks_is_told_and_nobody_is_named() {
    let outcome = with_fault(2, 0, |clock| clock.step(3_000_000), nothing);
    assert_event(&outcome, EventKind::Jumped, None, -3e6);
}

#[test]
fn a_wall_clock_that_is_set_is_named_and_its_rate_survives() {
    let outcome = with_fault(3, 2, |clock| clock.step(3_600_000_000_000), nothing);
    assert_event(&outcome, EventKind::Jumped, Some(ClockId::Realtime), 3.6e12);
    assert_agree(&outcome.rate);
    assert!(!outcome.invalidates_reading());
    let outcome = with_fault(3, 2, |clock| clock.step(-20_000_000), nothing);
    assert_event(&outcome, EventKind::Jumped, Some(ClockId::Realtime), -20e6);
    let outcome = with_fault(3, 2, |clock| clock.step(-40_000_000), nothing);
    assert_event(&outcome, EventKind::SteppedBack, Some(ClockId::Realtime), -40e6);
}

#[test]
fn a_witness_that_stands_still_is_named_and_clears_the_primary() {
    let outcome = with_fault(2, 1, MockClock::freeze, MockClock::thaw);
    assert_event(&outcome, EventKind::Stopped, Some(ClockId::Cntvct), -7.0 * 25e6);
    assert!(!outcome.invalidates_reading());
    assert_agree(&outcome.rate);
}
