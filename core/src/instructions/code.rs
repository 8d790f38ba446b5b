//! A chain of one instruction, ready to run: the loop around it, the same on all architectures but for its words.
//!
//! ```text
//!     barrier               // what came before has ended
//!     load registers        // values from memory, never a move-immediate
//!     barrier               // they are there
//!     .p2align 6            // every body starts on a cache line
//! 2:  pattern × STEPS       // written by core/build/ from a line of the set
//!     count the trip down   // beside the chain: another register, and without flags where flags carry the chain
//!     branch back to 2
//!     barrier               // the chain has ended before the clock is read again
//! ```
//!
//! `aarch64.rs` and `x86_64.rs` give the words, with their cycles and the manuals' pages. What the assembler made of each
//! pattern is disassembled and held against the set in tests/target/instruction_code.rs.

use super::form::Body;
use super::set::{SLOTS, WORDS};

/// Words of the memory that loads read: as many as any addressing mode of the set reaches, each way.
const MEMORY: usize = 1024;

/// What a chain starts from: the registers' values, and memory that holds its own address in every word.
#[derive(Debug, Clone)]
#[repr(C, align(64))]
pub(super) struct Operands {
    registers: [[u64; WORDS]; SLOTS],
    memory: [u64; MEMORY],
}

impl Operands {
    /// The operands of these values; `None` is the address of the memory's middle.
    pub(super) fn new(values: &[Option<u64>; SLOTS]) -> Box<Operands> {
        let mut operands = Box::new(Operands { registers: [[0; WORDS]; SLOTS], memory: [0; MEMORY] });
        let middle = (&raw const operands.memory[MEMORY / 2]).expose_provenance() as u64;
        operands.memory = [middle; MEMORY];
        operands.registers = values.map(|value| [value.unwrap_or(middle); WORDS]);
        operands
    }
}

/// A chain's machine code: reads its operands, runs `trips` trips.
pub(super) type Entry = unsafe extern "C" fn(operands: *mut Operands, trips: u64);

/// A chain in its bodies.
#[derive(Debug, Clone, Copy)]
pub struct Code {
    pub(super) short: Entry,
    pub(super) middle: Entry,
    /// Only where the whole set is built in: it is most of its size.
    pub(super) long: Option<Entry>,
}

impl Code {
    /// Where the machine code of a body begins: for disassembling it. `None` where that body is not built in.
    pub fn start(&self, body: Body) -> Option<*const u8> {
        self.entry(body).map(|entry| entry as *const u8)
    }

    /// The machine words of one step, as they stand in the loop: what a machine of known latencies is set by
    /// (tests/lab).
    #[cfg(target_arch = "aarch64")]
    pub fn step_words(&self) -> Vec<u32> {
        /// `cbnz x1` over any distance.
        const COUNTED: u32 = 0xb500_0001;
        const DISTANCE: u32 = 0x00ff_ffe0;
        let start = self.short as *const u32;
        // SAFETY: every body is code of this program, and ends with the loop's branch, where this ends, too.
        let word = |index: usize| unsafe { start.add(index).read_unaligned() };
        let ends = |index: &usize| word(*index) & !DISTANCE == COUNTED;
        let branch = (0..).find(ends).expect("a number in an endless row");
        // The distance is counted in words and negative: back to the first step. Bits 23 to 5, Arm ARM C6.2.47.
        let back = ((word(branch) << 8) as i32 >> 13).unsigned_abs() as usize;
        // Between the last step and the branch the trip is counted.
        let steps = (branch - back)..(branch - 1);
        steps.clone().take(steps.len() / Body::Short.steps() as usize).map(word).collect()
    }

    pub(super) fn entry(&self, body: Body) -> Option<Entry> {
        match body {
            Body::Short => Some(self.short),
            Body::Middle => Some(self.middle),
            Body::Long => self.long,
        }
    }
}

/// A chain's function: its body so many times.
macro_rules! body {
    (
        $name:ident, $repeats:expr, [$($enable:tt)*], [$($load:literal),*], [$($line:literal),+], $loop:ident, $width:ident
    ) => {
        /// # Safety
        /// `operands` points to `Operands`; `trips` is at least 1; the core has the form's features.
        #[inline(never)]
        $($enable)*
        unsafe extern "C" fn $name(operands: *mut Operands, trips: u64) {
            // SAFETY: the block reads and writes inside of `operands`, which the caller vouches for, writes only
            // registers declared as clobbered and the flags, and ends when `trips` has been counted down.
            unsafe { assembly! { operands, trips, $repeats, [$($load),*], [$($line),+], $loop, $width } }
        }
    };
}

/// The functions of one chain, in a module of its own.
macro_rules! code {
    (
        $name:ident, [$($enable:tt)*], loads [$($load:literal),*], pattern [$($line:literal),+],
        $steps:literal steps, $loop:ident, $width:ident
    ) => {
        mod $name {
            use super::*;

            body! { short, 20 / $steps, [$($enable)*], [$($load),*], [$($line),+], $loop, $width }
            body! { middle, 100 / $steps, [$($enable)*], [$($load),*], [$($line),+], $loop, $width }
            #[cfg(feature = "all-instructions")]
            body! { long, 1000 / $steps, [$($enable)*], [$($load),*], [$($line),+], $loop, $width }

            #[cfg(feature = "all-instructions")]
            const LONG: Option<Entry> = Some(long);
            #[cfg(not(feature = "all-instructions"))]
            const LONG: Option<Entry> = None;

            pub(super) const CODE: Code = Code { short, middle, long: LONG };
        }
    };
}
