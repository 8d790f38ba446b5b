//! The observer's thread: makes running estimates, calls the observer, and keeps off the measured core.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use crate::host::{KeptOff, thread_time};

use super::event::{Event, Observer};
use super::history::History;
use super::mailbox::{Entry, Mailbox, NewWindows, ObserverEnd};
use super::site::KeepOff;

/// After a running estimate, or a piece of the warm-up's curve, comes no other for this many times the processor
/// time that it took, the observer's own work included: watching takes 2 % of one core at most.
const TIMES_THE_COST: u32 = 50;

/// Nor does it come earlier than this: most screens are drawn sixty times a second. Before the first number of a
/// core it may, since that is waited for.
const LEAST_APART: Duration = Duration::from_micros(1_000_000 / 60);

/// Hands what is in `mailbox` to `observer` until the session ends; then lets go of the observer.
pub(super) fn report(observer: impl Observer, mailbox: &Mailbox, keep_off: KeepOff) {
    let mut reporter = Reporter {
        observer,
        mailbox,
        keep_off,
        kept_off: None,
        history: None,
        has_number: false,
        due: Instant::now(),
    };
    let whole = catch_unwind(AssertUnwindSafe(|| reporter.run())).is_ok();
    // Letting go of it may run its code, too.
    let let_go = catch_unwind(AssertUnwindSafe(|| drop(reporter))).is_ok();
    mailbox.observer_is_gone(if whole && let_go { ObserverEnd::Told } else { ObserverEnd::Panicked });
}

struct Reporter<'a, O> {
    observer: O,
    mailbox: &'a Mailbox,
    keep_off: KeepOff,
    kept_off: Option<KeptOff>,
    /// Of the core that is being measured.
    history: Option<History>,
    has_number: bool,
    /// When the next state is.
    due: Instant,
}

impl<O: Observer> Reporter<'_, O> {
    fn run(&mut self) {
        while let Some((entry, follows)) = self.mailbox.take(self.due) {
            let begun = Spent::begin();
            let wanted = match entry {
                Entry::KeepOff(cpus) => {
                    // First back to where it came from: what it keeps off is not the core before as well.
                    self.kept_off = None;
                    self.kept_off = (self.keep_off)(&cpus);
                    continue;
                }
                Entry::Event(event) => {
                    if let Event::CoreStarted { .. } | Event::WarmedUp { .. } = event {
                        (self.history, self.has_number) = (None, false);
                        self.due = Instant::now();
                    }
                    self.call(event)
                }
                Entry::WarmUp { core, curve } => {
                    let wanted = self.call(Event::WarmUp { core, samples: curve.points() });
                    self.due = Instant::now() + LEAST_APART.max(begun.so_far() * TIMES_THE_COST);
                    wanted
                }
                // The reading that follows says more; but each core has one number before it.
                Entry::Windows(_) if follows && self.has_number => true,
                Entry::Windows(windows) => {
                    let wanted = self.estimate(windows);
                    let apart = if self.has_number { LEAST_APART } else { Duration::ZERO };
                    self.due = Instant::now() + apart.max(begun.so_far() * TIMES_THE_COST);
                    wanted
                }
            };
            if !wanted {
                return;
            }
        }
    }

    fn call(&mut self, event: Event) -> bool {
        self.mailbox.calling(|| self.observer.event(event))
    }

    fn estimate(&mut self, new: NewWindows) -> bool {
        let NewWindows { core, history, part, since } = new;
        let history = match self.history.take() {
            Some(mut so_far) => {
                so_far.append(&history);
                so_far
            }
            None => history,
        };
        let estimate = self.history.insert(history).estimate();
        let frequency = estimate.frequency;
        if frequency.is_some() && !self.has_number {
            self.has_number = true;
            self.mailbox.note_first_number(core, since.elapsed().as_secs_f64() * 1e3);
        }
        self.call(Event::Running { core, frequency, estimate: Box::new(estimate), part })
    }
}

/// What this thread spends.
struct Spent {
    at: Instant,
    used: Option<Duration>,
}

impl Spent {
    fn begin() -> Spent {
        Spent { at: Instant::now(), used: thread_time() }
    }

    /// Processor time; where the system does not tell, the time that has passed.
    fn so_far(&self) -> Duration {
        match (self.used, thread_time()) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => self.at.elapsed(),
        }
    }
}
