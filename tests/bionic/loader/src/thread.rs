//! Thread pointers. What a library calls of the loader runs on the loader's own.

use std::arch::asm;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::linker::Linker;

/// The thread pointer that the loader was started with.
static OWN: AtomicUsize = AtomicUsize::new(0);

static LINKER: Mutex<Linker> = Mutex::new(Linker::new());

fn pointer() -> usize {
    let pointer;
    // SAFETY: reads a register that every process may read.
    unsafe { asm!("mrs {}, tpidr_el0", out(reg) pointer, options(nomem, nostack, preserves_flags)) };
    pointer
}

/// Sets the thread pointer.
///
/// # Safety
/// The code that runs next belongs to the C library that made the pointer.
unsafe fn put_on(pointer: usize) {
    // SAFETY: the caller's promise.
    unsafe { asm!("msr tpidr_el0, {}", in(reg) pointer, options(nostack, preserves_flags)) };
}

/// Leaves the loader permanently: from here on the calling thread is the program's.
///
/// # Safety
/// `program` is a thread pointer as the program's C library expects it, and the caller does nothing
/// more that belongs to the loader's.
pub unsafe fn become_the_programs(program: usize) {
    OWN.store(pointer(), Ordering::SeqCst);
    // SAFETY: the caller's promise.
    unsafe { put_on(program) };
}

/// Does work in the loader, on any thread. The loader's C library assumes a single thread, so only
/// one at a time may run.
pub fn in_loader<T>(work: impl FnOnce(&mut Linker) -> T) -> T {
    let (caller, own) = (pointer(), OWN.load(Ordering::SeqCst));
    if own == 0 {
        return alone(work);
    }
    // SAFETY: `alone` belongs to the loader's C library, and the code after it to the caller's.
    unsafe { put_on(own) };
    let result = alone(work);
    // SAFETY: as above.
    unsafe { put_on(caller) };
    result
}

/// Not inlined: the compiler may keep what it computed from a thread pointer, but for one function
/// only.
#[inline(never)]
fn alone<T>(work: impl FnOnce(&mut Linker) -> T) -> T {
    work(&mut LINKER.lock().unwrap_or_else(PoisonError::into_inner))
}
