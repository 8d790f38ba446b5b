//! A register of an instruction, and where in the word its number stands.

use serde::{Deserialize, Serialize};

use super::field;

/// A register as the model names it: 0 to 30 are x0 to x30, 31 is the stack pointer, 32 to 63 are
/// v0 to v31.
pub type Register = u8;
/// The condition flags.
pub const FLAGS: Register = 64;
/// A register that is always ready: the zero register as a source.
pub const ZERO: Register = 65;
/// A register that is never read: the zero register as a destination.
pub const SINK: Register = 66;
/// Number of registers, including these.
pub const REGISTERS: usize = 67;

/// Where a register's number stands: the Arm ARM's Rd, Rn, Ra, Rm by the bits that they have nearly
/// everywhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Field {
    /// Bits 4 to 0: Rd, Rt.
    D,
    /// Bits 9 to 5: Rn. A list's further registers count as its first.
    N,
    /// Bits 14 to 10: Ra, Rt2.
    A,
    /// Bits 20 to 16: Rm, Rs.
    M,
    /// The condition flags, which have no number.
    Flags,
    /// Another register that has no number: the link register of a call.
    Implied,
}

impl Field {
    /// Its bits.
    pub const fn mask(self) -> u32 {
        match self {
            Self::D => 0x1f,
            Self::N => 0x1f << 5,
            Self::A => 0x1f << 10,
            Self::M => 0x1f << 16,
            Self::Flags | Self::Implied => 0,
        }
    }

    const fn at(low: u32) -> Self {
        match low {
            0 => Self::D,
            5 => Self::N,
            10 => Self::A,
            _ => Self::M,
        }
    }
}

/// A register that an instruction reads or writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Operand {
    /// The register.
    pub register: Register,
    /// Where its number stands.
    pub field: Field,
}

impl Operand {
    /// Nothing that is read.
    pub const ZERO: Self = Self { register: ZERO, field: Field::Implied };
    /// Nothing that is written.
    pub const SINK: Self = Self { register: SINK, field: Field::Implied };
    /// The condition flags.
    pub const FLAGS: Self = Self { register: FLAGS, field: Field::Flags };
    /// The link register of a call.
    pub(super) const LINK: Self = Self { register: 30, field: Field::Implied };

    /// The register `places` further in a list: after 31 comes 0.
    pub(super) fn after(self, places: u8) -> Self {
        Self { register: (self.register & 0x20) | ((self.register + places) & 0x1f), ..self }
    }
}

/// A general register where 31 is the zero register and is read.
pub(super) fn x(word: u32, low: u32) -> Operand {
    match x_or_sp(word, low) {
        Operand { register: 31, .. } => Operand::ZERO,
        operand => operand,
    }
}

/// A general register where 31 is the zero register and is written.
pub(super) fn x_out(word: u32, low: u32) -> Operand {
    match x_or_sp(word, low) {
        Operand { register: 31, .. } => Operand::SINK,
        operand => operand,
    }
}

/// A general register where 31 is the stack pointer.
pub(super) fn x_or_sp(word: u32, low: u32) -> Operand {
    Operand { register: field(word, low, 5) as u8, field: Field::at(low) }
}

pub(super) fn v(word: u32, low: u32) -> Operand {
    Operand { register: 32 + field(word, low, 5) as u8, field: Field::at(low) }
}

/// A vector whose number has four bits, as the fifth belongs to the number of a lane.
pub(super) fn v_of_low_half(word: u32, low: u32) -> Operand {
    Operand { register: 32 + field(word, low, 4) as u8, field: Field::at(low) }
}
