//! Reading the registers.

use std::arch::asm;
use std::arch::x86_64::{_mm_lfence, _rdtsc};

use crate::counters::{Counter, Reader, Snapshot};

/// MPERF and APERF: AMD APM volume 2, 17.3 "hardware performance monitoring and control".
pub(super) struct Rdpru;

impl Reader for Rdpru {
    fn read(&mut self, counts: &mut Snapshot) {
        counts.set(Counter::RdpruReference, rdpru(0));
        counts.set(Counter::RdpruActual, rdpru(1));
    }
}

/// The time stamp counter.
pub(super) struct Tsc;

impl Reader for Tsc {
    fn read(&mut self, counts: &mut Snapshot) {
        // SAFETY: opening has found that the process may read it, and every x86_64 processor has
        // both instructions. The fence lets the read wait for preceding instructions: Intel SDM
        // volume 2, RDTSC.
        let count = unsafe {
            _mm_lfence();
            _rdtsc()
        };
        counts.set(Counter::Tsc, count);
    }
}

/// RDPRU: the register's number in ECX, its value in EDX:EAX. As bytes, for assemblers that do not
/// know the name.
fn rdpru(register: u32) -> u64 {
    let (low, high): (u32, u32);
    // SAFETY: only called where opening has found the instruction, with a register that it reads.
    // The fence as above; no memory but for the order, no stack, no flags.
    unsafe {
        asm!(
            "lfence", ".byte 0x0f, 0x01, 0xfd",
            in("ecx") register, out("eax") low, out("edx") high,
            options(nostack, preserves_flags),
        );
    }
    u64::from(high) << 32 | u64::from(low)
}

/// Returns `true` if this process gets a signal for reading time stamps: `PR_GET_TSC`, prctl(2).
#[cfg(target_os = "linux")]
pub(super) fn time_stamps_forbidden() -> bool {
    let mut state: libc::c_int = libc::PR_TSC_ENABLE;
    // SAFETY: the call writes one integer to where the pointer says.
    let result = unsafe { libc::prctl(libc::PR_GET_TSC, &raw mut state) };
    // If the call fails nothing was given up: it is as old as giving up.
    result == 0 && state == libc::PR_TSC_SIGSEGV
}

/// Elsewhere no process can give them up.
#[cfg(not(target_os = "linux"))]
pub(super) fn time_stamps_forbidden() -> bool {
    false
}
