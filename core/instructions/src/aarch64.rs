//! The words of the loop, AArch64.
//!
//! ```text
//!     isb
//!     ldr  registers, [x0, #...]
//!     cmp  x1, #0
//!     isb
//!     .p2align 6
//! 2:  pattern × STEPS
//!     sub  x1, x1, #1
//!     cbnz x1, 2b
//!     isb
//! ```
//!
//! **Cycles:** an iteration takes the steps' latency (or, of independent copies, their throughput),
//! plus what `sub` and `cbnz` cost on this core; the same for every body, so that the difference of
//! two bodies is free of it. They leave the flags alone, which some chains run through; `cmp` sets
//! them once, to those of a positive number. ISB, SUB, CBNZ: Arm ARM (DDI 0487), C6.2. Without the
//! second ISB a short body would begin before slow loads have ended, and a long one would outlast
//! them: 0.03 cycles a step in the lab.
//!
//! A body that was written at run time is called instead, by `blr x30`, loaded before the other
//! registers (C6.2, too).
//!
//! **Options:** `nostack`: no push. Neither `readonly` nor `nomem`: a form may write the memory of
//! its operands. Not `preserves_flags`. **Clobbers:** the registers that `build/registers.rs` hands
//! to chains, and x30. Not `clobber_abi("C")`: it has v8 to v15, which each function would save,
//! and SVE's FFR, which no form writes and of which LLVM warns. The upper parts of Z registers have
//! no names there and need none: no callee preserves them (AAPCS64, 6.1.2), and a value that the
//! compiler kept in one would overlap with the V register that is declared.

#[cfg(feature = "all")]
use super::code::{MEMORY, Operands};

/// Assembly that may write the registers of chains.
macro_rules! chain_assembly {
    ($($argument:tt)*) => {
        std::arch::asm!(
            $($argument)*
            out("x2") _, out("x3") _, out("x4") _, out("x5") _, out("x6") _, out("x7") _, out("x8") _, out("x9") _,
            out("x10") _, out("x11") _, out("x12") _, out("x13") _, out("x14") _, out("x15") _, out("x16") _, out("x17") _,
            out("x30") _,
            out("v0") _, out("v1") _, out("v2") _, out("v3") _, out("v4") _, out("v5") _, out("v6") _, out("v7") _,
            out("v16") _, out("v17") _, out("v18") _, out("v19") _, out("v20") _, out("v21") _, out("v22") _, out("v23") _,
            out("v24") _, out("v25") _, out("v26") _, out("v27") _, out("v28") _, out("v29") _, out("v30") _, out("v31") _,
            out("p0") _, out("p1") _, out("p2") _, out("p3") _, out("p4") _, out("p5") _, out("p6") _, out("p7") _,
            out("p8") _, out("p9") _, out("p10") _, out("p11") _, out("p12") _, out("p13") _, out("p14") _, out("p15") _,
            options(nostack),
        )
    };
}

macro_rules! assembly {
    (
        $operands:ident, $iterations:ident, $repeats:expr, [$($load:literal),*], [$($line:literal),+], $loop:ident, $width:ident
    ) => {
        chain_assembly!(
            "isb",
            $($load,)*
            "cmp x1, #0",
            "isb",
            ".p2align 6",
            "2:",
            ".rept {repeats}",
            $($line,)+
            ".endr",
            "sub x1, x1, #1",
            "cbnz x1, 2b",
            "isb",
            repeats = const $repeats,
            inout("x0") $operands => _,
            inout("x1") $iterations => _,
        )
    };
}

#[cfg(feature = "all")]
macro_rules! call_written {
    ($operands:ident, $iterations:ident, [$($load:literal),*], $loop:ident, $width:ident) => {
        chain_assembly!(
            "isb",
            "ldr x30, [x0, #{written}]",
            $($load,)*
            "cmp x1, #0",
            "isb",
            "blr x30",
            "isb",
            written = const std::mem::offset_of!(Operands, written),
            inout("x0") $operands => _,
            inout("x1") $iterations => _,
        )
    };
}

/// A part: ADR gives the address of what B skips (Arm ARM, C6.2). **Cycles:** of no account.
/// **Options:** it touches neither memory, stack nor flags.
#[cfg(feature = "all")]
macro_rules! part_assembly {
    ($start:ident, [$($load:literal),*], [$($copy:literal),*]) => {
        std::arch::asm!(
            "adr {start}, 6f",
            "b 7f",
            "6:",
            $(".long 9f - 8f", "8:", $load, "9:",)*
            ".long 0",
            $(".long 9f - 8f", "8:", $copy, "9:",)*
            ".long 0",
            "7:",
            start = out(reg) $start,
            options(nomem, nostack, preserves_flags),
        )
    };
}

/// Bytes of an entry's length in a part.
#[cfg(feature = "all")]
pub(super) const LENGTH_BYTES: usize = 4;

/// `sub x1, x1, #1`.
const COUNT: u32 = 0xd100_0421;
/// `cbnz x1`, without its distance in words: bits 23 to 5 (Arm ARM, C6.2.47).
const BRANCH: u32 = 0xb500_0001;
const DISTANCE: u32 = 0x00ff_ffe0;

/// Returns the start of the loop whose end is at `at`; `None` if none ends here. Every loop begins
/// on a cache line.
///
/// # Safety
/// `at` points to readable memory: a loop's end, or a word that is not one.
pub(super) unsafe fn turns_back(at: *const u8) -> Option<*const u8> {
    // SAFETY: the second word is read only if the first one begins a loop's end.
    let word = |place: usize| unsafe { at.cast::<u32>().add(place).read_unaligned() };
    if !at.addr().is_multiple_of(4) || word(0) != COUNT || word(1) & !DISTANCE != BRANCH {
        return None;
    }
    // The sign is bit 23.
    let distance = (word(1) << 8) as i32 >> 13;
    let first = at.wrapping_add(4).wrapping_offset(4 * distance as isize);
    (first < at && first.addr().is_multiple_of(64)).then_some(first)
}

/// Ends a body as every loop ends, and returns.
///
/// # Safety
/// None: on x86-64 there are two ends, of which the one at this place is taken.
#[cfg(feature = "all")]
pub(super) unsafe fn close(body: &mut Vec<u8>, _like: *const u8) {
    const RET: u32 = 0xd65f_03c0;
    body.extend_from_slice(&COUNT.to_le_bytes());
    let distance = (-(body.len() as i32 / 4)) as u32;
    let branch = BRANCH | distance << 5 & DISTANCE;
    body.extend_from_slice(&branch.to_le_bytes());
    body.extend_from_slice(&RET.to_le_bytes());
}

/// Code before the user's own code in its body: `str x30, [sp, #8]`, as x30 counts the iterations
/// at the loop's end.
#[cfg(feature = "all")]
pub(super) const OWN_BEGIN: [u8; 4] = 0xf900_07fe_u32.to_le_bytes();
/// `nop`.
#[cfg(feature = "all")]
pub(super) const NO_OPERATION: [u8; 4] = 0xd503_201f_u32.to_le_bytes();

/// Returns `true` if one form keeps upper parts of registers that the other writes: never on
/// AArch64.
#[cfg(feature = "all")]
pub(super) fn differ_in_upper_halves(_one: &str, _other: &str) -> bool {
    false
}

/// Loads the register from whose address a part's registers are loaded: `movz x0` and three `movk
/// x0` (Arm ARM, C6.2).
#[cfg(feature = "all")]
pub(super) fn point_at(operands: *mut Operands) -> Vec<u8> {
    let address = operands.expose_provenance() as u64;
    let quarter = |place: u32| {
        let keeps_the_others = if place == 0 { 0xd280_0000 } else { 0xf280_0000_u32 };
        keeps_the_others | place << 21 | ((address >> (16 * place) & 0xffff) as u32) << 5
    };
    (0..4).flat_map(|place| quarter(place).to_le_bytes()).collect()
}

/// Ends the loop of the user's own code that begins at this byte: `ldr x30, [sp]; sub x30, x30, #1;
/// str x30, [sp]; cbnz x30; ldr x30, [sp, #8]; ret`. The iterations are counted on the stack, as in
/// [`call_own`].
#[cfg(feature = "all")]
pub(super) fn close_own(body: &mut Vec<u8>, from: usize) {
    for word in [0xf940_03fe_u32, 0xd100_07de, 0xf900_03fe] {
        body.extend(word.to_le_bytes());
    }
    let distance = ((from as i32 - body.len() as i32) / 4) as u32;
    for word in [0xb500_001e | distance << 5 & DISTANCE, 0xf940_07fe, 0xd65f_03c0] {
        body.extend(word.to_le_bytes());
    }
}

/// Calls a body of the user's own code. Every general register but x18, x30 and sp has the address
/// of the memory's middle, every vector register 1.0 in both doubles, and the flags are set as by
/// an equal comparison.
///
/// **Options:** none, as it writes memory and the stack. **Clobbers:** what a call does, and all
/// other registers: x19 and x29 by hand, as the compiler does not lend them. MOV, FMOV, STP, LDP,
/// BLR: Arm ARM (DDI 0487), C6.2, C7.2.
///
/// # Safety
/// `operands` points to `Operands` whose `written` is such a body; its code is unknown and may do
/// anything that a program may do. So it has to run in a process of its own that may fail.
#[cfg(feature = "all")]
pub(super) unsafe extern "C" fn call_own(operands: *mut Operands, iterations: u64) {
    // SAFETY: as above.
    unsafe {
        std::arch::asm!(
            "isb",
            "stp x19, x29, [sp, #-16]!",
            "ldr x30, [x0, #{written}]",
            "sub sp, sp, #16",
            "str x1, [sp]",
            "mov x1, #{middle}",
            "add x0, x0, x1",
            "fmov v0.2d, #1.0",
            "fmov v1.2d, #1.0",
            "fmov v2.2d, #1.0",
            "fmov v3.2d, #1.0",
            "fmov v4.2d, #1.0",
            "fmov v5.2d, #1.0",
            "fmov v6.2d, #1.0",
            "fmov v7.2d, #1.0",
            "fmov v8.2d, #1.0",
            "fmov v9.2d, #1.0",
            "fmov v10.2d, #1.0",
            "fmov v11.2d, #1.0",
            "fmov v12.2d, #1.0",
            "fmov v13.2d, #1.0",
            "fmov v14.2d, #1.0",
            "fmov v15.2d, #1.0",
            "fmov v16.2d, #1.0",
            "fmov v17.2d, #1.0",
            "fmov v18.2d, #1.0",
            "fmov v19.2d, #1.0",
            "fmov v20.2d, #1.0",
            "fmov v21.2d, #1.0",
            "fmov v22.2d, #1.0",
            "fmov v23.2d, #1.0",
            "fmov v24.2d, #1.0",
            "fmov v25.2d, #1.0",
            "fmov v26.2d, #1.0",
            "fmov v27.2d, #1.0",
            "fmov v28.2d, #1.0",
            "fmov v29.2d, #1.0",
            "fmov v30.2d, #1.0",
            "fmov v31.2d, #1.0",
            "mov x1, x0",
            "mov x2, x0",
            "mov x3, x0",
            "mov x4, x0",
            "mov x5, x0",
            "mov x6, x0",
            "mov x7, x0",
            "mov x8, x0",
            "mov x9, x0",
            "mov x10, x0",
            "mov x11, x0",
            "mov x12, x0",
            "mov x13, x0",
            "mov x14, x0",
            "mov x15, x0",
            "mov x16, x0",
            "mov x17, x0",
            "mov x19, x0",
            "mov x20, x0",
            "mov x21, x0",
            "mov x22, x0",
            "mov x23, x0",
            "mov x24, x0",
            "mov x25, x0",
            "mov x26, x0",
            "mov x27, x0",
            "mov x28, x0",
            "mov x29, x0",
            "cmp x0, x0",
            "isb",
            "blr x30",
            "isb",
            "add sp, sp, #16",
            "ldp x19, x29, [sp], #16",
            written = const std::mem::offset_of!(Operands, written),
            middle = const std::mem::offset_of!(Operands, memory) + 4 * MEMORY,
            inout("x0") operands => _,
            inout("x1") iterations => _,
            out("x20") _,
            out("x21") _,
            out("x22") _,
            out("x23") _,
            out("x24") _,
            out("x25") _,
            out("x26") _,
            out("x27") _,
            out("x28") _,
            out("v8") _,
            out("v9") _,
            out("v10") _,
            out("v11") _,
            out("v12") _,
            out("v13") _,
            out("v14") _,
            out("v15") _,
            clobber_abi("C"),
        );
    }
}
