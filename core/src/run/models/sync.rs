//! The locks of the models, which are shuttle's, and their time.
//!
//! shuttle's waits with a limit never end by it. These do: each registers its end with the clock,
//! and its wake-up.

use std::ops::{Add, Deref, DerefMut, Sub};
pub(super) use std::sync::PoisonError;
use std::sync::{Arc, LockResult};
use std::time::Duration;

use shuttle::{sync, thread};

/// A lock.
#[derive(Debug, Default)]
pub(super) struct Mutex<T>(Arc<sync::Mutex<T>>);

/// Guard of a lock.
pub(super) struct MutexGuard<'a, T> {
    held: sync::MutexGuard<'a, T>,
    of: &'a Mutex<T>,
}

impl<T> Mutex<T> {
    pub(super) fn new(value: T) -> Mutex<T> {
        Mutex(Arc::new(sync::Mutex::new(value)))
    }

    pub(super) fn lock(&self) -> LockResult<MutexGuard<'_, T>> {
        Ok(MutexGuard { held: self.0.lock().unwrap(), of: self })
    }
}

impl<T> Deref for MutexGuard<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.held
    }
}

impl<T> DerefMut for MutexGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.held
    }
}

/// A condition variable.
#[derive(Debug, Default)]
pub(super) struct Condvar(Arc<sync::Condvar>);

impl Condvar {
    pub(super) fn new() -> Condvar {
        Condvar::default()
    }

    pub(super) fn notify_all(&self) {
        self.0.notify_all();
    }

    pub(super) fn wait<'a, T>(&self, guard: MutexGuard<'a, T>) -> LockResult<MutexGuard<'a, T>> {
        Ok(MutexGuard { held: self.0.wait(guard.held).unwrap(), of: guard.of })
    }

    /// The second element of the result is not used here.
    pub(super) fn wait_timeout<'a, T: Send + 'static>(
        &self,
        guard: MutexGuard<'a, T>,
        limit: Duration,
    ) -> LockResult<(MutexGuard<'a, T>, ())> {
        let (mutex, changed) = (Arc::clone(&guard.of.0), Arc::clone(&self.0));
        CLOCK.leave(Wait {
            until: Instant::now() + limit,
            // Under its lock: who has left its wake-up here has not yet begun to wait.
            wake: Box::new(move || {
                let _held = mutex.lock();
                changed.notify_all();
            }),
        });
        Ok((self.wait(guard).unwrap_or_else(PoisonError::into_inner), ()))
    }
}

/// Time of the model since its beginning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Instant(Duration);

impl Instant {
    pub(super) fn now() -> Instant {
        CLOCK.state.lock().unwrap().now
    }

    pub(super) fn elapsed(self) -> Duration {
        Instant::now() - self
    }
}

impl Add<Duration> for Instant {
    type Output = Instant;

    fn add(self, time: Duration) -> Instant {
        Instant(self.0 + time)
    }
}

impl Sub for Instant {
    type Output = Duration;

    fn sub(self, earlier: Instant) -> Duration {
        self.0.saturating_sub(earlier.0)
    }
}

/// A wait that ends at its time.
struct Wait {
    until: Instant,
    wake: Box<dyn FnOnce() + Send>,
}

struct State {
    now: Instant,
    waits: Vec<Wait>,
    stopped: bool,
}

struct Time {
    state: sync::Mutex<State>,
    changed: sync::Condvar,
}

shuttle::lazy_static! {
    /// The time of the model that runs.
    static ref CLOCK: Time = Time {
        state: sync::Mutex::new(State { now: Instant(Duration::ZERO), waits: Vec::new(), stopped: false }),
        changed: sync::Condvar::new(),
    };
}

impl Time {
    fn leave(&self, wait: Wait) {
        self.state.lock().unwrap().waits.push(wait);
        self.changed.notify_all();
    }

    /// Goes to the end of the next wait, and ends it, until it is stopped.
    fn pass(&self) {
        let mut state = self.state.lock().unwrap();
        loop {
            if state.stopped {
                return;
            }
            let next = (0..state.waits.len()).min_by_key(|&index| state.waits[index].until);
            let Some(next) = next else {
                state = self.changed.wait(state).unwrap();
                continue;
            };
            let wait = state.waits.swap_remove(next);
            state.now = state.now.max(wait.until);
            drop(state);
            (wait.wake)();
            state = self.state.lock().unwrap();
        }
    }
}

/// The thread that lets time pass.
pub(super) struct Clock(thread::JoinHandle<()>);

impl Clock {
    pub(super) fn start() -> Clock {
        Clock(thread::spawn(|| CLOCK.pass()))
    }

    /// Stops it; how much time has passed.
    pub(super) fn stop(self) -> Duration {
        CLOCK.state.lock().unwrap().stopped = true;
        CLOCK.changed.notify_all();
        self.0.join().unwrap();
        Instant::now().0
    }
}
