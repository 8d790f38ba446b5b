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
//! **Options:** `nostack`: no push. Neither `readonly` nor `nomem`: a form may write the memory of its operands. Not
//! `preserves_flags`. **Clobbers:** what a call of the C convention does; x18, x19 to x30 and v8 to v15 are not used.

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
