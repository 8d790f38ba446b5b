//! Branches, exceptions and the system's instructions. Arm ARM C4.1.93.

use crate::class::Class;

use super::operand::{Operand, x, x_out};
use super::{Op, field};

/// Branches, exceptions and the system's instructions.
pub(super) fn branch_or_system(word: u32) -> Op {
    match word >> 24 {
        0x54 => Op::new(Class::Branch).reads([Operand::FLAGS]),
        0x34 | 0x35 | 0xb4 | 0xb5 | 0x36 | 0x37 | 0xb6 | 0xb7 => Op::new(Class::Branch).reads([x(word, 0)]),
        0x14..=0x17 => Op::new(Class::Branch),
        0x94..=0x97 => Op::new(Class::Branch).writes([Operand::LINK]),
        0xd6 | 0xd7 if field(word, 21, 4) & 0b11 == 0b01 => {
            Op::new(Class::Branch).reads([x(word, 5)]).writes([Operand::LINK])
        }
        0xd6 | 0xd7 => Op::new(Class::Branch).reads([x(word, 5)]),
        0xd5 if is_isb(word) => Op::new(Class::Barrier),
        // The flags as a system register; `cfinv`, `xaflag`, `axflag`.
        0xd5 if word & !0x1f == 0xd53b_4200 => {
            Op::new(Class::Logic).reads([Operand::FLAGS]).writes([x_out(word, 0)])
        }
        0xd5 if word & !0x1f == 0xd51b_4200 => {
            Op::new(Class::Logic).reads([x(word, 0)]).writes([Operand::FLAGS])
        }
        0xd5 if matches!(word, 0xd500_401f | 0xd500_403f | 0xd500_405f) => {
            Op::new(Class::Logic).reads([Operand::FLAGS]).writes([Operand::FLAGS])
        }
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

/// Returns `true` if an instruction reads or writes a register of the generic timer: MRS or MSR
/// with op0 3, CRn 14.
pub fn touches_timer(word: u32) -> bool {
    word & 0xffd8_f000 == 0xd518_e000
}

/// `orr x27, x27, x27`: changes nothing, and no compiler writes it. The guest's program says with
/// it that the clock's profile starts.
pub const MARKER: u32 = 0xaa1b_037b;

/// Returns `true` if the emulator has to know the time at this very instruction.
pub fn needs_time(word: u32) -> bool {
    touches_timer(word) || word == MARKER
}

/// Returns `true` if an instruction is an MSR: it writes a system register.
pub fn writes_system_register(word: u32) -> bool {
    word & 0xfff0_0000 == 0xd510_0000
}
