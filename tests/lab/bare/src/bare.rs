//! The program.

use core::arch::{asm, global_asm};
use core::fmt::Write;
use core::panic::PanicInfo;

// The emulator enters at exception level 1, caches and translation off, every register but x0 zero;
// so does PSCI's CPU_ON on the other cores. Each core has an eighth of the stack.
global_asm!(
    ".section .text.start, \"ax\"",
    ".globl _start",
    "_start:",
    // Floating point on: CPACR_EL1.FPEN.
    "mov x0, #(3 << 20)",
    "msr cpacr_el1, x0",
    "isb",
    "adrp x1, stack_top",
    "add x1, x1, :lo12:stack_top",
    // The number of the core: MPIDR_EL1.Aff0.
    "mrs x0, mpidr_el1",
    "and x0, x0, #0xff",
    "sub x1, x1, x0, lsl #13",
    "mov sp, x1",
    "bl run",
    "1: b 1b",
);

/// The board's serial port, a PL011: its data register takes a byte.
struct Serial;

impl Write for Serial {
    fn write_str(&mut self, text: &str) -> core::fmt::Result {
        const DATA: *mut u32 = 0x0900_0000 as *mut u32;
        for byte in text.bytes() {
            // SAFETY: the board's device register; a store of a byte's value sends it.
            unsafe { DATA.write_volatile(u32::from(byte)) };
        }
        Ok(())
    }
}

/// Ends the emulator with a status: semihosting's SYS_EXIT with ADP_Stopped_ApplicationExit.
fn exit(status: u64) -> ! {
    const SYS_EXIT: u64 = 0x18;
    const APPLICATION_EXIT: u64 = 0x20026;
    let block = [APPLICATION_EXIT, status];
    // SAFETY: the call reads 16 bytes at `block` and does not return.
    unsafe { asm!("hlt #0xf000", in("x0") SYS_EXIT, in("x1") block.as_ptr(), options(noreturn)) }
}

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    let _ = writeln!(Serial, "panic: {info}");
    exit(101)
}

fn counter_hz() -> u64 {
    let hz: u64;
    // SAFETY: reads a system register.
    unsafe { asm!("mrs {}, cntfrq_el0", out(reg) hz, options(nomem, nostack)) };
    hz
}

/// A loop of dependent steps, with the counter's reads in the same block: what lies between the
/// reads is known to the instruction.
macro_rules! timed {
    ($steps:literal, $iterations:expr, $step:literal) => {{
        let (before, after): (u64, u64);
        // SAFETY: touches registers only; ends when the iterations are counted down.
        unsafe {
            asm!(
                "fmov d16, #1.0", "fmov d17, #1.0",
                ".p2align 6",
                "isb", "mrs {before}, cntvct_el0", "isb",
                "2:",
                concat!(".rept ", $steps),
                $step,
                ".endr",
                "subs {iterations}, {iterations}, #1",
                "b.ne 2b",
                "isb", "mrs {after}, cntvct_el0", "isb",
                before = out(reg) before,
                after = out(reg) after,
                iterations = inout(reg) $iterations => _,
                out("x9") _, out("x10") _, out("v16") _, out("v17") _,
                options(nostack, nomem),
            );
        }
        after - before
    }};
}

/// Prints a loop of two lengths: their difference is free of the loop's end and the reads.
macro_rules! chain {
    ($name:literal, $step:literal) => {
        chain!($name, $step, 20_000)
    };
    ($name:literal, $step:literal, $iterations:expr) => {{
        const ITERATIONS: u64 = $iterations;
        let _ = writeln!(Serial, "{} 64 {ITERATIONS} {}", $name, timed!(64, ITERATIONS, $step));
        let _ = writeln!(Serial, "{} 192 {ITERATIONS} {}", $name, timed!(192, ITERATIONS, $step));
    }};
}

/// PSCI's functions, by the conduit that the emulator's board has without a hypervisor: HVC.
fn psci(function: u64, arguments: [u64; 3]) -> i64 {
    let result;
    // SAFETY: the emulator answers; no memory is touched by this core.
    unsafe {
        asm!(
            "hvc #0",
            inout("x0") function => result,
            in("x1") arguments[0], in("x2") arguments[1], in("x3") arguments[2],
            options(nostack),
        );
    }
    result
}

/// Lets the next core run the same, and switches this one off; ends the emulator when there is no
/// next.
fn hand_on(core: u64) -> ! {
    const CPU_ON: u64 = 0xc400_0003;
    const CPU_OFF: u64 = 0x8400_0002;
    unsafe extern "C" {
        fn _start();
    }
    if psci(CPU_ON, [core + 1, _start as *const () as u64, 0]) != 0 {
        exit(0);
    }
    psci(CPU_OFF, [0; 3]);
    exit(1)
}

#[unsafe(no_mangle)]
extern "C" fn run(core: u64) -> ! {
    let _ = writeln!(Serial, "core {core} of counter_hz {}", counter_hz());
    if core == 0 {
        // Long enough that two ticks of the slowest timer, 521 ns each, are less than 3 ppm at 1
        // GHz. All cores read the same timer.
        chain!("timer", "add x9, x9, x10", 3_000_000);
    }
    chain!("add", "add x9, x9, x10");
    chain!("subtract", "sub x9, x9, x10");
    chain!("logic", "eor x9, x9, x10");
    chain!("add_immediate", "subs x9, x9, #1");
    chain!("shifted", "add x9, x9, x10, lsl #7");
    chain!("shift", "ror x9, x9, x10");
    chain!("bitfield", "ror x9, x9, #3");
    chain!("multiply", "mul x9, x9, x10");
    chain!("multiply_high", "umulh x9, x9, x10");
    chain!("divide", "udiv x9, x9, x10");
    chain!("float_add", "fadd d16, d16, d17");
    chain!("float_multiply", "fmul d16, d16, d17");
    chain!("float_fused", "fmadd d16, d16, d17, d17");
    chain!("float_divide", "fdiv d16, d16, d17");
    chain!("float", "frinta d16, d16");
    hand_on(core)
}
