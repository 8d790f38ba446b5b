//! Threads. `<pthread.h>`.

use std::ffi::{CStr, c_char, c_int, c_void};

use libc::{pthread_attr_t, pthread_t};

use super::errors::to_apple;
use super::memory::PAGE;
use super::{answers, errors};

/// `__PTHREAD_ATTR_SIZE__` with its mark: Linux's attributes fit in.
const _: () = assert!(size_of::<pthread_attr_t>() <= 64);

/// A name has fewer bytes on Linux; the rest is left out.
const NAME: usize = 15;

extern "C" fn nothing() {}

unsafe extern "C" fn pthread_create(
    thread: *mut pthread_t,
    attributes: *const pthread_attr_t,
    function: extern "C" fn(*mut c_void) -> *mut c_void,
    argument: *mut c_void,
) -> c_int {
    // SAFETY: the caller keeps to the interface.
    to_apple(unsafe { libc::pthread_create(thread, attributes, function, argument) })
}

unsafe extern "C" fn pthread_join(thread: pthread_t, result: *mut *mut c_void) -> c_int {
    // SAFETY: the caller keeps to the interface.
    to_apple(unsafe { libc::pthread_join(thread, result) })
}

unsafe extern "C" fn pthread_detach(thread: pthread_t) -> c_int {
    // SAFETY: the caller keeps to the interface.
    to_apple(unsafe { libc::pthread_detach(thread) })
}

unsafe extern "C" fn pthread_attr_init(attributes: *mut pthread_attr_t) -> c_int {
    // SAFETY: the caller's attributes.
    to_apple(unsafe { libc::pthread_attr_init(attributes) })
}

unsafe extern "C" fn pthread_attr_destroy(attributes: *mut pthread_attr_t) -> c_int {
    // SAFETY: the caller's attributes.
    to_apple(unsafe { libc::pthread_attr_destroy(attributes) })
}

unsafe extern "C" fn pthread_attr_setstacksize(attributes: *mut pthread_attr_t, size: usize) -> c_int {
    // `PTHREAD_STACK_MIN` is one page.
    if size < PAGE || !size.is_multiple_of(PAGE) {
        return errors::INVAL;
    }
    // SAFETY: the caller's attributes.
    to_apple(unsafe { libc::pthread_attr_setstacksize(attributes, size) })
}

/// Names the calling thread.
unsafe extern "C" fn pthread_setname_np(name: *const c_char) -> c_int {
    // SAFETY: a C string.
    let name = unsafe { CStr::from_ptr(name) }.to_bytes();
    let mut kept = [0_u8; NAME + 1];
    let length = name.len().min(NAME);
    kept[..length].copy_from_slice(&name[..length]);
    // SAFETY: this thread, and a C string.
    to_apple(unsafe { libc::pthread_setname_np(libc::pthread_self(), kept.as_ptr().cast()) })
}

unsafe extern "C" fn pthread_threadid_np(thread: pthread_t, to: *mut u64) -> c_int {
    // SAFETY: takes nothing, returns a number.
    if thread as usize != 0 && thread != unsafe { libc::pthread_self() } {
        return errors::SRCH;
    }
    // SAFETY: the caller's place.
    unsafe { to.write(libc::syscall(libc::SYS_gettid) as u64) };
    0
}

/// A thread's stack: its lowest address, and its length.
fn stack(thread: pthread_t) -> (usize, usize) {
    let (mut low, mut length) = (std::ptr::null_mut(), 0);
    // SAFETY: attributes that the first call sets up; a thread that runs.
    unsafe {
        let mut attributes: pthread_attr_t = std::mem::zeroed();
        libc::pthread_getattr_np(thread, &raw mut attributes);
        libc::pthread_attr_getstack(&raw const attributes, &raw mut low, &raw mut length);
        libc::pthread_attr_destroy(&raw mut attributes);
    }
    (low as usize, length)
}

/// The highest address of a thread's stack.
extern "C" fn pthread_get_stackaddr_np(thread: pthread_t) -> usize {
    let (low, length) = stack(thread);
    low + length
}

extern "C" fn pthread_get_stacksize_np(thread: pthread_t) -> usize {
    stack(thread).1
}

answers! {
    "__tlv_atexit" => crate::thread_variables::at_end,
    // Descriptors in the file name this symbol; the loader writes its own function there.
    "__tlv_bootstrap" => nothing,
    "_pthread_attr_destroy" => pthread_attr_destroy,
    "_pthread_attr_init" => pthread_attr_init,
    "_pthread_attr_setstacksize" => pthread_attr_setstacksize,
    "_pthread_create" => pthread_create,
    "_pthread_detach" => pthread_detach,
    "_pthread_get_stackaddr_np" => pthread_get_stackaddr_np,
    "_pthread_get_stacksize_np" => pthread_get_stacksize_np,
    "_pthread_join" => pthread_join,
    "_pthread_setname_np" => pthread_setname_np,
    "_pthread_threadid_np" => pthread_threadid_np,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stack_has_the_size_that_was_asked_for() {
        extern "C" fn look(_: *mut c_void) -> *mut c_void {
            let here = 0_u8;
            let place = std::ptr::from_ref(&here) as usize;
            // SAFETY: takes nothing, returns a number.
            let own = unsafe { libc::pthread_self() };
            let (top, size) = (pthread_get_stackaddr_np(own), pthread_get_stacksize_np(own));
            assert!((top - size..top).contains(&place));
            size as *mut c_void
        }
        // SAFETY: attributes that are set up before they are used, a function, and a place for its
        // result.
        unsafe {
            let (mut attributes, mut thread, mut size): (pthread_attr_t, pthread_t, _) =
                (std::mem::zeroed(), std::mem::zeroed(), std::ptr::null_mut());
            assert_eq!(pthread_attr_init(&raw mut attributes), 0);
            for wrong in [0, PAGE - 1, PAGE + 1] {
                assert_eq!(pthread_attr_setstacksize(&raw mut attributes, wrong), errors::INVAL);
            }
            assert_eq!(pthread_attr_setstacksize(&raw mut attributes, 16 * PAGE), 0);
            assert_eq!(pthread_create(&raw mut thread, &raw const attributes, look, std::ptr::null_mut()), 0);
            assert_eq!(pthread_join(thread, &raw mut size), 0);
            assert_eq!(pthread_attr_destroy(&raw mut attributes), 0);
            assert_eq!(size as usize, 16 * PAGE);
        }
    }

    #[test]
    fn a_thread_has_a_number_and_a_name() {
        std::thread::spawn(|| {
            let mut number = 0;
            // SAFETY: a C string, this thread, and a place for its number.
            unsafe {
                assert_eq!(pthread_setname_np(c"trueghz-measures-a-core".as_ptr()), 0);
                assert_eq!(pthread_threadid_np(libc::pthread_self(), &raw mut number), 0);
            }
            let name = std::fs::read_to_string(format!("/proc/self/task/{number}/comm")).unwrap();
            assert_eq!(name, "trueghz-measure\n");
        })
        .join()
        .unwrap();
    }
}
