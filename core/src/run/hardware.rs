//! The bench on this machine's hardware.

use crate::chain::{BodyLength, Chain, ChainKind, UnsupportedArchitecture};
use crate::clock::Clock;
use crate::clock::crosscheck::{Recorder, SessionRecord};
use crate::clock::{ClockId, Clocks, Timebase};
use crate::host::counters::{Counters, Counting};
use crate::host::{self, LiveSystem};

use super::bench::{Bench, CountersHere, TickAlignment, Timing, next_edge, time_with};

/// This machine's cores and clocks.
#[derive(Debug)]
pub struct Hardware {
    clocks: Clocks,
    recorder: Recorder,
}

impl Hardware {
    /// A bench that times with `clocks`.
    pub fn new(clocks: Clocks) -> Hardware {
        let recorder = Recorder::new(clocks.clone());
        Hardware { clocks, recorder }
    }

    /// The timing clock.
    pub fn clock_to_read(&self) -> &dyn Clock {
        self.clocks.primary.as_ref()
    }
}

impl Bench for Hardware {
    fn ticks(&mut self) -> u64 {
        self.clocks.primary.ticks()
    }

    fn next_edge(&mut self) -> (u64, u32) {
        let clock = self.clocks.primary.as_ref();
        next_edge(|| clock.ticks())
    }

    fn clock(&self) -> (ClockId, Timebase) {
        (self.clocks.primary.id(), self.clocks.primary.timebase())
    }

    fn time(
        &mut self,
        kind: ChainKind,
        length: BodyLength,
        iterations: u32,
        edges: TickAlignment,
    ) -> Result<Timing, UnsupportedArchitecture> {
        let chain = Chain::new(kind, length)?;
        Ok(time_with(self.clocks.primary.as_ref(), edges, || chain.run(u64::from(iterations))))
    }

    fn counters(&mut self, cpu: Option<u32>) -> Option<CountersHere> {
        let (counters, missing) = Counters::open(&LiveSystem, cpu);
        let can_be_read = !counters.available().is_empty();
        Some((can_be_read.then(|| Box::new(counters) as Box<dyn Counting>), missing))
    }

    fn ran_on(&mut self) -> Option<u32> {
        host::current_cpu()
    }

    fn sample_witnesses(&mut self) {
        self.recorder.sample();
    }

    fn take_session_record(&mut self) -> SessionRecord {
        std::mem::replace(&mut self.recorder, Recorder::new(self.clocks.clone())).into_record()
    }
}
