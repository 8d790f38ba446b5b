//! Kind of core on which a thread ran, if the platform cannot pin threads: by the numbers of its
//! cpus, and by their clocks.
//!
//! On Apple's systems a measurement reaches its cores in these steps:
//!
//! 1. `target` (`by_urgency`) lists the targets: the fastest kind, reached by an urgent thread that
//!    is alone, and the slowest, reached by an urgent thread while as many load threads run as
//!    there are faster cores. Kinds between them, and cores requested by number, are refused.
//! 2. Before the first core `background` finds the cpus of the slowest kind: those on which threads
//!    of background priority run ([`Placement::by_urgency`], [`EfficiencyCpus`]).
//! 3. `core_measurement` sets the thread's urgency and starts the load threads
//!    (`seat::occupy_faster_cores`). A window counts if it began and ended on the cpus of
//!    [`Placement::counting`], which the recording keeps; `record` continues for longer if few
//!    windows count, and `estimate::convert` excludes the others.
//! 4. If step 2 found no cpus, or step 3 gave the slowest kind no value, a thread of background
//!    priority measures it, without load threads (`measure`).
//! 5. A kind that nothing proves is reported as unknown: by `core_measurement`
//!    ([`Placement::confirms`]), and by [`Placement::settle`], which compares the clocks of both
//!    kinds.
//!
//! Sessions other than a measurement begin with [`Placement::of_one`]. Tests:
//! `core/tests/pure/apple.rs`, on `simulate::apple`.

use crate::Warning;
use crate::estimate::recording::CpuSet;
use crate::estimate::verdict::Verdict;
use crate::host::{Machine, ThreadPriority};
use crate::report::{CoreContext, RawCore, Reading};

use super::bench::Bench;
use super::environment::Environment;
use super::session::Cancellation;
use super::session_error::SessionError;
use super::target::{Target, UNKNOWN_KIND};

/// Two kinds whose readings differ by no more than this fraction are not distinguished. The levels
/// between which one core's clock moves are further apart, and so are the highest clocks of two
/// kinds (docs/sources.md, Apple's scheduling: at least 1.5 % and 5 %).
const ALIKE: f64 = 0.01;

/// How threads get onto cores.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Placement {
    /// By request, or it does not matter: their kind of core is known, or not needed.
    Asked,
    /// By their urgency; with the known slow cpus, if any.
    ThreadPriority(Option<EfficiencyCpus>),
}

impl Placement {
    /// Placement by urgency: background threads show which cpus are slow, of which there are
    /// `slow_cores`.
    pub(super) fn by_urgency(
        environment: &mut impl Environment,
        machine: &Machine,
        slow_cores: usize,
        cancellation: &Cancellation,
    ) -> Placement {
        let seen = environment.background_cpus(slow_cores, cancellation);
        log::info!("background threads ran on cpus {seen:?}, of {slow_cores} slow cores");
        Placement::ThreadPriority(EfficiencyCpus::of(machine, seen))
    }

    /// Placement of a session on one core of the fastest kind, or on a requested core.
    pub fn of_one(
        environment: &mut impl Environment,
        machine: &Machine,
        cancellation: &Cancellation,
    ) -> Placement {
        match machine.core_types().as_slice() {
            [_, .., slowest] if !machine.has_os_cpu_ids => {
                Placement::by_urgency(environment, machine, slowest.cpus.len(), cancellation)
            }
            _ => Placement::Asked,
        }
    }

    /// The cpus whose windows count for this target; `None` if all count, or a core was requested.
    pub(super) fn counting(&self, target: &Target) -> Option<CpuSet> {
        match self {
            Placement::Asked | Placement::ThreadPriority(None) => None,
            Placement::ThreadPriority(Some(slow)) => Some(slow.counting(target)),
        }
    }

    /// The cpus whose windows count if all have to be of one type: the target's if they are known,
    /// otherwise the cpu on which the thread is now. `None`: all.
    ///
    /// # Errors
    /// [`SessionError::MixedTypes`] if the system does not report on which cpu the thread is.
    pub fn of_one_type(&self, target: &Target, here: Option<u32>) -> Result<Option<CpuSet>, SessionError> {
        if self.confirms(target) {
            return Ok(self.counting(target));
        }
        here.map(|cpu| Some(CpuSet::Only(vec![cpu]))).ok_or(SessionError::MixedTypes)
    }

    /// Returns `true` if windows on those cpus are certain to be of the target's kind.
    pub(super) fn confirms(&self, target: &Target) -> bool {
        match self {
            Placement::Asked => true,
            Placement::ThreadPriority(slow) => slow.as_ref().is_some_and(|slow| slow.confirms(target)),
        }
    }

    /// The target's kind; the kind of an unknown core if nothing proves it.
    pub fn kind_of(&self, target: &Target) -> String {
        if self.confirms(target) { target.kind.clone() } else { UNKNOWN_KIND.to_owned() }
    }

    /// Compares the clocks of both kinds, once both are known: if they are alike, neither kind is
    /// asserted; a clock above the highest clock of the slow kind excludes that kind. Returns the
    /// places of the cores that changed.
    pub(super) fn settle(
        &self,
        targets: &[Target],
        cores: &mut [RawCore],
        readings: &[Reading],
    ) -> Vec<usize> {
        // Kinds in between are out of reach.
        let last = cores.len().saturating_sub(1);
        let (
            Placement::ThreadPriority(slow_cpus),
            [target, .., _],
            [fast, .., slow],
            [fast_reading, .., slow_reading],
        ) = (self, targets, cores, readings)
        else {
            return Vec::new();
        };
        let (Some(fast_hz), Some(slow_hz)) = (fast_reading.hz(), slow_reading.hz()) else {
            return Vec::new();
        };
        let is_asserted = |core: &RawCore| !core.context.cpus.is_empty();
        if (fast_hz / slow_hz - 1.0).abs() <= ALIKE {
            let asserted = [(0, fast), (last, slow)].into_iter().filter(|(_, core)| is_asserted(core));
            return asserted.map(|(place, core)| (place, clear_core_type(&mut core.context)).0).collect();
        }
        // A mean may lie above it although some windows were of a slow core, and below it if that
        // core's clock moved.
        let are_one_clock_each = [fast_reading, slow_reading].iter().all(|r| r.verdict == Verdict::Steady);
        let highest_is_known = is_asserted(slow) && slow.context.urgency == ThreadPriority::UserInteractive;
        let is_one_of_two = slow_cpus.as_ref().is_some_and(|slow| slow.is_one_of_two);
        if !is_asserted(fast) && are_one_clock_each && fast_hz > slow_hz && highest_is_known && is_one_of_two
        {
            fast.context.kind.clone_from(&target.kind);
            fast.context.cpus.clone_from(&target.cpus);
            fast.context.warnings.retain(|warning| *warning != Warning::CoreTypeUnknown);
            return vec![0];
        }
        Vec::new()
    }
}

/// Cpus of the slowest kind, as shown by background threads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EfficiencyCpus {
    seen: Vec<u32>,
    /// The number seen equals the number that the system reports.
    are_all: bool,
    /// There is only one other kind, so every cpu that is not slow is of that kind.
    is_one_of_two: bool,
}

impl EfficiencyCpus {
    /// From these cpus, on which background threads ran; `None` if they show nothing: there are
    /// none, or more than the machine has of that kind.
    pub(super) fn of(machine: &Machine, seen: impl IntoIterator<Item = u32>) -> Option<EfficiencyCpus> {
        let kinds = machine.core_types();
        let cores = kinds.last().filter(|_| kinds.len() > 1)?.cpus.len();
        let seen: Vec<u32> = seen.into_iter().collect();
        let (are_all, is_one_of_two) = (seen.len() == cores, kinds.len() == 2);
        (1..=cores).contains(&seen.len()).then_some(EfficiencyCpus { seen, are_all, is_one_of_two })
    }

    fn counting(&self, target: &Target) -> CpuSet {
        let seen = self.seen.clone();
        if target.is_slowest_kind() { CpuSet::Only(seen) } else { CpuSet::AllBut(seen) }
    }

    fn confirms(&self, target: &Target) -> bool {
        target.is_slowest_kind() || (self.are_all && self.is_one_of_two)
    }
}

/// Returns `true` if the thread is on a cpu whose windows do not count.
pub fn is_elsewhere(bench: &mut impl Bench, counting: Option<&CpuSet>) -> bool {
    counting.is_some_and(|counting| bench.ran_on().is_some_and(|cpu| !counting.contains(cpu)))
}

/// Asserts no kind.
pub(super) fn clear_core_type(context: &mut CoreContext) {
    context.kind = UNKNOWN_KIND.to_owned();
    context.cpus = Vec::new();
    context.warnings.push(Warning::CoreTypeUnknown);
}
