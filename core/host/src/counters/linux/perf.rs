//! The counters themselves, through the crate `perf-event`.
//!
//! Each is opened alone, not in a group: if the unit has too few registers for all, the kernel
//! multiplexes them, which each counter shows by the time for which it ran; such a count is an
//! estimate and left out.

use std::hint::black_box;
use std::io;

use perf_event::Builder;

use super::events::Event;
use super::{open_each, open_named, that_stand_still};
use crate::counters::{Counter, CounterError, CountingEvent, Found, Reader, Snapshot};
use crate::evidence::Evidence;

struct PerfReader {
    counters: Vec<(Counter, perf_event::Counter)>,
}

impl Reader for PerfReader {
    fn read(&mut self, counts: &mut Snapshot) {
        for (counter, file) in &mut self.counters {
            if let Some(count) = count(file) {
                counts.set(*counter, count);
            }
        }
    }
}

/// Its count, if it has counted all the time.
fn count(file: &mut perf_event::Counter) -> Option<u64> {
    let read = file.read_count_and_time().ok()?;
    (read.time_running == read.time_enabled).then_some(read.count)
}

/// Number of additions that every counter of a core's work must count; they take some microseconds.
const ADDITIONS: u64 = 10_000;

pub(in crate::counters) fn open(evidence: &dyn Evidence, cpu: Option<u32>, found: &mut Found) {
    let mut counters = Vec::new();
    for (counter, opened) in open_each(evidence, cpu, start) {
        match opened {
            Ok(file) => counters.push((counter, file)),
            Err(why) => found.missing(&[counter], &why),
        }
    }
    let mut counts = || counters.iter_mut().map(|(_, file)| count(file)).collect::<Vec<Option<u64>>>();
    let before = counts();
    black_box((0..ADDITIONS).map(black_box).sum::<u64>());
    for place in that_stand_still(&before, &counts()).into_iter().rev() {
        let (counter, _) = counters.remove(place);
        found.missing(&[counter], &CounterError::StandsStill);
    }
    let names: Vec<Counter> = counters.iter().map(|&(counter, _)| counter).collect();
    found.reader(&names, PerfReader { counters });
}

/// An event that counts on demand.
struct OneEvent(perf_event::Counter);

impl CountingEvent for OneEvent {
    fn count(&mut self, work: &mut dyn FnMut()) -> Option<u64> {
        self.0.enable().ok()?;
        let before = count(&mut self.0);
        work();
        let after = count(&mut self.0);
        self.0.disable().ok()?;
        after?.checked_sub(before?)
    }
}

/// Opens the event with this name; it does not count yet.
pub(in crate::counters) fn open_event(
    evidence: &dyn Evidence,
    cpu: Option<u32>,
    name: &str,
) -> Result<Box<dyn CountingEvent>, CounterError> {
    open_named(evidence, cpu, name, stopped)
        .map(|counter| Box::new(OneEvent(counter)) as Box<dyn CountingEvent>)
}

/// Starts to count this thread in user mode, the crate's default, wherever it runs.
fn start(event: Event) -> io::Result<perf_event::Counter> {
    let mut counter = stopped(event)?;
    counter.enable()?;
    Ok(counter)
}

/// A counter that does not count yet.
fn stopped(event: Event) -> io::Result<perf_event::Counter> {
    let mut builder = Builder::new();
    let attributes = builder.attrs_mut();
    attributes.type_ = event.unit;
    attributes.config = event.config;
    builder.build()
}
