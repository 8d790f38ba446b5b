//! Pins a thread to one processor, and queries on which it runs.
//!
//! A system may refuse, and it may seem to agree and not comply: so pinning is verified, and
//! [`current_cpu`] is cheap enough to be called between any two windows of a measurement.

#[cfg(any(target_os = "linux", target_os = "android"))]
#[path = "linux.rs"]
mod system;

#[cfg(windows)]
#[path = "windows.rs"]
mod system;

#[cfg(not(any(target_os = "linux", target_os = "android", windows)))]
#[path = "unpinned.rs"]
mod system;

#[cfg(any(windows, test))]
pub(super) mod groups;

mod avoid_cpus;
mod clear;

#[cfg(any(target_os = "linux", target_os = "android"))]
mod others;

#[cfg(not(any(target_os = "linux", target_os = "android")))]
#[path = "no_others.rs"]
mod others;

pub use avoid_cpus::{AvoidCpusGuard, avoid_cpus};
pub use clear::{ReservedCpu, reserve_cpu};

use super::evidence::Platform;
use serde::{Deserialize, Serialize};
use std::marker::PhantomData;
use thiserror::Error;

/// Reason why a thread is not on the requested processor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum PinError {
    /// The system forbids it.
    #[error("the system refused to pin the thread (error {errno})")]
    Refused {
        /// The system's error number.
        errno: i32,
    },
    /// The processor is switched off, or there is none of this number.
    #[error("CPU {cpu} is offline or absent")]
    Offline {
        /// Its number.
        cpu: u32,
    },
    /// The processor is there, but this process may not use it (cpuset, container, background app).
    #[error("CPU {cpu} is not in this process's affinity mask")]
    NotInSet {
        /// Its number.
        cpu: u32,
    },
    /// The system agreed, but runs the thread elsewhere.
    #[error("pinned to CPU {asked}, but running on CPU {found}")]
    Ignored {
        /// The requested processor.
        asked: u32,
        /// The one on which the thread was found.
        found: u32,
    },
    /// This system has no such call: Apple's let a thread state its urgency only
    /// ([`raise_priority`]).
    ///
    /// [`raise_priority`]: crate::raise_priority
    #[error("{platform:?} cannot pin threads to cores")]
    Unsupported {
        /// The system.
        platform: Platform,
    },
}

/// A pinned thread. When dropped, the thread may run again where it could before.
///
/// It belongs to its thread and cannot be sent to another.
#[derive(Debug)]
#[must_use = "the thread is set free again when this is dropped"]
pub struct Pinned {
    cpu: u32,
    before: system::Affinity,
    this_thread: PhantomData<*const ()>,
}

impl Pinned {
    /// The processor.
    pub const fn cpu(&self) -> u32 {
        self.cpu
    }

    /// Returns whether the thread runs there now. `None` if the system does not report it.
    pub fn holds(&self) -> Option<bool> {
        current_cpu().map(|cpu| cpu == self.cpu)
    }
}

impl Drop for Pinned {
    fn drop(&mut self) {
        if let Err(error) = self.before.restore() {
            log::warn!("the thread stays pinned to CPU {}: {error}", self.cpu);
        }
    }
}

/// Pins the calling thread to one processor.
///
/// # Errors
/// See [`PinError`]. On error the thread's affinity is unchanged.
pub fn pin_to(cpu: u32) -> Result<Pinned, PinError> {
    let before = system::Affinity::of_this_thread()?;
    system::move_to(cpu)?;
    let pinned = Pinned { cpu, before, this_thread: PhantomData };
    // The systems move the thread before the call returns; if they do not, it must show here.
    match current_cpu() {
        Some(found) if found != cpu => Err(PinError::Ignored { asked: cpu, found }),
        _ => Ok(pinned),
    }
}

/// The processor on which the thread runs now. A query takes a few nanoseconds.
///
/// Linux and Android: `sched_getcpu` (vDSO or rseq, no system call). Windows:
/// `GetCurrentProcessorNumberEx`. Apple's chips: `pthread_cpu_number_np`, in the kernel's numbers,
/// which differ from those of the machine's list.
#[inline]
pub fn current_cpu() -> Option<u32> {
    system::current_cpu()
}

/// The processors that the calling thread may use now; empty if the system does not report them.
pub fn allowed_cpus() -> Vec<u32> {
    system::allowed_cpus()
}

/// The processors that are switched on; empty if the system does not report them.
pub fn online_cpus() -> Vec<u32> {
    system::online_cpus()
}
