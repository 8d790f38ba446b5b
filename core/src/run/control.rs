//! Input to a session from outside: cancellation, and conditions that only the platform knows.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::host::Conditions;

use super::conditions::ConditionsFeed;

/// Cancels a session. Clones cancel the same one. It is the only way to cancel anything in `run`.
#[derive(Debug, Clone, Default)]
pub struct Cancellation {
    asked: Arc<AtomicBool>,
}

impl Cancellation {
    /// Requests the end. Further requests, or one after the end, have no effect.
    pub fn cancel(&self) {
        self.asked.store(true, Ordering::Relaxed);
    }

    /// Returns `true` if cancellation was requested.
    pub fn is_cancelled(&self) -> bool {
        self.asked.load(Ordering::Relaxed)
    }
}

/// Handle to a session, separate from it: for another thread, a signal handler, or a front end
/// while another thread waits. Clones reach the same session.
#[derive(Debug, Clone, Default)]
pub struct Control {
    cancellation: Cancellation,
    told: ConditionsFeed,
    /// Whether the session itself handles the background, which then does not cancel it.
    outlasts_background: Arc<AtomicBool>,
}

impl Control {
    /// As [`Session::cancel`](super::session::Session::cancel).
    pub fn cancel(&self) {
        self.cancellation.cancel();
    }

    /// As [`Session::set_conditions`](super::session::Session::set_conditions).
    pub fn set_conditions(&self, conditions: Conditions) {
        self.told.set(conditions);
        if conditions.in_background == Some(true) && !self.outlasts_background.load(Ordering::Relaxed) {
            self.cancel();
        }
    }

    /// From now on the session itself handles moves to the background.
    pub fn outlast_background(&self) {
        self.outlasts_background.store(true, Ordering::Relaxed);
    }

    /// The session's cancellation.
    pub(super) fn cancellation(&self) -> &Cancellation {
        &self.cancellation
    }

    /// Conditions reported by the platform.
    pub(super) fn conditions(&self) -> &ConditionsFeed {
        &self.told
    }
}
