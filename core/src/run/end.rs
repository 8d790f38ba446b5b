//! The end of a session: its result, stored once, when it exists.
//!
//! Callers may poll, wait, register a hook or do none of these: they all get the same result, and
//! none of them is needed for it to be stored.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Outcome of a session.
pub type SessionResult<T> = Result<Arc<T>, WorkerPanic>;

/// The measuring thread panicked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the measurement failed unexpectedly: {message}")]
pub struct WorkerPanic {
    /// The panic message.
    pub message: String,
}

impl WorkerPanic {
    /// Converts the payload caught by [`catch_unwind`].
    pub fn with(panic: &(dyn Any + Send)) -> WorkerPanic {
        let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
        WorkerPanic { message: text.unwrap_or_else(|| "no message".to_owned()) }
    }
}

type Hook<T> = Box<dyn FnOnce(&SessionResult<T>) + Send>;

/// Stores the result for all callers that request it.
pub(super) struct ResultSlot<T> {
    state: Mutex<State<T>>,
    stored: Condvar,
}

struct State<T> {
    ended: Option<SessionResult<T>>,
    hooks: Vec<Hook<T>>,
}

impl<T> Default for ResultSlot<T> {
    fn default() -> ResultSlot<T> {
        ResultSlot { state: Mutex::new(State { ended: None, hooks: Vec::new() }), stored: Condvar::new() }
    }
}

impl<T> ResultSlot<T> {
    /// Stores the result, wakes the waiting threads, and then calls the hooks on this thread.
    pub(super) fn store(&self, result: Result<T, WorkerPanic>) {
        let ended = result.map(Arc::new);
        let hooks = {
            let mut state = self.lock();
            let hooks = std::mem::take(&mut state.hooks);
            if hooks.is_empty() {
                // The only one: who waits takes it without a copy.
                state.ended = Some(ended);
                self.stored.notify_all();
                return;
            }
            state.ended = Some(ended.clone());
            hooks
        };
        self.stored.notify_all();
        for hook in hooks {
            call(hook, &ended);
        }
    }

    /// The result, once it exists.
    pub(super) fn result(&self) -> Option<SessionResult<T>> {
        self.lock().ended.clone()
    }

    /// Waits for the result.
    pub(super) fn wait(&self) -> SessionResult<T> {
        let mut state = self.lock();
        loop {
            if let Some(ended) = &state.ended {
                return ended.clone();
            }
            state = self.stored.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Calls `hook` once with the result: now, on this thread, if it exists; otherwise as soon as
    /// it does.
    pub(super) fn when_stored(&self, hook: impl FnOnce(&SessionResult<T>) + Send + 'static) {
        let ended = {
            let mut state = self.lock();
            match &state.ended {
                None => return state.hooks.push(Box::new(hook)),
                Some(ended) => ended.clone(),
            }
        };
        call(Box::new(hook), &ended);
    }

    fn lock(&self) -> MutexGuard<'_, State<T>> {
        // Nothing that may panic runs under the lock, and each change is whole.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Calls a hook, which is foreign code: if it panics, the others are still called.
fn call<T>(hook: Hook<T>, ended: &SessionResult<T>) {
    if catch_unwind(AssertUnwindSafe(|| hook(ended))).is_err() {
        log::warn!("what was to be called at a session's end panicked");
    }
}
