//! The loops of the loads, AArch64.
//!
//! ```text
//!     ldr  q0..31, [operands, 64·n]
//!     .p2align 6
//! 2:  fmla v0.2d, v24.2d, v25.2d     // 24 of them, each on a register of its own
//!     fmls v0.2d, v24.2d, v25.2d     // takes the same off again: 24 of them
//!     subs iterations, iterations, #1
//!     b.ne 2b
//! ```
//!
//! **Cycles:** an iteration takes its fused instructions divided by the pipes that execute them: 12
//! on Apple's cores and Cortex-X, which have four, 24 on most others (Arm ARM C7.2 "FMLA (vector)",
//! C8.2 "FMLA (vectors)" for SVE; the optimisation guides and tables of docs/sources.md). Counting
//! down runs in parallel. A product's operands are two of eight registers in rotation, so that bits
//! change.
//!
//! **Options:** `nostack`: nothing is pushed. `readonly`: it reads operands and stream, and stores
//! nothing. Not `pure`: it must run although its results are unused. Not `preserves_flags`:
//! counting down writes them. **Clobbers:** all vector registers, and those of the others that a
//! loop writes, as declared.

use std::arch::is_aarch64_feature_detected;

use super::forms::{AARCH64, LoadForm};
use super::{Entry, Operands};

/// Doubles in a vector of NEON: a vector of SVE that is no longer does no more.
const NEON_LANES: u32 = 2;

/// Every form with its code, and whether this processor and its system have the features that it
/// needs.
pub(super) fn entries() -> [(&'static LoadForm, Entry, bool); AARCH64.len()] {
    let [scalar, vector_sve, vector_neon, memory_sve, memory_neon] = &AARCH64;
    let has_sve = is_aarch64_feature_detected!("sve") && vector_lanes() > NEON_LANES;
    [
        (scalar, scalar_doubles, true),
        (vector_sve, vector_of_sve, has_sve),
        (vector_neon, vector_of_neon, true),
        (memory_sve, memory_beside_sve, has_sve),
        (memory_neon, memory_beside_neon, true),
    ]
}

/// Doubles in a vector of SVE or, without SVE, of NEON.
pub(super) fn vector_lanes() -> u32 {
    if !is_aarch64_feature_detected!("sve") {
        return NEON_LANES;
    }
    // SAFETY: the processor and its system have SVE.
    unsafe { sve_lanes() }
}

/// # Safety
/// The processor has SVE.
#[target_feature(enable = "sve")]
unsafe fn sve_lanes() -> u32 {
    let lanes: u64;
    // SAFETY: `cntd` (Arm ARM C8.2 "CNTB, CNTD, CNTH, CNTW") writes its register and nothing else.
    unsafe {
        std::arch::asm!("cntd {lanes}", lanes = out(reg) lanes, options(nomem, nostack, preserves_flags, pure))
    };
    lanes as u32
}

/// A loop's function.
macro_rules! looped {
    ($name:ident, [$($enable:tt)*], [$($predicate:tt)?], [$($load:literal),*], [$($line:literal,)+]) => {
        in_section! {
            /// # Safety
            /// `operands` points to `Operands`; `iterations` is at least 1; the processor has the
            /// features; a loop of the class `memory` may read its vectors of all iterations at
            /// `stream`.
            #[inline(never)]
            $($enable)*
            unsafe extern "C" fn $name(operands: *const Operands, iterations: u64, stream: *const u8) {
                // SAFETY: the block reads in `operands` and at `stream`, for which the caller
                // vouches, writes only registers that are declared and the flags, and ends when
                // `iterations` has been counted down.
                unsafe {
                    std::arch::asm!(
                        $($load,)*
                        ".p2align 6",
                        "2:",
                        $($line,)+
                        "subs x1, x1, #1",
                        "b.ne 2b",
                        in("x0") operands,
                        inout("x1") iterations => _,
                        inout("x2") stream => _,
                        out("v0") _, out("v1") _, out("v2") _, out("v3") _, out("v4") _, out("v5") _, out("v6") _, out("v7") _,
                        out("v8") _, out("v9") _, out("v10") _, out("v11") _, out("v12") _, out("v13") _, out("v14") _, out("v15") _,
                        out("v16") _, out("v17") _, out("v18") _, out("v19") _, out("v20") _, out("v21") _, out("v22") _, out("v23") _,
                        out("v24") _, out("v25") _, out("v26") _, out("v27") _, out("v28") _, out("v29") _, out("v30") _, out("v31") _,
                        out("x3") _, out("x4") _, out("x5") _, out("x6") _, out("x7") _, out("x8") _, out("x9") _,
                        out("x10") _, out("x11") _, out("x12") _, out("x13") _, out("x14") _, out("x15") _,
                        $(out($predicate) _,)?
                        options(nostack, readonly),
                    );
                }
            }
        }
    };
}

looped! {
    scalar_doubles, [], [],
    [".irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31", "ldr q\\i, [x0, #(64 * \\i)]", ".endr", ".irp i, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15", "ldr x\\i, [x0, #(64 + 8 * \\i)]", ".endr"],
    [
        "fmadd d0, d24, d25, d0",
        "mul x3, x3, x15",
        "fmadd d1, d26, d27, d1",
        "mul x4, x4, x15",
        "fmadd d2, d28, d29, d2",
        "mul x5, x5, x15",
        "fmadd d3, d30, d31, d3",
        "mul x6, x6, x15",
        "fmadd d4, d24, d26, d4",
        "mul x7, x7, x15",
        "fmadd d5, d25, d27, d5",
        "mul x8, x8, x15",
        "fmadd d6, d28, d30, d6",
        "mul x9, x9, x15",
        "fmadd d7, d29, d31, d7",
        "mul x10, x10, x15",
        "fmadd d8, d24, d25, d8",
        "mul x11, x11, x15",
        "fmadd d9, d26, d27, d9",
        "mul x12, x12, x15",
        "fmadd d10, d28, d29, d10",
        "mul x13, x13, x15",
        "fmadd d11, d30, d31, d11",
        "mul x14, x14, x15",
        "fmadd d12, d24, d26, d12",
        "add x3, x3, x15",
        "fmadd d13, d25, d27, d13",
        "add x4, x4, x15",
        "fmadd d14, d28, d30, d14",
        "add x5, x5, x15",
        "fmadd d15, d29, d31, d15",
        "add x6, x6, x15",
        "fmadd d16, d24, d25, d16",
        "add x7, x7, x15",
        "fmadd d17, d26, d27, d17",
        "add x8, x8, x15",
        "fmadd d18, d28, d29, d18",
        "add x9, x9, x15",
        "fmadd d19, d30, d31, d19",
        "add x10, x10, x15",
        "fmadd d20, d24, d26, d20",
        "add x11, x11, x15",
        "fmadd d21, d25, d27, d21",
        "add x12, x12, x15",
        "fmadd d22, d28, d30, d22",
        "add x13, x13, x15",
        "fmadd d23, d29, d31, d23",
        "add x14, x14, x15",
        "fmsub d0, d24, d25, d0",
        "eor x3, x3, x15",
        "fmsub d1, d26, d27, d1",
        "eor x4, x4, x15",
        "fmsub d2, d28, d29, d2",
        "eor x5, x5, x15",
        "fmsub d3, d30, d31, d3",
        "eor x6, x6, x15",
        "fmsub d4, d24, d26, d4",
        "eor x7, x7, x15",
        "fmsub d5, d25, d27, d5",
        "eor x8, x8, x15",
        "fmsub d6, d28, d30, d6",
        "eor x9, x9, x15",
        "fmsub d7, d29, d31, d7",
        "eor x10, x10, x15",
        "fmsub d8, d24, d25, d8",
        "eor x11, x11, x15",
        "fmsub d9, d26, d27, d9",
        "eor x12, x12, x15",
        "fmsub d10, d28, d29, d10",
        "eor x13, x13, x15",
        "fmsub d11, d30, d31, d11",
        "eor x14, x14, x15",
        "fmsub d12, d24, d26, d12",
        "ror x3, x3, x15",
        "fmsub d13, d25, d27, d13",
        "ror x4, x4, x15",
        "fmsub d14, d28, d30, d14",
        "ror x5, x5, x15",
        "fmsub d15, d29, d31, d15",
        "ror x6, x6, x15",
        "fmsub d16, d24, d25, d16",
        "ror x7, x7, x15",
        "fmsub d17, d26, d27, d17",
        "ror x8, x8, x15",
        "fmsub d18, d28, d29, d18",
        "ror x9, x9, x15",
        "fmsub d19, d30, d31, d19",
        "ror x10, x10, x15",
        "fmsub d20, d24, d26, d20",
        "ror x11, x11, x15",
        "fmsub d21, d25, d27, d21",
        "ror x12, x12, x15",
        "fmsub d22, d28, d30, d22",
        "ror x13, x13, x15",
        "fmsub d23, d29, d31, d23",
        "ror x14, x14, x15",
    ]
}
looped! {
    vector_of_sve, [#[target_feature(enable = "sve")]], ["p0"],
    ["ptrue p0.d", ".irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31", "add x3, x0, #(64 * \\i)", "ld1d {{z\\i\\().d}}, p0/z, [x3]", ".endr"],
    [
        "fmla z0.d, p0/m, z24.d, z25.d",
        "fmla z1.d, p0/m, z26.d, z27.d",
        "fmla z2.d, p0/m, z28.d, z29.d",
        "fmla z3.d, p0/m, z30.d, z31.d",
        "fmla z4.d, p0/m, z24.d, z26.d",
        "fmla z5.d, p0/m, z25.d, z27.d",
        "fmla z6.d, p0/m, z28.d, z30.d",
        "fmla z7.d, p0/m, z29.d, z31.d",
        "fmla z8.d, p0/m, z24.d, z25.d",
        "fmla z9.d, p0/m, z26.d, z27.d",
        "fmla z10.d, p0/m, z28.d, z29.d",
        "fmla z11.d, p0/m, z30.d, z31.d",
        "fmla z12.d, p0/m, z24.d, z26.d",
        "fmla z13.d, p0/m, z25.d, z27.d",
        "fmla z14.d, p0/m, z28.d, z30.d",
        "fmla z15.d, p0/m, z29.d, z31.d",
        "fmla z16.d, p0/m, z24.d, z25.d",
        "fmla z17.d, p0/m, z26.d, z27.d",
        "fmla z18.d, p0/m, z28.d, z29.d",
        "fmla z19.d, p0/m, z30.d, z31.d",
        "fmla z20.d, p0/m, z24.d, z26.d",
        "fmla z21.d, p0/m, z25.d, z27.d",
        "fmla z22.d, p0/m, z28.d, z30.d",
        "fmla z23.d, p0/m, z29.d, z31.d",
        "fmls z0.d, p0/m, z24.d, z25.d",
        "fmls z1.d, p0/m, z26.d, z27.d",
        "fmls z2.d, p0/m, z28.d, z29.d",
        "fmls z3.d, p0/m, z30.d, z31.d",
        "fmls z4.d, p0/m, z24.d, z26.d",
        "fmls z5.d, p0/m, z25.d, z27.d",
        "fmls z6.d, p0/m, z28.d, z30.d",
        "fmls z7.d, p0/m, z29.d, z31.d",
        "fmls z8.d, p0/m, z24.d, z25.d",
        "fmls z9.d, p0/m, z26.d, z27.d",
        "fmls z10.d, p0/m, z28.d, z29.d",
        "fmls z11.d, p0/m, z30.d, z31.d",
        "fmls z12.d, p0/m, z24.d, z26.d",
        "fmls z13.d, p0/m, z25.d, z27.d",
        "fmls z14.d, p0/m, z28.d, z30.d",
        "fmls z15.d, p0/m, z29.d, z31.d",
        "fmls z16.d, p0/m, z24.d, z25.d",
        "fmls z17.d, p0/m, z26.d, z27.d",
        "fmls z18.d, p0/m, z28.d, z29.d",
        "fmls z19.d, p0/m, z30.d, z31.d",
        "fmls z20.d, p0/m, z24.d, z26.d",
        "fmls z21.d, p0/m, z25.d, z27.d",
        "fmls z22.d, p0/m, z28.d, z30.d",
        "fmls z23.d, p0/m, z29.d, z31.d",
    ]
}
looped! {
    vector_of_neon, [], [],
    [".irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31", "ldr q\\i, [x0, #(64 * \\i)]", ".endr"],
    [
        "fmla v0.2d, v24.2d, v25.2d",
        "fmla v1.2d, v26.2d, v27.2d",
        "fmla v2.2d, v28.2d, v29.2d",
        "fmla v3.2d, v30.2d, v31.2d",
        "fmla v4.2d, v24.2d, v26.2d",
        "fmla v5.2d, v25.2d, v27.2d",
        "fmla v6.2d, v28.2d, v30.2d",
        "fmla v7.2d, v29.2d, v31.2d",
        "fmla v8.2d, v24.2d, v25.2d",
        "fmla v9.2d, v26.2d, v27.2d",
        "fmla v10.2d, v28.2d, v29.2d",
        "fmla v11.2d, v30.2d, v31.2d",
        "fmla v12.2d, v24.2d, v26.2d",
        "fmla v13.2d, v25.2d, v27.2d",
        "fmla v14.2d, v28.2d, v30.2d",
        "fmla v15.2d, v29.2d, v31.2d",
        "fmla v16.2d, v24.2d, v25.2d",
        "fmla v17.2d, v26.2d, v27.2d",
        "fmla v18.2d, v28.2d, v29.2d",
        "fmla v19.2d, v30.2d, v31.2d",
        "fmla v20.2d, v24.2d, v26.2d",
        "fmla v21.2d, v25.2d, v27.2d",
        "fmla v22.2d, v28.2d, v30.2d",
        "fmla v23.2d, v29.2d, v31.2d",
        "fmls v0.2d, v24.2d, v25.2d",
        "fmls v1.2d, v26.2d, v27.2d",
        "fmls v2.2d, v28.2d, v29.2d",
        "fmls v3.2d, v30.2d, v31.2d",
        "fmls v4.2d, v24.2d, v26.2d",
        "fmls v5.2d, v25.2d, v27.2d",
        "fmls v6.2d, v28.2d, v30.2d",
        "fmls v7.2d, v29.2d, v31.2d",
        "fmls v8.2d, v24.2d, v25.2d",
        "fmls v9.2d, v26.2d, v27.2d",
        "fmls v10.2d, v28.2d, v29.2d",
        "fmls v11.2d, v30.2d, v31.2d",
        "fmls v12.2d, v24.2d, v26.2d",
        "fmls v13.2d, v25.2d, v27.2d",
        "fmls v14.2d, v28.2d, v30.2d",
        "fmls v15.2d, v29.2d, v31.2d",
        "fmls v16.2d, v24.2d, v25.2d",
        "fmls v17.2d, v26.2d, v27.2d",
        "fmls v18.2d, v28.2d, v29.2d",
        "fmls v19.2d, v30.2d, v31.2d",
        "fmls v20.2d, v24.2d, v26.2d",
        "fmls v21.2d, v25.2d, v27.2d",
        "fmls v22.2d, v28.2d, v30.2d",
        "fmls v23.2d, v29.2d, v31.2d",
    ]
}
looped! {
    memory_beside_sve, [#[target_feature(enable = "sve")]], ["p0"],
    ["ptrue p0.d", ".irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31", "add x3, x0, #(64 * \\i)", "ld1d {{z\\i\\().d}}, p0/z, [x3]", ".endr"],
    [
        "addvl x3, x2, #8",
        "ld1d {{z16.d}}, p0/z, [x2, #0, mul vl]",
        "ld1d {{z17.d}}, p0/z, [x2, #1, mul vl]",
        "ld1d {{z18.d}}, p0/z, [x2, #2, mul vl]",
        "ld1d {{z19.d}}, p0/z, [x2, #3, mul vl]",
        "ld1d {{z20.d}}, p0/z, [x2, #4, mul vl]",
        "ld1d {{z21.d}}, p0/z, [x2, #5, mul vl]",
        "ld1d {{z22.d}}, p0/z, [x2, #6, mul vl]",
        "ld1d {{z23.d}}, p0/z, [x2, #7, mul vl]",
        "fmla z0.d, p0/m, z16.d, z24.d",
        "fmla z1.d, p0/m, z17.d, z25.d",
        "fmla z2.d, p0/m, z18.d, z26.d",
        "fmla z3.d, p0/m, z19.d, z27.d",
        "fmla z4.d, p0/m, z20.d, z28.d",
        "fmla z5.d, p0/m, z21.d, z29.d",
        "fmla z6.d, p0/m, z22.d, z30.d",
        "fmla z7.d, p0/m, z23.d, z31.d",
        "fmla z8.d, p0/m, z16.d, z24.d",
        "fmla z9.d, p0/m, z17.d, z25.d",
        "fmla z10.d, p0/m, z18.d, z26.d",
        "fmla z11.d, p0/m, z19.d, z27.d",
        "fmla z12.d, p0/m, z20.d, z28.d",
        "fmla z13.d, p0/m, z21.d, z29.d",
        "fmla z14.d, p0/m, z22.d, z30.d",
        "fmla z15.d, p0/m, z23.d, z31.d",
        "ld1d {{z16.d}}, p0/z, [x3, #0, mul vl]",
        "ld1d {{z17.d}}, p0/z, [x3, #1, mul vl]",
        "ld1d {{z18.d}}, p0/z, [x3, #2, mul vl]",
        "ld1d {{z19.d}}, p0/z, [x3, #3, mul vl]",
        "ld1d {{z20.d}}, p0/z, [x3, #4, mul vl]",
        "ld1d {{z21.d}}, p0/z, [x3, #5, mul vl]",
        "ld1d {{z22.d}}, p0/z, [x3, #6, mul vl]",
        "ld1d {{z23.d}}, p0/z, [x3, #7, mul vl]",
        "fmls z0.d, p0/m, z16.d, z24.d",
        "fmls z1.d, p0/m, z17.d, z25.d",
        "fmls z2.d, p0/m, z18.d, z26.d",
        "fmls z3.d, p0/m, z19.d, z27.d",
        "fmls z4.d, p0/m, z20.d, z28.d",
        "fmls z5.d, p0/m, z21.d, z29.d",
        "fmls z6.d, p0/m, z22.d, z30.d",
        "fmls z7.d, p0/m, z23.d, z31.d",
        "fmls z8.d, p0/m, z16.d, z24.d",
        "fmls z9.d, p0/m, z17.d, z25.d",
        "fmls z10.d, p0/m, z18.d, z26.d",
        "fmls z11.d, p0/m, z19.d, z27.d",
        "fmls z12.d, p0/m, z20.d, z28.d",
        "fmls z13.d, p0/m, z21.d, z29.d",
        "fmls z14.d, p0/m, z22.d, z30.d",
        "fmls z15.d, p0/m, z23.d, z31.d",
        "addvl x2, x2, #16",
    ]
}
looped! {
    memory_beside_neon, [], [],
    [".irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31", "ldr q\\i, [x0, #(64 * \\i)]", ".endr"],
    [
        "ldp q16, q17, [x2, #0]",
        "ldp q18, q19, [x2, #32]",
        "ldp q20, q21, [x2, #64]",
        "ldp q22, q23, [x2, #96]",
        "fmla v0.2d, v16.2d, v24.2d",
        "fmla v1.2d, v17.2d, v25.2d",
        "fmla v2.2d, v18.2d, v26.2d",
        "fmla v3.2d, v19.2d, v27.2d",
        "fmla v4.2d, v20.2d, v28.2d",
        "fmla v5.2d, v21.2d, v29.2d",
        "fmla v6.2d, v22.2d, v30.2d",
        "fmla v7.2d, v23.2d, v31.2d",
        "fmla v8.2d, v16.2d, v24.2d",
        "fmla v9.2d, v17.2d, v25.2d",
        "fmla v10.2d, v18.2d, v26.2d",
        "fmla v11.2d, v19.2d, v27.2d",
        "fmla v12.2d, v20.2d, v28.2d",
        "fmla v13.2d, v21.2d, v29.2d",
        "fmla v14.2d, v22.2d, v30.2d",
        "fmla v15.2d, v23.2d, v31.2d",
        "ldp q16, q17, [x2, #128]",
        "ldp q18, q19, [x2, #160]",
        "ldp q20, q21, [x2, #192]",
        "ldp q22, q23, [x2, #224]",
        "fmls v0.2d, v16.2d, v24.2d",
        "fmls v1.2d, v17.2d, v25.2d",
        "fmls v2.2d, v18.2d, v26.2d",
        "fmls v3.2d, v19.2d, v27.2d",
        "fmls v4.2d, v20.2d, v28.2d",
        "fmls v5.2d, v21.2d, v29.2d",
        "fmls v6.2d, v22.2d, v30.2d",
        "fmls v7.2d, v23.2d, v31.2d",
        "fmls v8.2d, v16.2d, v24.2d",
        "fmls v9.2d, v17.2d, v25.2d",
        "fmls v10.2d, v18.2d, v26.2d",
        "fmls v11.2d, v19.2d, v27.2d",
        "fmls v12.2d, v20.2d, v28.2d",
        "fmls v13.2d, v21.2d, v29.2d",
        "fmls v14.2d, v22.2d, v30.2d",
        "fmls v15.2d, v23.2d, v31.2d",
        "add x2, x2, #256",
    ]
}
