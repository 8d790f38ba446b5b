//! The words of the frame, x86-64.
//!
//! ```text
//!     lfence
//!     mov  a, [operands]
//!     mov  b, [operands+8]
//!     .p2align 6
//! 2:  step × STEPS
//!     dec  n
//!     jnz  2b
//!     lfence
//! ```
//!
//! **Cycles:** an iteration takes STEPS times the step's latency, plus the loop overhead of this
//! core; the same for every length, so that the difference of two lengths is free of it. Latencies:
//! the kinds' own notes; sources are the InstLatx64 dumps and Agner Fog's instruction tables.
//! LFENCE: Intel SDM vol. 2 "LFENCE": it does not execute before all earlier instructions have
//! completed locally, and none behind it starts before it has; AMD's APM vol. 3 states the same if
//! LFENCE is dispatch-serialising, as Linux sets it. The tight loop is `dec` and `jnz` alone.
//!
//! Local label 2: labels of only 0 and 1 read as binary numbers in Intel syntax.

/// The functions of one kind: picks this architecture's frame and steps.
macro_rules! chain {
    (aarch64: $other:ident $ignored:tt, x86_64: $frame:ident [$($step:literal),+],) => {
        $frame! { [$($step),+] }
    };
}

/// An unrolled chain through an integer register.
macro_rules! integer {
    ([$($step:literal),+]) => {
        unrolled! { [$($step),+], reg, ["mov {a}, [{operands}]", "mov {b}, [{operands} + 8]"] }
    };
}

/// An unrolled chain through an SSE register.
macro_rules! float {
    ([$($step:literal),+]) => {
        unrolled! { [$($step),+], xmm_reg, ["movsd {a}, [{operands}]", "movsd {b}, [{operands} + 8]"] }
    };
}

macro_rules! barrier {
    () => {
        "lfence"
    };
}

macro_rules! count_down {
    () => {
        "dec {iterations}"
    };
}

macro_rules! again {
    () => {
        "jnz 2b"
    };
}
