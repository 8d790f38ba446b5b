//! The loops of the loads, x86-64.
//!
//! ```text
//!     vmovupd ymm0..15, [operands + 64·n]
//!     .p2align 6
//! 2:  vfmadd231pd  ymm0, ymm12, ymm13     // 12 of them, each on a register of its own
//!     vfnmadd231pd ymm0, ymm12, ymm13     // takes the same off again: 12 of them
//!     dec iterations
//!     jnz 2b
//!     vzeroupper
//! ```
//!
//! **Cycles:** an iteration takes its fused instructions divided by the pipes that execute them,
//! two on most cores: 12 with AVX2, 24 with AVX-512 if the core has two pipes of that width (Intel
//! SDM vol. 2 "VFMADD132PD/VFMADD213PD/VFMADD231PD"; the instruction tables of docs/sources.md).
//! Counting down runs in parallel. VZEROUPPER (SDM vol. 2): otherwise the chains, which use SSE,
//! would be slower afterwards on some cores. A product's operands are two of four registers (eight
//! with AVX-512) in rotation, so that bits change.
//!
//! **Options:** `nostack`: nothing is pushed. `readonly`: it reads operands and stream, and stores
//! nothing. Not `pure`: it must run although its results are unused. Not `preserves_flags`:
//! counting down writes them. **Clobbers:** those of System V's calls, which are all vector
//! registers, whatever the system: Windows preserves some of them.

use std::arch::is_x86_feature_detected;

use super::forms::{LoadForm, X86_64};
use super::{Entry, Operands};

/// Every form with its code, and whether this processor and its system have the features that it
/// needs.
pub(super) fn entries() -> [(&'static LoadForm, Entry, bool); X86_64.len()] {
    let [scalar, vector_512, vector_256, vector_128, memory_512, memory_256, memory_128] = &X86_64;
    let has_512 = is_x86_feature_detected!("avx512f");
    let has_256 = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
    [
        (scalar, scalar_doubles, true),
        (vector_512, vector_avx512, has_512),
        (vector_256, vector_avx2, has_256),
        (vector_128, vector_sse2, true),
        (memory_512, memory_avx512, has_512),
        (memory_256, memory_avx2, has_256),
        (memory_128, memory_sse2, true),
    ]
}

/// Not used: every form states the width of its vectors.
pub(super) fn vector_lanes() -> u32 {
    1
}

/// A loop's function.
macro_rules! looped {
    ($name:ident, [$($enable:tt)*], [$($load:literal),*], [$($line:literal,)+], [$($end:literal),*]) => {
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
                        "dec rsi",
                        "jnz 2b",
                        $($end,)*
                        in("rdi") operands,
                        inout("rsi") iterations => _,
                        inout("rdx") stream => _,
                        clobber_abi("sysv64"),
                        options(nostack, readonly),
                    );
                }
            }
        }
    };
}

looped! {
    scalar_doubles, [],
    [".irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15", "movsd xmm\\i, [rdi + 64 * \\i]", ".endr", "mov rax, [rdi + 8 * 0]", "mov rcx, [rdi + 8 * 1]", "mov r8, [rdi + 8 * 2]", "mov r9, [rdi + 8 * 3]", "mov r10, [rdi + 8 * 4]", "mov r11, [rdi + 8 * 5]", "mov rdx, [rdi + 64]"],
    [
        "addsd xmm0, xmm12",
        "imul rax, rdx",
        "mulsd xmm6, xmm14",
        "add rax, rdx",
        "addsd xmm1, xmm12",
        "imul rcx, rdx",
        "mulsd xmm7, xmm14",
        "add rcx, rdx",
        "addsd xmm2, xmm12",
        "imul r8, rdx",
        "mulsd xmm8, xmm14",
        "add r8, rdx",
        "addsd xmm3, xmm12",
        "imul r9, rdx",
        "mulsd xmm9, xmm14",
        "add r9, rdx",
        "addsd xmm4, xmm12",
        "imul r10, rdx",
        "mulsd xmm10, xmm14",
        "add r10, rdx",
        "addsd xmm5, xmm12",
        "imul r11, rdx",
        "mulsd xmm11, xmm14",
        "add r11, rdx",
        "subsd xmm0, xmm12",
        "xor rax, rdx",
        "mulsd xmm6, xmm15",
        "rol rax, 13",
        "subsd xmm1, xmm12",
        "xor rcx, rdx",
        "mulsd xmm7, xmm15",
        "rol rcx, 13",
        "subsd xmm2, xmm12",
        "xor r8, rdx",
        "mulsd xmm8, xmm15",
        "rol r8, 13",
        "subsd xmm3, xmm12",
        "xor r9, rdx",
        "mulsd xmm9, xmm15",
        "rol r9, 13",
        "subsd xmm4, xmm12",
        "xor r10, rdx",
        "mulsd xmm10, xmm15",
        "rol r10, 13",
        "subsd xmm5, xmm12",
        "xor r11, rdx",
        "mulsd xmm11, xmm15",
        "rol r11, 13",
    ],
    []
}
looped! {
    vector_avx512, [#[target_feature(enable = "avx512f")]],
    [".irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31", "vmovupd zmm\\i, [rdi + 64 * \\i]", ".endr"],
    [
        "vfmadd231pd zmm0, zmm24, zmm25",
        "vfmadd231pd zmm1, zmm26, zmm27",
        "vfmadd231pd zmm2, zmm28, zmm29",
        "vfmadd231pd zmm3, zmm30, zmm31",
        "vfmadd231pd zmm4, zmm24, zmm26",
        "vfmadd231pd zmm5, zmm25, zmm27",
        "vfmadd231pd zmm6, zmm28, zmm30",
        "vfmadd231pd zmm7, zmm29, zmm31",
        "vfmadd231pd zmm8, zmm24, zmm25",
        "vfmadd231pd zmm9, zmm26, zmm27",
        "vfmadd231pd zmm10, zmm28, zmm29",
        "vfmadd231pd zmm11, zmm30, zmm31",
        "vfmadd231pd zmm12, zmm24, zmm26",
        "vfmadd231pd zmm13, zmm25, zmm27",
        "vfmadd231pd zmm14, zmm28, zmm30",
        "vfmadd231pd zmm15, zmm29, zmm31",
        "vfmadd231pd zmm16, zmm24, zmm25",
        "vfmadd231pd zmm17, zmm26, zmm27",
        "vfmadd231pd zmm18, zmm28, zmm29",
        "vfmadd231pd zmm19, zmm30, zmm31",
        "vfmadd231pd zmm20, zmm24, zmm26",
        "vfmadd231pd zmm21, zmm25, zmm27",
        "vfmadd231pd zmm22, zmm28, zmm30",
        "vfmadd231pd zmm23, zmm29, zmm31",
        "vfnmadd231pd zmm0, zmm24, zmm25",
        "vfnmadd231pd zmm1, zmm26, zmm27",
        "vfnmadd231pd zmm2, zmm28, zmm29",
        "vfnmadd231pd zmm3, zmm30, zmm31",
        "vfnmadd231pd zmm4, zmm24, zmm26",
        "vfnmadd231pd zmm5, zmm25, zmm27",
        "vfnmadd231pd zmm6, zmm28, zmm30",
        "vfnmadd231pd zmm7, zmm29, zmm31",
        "vfnmadd231pd zmm8, zmm24, zmm25",
        "vfnmadd231pd zmm9, zmm26, zmm27",
        "vfnmadd231pd zmm10, zmm28, zmm29",
        "vfnmadd231pd zmm11, zmm30, zmm31",
        "vfnmadd231pd zmm12, zmm24, zmm26",
        "vfnmadd231pd zmm13, zmm25, zmm27",
        "vfnmadd231pd zmm14, zmm28, zmm30",
        "vfnmadd231pd zmm15, zmm29, zmm31",
        "vfnmadd231pd zmm16, zmm24, zmm25",
        "vfnmadd231pd zmm17, zmm26, zmm27",
        "vfnmadd231pd zmm18, zmm28, zmm29",
        "vfnmadd231pd zmm19, zmm30, zmm31",
        "vfnmadd231pd zmm20, zmm24, zmm26",
        "vfnmadd231pd zmm21, zmm25, zmm27",
        "vfnmadd231pd zmm22, zmm28, zmm30",
        "vfnmadd231pd zmm23, zmm29, zmm31",
    ],
    ["vzeroupper"]
}
looped! {
    vector_avx2, [#[target_feature(enable = "avx2,fma")]],
    [".irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15", "vmovupd ymm\\i, [rdi + 64 * \\i]", ".endr"],
    [
        "vfmadd231pd ymm0, ymm12, ymm13",
        "vfmadd231pd ymm1, ymm14, ymm15",
        "vfmadd231pd ymm2, ymm12, ymm14",
        "vfmadd231pd ymm3, ymm13, ymm15",
        "vfmadd231pd ymm4, ymm12, ymm15",
        "vfmadd231pd ymm5, ymm13, ymm14",
        "vfmadd231pd ymm6, ymm12, ymm13",
        "vfmadd231pd ymm7, ymm14, ymm15",
        "vfmadd231pd ymm8, ymm12, ymm14",
        "vfmadd231pd ymm9, ymm13, ymm15",
        "vfmadd231pd ymm10, ymm12, ymm15",
        "vfmadd231pd ymm11, ymm13, ymm14",
        "vfnmadd231pd ymm0, ymm12, ymm13",
        "vfnmadd231pd ymm1, ymm14, ymm15",
        "vfnmadd231pd ymm2, ymm12, ymm14",
        "vfnmadd231pd ymm3, ymm13, ymm15",
        "vfnmadd231pd ymm4, ymm12, ymm15",
        "vfnmadd231pd ymm5, ymm13, ymm14",
        "vfnmadd231pd ymm6, ymm12, ymm13",
        "vfnmadd231pd ymm7, ymm14, ymm15",
        "vfnmadd231pd ymm8, ymm12, ymm14",
        "vfnmadd231pd ymm9, ymm13, ymm15",
        "vfnmadd231pd ymm10, ymm12, ymm15",
        "vfnmadd231pd ymm11, ymm13, ymm14",
    ],
    ["vzeroupper"]
}
looped! {
    vector_sse2, [],
    [".irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15", "movupd xmm\\i, [rdi + 64 * \\i]", ".endr"],
    [
        "addpd xmm0, xmm12",
        "mulpd xmm6, xmm14",
        "addpd xmm1, xmm13",
        "mulpd xmm7, xmm14",
        "addpd xmm2, xmm12",
        "mulpd xmm8, xmm14",
        "addpd xmm3, xmm13",
        "mulpd xmm9, xmm14",
        "addpd xmm4, xmm12",
        "mulpd xmm10, xmm14",
        "addpd xmm5, xmm13",
        "mulpd xmm11, xmm14",
        "subpd xmm0, xmm12",
        "mulpd xmm6, xmm15",
        "subpd xmm1, xmm13",
        "mulpd xmm7, xmm15",
        "subpd xmm2, xmm12",
        "mulpd xmm8, xmm15",
        "subpd xmm3, xmm13",
        "mulpd xmm9, xmm15",
        "subpd xmm4, xmm12",
        "mulpd xmm10, xmm15",
        "subpd xmm5, xmm13",
        "mulpd xmm11, xmm15",
    ],
    []
}
looped! {
    memory_avx512, [#[target_feature(enable = "avx512f")]],
    [".irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31", "vmovupd zmm\\i, [rdi + 64 * \\i]", ".endr"],
    [
        "vfmadd231pd zmm0, zmm24, [rdx + 0]",
        "vfmadd231pd zmm1, zmm25, [rdx + 64]",
        "vfmadd231pd zmm2, zmm26, [rdx + 128]",
        "vfmadd231pd zmm3, zmm27, [rdx + 192]",
        "vfmadd231pd zmm4, zmm28, [rdx + 256]",
        "vfmadd231pd zmm5, zmm29, [rdx + 320]",
        "vfmadd231pd zmm6, zmm30, [rdx + 384]",
        "vfmadd231pd zmm7, zmm31, [rdx + 448]",
        "vfmadd231pd zmm8, zmm24, zmm25",
        "vfmadd231pd zmm9, zmm26, zmm27",
        "vfmadd231pd zmm10, zmm28, zmm29",
        "vfmadd231pd zmm11, zmm30, zmm31",
        "vfmadd231pd zmm12, zmm24, zmm26",
        "vfmadd231pd zmm13, zmm25, zmm27",
        "vfmadd231pd zmm14, zmm28, zmm30",
        "vfmadd231pd zmm15, zmm29, zmm31",
        "vfmadd231pd zmm16, zmm24, zmm25",
        "vfmadd231pd zmm17, zmm26, zmm27",
        "vfmadd231pd zmm18, zmm28, zmm29",
        "vfmadd231pd zmm19, zmm30, zmm31",
        "vfmadd231pd zmm20, zmm24, zmm26",
        "vfmadd231pd zmm21, zmm25, zmm27",
        "vfmadd231pd zmm22, zmm28, zmm30",
        "vfmadd231pd zmm23, zmm29, zmm31",
        "vfnmadd231pd zmm0, zmm24, [rdx + 512]",
        "vfnmadd231pd zmm1, zmm25, [rdx + 576]",
        "vfnmadd231pd zmm2, zmm26, [rdx + 640]",
        "vfnmadd231pd zmm3, zmm27, [rdx + 704]",
        "vfnmadd231pd zmm4, zmm28, [rdx + 768]",
        "vfnmadd231pd zmm5, zmm29, [rdx + 832]",
        "vfnmadd231pd zmm6, zmm30, [rdx + 896]",
        "vfnmadd231pd zmm7, zmm31, [rdx + 960]",
        "vfnmadd231pd zmm8, zmm24, zmm25",
        "vfnmadd231pd zmm9, zmm26, zmm27",
        "vfnmadd231pd zmm10, zmm28, zmm29",
        "vfnmadd231pd zmm11, zmm30, zmm31",
        "vfnmadd231pd zmm12, zmm24, zmm26",
        "vfnmadd231pd zmm13, zmm25, zmm27",
        "vfnmadd231pd zmm14, zmm28, zmm30",
        "vfnmadd231pd zmm15, zmm29, zmm31",
        "vfnmadd231pd zmm16, zmm24, zmm25",
        "vfnmadd231pd zmm17, zmm26, zmm27",
        "vfnmadd231pd zmm18, zmm28, zmm29",
        "vfnmadd231pd zmm19, zmm30, zmm31",
        "vfnmadd231pd zmm20, zmm24, zmm26",
        "vfnmadd231pd zmm21, zmm25, zmm27",
        "vfnmadd231pd zmm22, zmm28, zmm30",
        "vfnmadd231pd zmm23, zmm29, zmm31",
        "add rdx, 1024",
    ],
    ["vzeroupper"]
}
looped! {
    memory_avx2, [#[target_feature(enable = "avx2,fma")]],
    [".irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15", "vmovupd ymm\\i, [rdi + 64 * \\i]", ".endr"],
    [
        "vfmadd231pd ymm0, ymm12, [rdx + 0]",
        "vfmadd231pd ymm1, ymm13, [rdx + 32]",
        "vfmadd231pd ymm2, ymm14, [rdx + 64]",
        "vfmadd231pd ymm3, ymm15, [rdx + 96]",
        "vfmadd231pd ymm4, ymm12, [rdx + 128]",
        "vfmadd231pd ymm5, ymm13, [rdx + 160]",
        "vfmadd231pd ymm6, ymm14, [rdx + 192]",
        "vfmadd231pd ymm7, ymm15, [rdx + 224]",
        "vfmadd231pd ymm8, ymm12, ymm14",
        "vfmadd231pd ymm9, ymm13, ymm15",
        "vfmadd231pd ymm10, ymm12, ymm15",
        "vfmadd231pd ymm11, ymm13, ymm14",
        "vfnmadd231pd ymm0, ymm12, [rdx + 256]",
        "vfnmadd231pd ymm1, ymm13, [rdx + 288]",
        "vfnmadd231pd ymm2, ymm14, [rdx + 320]",
        "vfnmadd231pd ymm3, ymm15, [rdx + 352]",
        "vfnmadd231pd ymm4, ymm12, [rdx + 384]",
        "vfnmadd231pd ymm5, ymm13, [rdx + 416]",
        "vfnmadd231pd ymm6, ymm14, [rdx + 448]",
        "vfnmadd231pd ymm7, ymm15, [rdx + 480]",
        "vfnmadd231pd ymm8, ymm12, ymm14",
        "vfnmadd231pd ymm9, ymm13, ymm15",
        "vfnmadd231pd ymm10, ymm12, ymm15",
        "vfnmadd231pd ymm11, ymm13, ymm14",
        "add rdx, 512",
    ],
    ["vzeroupper"]
}
looped! {
    memory_sse2, [],
    [".irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15", "movupd xmm\\i, [rdi + 64 * \\i]", ".endr"],
    [
        "addpd xmm0, [rdx + 0]",
        "mulpd xmm6, xmm14",
        "addpd xmm1, [rdx + 16]",
        "mulpd xmm7, xmm14",
        "addpd xmm2, [rdx + 32]",
        "mulpd xmm8, xmm14",
        "addpd xmm3, [rdx + 48]",
        "mulpd xmm9, xmm14",
        "addpd xmm4, xmm12",
        "mulpd xmm10, xmm14",
        "addpd xmm5, xmm13",
        "mulpd xmm11, xmm14",
        "subpd xmm0, [rdx + 64]",
        "mulpd xmm6, xmm15",
        "subpd xmm1, [rdx + 80]",
        "mulpd xmm7, xmm15",
        "subpd xmm2, [rdx + 96]",
        "mulpd xmm8, xmm15",
        "subpd xmm3, [rdx + 112]",
        "mulpd xmm9, xmm15",
        "subpd xmm4, xmm12",
        "mulpd xmm10, xmm15",
        "subpd xmm5, xmm13",
        "mulpd xmm11, xmm15",
        "add rdx, 128",
    ],
    []
}
