//! Apple: quality-of-service classes (`pthread_set_qos_class_self_np`).

use super::ThreadPriority;
use libc::qos_class_t;
use std::io;

#[derive(Debug)]
pub(super) struct Before {
    class: qos_class_t,
    relative: libc::c_int,
}

impl Before {
    pub(super) fn restore(&self) -> io::Result<()> {
        // "Unspecified" can be read but not set; a thread without a class runs as the default one.
        match self.class {
            qos_class_t::QOS_CLASS_UNSPECIFIED => set_class(qos_class_t::QOS_CLASS_DEFAULT, 0),
            class => set_class(class, self.relative),
        }
    }
}

pub(super) fn set(urgency: ThreadPriority) -> Result<Before, String> {
    let wish = match urgency {
        ThreadPriority::UserInteractive => qos_class_t::QOS_CLASS_USER_INTERACTIVE,
        ThreadPriority::Background => qos_class_t::QOS_CLASS_BACKGROUND,
        ThreadPriority::Unknown => return Err("no class to ask for".into()),
    };
    let before = class()?;
    set_class(wish, 0).map_err(|error| format!("the system refuses the class: {error}"))?;
    // Success is not proof: the class is read back.
    let granted = class()?.class;
    if granted as u32 != wish as u32 {
        // Not the requested class, but perhaps not the old one either.
        if let Err(error) = before.restore() {
            log::warn!("the thread's priority stays as it is: {error}");
        }
        return Err(format!("the thread's class is {:#x} instead of {:#x}", granted as u32, wish as u32));
    }
    Ok(before)
}

/// Returns the calling thread's class.
fn class() -> Result<Before, String> {
    let mut class = qos_class_t::QOS_CLASS_UNSPECIFIED;
    let mut relative = 0;
    // SAFETY: the calling thread's own handle, and two places to write to.
    let result =
        unsafe { libc::pthread_get_qos_class_np(libc::pthread_self(), &raw mut class, &raw mut relative) };
    if result == 0 {
        Ok(Before { class, relative })
    } else {
        Err(format!("the thread's class is not told (error {result})"))
    }
}

fn set_class(class: qos_class_t, relative: libc::c_int) -> io::Result<()> {
    // SAFETY: numbers only. Refused with EPERM once a thread has set a scheduling policy of its
    // own.
    match unsafe { libc::pthread_set_qos_class_self_np(class, relative) } {
        0 => Ok(()),
        errno => Err(io::Error::from_raw_os_error(errno)),
    }
}
