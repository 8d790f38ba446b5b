//! A session of the library, its observer, and its end.

use std::ffi::c_void;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use anyhow::{Result, ensure};
use trueghz_ffi::{ObserverError, SessionEvent, SessionJob, SessionOutcome};
use uniffi::{RustBuffer, RustCallStatus, RustCallStatusCode};

use crate::library::Library;

/// An observer's reaction to a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Observing {
    /// It only records.
    Looks,
    /// It throws each time.
    Throws,
}

/// The calls that an observer received.
#[derive(Debug, Default)]
pub struct Seen {
    /// All events, in their order.
    pub events: Vec<SessionEvent>,
    /// The threads on which it was called, each once.
    pub threads: Vec<i32>,
    /// Number of its handles that the library created itself, less those it released: -1 when it
    /// holds none.
    pub handles: i64,
}

/// The observers. The handle of each is twice its index plus one. Ours are odd: even ones are the
/// library's own.
static OBSERVERS: Mutex<Vec<(Library, Observing, Seen)>> = Mutex::new(Vec::new());

fn observers() -> MutexGuard<'static, Vec<(Library, Observing, Seen)>> {
    OBSERVERS.lock().unwrap_or_else(PoisonError::into_inner)
}

const fn handle_of(place: usize) -> u64 {
    place as u64 * 2 + 1
}

const fn place_of(handle: u64) -> usize {
    (handle / 2) as usize
}

/// The functions of an observer, as uniffi has them.
#[repr(C)]
struct Observer {
    free: extern "C" fn(u64),
    clone: extern "C" fn(u64) -> u64,
    on_event: extern "C" fn(u64, RustBuffer, *mut c_void, &mut RustCallStatus),
}

static OBSERVER: Observer = Observer { free: let_go, clone: same, on_event };

extern "C" fn let_go(handle: u64) {
    observers()[place_of(handle)].2.handles -= 1;
}

extern "C" fn same(handle: u64) -> u64 {
    observers()[place_of(handle)].2.handles += 1;
    handle
}

extern "C" fn on_event(handle: u64, event: RustBuffer, _: *mut c_void, status: &mut RustCallStatus) {
    let mut observers = observers();
    let (library, observing, seen) = &mut observers[place_of(handle)];
    // SAFETY: no pointers.
    let thread = unsafe { libc::gettid() };
    if !seen.threads.contains(&thread) {
        seen.threads.push(thread);
    }
    match library.lift(event) {
        Ok(event) => seen.events.push(event),
        Err(error) => eprintln!("an event that cannot be read: {error:#}"),
    }
    if *observing == Observing::Throws {
        let error = ObserverError::Failed { reason: "thrown on purpose".to_owned() };
        if let Ok(error) = library.lower(error) {
            status.code = RustCallStatusCode::Error;
            status.error_buf = std::mem::ManuallyDrop::new(error);
        }
    }
}

/// Result of a session.
pub struct Ended {
    /// Its outcome.
    pub outcome: SessionOutcome,
    /// The recorded windows.
    pub windows: Option<String>,
    /// The calls that its observer received.
    pub seen: Seen,
}

/// A handle of the library.
type Handle = u64;

/// Runs a session to its end, as the Kotlin layer does.
///
/// # Errors
/// If a function of the library fails.
pub fn run(library: Library, job: SessionJob, observing: Observing) -> Result<Ended> {
    let place = observers().len();
    observers().push((library, observing, Seen::default()));
    // SAFETY: here and below, the types that the Kotlin layer has for these functions.
    let (observe, start) = unsafe {
        let observe: unsafe extern "C" fn(&'static Observer) =
            library.ours("init_callback_vtable_sessionobserver")?;
        let start: unsafe extern "C" fn(RustBuffer, RustBuffer, &mut RustCallStatus) -> Handle =
            library.ours("constructor_session_start")?;
        (observe, start)
    };
    // SAFETY: functions that live for ever.
    unsafe { observe(&OBSERVER) };
    let (job, observer) = (library.lower(job)?, library.lower(Some(handle_of(place)))?);
    // SAFETY: as above; both buffers are the library's from here on.
    let session = library.call(|status| unsafe { start(job, observer, status) })?;
    let outcome = await_outcome(library, session)?;
    // SAFETY: as above.
    let windows = unsafe {
        let windows: unsafe extern "C" fn(Handle, &mut RustCallStatus) -> RustBuffer =
            library.ours("method_session_windows_json")?;
        let session = again(library, session)?;
        library.call(|status| windows(session, status))?
    };
    let windows = library.lift(windows)?;
    // SAFETY: as above; nothing uses the session any more.
    unsafe {
        let free: unsafe extern "C" fn(Handle, &mut RustCallStatus) = library.ours("free_session")?;
        library.call(|status| free(session, status))?;
    }
    let seen = std::mem::take(&mut observers()[place].2);
    Ok(Ended { outcome, windows, seen })
}

/// A session for one more call: each call of a method takes one.
fn again(library: Library, session: Handle) -> Result<Handle> {
    // SAFETY: as in `run`.
    unsafe {
        let clone: unsafe extern "C" fn(Handle, &mut RustCallStatus) -> Handle =
            library.ours("clone_session")?;
        library.call(|status| clone(session, status))
    }
}

/// The result of a poll of the future: set by the library's call, on one of its threads.
type News = (Mutex<Option<i8>>, Condvar);

/// The future is done.
const READY: i8 = 0;

unsafe extern "C" fn news(data: u64, result: i8) {
    // SAFETY: what `await_outcome` handed over for this one call.
    let news = unsafe { Arc::from_raw(data as *const News) };
    *news.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
    news.1.notify_all();
}

fn await_outcome(library: Library, session: Handle) -> Result<SessionOutcome> {
    type Poll = unsafe extern "C" fn(Handle, unsafe extern "C" fn(u64, i8), u64);
    // SAFETY: as in `run`.
    let (future, poll) = unsafe {
        let outcome: unsafe extern "C" fn(Handle) -> Handle = library.ours("method_session_outcome")?;
        let poll: Poll = library.function("ffi_trueghz_ffi_rust_future_poll_rust_buffer")?;
        (outcome(again(library, session)?), poll)
    };
    loop {
        let shared = Arc::new(News::default());
        // SAFETY: as above; `news` takes back what is handed over.
        unsafe { poll(future, news, Arc::into_raw(shared.clone()) as u64) };
        let told = shared.0.lock().unwrap_or_else(PoisonError::into_inner);
        let told = shared.1.wait_while(told, |told| told.is_none()).unwrap_or_else(PoisonError::into_inner);
        if *told == Some(READY) {
            break;
        }
    }
    // SAFETY: as above; the future is done, and nothing uses it afterwards.
    let outcome = unsafe {
        let complete: unsafe extern "C" fn(Handle, &mut RustCallStatus) -> RustBuffer =
            library.function("ffi_trueghz_ffi_rust_future_complete_rust_buffer")?;
        let free: unsafe extern "C" fn(Handle) =
            library.function("ffi_trueghz_ffi_rust_future_free_rust_buffer")?;
        let outcome = library.call(|status| complete(future, status));
        free(future);
        outcome?
    };
    ensure!(!outcome.is_empty(), "an outcome without a content");
    library.lift(outcome)
}
