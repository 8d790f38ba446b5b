//! The observer of a session, as Swift and Kotlin write one.

use std::panic::resume_unwind;
use std::sync::Arc;

use trueghz::run::event::{self, Event};

/// Watches a session.
///
/// Called from a thread of its own, never from the one that measures and never from two at once. It may take its
/// time; what it does not take in time waits. A session lets go of its observer when it has ended.
#[uniffi::export(foreign)]
pub trait SessionObserver: Send + Sync {
    /// Takes one event.
    fn on_event(&self, event: Event) -> Result<(), ObserverError>;
}

/// The observer threw. The session goes on unwatched, and its readings say so by the warning
/// `ObserverPanicked`.
#[derive(Debug, thiserror::Error, uniffi::Error)]
pub enum ObserverError {
    /// It failed, for the reason it gives.
    #[error("the observer failed: {reason}")]
    Failed {
        /// What it says.
        reason: String,
    },
}

impl From<uniffi::UnexpectedUniFFICallbackError> for ObserverError {
    fn from(error: uniffi::UnexpectedUniFFICallbackError) -> Self {
        Self::Failed { reason: error.reason }
    }
}

/// Hands core's events over.
pub struct Watching(pub Arc<dyn SessionObserver>);

impl event::Observer for Watching {
    fn event(&mut self, event: Event) {
        if let Err(error) = self.0.on_event(event) {
            log::warn!("{error}");
            // What core does when an observer panics is right here too: it ends the telling, not the session.
            // Unwinding without the panic's hook: nothing is printed.
            resume_unwind(Box::new(error.to_string()));
        }
    }
}
