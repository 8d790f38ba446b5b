//! The x86 time stamp counter, at the rate that CPUID states, if it does.
//!
//! Intel SDM volume 3, section 19.17 (invariant TSC), volume 2, CPUID leaf 0x15. AMD APM volume 3,
//! leaf 0x80000007. The hypervisor leaf 0x40000010 is VMware's convention (lkml, A. Kataria 2008),
//! which KVM and others may follow: its EAX is the guest's TSC rate in kHz.
//!
//! The TSC is not the core's clock. If it is not invariant it follows the core's clock or stops in
//! deep sleep, so it counts cycles and is not a clock at all. If its rate is not stated it still
//! serves to check stability: nothing here guesses a rate or looks one up by the processor's model.

use crate::clock::{RateSource, Timebase, UnknownRate};

/// The lowest rate believed: no invariant TSC runs below 100 MHz (the slowest base clocks are above
/// 500).
const LOWEST_HZ: u64 = 100_000_000;
/// The highest rate believed: TSCs run at base clocks, which stay below 6 GHz.
const HIGHEST_HZ: u64 = 10_000_000_000;

/// The four registers that a CPUID leaf fills.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::clock) struct Leaf {
    pub eax: u32,
    pub ebx: u32,
    pub ecx: u32,
    pub edx: u32,
}

/// Where CPUID leaves come from: the processor, or a test's recorded chip.
pub(in crate::clock) type Cpuid<'a> = &'a dyn Fn(u32) -> Leaf;

/// Leaf 0x80000007, EDX bit 8: the TSC ticks at one rate in all states of the processor.
pub(in crate::clock) fn is_invariant(cpuid: Cpuid<'_>) -> bool {
    cpuid(0x8000_0000).eax >= 0x8000_0007 && cpuid(0x8000_0007).edx & (1 << 8) != 0
}

/// The rate in hertz that the hypervisor or the processor states, and who it was.
///
/// The hypervisor comes first: it knows whether it scales the guest's TSC, the passed-through leaf
/// does not.
pub(in crate::clock) fn stated_rate(cpuid: Cpuid<'_>) -> Option<(u64, RateSource)> {
    hypervisor_hz(cpuid)
        .map(|hz| (hz, RateSource::Hypervisor))
        .or_else(|| crystal_hz(cpuid).map(|hz| (hz, RateSource::Cpuid)))
}

fn hypervisor_hz(cpuid: Cpuid<'_>) -> Option<u64> {
    let under_hypervisor = cpuid(1).ecx & (1 << 31) != 0;
    if !under_hypervisor || cpuid(0x4000_0000).eax < 0x4000_0010 {
        return None;
    }
    let khz = u64::from(cpuid(0x4000_0010).eax);
    (khz != 0).then_some(khz * 1000)
}

/// Crystal times ratio. Many processors leave the crystal's rate (ECX) out: then there is no rate.
fn crystal_hz(cpuid: Cpuid<'_>) -> Option<u64> {
    if cpuid(0).eax < 0x15 {
        return None;
    }
    let Leaf { eax: denominator, ebx: numerator, ecx: crystal, .. } = cpuid(0x15);
    if denominator == 0 || numerator == 0 || crystal == 0 {
        return None;
    }
    // Rounded to a whole hertz: below 10^-8 of any rate that is believed.
    let product = u64::from(crystal) * u64::from(numerator);
    Some((product + u64::from(denominator) / 2) / u64::from(denominator))
}

/// The rate: a timebase and its source, or the reason why there is none.
pub(in crate::clock) fn timebase(cpuid: Cpuid<'_>) -> Result<(Timebase, RateSource), UnknownRate> {
    let (hz, by) = stated_rate(cpuid).ok_or(UnknownRate::NotInCpuid)?;
    let plausible = (LOWEST_HZ..=HIGHEST_HZ).contains(&hz);
    let timebase = if plausible { Timebase::from_hz(hz).ok() } else { None };
    timebase.map(|timebase| (timebase, by)).ok_or(UnknownRate::NotBelieved { hz })
}

#[cfg(target_arch = "x86_64")]
pub(super) mod x86 {
    use std::arch::x86_64::{__cpuid_count, _mm_lfence, _rdtsc};

    use super::{Leaf, is_invariant, timebase};
    use crate::clock::{ClockError, ClockId, Rate, Witness};

    const ID: ClockId = ClockId::Tsc;

    /// Opens the counter where it is a clock.
    pub(in crate::clock::counter) fn open() -> Result<Witness, ClockError> {
        if !is_invariant(&cpuid) {
            return Err(ClockError::NotInvariant { id: ID });
        }
        let rate = timebase(&cpuid)
            .map_or_else(|reason| Rate::Unknown { reason }, |(timebase, by)| Rate::Stated { timebase, by });
        Ok(Witness::of_counter(ID, rate, rdtsc))
    }

    fn cpuid(leaf: u32) -> Leaf {
        let registers = __cpuid_count(leaf, 0);
        Leaf { eax: registers.eax, ebx: registers.ebx, ecx: registers.ecx, edx: registers.edx }
    }

    /// The count. The first fence lets the read wait for preceding instructions, the second lets
    /// following ones wait for the read: a window holds all of its chain. Intel SDM volume 2,
    /// RDTSC; AMD APM volume 3, RDTSC and LFENCE, which waits for earlier instructions where the
    /// system set it so, as Linux does.
    fn rdtsc() -> u64 {
        // SAFETY: both instructions exist on every x86_64 processor and touch no memory. A system
        // that forbids RDTSC to user space (prctl PR_TSC_SIGSEGV) is one that the process chose
        // itself.
        unsafe {
            _mm_lfence();
            let ticks = _rdtsc();
            _mm_lfence();
            ticks
        }
    }
}

#[cfg(test)]
mod tests;
