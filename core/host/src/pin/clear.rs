//! Keeps the other threads of this process off a processor on which one of them measures.

use std::sync::atomic::{AtomicBool, Ordering};

use super::others::{OtherThreads, ThisProcess};

/// Whether a processor is kept clear now. With two at a time it would be unclear whose change a
/// thread's affinity shows.
static KEPT: AtomicBool = AtomicBool::new(false);

/// A processor from which the other threads of this process keep away. When dropped, they may use
/// it again.
#[derive(Debug)]
#[must_use = "the threads may use the processor again when this is dropped"]
pub struct ReservedCpu {
    others: OtherThreads,
}

impl Drop for ReservedCpu {
    fn drop(&mut self) {
        self.others.bring_back();
        KEPT.store(false, Ordering::Release);
    }
}

/// Keeps all threads of this process but the calling one off `cpu`, and those that they start in
/// the meantime: the drawing of a user interface or a garbage collection then does not disturb a
/// measurement. Threads that may run nowhere else stay where they are, and so do all of another
/// process.
///
/// Linux and Android: `sched_setaffinity(2)` for each thread in `/proc/self/task`.
/// `None` on other systems, and while another processor is kept clear.
pub fn reserve_cpu(cpu: u32) -> Option<ReservedCpu> {
    if !OtherThreads::MOVABLE || KEPT.swap(true, Ordering::Acquire) {
        return None;
    }
    Some(ReservedCpu { others: OtherThreads::off(ThisProcess, cpu) })
}
