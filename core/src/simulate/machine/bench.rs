//! Measurement of the machine: reads of its clocks, and timed runs of chains.

use std::time::Duration;

use crate::chain::{BodyLength, ChainKind, UnsupportedArchitecture};
use crate::clock::crosscheck::{Bracket, ClockRecord, SessionRecord, WitnessRecord};
use crate::clock::{ClockId, Timebase};
use crate::load::Load;
use crate::run::bench::{Bench, CountersHere, TickAlignment, Timing, Worked, next_edge};
use crate::simulate::exponential;
use crate::simulate::timer::{SecondClock, shown_ns};

use super::{Count, Machine, TimedRun, Work};

/// Operations per cycle of every load on a simulated core.
pub const OPERATIONS_PER_CYCLE: f64 = 16.0;

impl Machine {
    /// Mean clock between two times under the last load, in hertz.
    fn mean_hz_under_load(&self, from_ns: f64, until_ns: f64) -> f64 {
        self.profile.mean_hz(from_ns, until_ns) * self.worked.map_or(1.0, |(class, _)| self.part_of(class))
    }

    /// Reads a clock: the count that it `shows` is taken in the middle of the read, after the
    /// jitter.
    fn read_of(&mut self, shows: impl FnOnce(&Machine) -> f64) -> u64 {
        let jitter_ns = match self.timer.jitter_ns {
            mean_ns if mean_ns > 0.0 => exponential(mean_ns, &mut self.random),
            _ => 0.0,
        };
        self.contend_for_the_read();
        self.advance(Work::Time(self.timer.read_ns / 2.0 + jitter_ns));
        let count = shows(self);
        self.last_count = Count { at_ns: self.now_ns, lost_ns: self.lost_ns };
        self.contend_for_the_read();
        self.advance(Work::Time(self.timer.read_ns / 2.0));
        // A clock that stepped back beyond its origin continues below 0, as counters do.
        (count.floor() as i64).cast_unsigned()
    }

    fn contend_for_the_read(&mut self) {
        if let Some(neighbour) = &self.neighbour {
            let delay_ns = neighbour.read_ns(&mut self.random);
            self.lose(delay_ns);
        }
    }

    fn read(&mut self) -> u64 {
        self.read_of(|machine| {
            let shown_ns = shown_ns(machine.now_ns, &machine.faults);
            shown_ns * 1e-9 * machine.timer.hz as f64 + machine.phase_ticks
        })
    }

    /// Does `work` between two reads of the timer.
    pub(super) fn timed(&mut self, work: Work, edges: TickAlignment) -> Timing {
        let (start_ticks, first, end_ticks, polls);
        match edges {
            TickAlignment::None => {
                start_ticks = self.read();
                first = self.last_count;
                self.advance(work);
                (end_ticks, polls) = (self.read(), 0);
            }
            TickAlignment::Both => {
                start_ticks = self.next_edge().0;
                first = self.last_count;
                self.advance(work);
                (end_ticks, polls) = self.next_edge();
            }
        }
        self.timed_runs.push(TimedRun::between(first, self.last_count));
        Timing { start_ticks, end_ticks, polls }
    }

    fn bracket(&mut self, witness: SecondClock) -> Bracket {
        let before_ticks = self.read();
        let witness_ticks = self.read_of(|machine| machine.now_ns * 1e-9 * witness.hz);
        Bracket { before_ticks, witness_ticks, after_ticks: self.read() }
    }
}

impl Bench for Machine {
    fn ticks(&mut self) -> u64 {
        self.read()
    }

    fn next_edge(&mut self) -> (u64, u32) {
        next_edge(|| self.read())
    }

    fn rest(&mut self, rest: Duration) {
        self.rest_until(self.now_ns + rest.as_nanos() as f64);
    }

    fn work(&mut self, load: &mut Load, span: Duration) -> Worked {
        let (begun_ns, span_ns) = (self.now_ns, span.as_nanos() as f64);
        self.advance(Work::Time(span_ns));
        self.worked = Some((load.class(), self.now_ns));
        let cycles = self.mean_hz_under_load(begun_ns, self.now_ns) * (self.now_ns - begun_ns) * 1e-9;
        Worked { operations: OPERATIONS_PER_CYCLE * cycles, ns: span_ns }
    }

    fn clock(&self) -> (ClockId, Timebase) {
        (self.id, self.timebase)
    }

    fn time(
        &mut self,
        kind: ChainKind,
        length: BodyLength,
        iterations: u32,
        edges: TickAlignment,
    ) -> Result<Timing, UnsupportedArchitecture> {
        Ok(self.timed(Work::Chain(kind, self.core.cycles(kind, length, iterations)), edges))
    }

    fn counters(&mut self, _: Option<u32>) -> Option<CountersHere> {
        self.counters_here()
    }

    fn ran_on(&mut self) -> Option<u32> {
        let next = self.places.partition_point(|&(from_ns, _)| from_ns <= self.now_ns);
        self.places.get(next.checked_sub(1)?).map(|&(_, cpu)| cpu)
    }

    fn sample_witnesses(&mut self) {
        for index in 0..self.witnesses.len() {
            let bracket = self.bracket(self.witnesses[index]);
            self.brackets[index].push(bracket);
        }
    }

    fn take_session_record(&mut self) -> SessionRecord {
        let primary = ClockRecord {
            id: self.id,
            timebase: self.timebase,
            resolution_ticks: Some(1),
            measured: self.measured,
        };
        let record = |(witness, brackets): (&SecondClock, &mut Vec<Bracket>)| WitnessRecord {
            id: witness.id,
            rate: witness.stated,
            resolution_ticks: Some(1),
            brackets: std::mem::take(brackets),
        };
        let witnesses = self.witnesses.iter().zip(&mut self.brackets).map(record).collect();
        SessionRecord { primary, witnesses }
    }
}
