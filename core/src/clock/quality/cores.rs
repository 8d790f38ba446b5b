//! Offset between the counters of two cores.
//!
//! Two threads, each on its own core, hand a token back and forth. The first reads its counter,
//! passes the token, the second reads its own and passes it back, the first reads again. The
//! second's reading lies between the first's two in time, so that the offset between the two
//! counters is bounded on both sides, whatever the way takes; the closest of many rounds count. No
//! assumption on symmetric ways is made.
//!
//! Two reads of a counter on two threads that are one tick apart have no order: the counts are
//! rounded down, and the bounds here allow for this tick. A program that compares time stamps of
//! two threads must allow that.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;

use serde::{Deserialize, Serialize};

/// The offset of one core's counter from another's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CoreOffset {
    /// The core of the first thread.
    pub reference_cpu: u32,
    /// The core whose counter is compared.
    pub cpu: u32,
    /// Lower bound of the second counter's lead, in ticks (lag: negative).
    pub low_ticks: i64,
    /// Upper bound of the second counter's lead, in ticks.
    pub high_ticks: i64,
    /// Number of rounds from which the closest bounds are.
    pub rounds: u32,
}

impl CoreOffset {
    /// Returns `true` if the bounds allow that the two counters show the same time.
    pub fn may_be_zero(&self) -> bool {
        (self.low_ticks..=self.high_ticks).contains(&0)
    }
}

/// Reason for an unknown offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "error")]
#[non_exhaustive]
pub enum CoreOffsetError {
    /// No thread can be kept on one core here, or not on this one, or the system starts none.
    #[error("no thread could be pinned to CPU {cpu}")]
    NotPinned {
        /// The requested core.
        cpu: u32,
    },
    /// The bounds of the rounds contradict each other: the counters moved against each other during
    /// the exchange.
    #[error("the counters of CPUs {reference_cpu} and {cpu} drifted apart")]
    Unsteady {
        /// The core of the first thread.
        reference_cpu: u32,
        /// The core whose counter was compared.
        cpu: u32,
    },
}

/// Rounds of an exchange: some 0.2 µs each if nothing else runs, so below a millisecond in all.
const ROUNDS: u32 = 2_000;
/// Turns of an empty loop after which a waiting thread lets others run: the partner may have lost
/// its core.
const PATIENCE: u32 = 10_000;

/// Bounds of the offset between the counters of two cores.
///
/// `read` reads the counter, with whatever barrier it needs. `pin` puts the calling thread on a
/// core and says whether that worked; the two threads on which it is called end before this
/// returns.
///
/// # Errors
/// [`CoreOffsetError::NotPinned`] if `pin` fails or a thread cannot be started,
/// [`CoreOffsetError::Unsteady`] if no offset fits all rounds.
pub fn core_offset(
    read: &(dyn Fn() -> u64 + Sync),
    pin: &(dyn Fn(u32) -> bool + Sync),
    reference_cpu: u32,
    cpu: u32,
) -> Result<CoreOffset, CoreOffsetError> {
    let table = Table::default();
    // Each thread notifies the other that it is pinned, so that none plays alone. One that is not
    // pinned, or was never started, drops its ends of the channels, which the other notices.
    let seat = |cpu: u32, other: SyncSender<()>, from_other: Receiver<()>| {
        if !pin(cpu) {
            return Err(CoreOffsetError::NotPinned { cpu });
        }
        // If this fails nothing is received either.
        let _ = other.send(());
        Ok(from_other.recv().is_ok())
    };
    let (seat, table) = (&seat, &table);
    let (to_first, from_second) = mpsc::sync_channel(1);
    let (to_second, from_first) = mpsc::sync_channel(1);
    let (first, second) = thread::scope(|scope| {
        let second = start(scope, cpu, move || {
            let play = seat(cpu, to_first, from_first)?;
            if play {
                table.answer(read);
            }
            Ok(())
        });
        let first = start(scope, reference_cpu, move || {
            let play = seat(reference_cpu, to_second, from_second)?;
            Ok(play.then(|| table.ask(read)))
        });
        (join(first), join(second))
    });
    let bounds = first?;
    second?;
    match bounds {
        Some((low_ticks, high_ticks)) if low_ticks <= high_ticks => {
            Ok(CoreOffset { reference_cpu, cpu, low_ticks, high_ticks, rounds: ROUNDS })
        }
        _ => Err(CoreOffsetError::Unsteady { reference_cpu, cpu }),
    }
}

type Started<'scope, T> =
    Result<thread::ScopedJoinHandle<'scope, Result<T, CoreOffsetError>>, CoreOffsetError>;

/// Starts one core's thread. If the system starts none, its closure is dropped.
fn start<'scope, T: Send + 'scope>(
    scope: &'scope thread::Scope<'scope, '_>,
    cpu: u32,
    part: impl FnOnce() -> Result<T, CoreOffsetError> + Send + 'scope,
) -> Started<'scope, T> {
    thread::Builder::new().spawn_scoped(scope, part).map_err(|_| CoreOffsetError::NotPinned { cpu })
}

fn join<T>(thread: Started<'_, T>) -> Result<T, CoreOffsetError> {
    thread?.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// Position of the token. Odd: the second thread's turn. Even: the first one's.
#[derive(Debug, Default)]
struct Table {
    turn: AtomicU64,
    stamp: AtomicU64,
}

impl Table {
    /// The first thread: the bounds over all rounds.
    fn ask(&self, read: &dyn Fn() -> u64) -> (i64, i64) {
        let (mut low, mut high) = (i64::MIN, i64::MAX);
        for round in 0..u64::from(ROUNDS) {
            let before = read();
            self.turn.store(2 * round + 1, Ordering::SeqCst);
            self.wait_for(2 * round + 2);
            let after = read();
            let theirs = self.stamp.load(Ordering::SeqCst);
            // A tick to each side: all counts are rounded down.
            low = low.max(theirs.wrapping_sub(after).cast_signed().saturating_sub(1));
            high = high.min(theirs.wrapping_sub(before).cast_signed().saturating_add(1));
        }
        (low, high)
    }

    /// The second thread.
    fn answer(&self, read: &dyn Fn() -> u64) {
        for round in 0..u64::from(ROUNDS) {
            self.wait_for(2 * round + 1);
            self.stamp.store(read(), Ordering::SeqCst);
            self.turn.store(2 * round + 2, Ordering::SeqCst);
        }
    }

    fn wait_for(&self, turn: u64) {
        let mut waited = 0;
        while self.turn.load(Ordering::SeqCst) != turn {
            waited += 1;
            if waited % PATIENCE == 0 {
                thread::yield_now();
            } else {
                std::hint::spin_loop();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::time::Instant;

    use super::*;

    thread_local! {
        /// The core on which a thread of the test believes to be.
        static CPU: Cell<u32> = const { Cell::new(0) };
    }

    fn sit_on(cpu: u32) -> bool {
        CPU.set(cpu);
        true
    }

    fn nanoseconds() -> u64 {
        static ORIGIN: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
        ORIGIN.elapsed().as_nanos() as u64
    }

    #[test]
    fn equal_counters_are_not_told_apart() {
        let offset = core_offset(&nanoseconds, &sit_on, 0, 1).unwrap();
        assert!(offset.may_be_zero(), "{offset:?}");
    }

    #[test]
    fn an_offset_is_bounded_with_its_sign() {
        for (ahead, sign) in [(1 << 40, 1), (1_u64 << 40, -1)] {
            let skewed_cpu = if sign > 0 { 1 } else { 0 };
            let read = || nanoseconds() + if CPU.get() == skewed_cpu { ahead } else { 0 };
            let offset = core_offset(&read, &sit_on, 0, 1).unwrap();
            let truth = sign * ahead.cast_signed();
            assert!((offset.low_ticks..=offset.high_ticks).contains(&truth), "{offset:?}");
            assert!(!offset.may_be_zero(), "{offset:?}");
        }
    }

    #[test]
    fn a_counter_that_moves_against_the_other_is_named() {
        let calls = AtomicU64::new(0);
        let read = || match CPU.get() {
            1 => calls.fetch_add(1 << 40, Ordering::Relaxed),
            _ => nanoseconds(),
        };
        let error = core_offset(&read, &sit_on, 0, 1).unwrap_err();
        assert_eq!(error, CoreOffsetError::Unsteady { reference_cpu: 0, cpu: 1 });
    }

    #[test]
    fn a_core_that_cannot_be_had_is_named() {
        let only_first = |cpu| cpu == 0;
        let error = core_offset(&nanoseconds, &only_first, 0, 7).unwrap_err();
        assert_eq!(error, CoreOffsetError::NotPinned { cpu: 7 });
    }
}
