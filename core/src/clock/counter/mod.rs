//! The processor's own time counter, read without the system: `CNTVCT_EL0` or the TSC.

// The arithmetic of both is tested on every machine.
#[cfg(any(test, all(target_arch = "aarch64", any(not(target_vendor = "apple"), target_os = "macos"))))]
mod cntvct;
#[cfg(any(test, target_arch = "x86_64"))]
mod tsc;

use super::{ClockError, ClockId, Witness};

/// The counter of this architecture, as a witness; its rate may be unknown.
///
/// There is none on iOS and its kin, where the read has raised illegal-instruction faults on some
/// devices, and none on architectures that this crate does not know.
pub(super) fn open() -> Result<Witness, ClockError> {
    #[cfg(target_arch = "x86_64")]
    return tsc::x86::open();
    #[cfg(all(target_arch = "aarch64", any(not(target_vendor = "apple"), target_os = "macos")))]
    return Ok(cntvct::arm::open());
    #[allow(unreachable_code, reason = "what is left after the returns above")]
    Err(ClockError::Unsupported { id: id() })
}

/// The name of this architecture's counter.
pub(super) fn id() -> ClockId {
    if cfg!(target_arch = "x86_64") { ClockId::Tsc } else { ClockId::Cntvct }
}
