//! Cpus on which background work runs, which are the efficiency cores.
//!
//! Apple's systems run threads of background priority on efficiency cores only (docs/sources.md,
//! Apple's scheduling), and number cpus without reporting the kind of each. So twice as many busy
//! background threads are started as there are efficiency cores, and each reports its cpu. If they
//! may run on other cores, too, they do not all fit on as many cpus.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::host::{ThreadPriority, current_cpu, raise_priority};

use super::session::Cancellation;

/// Threads for each efficiency core. With one each, the threads could occupy as many cpus although
/// some of these are of another kind.
const THREADS_PER_CORE: usize = 2;

/// Maximum duration. The scheduler spreads threads of one kind over its cores within a slice of
/// 10 ms; on a machine whose efficiency cores are busy the threads may get few slices.
const AT_MOST: Duration = Duration::from_millis(300);

/// Time without a new cpu after which the search ends, once every thread has reported: at least as
/// long as it took to see the others, and two slices of the scheduler. A thread that may run
/// elsewhere would have been seen there by then.
const QUIET: Duration = Duration::from_millis(20);

/// Interval between checks for cancellation.
const LOOK_EVERY: Duration = Duration::from_millis(5);

/// Returns the cpus on which background threads were seen. The system reports `cores` such cpus.
/// Some may be missing; more than `cores` indicate that background work also runs elsewhere. Empty
/// if the system does not number cpus.
pub(super) fn background_cpus(cores: usize, cancellation: &Cancellation) -> BTreeSet<u32> {
    if current_cpu().is_none() {
        return BTreeSet::new();
    }
    seen_by_threads(cores, AT_MOST, cancellation, || {
        let priority = raise_priority(ThreadPriority::Background);
        // A thread without background priority may be on any core.
        move || (priority.granted() == ThreadPriority::Background).then(current_cpu).flatten()
    })
}

/// Searches for at most this duration. `begin` runs once on each thread; the closure that it
/// returns is called repeatedly and reports the thread's cpu.
fn seen_by_threads<F: FnMut() -> Option<u32>>(
    cores: usize,
    at_most: Duration,
    cancellation: &Cancellation,
    begin: impl Fn() -> F + Send + Sync + 'static,
) -> BTreeSet<u32> {
    let (sender, receiver) = channel();
    let leave = Arc::new(AtomicBool::new(false));
    let begin = Arc::new(begin);
    let start = |thread| {
        let (sender, leave, begin) = (sender.clone(), Arc::clone(&leave), Arc::clone(&begin));
        let look = move || look_around(thread, &sender, &leave, begin());
        thread::Builder::new().name("trueghz-look".to_owned()).spawn(look).ok()
    };
    let looking: Vec<_> = (0..cores * THREADS_PER_CORE).filter_map(start).collect();
    drop(sender);

    let (mut seen, mut reported) = (BTreeSet::new(), BTreeSet::new());
    let begun = Instant::now();
    let mut newest = Duration::ZERO;
    while seen.len() <= cores && !cancellation.is_cancelled() {
        let all_seen = seen.len() == cores && reported.len() == looking.len();
        let ends = if all_seen { newest + newest.max(QUIET) } else { at_most };
        let left = ends.min(at_most).saturating_sub(begun.elapsed());
        match receiver.recv_timeout(left.min(LOOK_EVERY)) {
            Ok((thread, cpu)) => {
                if seen.insert(cpu) | reported.insert(thread) {
                    newest = begun.elapsed();
                }
            }
            Err(RecvTimeoutError::Timeout) if left > LOOK_EVERY => {}
            // The time is over, or no thread could be started.
            Err(_) => break,
        }
    }
    leave.store(true, Ordering::Relaxed);
    for thread in looking {
        // A thread that panicked has ended, too.
        let _ = thread.join();
    }
    seen
}

/// Sends `thread`, the number of the calling thread, with each cpu on which it runs, once.
fn look_around(
    thread: usize,
    sender: &Sender<(usize, u32)>,
    leave: &AtomicBool,
    mut place: impl FnMut() -> Option<u32>,
) {
    let mut seen = BTreeSet::new();
    while !leave.load(Ordering::Relaxed) {
        if let Some(cpu) = place()
            && seen.insert(cpu)
            && sender.send((thread, cpu)).is_err()
        {
            return;
        }
        std::hint::spin_loop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU32;

    /// Time in which all threads run, however busy the machine is; no test needs it all.
    const PATIENCE: Duration = Duration::from_secs(300);

    /// Threads that rotate through `cpus`.
    fn going_round(cpus: &'static [u32]) -> impl Fn() -> Box<dyn FnMut() -> Option<u32>> {
        let started = AtomicU32::new(0);
        move || {
            let mut place = started.fetch_add(1, Ordering::Relaxed) as usize;
            Box::new(move || {
                place += 1;
                Some(cpus[place % cpus.len()])
            })
        }
    }

    fn seen_by<F: FnMut() -> Option<u32>>(
        cores: usize,
        begin: impl Fn() -> F + Send + Sync + 'static,
    ) -> BTreeSet<u32> {
        seen_by_threads(cores, PATIENCE, &Cancellation::default(), begin)
    }

    /// Threads each of which stays on a cpu of its own.
    fn staying() -> impl Fn() -> Box<dyn FnMut() -> Option<u32>> {
        let started = AtomicU32::new(0);
        move || {
            let place = started.fetch_add(1, Ordering::Relaxed);
            Box::new(move || Some(place))
        }
    }

    #[test]
    fn all_cpus_of_the_threads_are_seen() {
        assert_eq!(seen_by(4, going_round(&[0, 1, 2, 3])), BTreeSet::from([0, 1, 2, 3]));
    }

    #[test]
    fn one_more_than_there_should_be_is_seen() {
        assert_eq!(seen_by(2, going_round(&[0, 1, 5])).len(), 3);
    }

    #[test]
    fn threads_that_may_stay_anywhere_are_on_more_cpus_than_there_are_cores() {
        assert_eq!(seen_by(1, staying()).len(), 2);
        assert_eq!(seen_by(4, staying()).len(), 5);
    }

    #[test]
    fn a_search_for_more_than_there_is_ends() {
        let seen = |cores, cpu: Option<u32>| {
            seen_by_threads(cores, AT_MOST, &Cancellation::default(), move || move || cpu)
        };
        assert_eq!(seen(1, None), BTreeSet::new(), "nothing is numbered");
        assert_eq!(seen(0, Some(1)), BTreeSet::new());
        // None, if no thread runs within the time.
        assert!(seen(2, Some(7)).is_subset(&BTreeSet::from([7])), "the other is never used");
    }

    #[test]
    fn it_ends_when_nobody_wants_it_any_more() {
        let cancellation = Cancellation::default();
        let asked = cancellation.clone();
        // A thread that never reports a cpu would be awaited for the maximum duration.
        let nowhere = move || {
            asked.cancel();
            || None
        };
        assert_eq!(seen_by_threads(1, PATIENCE, &cancellation, nowhere), BTreeSet::new());
        assert!(cancellation.is_cancelled());
    }
}
