//! Events of a core's performance monitoring unit by name, counted one at a time.

use super::CounterError;
use crate::evidence::Evidence;

/// An event of the core's performance monitoring unit. It counts this thread in user mode, and only
/// during [`CountingEvent::count`]: so many events never have to share the unit's few registers.
pub trait CountingEvent {
    /// Returns the count of the event during `work`, with that of starting to count. `None` if the
    /// unit did not count all the time: the count would be an estimate.
    fn count(&mut self, work: &mut dyn FnMut()) -> Option<u64>;
}

/// Opens the event `name` of `cpu`: one that the kernel lists
/// (`/sys/bus/event_source/devices/*/events`), one of [`operation_events`], or a number such as
/// `r1a1`, as `perf record --event` accepts it.
///
/// # Errors
/// [`CounterError`]: on other systems than Linux always, [`CounterError::NotInTheSystem`].
pub fn open_event(
    evidence: &dyn Evidence,
    cpu: Option<u32>,
    name: &str,
) -> Result<Box<dyn CountingEvent>, CounterError> {
    #[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
    return super::linux::open_event(evidence, cpu, name);
    #[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
    {
        let _ = (evidence, cpu, name);
        Err(CounterError::NotInTheSystem)
    }
}

/// The names of the known events that count operations of `cpu`: retired ones, issued ones, and
/// those of each kind of unit. Empty if none is known of this core.
///
/// # Errors
/// As of [`open_event`].
pub fn operation_events(evidence: &dyn Evidence, cpu: Option<u32>) -> Result<Vec<String>, CounterError> {
    #[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
    return super::linux::operation_events(evidence, cpu);
    #[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
    {
        let _ = (evidence, cpu);
        Err(CounterError::NotInTheSystem)
    }
}
