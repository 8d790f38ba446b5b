//! Semaphores of libdispatch, on which std parks threads. `<dispatch/semaphore.h>`,
//! `<dispatch/time.h>`.

use std::ffi::c_long;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::answers;
use super::time::{mach_absolute_time, ns_to_ticks, ticks_to_ns};

/// `DISPATCH_TIME_NOW` and `DISPATCH_TIME_FOREVER`.
const NOW: u64 = 0;
const FOREVER: u64 = u64::MAX;

/// `KERN_OPERATION_TIMED_OUT` of `<mach/kern_return.h>`.
const TIMED_OUT: c_long = 49;

struct Semaphore {
    value: Mutex<c_long>,
    changed: Condvar,
}

extern "C" fn dispatch_semaphore_create(value: c_long) -> *mut Semaphore {
    if value < 0 {
        return std::ptr::null_mut();
    }
    Box::into_raw(Box::new(Semaphore { value: Mutex::new(value), changed: Condvar::new() }))
}

unsafe extern "C" fn dispatch_release(semaphore: *mut Semaphore) {
    // SAFETY: made by the function above, and no thread waits any more.
    drop(unsafe { Box::from_raw(semaphore) });
}

unsafe extern "C" fn dispatch_semaphore_signal(semaphore: *const Semaphore) -> c_long {
    // SAFETY: the caller's semaphore.
    let semaphore = unsafe { &*semaphore };
    *semaphore.value.lock().unwrap_or_else(PoisonError::into_inner) += 1;
    semaphore.changed.notify_one();
    0
}

/// A time in ticks of the counter.
extern "C" fn dispatch_time(when: u64, delta_ns: i64) -> u64 {
    let begin = match when {
        FOREVER => return FOREVER,
        NOW => mach_absolute_time(),
        when => when,
    };
    let ticks = ns_to_ticks(delta_ns.unsigned_abs());
    if delta_ns < 0 { begin.saturating_sub(ticks) } else { begin.saturating_add(ticks) }
}

unsafe extern "C" fn dispatch_semaphore_wait(semaphore: *const Semaphore, until: u64) -> c_long {
    // SAFETY: the caller's semaphore.
    let semaphore = unsafe { &*semaphore };
    let left = Duration::from_nanos(ticks_to_ns(until.saturating_sub(mach_absolute_time())));
    let end = Instant::now() + if until == FOREVER { Duration::ZERO } else { left };
    let mut value = semaphore.value.lock().unwrap_or_else(PoisonError::into_inner);
    while *value == 0 {
        if until == FOREVER {
            value = semaphore.changed.wait(value).unwrap_or_else(PoisonError::into_inner);
            continue;
        }
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return TIMED_OUT;
        }
        value = semaphore.changed.wait_timeout(value, left).unwrap_or_else(PoisonError::into_inner).0;
    }
    *value -= 1;
    0
}

answers! {
    "_dispatch_release" => dispatch_release,
    "_dispatch_semaphore_create" => dispatch_semaphore_create,
    "_dispatch_semaphore_signal" => dispatch_semaphore_signal,
    "_dispatch_semaphore_wait" => dispatch_semaphore_wait,
    "_dispatch_time" => dispatch_time,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_semaphore_wakes_who_waits_and_times_out() {
        let semaphore = dispatch_semaphore_create(1) as usize;
        let wait = move |until| {
            // SAFETY: released below, after the last wait.
            unsafe { dispatch_semaphore_wait(semaphore as *const Semaphore, until) }
        };
        assert_eq!(wait(NOW), 0, "its value was 1");
        let begun = Instant::now();
        assert_eq!(wait(dispatch_time(NOW, 30_000_000)), TIMED_OUT);
        assert!(begun.elapsed() >= Duration::from_millis(29), "{:?}", begun.elapsed());
        let waiting = std::thread::spawn(move || wait(FOREVER));
        // SAFETY: the same.
        unsafe { dispatch_semaphore_signal(semaphore as *const Semaphore) };
        assert_eq!(waiting.join().unwrap(), 0);
        // SAFETY: no thread waits any more.
        unsafe { dispatch_release(semaphore as *mut Semaphore) };
        assert!(dispatch_semaphore_create(-1).is_null());
    }

    #[test]
    fn times_are_ticks_of_the_counter() {
        assert_eq!(dispatch_time(FOREVER, 1), FOREVER);
        assert_eq!(dispatch_time(1000, 1_000_000_000), 24_001_000);
        assert_eq!(dispatch_time(48_000_000, -1_000_000_000), 24_000_000);
    }
}
