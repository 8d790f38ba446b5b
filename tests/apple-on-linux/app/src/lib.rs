//! `trueghz-apple-app WORD JOB`: uses TrueGHz's library for iOS as the Swift package does. JOB is a
//! file with a session's job as the Swift package hands it over. With WORD `finish` it awaits the
//! session's outcome, with `cancel` it cancels the session first; it writes the outcome, as the
//! library hands it over, to the standard output. Status 2: it was called otherwise, 3: the library
//! reported an error.
//!
//! The library is linked in and has a standard library of its own, so this program has none. It is
//! compiled to an object and must not panic: it has no panic handler.

#![cfg_attr(target_os = "ios", no_std)]
#![cfg(target_os = "ios")]

use core::ffi::{CStr, c_char, c_int, c_void};
use core::sync::atomic::{AtomicI32, Ordering};

/// Bytes that the library allocated.
#[repr(C)]
struct RustBuffer {
    capacity: u64,
    len: u64,
    data: *mut u8,
}

/// Bytes of this program.
#[repr(C)]
struct ForeignBytes {
    len: i32,
    data: *const u8,
}

/// The outcome of a call: code 0 means success.
#[repr(C)]
struct RustCallStatus {
    code: i8,
    error: RustBuffer,
}

type Handle = u64;
type Continuation = extern "C" fn(u64, i8);

// ios/TrueGHzKit/Sources/TrueGHzFFI/TrueGHzFFI.h.
unsafe extern "C" {
    fn ffi_trueghz_ffi_rustbuffer_from_bytes(bytes: ForeignBytes, status: &mut RustCallStatus) -> RustBuffer;
    fn ffi_trueghz_ffi_rustbuffer_free(buffer: RustBuffer, status: &mut RustCallStatus);
    fn ffi_trueghz_ffi_rust_future_poll_rust_buffer(future: Handle, news: Continuation, data: u64);
    fn ffi_trueghz_ffi_rust_future_complete_rust_buffer(
        future: Handle,
        status: &mut RustCallStatus,
    ) -> RustBuffer;
    fn ffi_trueghz_ffi_rust_future_free_rust_buffer(future: Handle);
    fn uniffi_trueghz_ffi_fn_constructor_session_start(
        job: RustBuffer,
        observer: RustBuffer,
        status: &mut RustCallStatus,
    ) -> Handle;
    fn uniffi_trueghz_ffi_fn_clone_session(session: Handle, status: &mut RustCallStatus) -> Handle;
    fn uniffi_trueghz_ffi_fn_free_session(session: Handle, status: &mut RustCallStatus);
    fn uniffi_trueghz_ffi_fn_method_session_cancel(session: Handle, status: &mut RustCallStatus);
    fn uniffi_trueghz_ffi_fn_method_session_outcome(session: Handle) -> Handle;
}

// The system's: sections 2 and 3 of its manual.
unsafe extern "C" {
    fn open(path: *const c_char, flags: c_int, ...) -> c_int;
    fn read(file: c_int, bytes: *mut c_void, len: usize) -> isize;
    fn write(file: c_int, bytes: *const c_void, len: usize) -> isize;
    fn sched_yield() -> c_int;
}

/// A job takes some dozens of bytes.
const MOST_BYTES: usize = 4096;

/// `Option::None` of a session's observer: a byte of 0.
const NO_OBSERVER: [u8; 1] = [0];

/// The value passed to a continuation if the future is ready.
const READY: i32 = 0;

/// The last call of the continuation; [`NO_NEWS`] before it.
static NEWS: AtomicI32 = AtomicI32::new(NO_NEWS);
const NO_NEWS: i32 = -1;

extern "C" fn news(_: u64, result: i8) {
    NEWS.store(result.into(), Ordering::Release);
}

/// Calls a function of the library; `None` if it reports an error.
fn call<T>(function: impl FnOnce(&mut RustCallStatus) -> T) -> Option<T> {
    let error = RustBuffer { capacity: 0, len: 0, data: core::ptr::null_mut() };
    let mut status = RustCallStatus { code: 0, error };
    let result = function(&mut status);
    (status.code == 0).then_some(result)
}

/// Bytes for the library.
fn lower(bytes: *const u8, len: usize) -> Option<RustBuffer> {
    // SAFETY: so many bytes of this program, which outlive the call.
    call(|status| unsafe {
        ffi_trueghz_ffi_rustbuffer_from_bytes(ForeignBytes { len: len as i32, data: bytes }, status)
    })
}

/// Runs a session to its end; returns the outcome.
fn session(job: RustBuffer, is_cancelled: bool) -> Option<RustBuffer> {
    let observer = lower(NO_OBSERVER.as_ptr(), NO_OBSERVER.len())?;
    // SAFETY: here and below, the library's functions as its header has them. Both buffers are the
    // library's from here on, and each method takes a handle of its own.
    let session =
        call(|status| unsafe { uniffi_trueghz_ffi_fn_constructor_session_start(job, observer, status) })?;
    // SAFETY: as above.
    let again = || call(|status| unsafe { uniffi_trueghz_ffi_fn_clone_session(session, status) });
    if is_cancelled {
        let session = again()?;
        // SAFETY: as above.
        call(|status| unsafe { uniffi_trueghz_ffi_fn_method_session_cancel(session, status) })?;
    }
    // SAFETY: as above.
    let future = unsafe { uniffi_trueghz_ffi_fn_method_session_outcome(again()?) };
    loop {
        NEWS.store(NO_NEWS, Ordering::Release);
        // SAFETY: as above; the function lives for ever and takes no data.
        unsafe { ffi_trueghz_ffi_rust_future_poll_rust_buffer(future, news, 0) };
        while NEWS.load(Ordering::Acquire) == NO_NEWS {
            // SAFETY: takes nothing.
            unsafe { sched_yield() };
        }
        if NEWS.load(Ordering::Acquire) == READY {
            break;
        }
    }
    // SAFETY: as above; the future is done.
    let outcome = call(|status| unsafe { ffi_trueghz_ffi_rust_future_complete_rust_buffer(future, status) });
    // SAFETY: as above; nothing uses the future or the session any more.
    unsafe { ffi_trueghz_ffi_rust_future_free_rust_buffer(future) };
    // SAFETY: the same.
    call(|status| unsafe { uniffi_trueghz_ffi_fn_free_session(session, status) })?;
    outcome
}

/// The job in a file; `None` if it cannot be read.
///
/// # Safety
/// `path` is a C string.
unsafe fn job(path: *const c_char) -> Option<RustBuffer> {
    let mut bytes = [0_u8; MOST_BYTES];
    // SAFETY: the caller's promise; the bytes are a local. A file of this size comes in one piece.
    let len = unsafe {
        let file = open(path, 0);
        read(file, bytes.as_mut_ptr().cast(), MOST_BYTES)
    };
    (len > 0).then(|| lower(bytes.as_ptr(), len as usize))?
}

/// Writes bytes to the standard output.
fn print(mut data: *const u8, mut left: usize) -> bool {
    while left > 0 {
        // SAFETY: so many bytes are there.
        let written = unsafe { write(1, data.cast(), left) };
        if written <= 0 {
            return false;
        }
        // SAFETY: within the bytes.
        data = unsafe { data.add(written as usize) };
        left -= written as usize;
    }
    true
}

/// The entry point that the system calls.
///
/// # Safety
/// `words` are as many C strings as `count` states.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn main(count: c_int, words: *const *const c_char) -> c_int {
    if count != 3 {
        return 2;
    }
    // SAFETY: there are three.
    let (word, path) = unsafe { (CStr::from_ptr(*words.add(1)), *words.add(2)) };
    let is_cancelled = match word.to_bytes() {
        b"finish" => false,
        b"cancel" => true,
        _ => return 2,
    };
    // SAFETY: a C string.
    let Some(job) = (unsafe { job(path) }) else { return 2 };
    let Some(outcome) = session(job, is_cancelled) else { return 3 };
    let is_printed = print(outcome.data, outcome.len as usize);
    // SAFETY: the library's buffer, which nothing refers to any more.
    let is_freed = call(|status| unsafe { ffi_trueghz_ffi_rustbuffer_free(outcome, status) }).is_some();
    if is_printed && is_freed { 0 } else { 3 }
}
