//! Time. `<time.h>`, `<sys/time.h>`, `<mach/mach_time.h>`.

use std::ffi::{c_int, c_void};

use libc::timespec;

use super::errors::{fail, result};
use super::{answers, but_for_the_error, errors};
use crate::settings::settings;

/// The rate of the counter on every Mac on Apple's processors, in hertz, and its unit in
/// nanoseconds.
const RATE_HZ: u64 = 24_000_000;
const UNIT_NS: (u64, u64) = (125, 3);

but_for_the_error! {
    fn nanosleep(span: *const timespec, left: *mut timespec) -> c_int;
}

/// This machine's counter and its rate in hertz: what `mach_absolute_time` counts by.
#[cfg(target_arch = "aarch64")]
fn counter() -> (u64, u64) {
    let (count, rate_hz);
    // SAFETY: reads registers that every process may read.
    unsafe {
        std::arch::asm!("isb", "mrs {}, cntvct_el0", "mrs {}, cntfrq_el0", out(reg) count, out(reg) rate_hz);
    }
    (count, rate_hz)
}

/// For hosts on which no program is run.
#[cfg(not(target_arch = "aarch64"))]
fn counter() -> (u64, u64) {
    let mut now = timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: a place for it.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC_RAW, &raw mut now) };
    (now.tv_sec as u64 * 1_000_000_000 + now.tv_nsec as u64, 1_000_000_000)
}

/// `value` times a fraction.
fn scaled(value: u64, (above, below): (u64, u64)) -> u64 {
    (u128::from(value) * u128::from(above) / u128::from(below)) as u64
}

/// Apple's counter: this machine's, at 24 MHz.
pub(super) extern "C" fn mach_absolute_time() -> u64 {
    let (count, rate_hz) = counter();
    scaled(count, (RATE_HZ, rate_hz))
}

/// Ticks of Apple's counter in nanoseconds.
pub(super) fn ticks_to_ns(ticks: u64) -> u64 {
    scaled(ticks, UNIT_NS)
}

/// Nanoseconds in ticks of Apple's counter.
pub(super) fn ns_to_ticks(ns: u64) -> u64 {
    scaled(ns, (UNIT_NS.1, UNIT_NS.0))
}

unsafe extern "C" fn mach_timebase_info(to: *mut [u32; 2]) -> c_int {
    let (above, below) = settings().timebase;
    // SAFETY: the caller's place.
    unsafe { to.write([above, below]) };
    0
}

unsafe extern "C" fn clock_gettime(clock: c_int, to: *mut timespec) -> c_int {
    let linux = match clock {
        0 => libc::CLOCK_REALTIME,
        // CLOCK_MONOTONIC runs on while the system sleeps.
        6 => libc::CLOCK_BOOTTIME,
        12 => libc::CLOCK_PROCESS_CPUTIME_ID,
        16 => libc::CLOCK_THREAD_CPUTIME_ID,
        // CLOCK_MONOTONIC_RAW and CLOCK_UPTIME_RAW, and the approximate ones, are the counter's.
        4 | 5 | 8 | 9 => {
            let ns = ticks_to_ns(mach_absolute_time());
            let now = timespec { tv_sec: (ns / 1_000_000_000) as i64, tv_nsec: (ns % 1_000_000_000) as i64 };
            // SAFETY: the caller's place.
            unsafe { to.write(now) };
            return 0;
        }
        _ => return fail(errors::INVAL),
    };
    // SAFETY: the caller's place.
    result(unsafe { libc::clock_gettime(linux, to) })
}

/// `struct timeval`, whose microseconds have 32 bits.
#[repr(C)]
struct TimeValue {
    seconds: i64,
    microseconds: i32,
}

unsafe extern "C" fn gettimeofday(to: *mut TimeValue, _zone: *mut c_void) -> c_int {
    let mut now = timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: a place for it, and the caller's.
    unsafe {
        libc::clock_gettime(libc::CLOCK_REALTIME, &raw mut now);
        to.write(TimeValue { seconds: now.tv_sec, microseconds: (now.tv_nsec / 1000) as i32 });
    }
    0
}

answers! {
    "_clock_gettime" => clock_gettime,
    "_gettimeofday" => gettimeofday,
    "_mach_absolute_time" => mach_absolute_time,
    "_mach_continuous_time" => mach_absolute_time,
    "_mach_timebase_info" => mach_timebase_info,
    "_nanosleep" => nanosleep,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_lie_as_in_the_header() {
        assert_eq!((size_of::<timespec>(), size_of::<TimeValue>()), (16, 16));
        assert_eq!(std::mem::offset_of!(TimeValue, microseconds), 8);
    }

    #[test]
    fn the_counter_has_the_unit_that_is_said() {
        let mut unit = [0; 2];
        // SAFETY: a place for it.
        assert_eq!(unsafe { mach_timebase_info(&raw mut unit) }, 0);
        assert_eq!(unit, [125, 3]);
        assert_eq!((ticks_to_ns(24_000_000), ns_to_ticks(1_000_000_000)), (1_000_000_000, 24_000_000));
        // Beyond what 64 bits hold of a product.
        assert_eq!(ticks_to_ns(u64::from(u32::MAX) << 20), (125 * (u128::from(u32::MAX) << 20) / 3) as u64);
        let (begun, before) = (std::time::Instant::now(), mach_absolute_time());
        std::thread::sleep(std::time::Duration::from_millis(20));
        let (ticks, elapsed) = (mach_absolute_time() - before, begun.elapsed());
        let ns = ticks_to_ns(ticks);
        assert!((20_000_000..=elapsed.as_nanos() as u64).contains(&ns), "{ns} of {elapsed:?}");
    }

    #[test]
    fn each_clock_is_linuxs_of_the_same_meaning() {
        let read = |clock| {
            let mut now = timespec { tv_sec: -1, tv_nsec: -1 };
            // SAFETY: a place for it.
            (unsafe { clock_gettime(clock, &raw mut now) }, now.tv_sec)
        };
        for (apple, linux) in
            [(0, libc::CLOCK_REALTIME), (6, libc::CLOCK_BOOTTIME), (16, libc::CLOCK_THREAD_CPUTIME_ID)]
        {
            let mut now = timespec { tv_sec: 0, tv_nsec: 0 };
            // SAFETY: a place for it.
            unsafe { libc::clock_gettime(linux, &raw mut now) };
            let (status, seconds) = read(apple);
            assert_eq!(status, 0);
            assert!(
                (now.tv_sec - 1..=now.tv_sec + 1).contains(&seconds),
                "{apple}: {seconds}, {}",
                now.tv_sec
            );
        }
        assert_eq!((read(4).0, read(8).0), (0, 0));
        assert_eq!((read(1), errors::last()), ((-1, -1), errors::INVAL));
        let mut now = TimeValue { seconds: 0, microseconds: -1 };
        // SAFETY: a place for it.
        assert_eq!(unsafe { gettimeofday(&raw mut now, std::ptr::null_mut()) }, 0);
        assert!((0..1_000_000).contains(&now.microseconds) && now.seconds > 1_700_000_000);
    }
}
