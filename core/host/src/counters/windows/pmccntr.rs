//! The register of this machine.

use std::sync::atomic::{AtomicBool, Ordering};

use windows_sys::Win32::Foundation::{EXCEPTION_ILLEGAL_INSTRUCTION, EXCEPTION_PRIV_INSTRUCTION};
use windows_sys::Win32::System::Diagnostics::Debug::{
    AddVectoredExceptionHandler, EXCEPTION_CONTINUE_EXECUTION, EXCEPTION_CONTINUE_SEARCH, EXCEPTION_POINTERS,
    RemoveVectoredExceptionHandler,
};

use super::rate::{Pair, believe};
use super::registers::{cntvct, pmccntr};
use crate::counters::{Counter, CounterError, Found, Reader, Snapshot};

struct Pmccntr;

impl Reader for Pmccntr {
    fn read(&mut self, counts: &mut Snapshot) {
        counts.set(Counter::Pmccntr, pmccntr());
    }
}

pub(in crate::counters) fn open(found: &mut Found) {
    let pair = || Pair { cycles: pmccntr(), ticks: cntvct() };
    match may_be_read().and_then(|()| believe(pair)) {
        Ok(()) => found.reader(&[Counter::Pmccntr], Pmccntr),
        Err(why) => found.missing(&[Counter::Pmccntr], &why),
    }
}

/// Set by the handler.
static TRAPPED: AtomicBool = AtomicBool::new(false);

/// Reads the register once, with a handler in place that steps over the instruction if it faults.
fn may_be_read() -> Result<(), CounterError> {
    // SAFETY: the handler has the required signature, lives as long as the program, and acts on
    // faults at one address only. It is taken out again before this function returns.
    let handler = unsafe { AddVectoredExceptionHandler(1, Some(step_over)) };
    if handler.is_null() {
        return Err(CounterError::Failed { error: "no exception handler could be added".into() });
    }
    pmccntr();
    // SAFETY: the handle belongs to the handler just added.
    unsafe { RemoveVectoredExceptionHandler(handler) };
    if TRAPPED.load(Ordering::Relaxed) { Err(CounterError::Trapped) } else { Ok(()) }
}

/// # Safety
/// `fault` is what Windows hands to a vectored exception handler.
unsafe extern "system" fn step_over(fault: *mut EXCEPTION_POINTERS) -> i32 {
    // SAFETY: Windows hands out valid records of the fault and of the thread's registers.
    let (record, registers) = unsafe { (&*(*fault).ExceptionRecord, &mut *(*fault).ContextRecord) };
    let instruction = pmccntr as *const () as u64;
    let kinds = [EXCEPTION_ILLEGAL_INSTRUCTION, EXCEPTION_PRIV_INSTRUCTION];
    if registers.Pc != instruction || !kinds.contains(&record.ExceptionCode) {
        return EXCEPTION_CONTINUE_SEARCH;
    }
    TRAPPED.store(true, Ordering::Relaxed);
    // To the `ret` behind it; x0 keeps its value, which is not used.
    registers.Pc += 4;
    EXCEPTION_CONTINUE_EXECUTION
}
