//! What the calling thread got of the machine: processor time and interruptions.

use super::fact::Fact;
use serde::{Deserialize, Serialize};

/// A thread's counters at one moment. Take one before and one after, and subtract: [`ThreadUsage::since`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThreadUsage {
    /// Processor time that the thread has used, in nanoseconds. Its resolution is the system's: nanoseconds
    /// on Linux and Apple, up to 15.6 ms on Windows.
    pub cpu_time_ns: Fact<u64>,
    /// How often the thread had to leave its core though it had work to do.
    pub involuntary_switches: Fact<u64>,
    /// How often the thread changed cores. No system tells an ordinary user cheaply: ask
    /// [`current_cpu`](super::current_cpu) between windows.
    pub migrations: Fact<u64>,
}

impl ThreadUsage {
    /// Reads the calling thread's counters.
    pub fn now() -> Self {
        Self {
            cpu_time_ns: cpu_time_ns(),
            involuntary_switches: involuntary_switches(),
            migrations: Fact::unknown("the system does not count them for a thread"),
        }
    }

    /// What was added since an earlier reading of the same thread.
    #[must_use]
    pub fn since(&self, earlier: &Self) -> Self {
        Self {
            cpu_time_ns: difference(&self.cpu_time_ns, &earlier.cpu_time_ns),
            involuntary_switches: difference(&self.involuntary_switches, &earlier.involuntary_switches),
            migrations: difference(&self.migrations, &earlier.migrations),
        }
    }
}

fn difference(later: &Fact<u64>, earlier: &Fact<u64>) -> Fact<u64> {
    match (later, earlier) {
        (Fact::Known { value: late, source }, Fact::Known { value: early, .. }) => {
            match late.checked_sub(*early) {
                Some(difference) => Fact::known(difference, source),
                None => Fact::unknown(format!("{source} went back")),
            }
        }
        (Fact::Unknown { reason }, _) | (_, Fact::Unknown { reason }) => Fact::unknown(reason),
    }
}

#[cfg(unix)]
fn cpu_time_ns() -> Fact<u64> {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the call fills the structure.
    let result = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    let parts = (u64::try_from(time.tv_sec), u64::try_from(time.tv_nsec));
    match (result, parts) {
        (0, (Ok(seconds), Ok(nanoseconds))) => {
            Fact::known(seconds.saturating_mul(1_000_000_000) + nanoseconds, "CLOCK_THREAD_CPUTIME_ID")
        }
        _ => Fact::unknown("CLOCK_THREAD_CPUTIME_ID cannot be read"),
    }
}

#[cfg(windows)]
fn cpu_time_ns() -> Fact<u64> {
    use windows_sys::Win32::Foundation::FILETIME;
    use windows_sys::Win32::System::Threading::{GetCurrentThread, GetThreadTimes};

    let mut times = [FILETIME::default(); 4];
    let [created, ended, kernel, user] = &mut times;
    // SAFETY: the pseudo handle is this thread's; the call fills the four structures.
    let result = unsafe { GetThreadTimes(GetCurrentThread(), created, ended, kernel, user) };
    if result == 0 {
        return Fact::unknown("GetThreadTimes failed");
    }
    // In units of 100 ns.
    let units = |time: &FILETIME| u64::from(time.dwHighDateTime) << 32 | u64::from(time.dwLowDateTime);
    Fact::known((units(kernel) + units(user)).saturating_mul(100), "GetThreadTimes")
}

#[cfg(not(any(unix, windows)))]
fn cpu_time_ns() -> Fact<u64> {
    Fact::unknown("no call for it is known on this system")
}

#[cfg(any(target_os = "linux", target_os = "android"))]
fn involuntary_switches() -> Fact<u64> {
    /// `RUSAGE_THREAD` of `linux/resource.h`, which libc does not declare for Android.
    const RUSAGE_THREAD: libc::c_int = 1;
    let mut usage = std::mem::MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: the call fills the structure, which is zero until then.
    let (result, usage) =
        unsafe { (libc::getrusage(RUSAGE_THREAD, usage.as_mut_ptr()), usage.assume_init()) };
    match (result, u64::try_from(usage.ru_nivcsw)) {
        (0, Ok(switches)) => Fact::known(switches, "getrusage(RUSAGE_THREAD)"),
        _ => Fact::unknown("getrusage(RUSAGE_THREAD) failed"),
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
fn involuntary_switches() -> Fact<u64> {
    Fact::unknown("the system counts them for the whole process only")
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn work_uses_time() {
        let before = ThreadUsage::now();
        let mut sum = 0_u64;
        for number in 0..2_000_000_u64 {
            sum = std::hint::black_box(sum.wrapping_add(number));
        }
        let used = ThreadUsage::now().since(&before);
        assert!(used.cpu_time_ns.value().is_some_and(|&time| time > 0), "{used:?}, {sum}");
    }

    #[test]
    fn a_counter_that_went_back_is_unknown() {
        let (low, high) = (Fact::known(1, "test"), Fact::known(2, "test"));
        assert_eq!(difference(&high, &low), Fact::known(1, "test"));
        assert!(!difference(&low, &high).is_known());
        assert!(!difference(&low, &Fact::unknown("nothing")).is_known());
    }
}
