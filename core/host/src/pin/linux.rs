//! Linux and Android: `sched_setaffinity(2)`.

use super::PinError;
use super::others::{OtherThreads, ThisProcess};
use crate::evidence::{Evidence, Folder};
use crate::machine::cpulist::{self, CPU_LIMIT};
use std::io;

const WORD_BITS: u32 = u64::BITS;

/// A set of processors with room for more than libc's `cpu_set_t`, whose 1,024 are fewer than the
/// kernel may have: `sched_getaffinity` fails on such a machine if the set is too small.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Affinity([u64; (CPU_LIMIT / WORD_BITS) as usize]);

impl Affinity {
    const NONE: Self = Self([0; (CPU_LIMIT / WORD_BITS) as usize]);

    pub(super) fn of_this_thread() -> Result<Self, PinError> {
        Self::of(Thread::THIS)
    }

    pub(super) fn of(thread: Thread) -> Result<Self, PinError> {
        let mut set = Self::NONE;
        let (size, memory) = (size_of_val(&set.0), set.0.as_mut_ptr().cast());
        // SAFETY: the kernel writes at most `size` bytes into the set. A thread that has ended is
        // an error.
        let result = unsafe { libc::sched_getaffinity(thread.0, size, memory) };
        if result < 0 { Err(PinError::Refused { errno: last_errno() }) } else { Ok(set) }
    }

    fn only(cpu: u32) -> Option<Self> {
        (cpu < CPU_LIMIT).then(|| Self::NONE.with(cpu))
    }

    #[cfg(test)]
    pub(super) fn of_cpus(cpus: impl IntoIterator<Item = u32>) -> Self {
        cpus.into_iter().fold(Self::NONE, |set, cpu| set.with(cpu))
    }

    fn contains(&self, cpu: u32) -> bool {
        self.0.get((cpu / WORD_BITS) as usize).is_some_and(|word| word >> (cpu % WORD_BITS) & 1 == 1)
    }

    /// Returns the mask without `cpu`; `None` if it was not in there, or nothing would be left.
    pub(super) fn without(&self, cpu: u32) -> Option<Self> {
        if !self.contains(cpu) {
            return None;
        }
        let mut set = self.clone();
        set.0[(cpu / WORD_BITS) as usize] &= !(1 << (cpu % WORD_BITS));
        (set != Self::NONE).then_some(set)
    }

    /// Returns `true` if all of its processors are in `other`.
    pub(super) fn is_part_of(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(word, other)| word & !other == 0)
    }

    /// Number of processors.
    pub(super) fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Returns the mask with `cpu` added. `cpu` must be below the limit.
    pub(super) fn with(&self, cpu: u32) -> Self {
        let mut set = self.clone();
        set.0[(cpu / WORD_BITS) as usize] |= 1 << (cpu % WORD_BITS);
        set
    }

    pub(super) fn restore(&self) -> io::Result<()> {
        self.give(Thread::THIS)
    }

    pub(super) fn give(&self, thread: Thread) -> io::Result<()> {
        let (size, memory) = (size_of_val(&self.0), self.0.as_ptr().cast());
        // SAFETY: the kernel reads `size` bytes of the set. A thread that has ended is an error.
        let result = unsafe { libc::sched_setaffinity(thread.0, size, memory) };
        if result < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
    }
}

/// The calling thread kept off processors.
pub(super) type ThreadExclusion = OtherThreads;

impl ThreadExclusion {
    pub(super) fn of(cpus: &[u32]) -> Option<ThreadExclusion> {
        OtherThreads::this_off(ThisProcess, cpus)
    }
}

/// A thread of this process, by the kernel's number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Thread(libc::pid_t);

impl Thread {
    /// The calling thread, as the calls for affinity name it.
    pub(super) const THIS: Self = Self(0);

    #[cfg(test)]
    pub(super) fn of(number: u32) -> Self {
        Self(number.cast_signed())
    }

    /// All of this process but the calling one; empty if the system does not list them.
    pub(super) fn others() -> Vec<Self> {
        // SAFETY: no arguments, no memory.
        let this = unsafe { libc::gettid() };
        let Ok(tasks) = std::fs::read_dir("/proc/self/task") else { return Vec::new() };
        let number = |task: std::fs::DirEntry| task.file_name().to_str()?.parse().ok();
        tasks.flatten().filter_map(number).filter(|&thread| thread != this).map(Self).collect()
    }
}

pub(super) fn move_to(cpu: u32) -> Result<(), PinError> {
    let only = Affinity::only(cpu).ok_or(PinError::Offline { cpu })?;
    let Err(error) = only.restore() else {
        return Ok(());
    };
    match error.raw_os_error() {
        // None of the set's processors is both switched on and in the process's cpuset.
        Some(libc::EINVAL) if online_cpus().contains(&cpu) => Err(PinError::NotInSet { cpu }),
        Some(libc::EINVAL) => Err(PinError::Offline { cpu }),
        errno => Err(PinError::Refused { errno: errno.unwrap_or(0) }),
    }
}

#[inline]
pub(super) fn current_cpu() -> Option<u32> {
    // SAFETY: no arguments, no memory.
    u32::try_from(unsafe { libc::sched_getcpu() }).ok()
}

pub(super) fn allowed_cpus() -> Vec<u32> {
    match Affinity::of_this_thread() {
        Ok(set) => (0..CPU_LIMIT).filter(|&cpu| set.contains(cpu)).collect(),
        Err(_) => Vec::new(),
    }
}

pub(super) fn online_cpus() -> Vec<u32> {
    let list = Folder::new("/").file("/sys/devices/system/cpu/online").unwrap_or_default();
    cpulist::parse(&list).unwrap_or_default()
}

fn last_errno() -> i32 {
    io::Error::last_os_error().raw_os_error().unwrap_or(0)
}
