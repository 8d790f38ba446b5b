//! The clocks of Windows beside the performance counter.
#![cfg(windows)]

use windows_sys::Win32::Foundation::FILETIME;
use windows_sys::Win32::System::SystemInformation::{GetSystemTimePreciseAsFileTime, GetTickCount64};
use windows_sys::Win32::System::WindowsProgramming::QueryInterruptTime;

use super::sources::{Source, opened};
use crate::clock::{Clock, ClockError, ClockId, Timebase, qpc::QpcClock};

/// Every clock of Windows.
pub(super) fn sources() -> Vec<Source> {
    vec![
        (ClockId::QueryPerformanceCounter, opened(QpcClock::open())),
        system(ClockId::SystemTimePrecise, HUNDRED_NS_HZ, precise),
        system(ClockId::InterruptTime, HUNDRED_NS_HZ, interrupt_time),
        system(ClockId::TickCount64, 1_000, tick_count),
    ]
}

/// FILETIME and the interrupt time count 100 ns.
const HUNDRED_NS_HZ: u64 = 10_000_000;

fn system(id: ClockId, hz: u64, read: fn() -> u64) -> Source {
    let timebase = Timebase::from_hz(hz).map_err(|source| ClockError::Timebase { id, source });
    (id, opened(timebase.map(|timebase| SystemTime { id, timebase, read })))
}

/// A function of the system that cannot fail.
#[derive(Debug)]
struct SystemTime {
    id: ClockId,
    timebase: Timebase,
    read: fn() -> u64,
}

impl Clock for SystemTime {
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

fn interrupt_time() -> u64 {
    let mut time = 0_u64;
    // SAFETY: the pointer is to a live u64, which the call fills in.
    unsafe { QueryInterruptTime(&raw mut time) };
    time
}

fn tick_count() -> u64 {
    // SAFETY: takes nothing, returns a number, has no precondition.
    unsafe { GetTickCount64() }
}
