//! The environment of a session: the system around the cores that are timed.

use std::collections::BTreeSet;

use crate::clock::quality::{KernelEstimate, Tolerance, clock_tolerance, kernel_estimate};
use crate::clock::{ClockError, ClockId, Clocks, SelectionNote, Timebase, choose};
use crate::host::{
    self, AvoidCpusGuard, Conditions, Evidence, LiveSystem, Machine, PinError, Pinned, PriorityGuard,
    ReservedCpu, ThreadPriority,
};
use crate::load::{Load, LoadClass, NoLoad};

use super::background::background_cpus;
use super::bench::Bench;
use super::hardware::Hardware;
pub use super::load_threads::{Busy, LoadedCores};
use super::session::Cancellation;

/// Keeps the calling thread off cores, until the returned guard is dropped; `None` if it cannot.
pub type AvoidCpus = fn(&[u32]) -> Option<AvoidCpusGuard>;

/// The system around the cores: the real one, or one in a test.
pub trait Environment {
    /// Bench on which cores are timed.
    type Bench: Bench;

    /// Guard that keeps a thread on a core until it is dropped.
    type Pinned;

    /// Guard that keeps a thread's priority until it is dropped.
    type PriorityGuard;

    /// The machine as described by the system.
    fn machine(&self) -> Machine;

    /// Current conditions according to the platform's own interfaces, if it has any. Called once,
    /// before anything is measured, on the session's own thread: it may be a call of another
    /// process.
    fn conditions(&self) -> Conditions {
        Conditions::default()
    }

    /// Source from which the system reports, before and after a core is measured, how busy the
    /// cores were, steal time and quota throttling; `None` if there is no system.
    fn evidence(&self) -> Option<&'static dyn Evidence> {
        None
    }

    /// Returns `true` if time passes as it does for the caller: on a simulated machine it passes
    /// only in windows.
    fn is_real(&self) -> bool {
        true
    }

    /// The cores that this thread may use; empty if the system does not report them.
    fn allowed_cpus(&self) -> Vec<u32>;

    /// The timing clock, and the nominal length of its tick.
    fn clock(&self) -> (ClockId, Timebase);

    /// The clock against which the timing clock's rate was calibrated and whose tolerance applies;
    /// `None` if the timing clock's own rate is stated.
    fn rate_from(&self) -> Option<ClockId> {
        None
    }

    /// The kernel's estimate of its own clock, if available.
    fn kernel_estimate(&self) -> Option<KernelEstimate> {
        None
    }

    /// Tolerance of the timing clock's rate.
    fn reference(&self) -> Tolerance {
        let right_by = self.rate_from().unwrap_or(self.clock().0);
        clock_tolerance(right_by, self.kernel_estimate().as_ref())
    }

    /// Problems with the selection of the clocks.
    fn clock_notes(&self) -> &[SelectionNote];

    /// Puts the calling thread on a core, and keeps it there.
    ///
    /// # Errors
    /// [`PinError`] with the reason.
    fn pin(&mut self, cpu: u32) -> Result<Self::Pinned, PinError>;

    /// Returns the function by which the observer's thread keeps off the core that is measured.
    fn avoid_cpus(&self) -> AvoidCpus {
        |_| None
    }

    /// Requests this priority for the calling thread. A system may refuse: the windows show the
    /// effect.
    fn raise_priority(&mut self, urgency: ThreadPriority) -> Self::PriorityGuard;

    /// Returns the urgency that the system granted when `asked` was requested.
    fn granted(urged: &Self::PriorityGuard, asked: ThreadPriority) -> ThreadPriority {
        let _ = urged;
        asked
    }

    /// A load of this class for the measured core.
    ///
    /// # Errors
    /// [`NoLoad`] with the reason.
    fn load(&self, class: LoadClass) -> Result<Load, NoLoad>;

    /// Keeps the machine busy during the measurement of a core, with the same load. The result
    /// lists the threads that run: a system may keep a thread off its processor, or start none.
    fn keep_busy(&mut self, loaded: &LoadedCores, load: &Load) -> Busy;

    /// The cpus on which threads of background priority ran, twice as many threads as there are
    /// cores of the slowest kind. Called only if a thread cannot request a core. Empty if the
    /// system numbers no cpus.
    fn background_cpus(&mut self, cores: usize, cancellation: &Cancellation) -> BTreeSet<u32>;

    /// The core on which the calling thread is, if the system reports it.
    fn current_cpu(&self) -> Option<u32>;

    /// A bench on the core on which the calling thread is.
    fn bench(&mut self) -> Self::Bench;
}

/// The machine on which this program runs.
#[derive(Debug)]
pub struct HostEnvironment {
    clocks: Clocks,
    conditions: fn() -> Conditions,
    keeps_clear: bool,
}

/// A thread's place on this machine.
#[derive(Debug)]
pub struct PinnedThread {
    _pinned: Pinned,
    _clear: Option<ReservedCpu>,
}

impl HostEnvironment {
    /// This machine, timed with the platform's clocks.
    ///
    /// # Errors
    /// [`ClockError`] if it has none that could time.
    pub fn with_its_clocks() -> Result<HostEnvironment, ClockError> {
        Ok(HostEnvironment { clocks: choose()?, conditions: Conditions::default, keeps_clear: false })
    }

    /// Sets the function that reports this machine's conditions ([`Environment::conditions`]).
    #[must_use]
    pub fn asking(self, conditions: fn() -> Conditions) -> HostEnvironment {
        HostEnvironment { conditions, ..self }
    }

    /// Keeps the other threads of this process off a core while it is measured, as far as the
    /// system allows ([`host::reserve_cpu`]). For programs that display measurements: they own
    /// their threads.
    #[must_use]
    pub fn keeping_clear(self) -> HostEnvironment {
        HostEnvironment { keeps_clear: true, ..self }
    }
}

impl Environment for HostEnvironment {
    type Bench = Hardware;
    type Pinned = PinnedThread;
    type PriorityGuard = PriorityGuard;

    fn machine(&self) -> Machine {
        Machine::read(&LiveSystem)
    }

    fn conditions(&self) -> Conditions {
        (self.conditions)()
    }

    fn evidence(&self) -> Option<&'static dyn Evidence> {
        Some(&LiveSystem)
    }

    fn allowed_cpus(&self) -> Vec<u32> {
        host::allowed_cpus()
    }

    fn clock(&self) -> (ClockId, Timebase) {
        (self.clocks.primary.id(), self.clocks.primary.timebase())
    }

    fn rate_from(&self) -> Option<ClockId> {
        self.clocks.primary.measured_rate().map(|measured| measured.against)
    }

    fn kernel_estimate(&self) -> Option<KernelEstimate> {
        kernel_estimate().ok()
    }

    fn clock_notes(&self) -> &[SelectionNote] {
        &self.clocks.notes
    }

    fn pin(&mut self, cpu: u32) -> Result<PinnedThread, PinError> {
        let pinned = host::pin_to(cpu)?;
        let clear = if self.keeps_clear { host::reserve_cpu(cpu) } else { None };
        Ok(PinnedThread { _pinned: pinned, _clear: clear })
    }

    fn avoid_cpus(&self) -> AvoidCpus {
        host::avoid_cpus
    }

    fn raise_priority(&mut self, urgency: ThreadPriority) -> PriorityGuard {
        host::raise_priority(urgency)
    }

    fn granted(urged: &PriorityGuard, _: ThreadPriority) -> ThreadPriority {
        urged.granted()
    }

    fn load(&self, class: LoadClass) -> Result<Load, NoLoad> {
        Load::new(class)
    }

    fn keep_busy(&mut self, loaded: &LoadedCores, load: &Load) -> Busy {
        Busy::start(loaded, load)
    }

    fn background_cpus(&mut self, cores: usize, cancellation: &Cancellation) -> BTreeSet<u32> {
        background_cpus(cores, cancellation)
    }

    fn current_cpu(&self) -> Option<u32> {
        host::current_cpu()
    }

    fn bench(&mut self) -> Hardware {
        Hardware::new(self.clocks.clone())
    }
}
