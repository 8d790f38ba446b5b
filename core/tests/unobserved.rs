//! Without an observer there is no thread for it. This counts the threads of the process, so it is
//! the only test here.

#![cfg(target_os = "linux")]

use std::sync::mpsc::channel;
use std::time::Duration;

use trueghz::Options;
use trueghz::run::event::Event;
use trueghz::run::measure::{measure, measure_observed};
use trueghz::run::target::Selection;

/// Longer than any test run: it ends when it is cancelled.
fn long() -> Options {
    Options::new().cores(Selection::Current).duration(Duration::from_secs(3600))
}

fn threads_named(name: &str) -> usize {
    let tasks = std::fs::read_dir("/proc/self/task").expect("the threads of this process");
    let named = |task: std::fs::DirEntry| std::fs::read_to_string(task.path().join("comm")).ok();
    tasks.flatten().filter_map(named).filter(|found| found.trim() == name).count()
}

#[test]
fn only_a_session_that_is_watched_has_a_thread_for_it() {
    let unobserved = measure(long()).expect("a clock and a thread");
    while threads_named("trueghz-measure") == 0 {
        std::thread::yield_now();
    }
    assert_eq!(threads_named("trueghz-observe"), 0);
    let (sender, events) = channel();
    let watched = measure_observed(long(), move |event: Event| {
        let _ = sender.send(event);
    });
    let watched = watched.expect("a clock and two threads");
    events.recv().expect("an event");
    assert_eq!(threads_named("trueghz-observe"), 1);
    for session in [unobserved, watched] {
        session.cancel();
        session.wait().expect("no panic");
    }
}
