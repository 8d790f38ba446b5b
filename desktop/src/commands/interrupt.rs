//! Ctrl-C: the first one ends the measurement and keeps what is known, the second one ends the program.

use std::sync::{Arc, Mutex, PoisonError};

use trueghz::run::session::Cancellation;

use crate::outcome::{Failure, Outcome};

/// What Ctrl-C has to stop.
#[derive(Debug, Clone, Default)]
pub struct Interrupt {
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    asked: bool,
    session: Option<Cancellation>,
}

impl Interrupt {
    /// Listens from now on.
    ///
    /// # Errors
    /// [`Failure`] if the system does not let it.
    pub fn listen() -> Result<Interrupt, Failure> {
        let interrupt = Interrupt::default();
        let heard = interrupt.clone();
        ctrlc::set_handler(move || heard.stop())
            .map_err(|error| Failure::new(format!("cannot listen for Ctrl-C: {error}")))?;
        Ok(interrupt)
    }

    fn stop(&self) {
        let mut state = self.lock();
        if state.asked {
            std::process::exit(i32::from(Outcome::INTERRUPTED));
        }
        state.asked = true;
        if let Some(session) = &state.session {
            session.cancel();
        }
    }

    /// Names the session that is to be stopped; one that comes too late is stopped at once.
    pub fn stops(&self, session: Cancellation) {
        let mut state = self.lock();
        if state.asked {
            session.cancel();
        }
        state.session = Some(session);
    }

    /// Whether Ctrl-C was heard.
    pub fn was_heard(&self) -> bool {
        self.lock().asked
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        // Nothing panics while it holds the lock; if something did, the state would still be true.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
