//! A system of several cores, simulated, in which a session takes place.

use std::collections::BTreeSet;
use std::sync::Arc;

use trueghz::clock::{ClockId, SelectionNote, Timebase};
use trueghz::host::{Evidence, Machine as HostMachine, PinError, ThreadPriority};
use trueghz::load::{Load, LoadClass, NoLoad};
use trueghz::report::{Measurement, Reading};
use trueghz::run::environment::{Busy, Environment, LoadedCores};
use trueghz::run::event::NoObserver;
use trueghz::run::measure::measure_at;
use trueghz::run::session::Cancellation;
use trueghz::run::target::Selection;
use trueghz::simulate::{Machine, Profile, TimerFault};

use crate::bench::TIMER;
use crate::root;
use crate::stand::{counter, machine_with, usual, wall};

/// The times in nanoseconds from which the thread is on a cpu, with that cpu.
pub type Places = Vec<(f64, u32)>;

/// The system's response when a thread requests a core: the places of the thread from then on. Its
/// arguments are the core and the number of previous requests.
pub type Pinning = Box<dyn Fn(u32, usize) -> Result<Places, PinError> + Send>;

/// A phone of two kinds of core, each with a clock of its own.
pub struct Phone {
    pub seed: u64,
    pub allowed: Vec<u32>,
    pub pinning: Pinning,
    pub asked: usize,
    /// The thread's places: the initial ones until it is pinned, then the last ones.
    pub places: Places,
    pub clock: ClockId,
    pub notes: Vec<SelectionNote>,
    /// Called when a thread leaves its core.
    pub on_leaving: Arc<dyn Fn() + Send + Sync>,
    pub host: HostMachine,
    /// Start and duration of the times in which the thread does not run, in nanoseconds.
    pub stops: Vec<(f64, f64)>,
    /// Faults of the timing clock.
    pub timer_faults: Vec<TimerFault>,
    /// Lost time that the kernel counts during the measurement.
    pub evidence: Option<&'static (dyn Evidence + Sync)>,
}

impl Phone {
    /// A phone that grants each request.
    pub fn new(seed: u64) -> Phone {
        Phone {
            seed,
            allowed: vec![0, 1, 2, 3],
            pinning: Box::new(|cpu, _| Ok(vec![(0.0, cpu)])),
            asked: 0,
            places: vec![(0.0, 0)],
            clock: ClockId::MonotonicRaw,
            notes: Vec::new(),
            on_leaving: Arc::new(|| ()),
            host: root::phone().machine(),
            stops: Vec::new(),
            timer_faults: Vec::new(),
            evidence: None,
        }
    }

    /// Replaces the response to requests for a core.
    pub fn pinning(
        mut self,
        answer: impl Fn(u32, usize) -> Result<Places, PinError> + Send + 'static,
    ) -> Phone {
        self.pinning = Box::new(answer);
        self
    }

    /// The readings of these cores.
    pub fn read(self, selection: Selection) -> Vec<Reading> {
        self.measured(selection).cores
    }

    /// The measurement of these cores.
    pub fn measured(self, selection: Selection) -> Measurement {
        let options = usual(self.seed).cores(selection);
        let session = measure_at(self, options, NoObserver).expect("two threads");
        session.wait().expect("no panic").measurement
    }
}

/// The true clock of a core, in hertz: somewhat below or above the claimed one, so that no factor
/// is suspected.
pub fn true_hz(cpu: u32, seed: u64) -> f64 {
    let (claim_hz, kind) = if cpu < 2 { (1.8e9, 1) } else { (2.4e9, 2) };
    claim_hz * (0.85 + 0.2 * fastrand::Rng::with_seed(100 * kind + seed).f64())
}

/// A thread on a core.
pub struct Seat(Arc<dyn Fn() + Send + Sync>);

impl Drop for Seat {
    fn drop(&mut self) {
        (self.0)();
    }
}

impl Environment for Phone {
    type Bench = Machine;
    type Pinned = Seat;
    type PriorityGuard = ();

    fn machine(&self) -> HostMachine {
        self.host.clone()
    }

    fn evidence(&self) -> Option<&'static dyn Evidence> {
        self.evidence.map(|evidence| evidence as &dyn Evidence)
    }

    fn is_real(&self) -> bool {
        false
    }

    fn allowed_cpus(&self) -> Vec<u32> {
        self.allowed.clone()
    }

    fn clock(&self) -> (ClockId, Timebase) {
        (self.clock, Timebase::from_hz(TIMER.hz).expect("a timebase"))
    }

    fn clock_notes(&self) -> &[SelectionNote] {
        &self.notes
    }

    fn pin(&mut self, cpu: u32) -> Result<Seat, PinError> {
        let answer = (self.pinning)(cpu, self.asked);
        self.asked += 1;
        self.places = answer?;
        Ok(Seat(Arc::clone(&self.on_leaving)))
    }

    fn raise_priority(&mut self, _: ThreadPriority) {}

    fn load(&self, class: LoadClass) -> Result<Load, NoLoad> {
        Ok(Load::simulated(class))
    }

    fn keep_busy(&mut self, beside: &LoadedCores, _: &Load) -> Busy {
        Busy::simulated(beside)
    }

    fn background_cpus(&mut self, _: usize, _: &Cancellation) -> BTreeSet<u32> {
        BTreeSet::new()
    }

    fn current_cpu(&self) -> Option<u32> {
        self.places.last().map(|&(_, cpu)| cpu)
    }

    fn bench(&mut self) -> Machine {
        let clock = |&(from_ns, cpu): &(f64, u32)| (from_ns, true_hz(cpu, self.seed));
        let profile = Profile::Steps(self.places.iter().map(clock).collect());
        machine_with(profile, TIMER, self.seed)
            .timed_by(self.clock)
            .with_witnesses([counter(), wall()])
            .with_migrations(self.places.clone())
            .with_suspensions(self.stops.clone())
            .with_faults(self.timer_faults.clone())
    }
}
