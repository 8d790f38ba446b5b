//! A session: something long that runs on its own thread, reports while it runs, and can be cancelled.
//!
//! Three threads take part. The caller's waits for nothing. The *measuring* thread does the work and hands what
//! it finds over a channel without waiting. The *telling* thread takes it from there and calls the
//! observer: one that is slow, or panics, costs the measurement nothing.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

use super::conditions::Told;
use crate::host::Conditions;

/// Asks a session to stop. Clones ask the same one.
#[derive(Debug, Clone, Default)]
pub struct Cancellation {
    asked: Arc<AtomicBool>,
}

impl Cancellation {
    /// Asks for the end. Asking twice, or after the end, does nothing more.
    pub fn cancel(&self) {
        self.asked.store(true, Ordering::Relaxed);
    }

    /// Whether the end was asked for.
    pub fn is_cancelled(&self) -> bool {
        self.asked.load(Ordering::Relaxed)
    }
}

/// What reaches a session from outside, apart from it: for another thread, a signal's handler, or a front end
/// while somebody else waits. Clones reach the same session.
#[derive(Debug, Clone, Default)]
pub struct Control {
    cancellation: Cancellation,
    told: Told,
}

impl Control {
    /// As [`Session::cancel`].
    pub fn cancel(&self) {
        self.cancellation.cancel();
    }

    /// As [`Session::tell`].
    pub fn tell(&self, conditions: Conditions) {
        self.told.tell(conditions);
        if conditions.in_background == Some(true) {
            self.cancel();
        }
    }
}

/// A session that runs, and ends with a `T`. Dropping it cancels it and does not wait.
#[derive(Debug)]
pub struct Session<T> {
    control: Control,
    thread: Option<JoinHandle<T>>,
}

impl<T> Session<T> {
    /// Asks the session to stop: it ends within a window, some 0.3 ms (50 at most, where the clock is coarse), and
    /// keeps what is known. Cores whose turn has not come are refused as cancelled.
    pub fn cancel(&self) {
        self.control.cancel();
    }

    /// Tells what only the platform knows. Going to the background ends the session, with what is known:
    /// from then on the system may run it on other cores and at other clocks.
    pub fn tell(&self, conditions: Conditions) {
        self.control.tell(conditions);
    }

    /// What reaches this session while another thread waits for it.
    pub fn control(&self) -> Control {
        self.control.clone()
    }

    /// What asks this session to stop, for another thread or a signal's handler.
    pub fn cancellation(&self) -> Cancellation {
        self.control.cancellation.clone()
    }

    /// Whether it has ended.
    pub fn is_finished(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Waits for the end.
    ///
    /// # Errors
    /// [`Panicked`] if the measuring thread panicked, which is a defect of this crate.
    pub fn wait(mut self) -> Result<T, Panicked> {
        match self.thread.take() {
            Some(thread) => thread.join().map_err(|panic| Panicked::with(panic.as_ref())),
            None => unreachable!("only this method, which consumes the session, takes the thread"),
        }
    }
}

impl<T> Drop for Session<T> {
    fn drop(&mut self) {
        self.control.cancel();
    }
}

/// The measuring thread panicked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the measurement failed unexpectedly: {message}")]
pub struct Panicked {
    /// What the panic said.
    pub message: String,
}

impl Panicked {
    /// What [`catch_unwind`] caught.
    pub fn with(panic: &(dyn std::any::Any + Send)) -> Panicked {
        let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
        Panicked { message: text.unwrap_or_else(|| "no message".to_owned()) }
    }
}

/// The threads could not be started.
#[derive(Debug, thiserror::Error)]
#[error("the system would not start a thread: {0}")]
pub struct StartError(#[from] std::io::Error);

/// Takes what the measuring thread hands over, on the telling thread.
pub(super) trait Teller<M>: Send {
    /// Takes one message.
    fn tell(&mut self, message: M);
}

/// What the measuring thread works with.
pub(super) struct Stage<M> {
    control: Control,
    sender: Sender<M>,
    teller: JoinHandle<bool>,
}

impl<M> Stage<M> {
    /// Whether the end was asked for.
    pub(super) fn is_cancelled(&self) -> bool {
        self.control.cancellation.is_cancelled()
    }

    /// What the platform tells.
    pub(super) fn told(&self) -> &Told {
        &self.control.told
    }

    /// Hands a message over, without waiting.
    pub(super) fn send(&self, message: M) {
        // The telling thread may have ended: it did if the observer panicked. The measurement goes on.
        let _ = self.sender.send(message);
    }

    /// Waits until everything is told; says whether the observer panicked.
    pub(super) fn finish(self) -> bool {
        drop(self.sender);
        self.teller.join().unwrap_or(true)
    }
}

/// Starts a session: `work` on the measuring thread, `teller` on the telling one.
pub(super) fn start<T, M>(
    mut teller: impl Teller<M> + 'static,
    work: impl FnOnce(Stage<M>) -> T + Send + 'static,
) -> Result<Session<T>, StartError>
where
    T: Send + 'static,
    M: Send + 'static,
{
    let control = Control::default();
    let (sender, receiver): (Sender<M>, Receiver<M>) = mpsc::channel();
    let told = thread::Builder::new().name("trueghz-tell".to_owned()).spawn(move || {
        let all = || receiver.iter().for_each(|message| teller.tell(message));
        catch_unwind(AssertUnwindSafe(all)).is_err()
    })?;
    let stage = Stage { control: control.clone(), sender, teller: told };
    let thread = thread::Builder::new().name("trueghz-measure".to_owned()).spawn(move || work(stage))?;
    Ok(Session { control, thread: Some(thread) })
}
