//! The traps of the time sources, as they were met in the field.

use super::*;
use crate::clock::{RateSource, Timebase};

#[test]
fn a_gigahertz_counter_scaled_by_24_megahertz_is_41_times_off_and_refused() {
    // Newer Apple chips: CNTVCT_EL0 counts 1 GHz in steps of 24 MHz, mach_absolute_time 24 MHz.
    // Here the counter is given mach's unit, which is the mistake that others shipped.
    let outcome = Session::new(|t| {
        let mach = MockClock::new(t, 24_000_000).with_id(ClockId::MachAbsoluteTime);
        let mach = mach.with_read_cost(Duration::from_nanos(4));
        let mistaken = counter(t, 1_000_000_000).in_steps_of(24_000_000);
        vec![mach, mistaken.stating(Timebase::new(125, 3).unwrap())]
    })
    .run_quietly();
    let found = disagreement(&outcome.rate);
    assert_covers(found.difference, (1000.0 / 24.0 - 1.0) * 1e6, 20.0);
    assert_eq!((found.finding, found.culprit), (ClockFinding::ClocksDisagree, None));
    assert!(outcome.invalidates_reading());
    assert_eq!(found.primary_hz, 24e6);
    assert_eq!(found.witness_nominal_hz, Some(24e6));
    assert!((found.witness_measured_hz.unwrap() - 1e9).abs() < 1e4, "both rates are named");
}

#[test]
fn a_gigahertz_counter_with_its_own_unit_agrees() {
    let outcome = Session::new(|t| {
        let mach = MockClock::new(t, 24_000_000).with_id(ClockId::MachAbsoluteTime);
        vec![mach.with_read_cost(Duration::from_nanos(4)), counter(t, 1_000_000_000).in_steps_of(24_000_000)]
    })
    .run_quietly();
    assert_agree(&outcome.rate);
    assert_covers(outcome.witnesses[0].rate.unwrap(), 0.0, 0.3);
}

/// A counter whose register states a wrong rate, on a kernel that knows the true one.
fn wrong_register(true_hz: u64, stated_hz: u64, third: bool) -> CrossCheck {
    let session = Session::new(|t| {
        let lying = counter(t, true_hz).stating(Timebase::from_hz(stated_hz).unwrap());
        let mut clocks = vec![raw(t), lying];
        clocks.extend(third.then(|| wall(t)));
        clocks
    });
    if third {
        session.clocks[2].drift_ppm(180.0); // NTP is at work
    }
    session.run_quietly()
}

#[test]
fn a_wrong_register_is_named_where_the_wall_clock_bears_the_kernel_out() {
    for (stated_hz, ratio) in [(12_000_000, 2.0), (48_000_000, 0.5), (1_000_000_000, 0.024)] {
        let outcome = wrong_register(24_000_000, stated_hz, true);
        let found = disagreement(&outcome.rate);
        assert_eq!((found.finding, found.culprit), (ClockFinding::CounterRateWrong, Some(ClockId::Cntvct)));
        assert!(!outcome.invalidates_reading(), "the reading is right by the system's clock");
        assert_covers(found.difference, (ratio - 1.0) * 1e6, 1.0);
        assert_eq!(found.witness_nominal_hz, Some(stated_hz as f64));
        assert!((found.witness_measured_hz.unwrap() - 24e6).abs() < 24.0);
        assert_agree(&outcome.stability);
    }
}

#[test]
fn a_wrong_register_without_a_third_clock_is_refused_and_nobody_is_named() {
    let outcome = wrong_register(24_000_000, 12_000_000, false);
    let found = disagreement(&outcome.rate);
    assert_eq!((found.finding, found.culprit), (ClockFinding::ClocksDisagree, None));
    assert!(outcome.invalidates_reading());
}

#[test]
fn a_trapped_counter_is_slow_and_agrees_all_the_same() {
    let outcome = Session::new(|t| {
        vec![raw(t), counter(t, 19_200_000).with_read_cost(Duration::from_micros(2)), wall(t)]
    })
    .run_quietly();
    assert_agree(&outcome.rate);
    // Brackets of 2 µs over a second: the uncertainty shows it.
    assert_covers(outcome.witnesses[0].rate.unwrap(), 0.0, 4.5);
    assert!(outcome.witnesses[0].rate.unwrap().uncertainty_ppm > 2.0);
}

#[test]
fn a_counter_of_unknown_rate_witnesses_steadiness_only() {
    let session = Session::new(|t| vec![raw(t), tsc(t, 2_596_118_000)]).with_unknown_rate(1);
    let outcome = session.run_quietly();
    assert_eq!(outcome.rate, Agreement::Unchecked { reason: NotChecked::NoSecondRate });
    assert_agree(&outcome.stability);
    assert_eq!(outcome.witnesses[0].nominal_hz, None);
    assert_eq!(outcome.witnesses[0].rate, None);
    assert!((outcome.witnesses[0].measured_hz.unwrap() - 2_596_118_000.0).abs() < 1000.0);
}

/// A live migration in mid-session: the guest's TSC goes on at the new host's rate.
fn migrated(third: bool) -> CrossCheck {
    let session = Session::new(|t| {
        let mut clocks = vec![raw(t), tsc(t, 2_600_000_000)];
        clocks.extend(third.then(|| wall(t)));
        clocks
    });
    session.with_unknown_rate(1).run(|sample, clocks| {
        if sample == SAMPLES / 2 {
            clocks[1].drift_ppm(-40_000.0);
        }
    })
}

#[test]
fn a_tsc_that_changes_its_rate_is_named_by_a_third_clock() {
    let outcome = migrated(true);
    let found = disagreement(&outcome.stability);
    assert_eq!((found.finding, found.culprit), (ClockFinding::CounterUnsteady, Some(ClockId::Tsc)));
    assert!(!outcome.invalidates_reading());
    let [event] = &outcome.events[..] else { panic!("{:?}", outcome.events) };
    assert_eq!((event.kind, event.culprit), (EventKind::RateChanged, Some(ClockId::Tsc)));
    let half_ns = 0.025e9 * (SAMPLES / 2) as f64;
    assert!(
        (event.after_ns..=event.before_ns).contains(&half_ns) || (event.after_ns - half_ns).abs() < 0.026e9
    );
}

#[test]
fn a_tsc_that_changes_its_rate_is_refused_without_a_third_clock() {
    let outcome = migrated(false);
    let found = disagreement(&outcome.stability);
    assert_eq!((found.finding, found.culprit), (ClockFinding::ClocksDrift, None));
    assert!(outcome.invalidates_reading());
}

#[test]
fn a_performance_counter_fixed_to_10_mhz_agrees_with_the_tsc() {
    // Windows shows a TSC of 3.6 GHz as 10 MHz: the step is 100 ns, the rate is right.
    let outcome = Session::new(|t| {
        let qpc = MockClock::new(t, 10_000_000).with_id(ClockId::QueryPerformanceCounter);
        let tsc = tsc(t, 3_600_000_000).with_rate_source(RateSource::Cpuid);
        vec![qpc.with_read_cost(Duration::from_nanos(25)), tsc]
    })
    .run_quietly();
    assert_agree(&outcome.rate);
    assert_covers(outcome.witnesses[0].rate.unwrap(), 0.0, 0.3);
    assert_eq!(outcome.primary_hz, 10e6);
}

#[test]
fn a_performance_counter_that_says_10_mhz_and_is_not_is_refused() {
    let outcome = Session::new(|t| {
        let qpc = MockClock::new(t, 10_000_000).with_id(ClockId::QueryPerformanceCounter);
        qpc.drift_ppm(3_000.0);
        vec![qpc.with_read_cost(Duration::from_nanos(25)), tsc(t, 3_600_000_000)]
    })
    .run_quietly();
    assert!(outcome.invalidates_reading());
}
