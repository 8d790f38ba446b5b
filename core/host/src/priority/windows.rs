//! Windows: `SetThreadPriority`.

use super::ThreadPriority;
use std::io;
use windows_sys::Win32::System::Threading::{
    GetCurrentThread, GetThreadPriority, SetThreadPriority, THREAD_PRIORITY_HIGHEST, THREAD_PRIORITY_LOWEST,
};

#[derive(Debug)]
pub(super) struct Before(i32);

impl Before {
    pub(super) fn restore(&self) -> io::Result<()> {
        set_priority(self.0)
    }
}

/// `THREAD_PRIORITY_ERROR_RETURN` of winbase.h (`MAXLONG`).
const ERROR_RETURN: i32 = i32::MAX;

pub(super) fn set(urgency: ThreadPriority) -> Result<Before, String> {
    // Not "time critical": a measurement must not starve the threads that keep the machine
    // responsive.
    let wish = match urgency {
        ThreadPriority::UserInteractive => THREAD_PRIORITY_HIGHEST,
        ThreadPriority::Background => THREAD_PRIORITY_LOWEST,
        ThreadPriority::Unknown => return Err("no priority to ask for".into()),
    };
    let before = priority().map_err(|error| format!("the thread's priority is not told: {error}"))?;
    set_priority(wish).map_err(|error| format!("the system refuses the priority: {error}"))?;
    Ok(Before(before))
}

fn set_priority(value: i32) -> io::Result<()> {
    // SAFETY: the pseudo handle is this thread's.
    let result = unsafe { SetThreadPriority(GetCurrentThread(), value) };
    if result == 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

fn priority() -> io::Result<i32> {
    // SAFETY: the pseudo handle is this thread's.
    match unsafe { GetThreadPriority(GetCurrentThread()) } {
        ERROR_RETURN => Err(io::Error::last_os_error()),
        value => Ok(value),
    }
}
