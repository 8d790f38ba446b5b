//! `mach_absolute_time()`, Apple's counter, with the unit that `mach_timebase_info()` states.
//!
//! 24 MHz (125/3 ns) on every Apple silicon chip, 1/1 on Intel Macs and under Rosetta. The unit is
//! this call's alone: since the SDKs of autumn 2024 `CNTVCT_EL0` counts 1 GHz in a native process
//! on newer chips while this one stays at 24 MHz, so the one's ticks must never be scaled with the
//! other's unit (a factor of 41.67). Source: XNU, `osfmk/arm64/machine_task.c` and
//! `osfmk/arm/rtclock.c`.
#![cfg(target_vendor = "apple")]

use mach2::mach_time::{
    mach_absolute_time, mach_continuous_time, mach_timebase_info, mach_timebase_info_data_t,
};

use super::{Clock, ClockError, ClockId, Timebase};

/// The counter behind `mach_absolute_time()`, never steered.
#[derive(Debug)]
pub(super) struct MachClock {
    id: ClockId,
    timebase: Timebase,
}

impl MachClock {
    /// `mach_absolute_time()`, which stops while the machine sleeps.
    pub(super) fn absolute() -> Result<Self, ClockError> {
        Self::open(ClockId::MachAbsoluteTime)
    }

    /// `mach_continuous_time()`, which does not stop. The unit is the same.
    pub(super) fn continuous() -> Result<Self, ClockError> {
        Self::open(ClockId::MachContinuousTime)
    }

    fn open(id: ClockId) -> Result<Self, ClockError> {
        let mut info = mach_timebase_info_data_t::default();
        // SAFETY: the pointer is to a live structure of the type that the call fills in.
        let status = unsafe { mach_timebase_info(&raw mut info) };
        if status != 0 {
            return Err(ClockError::Refused { id, errno: status });
        }
        let timebase =
            Timebase::new(info.numer, info.denom).map_err(|source| ClockError::Timebase { id, source })?;
        Ok(Self { id, timebase })
    }
}

impl Clock for MachClock {
    fn id(&self) -> ClockId {
        self.id
    }

    fn ticks(&self) -> u64 {
        // SAFETY: both take nothing, return a number, and have no precondition.
        unsafe {
            match self.id {
                ClockId::MachContinuousTime => mach_continuous_time(),
                _ => mach_absolute_time(),
            }
        }
    }

    fn timebase(&self) -> Timebase {
        self.timebase
    }
}
