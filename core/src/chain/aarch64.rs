//! The words of the frame, AArch64.
//!
//! ```text
//!     isb
//!     ldp  a, b, [operands]
//!     .p2align 6
//! 2:  step × STEPS
//!     subs n, n, #1
//!     b.ne 2b
//!     isb
//! ```
//!
//! **Cycles:** an iteration takes STEPS times the step's latency, plus the loop overhead of this
//! core (0 to a few cycles); the same for every length, so that the difference of two lengths is
//! free of it. Latencies: the kinds' own notes; sources are the Arm software optimisation guides,
//! ocxtal's insn_bench_aarch64 tables and Dougall Johnson's Firestorm and Icestorm tables. ISB: Arm
//! ARM (DDI 0487), C6.2 "ISB": it flushes the pipeline, so that nothing behind it is fetched before
//! all in front of it has completed. The tight loop is `subs` and `b.ne` alone: one cycle per
//! iteration if the core runs the branch in parallel with the subtraction, two on some.
//!
//! x18, x19 and x29 are left to the compiler's allocator, which knows the platform's rules for
//! them.

/// The functions of one kind: picks this architecture's frame and steps.
macro_rules! chain {
    (aarch64: $frame:ident [$($step:literal),+], x86_64: $other:ident $ignored:tt,) => {
        $frame! { [$($step),+] }
    };
}

/// An unrolled chain through an integer register.
macro_rules! integer {
    ([$($step:literal),+]) => {
        unrolled! { [$($step),+], reg, ["ldp {a}, {b}, [{operands}]"] }
    };
}

/// An unrolled chain through a floating-point register.
macro_rules! float {
    ([$($step:literal),+]) => {
        unrolled! { [$($step),+], vreg, ["ldp {a:d}, {b:d}, [{operands}]"] }
    };
}

macro_rules! barrier {
    () => {
        "isb"
    };
}

macro_rules! count_down {
    () => {
        "subs {iterations}, {iterations}, #1"
    };
}

macro_rules! again {
    () => {
        "b.ne 2b"
    };
}
