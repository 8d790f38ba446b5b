//! The machine: virtual time in which chains, clock reads and disturbances advance.

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use crate::chain::ChainKind;
use crate::clock::crosscheck::{Bracket, MeasuredRate};
use crate::clock::{ClockId, Timebase};
use crate::load::LoadClass;

use super::arrivals::Arrivals;
use super::core_model::CoreModel;
use super::disturbance::{Disturbances, Hog};
use super::profile::Profile;
use super::sibling::SiblingState;
use super::timer::{SecondClock, Timer, TimerFault};

mod bench;
mod counters;
mod forms;
#[cfg(test)]
mod tests;
mod timed_run;
mod units;

pub use bench::OPERATIONS_PER_CYCLE;
pub use forms::FormCycles;
pub use timed_run::TimedRun;
pub use units::CoreUnits;

use counters::Counts;
use timed_run::Count;

/// Duration for which a clock stays reduced after a load, in nanoseconds.
const SLOWED_NS: f64 = 650e3;

/// Work of the core.
enum Work {
    /// This many cycles of a chain of this kind.
    Chain(ChainKind, f64),
    /// This many nanoseconds, whatever the clock.
    Time(f64),
}

/// A simulated machine: one core at a time, one timer, and secondary clocks.
///
/// A new one stays on core 0 and has one secondary clock that agrees with its timer; everything
/// else is optional.
#[derive(Debug)]
pub struct Machine {
    profile: Profile,
    core: CoreModel,
    id: ClockId,
    timer: Timer,
    timebase: Timebase,
    measured: Option<MeasuredRate>,
    faults: Vec<TimerFault>,
    witnesses: Vec<SecondClock>,
    /// Times from which the thread is on each cpu, in nanoseconds, ascending.
    places: Vec<(f64, u32)>,
    /// Start and duration of each stop of the thread, in nanoseconds; the next one last.
    stops: Vec<(f64, f64)>,
    interrupts: Vec<Arrivals>,
    hog: Option<Hog>,
    /// End of the thread's slice if a hog is present, in nanoseconds.
    slice_end_ns: f64,
    neighbour: Option<SiblingState>,
    now_ns: f64,
    phase_ticks: f64,
    /// Cycles of instructions.
    forms: FormCycles,
    units: CoreUnits,
    /// Counters of the core, if it has any.
    counts: Option<Counts>,
    /// The fraction of the clock that remains under a load of each class.
    parts: [f64; LoadClass::ALL.len()],
    /// Class of the last load, and its end in nanoseconds.
    worked: Option<(LoadClass, f64)>,
    /// Total time taken by disturbances so far, in nanoseconds.
    lost_ns: f64,
    last_count: Count,
    timed_runs: Vec<TimedRun>,
    random: SmallRng,
    /// A list for each secondary clock.
    brackets: Vec<Vec<Bracket>>,
}

impl Machine {
    /// Makes a machine; `seed` determines all random numbers.
    ///
    /// # Panics
    /// If the timer's rate is not a valid time base.
    pub fn new(
        profile: Profile,
        core: CoreModel,
        timer: Timer,
        disturbances: Disturbances,
        seed: u64,
    ) -> Machine {
        let mut random = SmallRng::seed_from_u64(seed);
        let phase_ticks = random.random::<f64>() * 1e6;
        let Disturbances { interrupts, hog, sibling } = disturbances;
        let interrupts = interrupts.into_iter().map(|process| Arrivals::new(process, &mut random)).collect();
        let slice_end_ns = hog.map_or(f64::INFINITY, |hog| random.random::<f64>() * hog.slice_ns);
        let neighbour = sibling.map(|sibling| SiblingState::new(sibling, &mut random));
        Machine {
            profile,
            core,
            id: ClockId::Mock,
            timer,
            timebase: Timebase::from_hz(timer.hz).expect("a timer's rate"),
            measured: None,
            faults: Vec::new(),
            witnesses: vec![SecondClock::sound(ClockId::Mock, timer.hz)],
            places: vec![(0.0, 0)],
            stops: Vec::new(),
            interrupts,
            hog,
            slice_end_ns,
            neighbour,
            now_ns: 0.0,
            phase_ticks,
            forms: FormCycles::new(),
            units: CoreUnits::default(),
            counts: None,
            parts: [1.0; LoadClass::ALL.len()],
            worked: None,
            lost_ns: 0.0,
            last_count: Count::default(),
            timed_runs: Vec::new(),
            random,
            brackets: vec![Vec::new()],
        }
    }

    /// Makes the timer act as this source.
    #[must_use]
    pub fn timed_by(mut self, id: ClockId) -> Machine {
        self.id = id;
        self
    }

    /// Makes the timer state this rate, whatever its true one.
    #[must_use]
    pub fn stating(mut self, timebase: Timebase) -> Machine {
        self.timebase = timebase;
        self
    }

    /// Makes the timer's rate one that was measured before the session, with this outcome.
    #[must_use]
    pub fn measured_as(mut self, timebase: Timebase, measured: MeasuredRate) -> Machine {
        self.timebase = timebase;
        self.measured = Some(measured);
        self
    }

    /// Adds these faults to the timer.
    #[must_use]
    pub fn with_faults(mut self, faults: impl Into<Vec<TimerFault>>) -> Machine {
        self.faults = faults.into();
        self
    }

    /// Replaces the secondary clock that agrees by these clocks.
    #[must_use]
    pub fn with_witnesses(mut self, witnesses: impl Into<Vec<SecondClock>>) -> Machine {
        self.witnesses = witnesses.into();
        self.brackets = vec![Vec::new(); self.witnesses.len()];
        self
    }

    /// Adds migrations: from each time in `places` on (nanoseconds, ascending, the first at 0) the
    /// thread is on the given cpu. The profile defines the cores' clocks.
    #[must_use]
    pub fn with_migrations(mut self, places: impl Into<Vec<(f64, u32)>>) -> Machine {
        self.places = places.into();
        self
    }

    /// Adds stops of the thread: each begins at the first value (nanoseconds, ascending) and lasts
    /// for the second, in nanoseconds.
    #[must_use]
    pub fn with_suspensions(mut self, stops: impl Into<Vec<(f64, f64)>>) -> Machine {
        self.stops = stops.into();
        self.stops.reverse();
        self
    }

    /// Reduces the clock to the fraction `part` while a load of this class runs and for 650 µs
    /// after it, like Intel's licences (docs/sources.md, Loads).
    #[must_use]
    pub fn slowed_by(mut self, class: LoadClass, part: f64) -> Machine {
        self.parts[class as usize] = part;
        self
    }

    fn part_of(&self, class: LoadClass) -> f64 {
        self.parts[class as usize]
    }

    /// The clock at `now_ns` in hertz, and the time until which it stays constant.
    fn clock_at(&self, now_ns: f64) -> (f64, f64) {
        let (hz, until_ns) = self.profile.at(now_ns);
        match self.worked {
            Some((class, ended_ns)) if now_ns < ended_ns + SLOWED_NS => {
                (hz * self.part_of(class), until_ns.min(ended_ns + SLOWED_NS))
            }
            _ => (hz, until_ns),
        }
    }

    /// The virtual time, in nanoseconds since the machine was made.
    pub fn now_ns(&self) -> f64 {
        self.now_ns
    }

    /// The last `count` timed runs of chains, in their order: those of a recording's windows, since
    /// those of its warm-up and of its plan come before. Their times are true ones; the timer has
    /// another origin.
    ///
    /// # Panics
    /// If there are fewer.
    pub fn last_timed_runs(&self, count: usize) -> &[TimedRun] {
        &self.timed_runs[self.timed_runs.len() - count..]
    }

    /// Does `work`, including the disturbances that occur before it ends.
    fn advance(&mut self, work: Work) {
        let (mut left, kind) = match work {
            Work::Chain(kind, cycles) => (cycles, Some(kind)),
            Work::Time(ns) => (ns, None),
        };
        loop {
            let (hz, clock_until_ns) = match kind {
                Some(_) => self.clock_at(self.now_ns),
                None => (1e9, f64::INFINITY),
            };
            let contended = self.neighbour.as_ref().zip(kind);
            let factor = contended.map_or(1.0, |(neighbour, kind)| neighbour.cycles_factor(kind));
            // Redrawn after every event: a Poisson process is memoryless.
            let stall =
                contended.and_then(|(neighbour, kind)| neighbour.next_stall_ns(kind, &mut self.random));
            let stall_at_ns = stall.map_or(f64::INFINITY, |(gap_ns, _)| self.now_ns + gap_ns);
            let per_ns = hz * 1e-9 / factor;
            let event_ns = self.next_event_ns().min(clock_until_ns).min(stall_at_ns);
            // An event that fell into a stop takes place at its end.
            let gap_ns = (event_ns - self.now_ns).max(0.0);
            let runs_ns = gap_ns.min(left / per_ns);
            self.now_ns += runs_ns;
            self.lost_ns += runs_ns * (1.0 - 1.0 / factor);
            if let Some(counts) = &self.counts {
                counts.note(if kind.is_some() { runs_ns * hz * 1e-9 } else { 0.0 }, self.now_ns);
            }
            if left <= gap_ns * per_ns {
                return;
            }
            left -= gap_ns * per_ns;
            match stall {
                Some((_, stall_ns)) if event_ns == stall_at_ns => self.lose(stall_ns),
                _ => self.happen(event_ns),
            }
        }
    }

    /// Lets time pass without work for the thread: disturbances do not prolong it.
    fn rest_until(&mut self, end_ns: f64) {
        loop {
            let event_ns = self.next_event_ns();
            if event_ns >= end_ns {
                break;
            }
            self.now_ns = self.now_ns.max(event_ns);
            self.happen(event_ns);
        }
        self.now_ns = self.now_ns.max(end_ns);
    }

    fn next_stop_ns(&self) -> f64 {
        self.stops.last().map_or(f64::INFINITY, |&(at_ns, _)| at_ns)
    }

    fn next_event_ns(&self) -> f64 {
        let interrupts = self.interrupts.iter().map(|process| process.next_ns);
        let neighbour = self.neighbour.iter().map(|neighbour| neighbour.next_ns);
        interrupts.chain(neighbour).fold(self.slice_end_ns.min(self.next_stop_ns()), f64::min)
    }

    /// Stops the thread for `ns`.
    fn lose(&mut self, ns: f64) {
        self.now_ns += ns;
        self.lost_ns += ns;
    }

    /// Handles the event at `event_ns`.
    fn happen(&mut self, event_ns: f64) {
        if event_ns == self.next_stop_ns() {
            let (_, for_ns) = self.stops.pop().unwrap_or_default();
            self.lose(for_ns);
            self.others_are_hit();
        } else if let Some(index) = self.interrupts.iter().position(|process| process.next_ns == event_ns) {
            let length_ns = self.interrupts[index].length_ns(&mut self.random);
            self.lose(length_ns);
            self.interrupts[index].go_on(self.now_ns, &mut self.random);
        } else if let Some(neighbour) = &mut self.neighbour
            && neighbour.next_ns == event_ns
        {
            neighbour.switch(&mut self.random);
        } else if let Some(hog) = self.hog
            && event_ns == self.slice_end_ns
        {
            self.lose(hog.slice_ns);
            self.slice_end_ns = self.now_ns + hog.slice_ns;
            self.others_are_hit();
        }
    }

    /// Interrupts while the thread did not run hit the other programs.
    fn others_are_hit(&mut self) {
        for process in &mut self.interrupts {
            process.go_on(self.now_ns, &mut self.random);
        }
    }
}
