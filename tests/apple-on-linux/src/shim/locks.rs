//! Mutexes and conditions. Linux's objects fit into Apple's; one that was set up by Apple's
//! constant begins with a mark and is made Linux's at its first use. `<pthread.h>`,
//! `<sys/_pthread/_pthread_types.h>`, `<pthread/pthread_impl.h>`.

use std::ffi::c_int;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use libc::{pthread_cond_t, pthread_condattr_t, pthread_mutex_t, pthread_mutexattr_t, timespec};

use super::errors::to_apple;
use super::{answers, errors};

/// `_PTHREAD_MUTEX_SIG_init` and `_PTHREAD_COND_SIG_init`.
const MUTEX_MARK: u64 = 0x32AA_ABA7;
const CONDITION_MARK: u64 = 0x3CB0_B1BB;

/// Bytes of Apple's objects: `__PTHREAD_MUTEX_SIZE__` and its like, each with the mark's eight
/// before it.
const MUTEX: usize = 64;
const CONDITION: usize = 48;
const MUTEX_ATTRIBUTES: usize = 16;

const _: () = assert!(
    size_of::<pthread_mutex_t>() <= MUTEX
        && size_of::<pthread_cond_t>() <= CONDITION
        && size_of::<pthread_mutexattr_t>() <= MUTEX_ATTRIBUTES
);

/// Held while an object with a mark is made Linux's, so that it is made once.
static MAKING: Mutex<()> = Mutex::new(());

/// Replaces an object that begins with a mark by `made`, its first word last: who sees that finds
/// all of it.
unsafe fn make_at_first_use<T>(object: *mut T, mark: u64, made: impl FnOnce() -> T) -> *mut T {
    // SAFETY: an object of Apple's, which is aligned for its mark and larger than Linux's.
    let first = unsafe { AtomicU64::from_ptr(object.cast()) };
    if first.load(Ordering::Acquire) == mark {
        let _making = MAKING.lock().unwrap_or_else(PoisonError::into_inner);
        if first.load(Ordering::Acquire) == mark {
            let made = made();
            let (from, to) = ((&raw const made).cast::<u8>(), object.cast::<u8>());
            // SAFETY: both have that length; others wait until the first word is there.
            unsafe {
                to.add(8).copy_from_nonoverlapping(from.add(8), size_of::<T>() - 8);
                first.store(from.cast::<u64>().read_unaligned(), Ordering::Release);
            }
        }
    }
    object
}

/// A condition whose waits end by the clock that no one sets.
fn condition() -> pthread_cond_t {
    let mut made = libc::PTHREAD_COND_INITIALIZER;
    // SAFETY: attributes that are set up before they are used.
    unsafe {
        let mut attributes: pthread_condattr_t = std::mem::zeroed();
        libc::pthread_condattr_init(&raw mut attributes);
        libc::pthread_condattr_setclock(&raw mut attributes, libc::CLOCK_MONOTONIC);
        libc::pthread_cond_init(&raw mut made, &raw const attributes);
    }
    made
}

unsafe fn mutex_of(object: *mut pthread_mutex_t) -> *mut pthread_mutex_t {
    // SAFETY: the caller's object.
    unsafe { make_at_first_use(object, MUTEX_MARK, || libc::PTHREAD_MUTEX_INITIALIZER) }
}

unsafe fn condition_of(object: *mut pthread_cond_t) -> *mut pthread_cond_t {
    // SAFETY: the caller's object.
    unsafe { make_at_first_use(object, CONDITION_MARK, condition) }
}

/// Calls that take one object and return an error's number.
macro_rules! on_an_object {
    ($($name:ident($object:ident: $type:ty);)*) => {
        $(unsafe extern "C" fn $name(object: *mut $type) -> c_int {
            // SAFETY: the caller's object.
            to_apple(unsafe { libc::$name($object(object)) })
        })*
    };
}

on_an_object! {
    pthread_mutex_lock(mutex_of: pthread_mutex_t);
    pthread_mutex_trylock(mutex_of: pthread_mutex_t);
    pthread_mutex_unlock(mutex_of: pthread_mutex_t);
    pthread_mutex_destroy(mutex_of: pthread_mutex_t);
    pthread_cond_broadcast(condition_of: pthread_cond_t);
    pthread_cond_signal(condition_of: pthread_cond_t);
    pthread_cond_destroy(condition_of: pthread_cond_t);
}

unsafe extern "C" fn pthread_mutex_init(
    object: *mut pthread_mutex_t,
    attributes: *const pthread_mutexattr_t,
) -> c_int {
    // SAFETY: the caller's object and attributes.
    to_apple(unsafe { libc::pthread_mutex_init(object, attributes) })
}

unsafe extern "C" fn pthread_mutexattr_init(attributes: *mut pthread_mutexattr_t) -> c_int {
    // SAFETY: the caller's attributes.
    to_apple(unsafe { libc::pthread_mutexattr_init(attributes) })
}

unsafe extern "C" fn pthread_mutexattr_destroy(attributes: *mut pthread_mutexattr_t) -> c_int {
    // SAFETY: the caller's attributes.
    to_apple(unsafe { libc::pthread_mutexattr_destroy(attributes) })
}

/// Linux's kind of a mutex for Apple's.
fn mutex_kind(apple: c_int) -> Option<c_int> {
    [libc::PTHREAD_MUTEX_NORMAL, libc::PTHREAD_MUTEX_ERRORCHECK, libc::PTHREAD_MUTEX_RECURSIVE]
        .get(usize::try_from(apple).ok()?)
        .copied()
}

unsafe extern "C" fn pthread_mutexattr_settype(attributes: *mut pthread_mutexattr_t, kind: c_int) -> c_int {
    match mutex_kind(kind) {
        // SAFETY: the caller's attributes.
        Some(kind) => to_apple(unsafe { libc::pthread_mutexattr_settype(attributes, kind) }),
        None => errors::INVAL,
    }
}

unsafe extern "C" fn pthread_cond_wait(condition: *mut pthread_cond_t, mutex: *mut pthread_mutex_t) -> c_int {
    // SAFETY: the caller's objects.
    to_apple(unsafe { libc::pthread_cond_wait(condition_of(condition), mutex_of(mutex)) })
}

/// Waits as long as `span` says.
unsafe extern "C" fn pthread_cond_timedwait_relative_np(
    condition: *mut pthread_cond_t,
    mutex: *mut pthread_mutex_t,
    span: *const timespec,
) -> c_int {
    // SAFETY: the caller's objects and span, and a place for the time.
    unsafe {
        let mut end = timespec { tv_sec: 0, tv_nsec: 0 };
        libc::clock_gettime(libc::CLOCK_MONOTONIC, &raw mut end);
        end.tv_sec = end.tv_sec.saturating_add((*span).tv_sec);
        end.tv_nsec += (*span).tv_nsec;
        if end.tv_nsec >= 1_000_000_000 {
            end = timespec { tv_sec: end.tv_sec.saturating_add(1), tv_nsec: end.tv_nsec - 1_000_000_000 };
        }
        to_apple(libc::pthread_cond_timedwait(condition_of(condition), mutex_of(mutex), &raw const end))
    }
}

/// Waits until a moment of the calendar.
unsafe extern "C" fn pthread_cond_timedwait(
    condition: *mut pthread_cond_t,
    mutex: *mut pthread_mutex_t,
    until: *const timespec,
) -> c_int {
    // SAFETY: the caller's objects and moment, and a place for the time.
    unsafe {
        let mut now = timespec { tv_sec: 0, tv_nsec: 0 };
        libc::clock_gettime(libc::CLOCK_REALTIME, &raw mut now);
        let mut span =
            timespec { tv_sec: (*until).tv_sec - now.tv_sec, tv_nsec: (*until).tv_nsec - now.tv_nsec };
        if span.tv_nsec < 0 {
            span = timespec { tv_sec: span.tv_sec - 1, tv_nsec: span.tv_nsec + 1_000_000_000 };
        }
        pthread_cond_timedwait_relative_np(condition, mutex, &raw const span)
    }
}

answers! {
    "_pthread_cond_broadcast" => pthread_cond_broadcast,
    "_pthread_cond_destroy" => pthread_cond_destroy,
    "_pthread_cond_signal" => pthread_cond_signal,
    "_pthread_cond_timedwait" => pthread_cond_timedwait,
    "_pthread_cond_timedwait_relative_np" => pthread_cond_timedwait_relative_np,
    "_pthread_cond_wait" => pthread_cond_wait,
    "_pthread_mutex_destroy" => pthread_mutex_destroy,
    "_pthread_mutex_init" => pthread_mutex_init,
    "_pthread_mutex_lock" => pthread_mutex_lock,
    "_pthread_mutex_trylock" => pthread_mutex_trylock,
    "_pthread_mutex_unlock" => pthread_mutex_unlock,
    "_pthread_mutexattr_destroy" => pthread_mutexattr_destroy,
    "_pthread_mutexattr_init" => pthread_mutexattr_init,
    "_pthread_mutexattr_settype" => pthread_mutexattr_settype,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An object as Apple's constant sets it up.
    #[repr(C, align(8))]
    struct Marked<const BYTES: usize>(u64, [u8; BYTES]);

    // Both are shared between threads as C shares them. SAFETY: only the tested calls access them.
    unsafe impl<const BYTES: usize> Sync for Marked<BYTES> {}

    fn pointer<T, const BYTES: usize>(marked: &'static Marked<BYTES>) -> *mut T {
        std::ptr::from_ref(marked).cast_mut().cast()
    }

    #[test]
    fn objects_that_apples_constants_set_up_work() {
        let mutex: &Marked<{ MUTEX - 8 }> = Box::leak(Box::new(Marked(MUTEX_MARK, [0; MUTEX - 8])));
        let ready: &Marked<{ CONDITION - 8 }> =
            Box::leak(Box::new(Marked(CONDITION_MARK, [0; CONDITION - 8])));
        // SAFETY: objects that are never given back.
        unsafe {
            assert_eq!(pthread_mutex_lock(pointer(mutex)), 0);
            assert_eq!(pthread_mutex_trylock(pointer(mutex)), 16, "EBUSY");
            let span = timespec { tv_sec: 0, tv_nsec: 30_000_000 };
            let begun = std::time::Instant::now();
            assert_eq!(
                pthread_cond_timedwait_relative_np(pointer(ready), pointer(mutex), &raw const span),
                60,
                "ETIMEDOUT"
            );
            assert!(begun.elapsed().as_millis() >= 29, "{:?}", begun.elapsed());
            let signals = std::thread::spawn(move || {
                // Waits until the other thread waits, which gives the mutex free.
                pthread_mutex_lock(pointer(mutex));
                pthread_cond_signal(pointer(ready));
                pthread_mutex_unlock(pointer(mutex))
            });
            assert_eq!(pthread_cond_wait(pointer(ready), pointer(mutex)), 0);
            assert_eq!(pthread_mutex_unlock(pointer(mutex)), 0);
            assert_eq!(signals.join().unwrap(), 0);
            let past = timespec { tv_sec: 1, tv_nsec: 0 };
            pthread_mutex_lock(pointer(mutex));
            assert_eq!(pthread_cond_timedwait(pointer(ready), pointer(mutex), &raw const past), 60);
            assert_eq!(
                (pthread_cond_broadcast(pointer(ready)), pthread_cond_destroy(pointer(ready))),
                (0, 0)
            );
            assert_eq!((pthread_mutex_unlock(pointer(mutex)), pthread_mutex_destroy(pointer(mutex))), (0, 0));
        }
    }

    #[test]
    fn a_mutex_has_the_kind_that_was_asked_for() {
        let kinds =
            [libc::PTHREAD_MUTEX_NORMAL, libc::PTHREAD_MUTEX_ERRORCHECK, libc::PTHREAD_MUTEX_RECURSIVE];
        assert_eq!([0, 1, 2].map(mutex_kind), kinds.map(Some));
        assert_eq!([-1, 3].map(mutex_kind), [None, None]);
        let mutex: &Marked<{ MUTEX - 8 }> = Box::leak(Box::new(Marked(7, [7; MUTEX - 8])));
        // SAFETY: objects that are set up before they are used.
        unsafe {
            let mut attributes: pthread_mutexattr_t = std::mem::zeroed();
            assert_eq!(pthread_mutexattr_init(&raw mut attributes), 0);
            assert_eq!(pthread_mutexattr_settype(&raw mut attributes, 2), 0);
            assert_eq!(pthread_mutex_init(pointer(mutex), &raw const attributes), 0);
            assert_eq!(pthread_mutexattr_destroy(&raw mut attributes), 0);
            assert_eq!((pthread_mutex_lock(pointer(mutex)), pthread_mutex_lock(pointer(mutex))), (0, 0));
        }
    }
}
