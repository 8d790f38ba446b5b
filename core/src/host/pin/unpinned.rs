//! Systems on which nothing is pinned: Apple's, and those without a known call.
//!
//! On Apple's no call pins a thread: XNU answers `thread_policy_set(THREAD_AFFINITY_POLICY)` on Apple chips with
//! "not supported", and on Intel Macs takes it as a hint about shared caches.

use super::PinError;
use crate::host::evidence::Platform;
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
pub(super) struct ThisOff;

impl ThisOff {
    pub(super) fn of(_cpus: &[u32]) -> Option<Self> {
        None
    }

    pub(super) fn bring_back(&mut self) {}
}

pub(super) fn move_to(_cpu: u32) -> Result<(), PinError> {
    Err(PinError::Unsupported { platform: Platform::current() })
}

/// `TPIDR_EL0` as XNU sets it at every context switch: the processor's number in bits 0 to 11, its
/// cluster's in bits 12 to 19 (`osfmk/arm64/cswitch.s`, `libsyscall/os/tsd.h`). Neither is promised to
/// programs, and iOS apps should not lean on what is not promised: macOS only.
#[cfg(all(target_os = "macos", target_arch = "aarch64"))]
#[inline]
fn thread_register() -> u64 {
    let register: u64;
    // SAFETY: reads a register that the architecture lets user programs read; no memory, no flags.
    unsafe {
        std::arch::asm!("mrs {}, TPIDR_EL0", out(reg) register, options(nomem, nostack, preserves_flags));
    }
    register
}

/// Bits above those that XNU is known to set. If one is set, the layout has changed and the register says
/// nothing.
#[cfg(all(target_os = "macos", target_arch = "aarch64"))]
const UNKNOWN_BITS: u64 = !0xf_ffff;

#[cfg(all(target_os = "macos", target_arch = "aarch64"))]
#[inline]
pub(super) fn current_cpu() -> Option<u32> {
    let register = thread_register();
    (register & UNKNOWN_BITS == 0).then_some((register & 0xfff) as u32)
}

#[cfg(all(target_os = "macos", target_arch = "aarch64"))]
#[inline]
pub(super) fn current_cluster() -> Option<u32> {
    let register = thread_register();
    (register & UNKNOWN_BITS == 0).then_some((register >> 12 & 0xff) as u32)
}

#[cfg(not(all(target_os = "macos", target_arch = "aarch64")))]
#[inline]
pub(super) fn current_cpu() -> Option<u32> {
    None
}

#[cfg(not(all(target_os = "macos", target_arch = "aarch64")))]
#[inline]
pub(super) fn current_cluster() -> Option<u32> {
    None
}

pub(super) fn allowed_cpus() -> Vec<u32> {
    // Not told; a thread may run everywhere that its urgency lets it.
    Vec::new()
}

pub(super) fn online_cpus() -> Vec<u32> {
    Vec::new()
}
