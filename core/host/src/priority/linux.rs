//! Linux and Android: the nice value, which on Linux belongs to the thread (`setpriority(2)`).

use super::ThreadPriority;
use std::io;

#[derive(Debug)]
pub(super) struct Before(i32);

impl Before {
    pub(super) fn restore(&self) -> io::Result<()> {
        set_nice(self.0)
    }
}

pub(super) fn set(urgency: ThreadPriority) -> Result<Before, String> {
    if urgency != ThreadPriority::UserInteractive {
        // An ordinary user may raise a nice value but not lower it again: the thread would keep a
        // low priority.
        return Err(
            "a raised nice value could not be taken back; pin the thread to a small core instead".into()
        );
    }
    let before = nice().map_err(|error| format!("the nice value is not told: {error}"))?;
    // A lower value than `RLIMIT_NICE` allows is refused as a whole, so higher values follow; -1 is
    // one step above ordinary work.
    let wishes = [-20, -10, -4, -1];
    if !wishes.iter().any(|&wish| wish < before && set_nice(wish).is_ok()) {
        return Err(format!("the system refuses a nice value below {before}"));
    }
    Ok(Before(before))
}

fn set_nice(value: i32) -> io::Result<()> {
    // SAFETY: numbers only; 0 is the calling thread.
    let result = unsafe { libc::setpriority(libc::PRIO_PROCESS, 0, value) };
    if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

fn nice() -> io::Result<i32> {
    // -1 is both a value and the sign of an error: for the calling thread no error is possible but
    // a filter's, whose number stays in errno. Clearing it first is the safe way to distinguish
    // them.
    clear_errno();
    // SAFETY: numbers only; 0 is the calling thread.
    let value = unsafe { libc::getpriority(libc::PRIO_PROCESS, 0) };
    let error = io::Error::last_os_error();
    if value == -1 && error.raw_os_error() != Some(0) { Err(error) } else { Ok(value) }
}

fn clear_errno() {
    #[cfg(target_os = "android")]
    // SAFETY: the call gives this thread's errno, which lives as long as the thread.
    let errno = unsafe { libc::__errno() };
    #[cfg(not(target_os = "android"))]
    // SAFETY: as above.
    let errno = unsafe { libc::__errno_location() };
    // SAFETY: the pointer is valid and this thread's own.
    unsafe { *errno = 0 };
}
