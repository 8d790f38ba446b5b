//! The cores' threads take turns, as `trueghz_lab_model::turns` says.
//!
//! The emulator has a thread for each core, and lets them run at once. Here each waits for its turn
//! when it begins a block, never while it holds one of the emulator's locks. The emulator's
//! condition variables, by which cores sleep and are held up, are answered here too: so it is known
//! at once, and not when a thread happens to wake up, which core was called back, by whom, and at
//! what time.

use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};

use trueghz_lab_model::turns::{Stage, Turns};

use crate::processor::Processor;
use crate::{clock, main_loop};

struct Shared {
    turns: Mutex<State>,
    /// One for each core: it may be its turn, or it was called back.
    calls: Vec<Condvar>,
}

struct State {
    turns: Turns,
    waits: Vec<Option<Wait>>,
}

/// The condition that a core waits for when it is away, or about to be.
#[derive(Clone, Copy)]
struct Wait {
    /// The address of the emulator's condition variable.
    condition: usize,
    /// It was called back at this time.
    called_fs: Option<u64>,
}

static SHARED: OnceLock<Shared> = OnceLock::new();

thread_local! {
    static CORE: Cell<Option<usize>> = const { Cell::new(None) };
}

/// Sets up so many cores.
pub fn install(cores: usize) {
    let state = State { turns: Turns::new(cores), waits: vec![None; cores] };
    let calls = (0..cores).map(|_| Condvar::new()).collect();
    // The emulator loads a plugin once.
    let _ = SHARED.set(Shared { turns: Mutex::new(state), calls });
}

/// Registers the calling thread as a core's thread.
pub fn this_thread_is(core: usize) {
    CORE.set(Some(core));
}

/// The core whose thread this is.
pub fn current_core() -> Option<usize> {
    CORE.get()
}

fn shared() -> &'static Shared {
    SHARED.get().expect("the plugin is installed before anything runs")
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.turns.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Calls the core whose turn it is.
    fn announce(&self, state: &State) {
        if let Some(next) = state.turns.next() {
            self.calls[next].notify_one();
        }
    }
}

/// A core stops at a time and waits for its turn; until when it may run then.
pub fn take(core: usize, fs: u64) -> u64 {
    let shared = shared();
    let mut state = shared.lock();
    state.turns.set(core, Stage::Ready(fs));
    if state.turns.next() != Some(core) {
        shared.announce(&state);
    }
    while state.turns.next() != Some(core) {
        state = shared.calls[core].wait(state).unwrap_or_else(PoisonError::into_inner);
    }
    state.turns.set(core, Stage::Running(fs));
    state.turns.limit_fs(core)
}

/// Returns `true` if the core has the turn.
pub fn has_turn(core: usize) -> bool {
    matches!(shared().lock().turns.stage(core), Stage::Running(_))
}

/// Returns `true` if all cores are away.
pub fn all_away() -> bool {
    shared().lock().turns.all_away()
}

/// A core's thread waits for one of the emulator's conditions; returns the time at which it was
/// called back. It may still have the turn for the work in `before`.
fn stay_away(core: usize, condition: usize, unlock: impl FnOnce(), before: impl FnOnce()) -> u64 {
    let shared = shared();
    shared.lock().waits[core] = Some(Wait { condition, called_fs: None });
    unlock();
    before();
    let mut state = shared.lock();
    loop {
        let called_fs = state.waits[core].and_then(|wait| wait.called_fs);
        state.turns.set(core, called_fs.map_or(Stage::Away, Stage::Coming));
        shared.announce(&state);
        if let Some(fs) = called_fs {
            state.waits[core] = None;
            return fs;
        }
        if state.turns.all_away() {
            main_loop::wake();
        }
        state = shared.calls[core].wait(state).unwrap_or_else(PoisonError::into_inner);
    }
}

/// Calls back the cores that wait for a condition.
fn call_back(condition: usize) {
    let Some(shared) = SHARED.get() else { return };
    let caller_fs = clock::callers_fs();
    let mut state = shared.lock();
    let mut called = false;
    for core in 0..state.waits.len() {
        let away = state.turns.stage(core) == Stage::Away;
        match &mut state.waits[core] {
            Some(wait) if wait.condition == condition && wait.called_fs.is_none() => {
                wait.called_fs = Some(caller_fs);
            }
            _ => continue,
        }
        called = true;
        if away {
            state.turns.set(core, Stage::Coming(caller_fs));
        }
        shared.calls[core].notify_one();
    }
    drop(state);
    if let Some(core) = current_core().filter(|_| called) {
        // SAFETY: this is the core's thread, in one of the emulator's functions.
        unsafe { Processor::of(core) }.has_called();
    }
}

type Wake = unsafe extern "C" fn(*mut libc::pthread_cond_t) -> c_int;
type WaitFor = unsafe extern "C" fn(*mut libc::pthread_cond_t, *mut libc::pthread_mutex_t) -> c_int;

/// The C library's own function of a name.
fn c_library(name: &std::ffi::CStr) -> *mut c_void {
    // SAFETY: a C string. The emulator is linked with all of these, so they are there.
    let function = unsafe { libc::dlsym(libc::RTLD_NEXT, name.as_ptr()) };
    assert!(!function.is_null(), "the C library has {name:?}");
    function
}

/// The emulator's way to wait.
///
/// # Safety
/// As for the C library's function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pthread_cond_wait(
    condition: *mut libc::pthread_cond_t,
    mutex: *mut libc::pthread_mutex_t,
) -> c_int {
    let Some(core) = current_core() else {
        static REAL: OnceLock<usize> = OnceLock::new();
        let real = *REAL.get_or_init(|| c_library(c"pthread_cond_wait") as usize);
        // SAFETY: the C library's function of this signature, with the caller's pointers.
        return unsafe { std::mem::transmute::<usize, WaitFor>(real)(condition, mutex) };
    };
    // SAFETY: this is the core's thread, in one of the emulator's functions.
    let processor = || unsafe { Processor::of(core) };
    processor().leaves();
    // SAFETY: the caller holds the mutex.
    let unlock = || assert_eq!(unsafe { libc::pthread_mutex_unlock(mutex) }, 0);
    let called_fs = stay_away(core, condition as usize, unlock, || processor().before_away());
    processor().comes_back(called_fs);
    // SAFETY: the caller's mutex.
    unsafe { libc::pthread_mutex_lock(mutex) }
}

/// The emulator's way to end waits.
///
/// # Safety
/// As for the C library's function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pthread_cond_broadcast(condition: *mut libc::pthread_cond_t) -> c_int {
    call_back(condition as usize);
    static REAL: OnceLock<usize> = OnceLock::new();
    let real = *REAL.get_or_init(|| c_library(c"pthread_cond_broadcast") as usize);
    // SAFETY: the C library's function of this signature, with the caller's pointer.
    unsafe { std::mem::transmute::<usize, Wake>(real)(condition) }
}

/// Like `pthread_cond_broadcast`, for one waiting thread. A woken thread checks again whether it
/// may go on, so waking all is allowed, and the order of arrival does not matter.
///
/// # Safety
/// As for the C library's function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pthread_cond_signal(condition: *mut libc::pthread_cond_t) -> c_int {
    call_back(condition as usize);
    static REAL: OnceLock<usize> = OnceLock::new();
    let real = *REAL.get_or_init(|| c_library(c"pthread_cond_signal") as usize);
    // SAFETY: the C library's function of this signature, with the caller's pointer.
    unsafe { std::mem::transmute::<usize, Wake>(real)(condition) }
}
