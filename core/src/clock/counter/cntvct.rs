//! `CNTVCT_EL0`, the Arm generic timer's virtual count, at the rate that `CNTFRQ_EL0` states.
//!
//! Arm ARM, section D12 (the generic timer). What is known to go wrong:
//! - `CNTFRQ_EL0` is filled in by firmware and "not interpreted by hardware". It may read 0 or another
//!   chip's rate, where a device tree's `clock-frequency` gives the kernel the true one.
//! - A chip whose counter has an erratum traps the read: the value is right, at about 2 µs a read.
//! - Newer Apple chips show 1 GHz in `CNTVCT_EL0` *and* `CNTFRQ_EL0` to a process linked against the SDKs of
//!   autumn 2024, and 24 MHz to any other; both registers are therefore read in the same process, always.
//! - On iOS the read has raised illegal-instruction faults on some devices: it is never tried there.

use crate::clock::{ClockError, ClockId, Timebase};

const ID: ClockId = ClockId::Cntvct;

/// The lowest rate believed. The slowest counter known in the field is HiSilicon's 1.92 MHz; below 1 MHz
/// no timer is known (the Arm ARM names 1 to 50 MHz as usual before Armv8.6, and 1 GHz after).
const LOWEST_HZ: u64 = 1_000_000;

/// The highest rate believed: ten times what Armv8.6 fixes. The register has 32 bits, so that what lies
/// above cannot come from hardware at all.
const HIGHEST_HZ: u64 = 10_000_000_000;

/// What `CNTFRQ_EL0` says, if it can be believed.
fn timebase_from_register(hz: u64) -> Result<Timebase, ClockError> {
    if hz == 0 {
        return Err(ClockError::NoRate { id: ID });
    }
    if !(LOWEST_HZ..=HIGHEST_HZ).contains(&hz) {
        return Err(ClockError::ImplausibleRate { id: ID, hz, lowest_hz: LOWEST_HZ, highest_hz: HIGHEST_HZ });
    }
    Timebase::from_hz(hz).map_err(|source| ClockError::Timebase { id: ID, source })
}

#[cfg(target_arch = "aarch64")]
pub(super) use arm::open;

#[cfg(target_arch = "aarch64")]
mod arm {
    use std::arch::asm;
    use std::sync::Arc;

    use super::{ID, timebase_from_register};
    use crate::clock::{Clock, ClockError, ClockId, RateSource, Timebase, Witness};

    /// The virtual count with the rate of its own register.
    #[derive(Debug)]
    struct Cntvct {
        timebase: Timebase,
    }

    /// Opens the counter, if its register states a rate that can be believed.
    pub(in crate::clock::counter) fn open() -> Result<Witness, ClockError> {
        let timebase = timebase_from_register(cntfrq_el0())?;
        Ok(Witness::of_clock(Arc::new(Cntvct { timebase })))
    }

    impl Clock for Cntvct {
        fn id(&self) -> ClockId {
            ID
        }

        fn ticks(&self) -> u64 {
            cntvct_el0()
        }

        fn timebase(&self) -> Timebase {
            self.timebase
        }

        fn rate_source(&self) -> RateSource {
            RateSource::Register
        }
    }

    /// The counter's stated rate in hertz: the low 32 bits of the register, the rest is reserved.
    fn cntfrq_el0() -> u64 {
        let hz: u64;
        // SAFETY: reads a register that Linux, Android, Windows and macOS open to user space; where a
        // kernel traps the counter it answers this read as well. No memory, no stack, no flags.
        unsafe { asm!("mrs {}, cntfrq_el0", out(reg) hz, options(nomem, nostack, preserves_flags)) };
        hz & 0xffff_ffff
    }

    /// The count. The barrier keeps the processor from reading it ahead of what comes before.
    fn cntvct_el0() -> u64 {
        let ticks: u64;
        // SAFETY: as above. Without `nomem` the compiler moves no memory access across the read either.
        unsafe { asm!("isb", "mrs {}, cntvct_el0", out(reg) ticks, options(nostack, preserves_flags)) };
        ticks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_seen_in_the_field_are_believed() {
        // HiSilicon, MediaTek, Qualcomm, Apple, Samsung, Raspberry Pi 4, QEMU, Armv8.6 and newer Apple.
        for hz in
            [1_920_000, 13_000_000, 19_200_000, 24_000_000, 26_000_000, 54_000_000, 62_500_000, 1_000_000_000]
        {
            assert_eq!(timebase_from_register(hz).unwrap().hz(), hz as f64);
        }
    }

    #[test]
    fn a_register_of_0_states_no_rate() {
        assert_eq!(timebase_from_register(0), Err(ClockError::NoRate { id: ID }));
    }

    #[test]
    fn a_rate_no_counter_has_is_refused_with_its_value() {
        for hz in [1, 32_768, LOWEST_HZ - 1, HIGHEST_HZ + 1] {
            let error = timebase_from_register(hz).unwrap_err();
            assert!(matches!(error, ClockError::ImplausibleRate { hz: said, .. } if said == hz), "{error}");
        }
    }
}
