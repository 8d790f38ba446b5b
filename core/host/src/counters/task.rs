//! XNU's counts for the calling task: `task_inspect` and `task_info(TASK_POWER_INFO_V2)`, on iOS as
//! on macOS.
//!
//! Both are declared in the SDKs' mach/task.h, with the structures in mach/task_inspect.h and
//! mach/task_info.h: the source of places and sizes here. task_inspect.h calls its interface still
//! in development, and no device has confirmed a number: only builds with the feature
//! `task-counters` read them, and a system that lacks the function still loads the library.
//!
//! XNU (doc/observability/recount.md) adds a thread's energy to its task's when the thread leaves
//! its processor, and on some systems its cycles, too. So each reading lets the thread leave first.
//! All threads of the task are counted, in the kernel too: if others ran since the previous reading
//! ([`others_ran`]), nothing is counted.

#![cfg_attr(not(target_vendor = "apple"), allow(dead_code, reason = "tests need no kernel"))]

use std::time::Duration;

use super::{Counter, CounterError, Found, Reader, Snapshot};

/// `TASK_INSPECT_BASIC_COUNTS`: the numbers of the structure, and the places of those that are
/// read.
const BASIC_NUMBERS: usize = 2;
const INSTRUCTIONS: usize = 0;
const CYCLES: usize = 1;

/// `TASK_POWER_INFO_V2` on Arm: times in ticks of `mach_absolute_time`, energy in nanojoules. In
/// its first form the structure ended with the energy.
const POWER_NUMBERS: usize = 13;
const USER_TIME: usize = 0;
const SYSTEM_TIME: usize = 1;
const ENERGY: usize = 10;
const PERFORMANCE_TIME: usize = 11;

const COUNTERS: [Counter; 4] =
    [Counter::TaskCycles, Counter::TaskInstructions, Counter::TaskPerformanceTime, Counter::TaskEnergy];

/// Maximum difference between the kernel's two records of a thread's time without another thread:
/// the task's record lacks the time since the thread returned to its processor, a few microseconds.
/// A wake-up costs another thread as much, so a thread that runs in most of the windows of 250 µs,
/// whose median counts, is noticed. In a single window 2 % may pass.
const BOOKS_APART_NS: u64 = 5_000;

/// A structure as the kernel wrote it: numbers of 64 bits, of which it knows the first `known`.
#[derive(Debug, Clone, Copy)]
struct Written<const NUMBERS: usize> {
    numbers: [u64; NUMBERS],
    known: usize,
}

impl<const NUMBERS: usize> Written<NUMBERS> {
    /// `words`: the length that the kernel states, in units of 32 bits.
    fn new(numbers: [u64; NUMBERS], words: u32) -> Self {
        Self { numbers, known: NUMBERS.min(words as usize / 2) }
    }

    fn number(&self, place: usize) -> Result<u64, CounterError> {
        let known = &self.numbers[..self.known];
        known.get(place).copied().ok_or(CounterError::NotInTheSystem)
    }
}

/// The kernel, or a stand-in.
trait Kernel {
    /// `task_inspect`.
    fn basic(&self) -> Result<Written<BASIC_NUMBERS>, CounterError>;
    /// `task_info`.
    fn power(&self) -> Result<Written<POWER_NUMBERS>, CounterError>;
    /// The calling thread's time on a processor.
    fn thread_time(&self) -> Option<Duration>;
    /// Lets the calling thread leave its processor, and return.
    fn leave_processor(&self);
    /// Ticks of `mach_absolute_time` in nanoseconds.
    fn ticks_to_ns(&self, ticks: u64) -> u64;
}

/// The reason for a status other than success. `KERN_NOT_SUPPORTED` of mach/kern_return.h comes
/// from kernels without cycle counts, `MIG_BAD_ID` of mach/mig_errors.h from kernels without the
/// call.
fn refusal(status: i32) -> CounterError {
    const KERN_NOT_SUPPORTED: i32 = 46;
    const MIG_BAD_ID: i32 = -303;
    match status {
        KERN_NOT_SUPPORTED | MIG_BAD_ID => CounterError::NotInTheSystem,
        status => CounterError::Refused { status },
    }
}

/// All values at one time, with the thread's time from before and from after the task's.
struct Moment {
    basic: Result<Written<BASIC_NUMBERS>, CounterError>,
    power: Result<Written<POWER_NUMBERS>, CounterError>,
    thread_ns: [u64; 2],
    task_ns: u64,
}

impl Moment {
    /// # Errors
    /// The reason why it is not known whether other threads run, without which nothing can be
    /// counted.
    fn read(kernel: &impl Kernel) -> Result<Moment, CounterError> {
        kernel.leave_processor();
        let thread_ns = || {
            let time = kernel.thread_time().ok_or(CounterError::NotInTheSystem)?;
            Ok(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX))
        };
        let before = thread_ns()?;
        let power = kernel.power();
        let thread_ns = [before, thread_ns()?];
        let times = power.clone()?;
        let ticks = times.number(USER_TIME)?.saturating_add(times.number(SYSTEM_TIME)?);
        let task_ns = kernel.ticks_to_ns(ticks);
        Ok(Moment { basic: kernel.basic(), power, thread_ns, task_ns })
    }

    fn count(&self, counter: Counter, kernel: &impl Kernel) -> Result<u64, CounterError> {
        let basic = |place| self.basic.as_ref().map_err(CounterError::clone)?.number(place);
        let power = |place| self.power.as_ref().map_err(CounterError::clone)?.number(place);
        match counter {
            Counter::TaskCycles => basic(CYCLES),
            Counter::TaskInstructions => basic(INSTRUCTIONS),
            Counter::TaskEnergy => power(ENERGY),
            _ => power(PERFORMANCE_TIME).map(|ticks| kernel.ticks_to_ns(ticks)),
        }
    }
}

/// Returns `true` if other threads of the task certainly ran between two readings: the task used
/// more than the calling thread can have.
fn others_ran(earlier: &Moment, later: &Moment) -> bool {
    let task_ns = later.task_ns.saturating_sub(earlier.task_ns);
    let thread_ns = later.thread_ns[1].saturating_sub(earlier.thread_ns[0]);
    task_ns > thread_ns.saturating_add(BOOKS_APART_NS)
}

struct Task<K> {
    kernel: K,
    counters: Vec<Counter>,
    earlier: Option<Moment>,
}

impl<K: Kernel> Reader for Task<K> {
    fn read(&mut self, counts: &mut Snapshot) {
        let Ok(now) = Moment::read(&self.kernel) else { return };
        if !self.earlier.as_ref().is_some_and(|earlier| others_ran(earlier, &now)) {
            for &counter in &self.counters {
                if let Ok(count) = now.count(counter, &self.kernel) {
                    counts.set(counter, count);
                }
            }
        }
        self.earlier = Some(now);
    }
}

/// The calling task has run for some cycles and used some energy: zero is not a count. It may have
/// been on efficiency cores only, but if cycles are zero, as in virtual machines, the time on
/// performance cores is rejected, too.
fn open_with(kernel: impl Kernel + 'static, found: &mut Found) {
    let now = match Moment::read(&kernel) {
        Ok(now) => now,
        Err(why) => return found.missing(&COUNTERS, &why),
    };
    let counts_no_cycles = now.count(Counter::TaskCycles, &kernel) == Ok(0);
    let mut counters = Vec::new();
    for counter in COUNTERS {
        match now.count(counter, &kernel) {
            Ok(0) if counter != Counter::TaskPerformanceTime || counts_no_cycles => {
                found.missing(&[counter], &CounterError::StandsStill);
            }
            Ok(_) => counters.push(counter),
            Err(why) => found.missing(&[counter], &why),
        }
    }
    if !counters.is_empty() {
        found.reader(&counters.clone(), Task { kernel, counters, earlier: None });
    }
}

#[cfg(all(target_vendor = "apple", target_arch = "aarch64", feature = "task-counters"))]
pub(super) use live::open;

#[cfg(all(target_vendor = "apple", target_arch = "aarch64", feature = "task-counters"))]
mod live {
    use std::thread;
    use std::time::Duration;

    use mach2::kern_return::{KERN_SUCCESS, kern_return_t};
    use mach2::mach_time::{mach_timebase_info, mach_timebase_info_data_t};
    use mach2::mach_types::task_inspect_t;
    use mach2::message::mach_msg_type_number_t;
    use mach2::task::task_info;
    use mach2::task_info::{TASK_POWER_INFO_V2, TASK_POWER_INFO_V2_COUNT};
    use mach2::task_inspect::{
        TASK_INSPECT_BASIC_COUNTS, TASK_INSPECT_BASIC_COUNTS_COUNT, task_inspect_flavor_t,
        task_inspect_info_t,
    };
    use mach2::traps::mach_task_self;

    use super::{BASIC_NUMBERS, COUNTERS, Kernel, POWER_NUMBERS, Written, open_with, refusal};
    use crate::counters::{CounterError, Found};
    use crate::thread_time;

    /// Long enough that the thread is off its processor before it is woken; between windows of
    /// 0.25 ms no core has time to slow down.
    const AWAY: Duration = Duration::from_micros(20);

    const _: () = assert!(
        TASK_INSPECT_BASIC_COUNTS_COUNT as usize == 2 * BASIC_NUMBERS
            && TASK_POWER_INFO_V2_COUNT as usize == 2 * POWER_NUMBERS
    );

    /// `task_inspect` of mach/task.h.
    type TaskInspect = unsafe extern "C" fn(
        task_inspect_t,
        task_inspect_flavor_t,
        task_inspect_info_t,
        *mut mach_msg_type_number_t,
    ) -> kern_return_t;

    struct Xnu {
        inspect: Option<TaskInspect>,
        unit: mach_timebase_info_data_t,
    }

    impl Kernel for Xnu {
        fn basic(&self) -> Result<Written<BASIC_NUMBERS>, CounterError> {
            let inspect = self.inspect.ok_or(CounterError::NotInTheSystem)?;
            let (mut numbers, mut words) = ([0; BASIC_NUMBERS], TASK_INSPECT_BASIC_COUNTS_COUNT);
            // SAFETY: the task's own port; the kernel writes at most `words` units of 32 bits,
            // which `numbers` has.
            let status = unsafe {
                let to = numbers.as_mut_ptr().cast();
                inspect(mach_task_self(), TASK_INSPECT_BASIC_COUNTS, to, &raw mut words)
            };
            if status == KERN_SUCCESS { Ok(Written::new(numbers, words)) } else { Err(refusal(status)) }
        }

        fn power(&self) -> Result<Written<POWER_NUMBERS>, CounterError> {
            let (mut numbers, mut words) = ([0; POWER_NUMBERS], TASK_POWER_INFO_V2_COUNT);
            // SAFETY: as above.
            let status = unsafe {
                let to = numbers.as_mut_ptr().cast();
                task_info(mach_task_self(), TASK_POWER_INFO_V2, to, &raw mut words)
            };
            if status == KERN_SUCCESS { Ok(Written::new(numbers, words)) } else { Err(refusal(status)) }
        }

        fn thread_time(&self) -> Option<Duration> {
            thread_time()
        }

        fn leave_processor(&self) {
            thread::sleep(AWAY);
        }

        fn ticks_to_ns(&self, ticks: u64) -> u64 {
            let ns = u128::from(ticks) * u128::from(self.unit.numer) / u128::from(self.unit.denom);
            u64::try_from(ns).unwrap_or(u64::MAX)
        }
    }

    pub(in crate::counters) fn open(found: &mut Found) {
        let mut unit = mach_timebase_info_data_t::default();
        // SAFETY: a place for the structure.
        let status = unsafe { mach_timebase_info(&raw mut unit) };
        if status != KERN_SUCCESS || unit.numer == 0 || unit.denom == 0 {
            return found.missing(&COUNTERS, &CounterError::Refused { status });
        }
        // SAFETY: the name is a C string. If there is such a function, it has the signature in the
        // header.
        let inspect = unsafe {
            let address = libc::dlsym(libc::RTLD_DEFAULT, c"task_inspect".as_ptr());
            std::mem::transmute::<*mut libc::c_void, Option<TaskInspect>>(address)
        };
        open_with(Xnu { inspect, unit }, found);
    }
}

#[cfg(test)]
mod tests;
