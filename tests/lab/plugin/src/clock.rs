//! The clock that the emulator sees.
//!
//! Three kinds of readers: a core's thread gets the modelled time at the instruction it is at; the
//! main loop gets a time that does not advance while it works, so that deadlines are exact; any
//! other thread gets the latest time that was made known.

use std::ffi::c_int;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use trueghz_lab_model::timeline::Timer;

use crate::processor::Processor;
use crate::{main_loop, turns};

/// The latest time made known, in the emulator's nanoseconds. No core that is awake is behind it.
static NOW_NS: AtomicU64 = AtomicU64::new(0);
/// The latest time that a core has read from the timer, in femtoseconds.
static READ_FS: AtomicU64 = AtomicU64::new(0);
/// When the clocks' profiles started, in femtoseconds; 0 before that.
static MARKED_FS: AtomicU64 = AtomicU64::new(0);
static TIMER: OnceLock<Timer> = OnceLock::new();

/// Sets up the timer.
pub fn install(timer: Timer) {
    // The emulator loads a plugin once.
    let _ = TIMER.set(timer);
}

/// The timer.
pub fn timer() -> Timer {
    *TIMER.get().expect("the plugin is installed before anything runs")
}

/// Makes a time known, in the emulator's nanoseconds.
pub fn publish(ns: u64) {
    NOW_NS.fetch_max(ns, Ordering::SeqCst);
}

/// The latest time made known, in the emulator's nanoseconds.
pub fn now_ns() -> u64 {
    NOW_NS.load(Ordering::SeqCst)
}

/// A core has read the timer at this time.
pub fn has_read(fs: u64) {
    READ_FS.fetch_max(fs, Ordering::SeqCst);
}

/// The latest time at which the timer was read, in femtoseconds.
pub fn read_fs() -> u64 {
    READ_FS.load(Ordering::SeqCst)
}

/// The clocks' profiles start at this time.
pub fn mark(fs: u64) {
    MARKED_FS.store(fs, Ordering::SeqCst);
}

/// When the clocks' profiles started, in femtoseconds.
pub fn marked_fs() -> Option<u64> {
    Some(MARKED_FS.load(Ordering::SeqCst)).filter(|fs| *fs > 0)
}

/// The calling thread's time, in femtoseconds.
pub fn callers_fs() -> u64 {
    match turns::current_core() {
        // SAFETY: this is the core's thread, in one of the emulator's functions.
        Some(core) => unsafe { Processor::of(core) }.now_fs(),
        None => timer().time_fs(now_ns()),
    }
}

/// The emulator's clock. Only CLOCK_MONOTONIC is the machine's.
///
/// # Safety
/// As for the C library's function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clock_gettime(clock: libc::clockid_t, time: *mut libc::timespec) -> c_int {
    if clock != libc::CLOCK_MONOTONIC {
        // SAFETY: the caller's pointer goes on to the kernel.
        return unsafe { libc::syscall(libc::SYS_clock_gettime, clock, time) } as c_int;
    }
    let ns = if let Some(core) = turns::current_core() {
        // SAFETY: this is the core's thread, in a helper of the emulator: the model is not being
        // run.
        unsafe { Processor::of(core) }.emulator_ns()
    } else if main_loop::is_this_thread() {
        main_loop::now_ns()
    } else {
        now_ns()
    };
    let (seconds, rest) = (ns / 1_000_000_000, ns % 1_000_000_000);
    // SAFETY: the caller's pointer is to a timespec.
    unsafe { *time = libc::timespec { tv_sec: seconds as i64, tv_nsec: rest as i64 } };
    0
}
