//! Scalar floating point, and moves between the files. Arm ARM C4.1.96, "Floating-point ..." and
//! "Conversion between ...".

use crate::class::Class;

use super::operand::{Operand, v, x, x_out};
use super::{Op, bit, field};

/// Three sources: `fmadd` and its like.
pub(super) fn fused(word: u32) -> Op {
    Op::new(Class::FloatFused).reads([v(word, 5), v(word, 16), v(word, 10)]).writes([v(word, 0)])
}

/// All others, by bits 11 and 10.
pub(super) fn scalar(word: u32) -> Op {
    let two = [v(word, 5), v(word, 16)];
    if !bit(word, 21) {
        return conversion(word);
    }
    match field(word, 10, 2) {
        // Two sources.
        0b10 => {
            let class = match field(word, 12, 4) {
                0b0000 | 0b1000 => Class::FloatMultiply,
                0b0001 => Class::FloatDivide,
                0b0010 | 0b0011 => Class::FloatAdd,
                _ => Class::Float,
            };
            Op::new(class).reads(two).writes([v(word, 0)])
        }
        // Conditional select, conditional compare.
        0b11 => Op::new(Class::Float).reads(two).reads([Operand::FLAGS]).writes([v(word, 0)]),
        0b01 => Op::new(Class::Float).reads(two).reads([Operand::FLAGS]).writes([Operand::FLAGS]),
        _ => of_one(word),
    }
}

/// Compare, immediate, one source, conversions.
fn of_one(word: u32) -> Op {
    if field(word, 10, 4) == 0b1000 {
        // Bit 3: the comparison is with zero.
        let other = if bit(word, 3) { Operand::ZERO } else { v(word, 16) };
        return Op::new(Class::Float).reads([v(word, 5), other]).writes([Operand::FLAGS]);
    }
    if field(word, 10, 3) == 0b100 {
        return Op::new(Class::Float).writes([v(word, 0)]);
    }
    if field(word, 10, 5) == 0b1_0000 {
        // `fsqrt` is operation 000011.
        let root = field(word, 15, 6) == 0b00_0011;
        let class = if root { Class::FloatDivide } else { Class::Float };
        return Op::new(class).reads([v(word, 5)]).writes([v(word, 0)]);
    }
    conversion(word)
}

/// To a general register, or from one (scvtf, ucvtf: 010, 011; fmov: 111).
fn conversion(word: u32) -> Op {
    let (mode, operation) = (field(word, 19, 2), field(word, 16, 3));
    match (mode, operation) {
        // `fmov` of the upper half keeps the lower.
        (0b01, 0b111) => Op::new(Class::Float).reads([x(word, 5), v(word, 0)]).writes([v(word, 0)]),
        (_, 0b010 | 0b011 | 0b111) => Op::new(Class::Float).reads([x(word, 5)]).writes([v(word, 0)]),
        // `fjcvtzs` says in the flags whether it was exact.
        (0b11, 0b110) => Op::new(Class::Float).reads([v(word, 5)]).writes([x_out(word, 0), Operand::FLAGS]),
        _ => Op::new(Class::Float).reads([v(word, 5)]).writes([x_out(word, 0)]),
    }
}
