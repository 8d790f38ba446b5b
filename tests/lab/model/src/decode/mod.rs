//! From a word of A64 code to the properties that the model needs: class, sources, destinations,
//! and the place of each of them in the word.
//!
//! | file | what it holds |
//! |---|---|
//! | `operand` | a register and its place in the word |
//! | `integer` | data processing on general registers |
//! | `system` | branches, exceptions, the system's instructions |
//! | `float` | scalar floating point, and moves between the files |
//! | `vector` | Advanced SIMD and cryptography |
//! | `memory` | loads, stores, atomics |
//!
//! Arm ARM (DDI 0487), C4.1 "A64 instruction set encoding". The tests compare classes, registers
//! and the registers that are read before they are overwritten with a disassembler.

mod float;
mod integer;
mod memory;
mod operand;
mod system;
mod vector;

use crate::class::Class;

pub use operand::{FLAGS, Field, Operand, REGISTERS, Register, SINK, ZERO};
pub use system::{MARKER, needs_time, touches_timer, writes_system_register};
pub use vector::fuses_vectors;

/// One instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Op {
    /// Its class.
    pub class: Class,
    /// The operands read; unused places are [`Operand::ZERO`]. The most is a store of four vectors
    /// by two registers.
    pub sources: [Operand; 6],
    /// The operands written; unused places are [`Operand::SINK`]. The most is a load of four
    /// vectors.
    pub results: [Operand; 4],
    /// The base register that a load or store writes back; or [`SINK`].
    pub writeback: Register,
}

impl Op {
    fn new(class: Class) -> Self {
        Self { class, sources: [Operand::ZERO; 6], results: [Operand::SINK; 4], writeback: SINK }
    }

    fn reads<const N: usize>(mut self, operands: [Operand; N]) -> Self {
        for operand in operands {
            self = self.also_reads(operand);
        }
        self
    }

    fn also_reads(mut self, operand: Operand) -> Self {
        if let Some(free) = self.sources.iter_mut().find(|source| source.register == ZERO) {
            *free = operand;
        }
        self
    }

    fn writes<const N: usize>(mut self, operands: [Operand; N]) -> Self {
        for operand in operands {
            if let Some(free) = self.results.iter_mut().find(|result| result.register == SINK) {
                *free = operand;
            }
        }
        self
    }

    fn sets_flags(self, sets: bool) -> Self {
        if sets { self.writes([Operand::FLAGS]) } else { self }
    }

    /// Every register that it reads or writes, with its place.
    pub fn operands(&self) -> impl Iterator<Item = Operand> + use<> {
        let writeback = Operand { register: self.writeback, field: Field::N };
        let all = self.sources.into_iter().chain(self.results).chain([writeback]);
        all.filter(|operand| operand.register != ZERO && operand.register != SINK)
    }
}

fn field(word: u32, low: u32, width: u32) -> u32 {
    (word >> low) & ((1 << width) - 1)
}

fn bit(word: u32, at: u32) -> bool {
    field(word, at, 1) == 1
}

/// Decodes one word.
pub fn decode(word: u32) -> Op {
    match field(word, 25, 4) {
        0b1000 | 0b1001 => integer::immediate(word),
        0b1010 | 0b1011 => system::branch_or_system(word),
        0b0101 | 0b1101 => integer::register(word),
        0b0111 | 0b1111 => vector::float_or_vector(word),
        0b0100 | 0b0110 | 0b1100 | 0b1110 => memory::load_or_store(word),
        _ => Op::new(Class::Unknown),
    }
}

/// An instruction but for its registers' numbers: the word with zeros where they stand. The zero
/// register is part of the form: `mul` is a form beside `madd`.
pub fn form(word: u32) -> u32 {
    decode(word).operands().fold(word, |word, operand| word & !operand.field.mask())
}
