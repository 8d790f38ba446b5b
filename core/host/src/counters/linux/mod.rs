//! `perf_event_open(2)`: the core's performance monitoring unit, counting this thread in user mode.
//!
//! Which unit counts for a core, which events it has and how they are encoded is read from sysfs
//! (the kernel's Documentation/ABI/testing/sysfs-bus-event_source-devices-*): the kernel lists the
//! events that a core implements. Not by the generic numbers of `perf_event_open`: on a machine
//! with cores of several kinds those open on the first.

mod events;
mod operations;
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod perf;

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(super) use perf::{open, open_event};

use std::io;

use super::{Counter, CounterError};
use crate::evidence::Evidence;
use events::Event;

/// Opens each counter, or returns the reason why not.
fn open_each<T>(
    evidence: &dyn Evidence,
    cpu: Option<u32>,
    mut open: impl FnMut(Event) -> io::Result<T>,
) -> Vec<(Counter, Result<T, CounterError>)> {
    let unit = events::unit_of(evidence, cpu);
    let each = Counter::PERF.iter().map(|&counter| {
        let event = unit.as_ref().map_err(Clone::clone).and_then(|unit| unit.event(evidence, counter));
        let opened = event.and_then(|event| open(event).map_err(|error| refusal(evidence, &error)));
        (counter, opened)
    });
    each.collect()
}

/// The names of the known events that count operations of `cpu`.
pub(super) fn operation_events(
    evidence: &dyn Evidence,
    cpu: Option<u32>,
) -> Result<Vec<String>, CounterError> {
    Ok(events::unit_of(evidence, cpu)?.operations(evidence))
}

/// Opens the event with this name, or returns the reason why not.
fn open_named<T>(
    evidence: &dyn Evidence,
    cpu: Option<u32>,
    name: &str,
    open: impl FnOnce(Event) -> io::Result<T>,
) -> Result<T, CounterError> {
    let event = events::unit_of(evidence, cpu)?.named(evidence, name)?;
    open(event).map_err(|error| refusal(evidence, &error))
}

/// Indices of counters that do not advance while work is done: a hypervisor that filters events
/// lets its guest open them, and they stay 0 (KVM's `KVM_SET_PMU_EVENT_FILTER`). A counter that the
/// kernel did not run all the time is not judged.
fn that_stand_still(before: &[Option<u64>], after: &[Option<u64>]) -> Vec<usize> {
    let stands = |(place, (before, after)): (usize, (&Option<u64>, &Option<u64>))| {
        (before.is_some() && before == after).then_some(place)
    };
    before.iter().zip(after).enumerate().filter_map(stands).collect()
}

/// The highest `perf_event_paranoid` at which a plain user may count its own threads in user mode:
/// `perf_event_open(2)`.
const PARANOID_LIMIT: i64 = 2;

/// Meaning of an error of `perf_event_open`: its manual, section "errors".
fn refusal(evidence: &dyn Evidence, error: &io::Error) -> CounterError {
    let paranoid = || evidence.file("/proc/sys/kernel/perf_event_paranoid").ok()?.trim().parse().ok();
    match error.kind() {
        io::ErrorKind::PermissionDenied => match paranoid() {
            Some(level) if level > PARANOID_LIMIT => CounterError::Paranoid { level },
            _ => CounterError::Filtered,
        },
        // ENOENT, ENODEV and EOPNOTSUPP: no such event on this hardware. EINVAL: nor such an
        // encoding.
        io::ErrorKind::NotFound | io::ErrorKind::InvalidInput => CounterError::NoEvent,
        _ if matches!(error.raw_os_error(), Some(ENODEV | EOPNOTSUPP)) => CounterError::NoEvent,
        // ENOSYS: filters of older container systems return it for calls that they do not know.
        _ if error.raw_os_error() == Some(ENOSYS) => CounterError::Filtered,
        _ => CounterError::Failed { error: error.to_string() },
    }
}

// errno.h of Linux, for x86 and Arm; named here because tests replay them on other systems.
const ENODEV: i32 = 19;
const ENOSYS: i32 = 38;
const EOPNOTSUPP: i32 = 95;

#[cfg(test)]
mod tests;
