//! Keeping a processor clear changes every other thread of the process: nothing else is tested
//! here.

#![cfg(target_os = "linux")]

use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use trueghz::Options;
use trueghz::host::{allowed_cpus, pin_to, reserve_cpu};
use trueghz::run::environment::HostEnvironment;
use trueghz::run::event::Event;
use trueghz::run::measure::measure_at;
use trueghz::run::target::Selection;

/// A thread that reports, on each request, which processors it may use.
struct Asked {
    ask: Sender<()>,
    answer: Receiver<Vec<u32>>,
}

impl Asked {
    fn start(prepare: impl FnOnce() + Send + 'static) -> Asked {
        let (ask, asked) = channel::<()>();
        let (tell, answer) = channel();
        thread::spawn(move || {
            prepare();
            // The first message means that it is prepared.
            while tell.send(allowed_cpus()).is_ok() && asked.recv().is_ok() {}
        });
        answer.recv().unwrap();
        Asked { ask, answer }
    }

    fn cpus(&self) -> Vec<u32> {
        self.ask.send(()).unwrap();
        self.answer.recv().unwrap()
    }
}

/// Each test changes what the other's threads may use.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

#[test]
fn others_keep_off_until_it_is_over() {
    let _alone = ONE_AT_A_TIME.lock();
    let all = allowed_cpus();
    let &[cpu, ref rest @ ..] = all.as_slice() else { panic!("a process may use some processor") };
    let last = all[all.len() - 1];
    let usual = Asked::start(|| {});
    let bound = Asked::start(move || std::mem::forget(pin_to(cpu).unwrap()));
    let elsewhere = Asked::start(move || std::mem::forget(pin_to(last).unwrap()));
    let all_but_one = if rest.is_empty() { all.as_slice() } else { rest };

    let clear = reserve_cpu(cpu).unwrap();
    assert!(reserve_cpu(last).is_none(), "one at a time");
    assert_eq!(allowed_cpus(), all, "not the thread that measures");
    assert_eq!(usual.cpus(), all_but_one);
    assert_eq!(bound.cpus(), [cpu], "it may run nowhere else");
    assert_eq!(elsewhere.cpus(), [last]);
    drop(clear);
    assert_eq!(usual.cpus(), all);
    assert_eq!(bound.cpus(), [cpu]);
    assert_eq!(elsewhere.cpus(), [last]);
}

#[test]
fn what_was_started_meanwhile_comes_back_too() {
    let _alone = ONE_AT_A_TIME.lock();
    let all = allowed_cpus();
    let (start, wait) = channel();
    let (started, late) = channel();
    // A new thread inherits the affinity of the one that starts it.
    thread::spawn(move || {
        wait.recv().unwrap();
        started.send(Asked::start(|| {})).unwrap();
    });
    let clear = reserve_cpu(all[0]).unwrap();
    start.send(()).unwrap();
    let late = late.recv().unwrap();
    assert_eq!(late.cpus().contains(&all[0]), all.len() == 1);
    drop(clear);
    assert_eq!(late.cpus(), all);
}

#[test]
fn a_session_keeps_its_core_clear_when_it_is_asked_to() {
    let _alone = ONE_AT_A_TIME.lock();
    let all = allowed_cpus();
    // A warm-up is reported ten times a second, the running estimate more often: on a busy machine
    // some reports come after the end.
    let short = Duration::from_millis(300);
    let options = Options::new().cores(Selection::Cpus(vec![all[0]])).duration(short).warm_up_limit(short);
    let (sender, seen) = channel();
    let observer = move |event| {
        if let Event::WarmUp { .. } | Event::Running { .. } = event {
            sender.send(allowed_cpus()).unwrap();
        }
    };
    let machine = HostEnvironment::with_its_clocks().unwrap().keeping_clear();
    measure_at(machine, options, observer).unwrap().wait().unwrap();
    let while_it_measured: Vec<Vec<u32>> = seen.iter().collect();
    let kept_off = while_it_measured.iter().any(|cpus| !cpus.contains(&all[0]));
    assert!(kept_off || all.len() == 1, "{while_it_measured:?}");
    assert_eq!(allowed_cpus(), all);
}
