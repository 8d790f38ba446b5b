//! The machine: virtual time, on which chains and clock reads advance and disturbances fall.

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use rand_distr::{Distribution, Exp, LogNormal};

use crate::chain::{Kind, Length, UnsupportedArchitecture};
use crate::clock::crosscheck::{Bracket, ClockRecord, SessionRecord, WitnessRecord};
use crate::clock::{ClockId, Rate, RateSource, Timebase};
use crate::run::bench::{Bench, Edges, Timing, next_edge};

use super::core_model::CoreModel;
use super::disturbance::{Disturbances, Interrupts};
use super::profile::Profile;

/// The primary clock of the machine.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Timer {
    /// Its rate, in hertz.
    pub hz: u64,
    /// What a read costs, in nanoseconds; the count is taken in its middle.
    pub read_ns: f64,
    /// The mean of the exponential delay before the count is taken, in nanoseconds.
    pub jitter_ns: f64,
}

/// Work that is done on the core.
enum Work {
    /// So many cycles of a chain.
    Cycles(f64),
    /// So many nanoseconds, whatever the clock.
    Time(f64),
}

/// A simulated machine with one core, one timer and one witness that agrees with it.
#[derive(Debug)]
pub struct Machine {
    profile: Profile,
    core: CoreModel,
    timer: Timer,
    timebase: Timebase,
    disturbances: Disturbances,
    now_ns: f64,
    phase_ticks: f64,
    next_interrupt_ns: f64,
    next_stall_ns: f64,
    slice_end_ns: f64,
    length: Option<LogNormal<f64>>,
    random: SmallRng,
    brackets: Vec<Bracket>,
}

impl Machine {
    /// A machine; `seed` decides all that is random.
    ///
    /// # Panics
    /// If the timer's rate is no timebase or a disturbance has no valid distribution.
    pub fn new(
        profile: Profile,
        core: CoreModel,
        timer: Timer,
        disturbances: Disturbances,
        seed: u64,
    ) -> Machine {
        let mut random = SmallRng::seed_from_u64(seed);
        let log_normal = |i: Interrupts| LogNormal::new(i.median_ns.ln(), i.sigma).expect("a finite sigma");
        let mut machine = Machine {
            profile,
            core,
            timer,
            timebase: Timebase::from_hz(timer.hz).expect("a timer's rate"),
            now_ns: 0.0,
            phase_ticks: random.random::<f64>() * 1e6,
            next_interrupt_ns: f64::INFINITY,
            next_stall_ns: f64::INFINITY,
            slice_end_ns: f64::INFINITY,
            length: disturbances.interrupts.map(log_normal),
            disturbances,
            random,
            brackets: Vec::new(),
        };
        machine.next_interrupt_ns = machine.until_next(machine.interrupts_per_second());
        machine.next_stall_ns = machine.until_next(disturbances.stalls_per_second);
        if let Some(hog) = disturbances.hog {
            machine.slice_end_ns = machine.random.random::<f64>() * hog.slice_ns;
        }
        machine
    }

    /// The virtual time, in nanoseconds since the machine was made.
    pub fn now_ns(&self) -> f64 {
        self.now_ns
    }

    fn interrupts_per_second(&self) -> f64 {
        self.disturbances.interrupts.map_or(0.0, |interrupts| interrupts.per_second)
    }

    /// When the next event of a Poisson process happens.
    fn until_next(&mut self, per_second: f64) -> f64 {
        match Exp::new(per_second * 1e-9) {
            Ok(gap) if per_second > 0.0 => self.now_ns + gap.sample(&mut self.random),
            _ => f64::INFINITY,
        }
    }

    /// Does `work`, with whatever comes between.
    fn advance(&mut self, work: Work) {
        let (mut left, cycles) = match work {
            Work::Cycles(cycles) => (cycles, true),
            Work::Time(ns) => (ns, false),
        };
        loop {
            let (hz, clock_until_ns) =
                if cycles { self.profile.at(self.now_ns) } else { (1e9, f64::INFINITY) };
            let per_ns = hz * 1e-9;
            let event_ns =
                self.next_interrupt_ns.min(self.next_stall_ns).min(self.slice_end_ns).min(clock_until_ns);
            let gap_ns = event_ns - self.now_ns;
            if left <= gap_ns * per_ns {
                self.now_ns += left / per_ns;
                return;
            }
            left -= gap_ns * per_ns;
            self.now_ns = event_ns;
            self.happen(event_ns);
        }
    }

    /// What falls on `event_ns`.
    fn happen(&mut self, event_ns: f64) {
        if event_ns == self.next_interrupt_ns {
            if let Some(length) = self.length {
                self.now_ns += length.sample(&mut self.random);
            }
            self.next_interrupt_ns = self.until_next(self.interrupts_per_second());
        } else if event_ns == self.next_stall_ns {
            self.now_ns += self.random.random::<f64>() * 1e9 / self.timer.hz as f64;
            self.next_stall_ns = self.until_next(self.disturbances.stalls_per_second);
        } else if event_ns == self.slice_end_ns
            && let Some(hog) = self.disturbances.hog
        {
            self.now_ns += hog.slice_ns;
            self.slice_end_ns = self.now_ns + hog.slice_ns;
            // Interrupts that came meanwhile hit the other program.
            self.next_interrupt_ns = self.until_next(self.interrupts_per_second());
            self.next_stall_ns = self.until_next(self.disturbances.stalls_per_second);
        }
    }

    fn read(&mut self) -> u64 {
        let jitter_ns = match Exp::new(self.timer.jitter_ns.recip()) {
            Ok(delay) if self.timer.jitter_ns > 0.0 => delay.sample(&mut self.random),
            _ => 0.0,
        };
        self.advance(Work::Time(self.timer.read_ns / 2.0 + jitter_ns));
        let count = self.now_ns * 1e-9 * self.timer.hz as f64 + self.phase_ticks;
        self.advance(Work::Time(self.timer.read_ns / 2.0));
        count as u64
    }
}

impl Bench for Machine {
    fn ticks(&mut self) -> u64 {
        self.read()
    }

    fn next_edge(&mut self) -> (u64, u32) {
        next_edge(|| self.read())
    }

    fn clock(&self) -> (ClockId, Timebase) {
        (ClockId::Mock, self.timebase)
    }

    fn time(
        &mut self,
        kind: Kind,
        length: Length,
        trips: u32,
        edges: Edges,
    ) -> Result<Timing, UnsupportedArchitecture> {
        let cycles = Work::Cycles(self.core.cycles(kind, length, trips));
        Ok(match edges {
            Edges::Free => {
                let start_ticks = self.read();
                self.advance(cycles);
                Timing { start_ticks, end_ticks: self.read(), polls: 0 }
            }
            Edges::Both => {
                let (start_ticks, _) = self.next_edge();
                self.advance(cycles);
                let (end_ticks, polls) = self.next_edge();
                Timing { start_ticks, end_ticks, polls }
            }
        })
    }

    fn cpu(&mut self) -> Option<u32> {
        Some(0)
    }

    fn sample_witnesses(&mut self) {
        let before_ticks = self.read();
        let witness_ticks = self.read();
        let after_ticks = self.read();
        self.brackets.push(Bracket { before_ticks, witness_ticks, after_ticks });
    }

    fn take_session_record(&mut self) -> SessionRecord {
        let primary = ClockRecord { id: ClockId::Mock, timebase: self.timebase, resolution_ticks: 1 };
        let witness = WitnessRecord {
            id: ClockId::Mock,
            rate: Rate::Stated { timebase: self.timebase, by: RateSource::System },
            resolution_ticks: 1,
            brackets: std::mem::take(&mut self.brackets),
        };
        SessionRecord { primary, witnesses: vec![witness] }
    }
}
