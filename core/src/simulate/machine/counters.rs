//! Counters of a simulated core: cycles, too many by some ppm, and ticks of a fixed rate.

use std::sync::{Arc, Mutex, PoisonError};

use crate::host::counters::{Counter, Counting, Missing, Snapshot, WhyNot};
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

    pub(super) fn counters_here(&self) -> Option<CountersHere> {
        let counts = self.counts.clone()?;
        let missing = Missing { counter: Counter::PerfInstructions, why: WhyNot::NoEvent };
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

impl Counting for Counts {
    fn read(&mut self) -> Snapshot {
        let state = *self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let mut snapshot = Snapshot::default();
        snapshot.set(Counter::PerfCycles, (state.cycles * (1.0 + self.cycles_ppm * 1e-6)) as u64);
        snapshot.set(Counter::Tsc, (state.now_ns * 1e-9 * self.tick_hz) as u64);
        snapshot
    }
}
