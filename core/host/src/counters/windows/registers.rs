//! The two instructions, each a function of its own: a fault at the first one's address is from
//! reading the counter.

use std::arch::naked_asm;

/// The cycle counter: Arm ARM (DDI 0487), D19.5 "PMCCNTR_EL0".
#[unsafe(naked)]
pub(super) extern "C" fn pmccntr() -> u64 {
    naked_asm!("mrs x0, pmccntr_el0", "ret")
}

/// The timer's virtual count: Arm ARM (DDI 0487), D19.12 "CNTVCT_EL0".
#[unsafe(naked)]
pub(super) extern "C" fn cntvct() -> u64 {
    naked_asm!("isb", "mrs x0, cntvct_el0", "ret")
}

#[cfg(test)]
mod tests {
    use super::*;

    const ISB: u32 = 0xd503_3fdf;
    const RET: u32 = 0xd65f_03c0;

    /// `mrs x0` of a system register: Arm ARM (DDI 0487), C6.2 "MRS".
    const fn mrs_x0(op1: u32, crn: u32, crm: u32, op2: u32) -> u32 {
        0xd538_0000 | op1 << 16 | crn << 12 | crm << 8 | op2 << 5
    }

    fn first_words<const N: usize>(function: extern "C" fn() -> u64) -> [u32; N] {
        // SAFETY: the function's code is readable and has at least N instructions, aligned to 4
        // bytes.
        unsafe { (function as *const ()).cast::<[u32; N]>().read() }
    }

    #[test]
    fn each_function_reads_its_own_register() {
        assert_eq!(first_words(pmccntr), [mrs_x0(3, 9, 13, 0), RET]);
        assert_eq!(first_words(cntvct), [ISB, mrs_x0(3, 14, 0, 2), RET]);
    }
}
