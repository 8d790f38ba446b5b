//! Busy threads beside the one that measures: on processors that are named, or wherever the system puts them.
//!
//! Apple's systems pin no thread. Urgent work runs on the fast cores while one is free; with more urgent threads
//! than fast cores, some run on the slow ones, at their highest clock.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread::{self, JoinHandle};

use crate::host::{Urgency, pin_to, raise_priority};

use super::work::work;

/// Threads that keep cores busy until this is dropped.
#[derive(Debug)]
pub(super) struct LoadThreads {
    leave: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
    /// The processors that they are kept on.
    cpus: Vec<u32>,
}

impl LoadThreads {
    /// Starts a busy thread on each of these processors, and waits until it is there. One that the system keeps off its
    /// processor leaves.
    pub(super) fn on(cpus: &[u32]) -> LoadThreads {
        let leave = Arc::new(AtomicBool::new(false));
        let mut load = LoadThreads { leave, threads: Vec::new(), cpus: Vec::new() };
        for &cpu in cpus {
            let leave = Arc::clone(&load.leave);
            let (arrived, is_there) = mpsc::channel();
            let busy = move || {
                let pinned = pin_to(cpu);
                let _ = arrived.send(pinned.is_ok());
                if pinned.is_ok() {
                    be_busy(&leave);
                }
            };
            let Some(thread) = load_thread(busy) else { continue };
            load.threads.push(thread);
            if is_there.recv() == Ok(true) {
                load.cpus.push(cpu);
            }
        }
        load
    }

    /// Starts `count` busy threads, as urgent as possible. Fewer where the system will not start them all.
    pub(super) fn start(count: usize) -> LoadThreads {
        let leave = Arc::new(AtomicBool::new(false));
        let busy = |_| {
            let leave = Arc::clone(&leave);
            load_thread(move || be_busy(&leave))
        };
        let threads = (0..count).filter_map(busy).collect();
        LoadThreads { leave, threads, cpus: Vec::new() }
    }
}

/// Processors that are kept busy until this is dropped.
#[derive(Debug)]
pub struct BusyCpus {
    cpus: Vec<u32>,
    _threads: Option<LoadThreads>,
}

impl BusyCpus {
    /// With busy threads, which have these processors.
    pub(super) fn with(threads: LoadThreads) -> BusyCpus {
        BusyCpus { cpus: threads.cpus.clone(), _threads: Some(threads) }
    }

    /// Of a machine that is simulated: nothing runs there.
    pub fn simulated(cpus: &[u32]) -> BusyCpus {
        BusyCpus { cpus: cpus.to_vec(), _threads: None }
    }

    /// Which.
    pub fn cpus(&self) -> &[u32] {
        &self.cpus
    }
}

impl Drop for LoadThreads {
    fn drop(&mut self) {
        self.leave.store(true, Ordering::Relaxed);
        for thread in self.threads.drain(..) {
            // A thread that panicked has left all the same.
            let _ = thread.join();
        }
    }
}

fn load_thread(work: impl FnOnce() + Send + 'static) -> Option<JoinHandle<()>> {
    thread::Builder::new().name("trueghz-load".to_owned()).spawn(work).ok()
}

fn be_busy(leave: &AtomicBool) {
    let _priority = raise_priority(Urgency::UserInteractive);
    while !leave.load(Ordering::Relaxed) {
        work();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn load_threads_leave_when_they_are_dropped() {
        let load = LoadThreads::start(2);
        assert_eq!(load.threads.len(), 2);
        let leave = Arc::downgrade(&load.leave);
        drop(load);
        assert!(leave.upgrade().is_none(), "a thread still holds its end of the flag");
    }

    #[test]
    fn a_processor_that_is_not_there_is_not_busy() {
        let here = crate::host::allowed_cpus();
        let asked: Vec<u32> = here.iter().copied().take(1).chain([u32::MAX]).collect();
        assert_eq!(LoadThreads::on(&asked).cpus, here[..here.len().min(1)]);
    }
}
