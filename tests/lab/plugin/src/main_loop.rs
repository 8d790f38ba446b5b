//! The emulator's main loop, which runs its timers: when it is called, and how it waits.

use std::ffi::c_int;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU32, AtomicU64, Ordering};

use crate::{clock, turns};

/// The time the main loop works at, in the emulator's nanoseconds.
static NOW_NS: AtomicU64 = AtomicU64::new(0);
/// Time at which the main loop's next timer is due.
static DEADLINE_NS: AtomicU64 = AtomicU64::new(u64::MAX);
/// Number of times that the main loop has come to rest after it was called.
static SERVED: AtomicU32 = AtomicU32::new(0);
/// A core calls the main loop.
static CALLED: AtomicBool = AtomicBool::new(false);
/// The main loop works on a call.
static SERVING: AtomicBool = AtomicBool::new(false);
/// Whether any core has begun.
static BEGUN: AtomicBool = AtomicBool::new(false);
/// Ends the main loop's wait.
static WAKE_FD: AtomicI32 = AtomicI32::new(-1);

/// Time that a core waits for the main loop before it goes on without it, in real time. It is never
/// reached on a machine that works; the report counts such cases.
const CALL_WAIT_S: i64 = 2;

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

/// The time the main loop works at, in the emulator's nanoseconds.
pub fn now_ns() -> u64 {
    NOW_NS.load(Ordering::SeqCst)
}

/// A core has begun: from now on its sleep makes time pass.
pub fn begin() {
    BEGUN.store(true, Ordering::SeqCst);
}

/// Returns the time at which the main loop's next timer is due.
pub fn deadline_ns() -> u64 {
    DEADLINE_NS.load(Ordering::SeqCst)
}

/// Has the main loop run its timers at the time made known; false if it did not answer.
pub fn call() -> bool {
    let served = SERVED.load(Ordering::SeqCst);
    CALLED.store(true, Ordering::SeqCst);
    wake();
    while SERVED.load(Ordering::SeqCst) == served {
        let limit = libc::timespec { tv_sec: CALL_WAIT_S, tv_nsec: 0 };
        // SAFETY: the address is a static's; the kernel's wait with a relative limit, which no
        // clock of ours touches.
        let result = unsafe {
            libc::syscall(libc::SYS_futex, SERVED.as_ptr(), libc::FUTEX_WAIT, served, &raw const limit)
        };
        if result < 0 && io::Error::last_os_error().raw_os_error() == Some(libc::ETIMEDOUT) {
            return false;
        }
    }
    true
}

/// Ends the main loop's wait: it is called, or all cores are away.
pub fn wake() {
    let one = 1_u64;
    // SAFETY: eight bytes of `one`. A full counter ends the wait just as well.
    unsafe { libc::write(WAKE_FD.load(Ordering::SeqCst), (&raw const one).cast(), 8) };
}

/// Returns `true` if the calling thread is the main loop's.
pub fn is_this_thread() -> bool {
    // SAFETY: no pointers.
    unsafe { libc::syscall(libc::SYS_gettid) == i64::from(libc::getpid()) }
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
    if WAKE_FD.load(Ordering::SeqCst) < 0 || !is_this_thread() {
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
    NOW_NS.store(clock::now_ns(), Ordering::SeqCst);
    result
}

/// Like [`ppoll`], but under the name that checked builds call.
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
    let deadline = limit_ns.map_or(u64::MAX, |limit| now_ns().saturating_add(limit as u64));
    DEADLINE_NS.store(deadline, Ordering::SeqCst);
    if SERVING.swap(false, Ordering::SeqCst) {
        SERVED.fetch_add(1, Ordering::SeqCst);
        // SAFETY: the address is a static's.
        unsafe { libc::syscall(libc::SYS_futex, SERVED.as_ptr(), libc::FUTEX_WAKE, 1) };
    }
    loop {
        if CALLED.swap(false, Ordering::SeqCst) {
            SERVING.store(true, Ordering::SeqCst);
            return poll_once(fds, true);
        }
        // While all sleep, nothing happens before the next timer is due.
        if deadline != u64::MAX && BEGUN.load(Ordering::SeqCst) && turns::all_away() {
            clock::publish(deadline.max(clock::timer().emulator_ns(clock::read_fs())));
        }
        if clock::now_ns() >= deadline {
            return poll_once(fds, true);
        }
        let ready = poll_once(fds, false);
        if ready != 0 {
            return ready;
        }
    }
}

/// Waits in real time, or looks only; how many of `fds` are ready. It may be none when the wait was
/// ended from here.
fn poll_once(fds: &mut [libc::pollfd], only_looks: bool) -> c_int {
    let mut all = Vec::with_capacity(fds.len() + 1);
    all.extend_from_slice(fds);
    let wake_fd = WAKE_FD.load(Ordering::SeqCst);
    all.push(libc::pollfd { fd: wake_fd, events: libc::POLLIN, revents: 0 });
    let at_once = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    let limit = if only_looks { &raw const at_once } else { std::ptr::null() };
    // SAFETY: `all` and `limit` live through the call.
    let ready = unsafe { kernel_ppoll(all.as_mut_ptr(), all.len() as u64, limit, std::ptr::null()) };
    if ready < 0 {
        return ready;
    }
    let woken = all.pop().is_some_and(|own| own.revents != 0);
    if woken {
        let mut count = 0_u64;
        // SAFETY: eight bytes of `count`.
        unsafe { libc::read(wake_fd, (&raw mut count).cast(), 8) };
    }
    fds.copy_from_slice(&all);
    ready - c_int::from(woken)
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
