//! `QueryPerformanceCounter`, Windows' counter, at the rate that `QueryPerformanceFrequency`
//! states.
//!
//! The rate is fixed at start-up and is often not the hardware's: 10 MHz on most x86 machines
//! whatever their TSC does, 24 or 19.2 MHz on Arm. Source: Microsoft, "Acquiring high-resolution
//! time stamps".
#![cfg(windows)]

use windows_sys::Win32::System::Performance::{QueryPerformanceCounter, QueryPerformanceFrequency};

use super::{Clock, ClockError, ClockId, Timebase};

const ID: ClockId = ClockId::QueryPerformanceCounter;

/// The performance counter of Windows.
#[derive(Debug)]
pub(super) struct QpcClock {
    timebase: Timebase,
}

impl QpcClock {
    /// Queries the rate once: it is constant from start-up on.
    pub(super) fn open() -> Result<Self, ClockError> {
        let mut hz = 0_i64;
        // SAFETY: the pointer is to a live i64, which the call fills in.
        let ok = unsafe { QueryPerformanceFrequency(&raw mut hz) };
        let hz = u64::try_from(hz).unwrap_or(0);
        if ok == 0 || hz == 0 {
            return Err(ClockError::NoRate { id: ID });
        }
        let timebase = Timebase::from_hz(hz).map_err(|source| ClockError::Timebase { id: ID, source })?;
        Ok(Self { timebase })
    }
}

impl Clock for QpcClock {
    fn id(&self) -> ClockId {
        ID
    }

    fn ticks(&self) -> u64 {
        let mut ticks = 0_i64;
        // SAFETY: the pointer is to a live i64. The call cannot fail since Windows XP, by its
        // documentation.
        unsafe { QueryPerformanceCounter(&raw mut ticks) };
        // It counts up from 0 at start-up: the sign bit stays clear for millennia.
        ticks.cast_unsigned()
    }

    fn timebase(&self) -> Timebase {
        self.timebase
    }
}
