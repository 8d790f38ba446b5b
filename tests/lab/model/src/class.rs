//! The classes of instructions that have a latency of their own.

use serde::{Deserialize, Serialize};

/// A class of instructions: what has one latency and one kind of pipe.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Class {
    /// `add`, `adds`, `adc` with registers, unshifted.
    Add,
    /// `sub`, `subs`, `sbc` with registers, unshifted.
    Subtract,
    /// `and`, `orr`, `eor` and their like with registers, unshifted; `csel` and its like.
    Logic,
    /// `add`, `sub`, `adds`, `subs` with an immediate.
    AddImmediate,
    /// `and`, `orr`, `eor` with an immediate; `movz` and its like; `adr`.
    LogicImmediate,
    /// Arithmetic and logic with a shifted or extended operand.
    Shifted,
    /// `lslv`, `lsrv`, `asrv`, `rorv`: by a register.
    Shift,
    /// `ubfm` and its like, `extr`: by an immediate; `clz`, `rev`, `rbit`.
    Bitfield,
    /// `crc32`.
    Crc,
    /// `mul`, `madd`, `msub`, and the long forms.
    Multiply,
    /// `smulh`, `umulh`.
    MultiplyHigh,
    /// `sdiv`, `udiv`.
    Divide,
    /// Scalar `fadd`, `fsub`.
    FloatAdd,
    /// Scalar `fmul`, `fnmul`.
    FloatMultiply,
    /// Scalar `fmadd` and its like.
    FloatFused,
    /// Scalar `fdiv`, `fsqrt`.
    FloatDivide,
    /// Every other scalar floating-point instruction, and vectors.
    Float,
    /// Loads.
    Load,
    /// Stores.
    Store,
    /// Branches.
    Branch,
    /// Hints, barriers but `isb`, system registers.
    System,
    /// `isb`: what follows waits for all that went before.
    Barrier,
    /// Instructions that the decoder does not know. Counted, so that a report can state their
    /// share.
    Unknown,
}

/// A group of pipes. A class runs in one of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Pipe {
    /// Additions, logic, shifts.
    Alu,
    /// Multiplications and divisions of integers.
    Multiply,
    /// Floating point and vectors.
    Float,
    /// Loads and stores.
    Memory,
    /// Branches.
    Branch,
}

impl Class {
    /// Number of classes.
    pub const COUNT: usize = Self::Unknown as usize + 1;

    /// All of them, in order.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Add,
        Self::Subtract,
        Self::Logic,
        Self::AddImmediate,
        Self::LogicImmediate,
        Self::Shifted,
        Self::Shift,
        Self::Bitfield,
        Self::Crc,
        Self::Multiply,
        Self::MultiplyHigh,
        Self::Divide,
        Self::FloatAdd,
        Self::FloatMultiply,
        Self::FloatFused,
        Self::FloatDivide,
        Self::Float,
        Self::Load,
        Self::Store,
        Self::Branch,
        Self::System,
        Self::Barrier,
        Self::Unknown,
    ];

    /// The pipes it runs in; `None` where it takes no pipe.
    pub const fn pipe(self) -> Option<Pipe> {
        match self {
            Self::Add
            | Self::Subtract
            | Self::Logic
            | Self::AddImmediate
            | Self::LogicImmediate
            | Self::Shifted
            | Self::Shift
            | Self::Bitfield
            | Self::Unknown => Some(Pipe::Alu),
            Self::Crc | Self::Multiply | Self::MultiplyHigh | Self::Divide => Some(Pipe::Multiply),
            Self::FloatAdd | Self::FloatMultiply | Self::FloatFused | Self::FloatDivide | Self::Float => {
                Some(Pipe::Float)
            }
            Self::Load | Self::Store => Some(Pipe::Memory),
            Self::Branch => Some(Pipe::Branch),
            Self::System | Self::Barrier => None,
        }
    }
}

impl Pipe {
    /// Number of groups.
    pub const COUNT: usize = Self::Branch as usize + 1;
}
