//! Counters that x86 processors let a plain user read by an instruction: RDPRU and the time stamp
//! counter.

#[cfg(target_arch = "x86_64")]
mod registers;

use super::CounterError;
use crate::evidence::Evidence;
use crate::x86::{Hypervisor, hypervisor};

/// Opens the processor's counters. On Linux a process may have given up reading time stamps; the
/// same bit of the processor (CR4.TSD) then also forbids RDPRU.
#[cfg(target_arch = "x86_64")]
pub(super) fn open(evidence: &dyn Evidence, found: &mut super::Found) {
    use super::Counter;

    let forbidden = registers::time_stamps_forbidden();
    let actual = [Counter::RdpruActual, Counter::RdpruReference];
    match rdpru(evidence, forbidden) {
        Ok(()) => found.reader(&actual, registers::Rdpru),
        Err(why) => found.missing(&actual, &why),
    }
    match tsc(evidence, forbidden) {
        Ok(()) => found.reader(&[Counter::Tsc], registers::Tsc),
        Err(why) => found.missing(&[Counter::Tsc], &why),
    }
}

/// Checks that RDPRU can be executed without ending the process: AMD APM volume 3, RDPRU and CPUID
/// leaf 0x8000_0008, EBX bit 4 (RDPRU) and EDX bits 31:16 (the highest register that it reads; 1 is
/// APERF).
///
/// Nothing is executed for this check. KVM hides the bit and Xen ends the process; the behaviour of
/// others is not known, and a hypervisor that lets RDPRU through shows the host's cycles.
fn rdpru(evidence: &dyn Evidence, forbidden: bool) -> Result<(), CounterError> {
    let [_, ebx, _, edx] = evidence.cpuid(0x8000_0008, 0).unwrap_or_default();
    if ebx >> 4 & 1 == 0 || edx >> 16 < 1 {
        return Err(CounterError::FeatureAbsent { feature: "RDPRU (cpuid 8000_0008 EBX[4])".into() });
    }
    if !matches!(hypervisor(evidence), Some(Hypervisor::Absent)) {
        return Err(CounterError::Hypervisor);
    }
    if forbidden { Err(CounterError::TimeStampsForbidden) } else { Ok(()) }
}

/// Checks that the time stamp counter counts reference cycles: AMD APM volume 3 and Intel SDM
/// volume 3, 19.17, CPUID leaf 0x8000_0007, EDX bit 8. Without that bit its rate follows the core's
/// clock, in part.
fn tsc(evidence: &dyn Evidence, forbidden: bool) -> Result<(), CounterError> {
    let [.., edx] = evidence.cpuid(0x8000_0007, 0).unwrap_or_default();
    if edx >> 8 & 1 == 0 {
        return Err(CounterError::FeatureAbsent { feature: "invariant TSC (cpuid 8000_0007 EDX[8])".into() });
    }
    if forbidden { Err(CounterError::TimeStampsForbidden) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RecordedSystem;

    /// Leaf 1 (ECX bit 31 is a hypervisor), 0x8000_0007 and 0x8000_0008.
    fn processor(leaf_1: &str, power: &str, sizes: &str) -> RecordedSystem {
        let leaves = [("1:0", leaf_1), ("80000007:0", power), ("80000008:0", sizes)];
        let cpuid = leaves.map(|(leaf, registers)| (leaf.to_owned(), registers.to_owned())).into();
        RecordedSystem { cpuid, ..RecordedSystem::default() }
    }

    const METAL: &str = "a10f11 0 7eda320b 178bfbff";
    const GUEST: &str = "a10f11 0 fefa3203 178bfbff";
    const INVARIANT: &str = "0 0 0 100";

    #[test]
    fn rdpru_is_read_on_bare_metal_only() {
        // EBX as on Genoa; EDX: registers up to APERF.
        let with = |leaf_1| processor(leaf_1, INVARIANT, "3034 111ef75f 905f 10007");
        assert_eq!(rdpru(&with(METAL), false), Ok(()));
        assert_eq!(rdpru(&with(GUEST), false), Err(CounterError::Hypervisor));
        assert_eq!(rdpru(&with(METAL), true), Err(CounterError::TimeStampsForbidden));
        let mut unasked = with(METAL);
        unasked.cpuid.remove("1:0");
        assert_eq!(rdpru(&unasked, false), Err(CounterError::Hypervisor), "not known is not bare metal");
    }

    #[test]
    fn a_processor_without_rdpru_or_aperf_says_so() {
        for sizes in ["3034 111ef74f 905f 10007", "3034 111ef75f 905f 7", "0 0 0 0", "malformed"] {
            let why = rdpru(&processor(METAL, INVARIANT, sizes), false).unwrap_err();
            assert!(matches!(why, CounterError::FeatureAbsent { .. }), "{sizes}: {why}");
        }
    }

    #[test]
    fn a_tsc_that_follows_the_clock_counts_no_reference_cycles() {
        assert_eq!(tsc(&processor(GUEST, INVARIANT, ""), false), Ok(()));
        assert_eq!(tsc(&processor(METAL, INVARIANT, ""), true), Err(CounterError::TimeStampsForbidden));
        for power in ["0 0 0 0", "100 100 100 0", ""] {
            let why = tsc(&processor(METAL, power, ""), false).unwrap_err();
            assert!(matches!(why, CounterError::FeatureAbsent { .. }), "{power}: {why}");
        }
    }
}
