//! The loop around a chain, the same on all architectures but for its words.
//!
//! ```text
//!     barrier               // what came before has ended: the clock's read does not overlap the chain
//!     load a, b             // values from memory, never a move-immediate
//!     .p2align 6            // every body starts on a cache line
//! 2:  step × STEPS          // a <- a op b
//!     count down            // in parallel with the chain: another register
//!     branch back to 2
//!     barrier               // the chain has ended before the clock is read again
//! ```
//!
//! All of it is one `asm!` block, so that the compiler can put nothing between its instructions.
//! `aarch64.rs` and `x86_64.rs` give the words: `barrier!`, `count_down!`, `again!`, and how
//! registers are loaded; they also state the cycles and the pages of the manuals.
//!
//! **Options:** `nostack`: no push, no red zone to spare. `readonly`: it loads the operands and
//! stores nothing (`nomem` in the tight loop, which loads nothing). Not `pure`: it must run
//! although its outputs are unused. Not `preserves_flags`: counting down writes them. **Clobbers:**
//! the registers declared as outputs, and the flags.

/// An unrolled chain in all lengths: `steps`, the class of its registers, and the loads of their
/// values.
macro_rules! unrolled {
    ([$($step:literal),+], $class:ident, [$($load:literal),+]) => {
        unrolled! { @body short, Short, [$($step),+], $class, [$($load),+] }
        unrolled! { @body middle, Middle, [$($step),+], $class, [$($load),+] }
        unrolled! { @body long, Long, [$($step),+], $class, [$($load),+] }

        pub(in crate::chain) fn entry(length: BodyLength) -> Option<Entry> {
            Some(match length {
                BodyLength::Short => short,
                BodyLength::Middle => middle,
                BodyLength::Long => long,
            })
        }
    };
    (@body $name:ident, $length:ident, [$($step:literal),+], $class:ident, [$($load:literal),+]) => {
        in_section! {
            /// # Safety
            /// `operands` points to an `Operands`; `iterations` is at least 1.
            #[inline(never)]
            unsafe extern "C" fn $name(operands: *const Operands, iterations: u64) {
                /// Instructions of the step's pattern: the body repeats it until it has its steps.
                const PATTERN: u32 = [$($step),+].len() as u32;
                // SAFETY: the block reads 16 bytes at `operands`, which the caller vouches for,
                // writes only the registers declared as outputs and the flags, and ends when
                // `iterations` has been counted down.
                unsafe {
                    std::arch::asm!(
                        barrier!(),
                        $($load,)+
                        ".p2align 6",
                        "2:",
                        ".rept {repeats}",
                        $($step,)+
                        ".endr",
                        count_down!(),
                        again!(),
                        barrier!(),
                        repeats = const BodyLength::$length.steps() / PATTERN,
                        operands = in(reg) operands,
                        iterations = inout(reg) iterations => _,
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
/// One cycle per iteration if the core fuses the branch with the subtraction or runs them in
/// parallel, two on some.
macro_rules! tight {
    ([$step:literal]) => {
        in_section! {
            /// # Safety
            /// `iterations` is at least 1; `operands` is not read.
            #[inline(never)]
            unsafe extern "C" fn tight(_operands: *const Operands, iterations: u64) {
                // SAFETY: the block touches no memory, writes `a` and the flags, and ends when `a`
                // reaches 0.
                unsafe {
                    std::arch::asm!(
                        barrier!(),
                        ".p2align 6",
                        "2:",
                        $step,
                        again!(),
                        barrier!(),
                        a = inout(reg) iterations => _,
                        options(nostack, nomem),
                    );
                }
            }
        }

        pub(in crate::chain) fn entry(_length: BodyLength) -> Option<Entry> {
            Some(tight)
        }
    };
}
