//! The words of the loop, x86-64.
//!
//! ```text
//!     lfence
//!     mov  registers, [r14 + ...]
//!     lfence                        // a short body would begin before slow loads have ended
//!     .p2align 6
//! 2:  pattern × STEPS
//!     dec  r15                      // where flags carry the chain:  lea rcx, [rcx - 1]
//!     jnz  2b                       //                               jrcxz 3f; jmp 2b; 3:
//!     lfence
//!     vzeroupper                    // where registers wider than 128 bits were used
//! ```
//!
//! **Cycles:** an iteration takes the steps' latency (or, of independent copies, their throughput),
//! plus what the loop's end costs on this core; the same for every body, so that the difference of
//! two bodies is free of it. LFENCE, DEC, LEA, JRCXZ, VZEROUPPER: Intel SDM vol. 2; AMD APM vol. 3
//! and 4. Without VZEROUPPER, SSE code that follows would wait for the upper halves.
//!
//! **Options:** `nostack`: no push. Neither `readonly` nor `nomem`: a form may write the memory of
//! its operands. Not `preserves_flags`. **Clobbers:** what a call of the System V convention does,
//! on Windows, too, and r12 and r13.
//!
//! A body that was written at run time is called instead: `push [r14 + ...]` before the registers
//! are loaded, of which r14 may be one; `call [rsp]` after the second LFENCE, PUSH and CALL: Intel
//! SDM vol. 2; without `nostack`, as both write the stack.
//!
//! Local labels from 2 on: those of only 0 and 1 read as binary numbers in Intel syntax.

#[cfg(feature = "all")]
use super::code::{MEMORY, Operands};

macro_rules! assembly {
    (
        $operands:ident, $iterations:ident, $repeats:expr, [$($load:literal),*], [$($line:literal),+], $loop:ident, $width:ident
    ) => {
        std::arch::asm!(
            "lfence",
            $($load,)*
            begin!($loop),
            "lfence",
            ".p2align 6",
            "2:",
            ".rept {repeats}",
            $($line,)+
            ".endr",
            again!($loop),
            "lfence",
            leave!($width),
            repeats = const $repeats,
            inout("r14") $operands => _,
            inout("r15") $iterations => _,
            out("r12") _,
            out("r13") _,
            clobber_abi("sysv64"),
            options(nostack),
        )
    };
}

#[cfg(feature = "all")]
macro_rules! call_written {
    ($operands:ident, $iterations:ident, [$($load:literal),*], $loop:ident, $width:ident) => {
        std::arch::asm!(
            "lfence",
            "push qword ptr [r14 + {written}]",
            $($load,)*
            begin!($loop),
            "lfence",
            "call qword ptr [rsp]",
            "lfence",
            "lea rsp, [rsp + 8]",
            leave!($width),
            written = const std::mem::offset_of!(Operands, written),
            inout("r14") $operands => _,
            inout("r15") $iterations => _,
            out("r12") _,
            out("r13") _,
            clobber_abi("sysv64"),
        )
    };
}

/// A part: LEA gives the address of what JMP skips (Intel SDM vol. 2). **Cycles:** of no account.
/// **Options:** it touches neither memory, stack nor flags.
#[cfg(feature = "all")]
macro_rules! part_assembly {
    ($start:ident, [$($load:literal),*], [$($copy:literal),*]) => {
        std::arch::asm!(
            "lea {start}, [rip + 6f]",
            "jmp 7f",
            "6:",
            $(".byte 9f - 8f", "8:", $load, "9:",)*
            ".byte 0",
            $(".byte 9f - 8f", "8:", $copy, "9:",)*
            ".byte 0",
            "7:",
            start = out(reg) $start,
            options(nomem, nostack, preserves_flags),
        )
    };
}

/// Bytes of an entry's length in a part.
#[cfg(feature = "all")]
pub(super) const LENGTH_BYTES: usize = 1;

macro_rules! begin {
    (counting) => {
        "cmp r15, 0"
    };
    (keeping_flags) => {
        "mov rcx, r15"
    };
}

macro_rules! again {
    (counting) => {
        "dec r15\njnz 2b"
    };
    (keeping_flags) => {
        "lea rcx, [rcx - 1]\njrcxz 3f\njmp 2b\n3:"
    };
}

macro_rules! leave {
    (narrow) => {
        ""
    };
    (wide) => {
        "vzeroupper"
    };
}

/// The ends of a loop, each up to the distance that its last branch goes, and how many bytes that
/// distance has.
const ENDS: [(&[u8], usize); 4] = [
    // dec r15; jnz
    (b"\x49\xff\xcf\x75", 1),
    (b"\x49\xff\xcf\x0f\x85", 4),
    // lea rcx, [rcx - 1]; jrcxz over the next; jmp
    (b"\x48\x8d\x49\xff\xe3\x02\xeb", 1),
    (b"\x48\x8d\x49\xff\xe3\x05\xe9", 4),
];

/// Returns the start of the loop whose end is at `at`; `None` if none ends here. Every loop begins
/// on a cache line.
///
/// # Safety
/// `at` points to readable memory: a loop's end, or bytes up to the first that differs from one.
pub(super) unsafe fn turns_back(at: *const u8) -> Option<*const u8> {
    // SAFETY: byte by byte, and no byte after the first that differs.
    let byte = |place: usize| unsafe { at.add(place).read() };
    let (end, width) =
        ENDS.into_iter().find(|(end, _)| (0..end.len()).all(|place| byte(place) == end[place]))?;
    let distance = match width {
        1 => isize::from(byte(end.len()) as i8),
        _ => i32::from_le_bytes(std::array::from_fn(|place| byte(end.len() + place))) as isize,
    };
    let first = at.wrapping_add(end.len() + width).wrapping_offset(distance);
    (first < at && first.addr().is_multiple_of(64)).then_some(first)
}

/// Ends a body in the same way as the loop whose end is at `like`, and returns.
///
/// # Safety
/// As for [`turns_back`].
#[cfg(feature = "all")]
pub(super) unsafe fn close(body: &mut Vec<u8>, like: *const u8) {
    const LEA: u8 = 0x48;
    const RET: u8 = 0xc3;
    // SAFETY: the first byte distinguishes the two ends.
    let (end, width) = if unsafe { like.read() } == LEA { ENDS[3] } else { ENDS[1] };
    body.extend_from_slice(end);
    let distance = -((body.len() + width) as i32);
    body.extend_from_slice(&distance.to_le_bytes());
    body.push(RET);
}

/// Code before the user's own code in its body: none.
#[cfg(feature = "all")]
pub(super) const OWN_BEGIN: [u8; 0] = [];
/// `nop`.
#[cfg(feature = "all")]
pub(super) const NO_OPERATION: [u8; 1] = [0x90];

/// Returns `true` if one form writes whole registers of 256 or 512 bits and the other, of SSE,
/// keeps their upper parts.
#[cfg(feature = "all")]
pub(super) fn differ_in_upper_halves(one: &str, other: &str) -> bool {
    let operands = |form: &str| -> Vec<String> {
        let words = form.split(|letter: char| !letter.is_ascii_alphanumeric());
        words.skip(1).map(str::to_owned).collect()
    };
    let is_wide = |form: &str| operands(form).iter().any(|operand| operand == "y" || operand == "z");
    let is_of_sse =
        |form: &str| !form.starts_with('v') && operands(form).iter().any(|operand| operand == "x");
    is_wide(one) && is_of_sse(other) || is_of_sse(one) && is_wide(other)
}

/// Loads the register from whose address a part's registers are loaded: `mov r14, address` (SDM
/// vol. 2).
#[cfg(feature = "all")]
pub(super) fn point_at(operands: *mut Operands) -> Vec<u8> {
    let address = operands.expose_provenance() as u64;
    [b"\x49\xbe".as_slice(), &address.to_le_bytes()].concat()
}

/// Ends the loop of the user's own code that begins at this byte: `dec qword ptr [rsp + 16]; jnz;
/// ret`. All registers are the code's own, so the iterations are counted on the stack, as in
/// [`call_own`].
#[cfg(feature = "all")]
pub(super) fn close_own(body: &mut Vec<u8>, from: usize) {
    body.extend(b"\x48\xff\x4c\x24\x10\x0f\x85");
    let distance = from as i32 - (body.len() + 4) as i32;
    body.extend(distance.to_le_bytes());
    body.push(0xc3);
}

/// Calls a body of the user's own code. Every general register but rsp has the address of the
/// memory's middle, every vector register 1.0 in each double of its lower 128 bits, and the flags
/// are set as by an equal comparison.
///
/// **Options:** none, as it writes memory and the stack. **Clobbers:** what a call does, and all
/// other registers: rbx and rbp by hand, as the compiler does not lend them. The direction flag,
/// the mode of the vector unit, MMX's registers and wide upper halves are set back. PUSH, POP,
/// STMXCSR, LDMXCSR, CLD, EMMS, VZEROUPPER: Intel SDM vol. 2.
///
/// # Safety
/// `operands` points to `Operands` whose `written` is such a body; its code is unknown and may do
/// anything that a program may do. So it has to run in a process of its own that may fail.
#[cfg(feature = "all")]
pub(super) unsafe extern "C" fn call_own(operands: *mut Operands, iterations: u64) {
    // SAFETY: as above.
    unsafe {
        std::arch::asm!(
            "lfence",
            "push rbx",
            "push rbp",
            "sub rsp, 16",
            "stmxcsr [rsp]",
            "push r15",
            "push qword ptr [r14 + {written}]",
            "movupd xmm0, [r14]",
            "movapd xmm1, xmm0",
            "movapd xmm2, xmm0",
            "movapd xmm3, xmm0",
            "movapd xmm4, xmm0",
            "movapd xmm5, xmm0",
            "movapd xmm6, xmm0",
            "movapd xmm7, xmm0",
            "movapd xmm8, xmm0",
            "movapd xmm9, xmm0",
            "movapd xmm10, xmm0",
            "movapd xmm11, xmm0",
            "movapd xmm12, xmm0",
            "movapd xmm13, xmm0",
            "movapd xmm14, xmm0",
            "movapd xmm15, xmm0",
            "lea rax, [r14 + {middle}]",
            "mov rbx, rax",
            "mov rcx, rax",
            "mov rdx, rax",
            "mov rsi, rax",
            "mov rdi, rax",
            "mov rbp, rax",
            "mov r8, rax",
            "mov r9, rax",
            "mov r10, rax",
            "mov r11, rax",
            "mov r12, rax",
            "mov r13, rax",
            "mov r14, rax",
            "mov r15, rax",
            "cmp rax, rax",
            "lfence",
            "call qword ptr [rsp]",
            "lfence",
            "cld",
            "emms",
            "lea rsp, [rsp + 16]",
            "ldmxcsr [rsp]",
            "add rsp, 16",
            "pop rbp",
            "pop rbx",
            written = const std::mem::offset_of!(Operands, written),
            middle = const std::mem::offset_of!(Operands, memory) + 4 * MEMORY,
            inout("r14") operands => _,
            inout("r15") iterations => _,
            out("r12") _,
            out("r13") _,
            clobber_abi("sysv64"),
        );
        if std::arch::is_x86_feature_detected!("avx") {
            std::arch::asm!("vzeroupper", options(nostack, nomem, preserves_flags));
        }
    }
}
