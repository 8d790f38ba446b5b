//! The loops around the chains, x86-64.
//!
//! All of a chain is one `asm!` block, so that the compiler can put nothing between its instructions:
//!
//! ```text
//!     lfence                // what came before has ended: the clock's read does not overlap the chain
//!     mov  a, [operands]    // values from memory, never a move-immediate
//!     mov  b, [operands+8]
//!     .p2align 6            // every body starts on a cache line
//! 2:  step × STEPS          // a <- a op b
//!     dec  n                // beside the chain: another register
//!     jnz  2b
//!     lfence                // the chain has ended before the clock is read again
//! ```
//!
//! **Cycles:** a trip takes STEPS times the step's latency, plus what the loop's end costs on this core; the
//! same for every length, so that the difference of two lengths is free of it. Latencies: the kinds' own notes;
//! sources are the InstLatx64 dumps and Agner Fog's instruction tables. LFENCE: Intel SDM vol. 2 "LFENCE": it
//! does not execute before all earlier instructions have completed locally, and none behind it starts before it
//! has; AMD's APM vol. 3 says the same where LFENCE is dispatch-serialising, as Linux sets it.
//!
//! **Options:** `nostack`: no push, no red zone to spare. `readonly`: it loads the operands and stores nothing.
//! Not `pure`: it must run although nobody uses its outputs. Not `preserves_flags`: the steps and `dec` write
//! them. **Clobbers:** the registers named as outputs, and the flags. Local label 2: labels of only 0 and 1
//! read as binary numbers in Intel syntax.

/// The functions of one kind: picks this architecture's frame and steps.
macro_rules! chain {
    (aarch64: $other:ident $ignored:tt, x86_64: $frame:ident [$($step:literal),+],) => {
        $frame! { [$($step),+] }
    };
}

/// An unrolled chain through an integer register.
macro_rules! integer {
    ([$($step:literal),+]) => {
        unrolled! { [$($step),+], reg, "mov {a}, [{operands}]", "mov {b}, [{operands} + 8]" }
    };
}

/// An unrolled chain through an SSE register.
macro_rules! float {
    ([$($step:literal),+]) => {
        unrolled! { [$($step),+], xmm_reg, "movsd {a}, [{operands}]", "movsd {b}, [{operands} + 8]" }
    };
}

macro_rules! unrolled {
    ([$($step:literal),+], $class:ident, $load_a:literal, $load_b:literal) => {
        unrolled! { @body short, Short, [$($step),+], $class, $load_a, $load_b }
        unrolled! { @body middle, Middle, [$($step),+], $class, $load_a, $load_b }
        unrolled! { @body long, Long, [$($step),+], $class, $load_a, $load_b }

        pub(in crate::chain) fn entry(length: Length) -> Option<Entry> {
            Some(match length {
                Length::Short => short,
                Length::Middle => middle,
                Length::Long => long,
            })
        }
    };
    (@body $name:ident, $length:ident, [$($step:literal),+], $class:ident, $load_a:literal, $load_b:literal) => {
        in_section! {
            /// # Safety
            /// `operands` points to an `Operands`; `trips` is at least 1.
            #[inline(never)]
            unsafe extern "C" fn $name(operands: *const Operands, trips: u64) {
                /// Instructions of the step's pattern: the body repeats it until it has its steps.
                const PATTERN: u32 = [$($step),+].len() as u32;
                // SAFETY: the block reads 16 bytes at `operands`, which the caller vouches for, writes only the
                // registers declared as outputs and the flags, and ends when `trips` has been counted down.
                unsafe {
                    std::arch::asm!(
                        "lfence",
                        $load_a,
                        $load_b,
                        ".p2align 6",
                        "2:",
                        ".rept {repeats}",
                        $($step,)+
                        ".endr",
                        "dec {trips}",
                        "jnz 2b",
                        "lfence",
                        repeats = const Length::$length.steps() / PATTERN,
                        operands = in(reg) operands,
                        trips = inout(reg) trips => _,
                        a = out($class) _,
                        b = out($class) _,
                        options(nostack, readonly),
                    );
                }
            }
        }
    };
}

/// The tight loop: the counter is the chain. The same code in all lengths.
///
/// One cycle an iteration where the core fuses or runs the branch beside the subtraction, two on some.
macro_rules! tight {
    ([$step:literal]) => {
        in_section! {
            /// # Safety
            /// `trips` is at least 1; `operands` is not read.
            #[inline(never)]
            unsafe extern "C" fn tight(_operands: *const Operands, trips: u64) {
                // SAFETY: the block touches no memory, writes `a` and the flags, and ends when `a` reaches 0.
                unsafe {
                    std::arch::asm!(
                        "lfence",
                        ".p2align 6",
                        "2:",
                        $step,
                        "jnz 2b",
                        "lfence",
                        a = inout(reg) trips => _,
                        options(nostack, nomem),
                    );
                }
            }
        }

        pub(in crate::chain) fn entry(_length: Length) -> Option<Entry> {
            Some(tight)
        }
    };
}
