//! A session: a long task that runs on its own thread, reports while it runs, and can be cancelled.
//!
//! # How it works
//!
//! 1. `start` creates the place for the result and, if there is an observer, a mailbox and the
//!    *observer's thread*; then the *measuring thread*. The caller's thread goes on.
//! 2. The measuring thread does the work. It leaves its reports in the mailbox, which is bounded,
//!    and never waits for the observer while it measures.
//! 3. The observer's thread takes the due entries from there, makes running estimates, and calls
//!    the observer. It keeps off the core that is measured.
//! 4. Without an observer there is no such thread, no copy and no running estimate.
//! 5. To end early, cancel by the session, by its [`Control`], or by dropping the session. All set
//!    one flag, which the measuring thread reads after each window.
//! 6. When the work is done the measuring thread closes the mailbox and waits until the observer
//!    has received the rest and has been dropped; for at most half a second of the observer's own
//!    time. Then it goes on without it. An observer that panicked, or is left behind, becomes a
//!    warning. So an observer may wait for its own session.
//! 7. The result, or the panic message, is stored; waiting threads are woken; hooks are called on
//!    the measuring thread. Nothing else is needed for it to be there: no poll, no wait.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;

use crate::clock::quality::Tolerance;
use crate::host::{Claim, Conditions};

use super::conditions::ConditionsFeed;
pub use super::control::{Cancellation, Control};
use super::end::ResultSlot;
pub use super::end::{SessionResult, WorkerPanic};
use super::environment::AvoidCpus;
use super::event::{Event, Events, Observer};
use super::mailbox::{Entry, Mailbox, ObserverEnd};
use super::reporter::report;

/// A session that runs, and ends with a `T`. Dropping it cancels it and does not wait.
pub struct Session<T> {
    control: Control,
    end: Arc<ResultSlot<T>>,
}

impl<T> std::fmt::Debug for Session<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").field("finished", &self.is_finished()).finish_non_exhaustive()
    }
}

impl<T> Session<T> {
    /// Cancels the session: it ends within a window, some 0.3 ms (at most 50 ms with a coarse
    /// clock), and keeps the results so far. Cores whose turn has not come are refused as
    /// cancelled.
    pub fn cancel(&self) {
        self.control.cancel();
    }

    /// Passes on conditions that only the platform reports. Going to the background ends the
    /// session with the results so far: from then on the system may run it on other cores and at
    /// other clocks. A sustained load waits half a minute for the way back.
    pub fn set_conditions(&self, conditions: Conditions) {
        self.control.set_conditions(conditions);
    }

    /// Returns the handle that reaches this session while another thread waits for it.
    pub fn control(&self) -> Control {
        self.control.clone()
    }

    /// Returns the handle that cancels this session, for another thread or a signal handler.
    pub fn cancellation(&self) -> Cancellation {
        self.control.cancellation().clone()
    }

    /// Returns `true` if the result is available.
    pub fn is_finished(&self) -> bool {
        self.end.result().is_some()
    }

    /// The result, once it is there.
    ///
    /// # Errors
    /// [`WorkerPanic`] if the measuring thread panicked, which is a defect of this crate.
    pub fn try_result(&self) -> Option<SessionResult<T>> {
        self.end.result()
    }

    /// Calls `hook` once with the result: immediately, on this thread, if it is there; otherwise
    /// when it arrives, on the measuring thread, which then has no other work left. It is called
    /// even if the session was dropped.
    pub fn on_end(&self, hook: impl FnOnce(&SessionResult<T>) + Send + 'static) {
        self.end.when_stored(hook);
    }

    /// Waits for the end. Copies the result if another owner has it too.
    ///
    /// # Errors
    /// [`WorkerPanic`] if the measuring thread panicked, which is a defect of this crate.
    pub fn wait(self) -> Result<T, WorkerPanic>
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

/// Interface of the measuring thread to its session, which reports events `E`.
#[doc(hidden)]
pub struct Worker<E = Event> {
    control: Control,
    /// `None` without an observer.
    mailbox: Option<Arc<Mailbox<E>>>,
    /// Whether the observer only draws progress.
    is_progress_display: bool,
}

impl<E: Events> Worker<E> {
    /// The session's cancellation.
    pub fn cancellation(&self) -> &Cancellation {
        self.control.cancellation()
    }

    /// Returns `true` if cancellation was requested.
    pub fn is_cancelled(&self) -> bool {
        self.control.cancellation().is_cancelled()
    }

    /// Conditions reported by the platform.
    pub fn conditions(&self) -> &ConditionsFeed {
        self.control.conditions()
    }

    /// The mailbox of the observer, if there is one.
    pub(super) fn mailbox(&self) -> Option<&Mailbox<E>> {
        self.mailbox.as_deref()
    }

    /// A core's turn comes: the observer's thread keeps off these from now on.
    pub(super) fn turn(&self, avoid_cpus: Vec<u32>, claim: Option<Claim>, reference: Tolerance) {
        if let Some(mailbox) = &self.mailbox {
            let claim_hz = claim.map(|claim| claim.hz as f64);
            mailbox.push(Entry::Turn { avoid_cpus, claim_hz, reference });
        }
    }

    /// Reports an event, which is created only if there is an observer.
    pub fn report(&self, event: impl FnOnce() -> E) {
        if let Some(mailbox) = &self.mailbox {
            mailbox.push(Entry::Event(event()));
        }
    }

    /// Waits until everything is reported; returns how the observer ended, unless it only draws
    /// progress.
    pub(super) fn finish(&self) -> ObserverEnd {
        match self.mailbox.as_ref().map_or(ObserverEnd::Delivered, |mailbox| mailbox.finish()) {
            end @ (ObserverEnd::Panicked | ObserverEnd::Stalled) if self.is_progress_display => {
                log::info!("the progress display: {end:?}");
                ObserverEnd::Delivered
            }
            end => end,
        }
    }
}

impl<E> Drop for Worker<E> {
    /// However the work ended, the observer's thread ends too.
    fn drop(&mut self) {
        if let Some(mailbox) = &self.mailbox {
            mailbox.close();
        }
    }
}

/// Starts a session: `work` on the measuring thread, `observer` on another one, which keeps off a
/// core by means of `avoid_cpus`.
pub(crate) fn start<T, E>(
    observer: impl Observer<E> + 'static,
    avoid_cpus: AvoidCpus,
    work: impl FnOnce(&Worker<E>) -> T + Send + 'static,
) -> Result<Session<T>, StartError>
where
    T: Send + Sync + 'static,
    E: Events,
{
    let control = Control::default();
    let mailbox = observer.is_enabled().then(Arc::<Mailbox<E>>::default);
    let is_progress_display = observer.is_progress_display();
    let worker = Worker { control: control.clone(), mailbox: mailbox.clone(), is_progress_display };
    if let Some(mailbox) = mailbox {
        let observe = move || report(observer, &mailbox, avoid_cpus);
        thread::Builder::new().name("trueghz-observe".to_owned()).spawn(observe)?;
    }
    let end = Arc::new(ResultSlot::default());
    let stored = Arc::clone(&end);
    let measure = move || {
        let result = catch_unwind(AssertUnwindSafe(|| work(&worker)));
        // After a panic the observer is not waited for.
        drop(worker);
        stored.store(result.map_err(|panic| WorkerPanic::with(panic.as_ref())));
    };
    thread::Builder::new().name("trueghz-measure".to_owned()).spawn(measure)?;
    Ok(Session { control, end })
}

/// Starts a session whose result does not record how its observer ended: a panic or stall of the
/// observer of `what` is logged.
#[doc(hidden)]
pub fn start_and_log<T, E>(
    what: &'static str,
    observer: impl Observer<E> + 'static,
    avoid_cpus: AvoidCpus,
    work: impl FnOnce(&Worker<E>) -> T + Send + 'static,
) -> Result<Session<T>, StartError>
where
    T: Send + Sync + 'static,
    E: Events,
{
    start(observer, avoid_cpus, move |worker| {
        let result = work(worker);
        match worker.finish() {
            ObserverEnd::Delivered => {}
            end => log::warn!("the observer of {what}: {end:?}"),
        }
        result
    })
}
