//! Load threads that run during a measurement: pinned to given processors, or placed by the
//! scheduler.
//!
//! Apple's systems pin no thread. Urgent work runs on the fast cores while one is free; with more
//! urgent threads than fast cores, some run on the slow ones, at their highest clock.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread::{self, JoinHandle};

use crate::host::{ThreadPriority, pin_to, raise_priority};
use crate::load::Load;

/// Load on other cores than the measured one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LoadedCores {
    /// These processors, each with a thread that is kept on it.
    Cpus(Vec<u32>),
    /// This many threads, as urgent as possible, placed by the system.
    Threads(usize),
}

impl LoadedCores {
    /// Number of threads.
    pub fn threads(&self) -> usize {
        match self {
            LoadedCores::Cpus(cpus) => cpus.len(),
            LoadedCores::Threads(threads) => *threads,
        }
    }

    /// The processors; empty if the system chooses them.
    pub fn cpus(&self) -> &[u32] {
        match self {
            LoadedCores::Cpus(cpus) => cpus,
            LoadedCores::Threads(_) => &[],
        }
    }
}

/// Guard that keeps the load running until it is dropped.
#[derive(Debug)]
pub struct Busy {
    loaded: Arc<LoadedCores>,
    // Held: the threads end when it is dropped.
    _threads: LoadThreads,
}

impl Busy {
    /// Starts the load threads next to the measured core, and waits until pinned threads are on
    /// their processors. A thread that the system does not allow on its processor ends; one that it
    /// does not start is not counted.
    pub(super) fn start(loaded: &LoadedCores, load: &Load) -> Busy {
        let mut threads = LoadThreads { leave: Arc::default(), threads: Vec::new() };
        let is_there = match loaded {
            LoadedCores::Cpus(cpus) => {
                let of = |(index, &cpu): (usize, &u32)| {
                    threads.keep(cpu, load.clone().of_thread(index + 1, cpus.len() + 1)).then_some(cpu)
                };
                LoadedCores::Cpus(cpus.iter().enumerate().filter_map(of).collect())
            }
            &LoadedCores::Threads(count) => {
                (0..count).for_each(|index| threads.start(load.clone().of_thread(index + 1, count + 1)));
                LoadedCores::Threads(threads.threads.len())
            }
        };
        Busy { loaded: Arc::new(is_there), _threads: threads }
    }

    /// Load of a simulated machine: no thread runs. While this value lives, so does the load that
    /// its [`Busy::loaded`] shares.
    pub fn simulated(loaded: &LoadedCores) -> Busy {
        let none = LoadThreads { leave: Arc::default(), threads: Vec::new() };
        Busy { loaded: Arc::new(loaded.clone()), _threads: none }
    }

    /// The load that runs.
    pub fn loaded(&self) -> &Arc<LoadedCores> {
        &self.loaded
    }
}

/// Threads that keep cores busy until this is dropped.
#[derive(Debug)]
struct LoadThreads {
    leave: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
}

impl LoadThreads {
    /// Starts a thread that works on this processor; returns whether it runs there.
    fn keep(&mut self, cpu: u32, mut load: Load) -> bool {
        let leave = Arc::clone(&self.leave);
        let (arrived, is_there) = mpsc::channel();
        let busy = move || {
            let pinned = pin_to(cpu);
            let _ = arrived.send(pinned.is_ok());
            if pinned.is_ok() {
                be_busy(&mut load, &leave);
            }
        };
        self.threads.extend(load_thread(busy));
        is_there.recv() == Ok(true)
    }

    /// Starts a thread that works wherever it is put.
    fn start(&mut self, mut load: Load) {
        let leave = Arc::clone(&self.leave);
        self.threads.extend(load_thread(move || be_busy(&mut load, &leave)));
    }
}

impl Drop for LoadThreads {
    fn drop(&mut self) {
        self.leave.store(true, Ordering::Relaxed);
        for thread in self.threads.drain(..) {
            // A thread that panicked has ended, too.
            let _ = thread.join();
        }
    }
}

fn load_thread(work: impl FnOnce() + Send + 'static) -> Option<JoinHandle<()>> {
    thread::Builder::new().name("trueghz-load".to_owned()).spawn(work).ok()
}

fn be_busy(load: &mut Load, leave: &AtomicBool) {
    let _priority = raise_priority(ThreadPriority::UserInteractive);
    while !leave.load(Ordering::Relaxed) {
        load.work();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::LoadClass;

    fn scalar() -> Load {
        Load::new(LoadClass::Scalar).expect("a load")
    }

    #[test]
    fn load_threads_leave_when_they_are_dropped() {
        let busy = Busy::start(&LoadedCores::Threads(2), &scalar());
        assert_eq!(**busy.loaded(), LoadedCores::Threads(2));
        let leave = Arc::downgrade(&busy._threads.leave);
        drop(busy);
        assert!(leave.upgrade().is_none(), "a thread still holds its end of the flag");
    }

    #[test]
    fn a_processor_that_is_not_there_is_not_busy() {
        let here = crate::host::allowed_cpus();
        let asked: Vec<u32> = here.iter().copied().take(1).chain([u32::MAX]).collect();
        let busy = Busy::start(&LoadedCores::Cpus(asked), &scalar());
        assert_eq!(busy.loaded().cpus(), &here[..here.len().min(1)]);
    }

    /// The measuring thread is on its own core by then.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_thread_that_may_use_one_processor_keeps_others_busy() {
        let here = crate::host::allowed_cpus();
        let _pinned = pin_to(here[0]).expect("a core of this machine");
        let busy = Busy::start(&LoadedCores::Cpus(here.clone()), &scalar());
        assert_eq!(busy.loaded().cpus(), here);
    }
}
