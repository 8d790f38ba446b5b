//! The observer of a session, as Swift and Kotlin write one.

use std::panic::resume_unwind;
use std::sync::Arc;

use trueghz::run::event::{self, Event};

/// Watches a session.
///
/// Called from a thread of its own, never from the one that measures and never from two at once. It
/// may take its time: of the warm-up and of the running number it then gets the newest state, of
/// all else everything. A session ends without an observer that keeps its end waiting for half a
/// second, and its readings have the warning `ObserverStalled`. It lets go of its observer when it
/// has ended.
#[uniffi::export(foreign)]
pub trait SessionObserver: Send + Sync {
    /// Takes one event.
    fn on_event(&self, event: Event) -> Result<(), ObserverError>;
}

/// The observer threw. The session goes on unwatched, and its readings have the warning
/// `ObserverPanicked`.
#[derive(Debug, thiserror::Error, uniffi::Error)]
pub enum ObserverError {
    /// It failed, for the reason it gives.
    #[error("the observer failed: {reason}")]
    Failed {
        /// The error's message.
        reason: String,
    },
}

impl From<uniffi::UnexpectedUniFFICallbackError> for ObserverError {
    fn from(error: uniffi::UnexpectedUniFFICallbackError) -> Self {
        Self::Failed { reason: error.reason }
    }
}

/// Hands core's events over to the observer, if there is one.
pub struct Watching(pub Option<Arc<dyn SessionObserver>>);

impl event::Observer for Watching {
    fn event(&mut self, event: Event) {
        let Some(observer) = &self.0 else { return };
        if let Err(error) = observer.on_event(event) {
            log::warn!("{error}");
            // Core's response to a panicking observer is right here too: it ends the reporting, not
            // the session. Unwinding without the panic's hook: nothing is printed.
            resume_unwind(Box::new(error.to_string()));
        }
    }

    fn watches(&self) -> bool {
        self.0.is_some()
    }
}
