//! Linux and Android: threads of this process that are sent away from processors, and come back.
//!
//! Each is known by the kernel's number for it, and gets exactly the affinity back that it had.
//! Threads come and go in the meantime, and a new one inherits the affinity of the thread that
//! starts it. So passes over all threads are repeated until one finds nothing to do.
//!
//! The kernel does not report which thread started another. A new thread whose affinity now equals
//! that of a thread that was sent away is taken for a child of it, and gets that thread's former
//! affinity. It may be the child of a thread that was never sent away and has that very affinity;
//! then it may use one processor more than its parent. That is the lesser fault: the alternative
//! would keep a thread off a processor permanently.

use std::collections::BTreeMap;

use super::system::{Affinity, Thread};

/// The threads of a process: of the real one, or synthetic in a test.
pub(super) trait Threads {
    /// All but the calling one.
    fn others(&self) -> Vec<Thread>;
    /// The affinity of a thread; `None` if it has ended.
    fn affinity(&self, thread: Thread) -> Option<Affinity>;
    /// Sets the affinity of a thread; returns whether it was accepted.
    fn give(&self, thread: Thread, affinity: &Affinity) -> bool;
}

/// This process.
#[derive(Debug)]
pub(super) struct ThisProcess;

impl Threads for ThisProcess {
    fn others(&self) -> Vec<Thread> {
        Thread::others()
    }

    fn affinity(&self, thread: Thread) -> Option<Affinity> {
        Affinity::of(thread).ok()
    }

    fn give(&self, thread: Thread, affinity: &Affinity) -> bool {
        let given = affinity.give(thread);
        if let Err(error) = &given {
            log::debug!("{thread:?} keeps its affinity: {error}");
        }
        given.is_ok()
    }
}

/// The affinity that a thread had, and the one that it was given.
#[derive(Debug, Clone)]
struct Change {
    before: Affinity,
    given: Affinity,
}

/// The threads that were sent away.
#[derive(Debug)]
pub(super) struct OtherThreads<T: Threads = ThisProcess> {
    threads: T,
    moved: BTreeMap<Thread, Change>,
    /// Threads that were there before, and remain unchanged: they do not run there, or may run
    /// nowhere else.
    left_alone: Vec<Thread>,
}

impl OtherThreads {
    pub(super) const MOVABLE: bool = true;
}

impl<T: Threads> OtherThreads<T> {
    /// Sends all threads but the calling one away from `cpu`.
    pub(super) fn off(threads: T, cpu: u32) -> OtherThreads<T> {
        let mut others = OtherThreads { threads, moved: BTreeMap::new(), left_alone: Vec::new() };
        let mut first = true;
        while others.send_away(cpu, first) {
            first = false;
        }
        others
    }

    /// Sends the calling thread away from `cpus`, and no other.
    pub(super) fn this_off(threads: T, cpus: &[u32]) -> Option<OtherThreads<T>> {
        let left_alone = threads.others();
        let before = threads.affinity(Thread::THIS)?;
        let given = cpus.iter().fold(before.clone(), |left, &cpu| left.without(cpu).unwrap_or(left));
        if given == before || !threads.give(Thread::THIS, &given) {
            return None;
        }
        let moved = BTreeMap::from([(Thread::THIS, Change { before, given })]);
        Some(OtherThreads { threads, moved, left_alone })
    }

    /// A pass over the threads that are not known yet; returns whether it sent any away.
    fn send_away(&mut self, cpu: u32, first: bool) -> bool {
        let mut sent = false;
        for thread in self.threads.others() {
            if self.moved.contains_key(&thread) || self.left_alone.contains(&thread) {
                continue;
            }
            let Some(before) = self.threads.affinity(thread) else { continue };
            match before.without(cpu) {
                Some(given) if self.threads.give(thread, &given) => {
                    self.moved.insert(thread, Change { before, given });
                    sent = true;
                }
                // A later pass meets children of threads that were sent away, too.
                None if !first => {}
                _ => self.left_alone.push(thread),
            }
        }
        sent
    }

    /// Restores the former affinities.
    pub(super) fn bring_back(&mut self) {
        let mut settled: Vec<Thread> = self.left_alone.clone();
        // Affinities that children may show: the system may have narrowed them since, for an app in
        // the background.
        let shown: Vec<(Affinity, Change)> = self
            .moved
            .iter()
            .map(|(&thread, change)| {
                (self.threads.affinity(thread).unwrap_or_else(|| change.given.clone()), change.clone())
            })
            .collect();
        while self.bring_back_new(&mut settled, &shown) {}
    }

    /// A pass over the threads that are not settled yet; returns whether it restored any affinity.
    fn bring_back_new(&self, settled: &mut Vec<Thread>, shown: &[(Affinity, Change)]) -> bool {
        let mut given_back = false;
        let this = self.moved.contains_key(&Thread::THIS).then_some(Thread::THIS);
        for thread in this.into_iter().chain(self.threads.others()) {
            if settled.contains(&thread) {
                continue;
            }
            settled.push(thread);
            let Some(now) = self.threads.affinity(thread) else { continue };
            let before = match self.moved.get(&thread) {
                // A thread whose affinity was changed since then keeps it. A single processor out
                // of several is not a restriction by the system: it was bound there.
                Some(change) if now == change.given || now.is_part_of(&change.given) && now.count() > 1 => {
                    Some(&change.before)
                }
                Some(_) => None,
                // If a single thread was sent away, one that shows one processor was more likely
                // bound to it.
                None if this.is_some() && now.count() == 1 => None,
                None => shown
                    .iter()
                    .find(|(shows, change)| now == *shows || now == change.given)
                    .map(|(_, change)| &change.before),
            };
            if let Some(before) = before.filter(|before| **before != now) {
                given_back |= self.threads.give(thread, before);
            }
        }
        given_back
    }
}

#[cfg(test)]
mod tests;
