//! The clock that the emulator sees, and its main loop's waiting.
//!
//! Three kinds of readers: the vCPU's thread gets the modelled time at the instruction it is at; the main loop
//! gets a time that stands still while it works, so that deadlines are exact; any other thread gets the latest
//! time that was made known.

use std::cell::Cell;
use std::ffi::c_int;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU32, AtomicU64, Ordering};

use crate::processor::Processor;

/// The latest time made known, in the emulator's nanoseconds.
static NOW_NS: AtomicU64 = AtomicU64::new(0);
/// The time the main loop works at.
static MAIN_NS: AtomicU64 = AtomicU64::new(0);
/// When the main loop's next timer is due.
static DEADLINE_NS: AtomicU64 = AtomicU64::new(u64::MAX);
/// How often the main loop has come to rest after it was called.
static SERVED: AtomicU32 = AtomicU32::new(0);
/// The vCPU calls the main loop.
static CALLED: AtomicBool = AtomicBool::new(false);
/// The main loop works on a call.
static SERVING: AtomicBool = AtomicBool::new(false);
/// Which of its sleeps the vCPU is in; 0: it is awake.
static SLEEP: AtomicU32 = AtomicU32::new(0);
/// The last sleep that was cut short.
static SKIPPED: AtomicU32 = AtomicU32::new(0);
/// Ends the main loop's wait.
static WAKE_FD: AtomicI32 = AtomicI32::new(-1);

/// How long the main loop lets the vCPU wake up before it skips on, in real time. A thread wakes in some ten
/// microseconds; a wake that takes longer makes a timer late, not wrong.
const WAKE_WAIT_NS: i64 = 20_000_000;
/// How long the vCPU waits for the main loop before it goes on without, in real time. It is never reached in a
/// machine that is well; the report counts it.
const CALL_WAIT_S: i64 = 2;

thread_local! {
    static IS_VCPU: Cell<bool> = const { Cell::new(false) };
}

/// Opens what ends the main loop's wait.
pub fn open() -> io::Result<()> {
    // SAFETY: no pointers.
    let fd = unsafe { libc::eventfd(0, libc::EFD_NONBLOCK | libc::EFD_CLOEXEC) };
    if fd < 0 {
        return Err(io::Error::last_os_error());
    }
    WAKE_FD.store(fd, Ordering::SeqCst);
    Ok(())
}

/// The calling thread is the vCPU's, and it begins.
pub fn vcpu_begins() {
    IS_VCPU.set(true);
}

/// Makes a time known.
pub fn publish(ns: u64) {
    NOW_NS.store(ns, Ordering::SeqCst);
}

/// The vCPU sleeps from now on.
pub fn sleep(number: u32) {
    SLEEP.store(number, Ordering::SeqCst);
    wake_main_loop();
}

/// The vCPU is awake; returns what the time is.
pub fn wake() -> u64 {
    SLEEP.store(0, Ordering::SeqCst);
    NOW_NS.load(Ordering::SeqCst)
}

/// When the main loop's next timer is due.
pub fn deadline_ns() -> u64 {
    DEADLINE_NS.load(Ordering::SeqCst)
}

/// Has the main loop run its timers at the time made known; false if it did not answer.
pub fn call_main_loop() -> bool {
    let served = SERVED.load(Ordering::SeqCst);
    CALLED.store(true, Ordering::SeqCst);
    wake_main_loop();
    while SERVED.load(Ordering::SeqCst) == served {
        let limit = libc::timespec { tv_sec: CALL_WAIT_S, tv_nsec: 0 };
        // SAFETY: the address is a static's; the kernel's wait with a relative limit, which no clock of ours
        // touches.
        let result = unsafe {
            libc::syscall(libc::SYS_futex, SERVED.as_ptr(), libc::FUTEX_WAIT, served, &raw const limit)
        };
        if result < 0 && io::Error::last_os_error().raw_os_error() == Some(libc::ETIMEDOUT) {
            return false;
        }
    }
    true
}

fn wake_main_loop() {
    let one = 1_u64;
    // SAFETY: eight bytes of `one`. A full counter ends the wait just as well.
    unsafe { libc::write(WAKE_FD.load(Ordering::SeqCst), (&raw const one).cast(), 8) };
}

fn is_main_thread() -> bool {
    // SAFETY: no pointers.
    unsafe { libc::syscall(libc::SYS_gettid) == i64::from(libc::getpid()) }
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
    let ns = if IS_VCPU.get() {
        // SAFETY: this is the vCPU's thread, in a helper of the emulator: the model is not being run.
        unsafe { Processor::get().emulator_ns() }
    } else if is_main_thread() {
        MAIN_NS.load(Ordering::SeqCst)
    } else {
        NOW_NS.load(Ordering::SeqCst)
    };
    let (seconds, rest) = (ns / 1_000_000_000, ns % 1_000_000_000);
    // SAFETY: the caller's pointer is to a timespec.
    unsafe { *time = libc::timespec { tv_sec: seconds as i64, tv_nsec: rest as i64 } };
    0
}

/// The emulator's waiting.
///
/// # Safety
/// As for the C library's function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ppoll(
    fds: *mut libc::pollfd,
    count: libc::nfds_t,
    limit: *const libc::timespec,
    signals: *const libc::sigset_t,
) -> c_int {
    if WAKE_FD.load(Ordering::SeqCst) < 0 || !is_main_thread() {
        // SAFETY: the caller's pointers.
        return unsafe { kernel_ppoll(fds, count, limit, signals) };
    }
    let fds = if count == 0 {
        &mut []
    } else {
        // SAFETY: the caller's array.
        unsafe { std::slice::from_raw_parts_mut(fds, count as usize) }
    };
    // SAFETY: null, or the caller's time.
    let limit_ns = unsafe { limit.as_ref() }.map(|limit| limit.tv_sec * 1_000_000_000 + limit.tv_nsec);
    let result = wait(fds, limit_ns);
    MAIN_NS.store(NOW_NS.load(Ordering::SeqCst), Ordering::SeqCst);
    result
}

/// The same, under the name that checked builds call it by.
///
/// # Safety
/// As for the C library's function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __ppoll_chk(
    fds: *mut libc::pollfd,
    count: libc::nfds_t,
    limit: *const libc::timespec,
    signals: *const libc::sigset_t,
    _size: usize,
) -> c_int {
    // SAFETY: the caller's pointers.
    unsafe { ppoll(fds, count, limit, signals) }
}

/// Waits until something is to be done, in machine time.
fn wait(fds: &mut [libc::pollfd], limit_ns: Option<i64>) -> c_int {
    let main_ns = MAIN_NS.load(Ordering::SeqCst);
    let deadline = limit_ns.map_or(u64::MAX, |limit| main_ns.saturating_add(limit as u64));
    DEADLINE_NS.store(deadline, Ordering::SeqCst);
    if SERVING.swap(false, Ordering::SeqCst) {
        SERVED.fetch_add(1, Ordering::SeqCst);
        // SAFETY: the address is a static's.
        unsafe { libc::syscall(libc::SYS_futex, SERVED.as_ptr(), libc::FUTEX_WAKE, 1) };
    }
    loop {
        if CALLED.swap(false, Ordering::SeqCst) {
            SERVING.store(true, Ordering::SeqCst);
            return poll_for(fds, Some(0)).0;
        }
        let sleep = SLEEP.load(Ordering::SeqCst);
        let asleep = sleep != 0 && deadline != u64::MAX;
        if asleep && SKIPPED.swap(sleep, Ordering::SeqCst) != sleep {
            NOW_NS.fetch_max(deadline, Ordering::SeqCst);
        }
        if NOW_NS.load(Ordering::SeqCst) >= deadline {
            return poll_for(fds, Some(0)).0;
        }
        let (ready, woken) = poll_for(fds, asleep.then_some(WAKE_WAIT_NS));
        if ready != 0 {
            return ready;
        }
        // Nothing has woken the vCPU: the timer was none of its own. On to the next.
        if !woken {
            SKIPPED.store(0, Ordering::SeqCst);
        }
    }
}

/// Waits in real time; how many of `fds` are ready, and whether the wait was ended from here.
fn poll_for(fds: &mut [libc::pollfd], limit_ns: Option<i64>) -> (c_int, bool) {
    let mut all = Vec::with_capacity(fds.len() + 1);
    all.extend_from_slice(fds);
    let wake_fd = WAKE_FD.load(Ordering::SeqCst);
    all.push(libc::pollfd { fd: wake_fd, events: libc::POLLIN, revents: 0 });
    let limit = limit_ns.map(|ns| libc::timespec { tv_sec: ns / 1_000_000_000, tv_nsec: ns % 1_000_000_000 });
    let limit = limit.as_ref().map_or(std::ptr::null(), std::ptr::from_ref);
    // SAFETY: `all` and `limit` live through the call.
    let ready = unsafe { kernel_ppoll(all.as_mut_ptr(), all.len() as u64, limit, std::ptr::null()) };
    if ready < 0 {
        return (ready, false);
    }
    let woken = all.pop().is_some_and(|own| own.revents != 0);
    if woken {
        let mut count = 0_u64;
        // SAFETY: eight bytes of `count`.
        unsafe { libc::read(wake_fd, (&raw mut count).cast(), 8) };
    }
    fds.copy_from_slice(&all);
    (ready - c_int::from(woken), woken)
}

/// # Safety
/// As for the system call.
unsafe fn kernel_ppoll(
    fds: *mut libc::pollfd,
    count: libc::nfds_t,
    limit: *const libc::timespec,
    signals: *const libc::sigset_t,
) -> c_int {
    /// Bytes of the kernel's signal set.
    const SIGNAL_SET: usize = 8;
    // The kernel writes the time that is left; the C library hides that with a copy.
    // SAFETY: null, or the caller's time.
    let mut copy = unsafe { limit.as_ref() }.copied();
    let limit = copy.as_mut().map_or(std::ptr::null_mut(), std::ptr::from_mut);
    // SAFETY: the caller's pointers, and one to a local.
    let result = unsafe { libc::syscall(libc::SYS_ppoll, fds, count, limit, signals, SIGNAL_SET) };
    result as c_int
}
