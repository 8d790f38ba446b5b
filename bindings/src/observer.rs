//! The observer of a session, as Swift and Kotlin write one.

use crate::event::SessionEvent;

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
    fn on_event(&self, event: SessionEvent) -> Result<(), ObserverError>;
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
