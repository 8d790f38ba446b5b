//! Systems that pin no thread: Apple's, and those without a known call.
//!
//! Apple's systems have no call that pins a thread: XNU returns "not supported" for
//! `thread_policy_set(THREAD_AFFINITY_POLICY)` on Apple chips, and on Intel Macs takes it as a hint
//! about shared caches.

use super::PinError;
use crate::evidence::Platform;
use std::io;

#[derive(Debug)]
pub(super) struct Affinity;

impl Affinity {
    pub(super) fn of_this_thread() -> Result<Self, PinError> {
        Ok(Self)
    }

    pub(super) fn restore(&self) -> io::Result<()> {
        Ok(())
    }
}

/// No thread keeps off a processor here.
#[derive(Debug)]
pub(super) struct ThreadExclusion;

impl ThreadExclusion {
    pub(super) fn of(_cpus: &[u32]) -> Option<Self> {
        None
    }

    pub(super) fn bring_back(&mut self) {}
}

pub(super) fn move_to(_cpu: u32) -> Result<(), PinError> {
    Err(PinError::Unsupported { platform: Platform::current() })
}

/// `pthread_cpu_number_np`: of macOS 11 and iOS 14.2, which every system on Apple's chips here is
/// newer than. The kernel's numbers, without gaps from 0; the system does not report which of them
/// are efficiency cores.
#[cfg(all(target_vendor = "apple", target_arch = "aarch64"))]
#[inline]
pub(super) fn current_cpu() -> Option<u32> {
    let mut cpu: libc::size_t = 0;
    // SAFETY: the call writes the number to the place it is given.
    let result = unsafe { libc::pthread_cpu_number_np(&raw mut cpu) };
    if result == 0 { u32::try_from(cpu).ok() } else { None }
}

#[cfg(not(all(target_vendor = "apple", target_arch = "aarch64")))]
#[inline]
pub(super) fn current_cpu() -> Option<u32> {
    None
}

pub(super) fn allowed_cpus() -> Vec<u32> {
    // Not reported; a thread may run everywhere that its urgency lets it.
    Vec::new()
}

pub(super) fn online_cpus() -> Vec<u32> {
    Vec::new()
}
