use super::*;
use crate::LiveSystem;
#[cfg(target_os = "linux")]
use crate::RecordedSystem;

/// Counts by itself, so that a reading costs three, and every eighth a thousand.
#[derive(Default)]
struct Ticking {
    readings: u64,
    count: u64,
}

impl Reader for Ticking {
    fn read(&mut self, counts: &mut Snapshot) {
        self.readings += 1;
        self.count += if self.readings.is_multiple_of(8) { 1_000 } else { 3 };
        counts.set(Counter::PerfCycles, self.count);
        counts.set(Counter::Tsc, 17);
    }
}

#[test]
fn the_cost_is_the_least_of_what_two_readings_count() {
    let mut found = Found::default();
    found.reader(&[Counter::Tsc, Counter::PerfCycles], Ticking::default());
    found.missing(&[Counter::RdpruActual], &CounterError::Hypervisor);
    let (mut counters, missing) = found.finish();
    assert_eq!(counters.available(), [Counter::PerfCycles, Counter::Tsc]);
    assert_eq!(
        missing,
        [UnavailableCounter { counter: Counter::RdpruActual, why: CounterError::Hypervisor }]
    );
    let cost: Vec<_> = counters.cost().iter().collect();
    assert_eq!(cost, [(Counter::PerfCycles, 3), (Counter::Tsc, 0)]);
}

#[test]
fn a_counter_is_named_once_and_its_place_in_the_list_is_its_number() {
    for (place, &counter) in Counter::ALL.iter().enumerate() {
        assert_eq!(counter as usize, place);
        assert_eq!(
            Counter::ALL.iter().filter(|other| other.name() == counter.name()).count(),
            1,
            "{counter}"
        );
    }
}

#[test]
fn the_timer_is_no_counter_of_cycles() {
    for &counter in Counter::ALL {
        let cycles = counter.quantity() == Quantity::CoreCycles;
        let clock = ["CNTVCT", "TSC", "MPERF"].iter().any(|name| counter.name().contains(name));
        assert!(!(cycles && clock), "{counter}");
    }
}

#[test]
fn on_this_machine_each_counter_is_there_or_says_why_not() {
    let (mut counters, missing) = Counters::open(&LiveSystem, crate::current_cpu());
    for missing in &missing {
        assert!(!counters.available().contains(&missing.counter), "{missing:?}");
        assert!(!missing.why.to_string().is_empty());
    }
    let before = counters.read();
    let work: u64 = (0..100_000_u64).map(std::hint::black_box).sum();
    assert_eq!(work, 4_999_950_000);
    let counted = counters.read().difference(&before);
    for &counter in counters.available() {
        let count = counted.get(counter);
        // Counters that the kernel multiplexes have no count; all others advance.
        assert!(
            count.is_none_or(|count| count > 0) || counter.scope() == Scope::Process,
            "{counter}: {count:?}"
        );
        // A hundred thousand additions are instructions, whatever else runs.
        if counter == Counter::PerfInstructions {
            assert!(count.is_none_or(|count| count >= 100_000), "{count:?}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn linux_answers_for_each_of_its_counters() {
    let (counters, missing) = Counters::open(&RecordedSystem::default(), Some(0));
    for counter in Counter::PERF {
        assert!(!counters.available().contains(&counter), "no unit is recorded");
        assert!(missing.contains(&UnavailableCounter { counter, why: CounterError::NoPmu }), "{counter}");
    }
}
