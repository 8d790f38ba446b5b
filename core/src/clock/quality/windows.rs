//! The clocks of Windows beside the performance counter.
#![cfg(windows)]

use windows_sys::Win32::Foundation::FILETIME;
use windows_sys::Win32::System::LibraryLoader::{GetModuleHandleA, GetProcAddress};
use windows_sys::Win32::System::SystemInformation::{GetSystemTimePreciseAsFileTime, GetTickCount64};

use super::sources::{Source, opened};
use crate::clock::{Clock, ClockError, ClockId, Timebase, Witness, qpc::QpcClock};

/// Every clock of Windows.
pub(super) fn sources() -> Vec<Source> {
    vec![
        (ClockId::QueryPerformanceCounter, opened(QpcClock::open())),
        source(ClockId::SystemTimePrecise, HUNDRED_NS_HZ, precise),
        (ClockId::InterruptTime, interrupt_time()),
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

fn precise() -> u64 {
    let mut time = FILETIME { dwLowDateTime: 0, dwHighDateTime: 0 };
    // SAFETY: the pointer is to a live structure, which the call fills in.
    unsafe { GetSystemTimePreciseAsFileTime(&raw mut time) };
    u64::from(time.dwHighDateTime) << 32 | u64::from(time.dwLowDateTime)
}

/// `QueryInterruptTime` by its name, not as an import: it came with Windows 10 and is not in every wine, and a
/// program that imports what is not there does not start.
fn interrupt_time() -> Result<Witness, ClockError> {
    let id = ClockId::InterruptTime;
    // SAFETY: both names end in zero. The library is never unloaded: it holds the system's calls themselves.
    let found = unsafe {
        let library = GetModuleHandleA(c"kernelbase.dll".as_ptr().cast());
        GetProcAddress(library, c"QueryInterruptTime".as_ptr().cast())
    };
    let found = found.ok_or(ClockError::Unsupported { id })?;
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

fn tick_count() -> u64 {
    // SAFETY: takes nothing, returns a number, has no precondition.
    unsafe { GetTickCount64() }
}
