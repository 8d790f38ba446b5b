//! The machine: cores, clusters, names, pinning, claims.

/// The cpu.
pub fn current_cpu() -> Option<u32> {
    // SAFETY: no arguments.
    u32::try_from(unsafe { libc::sched_getcpu() }).ok()
}
