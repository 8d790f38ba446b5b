//! A session: something long that runs on its own thread, reports while it runs, and can be cancelled.
//!
//! # How it works
//!
//! 1. `start` makes the place of the result and, if somebody watches, a mailbox and the *observer's thread*; then
//!    the *measuring thread*. The caller's thread goes on.
//! 2. The measuring thread does the work. What is to be reported it leaves in the mailbox, which is bounded, and
//!    waits for nobody.
//! 3. The observer's thread takes from there what is due, makes running estimates, and calls the observer. It
//!    keeps off the core that is measured.
//! 4. Where nobody watches there is no such thread, no copy and no running estimate.
//! 5. Whoever wants the end sooner cancels: by the session, its [`Control`], or by dropping the session. All set one
//!    flag, which the measuring thread reads after each window.
//! 6. When the work is done the measuring thread closes the mailbox and waits until the observer was told the rest
//!    and has been let go of; for at most half a second of the observer's own time. Then it goes on without it. An
//!    observer that panicked, or is left behind, becomes a warning. So an observer may wait for its own session.
//! 7. The result, or what the panic said, is stored; who waits is woken; hooks are called on the measuring thread.
//!    Nothing else is needed for it to be there: no poll, no wait.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;

use crate::clock::quality::Tolerance;
use crate::host::{Claim, Conditions};

use super::conditions::Told;
pub use super::control::{Cancellation, Control};
use super::end::End;
pub use super::end::{Ended, Panicked};
use super::event::{Event, Observer};
use super::mailbox::{Entry, Mailbox, ObserverEnd};
use super::reporter::report;
use super::site::KeepOff;

/// A session that runs, and ends with a `T`. Dropping it cancels it and does not wait.
pub struct Session<T> {
    control: Control,
    end: Arc<End<T>>,
}

impl<T> std::fmt::Debug for Session<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").field("finished", &self.is_finished()).finish_non_exhaustive()
    }
}

impl<T> Session<T> {
    /// Asks the session to stop: it ends within a window, some 0.3 ms (50 at most, where the clock is coarse), and
    /// keeps what is known. Cores whose turn has not come are refused as cancelled.
    pub fn cancel(&self) {
        self.control.cancel();
    }

    /// Tells what only the platform knows. Going to the background ends the session, with what is known:
    /// from then on the system may run it on other cores and at other clocks. A sustained load waits half a minute for the
    /// way back.
    pub fn tell(&self, conditions: Conditions) {
        self.control.tell(conditions);
    }

    /// What reaches this session while another thread waits for it.
    pub fn control(&self) -> Control {
        self.control.clone()
    }

    /// What asks this session to stop, for another thread or a signal's handler.
    pub fn cancellation(&self) -> Cancellation {
        self.control.cancellation().clone()
    }

    /// Whether the result is there.
    pub fn is_finished(&self) -> bool {
        self.end.result().is_some()
    }

    /// The result, once it is there.
    ///
    /// # Errors
    /// [`Panicked`] if the measuring thread panicked, which is a defect of this crate.
    pub fn try_result(&self) -> Option<Ended<T>> {
        self.end.result()
    }

    /// Has `hook` called once with the result: at once, on this thread, if it is there; else as soon as it is, on the
    /// measuring thread, which has nothing else left to do. It is called although the session was dropped.
    pub fn on_end(&self, hook: impl FnOnce(&Ended<T>) + Send + 'static) {
        self.end.when_stored(hook);
    }

    /// Waits for the end. Copies the result if somebody else has it too.
    ///
    /// # Errors
    /// [`Panicked`] if the measuring thread panicked, which is a defect of this crate.
    pub fn wait(self) -> Result<T, Panicked>
    where
        T: Clone,
    {
        self.end.wait().map(Arc::unwrap_or_clone)
    }
}

impl<T> Drop for Session<T> {
    fn drop(&mut self) {
        self.control.cancel();
    }
}

/// The threads could not be started.
#[derive(Debug, thiserror::Error)]
#[error("could not start a thread: {0}")]
pub struct StartError(#[from] std::io::Error);

/// What the measuring thread works with.
pub(crate) struct Worker {
    control: Control,
    /// Absent where nobody watches.
    mailbox: Option<Arc<Mailbox>>,
    /// Whether who watches only draws progress.
    is_progress_display: bool,
}

impl Worker {
    /// The wish to stop.
    pub(crate) fn cancellation(&self) -> &Cancellation {
        self.control.cancellation()
    }

    /// Whether the end was asked for.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.control.cancellation().is_cancelled()
    }

    /// What the platform tells.
    pub(crate) fn told(&self) -> &Told {
        self.control.told()
    }

    /// The mailbox of the observer, if somebody watches.
    pub(super) fn mailbox(&self) -> Option<&Mailbox> {
        self.mailbox.as_deref()
    }

    /// A core's turn comes: the observer's thread keeps off these from now on.
    pub(super) fn turn(&self, keep_off: Vec<u32>, claim: Option<Claim>, reference: Tolerance) {
        if let Some(mailbox) = &self.mailbox {
            let claim_hz = claim.map(|claim| claim.hz as f64);
            mailbox.push(Entry::Turn { keep_off, claim_hz, reference });
        }
    }

    /// Reports an event, which is made only if somebody watches.
    pub(crate) fn report(&self, event: impl FnOnce() -> Event) {
        if let Some(mailbox) = &self.mailbox {
            mailbox.push(Entry::Event(event()));
        }
    }

    /// Sees to it that everything is reported; says how the observer ended, unless it only draws progress.
    pub(super) fn finish(&self) -> ObserverEnd {
        match self.mailbox.as_ref().map_or(ObserverEnd::Told, |mailbox| mailbox.finish()) {
            end @ (ObserverEnd::Panicked | ObserverEnd::Stalled) if self.is_progress_display => {
                log::info!("the progress display: {end:?}");
                ObserverEnd::Told
            }
            end => end,
        }
    }
}

impl Drop for Worker {
    /// However the work ended, the observer's thread ends too.
    fn drop(&mut self) {
        if let Some(mailbox) = &self.mailbox {
            mailbox.close();
        }
    }
}

/// Starts a session: `work` on the measuring thread, `observer` on another one, which knows by `keep_off` how to
/// keep off a core.
pub(crate) fn start<T: Send + Sync + 'static>(
    observer: impl Observer + 'static,
    keep_off: KeepOff,
    work: impl FnOnce(&Worker) -> T + Send + 'static,
) -> Result<Session<T>, StartError> {
    let control = Control::default();
    let mailbox = observer.watches().then(Arc::<Mailbox>::default);
    let is_progress_display = observer.is_progress_display();
    let worker = Worker { control: control.clone(), mailbox: mailbox.clone(), is_progress_display };
    if let Some(mailbox) = mailbox {
        let observe = move || report(observer, &mailbox, keep_off);
        thread::Builder::new().name("trueghz-observe".to_owned()).spawn(observe)?;
    }
    let end = Arc::new(End::default());
    let stored = Arc::clone(&end);
    let measure = move || {
        let result = catch_unwind(AssertUnwindSafe(|| work(&worker)));
        // After a panic the observer is not waited for.
        drop(worker);
        stored.store(result.map_err(|panic| Panicked::with(panic.as_ref())));
    };
    thread::Builder::new().name("trueghz-measure".to_owned()).spawn(measure)?;
    Ok(Session { control, end })
}

/// Starts a session whose result has no place for how its observer ended: one of `what` that did not end well is logged.
pub(crate) fn start_and_log<T: Send + Sync + 'static>(
    what: &'static str,
    observer: impl Observer + 'static,
    keep_off: KeepOff,
    work: impl FnOnce(&Worker) -> T + Send + 'static,
) -> Result<Session<T>, StartError> {
    start(observer, keep_off, move |worker| {
        let result = work(worker);
        match worker.finish() {
            ObserverEnd::Told => {}
            end => log::warn!("the observer of {what}: {end:?}"),
        }
        result
    })
}
