//! Busy threads beside the one that measures.
//!
//! Apple's systems pin no thread. Urgent work runs on the fast cores while one is free; with more urgent threads
//! than fast cores, some run on the slow ones, at their highest clock (facts 3.1).

use std::hint::{black_box, spin_loop};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

use crate::host::{Urgency, raise_priority};

/// Threads that keep cores busy until this is dropped.
#[derive(Debug)]
pub struct Company {
    leave: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
}

impl Company {
    /// Starts `count` busy threads, as urgent as possible. Fewer where the system will not start them all.
    pub fn of(count: usize) -> Company {
        let leave = Arc::new(AtomicBool::new(false));
        let busy = |_| {
            let leave = Arc::clone(&leave);
            thread::Builder::new().name("trueghz-company".to_owned()).spawn(move || be_busy(&leave)).ok()
        };
        let threads = (0..count).filter_map(busy).collect();
        Company { leave, threads }
    }
}

impl Drop for Company {
    fn drop(&mut self) {
        self.leave.store(true, Ordering::Relaxed);
        for thread in self.threads.drain(..) {
            // A thread that panicked has left all the same.
            let _ = thread.join();
        }
    }
}

fn be_busy(leave: &AtomicBool) {
    /// Turns between two looks at whether to leave: some microseconds.
    const TURNS: u32 = 10_000;
    let _priority = raise_priority(Urgency::UserInteractive);
    let mut turns = 0_u64;
    while !leave.load(Ordering::Relaxed) {
        for _ in 0..TURNS {
            turns = black_box(turns.wrapping_add(1));
        }
        spin_loop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn company_leaves_when_it_is_dropped() {
        let company = Company::of(2);
        assert_eq!(company.threads.len(), 2);
        let leave = Arc::downgrade(&company.leave);
        drop(company);
        assert!(leave.upgrade().is_none(), "a thread still holds its end of the flag");
    }
}
