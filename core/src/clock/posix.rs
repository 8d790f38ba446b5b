//! `clock_gettime`: the kernel's clocks, whose ticks are nanoseconds.
#![cfg(unix)]

use super::{Clock, ClockError, ClockId, Timebase};

/// A clock of `clock_gettime`. A tick is 1 ns by definition; the true step may be coarser and is
/// measured where it matters.
#[derive(Debug)]
pub(super) struct PosixClock {
    id: ClockId,
    clock: libc::clockid_t,
}

impl PosixClock {
    /// Opens the clock by reading it once, which shows whether the kernel and its sandbox allow it.
    pub(super) fn open(id: ClockId) -> Result<Self, ClockError> {
        let clock = number(id).ok_or(ClockError::Unsupported { id })?;
        read(clock).map_err(|errno| ClockError::Refused { id, errno })?;
        Ok(Self { id, clock })
    }
}

impl Clock for PosixClock {
    fn id(&self) -> ClockId {
        self.id
    }

    fn ticks(&self) -> u64 {
        // It was readable when it was opened, so it is readable now. If it were ever refused later,
        // the 0 would be a step back by decades, which every caller notices.
        read(self.clock).unwrap_or(0)
    }

    fn timebase(&self) -> Timebase {
        Timebase::NANOSECONDS
    }
}

/// The platform's number for a clock.
fn number(id: ClockId) -> Option<libc::clockid_t> {
    match id {
        ClockId::Monotonic => Some(libc::CLOCK_MONOTONIC),
        ClockId::Realtime => Some(libc::CLOCK_REALTIME),
        #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
        ClockId::MonotonicRaw => Some(libc::CLOCK_MONOTONIC_RAW),
        #[cfg(target_vendor = "apple")]
        ClockId::UptimeRaw => Some(libc::CLOCK_UPTIME_RAW),
        #[cfg(any(target_os = "linux", target_os = "android"))]
        ClockId::MonotonicCoarse => Some(libc::CLOCK_MONOTONIC_COARSE),
        #[cfg(any(target_os = "linux", target_os = "android"))]
        ClockId::RealtimeCoarse => Some(libc::CLOCK_REALTIME_COARSE),
        #[cfg(any(target_os = "linux", target_os = "android"))]
        ClockId::Boottime => Some(libc::CLOCK_BOOTTIME),
        _ => None,
    }
}

/// Nanoseconds of a clock since its own zero, or the error number.
fn read(clock: libc::clockid_t) -> Result<u64, i32> {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer is to a live timespec, which the call fills in; a bad clock number is an
    // error.
    let status = unsafe { libc::clock_gettime(clock, &raw mut time) };
    if status != 0 {
        return Err(std::io::Error::last_os_error().raw_os_error().unwrap_or(libc::EINVAL));
    }
    // i64 on 64-bit targets, i32 on some 32-bit ones: `as` widens either. Neither field is negative
    // after 1970.
    Ok(time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernels_clocks_count_nanoseconds_and_go_on() {
        for id in [ClockId::Monotonic, ClockId::Realtime] {
            let clock = PosixClock::open(id).expect("every unix has it");
            assert_eq!(clock.timebase(), Timebase::NANOSECONDS);
            let first = clock.ticks();
            while clock.ticks() == first {}
        }
    }

    #[test]
    fn a_clock_that_is_no_posix_clock_is_refused_by_name() {
        assert_eq!(PosixClock::open(ClockId::Tsc).unwrap_err(), ClockError::Unsupported { id: ClockId::Tsc });
    }

    #[test]
    fn a_clock_number_that_does_not_exist_gives_the_error_number() {
        assert_eq!(read(0x7fff), Err(libc::EINVAL));
    }
}
