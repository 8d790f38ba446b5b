//! Events from the measuring thread to the observer: bounded, however long the observer takes.
//!
//! Events come in order and none is lost. Frequently updated data are kept as their newest state
//! instead: pieces of the warm-up's curve are joined to those not yet taken, and for the windows
//! the mailbox holds a [`RunningWindows`] for a running estimate. A core has at most five entries.
//!
//! Leaving something takes the lock for a copy of some kilobytes, and occasionally for thinning
//! half a megabyte of windows; it is never held longer.

use std::collections::VecDeque;
use std::time::Duration;

use crate::clock::quality::Tolerance;
use crate::estimate::recording::{WarmUpSample, Window};

use super::running::RunningWindows;
use super::sync::{Condvar, Instant, Mutex, MutexGuard, PoisonError};
use super::warm_up_buffer::WarmUpBuffer;

/// Total time that the end of a session waits for its observer to return. A user who cancels
/// expects the end within a second, and the last estimate takes its share of that; a screen that
/// draws sixty times a second has missed thirty frames by then.
pub(super) const STALLED_AFTER: Duration = Duration::from_millis(500);

/// An entry for the observer.
#[derive(Debug)]
pub(super) enum Entry<E> {
    /// An event of its own.
    Event(E),
    /// A core's turn comes.
    Turn {
        /// The observer's thread is to keep off these.
        avoid_cpus: Vec<u32>,
        /// The system's claimed clock of the core, in hertz.
        claim_hz: Option<f64>,
        /// Tolerance of the timing clock's rate.
        reference: Tolerance,
    },
    /// The warm-up's curve since the last such entry.
    WarmUp { core: usize, curve: WarmUpBuffer },
    /// The warm-up has ended: its event.
    WarmedUp(E),
    /// The windows since the last such entry.
    Windows(NewWindows),
}

/// Windows of a core.
#[derive(Debug)]
pub(super) struct NewWindows {
    pub(super) core: usize,
    pub(super) history: RunningWindows,
    /// Elapsed fraction of the windows' time, 0 to 1.
    pub(super) part: f64,
    /// End of the warm-up.
    pub(super) since: Instant,
}

impl<E> Entry<E> {
    /// Returns `true` if a newer entry would replace it: it need not be handed over at once.
    fn is_state(&self) -> bool {
        matches!(self, Entry::WarmUp { .. } | Entry::Windows(_))
    }
}

/// How the observer's side ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ObserverEnd {
    /// It received everything.
    Delivered,
    /// It panicked.
    Panicked,
    /// It did not return in time.
    Stalled,
}

/// Queue between the measuring thread and the observer's thread, for events `E`.
#[derive(Debug)]
pub(super) struct Mailbox<E> {
    state: Mutex<State<E>>,
    changed: Condvar,
}

#[derive(Debug)]
struct State<E> {
    entries: VecDeque<Entry<E>>,
    /// Nothing more comes.
    closed: Option<Instant>,
    /// The observer is no longer awaited, and nothing more is left for it.
    abandoned: bool,
    /// The observer is gone: whether it panicked.
    gone: Option<ObserverEnd>,
    /// Since when the observer has had an event and has not returned.
    called: Option<Instant>,
    /// Duration of calls that have returned, since the closing.
    waited: Duration,
    /// The first number: of which core, and how long after its warm-up, in milliseconds.
    first_number: Option<(usize, f64)>,
}

impl<E> Default for Mailbox<E> {
    fn default() -> Self {
        let state = State {
            entries: VecDeque::new(),
            closed: None,
            abandoned: false,
            gone: None,
            called: None,
            waited: Duration::ZERO,
            first_number: None,
        };
        Mailbox { state: Mutex::new(state), changed: Condvar::default() }
    }
}

impl<E> Mailbox<E> {
    fn lock(&self) -> MutexGuard<'_, State<E>> {
        // Each change is whole, and nothing that may panic runs under the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Closes it without waiting.
    pub(super) fn close(&self) {
        self.lock().closed.get_or_insert_with(Instant::now);
        self.changed.notify_all();
    }
}

impl<E: Send + 'static> Mailbox<E> {
    fn leave(&self, change: impl FnOnce(&mut VecDeque<Entry<E>>)) {
        let mut state = self.lock();
        if state.gone.is_some() || state.abandoned {
            return;
        }
        let before = state.entries.len();
        change(&mut state.entries);
        // An addition to an existing entry does not wake the observer.
        if state.entries.len() > before {
            self.changed.notify_all();
        }
    }

    /// Leaves something that is not to be lost.
    pub(super) fn push(&self, entry: Entry<E>) {
        self.leave(|entries| entries.push_back(entry));
    }

    /// Leaves a piece of the warm-up's curve.
    pub(super) fn warm_up(&self, core: usize, piece: &[WarmUpSample]) {
        self.leave(|entries| {
            if !matches!(entries.back(), Some(Entry::WarmUp { .. })) {
                entries.push_back(Entry::WarmUp { core, curve: WarmUpBuffer::new() });
            }
            if let Some(Entry::WarmUp { curve, .. }) = entries.back_mut() {
                curve.extend(piece);
            }
        });
    }

    /// Leaves windows: adds them to those not yet taken, or to `begun`.
    pub(super) fn windows(&self, windows: &[Window], part: f64, begun: impl FnOnce() -> NewWindows) {
        self.leave(|entries| {
            if !matches!(entries.back(), Some(Entry::Windows(_))) {
                entries.push_back(Entry::Windows(begun()));
            }
            if let Some(Entry::Windows(waiting)) = entries.back_mut() {
                waiting.history.extend(windows);
                waiting.part = part;
            }
        });
    }

    /// Takes the next entry, waiting for one; a state that a newer one may still replace is not
    /// taken before `due`. Also returns whether another entry follows. `None` at the end.
    pub(super) fn take(&self, due: Instant) -> Option<(Entry<E>, bool)> {
        let mut state = self.lock();
        loop {
            let now = Instant::now();
            let follows = state.entries.len() > 1 || state.closed.is_some();
            state = match state.entries.front() {
                Some(front) if !front.is_state() || follows || due <= now => {
                    return state.entries.pop_front().map(|entry| (entry, follows));
                }
                Some(_) => {
                    self.changed.wait_timeout(state, due - now).unwrap_or_else(PoisonError::into_inner).0
                }
                None if state.closed.is_some() => return None,
                None => self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }

    /// Calls the observer.
    pub(super) fn calling(&self, call: impl FnOnce()) {
        {
            let mut state = self.lock();
            state.called = Some(Instant::now());
            if state.closed.is_some() {
                // Wakes `finish`, which measures the observer's delay from now on.
                self.changed.notify_all();
            }
        }
        call();
        let mut state = self.lock();
        if let (Some(called), Some(closed)) = (state.called.take(), state.closed) {
            state.waited += called.max(closed).elapsed();
        }
    }

    /// The observer has been let go of.
    pub(super) fn observer_is_gone(&self, end: ObserverEnd) {
        let mut state = self.lock();
        state.gone = Some(end);
        state.entries.clear();
        self.changed.notify_all();
    }

    /// Closes the mailbox, and waits until everything was delivered, or the observer has delayed
    /// the end by [`STALLED_AFTER`].
    pub(super) fn finish(&self) -> ObserverEnd {
        let mut state = self.lock();
        let closed = *state.closed.get_or_insert_with(Instant::now);
        self.changed.notify_all();
        loop {
            if let Some(end) = state.gone {
                return end;
            }
            // The last estimate is this program's own time, and bounded: only the observer's
            // counts.
            let Some(called) = state.called else {
                state =
                    self.changed.wait_timeout(state, STALLED_AFTER).unwrap_or_else(PoisonError::into_inner).0;
                continue;
            };
            let waited = state.waited + called.max(closed).elapsed();
            let Some(left) = STALLED_AFTER.checked_sub(waited).filter(|left| !left.is_zero()) else {
                state.abandoned = true;
                state.entries.clear();
                return ObserverEnd::Stalled;
            };
            state = self.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Notes when a core's first number was available.
    pub(super) fn note_first_number(&self, core: usize, ms: f64) {
        self.lock().first_number = Some((core, ms));
    }

    /// Returns when the first number of this core was available, in milliseconds after its warm-up.
    pub(super) fn take_time_to_first_estimate(&self, core: usize) -> Option<f64> {
        self.lock().first_number.take().filter(|&(of, _)| of == core).map(|(_, ms)| ms)
    }
}
