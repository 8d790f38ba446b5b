//! Selection of the timing clock, tested with mocks.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use super::*;
use crate::clock::mock::{MockClock, VirtualTime};
use crate::clock::{Rate, UnknownRate};

const TSC_HZ: u64 = 2_596_140_000;

/// The clocks of Linux on x86 with reads of `system_ns` and `counter_ns`: the kernel's clock and
/// the counter. At each read of the counter, `happen` gets its number.
fn clocks(
    (system_ns, counter_ns): (u64, u64),
    rate: Rate,
    happen: impl Fn(u32, &MockClock) + Send + Sync + 'static,
) -> Clocks {
    let time = VirtualTime::new();
    let clock =
        |id, hz, read_ns| MockClock::new(&time, hz).with_id(id).with_read_cost(Duration::from_nanos(read_ns));
    let counter = clock(ClockId::Tsc, TSC_HZ, counter_ns);
    let reads = AtomicU32::new(0);
    let read = move || {
        happen(reads.fetch_add(1, Ordering::Relaxed), &counter);
        counter.ticks()
    };
    let wall = Witness::of_clock(Arc::new(clock(ClockId::Realtime, 1_000_000_000, system_ns)));
    Clocks {
        primary: Arc::new(clock(ClockId::MonotonicRaw, 1_000_000_000, system_ns)),
        witnesses: vec![Witness::of_counter(ClockId::Tsc, rate, read), wall],
        notes: Vec::new(),
    }
}

const UNKNOWN: Rate = Rate::Unknown { reason: UnknownRate::NotInCpuid };

fn quietly(_: u32, _: &MockClock) {}

fn ids(clocks: &Clocks) -> (ClockId, Vec<ClockId>) {
    (clocks.primary.id(), clocks.witnesses.iter().map(Witness::id).collect())
}

/// Asserts that the system's clock is still the timing clock, and returns the reason.
fn falls_back(clocks: Clocks) -> CounterRejection {
    let before = ids(&clocks);
    let clocks = clocks.timed_by_counter();
    assert_eq!(ids(&clocks), before);
    match clocks.notes[..] {
        [SelectionNote::CounterRejected { id: ClockId::Tsc, reason }] => reason,
        ref notes => panic!("{notes:?}"),
    }
}

#[test]
fn the_counter_times_at_the_rate_of_the_systems_clock() {
    let clocks = clocks((30, 20), UNKNOWN, quietly).timed_by_counter();
    assert_eq!(ids(&clocks), (ClockId::Tsc, vec![ClockId::MonotonicRaw, ClockId::Realtime]));
    assert_eq!((clocks.notes.len(), clocks.primary.rate_source()), (0, RateSource::Measured));
    let measured = clocks.primary.measured_rate().expect("measured");
    assert_eq!((measured.against, measured.stated), (ClockId::MonotonicRaw, UNKNOWN));
    let off_ppm = (clocks.primary.timebase().hz() / TSC_HZ as f64 - 1.0) * 1e6;
    assert!(measured.uncertainty_ppm < 7.0, "{measured:?}");
    assert!(off_ppm.abs() <= measured.uncertainty_ppm, "{off_ppm} of {measured:?}");
}

/// The clocks of Linux on Arm, the counter stating this rate.
fn on_arm(hz: u64) -> Clocks {
    let time = VirtualTime::new();
    let clock = |id, hz| MockClock::new(&time, hz).with_id(id).with_read_cost(Duration::from_nanos(30));
    Clocks {
        primary: Arc::new(clock(ClockId::MonotonicRaw, 1_000_000_000)),
        witnesses: vec![Witness::of_clock(Arc::new(clock(ClockId::Cntvct, hz)))],
        notes: Vec::new(),
    }
}

#[test]
fn an_arm_counter_times_where_its_ticks_are_fine() {
    let clocks = on_arm(1_000_000_000).timed_by_counter();
    assert_eq!(ids(&clocks), (ClockId::Cntvct, vec![ClockId::MonotonicRaw]));
    assert!((clocks.primary.timebase().hz() / 1e9 - 1.0).abs() < 7e-6, "{:?}", clocks.primary.timebase());
    for hz in [62_500_000, 24_000_000] {
        let clocks = on_arm(hz).timed_by_counter();
        assert_eq!(ids(&clocks), (ClockId::MonotonicRaw, vec![ClockId::Cntvct]), "{hz} Hz");
        assert_eq!(clocks.notes, [], "{hz} Hz");
    }
}

#[test]
fn a_stated_rate_is_kept_as_a_check_and_not_used() {
    let timebase = Timebase::from_hz(2_400_000_000).unwrap();
    let stated = Rate::Stated { timebase, by: RateSource::Hypervisor };
    let clocks = clocks((30, 20), stated, quietly).timed_by_counter();
    assert!((clocks.primary.timebase().hz() / TSC_HZ as f64 - 1.0).abs() < 5e-6);
    assert_eq!(clocks.primary.measured_rate().map(|measured| measured.stated), Some(stated));
}

#[test]
fn a_counter_that_is_not_invariant_is_no_witness_and_does_not_time() {
    let mut clocks = clocks((30, 20), UNKNOWN, quietly);
    clocks.witnesses.remove(0);
    let clocks = clocks.timed_by_counter();
    assert_eq!(ids(&clocks), (ClockId::MonotonicRaw, vec![ClockId::Realtime]));
    assert_eq!(clocks.notes, []);
}

#[test]
fn slow_reads_of_either_clock_leave_the_timing_to_the_systems() {
    // The last is a read by which the rate would be known to 30 ppm.
    for (reads_ns, expected_ns) in
        [((30, 2_000), 1_400.0..2_100.0), ((1_500, 20), 1_400.0..2_100.0), ((200, 20), 190.0..300.0)]
    {
        let CounterRejection::SlowReads { bracket_ns } = falls_back(clocks(reads_ns, UNKNOWN, quietly))
        else {
            panic!("{reads_ns:?}");
        };
        assert!(expected_ns.contains(&bracket_ns), "{bracket_ns}");
    }
}

#[test]
fn a_counter_that_jumps_stops_or_changes_its_rate_does_not_time() {
    // Six samples of ten reads follow those that look for its step.
    const LATER: u32 = 50;
    let faults: [fn(u32, &MockClock); 3] = [
        |read, counter| {
            if read == LATER {
                counter.step(100_000);
            }
        },
        |read, counter| {
            if read == LATER {
                counter.freeze();
            }
        },
        |read, counter| {
            if read == LATER {
                counter.drift_ppm(1_000.0);
            }
        },
    ];
    for fault in faults {
        assert_eq!(falls_back(clocks((30, 20), UNKNOWN, fault)), CounterRejection::Uneven);
    }
}

#[test]
fn a_systems_clock_that_stands_still_gives_no_rate() {
    let mut stopped = clocks((30, 20), UNKNOWN, quietly);
    let clock = MockClock::new(&VirtualTime::new(), 1_000_000_000).with_id(ClockId::MonotonicRaw);
    clock.freeze();
    stopped.primary = Arc::new(clock);
    assert_eq!(falls_back(stopped), CounterRejection::Uneven);
}
