//! The chains of a reading.

use trueghz::chain::Kind;
use trueghz::estimate::TightLoop;
use trueghz::estimate::consensus::{ChainFinding, ChainResult};

/// A kind of chain: which instruction follows on itself.
pub type ChainKind = Kind;

/// A kind of chain: which instruction follows on itself.
#[uniffi::remote(Enum)]
#[non_exhaustive]
pub enum ChainKind {
    /// The loop with nothing in it: one instruction and its branch. Its cycles are a result.
    TightLoop,
    /// Subtracts a constant of one. One cycle wherever constants are not folded.
    Decrement,
    /// Adds a register: one cycle.
    Add,
    /// Exclusive or: one cycle.
    Xor,
    /// Subtracts a register: one cycle.
    Subtract,
    /// Rotates: one cycle.
    Rotate,
    /// Add, exclusive or, subtract and rotate in turn: one cycle each.
    Mixed,
    /// 64-bit multiplication: two to five cycles.
    Multiply,
    /// Addition of doubles: two to four cycles.
    FloatAdd,
    /// Multiplication of doubles: three to five cycles.
    FloatMultiply,
}

/// What a kind of chain turned out to be on a core.
#[uniffi::remote(Enum)]
#[non_exhaustive]
pub enum ChainFinding {
    /// As expected of the kind.
    AsExpected,
    /// Less than a cycle per step: the core folds it when it renames registers.
    Folded,
    /// A whole number of cycles, two or more, where one is usual.
    SeveralCycles,
    /// A whole number of cycles that no known core takes.
    UnknownRatio,
    /// Not a whole number of cycles.
    NotWhole,
    /// No window of this kind was undisturbed.
    NotMeasured,
}

/// One kind of chain in a reading.
#[uniffi::remote(Record)]
pub struct ChainResult {
    /// The kind.
    pub kind: ChainKind,
    /// Cycles per step, by the clock that the consensus found; absent where it was not measured or there
    /// is no consensus.
    pub cycles_per_step: Option<f64>,
    /// Its standard error, in cycles.
    pub error_cycles: Option<f64>,
    /// Whether it fits the consensus.
    pub agrees: bool,
    /// What it turned out to be.
    pub finding: ChainFinding,
}

/// The loop with nothing in it.
#[uniffi::remote(Record)]
pub struct TightLoop {
    /// Cycles that an iteration takes; absent where it was not measured.
    pub cycles_per_iteration: Option<f64>,
    /// Its standard error, in cycles.
    pub error_cycles: Option<f64>,
}
