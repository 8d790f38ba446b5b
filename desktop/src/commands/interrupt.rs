//! Ctrl-C, SIGTERM and SIGHUP: the first one ends the measurement and keeps what is known; one that
//! comes well after it ends the program.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use trueghz::Session;
use trueghz::run::session::Cancellation;

use crate::outcome::{Failure, Outcome};

/// A signal within this time of the first one counts as the same request. `timeout` sends one to
/// the program and one to its group, a shell and a terminal may each send one, and users press
/// twice; printing the result takes less.
const WELL_AFTER: Duration = Duration::from_secs(1);

/// Handles signals, and cancels the running session at the first one.
#[derive(Debug, Clone, Default)]
pub struct Interrupt {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    heard: Condvar,
}

#[derive(Debug, Default)]
struct State {
    first: Option<Instant>,
    session: Option<Cancellation>,
}

impl State {
    /// Handles a signal received at `now`. Returns `true` if the program must end at once.
    fn signal(&mut self, now: Instant) -> bool {
        let first = *self.first.get_or_insert(now);
        if let Some(session) = &self.session {
            session.cancel();
        }
        now.saturating_duration_since(first) >= WELL_AFTER
    }
}

impl Interrupt {
    /// Installs the signal handler.
    ///
    /// # Errors
    /// [`Failure`] if the system does not allow it.
    pub fn listen() -> Result<Interrupt, Failure> {
        let interrupt = Interrupt::default();
        let heard = interrupt.clone();
        let handler = move || {
            if heard.lock().signal(Instant::now()) {
                std::process::exit(i32::from(Outcome::INTERRUPTED));
            }
            heard.shared.heard.notify_all();
        };
        ctrlc::set_handler(handler)
            .map_err(|error| Failure::new(format!("cannot listen for Ctrl-C: {error}")))?;
        Ok(interrupt)
    }

    /// Sets the session that a signal cancels; cancels it at once if a signal was already received.
    fn stops(&self, session: Cancellation) {
        let mut state = self.lock();
        if state.first.is_some() {
            session.cancel();
        }
        state.session = Some(session);
    }

    /// Waits for a session, which a signal cancels.
    ///
    /// # Errors
    /// [`Failure`] if the session panicked.
    pub fn wait<T: Clone>(&self, session: Session<T>) -> Result<T, Failure> {
        self.stops(session.cancellation());
        session.wait().map_err(Failure::new)
    }

    /// Returns `true` if a signal was received.
    pub fn was_heard(&self) -> bool {
        self.lock().first.is_some()
    }

    /// Waits until `moment`, or until a signal is received.
    pub fn wait_until(&self, moment: Instant) {
        let time = moment.saturating_duration_since(Instant::now());
        let not_heard = |state: &mut State| state.first.is_none();
        // The caller continues alike after a timeout and with a poisoned lock.
        drop(self.shared.heard.wait_timeout_while(self.lock(), time, not_heard));
    }

    /// Outcome of a command. `has_found` states whether it has the requested result.
    pub fn outcome(&self, has_found: bool) -> Outcome {
        match (has_found, self.was_heard()) {
            (true, _) => Outcome::Complete,
            (false, true) => Outcome::Interrupted,
            (false, false) => Outcome::Refused,
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        // Nothing panics while it holds the lock; if something did, the state would still be valid.
        self.shared.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_at_once_are_one_wish_and_one_well_after_ends_the_program() {
        let first = Instant::now();
        let at = |ms| first + Duration::from_millis(ms);
        let session = Cancellation::default();
        let mut state = State { first: None, session: Some(session.clone()) };
        assert!(!state.signal(first) && session.is_cancelled());
        assert!(!state.signal(first));
        assert!(!state.signal(at(30)));
        assert!(!state.signal(at(999)));
        assert!(state.signal(at(1_000)));
        assert!(state.signal(at(60_000)));
    }

    #[test]
    fn a_signal_ends_a_wait() {
        let (interrupt, begun) = (Interrupt::default(), Instant::now());
        interrupt.wait_until(begun + Duration::from_millis(1));
        assert!(begun.elapsed() >= Duration::from_millis(1));
        interrupt.lock().signal(begun);
        interrupt.wait_until(begun + Duration::from_secs(3_600));
        assert!(begun.elapsed() < Duration::from_secs(60));
    }
}
