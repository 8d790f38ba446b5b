//! The words of the loop, x86-64.
//!
//! ```text
//!     lfence
//!     mov  registers, [r14 + ...]
//!     lfence                        // a short body would begin before slow loads have ended
//!     .p2align 6
//! 2:  pattern × STEPS
//!     dec  r15                      // where flags carry the chain:  lea rcx, [rcx - 1]
//!     jnz  2b                       //                               jrcxz 3f; jmp 2b; 3:
//!     lfence
//!     vzeroupper                    // where registers wider than 128 bits were used
//! ```
//!
//! **Cycles:** an iteration takes the steps' latency (or, of independent copies, their throughput), plus what the loop's end
//! costs on this core; the same for every body, so that the difference of two bodies is free of it. LFENCE, DEC, LEA, JRCXZ,
//! VZEROUPPER: Intel SDM vol. 2; AMD APM vol. 3 and 4. Without VZEROUPPER, SSE code that follows would wait for the upper
//! halves.
//!
//! **Options:** `nostack`: no push. Neither `readonly` nor `nomem`: a form may write the memory of its operands. Not
//! `preserves_flags`. **Clobbers:** what a call of the System V convention does, on Windows, too, and r12 and r13.
//!
//! Local labels from 2 on: those of only 0 and 1 read as binary numbers in Intel syntax.

macro_rules! assembly {
    (
        $operands:ident, $trips:ident, $repeats:expr, [$($load:literal),*], [$($line:literal),+], $loop:ident, $width:ident
    ) => {
        std::arch::asm!(
            "lfence",
            $($load,)*
            begin!($loop),
            "lfence",
            ".p2align 6",
            "2:",
            ".rept {repeats}",
            $($line,)+
            ".endr",
            again!($loop),
            "lfence",
            leave!($width),
            repeats = const $repeats,
            inout("r14") $operands => _,
            inout("r15") $trips => _,
            out("r12") _,
            out("r13") _,
            clobber_abi("sysv64"),
            options(nostack),
        )
    };
}

macro_rules! begin {
    (counting) => {
        "cmp r15, 0"
    };
    (keeping_flags) => {
        "mov rcx, r15"
    };
}

macro_rules! again {
    (counting) => {
        "dec r15\njnz 2b"
    };
    (keeping_flags) => {
        "lea rcx, [rcx - 1]\njrcxz 3f\njmp 2b\n3:"
    };
}

macro_rules! leave {
    (narrow) => {
        ""
    };
    (wide) => {
        "vzeroupper"
    };
}
