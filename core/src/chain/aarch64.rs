//! The loops around the chains, AArch64.
//!
//! All of a chain is one `asm!` block, so that the compiler can put nothing between its instructions:
//!
//! ```text
//!     isb                   // what came before has ended: the clock's read does not overlap the chain
//!     ldp  a, b, [operands] // values from memory, never a move-immediate
//!     .p2align 6            // every body starts on a cache line
//! 2:  step × STEPS          // a <- a op b
//!     subs n, n, #1         // beside the chain: other registers
//!     b.ne 2b
//!     isb                   // the chain has ended before the clock is read again
//! ```
//!
//! **Cycles:** a trip takes STEPS times the step's latency, plus what the loop's end costs on this core (0 to a
//! few cycles); the same for every length, so that the difference of two lengths is free of it. Latencies: the
//! kinds' own notes; sources are the Arm software optimisation guides, ocxtal's insn_bench_aarch64 tables and
//! Dougall Johnson's Firestorm and Icestorm tables. ISB: Arm ARM (DDI 0487), C6.2 "ISB": it flushes the
//! pipeline, so that nothing behind it is fetched before all in front of it has completed.
//!
//! **Options:** `nostack`: no push, no red zone to spare. `readonly`: it loads the operands and stores nothing.
//! Not `pure`: it must run although nobody uses its outputs. Not `preserves_flags`: `subs` writes NZCV.
//! **Clobbers:** the registers named as outputs, and the flags. x18, x19 and x29 are left to the compiler's
//! allocator, which knows the platform's rules for them.

/// The functions of one kind: picks this architecture's frame and steps.
macro_rules! chain {
    (aarch64: $frame:ident [$($step:literal),+], x86_64: $other:ident $ignored:tt,) => {
        $frame! { [$($step),+] }
    };
}

/// An unrolled chain through an integer register.
macro_rules! integer {
    ([$($step:literal),+]) => {
        unrolled! { [$($step),+], reg, "ldp {a}, {b}, [{operands}]" }
    };
}

/// An unrolled chain through a floating-point register.
macro_rules! float {
    ([$($step:literal),+]) => {
        unrolled! { [$($step),+], vreg, "ldp {a:d}, {b:d}, [{operands}]" }
    };
}

macro_rules! unrolled {
    ([$($step:literal),+], $class:ident, $load:literal) => {
        unrolled! { @body short, Short, [$($step),+], $class, $load }
        unrolled! { @body middle, Middle, [$($step),+], $class, $load }
        unrolled! { @body long, Long, [$($step),+], $class, $load }

        pub(in crate::chain) fn entry(length: Length) -> Option<Entry> {
            Some(match length {
                Length::Short => short,
                Length::Middle => middle,
                Length::Long => long,
            })
        }
    };
    (@body $name:ident, $length:ident, [$($step:literal),+], $class:ident, $load:literal) => {
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
                        "isb",
                        $load,
                        ".p2align 6",
                        "2:",
                        ".rept {repeats}",
                        $($step,)+
                        ".endr",
                        "subs {trips}, {trips}, #1",
                        "b.ne 2b",
                        "isb",
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
                        "isb",
                        ".p2align 6",
                        "2:",
                        $step,
                        "b.ne 2b",
                        "isb",
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
