//! `CNTVCT_EL0`, the Arm generic timer's virtual count, at the rate that `CNTFRQ_EL0` states.
//!
//! Arm ARM, section D12 (the generic timer). What is known to go wrong:
//! - `CNTFRQ_EL0` is filled in by firmware and "not interpreted by hardware". It may read 0 or
//!   another chip's rate, where a device tree's `clock-frequency` gives the kernel the true one. A
//!   rate that no counter has is not believed; the count still confirms that the kernel's clock is
//!   steady.
//! - A chip whose counter has an erratum traps the read: the value is right, at about 2 µs a read.
//! - Newer Apple chips show 1 GHz in `CNTVCT_EL0` *and* `CNTFRQ_EL0` to a process linked against
//!   the SDKs of autumn 2024, and 24 MHz to any other; both registers are therefore read in the
//!   same process, always.
//! - On iOS the read has raised illegal-instruction faults on some devices: it is never tried
//!   there.

use crate::clock::{Timebase, UnknownRate};

/// The lowest rate believed. The slowest counter known in the field is HiSilicon's 1.92 MHz; below
/// 1 MHz no timer is known (the Arm ARM names 1 to 50 MHz as usual before Armv8.6, and 1 GHz
/// after).
const LOWEST_HZ: u64 = 1_000_000;

/// The highest rate believed: the one that Armv8.6 fixes, the highest that the Arm ARM names. The
/// register has room for 4.29 GHz, all ones, which is what firmware that never wrote it may leave
/// behind.
const HIGHEST_HZ: u64 = 1_000_000_000;

/// The rate in `CNTFRQ_EL0`, if it is plausible.
fn timebase_from_register(hz: u64) -> Result<Timebase, UnknownRate> {
    let plausible = (LOWEST_HZ..=HIGHEST_HZ).contains(&hz);
    let timebase = if plausible { Timebase::from_hz(hz).ok() } else { None };
    timebase.ok_or(UnknownRate::NotBelieved { hz })
}

#[cfg(all(target_arch = "aarch64", any(not(target_vendor = "apple"), target_os = "macos")))]
pub(super) mod arm {
    use std::arch::asm;
    use std::sync::Arc;

    use super::timebase_from_register;
    use crate::clock::{Clock, ClockId, RateSource, Timebase, Witness};

    const ID: ClockId = ClockId::Cntvct;

    /// The virtual count with the rate of its own register.
    #[derive(Debug)]
    struct Cntvct {
        timebase: Timebase,
    }

    /// Opens the counter: every kernel lets it be read, and its rate may be unknown.
    pub(in crate::clock::counter) fn open() -> Witness {
        match timebase_from_register(cntfrq_el0()) {
            Ok(timebase) => Witness::of_clock(Arc::new(Cntvct { timebase })),
            Err(reason) => Witness::of_unknown_rate(ID, reason, cntvct_el0),
        }
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
        // SAFETY: reads a register that Linux, Android, Windows and macOS open to user space; where
        // a kernel traps the counter it answers this read as well. No memory, no stack, no flags.
        unsafe { asm!("mrs {}, cntfrq_el0", out(reg) hz, options(nomem, nostack, preserves_flags)) };
        hz & 0xffff_ffff
    }

    /// The count. The barrier keeps the processor from reading it ahead of preceding instructions.
    fn cntvct_el0() -> u64 {
        let ticks: u64;
        // SAFETY: as above. Without `nomem` the compiler moves no memory access across the read
        // either.
        unsafe { asm!("isb", "mrs {}, cntvct_el0", out(reg) ticks, options(nostack, preserves_flags)) };
        ticks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_seen_in_the_field_are_believed() {
        // HiSilicon, MediaTek, Qualcomm, Apple, Samsung, Raspberry Pi 4, QEMU, Armv8.6 and newer
        // Apple.
        for hz in
            [1_920_000, 13_000_000, 19_200_000, 24_000_000, 26_000_000, 54_000_000, 62_500_000, 1_000_000_000]
        {
            assert_eq!(timebase_from_register(hz).unwrap().hz(), hz as f64);
        }
    }

    #[test]
    fn a_rate_no_counter_has_is_not_believed_and_named() {
        for hz in [0, 1, 32_768, LOWEST_HZ - 1, HIGHEST_HZ + 1, u32::MAX.into()] {
            assert_eq!(timebase_from_register(hz), Err(UnknownRate::NotBelieved { hz }));
        }
    }
}
