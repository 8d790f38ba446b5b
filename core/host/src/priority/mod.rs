//! Raises or lowers a thread's priority, as far as an ordinary user may.
//!
//! Best effort: a refusal is not an error. It is logged, and the windows show the effect.

#[cfg(any(target_os = "linux", target_os = "android"))]
#[path = "linux.rs"]
mod system;

#[cfg(windows)]
#[path = "windows.rs"]
mod system;

#[cfg(target_vendor = "apple")]
#[path = "apple.rs"]
mod system;

#[cfg(not(any(target_os = "linux", target_os = "android", windows, target_vendor = "apple")))]
#[path = "unsupported.rs"]
mod system;

use serde::{Deserialize, Serialize};
use std::marker::PhantomData;

/// Priority of the thread's work.
///
/// On Apple systems this is the only influence on where a thread runs: user-interactive work goes
/// to performance cores while they are free, background work to efficiency cores only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[serde(rename_all = "snake_case")]
pub enum ThreadPriority {
    /// As urgent as possible.
    #[default]
    UserInteractive,
    /// At background priority. On Apple chips the efficiency cores then also run *below* their
    /// highest clock.
    Background,
    /// The system did not grant the requested urgency. It cannot be requested.
    Unknown,
}

/// A raised (or lowered) priority. When dropped, the thread's old one returns.
///
/// It belongs to its thread and cannot be sent to another.
#[derive(Debug)]
#[must_use = "the old priority returns when this is dropped"]
pub struct PriorityGuard {
    before: Option<system::Before>,
    granted: ThreadPriority,
    this_thread: PhantomData<*const ()>,
}

impl PriorityGuard {
    /// The urgency that the system granted.
    pub fn granted(&self) -> ThreadPriority {
        self.granted
    }
}

impl Drop for PriorityGuard {
    fn drop(&mut self) {
        if let Some(before) = &self.before
            && let Err(error) = before.restore()
        {
            log::warn!("the thread's priority stays as it is: {error}");
        }
    }
}

/// Requests a priority for the calling thread.
///
/// On Linux and Android [`ThreadPriority::Background`] changes nothing: there a thread is pinned
/// instead.
pub fn raise_priority(urgency: ThreadPriority) -> PriorityGuard {
    let before = system::set(urgency)
        .inspect_err(|reason| log::info!("the thread's priority stays as it is: {reason}"))
        .ok();
    let granted = if before.is_some() { urgency } else { ThreadPriority::Unknown };
    PriorityGuard { before, granted, this_thread: PhantomData }
}
