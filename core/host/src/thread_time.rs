//! The processor time that the calling thread has used.

use std::time::Duration;

/// The processor time of the calling thread since it began; `None` if the system does not report
/// it.
///
/// Linux, Android and Apple: `clock_gettime(CLOCK_THREAD_CPUTIME_ID)`, in nanoseconds. Windows:
/// `GetThreadTimes`, in steps of up to 15.6 ms.
#[cfg(unix)]
pub fn thread_time() -> Option<Duration> {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the call fills the structure.
    let result = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    let (seconds, nanoseconds) = (u64::try_from(time.tv_sec).ok()?, u32::try_from(time.tv_nsec).ok()?);
    (result == 0).then(|| Duration::new(seconds, nanoseconds))
}

/// See above.
#[cfg(windows)]
pub fn thread_time() -> Option<Duration> {
    use windows_sys::Win32::Foundation::FILETIME;
    use windows_sys::Win32::System::Threading::{GetCurrentThread, GetThreadTimes};

    let mut times = [FILETIME::default(); 4];
    let [created, ended, kernel, user] = &mut times;
    // SAFETY: the pseudo handle is this thread's; the call fills the four structures.
    let result = unsafe { GetThreadTimes(GetCurrentThread(), created, ended, kernel, user) };
    // In units of 100 ns.
    let units = |time: &FILETIME| u64::from(time.dwHighDateTime) << 32 | u64::from(time.dwLowDateTime);
    (result != 0).then(|| Duration::from_nanos((units(kernel) + units(user)).saturating_mul(100)))
}

/// See above.
#[cfg(not(any(unix, windows)))]
pub fn thread_time() -> Option<Duration> {
    None
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn work_takes_time() {
        let before = thread_time().expect("every Unix tells");
        let mut sum = 0_u64;
        for number in 0..2_000_000_u64 {
            sum = std::hint::black_box(sum.wrapping_add(number));
        }
        assert!(thread_time().expect("every Unix tells") > before, "{sum}");
    }
}
