//! Counters of a simulated core: cycles, too many by some ppm, and ticks of a fixed rate.

use std::sync::{Arc, Mutex, PoisonError};

use crate::host::counters::{Counter, CounterError, Counting, CountingEvent, Snapshot, UnavailableCounter};
use crate::run::bench::CountersHere;

use super::Machine;

/// Counters of the core.
#[derive(Debug, Clone)]
pub(super) struct Counts {
    cycles_ppm: f64,
    tick_hz: f64,
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Clone, Copy, Default)]
struct State {
    cycles: f64,
    now_ns: f64,
}

impl Machine {
    /// Adds counters: cycles of the thread, too many by `cycles_ppm`, and the ticks of a time stamp
    /// counter at `tick_hz`.
    #[must_use]
    pub fn with_counters(mut self, cycles_ppm: f64, tick_hz: f64) -> Machine {
        self.counts = Some(Counts { cycles_ppm, tick_hz, state: Arc::default() });
        self
    }

    /// The events of a machine with counters: one for each cycle, one for every second cycle, and
    /// one that never occurs.
    pub const EVENTS: [&str; 3] = ["cycles", "every_second_cycle", "nothing"];

    /// Opens one of [`Machine::EVENTS`]; `None` without counters.
    pub fn event(&self, name: &str) -> Option<Box<dyn CountingEvent>> {
        let state = Arc::clone(&self.counts.as_ref()?.state);
        let per_cycle = match name {
            "cycles" => 1.0,
            "every_second_cycle" => 0.5,
            "nothing" => 0.0,
            _ => return None,
        };
        Some(Box::new(SimulatedEvent { state, per_cycle }))
    }

    pub(super) fn counters_here(&self) -> Option<CountersHere> {
        let counts = self.counts.clone()?;
        let missing = UnavailableCounter { counter: Counter::PerfInstructions, why: CounterError::NoEvent };
        Some((Some(Box::new(counts)), vec![missing]))
    }
}

impl Counts {
    /// Notes that the thread has run `cycles` more, until `now_ns`.
    pub(super) fn note(&self, cycles: f64, now_ns: f64) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        *state = State { cycles: state.cycles + cycles, now_ns };
    }
}

/// An event that occurs in proportion to cycles.
struct SimulatedEvent {
    state: Arc<Mutex<State>>,
    per_cycle: f64,
}

impl CountingEvent for SimulatedEvent {
    fn count(&mut self, work: &mut dyn FnMut()) -> Option<u64> {
        let cycles = || self.state.lock().unwrap_or_else(PoisonError::into_inner).cycles;
        let before = cycles();
        work();
        Some(((cycles() - before) * self.per_cycle) as u64)
    }
}

impl Counting for Counts {
    fn read(&mut self) -> Snapshot {
        let state = *self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let mut snapshot = Snapshot::default();
        snapshot.set(Counter::PerfCycles, (state.cycles * (1.0 + self.cycles_ppm * 1e-6)) as u64);
        snapshot.set(Counter::Tsc, (state.now_ns * 1e-9 * self.tick_hz) as u64);
        snapshot
    }
}
