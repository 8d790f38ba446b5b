//! Rows of the table, by mocks and by this machine.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use std::ops::ControlFlow;

use super::*;
use crate::clock::mock::{MockClock, VirtualTime};
use crate::clock::{Clock, UnknownRate, choose};

/// The row of a mock against a primary clock of nanoseconds.
fn row_of(play: impl FnOnce(&VirtualTime) -> MockClock) -> ClockQuality {
    let time = VirtualTime::new();
    let primary = MockClock::new(&time, 1_000_000_000).with_id(ClockId::MonotonicRaw);
    let primary = primary.with_read_cost(Duration::from_nanos(25));
    let source = Witness::of_clock(Arc::new(play(&time)));
    measure::quality(&primary, &source)
}

fn read_in(ns: u64, clock: MockClock) -> MockClock {
    clock.with_read_cost(Duration::from_nanos(ns))
}

#[test]
fn a_fine_clock_is_as_precise_as_its_reads_are_fast() {
    let row = row_of(|time| read_in(20, MockClock::new(time, 1_000_000_000)));
    assert_eq!(row.resolution_ns, Some(20.0));
    assert!((row.access.median_ns - 20.0).abs() < 0.1, "{:?}", row.access);
    assert!((row.access.p99_ns - 20.0).abs() < 0.1);
    assert_eq!(row.precision_ns, Some(20.0_f64.max(row.access.median_ns)));
    assert_eq!(row.steps_back, 0);
    assert!(row.reads > 1_000_000);
}

#[test]
fn a_coarse_clock_costs_a_read_and_has_an_honestly_wide_rate() {
    let row = row_of(|time| read_in(5, MockClock::new(time, 1_000_000_000).in_steps_of(250)));
    assert_eq!(row.resolution_ns, Some(4e6));
    assert_eq!(row.precision_ns, Some(4e6));
    assert!((row.access.median_ns - 5.0).abs() < 0.1, "{:?}", row.access);
    let rate = row.rate.unwrap();
    assert!(rate.ppm.abs() <= rate.uncertainty_ppm && rate.uncertainty_ppm > 50_000.0, "{rate:?}");
}

#[test]
fn a_clock_of_15_6_ms_is_still_seen_to_step() {
    let row = row_of(|time| read_in(3, MockClock::new(time, 1_000).in_steps_of(64)));
    let resolution_ns = row.resolution_ns.unwrap();
    assert!((15e6..=16e6).contains(&resolution_ns), "{resolution_ns}");
}

#[test]
fn the_rate_is_covered_and_narrow() {
    let row = row_of(|time| {
        let clock = read_in(9, MockClock::new(time, 24_000_000));
        clock.drift_ppm(37.0);
        clock
    });
    let rate = row.rate.unwrap();
    assert!((rate.ppm - 37.0).abs() <= rate.uncertainty_ppm, "{rate:?}");
    assert!(rate.uncertainty_ppm < 4.0, "{rate:?}");
    assert!((row.measured_hz.unwrap() - 24_000_888.0).abs() < 100.0);
}

#[test]
fn a_clock_that_stands_still_has_no_resolution_and_no_rate() {
    let row = row_of(|time| {
        let clock = read_in(20, MockClock::new(time, 1_000_000));
        clock.freeze();
        clock
    });
    assert_eq!((row.resolution_ns, row.precision_ns, row.rate), (None, None, None));
}

#[test]
fn steps_back_are_counted() {
    let time = VirtualTime::new();
    let primary = read_in(25, MockClock::new(&time, 1_000_000_000));
    let sound = read_in(10, MockClock::new(&time, 1_000_000_000).with_id(ClockId::Tsc));
    let reads = AtomicU64::new(1);
    let source = Witness::of_unknown_rate(ClockId::Tsc, UnknownRate::Mock, move || {
        let late = reads.fetch_add(1, Ordering::Relaxed).is_multiple_of(100_000);
        sound.ticks() - if late { 500 } else { 0 }
    });
    let row = measure::quality(&primary, &source);
    assert!(row.steps_back > 10 && row.steps_back <= row.reads / 100_000 + 1, "{row:?}");
    assert_eq!(row.rate, None, "no rate is stated");
    assert!((row.measured_hz.unwrap() / 1e9 - 1.0).abs() < 1e-4, "{row:?}");
}

#[test]
fn a_56_bit_counter_rolls_over_when_56_bits_are_full() {
    let row = row_of(|time| {
        let clock =
            MockClock::new(time, 1_000_000).with_id(ClockId::Cntvct).starting_at((1 << 56) - 10_000_000);
        read_in(20, clock)
    });
    let left_s = row.wraps_in_s.unwrap();
    assert!((9.8..10.0).contains(&left_s), "{left_s}");
}

#[test]
fn a_processor_without_an_invariant_tsc_shows_no_clock() {
    let clocks = choose().unwrap();
    let row = row(&clocks, ClockId::Tsc, Err(ClockError::NotInvariant { id: ClockId::Tsc }));
    assert_eq!(row, QualityRow::NotAClock { name: "TSC".to_owned(), reason: NotAClock::CountsCycles });
}

#[test]
fn this_machines_table_is_complete_and_outlives_a_file() {
    let told = std::cell::RefCell::new(Vec::new());
    let progress = |done, total| {
        told.borrow_mut().push((done, total));
        ControlFlow::Continue(())
    };
    let table = table(&choose().unwrap(), Some(&progress));
    let clocks: Vec<&ClockQuality> = table
        .rows
        .iter()
        .filter_map(|row| match row {
            QualityRow::Clock(quality) => Some(quality),
            _ => None,
        })
        .collect();
    assert!(clocks.iter().any(|quality| quality.id == table.primary));
    assert!(clocks.iter().any(|quality| quality.id == ClockId::Instant));
    for quality in &clocks {
        assert!(quality.access.median_ns > 0.0, "a read is never free: {quality:?}");
        assert!(quality.access.p99_ns >= quality.access.median_ns);
    }
    let told = told.into_inner();
    let total = told[0].1;
    assert_eq!(told, (0..=total).map(|done| (done, total)).collect::<Vec<_>>());
    let json = serde_json::to_string(&table).unwrap();
    serde_json::from_str::<QualityTable>(&json).expect("a table outlives a file");
}
