//! Other programs. `<spawn.h>`, `<sys/spawn.h>`, `<sys/wait.h>`, `<sys/resource.h>`. Apple's
//! objects for `posix_spawn` are pointers; Linux's lie behind them.

use std::ffi::{c_char, c_int, c_short, c_void};

use libc::{pid_t, posix_spawn_file_actions_t, posix_spawnattr_t};

use super::errors::{fail, result, to_apple};
use super::signals::set_from_apple;
use super::{answers, but_for_the_error, errors, signals};

but_for_the_error! {
    fn execvp(program: *const c_char, arguments: *const *const c_char) -> c_int;
    fn fork() -> pid_t;
    fn setgid(group: u32) -> c_int;
    fn setpgid(process: pid_t, group: pid_t) -> c_int;
    fn setsid() -> pid_t;
    fn setuid(user: u32) -> c_int;
}

extern "C" fn setgroups(count: c_int, groups: *const u32) -> c_int {
    // SAFETY: the caller keeps to the interface.
    result(unsafe { libc::setgroups(count as usize, groups) })
}

/// Nobody is known: std looks for a home in the environment first.
unsafe extern "C" fn getpwuid_r(
    _user: u32,
    _entry: *mut c_void,
    _text: *mut c_char,
    _size: usize,
    found: *mut *mut c_void,
) -> c_int {
    // SAFETY: the caller's place.
    unsafe { found.write(std::ptr::null_mut()) };
    0
}

/// Apple's state of an ended process for Linux's: the signal has another number.
fn state_to_apple(state: c_int) -> c_int {
    if libc::WIFSIGNALED(state) {
        state & !0x7f | signals::to_apple(libc::WTERMSIG(state))
    } else if libc::WIFSTOPPED(state) {
        signals::to_apple(libc::WSTOPSIG(state)) << 8 | 0x7f
    } else {
        state
    }
}

unsafe extern "C" fn waitpid(process: pid_t, state: *mut c_int, how: c_int) -> pid_t {
    let mut linux = 0;
    // SAFETY: a place for the state, and the caller's, or none. WNOHANG and WUNTRACED are the same
    // numbers.
    unsafe {
        let ended = result(libc::waitpid(process, &raw mut linux, how));
        if let (1.., Some(state)) = (ended, state.as_mut()) {
            *state = state_to_apple(linux);
        }
        ended
    }
}

/// `RLIM_INFINITY`.
const UNLIMITED: u64 = i64::MAX as u64;

/// The type in which Linux's C library numbers limits.
#[cfg(target_env = "gnu")]
type Limit = u32;
#[cfg(not(target_env = "gnu"))]
type Limit = c_int;

/// Linux's number of a limit; in the order of the header.
fn limit(apple: c_int) -> Option<Limit> {
    let [cpu, file, data, stack, core] =
        [libc::RLIMIT_CPU, libc::RLIMIT_FSIZE, libc::RLIMIT_DATA, libc::RLIMIT_STACK, libc::RLIMIT_CORE];
    let [memory, locked, processes, files] =
        [libc::RLIMIT_AS, libc::RLIMIT_MEMLOCK, libc::RLIMIT_NPROC, libc::RLIMIT_NOFILE];
    let all = [cpu, file, data, stack, core, memory, locked, processes, files];
    all.get(usize::try_from(apple).ok()?).copied()
}

unsafe extern "C" fn setrlimit(apple: c_int, limits: *const [u64; 2]) -> c_int {
    let Some(number) = limit(apple) else { return fail(errors::INVAL) };
    // SAFETY: the caller's two numbers.
    let [soft, hard] =
        unsafe { *limits }.map(|limit| if limit == UNLIMITED { libc::RLIM_INFINITY } else { limit });
    let limits = libc::rlimit { rlim_cur: soft, rlim_max: hard };
    // SAFETY: two numbers.
    result(unsafe { libc::setrlimit(number, &raw const limits) })
}

/// Makes an object and has Linux set it up; writes its address where Apple has the object.
unsafe fn make<T>(to: *mut *mut T, set_up: unsafe extern "C" fn(*mut T) -> c_int) -> c_int {
    // SAFETY: plain numbers until they are set up, and the caller's place.
    unsafe {
        let object = Box::into_raw(Box::new(std::mem::zeroed()));
        to.write(object);
        to_apple(set_up(object))
    }
}

/// The reverse.
unsafe fn end<T>(object: *mut *mut T, end: unsafe extern "C" fn(*mut T) -> c_int) -> c_int {
    // SAFETY: made by the function above.
    unsafe {
        let status = end(*object);
        drop(Box::from_raw(*object));
        to_apple(status)
    }
}

unsafe extern "C" fn posix_spawnattr_init(to: *mut *mut posix_spawnattr_t) -> c_int {
    // SAFETY: the caller's place.
    unsafe { make(to, libc::posix_spawnattr_init) }
}

unsafe extern "C" fn posix_spawnattr_destroy(object: *mut *mut posix_spawnattr_t) -> c_int {
    // SAFETY: the caller's object.
    unsafe { end(object, libc::posix_spawnattr_destroy) }
}

/// The flags that both systems have: for ids, the group, signals' defaults and their mask.
const FLAGS: c_short = 0xf;

unsafe extern "C" fn posix_spawnattr_setflags(object: *mut *mut posix_spawnattr_t, flags: c_short) -> c_int {
    // SAFETY: the caller's object.
    to_apple(unsafe { libc::posix_spawnattr_setflags(*object, flags & FLAGS) })
}

unsafe extern "C" fn posix_spawnattr_setpgroup(object: *mut *mut posix_spawnattr_t, group: pid_t) -> c_int {
    // SAFETY: the caller's object.
    to_apple(unsafe { libc::posix_spawnattr_setpgroup(*object, group) })
}

unsafe extern "C" fn posix_spawnattr_setsigdefault(
    object: *mut *mut posix_spawnattr_t,
    mask: *const u32,
) -> c_int {
    // SAFETY: the caller's object and set.
    to_apple(unsafe { libc::posix_spawnattr_setsigdefault(*object, &set_from_apple(*mask)) })
}

unsafe extern "C" fn posix_spawnattr_setsigmask(
    object: *mut *mut posix_spawnattr_t,
    mask: *const u32,
) -> c_int {
    // SAFETY: the caller's object and set.
    to_apple(unsafe { libc::posix_spawnattr_setsigmask(*object, &set_from_apple(*mask)) })
}

unsafe extern "C" fn posix_spawn_file_actions_init(to: *mut *mut posix_spawn_file_actions_t) -> c_int {
    // SAFETY: the caller's place.
    unsafe { make(to, libc::posix_spawn_file_actions_init) }
}

unsafe extern "C" fn posix_spawn_file_actions_destroy(object: *mut *mut posix_spawn_file_actions_t) -> c_int {
    // SAFETY: the caller's object.
    unsafe { end(object, libc::posix_spawn_file_actions_destroy) }
}

unsafe extern "C" fn posix_spawn_file_actions_adddup2(
    object: *mut *mut posix_spawn_file_actions_t,
    from: c_int,
    to: c_int,
) -> c_int {
    // SAFETY: the caller's object.
    to_apple(unsafe { libc::posix_spawn_file_actions_adddup2(*object, from, to) })
}

unsafe extern "C" fn posix_spawnp(
    process: *mut pid_t,
    program: *const c_char,
    actions: *const *const posix_spawn_file_actions_t,
    attributes: *const *const posix_spawnattr_t,
    arguments: *const *mut c_char,
    environment: *const *mut c_char,
) -> c_int {
    // SAFETY: the caller's objects, or none, and words that end with a null pointer.
    unsafe {
        let actions = actions.as_ref().map_or(std::ptr::null(), |actions| *actions);
        let attributes = attributes.as_ref().map_or(std::ptr::null(), |attributes| *attributes);
        to_apple(libc::posix_spawnp(process, program, actions, attributes, arguments, environment))
    }
}

answers! {
    "_execvp" => execvp,
    "_fork" => fork,
    "_getpwuid_r" => getpwuid_r,
    "_posix_spawn_file_actions_adddup2" => posix_spawn_file_actions_adddup2,
    "_posix_spawn_file_actions_destroy" => posix_spawn_file_actions_destroy,
    "_posix_spawn_file_actions_init" => posix_spawn_file_actions_init,
    "_posix_spawnattr_destroy" => posix_spawnattr_destroy,
    "_posix_spawnattr_init" => posix_spawnattr_init,
    "_posix_spawnattr_setflags" => posix_spawnattr_setflags,
    "_posix_spawnattr_setpgroup" => posix_spawnattr_setpgroup,
    "_posix_spawnattr_setsigdefault" => posix_spawnattr_setsigdefault,
    "_posix_spawnattr_setsigmask" => posix_spawnattr_setsigmask,
    "_posix_spawnp" => posix_spawnp,
    "_setgid" => setgid,
    "_setgroups" => setgroups,
    "_setpgid" => setpgid,
    "_setrlimit" => setrlimit,
    "_setsid" => setsid,
    "_setuid" => setuid,
    "_waitpid" => waitpid,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_started_with_another_output_and_waited_for() {
        let (mut process, mut state) = (0, 0);
        let mut pipe = [0; 2];
        // SAFETY: places for the results, words that end with a null pointer.
        unsafe {
            assert_eq!(libc::pipe(pipe.as_mut_ptr()), 0);
            let (mut actions, mut attributes) = (std::ptr::null_mut(), std::ptr::null_mut());
            assert_eq!(posix_spawn_file_actions_init(&raw mut actions), 0);
            assert_eq!(posix_spawn_file_actions_adddup2(&raw mut actions, pipe[1], 1), 0);
            assert_eq!(posix_spawnattr_init(&raw mut attributes), 0);
            let none = 0_u32;
            assert_eq!(posix_spawnattr_setsigmask(&raw mut attributes, &raw const none), 0);
            // CLOEXEC_DEFAULT, which Linux has not, and SETSIGMASK.
            assert_eq!(posix_spawnattr_setflags(&raw mut attributes, 0x4008), 0);
            let words = [c"sh", c"-c", c"echo out; kill -BUS $$"].map(|word| word.as_ptr().cast_mut());
            let words = [words[0], words[1], words[2], std::ptr::null_mut()];
            let (actions_place, attributes_place) = (&raw const actions, &raw const attributes);
            let started = posix_spawnp(
                &raw mut process,
                c"sh".as_ptr(),
                actions_place.cast(),
                attributes_place.cast(),
                words.as_ptr(),
                &raw const words[3],
            );
            assert_eq!(started, 0);
            libc::close(pipe[1]);
            let mut out = [0_u8; 4];
            assert_eq!(libc::read(pipe[0], out.as_mut_ptr().cast(), 4), 4);
            libc::close(pipe[0]);
            assert_eq!((&out, waitpid(process, &raw mut state, 0)), (b"out\n", process));
            assert_eq!(posix_spawn_file_actions_destroy(&raw mut actions), 0);
            assert_eq!(posix_spawnattr_destroy(&raw mut attributes), 0);
        }
        assert_eq!(state & 0x7f, 10, "SIGBUS of Apple");
    }

    #[test]
    fn the_state_of_a_process_has_apples_signals() {
        assert_eq!(state_to_apple(3 << 8), 3 << 8);
        assert_eq!(state_to_apple(libc::SIGBUS | 0x80), 10 | 0x80);
        assert_eq!(state_to_apple(libc::SIGTSTP << 8 | 0x7f), 18 << 8 | 0x7f);
    }

    #[test]
    fn limits_are_numbered_as_apple_does() {
        assert_eq!((limit(8), limit(4)), (Some(libc::RLIMIT_NOFILE), Some(libc::RLIMIT_CORE)));
        assert_eq!((limit(9), limit(-1)), (None, None));
        let wrong = [1, 0];
        // SAFETY: two numbers.
        assert_eq!(unsafe { setrlimit(8, &raw const wrong) }, -1);
        assert_eq!(errors::last(), errors::INVAL);
    }
}
