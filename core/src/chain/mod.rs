//! Chains of dependent instructions whose length in cycles is known.
//!
//! A *chain* is a body of instructions, each of which needs the result of the one before, closed by
//! a counted loop. However wide the core, it cannot start a step before the last one has ended: a
//! body of 256 additions of one cycle each takes 256 cycles. The loop's own instructions run in
//! parallel with the chain, or add cycles: it does not matter, because every kind comes in several
//! body lengths, and the difference between two of them with the same iteration count contains only
//! steps of the chain.
//!
//! * [`ChainKind`]: the instruction and its role, in one list (`kinds.rs`, with the rules for a
//!   step).
//! * [`BodyLength`]: which of the bodies.
//! * [`Chain`]: a kind and a length, ready to run.
//! * `frame` (`frame.rs`): the loop, for both architectures; `architecture` (`aarch64.rs`,
//!   `x86_64.rs`): its words.
//!
//! Nothing here reads a clock.

#[cfg_attr(target_arch = "aarch64", path = "aarch64.rs")]
#[cfg_attr(target_arch = "x86_64", path = "x86_64.rs")]
#[cfg_attr(not(any(target_arch = "aarch64", target_arch = "x86_64")), path = "unsupported.rs")]
#[macro_use]
mod architecture;
#[cfg(any(target_arch = "aarch64", target_arch = "x86_64"))]
#[macro_use]
mod frame;
mod kinds;

pub use kinds::{ChainKind, Role};

use serde::{Deserialize, Serialize};

/// The chains of this crate are written for AArch64 and x86-64 only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there are no instruction chains for the architecture {}", std::env::consts::ARCH)]
pub struct UnsupportedArchitecture;

/// Body length of a chain.
///
/// The cycle counts of two lengths differ by the difference of their steps alone. The long one is
/// eight times the short one, so that little time goes into the short windows; 256 steps are 1 KiB
/// of AArch64 code, far below every first-level instruction cache and micro-operation cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BodyLength {
    /// 32 steps per iteration.
    Short,
    /// 128 steps per iteration: a point between the other two, which shows whether time is linear
    /// in steps.
    Middle,
    /// 256 steps per iteration.
    Long,
}

impl BodyLength {
    /// All lengths, shortest first.
    pub const ALL: [BodyLength; 3] = [BodyLength::Short, BodyLength::Middle, BodyLength::Long];

    /// Steps in an unrolled body of this length.
    pub const fn steps(self) -> u32 {
        match self {
            BodyLength::Short => 32,
            BodyLength::Middle => 128,
            BodyLength::Long => 256,
        }
    }
}

/// Start values of a chain, which it reads from memory itself.
///
/// The values never come from a move-immediate: cores that rename constants keep a tag on such a
/// register and fold later additions (Intel Golden Cove and later: docs/sources.md, Folding of
/// constants).
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub(crate) struct Operands {
    /// The register that the chain runs through.
    accumulator: u64,
    /// The other operand; the chain never writes it.
    operand: u64,
}

impl Operands {
    /// Full-width odd numbers: no multiplier ends early on them, and no product becomes zero.
    pub(crate) const INTEGER: Operands =
        Operands { accumulator: 0x0123_4567_89ab_cdef, operand: 0x9e37_79b9_7f4a_7c15 };

    /// 1.5 + 1e-300 is 1.5 again: a normal number for ever, never a denormal, an infinity or a NaN.
    pub(crate) const FLOAT_ADD: Operands =
        Operands { accumulator: 1.5_f64.to_bits(), operand: 1e-300_f64.to_bits() };

    /// 1.5 · 1.0 stays 1.5.
    pub(crate) const FLOAT_MULTIPLY: Operands =
        Operands { accumulator: 1.5_f64.to_bits(), operand: 1.0_f64.to_bits() };
}

/// A chain's machine code: reads its operands, runs `iterations` iterations, returns nothing.
type Entry = unsafe extern "C" fn(operands: *const Operands, iterations: u64);

/// A kind in one length, ready to run.
#[derive(Debug, Clone, Copy)]
pub struct Chain {
    kind: ChainKind,
    length: BodyLength,
    entry: Entry,
    operands: Operands,
}

impl Chain {
    /// The chain of this kind and length.
    ///
    /// # Errors
    /// [`UnsupportedArchitecture`] if there are no chains for the architecture of this build.
    pub fn new(kind: ChainKind, length: BodyLength) -> Result<Chain, UnsupportedArchitecture> {
        let entry = kind.entry(length).ok_or(UnsupportedArchitecture)?;
        Ok(Chain { kind, length, entry, operands: kind.operands() })
    }

    /// The kind.
    pub fn kind(&self) -> ChainKind {
        self.kind
    }

    /// Body length. The tight loop has the same body in all lengths, with different iteration
    /// counts.
    pub fn length(&self) -> BodyLength {
        self.length
    }

    /// Dependent steps in an iteration: 1 for a tight loop, [`BodyLength::steps`] for the others.
    pub fn steps_per_iteration(&self) -> u32 {
        self.kind.steps_per_iteration(self.length)
    }

    /// Runs `iterations` iterations of the chain.
    ///
    /// `iterations` of 0 would count down through 2^64: it is taken as 1.
    #[inline]
    pub fn run(&self, iterations: u64) {
        let operands = std::hint::black_box(self.operands);
        // SAFETY: `entry` is one of the functions of `architecture`, which read one `Operands`
        // through the pointer (valid for the whole call), write only registers that they declare,
        // touch no other memory and return after `iterations` >= 1 iterations.
        unsafe { (self.entry)(&raw const operands, iterations.max(1)) }
    }

    /// Start of the machine code, for disassembly.
    pub fn code(&self) -> *const u8 {
        self.entry as *const u8
    }
}
