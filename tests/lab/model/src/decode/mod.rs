//! From a word of A64 code to what the model needs of it: class, sources, destinations.
//!
//! Arm ARM (DDI 0487), C4.1 "A64 instruction set encoding". What the measured loops and ordinary programs are
//! made of is told apart in full: integer, scalar floating point, loads and stores, branches. Of vectors only
//! the registers are read. The tests hold classes and registers against a disassembler.

use crate::class::Class;

/// A register as the model names it: 0 to 30 are x0 to x30, 31 is the stack pointer, 32 to 63 are v0 to v31.
pub type Register = u8;
/// The condition flags.
pub const FLAGS: Register = 64;
/// What is always there: the zero register as a source.
pub const ZERO: Register = 65;
/// What nobody reads: the zero register as a destination.
pub const SINK: Register = 66;
/// How many registers there are, these included.
pub const REGISTERS: usize = 67;

/// One instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Op {
    /// Its class.
    pub class: Class,
    /// What it reads; [`ZERO`] where it reads less.
    pub sources: [Register; 4],
    /// What it writes after the latency of its class; [`SINK`] where it writes less.
    pub results: [Register; 2],
    /// The base register that a load or store writes back, after one cycle; or [`SINK`].
    pub writeback: Register,
}

impl Op {
    fn new(class: Class) -> Self {
        Self { class, sources: [ZERO; 4], results: [SINK; 2], writeback: SINK }
    }

    fn reads<const N: usize>(mut self, registers: [Register; N]) -> Self {
        self.sources[..N].copy_from_slice(&registers);
        self
    }

    fn also_reads(mut self, register: Register) -> Self {
        if let Some(free) = self.sources.iter_mut().find(|source| **source == ZERO) {
            *free = register;
        }
        self
    }

    fn writes<const N: usize>(mut self, registers: [Register; N]) -> Self {
        self.results[..N].copy_from_slice(&registers);
        self
    }

    fn sets_flags(mut self, sets: bool) -> Self {
        if sets {
            self.results[1] = FLAGS;
        }
        self
    }
}

fn field(word: u32, low: u32, width: u32) -> u32 {
    (word >> low) & ((1 << width) - 1)
}

/// A general register where 31 is the zero register and is read.
fn x(word: u32, low: u32) -> Register {
    match field(word, low, 5) as u8 {
        31 => ZERO,
        number => number,
    }
}

/// A general register where 31 is the zero register and is written.
fn x_out(word: u32, low: u32) -> Register {
    match field(word, low, 5) as u8 {
        31 => SINK,
        number => number,
    }
}

/// A general register where 31 is the stack pointer.
fn x_or_sp(word: u32, low: u32) -> Register {
    field(word, low, 5) as u8
}

fn v(word: u32, low: u32) -> Register {
    32 + field(word, low, 5) as u8
}

/// Decodes one word.
pub fn decode(word: u32) -> Op {
    match field(word, 25, 4) {
        0b1000 | 0b1001 => immediate(word),
        0b1010 | 0b1011 => branch_or_system(word),
        0b0101 | 0b1101 => register(word),
        0b0111 | 0b1111 => float_or_vector(word),
        0b0100 | 0b0110 | 0b1100 | 0b1110 => load_or_store(word),
        _ => Op::new(Class::Unknown),
    }
}

/// Data processing, immediate.
fn immediate(word: u32) -> Op {
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

/// Branches, exceptions and the system's instructions.
fn branch_or_system(word: u32) -> Op {
    const LINK: Register = 30;
    match word >> 24 {
        0x54 => Op::new(Class::Branch).reads([FLAGS]),
        0x34 | 0x35 | 0xb4 | 0xb5 | 0x36 | 0x37 | 0xb6 | 0xb7 => Op::new(Class::Branch).reads([x(word, 0)]),
        0x14..=0x17 => Op::new(Class::Branch),
        0x94..=0x97 => Op::new(Class::Branch).writes([LINK]),
        0xd6 | 0xd7 if field(word, 21, 4) & 0b11 == 0b01 => {
            Op::new(Class::Branch).reads([x(word, 5)]).writes([LINK])
        }
        0xd6 | 0xd7 => Op::new(Class::Branch).reads([x(word, 5)]),
        0xd5 if is_isb(word) => Op::new(Class::Barrier),
        0xd5 if field(word, 20, 2) == 0b11 => Op::new(Class::System).writes([x_out(word, 0)]),
        0xd5 if field(word, 20, 2) == 0b01 => Op::new(Class::System).reads([x(word, 0)]),
        // Supervisor calls and their like: what follows waits.
        0xd4 => Op::new(Class::Barrier),
        _ => Op::new(Class::System),
    }
}

/// `isb`, with any option.
fn is_isb(word: u32) -> bool {
    word & 0xffff_f0ff == 0xd503_30df
}

/// Whether an instruction reads or writes a register of the generic timer: MRS or MSR with op0 3, CRn 14.
pub fn touches_timer(word: u32) -> bool {
    word & 0xffd8_f000 == 0xd518_e000
}

/// `orr x27, x27, x27`: changes nothing, and no compiler writes it. The guest's program says with it that the
/// clock's profile starts.
pub const MARKER: u32 = 0xaa1b_037b;

/// Whether the emulator has to know the time at this very instruction.
pub fn needs_time(word: u32) -> bool {
    touches_timer(word) || word == MARKER
}

/// Whether an instruction is an MSR: it writes a system register.
pub fn writes_system_register(word: u32) -> bool {
    word & 0xfff0_0000 == 0xd510_0000
}

/// Data processing, register.
fn register(word: u32) -> Op {
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
        // Extended registers may name the stack pointer; their plain form extends by the whole width.
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
        // With carry.
        0b0000 => {
            let op = Op::new(add_or_subtract(word)).reads([two[0], two[1], FLAGS]);
            op.writes([x_out(word, 0)]).sets_flags(sets)
        }
        // Conditional compare, register or immediate.
        0b0010 if field(word, 11, 1) == 1 => Op::new(Class::Logic).reads([two[0], FLAGS]).writes([FLAGS]),
        0b0010 => Op::new(Class::Logic).reads([two[0], two[1], FLAGS]).writes([FLAGS]),
        // Conditional select.
        0b0100 => Op::new(Class::Logic).reads([two[0], two[1], FLAGS]).writes([x_out(word, 0)]),
        // One source, or two.
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

/// Floating point and vectors.
fn float_or_vector(word: u32) -> Op {
    let scalar = word & 0x5f00_0000 == 0x1e00_0000 && field(word, 30, 1) == 0;
    let two = [v(word, 5), v(word, 16)];
    // Three sources: `fmadd` and its like.
    if word & 0xff00_0000 == 0x1f00_0000 {
        return Op::new(Class::FloatFused).reads([two[0], two[1], v(word, 10)]).writes([v(word, 0)]);
    }
    if !scalar || field(word, 21, 1) == 0 {
        // A vector; the destination may be an accumulator.
        return Op::new(Class::Float).reads([two[0], two[1], v(word, 0)]).writes([v(word, 0)]);
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
        0b11 => Op::new(Class::Float).reads([two[0], two[1], FLAGS]).writes([v(word, 0)]),
        0b01 => Op::new(Class::Float).reads([two[0], two[1], FLAGS]).writes([FLAGS]),
        _ => float_of_one(word),
    }
}

/// Scalar floating point of one source: compare, immediate, one source, conversions.
fn float_of_one(word: u32) -> Op {
    if field(word, 10, 4) == 0b1000 {
        // Bit 3: the comparison is with zero.
        let other = if field(word, 3, 1) == 1 { ZERO } else { v(word, 16) };
        return Op::new(Class::Float).reads([v(word, 5), other]).writes([FLAGS]);
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
    // Conversions: to a general register, or from one (scvtf, ucvtf: 010, 011; fmov: 111).
    match field(word, 16, 3) {
        0b010 | 0b011 | 0b111 => Op::new(Class::Float).reads([x(word, 5)]).writes([v(word, 0)]),
        _ => Op::new(Class::Float).reads([v(word, 5)]).writes([x_out(word, 0)]),
    }
}

/// Loads and stores.
fn load_or_store(word: u32) -> Op {
    let vector = field(word, 26, 1) == 1;
    let data = |low| if vector { v(word, low) } else { x(word, low) };
    let data_out = |low| if vector { v(word, low) } else { x_out(word, low) };
    let base = x_or_sp(word, 5);
    match field(word, 27, 3) {
        // Relative to the program counter.
        0b011 => Op::new(Class::Load).writes([data_out(0)]),
        // Pairs: bits 24:23 say whether the base is written back.
        0b101 => {
            let writeback = if field(word, 23, 1) == 1 { base } else { SINK };
            if field(word, 22, 1) == 1 {
                let op = Op::new(Class::Load).reads([base]).writes([data_out(0), data_out(10)]);
                return Op { writeback, ..op };
            }
            Op { writeback, ..Op::new(Class::Store).reads([base, data(0), data(10)]) }
        }
        // One register. Bit 24: an unsigned offset. Bit 21 with 11:10 = 10: a register offset.
        0b111 => {
            let offset = field(word, 24, 1) == 0 && field(word, 21, 1) == 1 && field(word, 10, 2) == 0b10;
            let atomic = field(word, 24, 1) == 0 && field(word, 21, 1) == 1 && field(word, 10, 2) == 0b00;
            let plain = field(word, 24, 1) == 1 || field(word, 21, 1) == 1;
            let writeback = if !plain && field(word, 10, 1) == 1 { base } else { SINK };
            let store = field(word, 22, 2) == 0b00 || vector && field(word, 22, 1) == 0;
            let op = if atomic {
                Op::new(Class::Load).reads([base, x(word, 16)]).writes([x_out(word, 0)])
            } else if store {
                Op::new(Class::Store).reads([base, data(0)])
            } else {
                Op::new(Class::Load).reads([base]).writes([data_out(0)])
            };
            let op = if offset { op.also_reads(x(word, 16)) } else { op };
            Op { writeback, ..op }
        }
        // Exclusive and ordered accesses; vectors of structures.
        _ if vector => Op::new(Class::Load).reads([base, v(word, 0)]).writes([v(word, 0)]),
        _ if field(word, 22, 1) == 1 => Op::new(Class::Load).reads([base]).writes([x_out(word, 0)]),
        _ => Op::new(Class::Store).reads([base, x(word, 0)]).writes([x_out(word, 16)]),
    }
}
