//! Signals. `<sys/signal.h>`.

use std::ffi::{c_int, c_void};
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

use super::errors::{fail, result};
use super::{answers, errors};

/// Linux's signals by Apple's numbers; 0 if Linux has none.
const NUMBERS: [c_int; 32] = [
    0,
    libc::SIGHUP,
    libc::SIGINT,
    libc::SIGQUIT,
    libc::SIGILL,
    libc::SIGTRAP,
    libc::SIGABRT,
    0,
    libc::SIGFPE,
    libc::SIGKILL,
    libc::SIGBUS,
    libc::SIGSEGV,
    libc::SIGSYS,
    libc::SIGPIPE,
    libc::SIGALRM,
    libc::SIGTERM,
    libc::SIGURG,
    libc::SIGSTOP,
    libc::SIGTSTP,
    libc::SIGCONT,
    libc::SIGCHLD,
    libc::SIGTTIN,
    libc::SIGTTOU,
    libc::SIGIO,
    libc::SIGXCPU,
    libc::SIGXFSZ,
    libc::SIGVTALRM,
    libc::SIGPROF,
    libc::SIGWINCH,
    0,
    libc::SIGUSR1,
    libc::SIGUSR2,
];

/// Apple's `SA_*` and Linux's.
const FLAGS: &[(u32, c_int)] = &[
    (0x1, libc::SA_ONSTACK),
    (0x2, libc::SA_RESTART),
    (0x4, libc::SA_RESETHAND),
    (0x8, libc::SA_NOCLDSTOP),
    (0x10, libc::SA_NODEFER),
    (0x20, libc::SA_NOCLDWAIT),
];

/// Linux's number of a signal, if it has it.
pub(super) fn from_apple(number: c_int) -> Option<c_int> {
    let linux = *NUMBERS.get(usize::try_from(number).ok()?)?;
    (linux != 0).then_some(linux)
}

/// Apple's number of a signal.
pub(super) fn to_apple(linux: c_int) -> c_int {
    NUMBERS.iter().position(|number| *number == linux).map_or(linux, |number| number as c_int)
}

/// `struct sigaction`.
#[repr(C)]
#[derive(Clone, Copy)]
struct Action {
    handler: usize,
    mask: u32,
    flags: u32,
}

/// `siginfo_t`.
#[repr(C)]
struct Info {
    number: c_int,
    error: c_int,
    code: c_int,
    process: c_int,
    user: u32,
    status: c_int,
    address: usize,
    value: usize,
    band: i64,
    rest: [u64; 7],
}

/// The program's handlers, masks and flags, by Apple's numbers. A handler reads them, so nothing
/// waits for anything here.
static HANDLERS: [AtomicUsize; 32] = [const { AtomicUsize::new(0) }; 32];
static MASKS: [AtomicU32; 32] = [const { AtomicU32::new(0) }; 32];
static ACTION_FLAGS: [AtomicU32; 32] = [const { AtomicU32::new(0) }; 32];

unsafe extern "C" fn handle(linux: c_int, info: *const libc::siginfo_t, context: *mut c_void) {
    let (number, kept) = (to_apple(linux), errors::last());
    let handler = HANDLERS[number as usize & 31].load(Ordering::SeqCst);
    // SAFETY: Linux's own structure; a signal that no process sent has other content there, which
    // is also a valid number. The handler is the program's function for this signal.
    unsafe {
        let told = Info {
            number,
            error: 0,
            code: (*info).si_code,
            process: (*info).si_pid(),
            user: (*info).si_uid(),
            status: 0,
            address: (*info).si_addr() as usize,
            value: 0,
            band: 0,
            rest: [0; 7],
        };
        let handler: extern "C" fn(c_int, *const Info, *mut c_void) = std::mem::transmute(handler);
        handler(number, &raw const told, context);
    }
    errors::set(kept);
}

/// Linux's set of signals for Apple's bits.
pub(super) fn set_from_apple(mask: u32) -> libc::sigset_t {
    // SAFETY: a set that the first call sets up.
    unsafe {
        let mut set = std::mem::zeroed();
        libc::sigemptyset(&raw mut set);
        for number in (1..32).filter(|number| mask >> (number - 1) & 1 != 0) {
            if let Some(linux) = from_apple(number) {
                libc::sigaddset(&raw mut set, linux);
            }
        }
        set
    }
}

unsafe extern "C" fn sigaction(number: c_int, new: *const Action, old: *mut Action) -> c_int {
    let Some(linux) = from_apple(number) else { return fail(errors::INVAL) };
    let place = number as usize;
    // SAFETY: the caller's structures, or none; Linux's are plain numbers, for which 0 is a value.
    unsafe {
        if let Some(old) = old.as_mut() {
            let mut now: libc::sigaction = std::mem::zeroed();
            libc::sigaction(linux, std::ptr::null(), &raw mut now);
            let is_own = now.sa_sigaction == handle as *const () as usize;
            *old = Action { handler: now.sa_sigaction, mask: 0, flags: 0 };
            if is_own {
                *old = Action {
                    handler: HANDLERS[place].load(Ordering::SeqCst),
                    mask: MASKS[place].load(Ordering::SeqCst),
                    flags: ACTION_FLAGS[place].load(Ordering::SeqCst),
                };
            }
        }
        let Some(new) = new.as_ref() else { return 0 };
        let mut action: libc::sigaction = std::mem::zeroed();
        let flags = FLAGS.iter().filter(|(apple, _)| new.flags & apple != 0);
        action.sa_flags = flags.fold(0, |flags, (_, linux)| flags | linux);
        action.sa_mask = set_from_apple(new.mask);
        // SIG_DFL and SIG_IGN are the same numbers.
        action.sa_sigaction = new.handler;
        if new.handler > 1 {
            action.sa_sigaction = handle as *const () as usize;
            action.sa_flags |= libc::SA_SIGINFO;
        }
        HANDLERS[place].store(new.handler, Ordering::SeqCst);
        MASKS[place].store(new.mask, Ordering::SeqCst);
        ACTION_FLAGS[place].store(new.flags, Ordering::SeqCst);
        result(libc::sigaction(linux, &raw const action, std::ptr::null_mut()))
    }
}

/// `SIG_ERR` is -1.
unsafe extern "C" fn signal(number: c_int, handler: usize) -> usize {
    let (new, mut old) = (Action { handler, mask: 0, flags: 0x2 }, Action { handler: 0, mask: 0, flags: 0 });
    // SAFETY: two structures.
    if unsafe { sigaction(number, &raw const new, &raw mut old) } == 0 { old.handler } else { usize::MAX }
}

unsafe extern "C" fn sigemptyset(set: *mut u32) -> c_int {
    // SAFETY: the caller's set.
    unsafe { set.write(0) };
    0
}

unsafe extern "C" fn sigaddset(set: *mut u32, number: c_int) -> c_int {
    if !(1..32).contains(&number) {
        return fail(errors::INVAL);
    }
    // SAFETY: the caller's set.
    unsafe { *set |= 1 << (number - 1) };
    0
}

extern "C" fn kill(process: c_int, number: c_int) -> c_int {
    let linux = if number == 0 { Some(0) } else { from_apple(number) };
    match linux {
        // SAFETY: numbers only.
        Some(linux) => result(unsafe { libc::kill(process, linux) }),
        None => fail(errors::INVAL),
    }
}

extern "C" fn pause() -> c_int {
    // SAFETY: takes nothing, returns a number.
    result(unsafe { libc::pause() })
}

answers! {
    "_kill" => kill,
    "_pause" => pause,
    "_sigaction" => sigaction,
    "_sigaddset" => sigaddset,
    "_sigemptyset" => sigemptyset,
    "_signal" => signal,
}

#[cfg(test)]
mod tests {
    use std::mem::offset_of;

    use super::*;

    #[test]
    fn structures_lie_as_in_the_header() {
        assert_eq!((size_of::<Action>(), offset_of!(Action, mask), offset_of!(Action, flags)), (16, 8, 12));
        let places = [
            offset_of!(Info, process),
            offset_of!(Info, status),
            offset_of!(Info, address),
            offset_of!(Info, band),
        ];
        assert_eq!((size_of::<Info>(), places), (104, [12, 20, 24, 40]));
    }

    #[test]
    fn signals_are_numbered_as_apple_does() {
        let numbers =
            [libc::SIGBUS, libc::SIGUSR1, libc::SIGUSR2, libc::SIGCHLD, libc::SIGTERM].map(to_apple);
        assert_eq!(numbers, [10, 30, 31, 20, 15]);
        for number in (1..32).filter(|number| ![7, 29].contains(number)) {
            assert_eq!(from_apple(number).map(to_apple), Some(number));
        }
        assert_eq!([0, 7, 29, 32, -1].map(from_apple), [None; 5]);
    }

    static SEEN: AtomicUsize = AtomicUsize::new(0);

    extern "C" fn see(number: c_int, info: *const Info, _context: *mut c_void) {
        errors::set(99);
        // SAFETY: `handle` passes a valid structure.
        let process = unsafe { (*info).process };
        SEEN.store(number as usize * 1_000_000_000 + process as usize, Ordering::SeqCst);
    }

    #[test]
    fn a_handler_is_called_with_apples_number_and_told_of_again() {
        const USR1: c_int = 30;
        let new = Action { handler: see as *const () as usize, mask: 1 << 14, flags: 0x42 };
        let mut old = Action { handler: 7, mask: 7, flags: 7 };
        errors::set(5);
        // SAFETY: structures, and a signal to this process.
        unsafe {
            assert_eq!(sigaction(USR1, &raw const new, &raw mut old), 0);
            assert_eq!((old.handler, old.mask, old.flags), (0, 0, 0));
            assert_eq!(libc::raise(libc::SIGUSR1), 0);
            assert_eq!(SEEN.load(Ordering::SeqCst), 30 * 1_000_000_000 + std::process::id() as usize);
            assert_eq!(errors::last(), 5, "a handler leaves the error alone");
            assert_eq!(sigaction(USR1, std::ptr::null(), &raw mut old), 0);
            assert_eq!((old.handler, old.mask, old.flags), (new.handler, 1 << 14, 0x42));
            assert_eq!((signal(USR1, 1), signal(USR1, 0), signal(7, 0)), (new.handler, 1, usize::MAX));
        }
        assert_eq!((errors::last(), kill(std::process::id() as c_int, 0)), (errors::INVAL, 0));
    }

    #[test]
    fn a_set_is_a_bit_for_each() {
        let mut set = 7;
        // SAFETY: a set.
        unsafe {
            assert_eq!(
                (sigemptyset(&raw mut set), sigaddset(&raw mut set, 30), sigaddset(&raw mut set, 0)),
                (0, 0, -1)
            );
            let linux = set_from_apple(set);
            let held: Vec<_> =
                (1..32).filter(|number| libc::sigismember(&raw const linux, *number) == 1).collect();
            assert_eq!((set, held), (1 << 29, vec![libc::SIGUSR1]));
        }
    }
}
