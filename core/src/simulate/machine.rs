//! The machine: virtual time, on which chains and clock reads advance and disturbances fall.

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use rand_distr::{Distribution, Exp, LogNormal};

use crate::chain::{Kind, Length, UnsupportedArchitecture};
use crate::clock::crosscheck::{Bracket, ClockRecord, SessionRecord, WitnessRecord};
use crate::clock::{ClockId, Timebase};
use crate::estimate::recording::RanOn;
use crate::run::bench::{Bench, Edges, Timing, next_edge};

use super::core_model::CoreModel;
use super::disturbance::{Disturbances, Interrupts};
use super::profile::Profile;
use super::timer::{SecondClock, Timer, TimerFault, shown_ns};

/// Work that is done on the core.
enum Work {
    /// So many cycles of a chain.
    Cycles(f64),
    /// So many nanoseconds, whatever the clock.
    Time(f64),
}

/// A simulated machine: one core at a time, one timer, and other clocks beside it.
///
/// A new one stays on core 0 and has one witness that agrees with its timer; the rest is for who wants it
/// otherwise.
#[derive(Debug)]
pub struct Machine {
    profile: Profile,
    core: CoreModel,
    id: ClockId,
    timer: Timer,
    timebase: Timebase,
    faults: Vec<TimerFault>,
    witnesses: Vec<SecondClock>,
    /// From when on the thread is on which cpu, in nanoseconds, ascending.
    places: Vec<(f64, u32)>,
    /// When nothing of the thread runs, and for how long, in nanoseconds; the next one last.
    stops: Vec<(f64, f64)>,
    disturbances: Disturbances,
    now_ns: f64,
    phase_ticks: f64,
    next_interrupt_ns: f64,
    next_stall_ns: f64,
    slice_end_ns: f64,
    length: Option<LogNormal<f64>>,
    random: SmallRng,
    /// A list for each witness.
    brackets: Vec<Vec<Bracket>>,
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
            id: ClockId::Mock,
            timer,
            timebase: Timebase::from_hz(timer.hz).expect("a timer's rate"),
            faults: Vec::new(),
            witnesses: vec![SecondClock::sound(ClockId::Mock, timer.hz)],
            places: vec![(0.0, 0)],
            stops: Vec::new(),
            now_ns: 0.0,
            phase_ticks: random.random::<f64>() * 1e6,
            next_interrupt_ns: f64::INFINITY,
            next_stall_ns: f64::INFINITY,
            slice_end_ns: f64::INFINITY,
            length: disturbances.interrupts.map(log_normal),
            disturbances,
            random,
            brackets: vec![Vec::new()],
        };
        machine.next_interrupt_ns = machine.until_next(machine.interrupts_per_second());
        machine.next_stall_ns = machine.until_next(disturbances.stalls_per_second);
        if let Some(hog) = disturbances.hog {
            machine.slice_end_ns = machine.random.random::<f64>() * hog.slice_ns;
        }
        machine
    }

    /// The same machine, whose timer plays this source.
    #[must_use]
    pub fn timed_by(mut self, id: ClockId) -> Machine {
        self.id = id;
        self
    }

    /// The same machine, whose timer states another rate than its own.
    #[must_use]
    pub fn stating(mut self, timebase: Timebase) -> Machine {
        self.timebase = timebase;
        self
    }

    /// The same machine, to whose timer this happens.
    #[must_use]
    pub fn with_faults(mut self, faults: impl Into<Vec<TimerFault>>) -> Machine {
        self.faults = faults.into();
        self
    }

    /// The same machine with these other clocks in the place of the one that agrees.
    #[must_use]
    pub fn with_witnesses(mut self, witnesses: impl Into<Vec<SecondClock>>) -> Machine {
        self.witnesses = witnesses.into();
        self.brackets = vec![Vec::new(); self.witnesses.len()];
        self
    }

    /// The same machine, whose system moves the thread: from each of these moments (nanoseconds, ascending,
    /// the first at 0) on it is on that cpu. What the cores' clocks are is the profile's matter.
    #[must_use]
    pub fn with_places(mut self, places: impl Into<Vec<(f64, u32)>>) -> Machine {
        self.places = places.into();
        self
    }

    /// The same machine, on which nothing of the thread runs from each of these moments on (nanoseconds,
    /// ascending), for so many nanoseconds.
    #[must_use]
    pub fn with_stops(mut self, stops: impl Into<Vec<(f64, f64)>>) -> Machine {
        self.stops = stops.into();
        self.stops.reverse();
        self
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
            let event_ns = self
                .next_interrupt_ns
                .min(self.next_stall_ns)
                .min(self.slice_end_ns)
                .min(self.next_stop_ns())
                .min(clock_until_ns);
            // One that fell into a stop comes at its end.
            let gap_ns = (event_ns - self.now_ns).max(0.0);
            if left <= gap_ns * per_ns {
                self.now_ns += left / per_ns;
                return;
            }
            left -= gap_ns * per_ns;
            self.now_ns += gap_ns;
            self.happen(event_ns);
        }
    }

    fn next_stop_ns(&self) -> f64 {
        self.stops.last().map_or(f64::INFINITY, |&(at_ns, _)| at_ns)
    }

    /// What falls on `event_ns`.
    fn happen(&mut self, event_ns: f64) {
        if event_ns == self.next_stop_ns() {
            self.now_ns += self.stops.pop().map_or(0.0, |(_, for_ns)| for_ns);
            self.others_are_hit();
        } else if event_ns == self.next_interrupt_ns {
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
            self.others_are_hit();
        }
    }

    /// Interrupts that came while the thread did not run hit the other programs.
    fn others_are_hit(&mut self) {
        self.next_interrupt_ns = self.until_next(self.interrupts_per_second());
        self.next_stall_ns = self.until_next(self.disturbances.stalls_per_second);
    }

    /// Reads a clock: what it `shows` is taken in the middle of the read, and after the jitter.
    fn read_of(&mut self, shows: impl FnOnce(&Machine) -> f64) -> u64 {
        let jitter_ns = match Exp::new(self.timer.jitter_ns.recip()) {
            Ok(delay) if self.timer.jitter_ns > 0.0 => delay.sample(&mut self.random),
            _ => 0.0,
        };
        self.advance(Work::Time(self.timer.read_ns / 2.0 + jitter_ns));
        let count = shows(self);
        self.advance(Work::Time(self.timer.read_ns / 2.0));
        // One that stepped back beyond its beginning goes on below 0, as counters do.
        (count.floor() as i64).cast_unsigned()
    }

    fn read(&mut self) -> u64 {
        self.read_of(|machine| {
            let shown_ns = shown_ns(machine.now_ns, &machine.faults);
            shown_ns * 1e-9 * machine.timer.hz as f64 + machine.phase_ticks
        })
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

    fn clock(&self) -> (ClockId, Timebase) {
        (self.id, self.timebase)
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

    fn ran_on(&mut self) -> Option<RanOn> {
        let next = self.places.partition_point(|&(from_ns, _)| from_ns <= self.now_ns);
        self.places.get(next.checked_sub(1)?).map(|&(_, cpu)| RanOn::Cpu(cpu))
    }

    fn sample_witnesses(&mut self) {
        for index in 0..self.witnesses.len() {
            let bracket = self.bracket(self.witnesses[index]);
            self.brackets[index].push(bracket);
        }
    }

    fn take_session_record(&mut self) -> SessionRecord {
        let primary = ClockRecord { id: self.id, timebase: self.timebase, resolution_ticks: 1 };
        let record = |(witness, brackets): (&SecondClock, &mut Vec<Bracket>)| WitnessRecord {
            id: witness.id,
            rate: witness.stated,
            resolution_ticks: 1,
            brackets: std::mem::take(brackets),
        };
        let witnesses = self.witnesses.iter().zip(&mut self.brackets).map(record).collect();
        SessionRecord { primary, witnesses }
    }
}
