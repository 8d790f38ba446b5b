//! The kernel's counters of the task: `<mach/task_inspect.h>`, `<mach/task_info.h>`,
//! `<mach/mach_init.h>`. The figures are made up: the process's time, by the level of the processor
//! that makes the call, times a clock and a power of that level.

use std::ffi::c_int;
use std::sync::{Mutex, PoisonError};

use super::answers;
use super::system::levels;
use super::ticks::TASK;
use super::time::ns_to_ticks;
use crate::settings::{TaskCounts, settings};

/// `KERN_INVALID_ARGUMENT` and `KERN_DENIED` of `<mach/kern_return.h>`.
const INVALID_ARGUMENT: c_int = 4;
const DENIED: c_int = 53;

/// `TASK_INSPECT_BASIC_COUNTS` and `TASK_POWER_INFO_V2`, and how many units of 32 bits the one's
/// structure has, and the other's had in its first form.
const BASIC: u32 = 1;
const BASIC_WORDS: u32 = 4;
const POWER: u32 = 26;
const OLD_POWER_WORDS: u32 = 22;

/// Clocks in cycles, and powers in nanojoules, for a hundred nanoseconds: of the fastest level, and
/// of others.
const CYCLES: [u64; 2] = [320, 200];
const ENERGY: [u64; 2] = [400, 50];

/// Processor time used so far on the fastest level and on others, in nanoseconds.
#[derive(Debug, Clone, Copy, Default)]
struct Used {
    ns: [u64; 2],
}

impl Used {
    const fn new() -> Used {
        Used { ns: [0; 2] }
    }

    /// The process has used `total_ns` by now, since the last time on this level.
    fn note(&mut self, total_ns: u64, is_fast: bool) {
        self.ns[usize::from(!is_fast)] += total_ns.saturating_sub(self.ns.iter().sum());
    }

    fn times(&self, of_100_ns: [u64; 2]) -> u64 {
        if settings().task_counts == TaskCounts::Zero {
            return 0;
        }
        (self.ns[0] * of_100_ns[0] + self.ns[1] * of_100_ns[1]) / 100
    }

    /// Instructions and cycles.
    fn basic(&self) -> [u64; 2] {
        let cycles = self.times(CYCLES);
        [cycles, cycles]
    }

    /// Times in ticks, all of them in user mode, and the energy in nanojoules.
    fn power(&self) -> [u64; 13] {
        let mut numbers = [0; 13];
        numbers[0] = ns_to_ticks(self.ns.iter().sum());
        numbers[10] = self.times(ENERGY);
        numbers[11] = ns_to_ticks(self.times([100, 0]));
        numbers
    }
}

fn used() -> Used {
    static USED: Mutex<Used> = Mutex::new(Used::new());
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: a place for it, and a number.
    let cpu = unsafe {
        libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &raw mut now);
        libc::sched_getcpu() as usize
    };
    let mut used = USED.lock().unwrap_or_else(PoisonError::into_inner);
    used.note(now.tv_sec as u64 * 1_000_000_000 + now.tv_nsec as u64, levels().0[0].contains(&cpu));
    *used
}

/// Writes numbers, on an old system only so many units of 32 bits of them.
///
/// # Safety
/// `to` has `*words` units.
unsafe fn write(numbers: &[u64], old_words: u32, to: *mut u64, words: *mut u32) -> c_int {
    let known = match settings().task_counts {
        TaskCounts::Refused => return DENIED,
        TaskCounts::Short => old_words,
        TaskCounts::Counted | TaskCounts::Absent | TaskCounts::Zero => numbers.len() as u32 * 2,
    };
    // SAFETY: the caller's promise.
    unsafe {
        if *words < known {
            return INVALID_ARGUMENT;
        }
        // The structures are aligned by 32 bits only.
        to.cast::<u8>().copy_from_nonoverlapping(numbers.as_ptr().cast(), known as usize * 4);
        *words = known;
    }
    0
}

unsafe extern "C" fn task_inspect(task: u32, kind: u32, to: *mut u64, words: *mut u32) -> c_int {
    if task != TASK || kind != BASIC {
        return INVALID_ARGUMENT;
    }
    // SAFETY: the caller's room, and how long it is.
    unsafe { write(&used().basic(), BASIC_WORDS / 2, to, words) }
}

unsafe extern "C" fn task_info(task: u32, kind: u32, to: *mut u64, words: *mut u32) -> c_int {
    if task != TASK || kind != POWER {
        return INVALID_ARGUMENT;
    }
    // SAFETY: the caller's room, and how long it is.
    unsafe { write(&used().power(), OLD_POWER_WORDS, to, words) }
}

answers! {
    "_task_info" => task_info,
    "_task_inspect" => task_inspect,
}

#[cfg(test)]
mod tests {
    use super::*;

    const POWER_WORDS: u32 = 26;

    #[test]
    fn what_is_used_belongs_to_the_level_on_which_it_is_noted() {
        let mut used = Used::new();
        used.note(1_000, true);
        used.note(1_500, false);
        assert_eq!((used.ns, used.basic()), ([1_000, 500], [4_200, 4_200]));
        let power = used.power();
        assert_eq!((power[0], power[10], power[11]), (36, 4_250, 24));
    }

    #[test]
    fn numbers_lie_as_in_the_header() {
        let (mut basic, mut words) = ([0_u64; 3], BASIC_WORDS);
        // SAFETY: rooms of their lengths.
        unsafe {
            assert_eq!(task_inspect(TASK, BASIC, basic.as_mut_ptr(), &raw mut words), 0);
            assert!(words == BASIC_WORDS && basic[1] > 0 && basic[2] == 0, "{basic:?}");
            words -= 1;
            assert_eq!(task_inspect(TASK, BASIC, basic.as_mut_ptr(), &raw mut words), INVALID_ARGUMENT);
            assert_eq!(task_inspect(TASK, POWER, basic.as_mut_ptr(), &raw mut words), INVALID_ARGUMENT);
            let (mut power, mut words) = ([0_u64; 14], POWER_WORDS);
            assert_eq!(task_info(TASK, POWER, power.as_mut_ptr(), &raw mut words), 0);
            assert!(power[0] > 0 && power[10] > 0 && power[13] == 0, "{power:?}");
            assert_eq!(task_info(TASK + 1, POWER, power.as_mut_ptr(), &raw mut words), INVALID_ARGUMENT);
        }
    }
}
