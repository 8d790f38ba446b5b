//! `mach_absolute_time()`, Apple's counter, with the unit that `mach_timebase_info()` states.
//!
//! 24 MHz (125/3 ns) on every Apple silicon chip, 1/1 on Intel Macs and under Rosetta. The unit is this call's
//! alone: since the SDKs of autumn 2024 `CNTVCT_EL0` counts 1 GHz in a native process on newer chips while this
//! one stays at 24 MHz, so the one's ticks must never be scaled with the other's unit (a factor of 41.67).
//! Source: XNU, `osfmk/arm64/machine_task.c` and `osfmk/arm/rtclock.c`.
#![cfg(target_vendor = "apple")]

use mach2::mach_time::{mach_absolute_time, mach_timebase_info, mach_timebase_info_data_t};

use super::{Clock, ClockError, ClockId, Timebase};

const ID: ClockId = ClockId::MachAbsoluteTime;

/// The counter behind `mach_absolute_time()`: stops while the machine sleeps, is never steered.
#[derive(Debug)]
pub(super) struct MachClock {
    timebase: Timebase,
}

impl MachClock {
    /// Asks for the unit once.
    pub(super) fn open() -> Result<Self, ClockError> {
        let mut info = mach_timebase_info_data_t::default();
        // SAFETY: the pointer is to a live structure of the type that the call fills in.
        let status = unsafe { mach_timebase_info(&raw mut info) };
        if status != 0 {
            return Err(ClockError::Refused {
                id: ID,
                errno: status,
            });
        }
        let timebase = Timebase::new(info.numer, info.denom)
            .map_err(|source| ClockError::Timebase { id: ID, source })?;
        Ok(Self { timebase })
    }
}

impl Clock for MachClock {
    fn id(&self) -> ClockId {
        ID
    }

    fn ticks(&self) -> u64 {
        // SAFETY: takes nothing, returns a number, has no precondition.
        unsafe { mach_absolute_time() }
    }

    fn timebase(&self) -> Timebase {
        self.timebase
    }
}
