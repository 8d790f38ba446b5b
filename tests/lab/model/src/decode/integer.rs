//! Data processing on general registers. Arm ARM C4.1.92, C4.1.95.

use crate::class::Class;

use super::operand::{Operand, x, x_or_sp, x_out};
use super::{Op, bit, field};

/// Data processing, immediate.
pub(super) fn immediate(word: u32) -> Op {
    let sets = field(word, 29, 2) == 0b11;
    match field(word, 23, 3) {
        // PC-relative addresses.
        0b000 | 0b001 => Op::new(Class::LogicImmediate).writes([x_out(word, 0)]),
        // Add, subtract; bit 29 sets flags, and then 31 is the zero register.
        0b010 => {
            let flags = field(word, 29, 1) == 1;
            let result = if flags { x_out(word, 0) } else { x_or_sp(word, 0) };
            Op::new(Class::AddImmediate).reads([x_or_sp(word, 5)]).writes([result]).sets_flags(flags)
        }
        // Logic; `ands` where the operation is 11.
        0b100 => {
            let result = if sets { x_out(word, 0) } else { x_or_sp(word, 0) };
            Op::new(Class::LogicImmediate).reads([x(word, 5)]).writes([result]).sets_flags(sets)
        }
        // Wide moves; `movk` keeps the rest of the register.
        0b101 if sets => Op::new(Class::LogicImmediate).reads([x(word, 0)]).writes([x_out(word, 0)]),
        0b101 => Op::new(Class::LogicImmediate).writes([x_out(word, 0)]),
        // Bitfields; `bfm` keeps the rest of the register.
        0b110 if field(word, 29, 2) == 0b01 => {
            Op::new(Class::Bitfield).reads([x(word, 5), x(word, 0)]).writes([x_out(word, 0)])
        }
        0b110 => Op::new(Class::Bitfield).reads([x(word, 5)]).writes([x_out(word, 0)]),
        // `extr`.
        0b111 => Op::new(Class::Bitfield).reads([x(word, 5), x(word, 16)]).writes([x_out(word, 0)]),
        _ => Op::new(Class::Unknown),
    }
}

/// Data processing, register.
pub(super) fn register(word: u32) -> Op {
    let sets = field(word, 29, 1) == 1;
    let two = [x(word, 5), x(word, 16)];
    if field(word, 28, 1) == 0 {
        let shifted = field(word, 10, 6) != 0;
        // Logic with a shifted register.
        if field(word, 24, 1) == 0 {
            let class = if shifted { Class::Shifted } else { Class::Logic };
            let ands = field(word, 29, 2) == 0b11;
            return Op::new(class).reads(two).writes([x_out(word, 0)]).sets_flags(ands);
        }
        // Extended registers may name the stack pointer; their plain form extends by the whole
        // width.
        if field(word, 21, 1) == 1 {
            let whole = 0b010 + field(word, 31, 1);
            let plain = field(word, 13, 3) == whole && field(word, 10, 3) == 0;
            let result = if sets { x_out(word, 0) } else { x_or_sp(word, 0) };
            let class = if plain { add_or_subtract(word) } else { Class::Shifted };
            return Op::new(class).reads([x_or_sp(word, 5), two[1]]).writes([result]).sets_flags(sets);
        }
        let class = if shifted { Class::Shifted } else { add_or_subtract(word) };
        return Op::new(class).reads(two).writes([x_out(word, 0)]).sets_flags(sets);
    }
    match field(word, 21, 4) {
        // `rmif`, and `setf` of 8 or 16 bits, which keeps the carry. All flags are written where
        // the mask is 15.
        0b0000 if field(word, 10, 5) == 1 => {
            let op = Op::new(Class::Logic).reads([two[0]]).writes([Operand::FLAGS]);
            if field(word, 0, 4) == 0b1111 { op } else { op.also_reads(Operand::FLAGS) }
        }
        0b0000 if field(word, 10, 4) == 0b0010 => {
            Op::new(Class::Logic).reads([two[0], Operand::FLAGS]).writes([Operand::FLAGS])
        }
        // With carry.
        0b0000 => {
            let op = Op::new(add_or_subtract(word)).reads([two[0], two[1], Operand::FLAGS]);
            op.writes([x_out(word, 0)]).sets_flags(sets)
        }
        // Conditional compare, register or immediate.
        0b0010 => {
            let op = Op::new(Class::Logic).reads([two[0], Operand::FLAGS]).writes([Operand::FLAGS]);
            if bit(word, 11) { op } else { op.also_reads(two[1]) }
        }
        // Conditional select.
        0b0100 => Op::new(Class::Logic).reads([two[0], two[1], Operand::FLAGS]).writes([x_out(word, 0)]),
        // One source, or two. Of pointer authentication the source may be the stack pointer, or
        // nothing; what is signed is overwritten.
        0b0110 if bit(word, 30) && field(word, 16, 5) == 1 => {
            let modifier = if bit(word, 13) { Operand::ZERO } else { x_or_sp(word, 5) };
            Op::new(Class::Unknown).reads([x(word, 0), modifier]).writes([x_out(word, 0)])
        }
        0b0110 if field(word, 30, 1) == 1 => {
            Op::new(Class::Bitfield).reads([two[0]]).writes([x_out(word, 0)])
        }
        0b0110 => {
            let class = match field(word, 10, 6) {
                0b00_0010 | 0b00_0011 => Class::Divide,
                0b00_1000..=0b00_1011 => Class::Shift,
                0b01_0000..=0b01_0111 => Class::Crc,
                _ => Class::Unknown,
            };
            Op::new(class).reads(two).writes([x_out(word, 0)])
        }
        // Three sources.
        0b1000..=0b1111 => {
            let high = field(word, 21, 2) == 0b10 && field(word, 31, 1) == 1;
            let class = if high { Class::MultiplyHigh } else { Class::Multiply };
            let op = Op::new(class).reads(two).writes([x_out(word, 0)]);
            if high { op } else { op.also_reads(x(word, 10)) }
        }
        _ => Op::new(Class::Unknown),
    }
}

fn add_or_subtract(word: u32) -> Class {
    if field(word, 30, 1) == 1 { Class::Subtract } else { Class::Add }
}
