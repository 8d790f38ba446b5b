//! Keeps the calling thread off processors on which another one measures.

use super::system;

/// Processors off which the calling thread keeps. When dropped, the thread may again use its former
/// processors, and so may the threads that it started since.
///
/// It belongs to its thread and cannot be sent to another.
#[derive(Debug)]
#[must_use = "the thread may use the processors again when this is dropped"]
pub struct AvoidCpusGuard {
    kept: system::ThreadExclusion,
    this_thread: std::marker::PhantomData<*const ()>,
}

impl Drop for AvoidCpusGuard {
    fn drop(&mut self) {
        self.kept.bring_back();
    }
}

/// Keeps the calling thread off `cpus` (a core that is measured and its siblings), as far as that
/// leaves it another processor.
///
/// Linux, Android, Windows. `None` if nothing changes, and on other systems.
pub fn avoid_cpus(cpus: &[u32]) -> Option<AvoidCpusGuard> {
    let kept = system::ThreadExclusion::of(cpus)?;
    Some(AvoidCpusGuard { kept, this_thread: std::marker::PhantomData })
}
