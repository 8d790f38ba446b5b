//! The clocks of Windows other than the performance counter.
#![cfg(windows)]

use std::ffi::CStr;

use windows_sys::Win32::Foundation::{FARPROC, FILETIME};
use windows_sys::Win32::System::LibraryLoader::{GetModuleHandleA, GetProcAddress};
use windows_sys::Win32::System::SystemInformation::{
    GetSystemTimeAsFileTime, GetSystemTimePreciseAsFileTime, GetTickCount64,
};

use super::sources::{Source, opened};
use crate::clock::{Clock, ClockError, ClockId, Timebase, Witness, qpc::QpcClock};

/// Every clock of Windows.
pub(super) fn sources() -> Vec<Source> {
    vec![
        (ClockId::QueryPerformanceCounter, opened(QpcClock::open())),
        source(ClockId::SystemTimePrecise, HUNDRED_NS_HZ, || file_time(GetSystemTimePreciseAsFileTime)),
        source(ClockId::SystemTime, HUNDRED_NS_HZ, || file_time(GetSystemTimeAsFileTime)),
        (ClockId::InterruptTime, interrupt_time()),
        (ClockId::UnbiasedInterruptTime, unbiased_interrupt_time()),
        source(ClockId::TickCount64, 1_000, tick_count),
    ]
}

/// FILETIME and the interrupt time count 100 ns.
const HUNDRED_NS_HZ: u64 = 10_000_000;

fn source(id: ClockId, hz: u64, read: fn() -> u64) -> Source {
    (id, opened(system(id, hz, read)))
}

fn system<R>(id: ClockId, hz: u64, read: R) -> Result<SystemTime<R>, ClockError> {
    let timebase = Timebase::from_hz(hz).map_err(|source| ClockError::Timebase { id, source })?;
    Ok(SystemTime { id, timebase, read })
}

/// A function of the system that cannot fail.
struct SystemTime<R> {
    id: ClockId,
    timebase: Timebase,
    read: R,
}

impl<R> std::fmt::Debug for SystemTime<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SystemTime").field("id", &self.id).field("timebase", &self.timebase).finish()
    }
}

impl<R: Fn() -> u64 + Send + Sync> Clock for SystemTime<R> {
    fn id(&self) -> ClockId {
        self.id
    }

    fn ticks(&self) -> u64 {
        (self.read)()
    }

    fn timebase(&self) -> Timebase {
        self.timebase
    }
}

/// The wall clock, by one of the two functions that fill in a FILETIME.
fn file_time(query: unsafe extern "system" fn(*mut FILETIME)) -> u64 {
    let mut time = FILETIME { dwLowDateTime: 0, dwHighDateTime: 0 };
    // SAFETY: the pointer is to a live structure, which the call fills in.
    unsafe { query(&raw mut time) };
    u64::from(time.dwHighDateTime) << 32 | u64::from(time.dwLowDateTime)
}

/// Finds a function by its name. An import of a missing function would keep the program from
/// starting, and some versions of wine lack one of the two functions found this way.
fn find(name: &CStr) -> FARPROC {
    // SAFETY: both names end in zero. The library is never unloaded: it holds the system's calls
    // themselves.
    unsafe {
        let library = GetModuleHandleA(c"kernelbase.dll".as_ptr().cast());
        GetProcAddress(library, name.as_ptr().cast())
    }
}

/// `QueryInterruptTime`, which came with Windows 10.
fn interrupt_time() -> Result<Witness, ClockError> {
    let id = ClockId::InterruptTime;
    let found = find(c"QueryInterruptTime").ok_or(ClockError::Unsupported { id })?;
    // SAFETY: the function of this name takes a pointer to a u64 (realtimeapiset.h).
    let query: unsafe extern "system" fn(*mut u64) = unsafe { std::mem::transmute(found) };
    let read = move || {
        let mut time = 0_u64;
        // SAFETY: the pointer is to a live u64, which the call fills in.
        unsafe { query(&raw mut time) };
        time
    };
    opened(system(id, HUNDRED_NS_HZ, read))
}

/// `QueryUnbiasedInterruptTime`, which came with Windows 7.
fn unbiased_interrupt_time() -> Result<Witness, ClockError> {
    let id = ClockId::UnbiasedInterruptTime;
    let found = find(c"QueryUnbiasedInterruptTime").ok_or(ClockError::Unsupported { id })?;
    // SAFETY: the function of this name takes a pointer to a u64 and returns a BOOL
    // (realtimeapiset.h).
    let query: unsafe extern "system" fn(*mut u64) -> i32 = unsafe { std::mem::transmute(found) };
    let read = move || {
        let mut time = 0_u64;
        // SAFETY: the pointer is to a live u64, which the call fills in. It fails for a null
        // pointer only.
        unsafe { query(&raw mut time) };
        time
    };
    opened(system(id, HUNDRED_NS_HZ, read))
}

fn tick_count() -> u64 {
    // SAFETY: takes nothing, returns a number, has no precondition.
    unsafe { GetTickCount64() }
}
