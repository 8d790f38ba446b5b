//! The choice of clocks, tested with mocks.

use std::time::Duration;

use super::*;
use crate::clock::mock::{MockClock, VirtualTime};
use crate::clock::{RateSource, UnknownRate};

const REFUSED: ClockError = ClockError::Refused { id: ClockId::MonotonicRaw, errno: 1 };

/// A table with mocks in the place of Linux' clocks; `counter_read` is the read cost of the
/// counter.
fn linux(raw: Result<(), ClockError>, counter_read: Duration) -> ClockFactory {
    let time = VirtualTime::new();
    let clock = {
        let time = time.clone();
        move |id, hz| {
            let mock = MockClock::new(&time, hz).with_id(id);
            Arc::new(mock.with_read_cost(Duration::from_nanos(20)))
        }
    };
    let mut openers = ClockFactory::default();
    let open = clock.clone();
    openers.primary(ClockId::MonotonicRaw, move || {
        raw.clone()?;
        Ok(open(ClockId::MonotonicRaw, 1_000_000_000))
    });
    let open = clock.clone();
    openers.primary(ClockId::Monotonic, move || Ok(open(ClockId::Monotonic, 1_000_000_000)));
    openers.witness(ClockId::Cntvct, move || {
        let mock = MockClock::new(&time, 19_200_000).with_id(ClockId::Cntvct);
        let mock = mock.with_rate_source(RateSource::Register).with_read_cost(counter_read);
        Ok(Witness::of_clock(Arc::new(mock)))
    });
    openers
        .witness(ClockId::Realtime, move || Ok(Witness::of_clock(clock(ClockId::Realtime, 1_000_000_000))));
    openers
}

fn ids(clocks: &Clocks) -> Vec<ClockId> {
    clocks.witnesses.iter().map(Witness::id).collect()
}

#[test]
fn the_first_candidate_is_taken_and_all_witnesses_serve() {
    let clocks = choose_from(&linux(Ok(()), Duration::from_nanos(10))).unwrap();
    assert_eq!(clocks.primary.id(), ClockId::MonotonicRaw);
    assert_eq!(ids(&clocks), [ClockId::Cntvct, ClockId::Realtime]);
    assert_eq!(clocks.notes, []);
}

#[test]
fn a_refused_raw_clock_falls_back_and_says_so() {
    let clocks = choose_from(&linux(Err(REFUSED), Duration::from_nanos(10))).unwrap();
    assert_eq!(clocks.primary.id(), ClockId::Monotonic);
    assert_eq!(
        clocks.notes,
        [SelectionNote::PrimaryFallback { wanted: ClockId::MonotonicRaw, error: REFUSED }]
    );
}

#[test]
fn a_trapped_counter_serves_and_is_named() {
    let clocks = choose_from(&linux(Ok(()), Duration::from_micros(2))).unwrap();
    assert_eq!(ids(&clocks), [ClockId::Cntvct, ClockId::Realtime]);
    let [SelectionNote::TrappedReads { id: ClockId::Cntvct, read_cost_ns }] = clocks.notes[..] else {
        panic!("{:?}", clocks.notes);
    };
    assert!((read_cost_ns - 2000.0).abs() < 1.0, "{read_cost_ns}");
}

#[test]
fn a_missing_witness_is_named_and_the_others_serve() {
    let mut openers = linux(Ok(()), Duration::from_nanos(10));
    openers.witnesses[0].1 = Box::new(|| Err(ClockError::NoRate { id: ClockId::Cntvct }));
    let clocks = choose_from(&openers).unwrap();
    assert_eq!(ids(&clocks), [ClockId::Realtime]);
    assert_eq!(
        clocks.notes,
        [SelectionNote::WitnessMissing {
            wanted: ClockId::Cntvct,
            error: ClockError::NoRate { id: ClockId::Cntvct }
        }]
    );
}

#[test]
fn without_a_primary_every_failure_is_told() {
    let mut openers = linux(Err(REFUSED), Duration::from_nanos(10));
    openers.primaries.truncate(1);
    assert_eq!(choose_from(&openers).unwrap_err(), ClockError::NoPrimary { tried: vec![REFUSED] });
}

#[test]
fn this_machine_has_a_primary_clock_that_goes_on() {
    let clocks = choose().expect("every platform has one");
    let first = clocks.primary.ticks();
    while clocks.primary.ticks() == first {}
    assert!(clocks.primary.timebase().hz() >= 1e6);
}

#[test]
fn a_witness_of_unknown_rate_has_no_hertz() {
    let witness = Witness::of_unknown_rate(ClockId::Tsc, UnknownRate::NotInCpuid, || 7);
    assert_eq!((witness.rate().hz(), witness.ticks()), (None, 7));
}
