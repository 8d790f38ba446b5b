//! A chain of one instruction, ready to run: the loop around it, the same on all architectures but
//! for its words.
//!
//! ```text
//!     barrier               // what came before has ended
//!     load registers        // values from memory, never a move-immediate
//!     barrier               // they are there
//!     .p2align 6            // every body starts on a cache line
//! 2:  pattern × STEPS       // written by build/ from a line of the set
//!     count the iteration down   // beside the chain: another register, and without flags where flags carry the chain
//!     branch back to 2
//!     barrier               // the chain has ended before the clock is read again
//! ```
//!
//! The body of 1,000 steps is not built in: `written` writes it from the one of 100, and here is
//! the code that calls it.
//!
//! `aarch64.rs` and `x86_64.rs` give the words, with their cycles and the manuals' pages. The
//! assembler's output for each pattern is disassembled and compared with the set in
//! tests/target/instruction_code.rs.

use super::form::Body;
use super::set::{SLOTS, WORDS};
use super::words;

/// Words of the memory that loads read: as many as any addressing mode of the set reaches, each
/// way.
pub(super) const MEMORY: usize = 1024;

/// Initial state of a chain: the registers' values, and memory that holds its own address in every
/// word.
#[derive(Debug, Clone)]
#[repr(C, align(64))]
pub(super) struct Operands {
    registers: [[u64; WORDS]; SLOTS],
    pub(super) memory: [u64; MEMORY],
    /// Address of a body written at run time.
    pub(super) written: *const u8,
}

impl Operands {
    /// The operands of these values; `None` is the address of the memory's middle.
    pub(super) fn new(values: &[Option<u64>; SLOTS]) -> Box<Operands> {
        let mut operands = Box::new(Operands {
            registers: [[0; WORDS]; SLOTS],
            memory: [0; MEMORY],
            written: std::ptr::null(),
        });
        let middle = (&raw const operands.memory[MEMORY / 2]).expose_provenance() as u64;
        operands.memory = [middle; MEMORY];
        operands.registers = values.map(|value| [value.unwrap_or(middle); WORDS]);
        operands
    }
}

/// A chain's machine code: reads its operands, and runs `iterations` iterations.
pub(super) type Entry = unsafe extern "C" fn(operands: *mut Operands, iterations: u64);

/// Returns the start of a part's code: entries, each a length and as many bytes; first those that
/// load the registers, up to a length of 0, then the copies, up to another.
#[cfg(feature = "all")]
pub(super) type PartCode = unsafe extern "C" fn() -> *const u8;

/// A chain in its bodies.
#[derive(Debug, Clone, Copy)]
pub struct Code {
    pub(super) short: Entry,
    pub(super) middle: Entry,
    /// Calls a body written at run time. `None` unless the whole set is built in.
    pub(super) written: Option<Entry>,
    /// In place of the built-in bodies.
    pub(super) own: Option<&'static OwnCode>,
}

/// The user's own machine code, of which all bodies are written at run time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnCode {
    /// Code that runs once, before the loop.
    pub first: Vec<u8>,
    /// A step.
    pub step: Vec<u8>,
}

impl Code {
    /// Start of the machine code of a body, for disassembling it. `None` if that body is not built
    /// in.
    pub fn start(&self, body: Body) -> Option<*const u8> {
        self.entry(body).map(|entry| entry as *const u8)
    }

    /// The machine code of one iteration of a built-in body without the loop's end; `None` if it is
    /// not built in.
    pub fn turn(&self, body: Body) -> Option<&'static [u8]> {
        let start = self.start(body)?;
        let (first, end) = (0..).find_map(|at| {
            // SAFETY: every function of a chain has a loop, and nothing is read beyond its end.
            let end = unsafe { start.add(at) };
            // SAFETY: as above.
            let first = unsafe { words::turns_back(end) }?;
            Some((first, end))
        })?;
        // SAFETY: both are in this function, the first before the second, and program code does not
        // change.
        Some(unsafe { std::slice::from_raw_parts(first, end.addr() - first.addr()) })
    }

    /// The machine code after which a built-in loop repeats itself; empty if none is built in.
    pub fn pattern(&self) -> &'static [u8] {
        let turn = self.turn(Body::Short).unwrap_or_default();
        let steps = Body::Short.steps() as usize;
        let repeats = |first: &&[u8]| turn.chunks(first.len().max(1)).all(|chunk| chunk == *first);
        let is_divisor =
            |count: &usize| steps.is_multiple_of(*count) && turn.len().is_multiple_of(steps / count);
        (1..steps)
            .filter(is_divisor)
            .map(|count| &turn[..turn.len() * count / steps])
            .find(repeats)
            .unwrap_or(turn)
    }

    /// The machine words of one step, as they stand in the loop. The lab assigns known latencies to
    /// them (tests/lab).
    #[cfg(target_arch = "aarch64")]
    pub fn step_words(&self) -> Vec<u32> {
        let turn = self.turn(Body::Short).unwrap_or_default();
        let words = turn.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
        words.take(turn.len() / 4 / Body::Short.steps() as usize).collect()
    }

    pub(super) fn entry(&self, body: Body) -> Option<Entry> {
        match body {
            _ if self.own.is_some() => None,
            Body::Short => Some(self.short),
            Body::Middle => Some(self.middle),
            Body::WrittenMiddle | Body::WrittenLong => None,
        }
    }
}

/// A chain's function, with its body repeated `$repeats` times.
macro_rules! body {
    (
        $name:ident, $repeats:expr, [$($enable:tt)*], [$($load:literal),*], [$($line:literal),+], $loop:ident, $width:ident
    ) => {
        /// # Safety
        /// `operands` points to `Operands`; `iterations` is at least 1; the core has the form's
        /// features.
        #[inline(never)]
        $($enable)*
        unsafe extern "C" fn $name(operands: *mut Operands, iterations: u64) {
            // SAFETY: the block reads and writes inside of `operands`, which the caller vouches
            // for, writes only registers declared as clobbered and the flags, and ends when
            // `iterations` has been counted down.
            unsafe { assembly! { operands, iterations, $repeats, [$($load),*], [$($line),+], $loop, $width } }
        }
    };
}

/// A chain's function whose body was written at run time.
#[cfg(feature = "all")]
macro_rules! written {
    ([$($enable:tt)*], [$($load:literal),*], $loop:ident, $width:ident) => {
        /// # Safety
        /// As of the others; `written` of the operands is the start of a body that was written of
        /// the same chain.
        #[inline(never)]
        $($enable)*
        unsafe extern "C" fn written(operands: *mut Operands, iterations: u64) {
            // SAFETY: as for the others, of whose bodies the written one consists; it returns when
            // `iterations` have been counted down.
            unsafe { call_written! { operands, iterations, [$($load),*], $loop, $width } }
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
            #[cfg(feature = "all")]
            written! { [$($enable)*], [$($load),*], $loop, $width }
            #[cfg(feature = "all")]
            const WRITTEN: Option<Entry> = Some(written);
            #[cfg(not(feature = "all"))]
            const WRITTEN: Option<Entry> = None;

            pub(super) const CODE: Code = Code { short, middle, written: WRITTEN, own: None };
        }
    };
}

/// A part's code: it is read, and never runs where it stands.
#[cfg(feature = "all")]
macro_rules! part {
    ($name:ident, [$($enable:tt)*], loads [$($load:literal),*], copies [$($copy:literal),*]) => {
        /// # Safety
        /// The core has the form's features.
        #[inline(never)]
        $($enable)*
        unsafe extern "C" fn $name() -> *const u8 {
            let start: *const u8;
            // SAFETY: it writes a register that is declared, and jumps over the rest.
            unsafe { part_assembly! { start, [$($load),*], [$($copy),*] } }
            start
        }
    };
}
