//! The observer's thread: makes running estimates, calls the observer, and keeps off the measured
//! core.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use crate::clock::quality::Tolerance;
use crate::host::{AvoidCpusGuard, thread_time};

use super::environment::AvoidCpus;
use super::event::{Event, Events, Observer};
use super::mailbox::{Entry, Mailbox, NewWindows, ObserverEnd};
use super::running::RunningWindows;
use super::warm_up_buffer::WarmUpBuffer;

/// Minimum interval after a running estimate, or a piece of the warm-up's curve, as a multiple of
/// the processor time that it took, the observer's own work included: observation takes at most 2 %
/// of one core.
const TIMES_THE_COST: u32 = 50;

/// Minimum interval between running estimates: drawing on a screen keeps a second core busy, and
/// phones with two fast cores then lower the clock of both; a number that changes four times a
/// second can still be read. It does not apply before the first number of a core, since that is
/// waited for.
const LEAST_APART: Duration = Duration::from_millis(250);

/// Interval between reports of a warm-up, which is also reported once at its end: a response within
/// a tenth of a second seems immediate (docs/sources.md, Response times), and a curve of a hundred
/// points moves by few of them in that time. Each report is work for the program that draws, whose
/// threads share the package's power with the core.
const WARM_UP_APART: Duration = Duration::from_millis(100);

/// Hands the entries of `mailbox` to `observer` until the session ends; then drops the observer.
pub(super) fn report<E: Events>(observer: impl Observer<E>, mailbox: &Mailbox<E>, avoid_cpus: AvoidCpus) {
    let mut reporter = Reporter {
        observer,
        mailbox,
        avoid_cpus,
        kept_off: None,
        claim_hz: None,
        reference: Tolerance::ASSUMED,
        warm_up: WarmUpBuffer::new(),
        history: None,
        has_number: false,
        due: Instant::now(),
    };
    let whole = catch_unwind(AssertUnwindSafe(|| reporter.run())).is_ok();
    // Dropping it may run its code, too.
    let let_go = catch_unwind(AssertUnwindSafe(|| drop(reporter))).is_ok();
    mailbox.observer_is_gone(if whole && let_go { ObserverEnd::Delivered } else { ObserverEnd::Panicked });
}

struct Reporter<'a, O, E> {
    observer: O,
    mailbox: &'a Mailbox<E>,
    avoid_cpus: AvoidCpus,
    kept_off: Option<AvoidCpusGuard>,
    /// The system's claimed clock of the core that is being measured.
    claim_hz: Option<f64>,
    /// Tolerance of the timing clock's rate.
    reference: Tolerance,
    /// Its warm-up.
    warm_up: WarmUpBuffer,
    /// Its windows.
    history: Option<RunningWindows>,
    has_number: bool,
    /// Time of the next state.
    due: Instant,
}

impl<E: Events, O: Observer<E>> Reporter<'_, O, E> {
    fn run(&mut self) {
        while let Some((entry, follows)) = self.mailbox.take(self.due) {
            let begun = Spent::begin();
            match entry {
                Entry::Turn { avoid_cpus, claim_hz, reference } => {
                    // First restore the former affinity: it must not keep off the previous core as
                    // well.
                    self.kept_off = None;
                    self.kept_off = (self.avoid_cpus)(&avoid_cpus);
                    (self.claim_hz, self.reference) = (claim_hz, reference);
                    self.warm_up = WarmUpBuffer::new();
                    self.due = Instant::now() + WARM_UP_APART;
                }
                Entry::Event(event) => self.call(event),
                Entry::WarmedUp(event) => {
                    (self.history, self.has_number) = (None, false);
                    self.due = Instant::now();
                    self.call(event);
                }
                Entry::WarmUp { core, curve } => {
                    self.warm_up.extend(&curve.points());
                    let (samples, claim_hz) = (self.warm_up.points(), self.claim_hz);
                    self.call(Event::WarmUp { core, samples, claim_hz }.into());
                    self.due = Instant::now() + WARM_UP_APART.max(begun.so_far() * TIMES_THE_COST);
                }
                // The reading that follows is more precise; but each core has one number before it.
                Entry::Windows(_) if follows && self.has_number => (),
                Entry::Windows(windows) => {
                    self.estimate(windows);
                    let apart = if self.has_number { LEAST_APART } else { Duration::ZERO };
                    self.due = Instant::now() + apart.max(begun.so_far() * TIMES_THE_COST);
                }
            }
        }
    }

    fn call(&mut self, event: E) {
        self.mailbox.calling(|| self.observer.event(event));
    }

    fn estimate(&mut self, new: NewWindows) {
        let NewWindows { core, history, part, since } = new;
        let history = match self.history.take() {
            Some(mut so_far) => {
                so_far.append(&history);
                so_far
            }
            None => history,
        };
        // The uncertainty of a counter's measured rate is known only at the end of the session.
        let estimate = self.history.insert(history).estimate().in_true_seconds(&self.reference, 0.0);
        if estimate.frequency.is_some() && !self.has_number {
            self.has_number = true;
            self.mailbox.note_first_number(core, since.elapsed().as_secs_f64() * 1e3);
        }
        let (estimate, warm_up, claim_hz) = (Box::new(estimate), self.warm_up.points(), self.claim_hz);
        self.call(Event::Running { core, estimate, part, warm_up, claim_hz }.into());
    }
}

/// Time that this thread spends.
struct Spent {
    at: Instant,
    used: Option<Duration>,
}

impl Spent {
    fn begin() -> Spent {
        Spent { at: Instant::now(), used: thread_time() }
    }

    /// Processor time or, if the system does not report it, elapsed time.
    fn so_far(&self) -> Duration {
        match (self.used, thread_time()) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => self.at.elapsed(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};
    use std::thread;

    use super::*;
    use crate::estimate::recording::WarmUpSample;
    use crate::run::warm_up_buffer::MOST_POINTS;

    /// More blocks than a second has.
    const BLOCKS: u32 = 12_000;

    #[test]
    fn a_warm_up_is_reported_in_few_small_events() {
        let mailbox = Arc::new(Mailbox::default());
        let seen = Arc::new(Mutex::new(Vec::new()));
        let told = {
            let (mailbox, seen) = (Arc::clone(&mailbox), Arc::clone(&seen));
            let observer = move |event: Event| {
                if let Event::WarmUp { samples, claim_hz, .. } = event {
                    assert_eq!(claim_hz, Some(3e9));
                    seen.lock().expect("no panic").push((Instant::now(), samples));
                }
            };
            thread::spawn(move || report(observer, &mailbox, |_| None))
        };
        mailbox.push(Entry::Turn {
            avoid_cpus: Vec::new(),
            claim_hz: Some(3e9),
            reference: Tolerance::ASSUMED,
        });
        let mut block = 0;
        while block < BLOCKS || seen.lock().expect("no panic").len() < 3 {
            let piece: Vec<_> =
                (block..block + 50).map(|at| WarmUpSample { at_ms: f64::from(at) / 10.0, hz: 2e9 }).collect();
            mailbox.warm_up(0, &piece);
            block += 50;
            thread::sleep(Duration::from_millis(1));
        }
        mailbox.close();
        told.join().expect("no panic");
        let seen = seen.lock().expect("no panic");
        // The end of the session shortens the last interval.
        for pair in seen[..seen.len() - 1].windows(2) {
            assert!(pair[1].0 - pair[0].0 >= WARM_UP_APART, "{:?}", pair[1].0 - pair[0].0);
        }
        for (_, samples) in seen.iter() {
            assert!(samples.len() <= MOST_POINTS, "{}", samples.len());
        }
        let whole = &seen[seen.len() - 1].1;
        assert!(
            whole[0].at_ms < 20.0 * f64::from(block) / f64::from(BLOCKS),
            "from its beginning: {:?}",
            whole[0]
        );
        assert!(whole[whole.len() - 1].at_ms > f64::from(block) / 10.0 * 0.98, "to its end");
    }
}
