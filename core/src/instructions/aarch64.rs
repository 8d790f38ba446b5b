//! The words of the loop, AArch64.
//!
//! ```text
//!     isb
//!     ldr  registers, [x0, #...]
//!     cmp  x1, #0
//!     isb
//!     .p2align 6
//! 2:  pattern × STEPS
//!     sub  x1, x1, #1
//!     cbnz x1, 2b
//!     isb
//! ```
//!
//! **Cycles:** an iteration takes the steps' latency (or, of independent copies, their throughput), plus what `sub` and
//! `cbnz` cost on this core; the same for every body, so that the difference of two bodies is free of it. They leave the
//! flags alone, which some chains run through; `cmp` sets them once, to those of a positive number. ISB, SUB, CBNZ: Arm ARM
//! (DDI 0487), C6.2. Without the second ISB a short body would begin before slow loads have ended, and a long one would
//! outlast them: 0.03 cycles a step in the lab.
//!
//! A body that was written at run time is called instead, by `blr x30`, loaded before the other registers (C6.2, too).
//!
//! **Options:** `nostack`: no push. Neither `readonly` nor `nomem`: a form may write the memory of its operands. Not
//! `preserves_flags`. **Clobbers:** what a call of the C convention does; x18, x19 to x29 and v8 to v15 are not used.

macro_rules! assembly {
    (
        $operands:ident, $trips:ident, $repeats:expr, [$($load:literal),*], [$($line:literal),+], $loop:ident, $width:ident
    ) => {
        std::arch::asm!(
            "isb",
            $($load,)*
            "cmp x1, #0",
            "isb",
            ".p2align 6",
            "2:",
            ".rept {repeats}",
            $($line,)+
            ".endr",
            "sub x1, x1, #1",
            "cbnz x1, 2b",
            "isb",
            repeats = const $repeats,
            inout("x0") $operands => _,
            inout("x1") $trips => _,
            clobber_abi("C"),
            options(nostack),
        )
    };
}

#[cfg(feature = "all-instructions")]
macro_rules! call_written {
    ($operands:ident, $trips:ident, [$($load:literal),*], $loop:ident, $width:ident) => {
        std::arch::asm!(
            "isb",
            "ldr x30, [x0, #{written}]",
            $($load,)*
            "cmp x1, #0",
            "isb",
            "blr x30",
            "isb",
            written = const std::mem::offset_of!(Operands, written),
            inout("x0") $operands => _,
            inout("x1") $trips => _,
            clobber_abi("C"),
            options(nostack),
        )
    };
}

/// `sub x1, x1, #1`.
const COUNT: u32 = 0xd100_0421;
/// `cbnz x1`, without its distance in words: bits 23 to 5 (Arm ARM, C6.2.47).
const BRANCH: u32 = 0xb500_0001;
const DISTANCE: u32 = 0x00ff_ffe0;

/// Where the loop begins whose end is at this place; `None` if none ends here. Every loop begins on a cache line.
///
/// # Safety
/// What `at` points to can be read: a loop's end, or a word that is none.
pub(super) unsafe fn turns_back(at: *const u8) -> Option<*const u8> {
    // SAFETY: the second word is read only if the first is that of a loop's end.
    let word = |place: usize| unsafe { at.cast::<u32>().add(place).read_unaligned() };
    if at.addr() % 4 != 0 || word(0) != COUNT || word(1) & !DISTANCE != BRANCH {
        return None;
    }
    // The sign is bit 23.
    let distance = (word(1) << 8) as i32 >> 13;
    let first = at.wrapping_add(4).wrapping_offset(4 * distance as isize);
    (first < at && first.addr() % 64 == 0).then_some(first)
}

/// Ends a body as every loop ends, and returns.
///
/// # Safety
/// None: on x86-64 there are two ends, of which the one at this place is taken.
#[cfg(feature = "all-instructions")]
pub(super) unsafe fn close(body: &mut Vec<u8>, _like: *const u8) {
    const RET: u32 = 0xd65f_03c0;
    body.extend_from_slice(&COUNT.to_le_bytes());
    let distance = (-(body.len() as i32 / 4)) as u32;
    let branch = BRANCH | distance << 5 & DISTANCE;
    body.extend_from_slice(&branch.to_le_bytes());
    body.extend_from_slice(&RET.to_le_bytes());
}
