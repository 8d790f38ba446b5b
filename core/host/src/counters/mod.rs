//! Hardware counters as independent evidence: shown alongside the chains, never in their place.
//!
//! | counter | system | counts | of | who may read it |
//! |---|---|---|---|---|
//! | `perf_event` | Linux | cycles, instructions, operations | the thread, in user mode | `perf_event_paranoid` of 2 or less, and a PMU |
//! | `proc_pid_rusage` | macOS | cycles, instructions | the process | all users; zeros on a virtual machine |
//! | `task_inspect`, `task_info` | iOS, macOS | cycles, instructions, time on P cores, energy | the process | all users; read with the feature `task-counters` only |
//! | `PMCCNTR_EL0` | Windows on Arm | cycles | the core | all users, according to Microsoft's ABI |
//! | RDPRU | x86, AMD since Zen 2 | cycles, reference cycles | the core | all users, not under a hypervisor |
//! | TSC | x86 | reference cycles | the core | all users |
//!
//! `CNTVCT_EL0` is not among them: it is a clock, and counts no cycles of a core (`clock/counter`).
//!
//! Each reader's decisions are made on an [`Evidence`] and on counts that are handed in, so that
//! tests replay machines that are not at hand. Counters that cannot be read are listed with the
//! reason: [`CounterError`].

#![cfg_attr(
    not(any(
        test,
        target_arch = "x86_64",
        target_os = "macos",
        all(target_vendor = "apple", feature = "task-counters"),
        all(target_arch = "aarch64", any(target_os = "linux", windows)),
    )),
    allow(dead_code, unused_variables, reason = "there are systems without a counter for a plain user")
)]

#[cfg(any(test, target_os = "macos"))]
mod apple;
mod counter;
mod error;
mod event;
#[cfg(any(test, all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
mod linux;
mod snapshot;
#[cfg(any(test, all(target_vendor = "apple", target_arch = "aarch64", feature = "task-counters")))]
mod task;
#[cfg(any(test, all(windows, target_arch = "aarch64")))]
mod windows;
#[cfg(any(test, target_arch = "x86_64"))]
mod x86;

pub use counter::{Counter, Quantity, Scope};
pub use error::{CounterError, UnavailableCounter};
pub use event::{CountingEvent, open_event, operation_events};
pub use snapshot::{Difference, Snapshot};

use std::fmt;
use std::marker::PhantomData;

use super::evidence::Evidence;

/// One source of counts.
trait Reader {
    /// Enters the current counts. Counts that are unavailable now are left out.
    fn read(&mut self, counts: &mut Snapshot);
}

/// Source of counts: the processor's counters, or a stand-in of them on a simulated machine.
pub trait Counting {
    /// Returns the current counts.
    fn read(&mut self) -> Snapshot;
}

/// The counters that can be read here.
///
/// They belong to the thread that opened them: `perf_event` counts that thread, and registers
/// belong to the core that it runs on, so it should be pinned.
pub struct Counters {
    readers: Vec<Box<dyn Reader>>,
    available: Vec<Counter>,
    this_thread: PhantomData<*const ()>,
}

/// Number of readings of which the least is the cost: an interrupt makes one larger, but very
/// rarely all.
const COST_READINGS: usize = 32;

impl Counters {
    /// Opens the counters that can be read on `cpu`, and returns the others with the reason.
    /// Without a `cpu` (Apple's systems pin no thread) a machine with cores of several kinds has no
    /// `perf_event` counters.
    pub fn open(evidence: &dyn Evidence, cpu: Option<u32>) -> (Self, Vec<UnavailableCounter>) {
        let mut found = Found::default();
        open_all(evidence, cpu, &mut found);
        found.finish()
    }

    /// The counters that are read, in the order of [`Counter::ALL`].
    pub fn available(&self) -> &[Counter] {
        &self.available
    }

    /// The current counts. A system call for each of `perf_event`'s, about a microsecond each: to
    /// be taken between windows, not inside.
    pub fn read(&mut self) -> Snapshot {
        let mut counts = Snapshot::default();
        for reader in &mut self.readers {
            reader.read(&mut counts);
        }
        counts
    }

    /// Counts between two readings with nothing in between: the least of several, counter by
    /// counter. To be subtracted from the counts between two others ([`Difference::minus`]).
    pub fn cost(&mut self) -> Difference {
        let mut least = Difference::default();
        let mut before = self.read();
        for _ in 0..COST_READINGS {
            let after = self.read();
            least = least.least(&after.difference(&before));
            before = after;
        }
        least
    }
}

impl Counting for Counters {
    fn read(&mut self) -> Snapshot {
        Counters::read(self)
    }
}

impl fmt::Debug for Counters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Counters").field("available", &self.available).finish_non_exhaustive()
    }
}

/// Result of opening so far.
#[derive(Default)]
struct Found {
    readers: Vec<Box<dyn Reader>>,
    available: Vec<Counter>,
    missing: Vec<UnavailableCounter>,
}

impl Found {
    /// A reader of these counters.
    fn reader(&mut self, counters: &[Counter], reader: impl Reader + 'static) {
        self.available.extend_from_slice(counters);
        self.readers.push(Box::new(reader));
    }

    /// Counters that are unavailable, for one reason.
    fn missing(&mut self, counters: &[Counter], why: &CounterError) {
        self.missing.extend(counters.iter().map(|&counter| UnavailableCounter { counter, why: why.clone() }));
    }

    fn finish(mut self) -> (Counters, Vec<UnavailableCounter>) {
        self.available.sort_unstable();
        self.missing.sort_unstable_by_key(|missing| missing.counter);
        let counters =
            Counters { readers: self.readers, available: self.available, this_thread: PhantomData };
        (counters, self.missing)
    }
}

/// Every source of this system and processor.
#[allow(unused_variables, reason = "not every source asks for all of it")]
fn open_all(evidence: &dyn Evidence, cpu: Option<u32>, found: &mut Found) {
    #[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
    linux::open(evidence, cpu, found);
    #[cfg(target_os = "android")]
    found.missing(&Counter::PERF, &CounterError::NotForApps);
    #[cfg(target_os = "macos")]
    apple::open(evidence, found);
    #[cfg(all(target_vendor = "apple", target_arch = "aarch64", feature = "task-counters"))]
    task::open(found);
    #[cfg(all(windows, target_arch = "aarch64"))]
    windows::open(found);
    #[cfg(target_arch = "x86_64")]
    x86::open(evidence, found);
}

#[cfg(test)]
mod tests;
