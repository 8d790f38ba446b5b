//! Loads, stores, atomics. Arm ARM C4.1.94.

use crate::class::Class;

use super::operand::{Field, Operand, Register, SINK, v, x, x_or_sp, x_out};
use super::{Op, bit, field};

/// Loads and stores.
pub(super) fn load_or_store(word: u32) -> Op {
    let vector = bit(word, 26);
    match field(word, 28, 2) {
        0b00 if vector => structures(word),
        0b00 => exclusive_or_ordered(word),
        // Ordered, with an offset; 00 stores.
        0b01 if bit(word, 24) => {
            let op = if field(word, 22, 2) == 0 { store(word) } else { load(word) };
            if field(word, 22, 2) == 0 {
                op.also_reads(data(word, 0))
            } else {
                op.writes([data_out(word, 0)])
            }
        }
        // Relative to the program counter.
        0b01 => Op::new(Class::Load).writes([data_out(word, 0)]),
        // Pairs: bits 24:23 say whether the base is written back.
        0b10 => {
            let writeback = if bit(word, 23) { x_or_sp(word, 5).register } else { SINK };
            let op = if bit(word, 22) {
                load(word).writes([data_out(word, 0), data_out(word, 10)])
            } else {
                store(word).reads([data(word, 0), data(word, 10)])
            };
            Op { writeback, ..op }
        }
        _ => one_register(word),
    }
}

fn load(word: u32) -> Op {
    Op::new(Class::Load).reads([x_or_sp(word, 5)])
}

fn store(word: u32) -> Op {
    Op::new(Class::Store).reads([x_or_sp(word, 5)])
}

fn data(word: u32, low: u32) -> Operand {
    if bit(word, 26) { v(word, low) } else { x(word, low) }
}

fn data_out(word: u32, low: u32) -> Operand {
    if bit(word, 26) { v(word, low) } else { x_out(word, low) }
}

/// One register. Bit 24: an unsigned offset. Bit 21 with 11:10 = 10: a register offset, with 00: an
/// atomic operation.
fn one_register(word: u32) -> Op {
    let vector = bit(word, 26);
    let scaled = bit(word, 24);
    let atomic = !scaled && bit(word, 21) && field(word, 10, 2) == 0b00;
    if atomic {
        return load(word).reads([data(word, 16)]).writes([data_out(word, 0)]);
    }
    let is_store = field(word, 22, 2) == 0b00 || vector && !bit(word, 22);
    // A prefetch's operation stands where others have a register.
    let is_prefetch =
        !vector && word >> 30 == 0b11 && field(word, 22, 2) == 0b10 && (scaled || field(word, 10, 1) == 0);
    let op = match (is_store, is_prefetch) {
        (true, _) => store(word).reads([data(word, 0)]),
        (_, true) => load(word),
        _ => load(word).writes([data_out(word, 0)]),
    };
    let op =
        if !scaled && bit(word, 21) && field(word, 10, 2) == 0b10 { op.reads([x(word, 16)]) } else { op };
    let written_back = !scaled && !bit(word, 21) && bit(word, 10);
    Op { writeback: if written_back { x_or_sp(word, 5).register } else { SINK }, ..op }
}

/// Exclusive and ordered accesses, compare and swap. Bits 23, 21: o2, o1.
fn exclusive_or_ordered(word: u32) -> Op {
    let is_load = bit(word, 22);
    match (bit(word, 23), bit(word, 21)) {
        // Compare and swap: the first register is compared and written, the second stored.
        (true, true) => load(word).reads([x(word, 16), x(word, 0)]).writes([x_out(word, 16)]),
        (false, true) if !bit(word, 31) => compare_and_swap_pair(word),
        (_, pair) if is_load => {
            let op = load(word).writes([x_out(word, 0)]);
            if pair { op.writes([x_out(word, 10)]) } else { op }
        }
        // The status of an exclusive store; 31 of an ordered one.
        (_, pair) => {
            let op = store(word).reads([x(word, 0)]).writes([x_out(word, 16)]);
            if pair { op.reads([x(word, 10)]) } else { op }
        }
    }
}

/// Compare and swap of two neighbours each, the first of which is even: others are undefined. After
/// x30 comes the zero register, and as everywhere that is part of the form: then x30's place stands
/// in the word, too.
fn compare_and_swap_pair(word: u32) -> Op {
    let pair = |low| match x(word, low) {
        _ if bit(word, low) => None,
        x30 @ Operand { register: 30, .. } => {
            Some((Operand { field: Field::Implied, ..x30 }, Operand::ZERO, Operand::SINK))
        }
        first => Some((first, first.after(1), first.after(1))),
    };
    let (Some((compared, compared_next, written_next)), Some((stored, stored_next, _))) = (pair(16), pair(0))
    else {
        return Op::new(Class::Unknown);
    };
    let read = load(word).reads([compared, stored, stored_next, compared_next]);
    read.writes([compared, written_next])
}

/// Vectors of structures: whole registers, or a lane of each.
fn structures(word: u32) -> Op {
    let single = bit(word, 24);
    let registers = if single { lanes_of(word) } else { lists_of(word) };
    let list = (0..registers).map(|place| v(word, 0).after(place));
    // A lane leaves the others; a load of one element into all lanes does not.
    let keeps = single && field(word, 14, 2) != 0b11;
    let op = if bit(word, 22) {
        list.fold(load(word), |op, register| {
            let op = if keeps { op.reads([register]) } else { op };
            op.writes([register])
        })
    } else {
        list.fold(store(word), Op::also_reads)
    };
    if !bit(word, 23) {
        return op;
    }
    let base: Register = x_or_sp(word, 5).register;
    Op { writeback: base, ..op.reads([x(word, 16)]) }
}

/// Number of registers in a list, by its operation.
fn lists_of(word: u32) -> u8 {
    match field(word, 12, 4) {
        0b0000 | 0b0010 => 4,
        0b0100 | 0b0110 => 3,
        0b1000 | 0b1010 => 2,
        _ => 1,
    }
}

fn lanes_of(word: u32) -> u8 {
    (field(word, 13, 1) << 1 | field(word, 21, 1)) as u8 + 1
}
