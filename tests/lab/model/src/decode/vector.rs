//! Advanced SIMD and cryptography: which registers an encoding has, and whether it reads what it
//! overwrites. Arm ARM C4.1.96. That accumulators, inserted lanes and the lower half of a narrowing
//! into the upper one are read is in the operation of each instruction, C7.2.

use crate::class::Class;

use super::operand::{v, v_of_low_half, x, x_out};
use super::{Op, bit, field, float};

/// Floating point and vectors.
pub(super) fn float_or_vector(word: u32) -> Op {
    match word >> 24 {
        0x1e | 0x9e => float::scalar(word),
        0x1f => float::fused(word),
        0xce => cryptography(word),
        // Secure hash: three registers, all of them with an accumulator, or two.
        0x5e if !bit(word, 21) && field(word, 10, 2) == 0 && !bit(word, 15) => three(word, true),
        0x5e if field(word, 17, 5) == 0b10100 && field(word, 10, 2) == 0b10 => {
            two(word, field(word, 12, 5) != 0)
        }
        // AES: a round's keys are added to the state, mixing columns has one source.
        0x4e if field(word, 17, 5) == 0b10100 && field(word, 10, 2) == 0b10 => {
            two(word, field(word, 12, 5) < 0b00110)
        }
        0x0e | 0x2e | 0x4e | 0x6e | 0x5e | 0x7e => registers(word),
        0x0f | 0x2f | 0x4f | 0x6f | 0x5f | 0x7f => constants_and_lanes(word),
        _ => Op::new(Class::Float).reads([v(word, 5), v(word, 16), v(word, 0)]).writes([v(word, 0)]),
    }
}

/// Returns `true` for `fmla` and `fmls` of vectors: by vectors and by a lane, of halves to doubles;
/// Arm ARM C7.2 "FMLA" and "FMLS", C8.2 for SVE. Scalar `fmadd` is none of them, nor is `fmla` of a
/// scalar by a lane.
pub fn fuses_vectors(word: u32) -> bool {
    // Three registers of singles and doubles, and of halves.
    word & 0xbf20_fc00 == 0x0e20_cc00
        || word & 0xbf60_fc00 == 0x0e40_0c00
        // By a lane; a size of 01 is not allocated.
        || word & 0xbf00_b400 == 0x0f00_1000 && field(word, 22, 2) != 0b01
        // SVE with a predicate; a size of 00 is `bfmla`.
        || word & 0xff20_c000 == 0x6520_0000 && field(word, 22, 2) != 0b00
        // SVE by a lane.
        || word & 0xff20_f800 == 0x6420_0000
}

/// One source, and the destination where it accumulates.
fn two(word: u32, accumulates: bool) -> Op {
    accumulating(word, Op::new(Class::Float).reads([v(word, 5)]), accumulates)
}

/// Two sources, and the destination where it accumulates.
fn three(word: u32, accumulates: bool) -> Op {
    accumulating(word, Op::new(Class::Float).reads([v(word, 5), v(word, 16)]), accumulates)
}

fn accumulating(word: u32, op: Op, accumulates: bool) -> Op {
    let op = if accumulates { op.also_reads(v(word, 0)) } else { op };
    op.writes([v(word, 0)])
}

/// SHA-512, SHA-3, SM3, SM4.
fn cryptography(word: u32) -> Op {
    let operation = field(word, 10, 2);
    match field(word, 21, 3) {
        // `eor3`, `bcax`, `sm3ss1`: four registers.
        0b000..=0b010 if !bit(word, 15) => {
            let op = Op::new(Class::Float).reads([v(word, 5), v(word, 16), v(word, 10)]);
            op.writes([v(word, 0)])
        }
        // `sm3tt`.
        0b010 => three(word, true),
        // `rax1` and `sm4ekey` have no accumulator.
        0b011 if bit(word, 14) => three(word, operation != 0b10),
        0b011 => three(word, operation != 0b11),
        // `xar`.
        0b100 => three(word, false),
        // `sha512su0`, `sm4e`.
        _ => two(word, true),
    }
}

/// Bit 24 is 0: registers, whole or as lanes that are copied.
fn registers(word: u32) -> Op {
    let negated = bit(word, 29);
    match (bit(word, 21), field(word, 10, 2)) {
        // Three of the same width: `bsl` and its like (of which `eor` is one, with a size of 0),
        // `saba`, `mla`, `fmla`, `fmlal`. As scalars these operations are others.
        (true, 0b01 | 0b11) => {
            let accumulates = match field(word, 11, 5) {
                0b00011 => negated && field(word, 22, 2) != 0,
                0b01111 | 0b10010 | 0b11001 => true,
                0b11101 => !negated,
                _ => false,
            };
            three(word, accumulates && !is_scalar(word))
        }
        // Three of different widths.
        (true, 0b00) => {
            let accumulates = match field(word, 12, 4) {
                0b0101 | 0b1000..=0b1011 => true,
                // Narrowing into the upper half.
                0b0100 | 0b0110 => bit(word, 30),
                _ => false,
            };
            three(word, accumulates)
        }
        // Two registers, pairs, across lanes.
        (true, _) => {
            let is_integer = field(word, 17, 5) == 0b10000;
            let accumulates = match field(word, 12, 5) {
                // `suqadd`, `sadalp`.
                0b00011 | 0b00110 => true,
                // Narrowing into the upper half: not of scalars.
                0b10010 | 0b10100 | 0b10110 => bit(word, 30) && !is_scalar(word),
                _ => false,
            };
            two(word, is_integer && accumulates)
        }
        (false, 0b01 | 0b11) if bit(word, 15) => {
            // `fcadd` alone has no accumulator: operations 1100, 1110.
            three(word, field(word, 11, 4) & 0b1101 != 0b1100)
        }
        (false, 0b01 | 0b11) if bit(word, 22) => {
            // Half precision: `fmla`, `fmls`.
            three(word, field(word, 11, 3) == 0b001 && !negated && !is_scalar(word))
        }
        (false, 0b01 | 0b11) => copy(word),
        (false, _) if negated || field(word, 10, 2) == 0b10 => three(word, false),
        (false, _) => table(word),
    }
}

fn is_scalar(word: u32) -> bool {
    word >> 28 & 0b0101 == 0b0101
}

/// Lanes from and to registers.
fn copy(word: u32) -> Op {
    let op = Op::new(Class::Float);
    // `ins` of a lane.
    if bit(word, 29) {
        return two(word, true);
    }
    match field(word, 11, 4) {
        0b0001 => op.reads([x(word, 5)]).writes([v(word, 0)]),
        0b0011 => op.reads([x(word, 5), v(word, 0)]).writes([v(word, 0)]),
        0b0101 | 0b0111 => op.reads([v(word, 5)]).writes([x_out(word, 0)]),
        _ => two(word, false),
    }
}

/// `tbl`, `tbx`: a table of up to four registers; what has no place in it stays with `tbx`.
fn table(word: u32) -> Op {
    let first = v(word, 5);
    let op = (0..=field(word, 13, 2) as u8)
        .fold(Op::new(Class::Float), |op, place| op.also_reads(first.after(place)));
    accumulating(word, op.also_reads(v(word, 16)), bit(word, 12))
}

/// Bit 24 is 1: shifts, constants, and multiplication by a lane.
fn constants_and_lanes(word: u32) -> Op {
    if !bit(word, 10) {
        return by_lane(word);
    }
    if field(word, 19, 4) == 0 {
        // A constant: `orr` and `bic` of it keep the rest.
        let keeps = field(word, 12, 1) == 1 && field(word, 14, 2) != 0b11;
        return accumulating(word, Op::new(Class::Float), keeps);
    }
    let accumulates = match field(word, 11, 5) {
        // Adding what was shifted; inserting it.
        0b00010 | 0b00110 => true,
        0b01000 | 0b01010 => bit(word, 29),
        // Narrowing into the upper half.
        0b10000..=0b10011 => bit(word, 30) && !is_scalar(word),
        _ => false,
    };
    two(word, accumulates)
}

/// Multiplication by a lane.
fn by_lane(word: u32) -> Op {
    let (negated, operation) = (bit(word, 29), field(word, 12, 4));
    let accumulates = match operation {
        0b0000..=0b0111 | 0b1110 | 0b1111 => true,
        // `fmlal2`, `fmlsl2`, `sqrdmlah`, beside `mul`, `sqdmulh`, `sqrdmulh`.
        0b1000 | 0b1100 | 0b1101 => negated,
        _ => false,
    };
    let other = if is_of_halves(word) { v_of_low_half(word, 16) } else { v(word, 16) };
    accumulating(word, Op::new(Class::Float).reads([v(word, 5), other]), accumulates)
}

/// Returns `true` if the lane is a half, so that its number takes the register's fifth bit.
fn is_of_halves(word: u32) -> bool {
    let size = field(word, 22, 2);
    match (bit(word, 29), field(word, 12, 4)) {
        // `fmla`, `fmls`, `fmul`, `fmulx`.
        (false, 0b0001 | 0b0101) | (_, 0b1001) => size == 0b00,
        // `fcmla` takes pairs of lanes, a dot product four bytes or two halves.
        (true, 0b0001 | 0b0011 | 0b0101 | 0b0111) | (_, 0b1110) => false,
        // `fmlal` and its like; `bfmlal` beside `bfdot` and `usdot`.
        (false, 0b0000 | 0b0100) | (true, 0b1000 | 0b1100) => true,
        (false, 0b1111) => size == 0b11,
        _ => size == 0b01,
    }
}
