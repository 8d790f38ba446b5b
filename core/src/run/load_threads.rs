//! Busy threads beside the one that measures.
//!
//! Apple's systems pin no thread. Urgent work runs on the fast cores while one is free; with more urgent threads
//! than fast cores, some run on the slow ones, at their highest clock.

use std::hint::{black_box, spin_loop};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

use crate::host::{Urgency, raise_priority};

/// Threads that keep cores busy until this is dropped.
#[derive(Debug)]
pub(super) struct LoadThreads {
    leave: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
}

impl LoadThreads {
    /// Starts `count` busy threads, as urgent as possible. Fewer where the system will not start them all.
    pub(super) fn start(count: usize) -> LoadThreads {
        let leave = Arc::new(AtomicBool::new(false));
        let busy = |_| {
            let leave = Arc::clone(&leave);
            thread::Builder::new().name("trueghz-load".to_owned()).spawn(move || be_busy(&leave)).ok()
        };
        let threads = (0..count).filter_map(busy).collect();
        LoadThreads { leave, threads }
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

fn be_busy(leave: &AtomicBool) {
    /// Iterations between two looks at whether to leave: some microseconds.
    const ITERATIONS: u32 = 10_000;
    let _priority = raise_priority(Urgency::UserInteractive);
    let mut iterations = 0_u64;
    while !leave.load(Ordering::Relaxed) {
        for _ in 0..ITERATIONS {
            iterations = black_box(iterations.wrapping_add(1));
        }
        spin_loop();
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
}
