//! The mailbox and the session's end under random thread schedules, by shuttle.
//!
//! Both files are compiled here a second time, with the locks and the time of `sync` in place of
//! the system's: wherever a thread locks, waits or wakes, another may go on. A thread that would
//! wait for ever ends the model as a deadlock. Time is frozen unless a model has a thread that
//! advances it: then it goes from one end of a wait to the next, as early as the schedule draws it.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use shuttle::scheduler::{PctScheduler, RandomScheduler};
use shuttle::{Config, Runner, thread};

use super::{event, running, warm_up_buffer};
use crate::estimate::recording::WarmUpSample;
use end::ResultSlot;
use event::Event;
use mailbox::{Entry, Mailbox, ObserverEnd, STALLED_AFTER};
use sync::{Clock, Instant};

#[expect(
    dead_code,
    clippy::duplicate_mod,
    reason = "compiled again, with other locks; the models need a part of it"
)]
#[path = "end.rs"]
mod end;
#[expect(
    dead_code,
    clippy::duplicate_mod,
    reason = "compiled again, with other locks; the models need a part of it"
)]
#[path = "mailbox.rs"]
mod mailbox;
mod sync;

/// Orders that each of the two schedulers draws. So many notice each wake-up of both files that is
/// taken away, except for the one in `calling`, which shortens a wait and ends none.
const ORDERS: usize = 2_000;

/// Of threads with priorities, how often these change (S. Burckhardt et al., A Randomized Scheduler
/// with Probabilistic Guarantees of Finding Bugs, 2010): faults that need more changes are rare.
const CHANGES: usize = 3;

/// Runs a model with frozen time in many orders, the same ones each time.
fn check(model: impl Fn() + Send + Sync + Clone + 'static) {
    Runner::new(PctScheduler::new_from_seed(1, CHANGES, ORDERS), Config::new()).run(model.clone());
    check_in_time(model);
}

/// Runs a model in which time passes. With priorities it could pass for ever, and the other threads
/// get no turn.
fn check_in_time(model: impl Fn() + Send + Sync + 'static) {
    Runner::new(RandomScheduler::new_from_seed(1, ORDERS), Config::new()).run(model);
}

/// The work of the observer's thread: `reporter::report` without its estimates.
fn observe(mailbox: &Mailbox<Event>, mut event: impl FnMut(Told)) {
    let mut due = Instant::now();
    while let Some((entry, _)) = mailbox.take(due) {
        due = Instant::now() + STALLED_AFTER;
        let told = match entry {
            Entry::Event(Event::CoreStarted { core }) => Told::Core(core),
            Entry::WarmUp { curve, .. } => Told::Samples(curve.points().len()),
            _ => panic!("no model leaves such an entry"),
        };
        mailbox.calling(|| event(told));
    }
    mailbox.observer_is_gone(ObserverEnd::Delivered);
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Told {
    Core(usize),
    Samples(usize),
}

/// Leaves the events of a measurement of `cores` cores: for each its turn, and a curve in two
/// pieces.
fn measure(mailbox: &Mailbox<Event>, cores: usize) {
    for core in 0..cores {
        mailbox.push(Entry::Event(Event::CoreStarted { core }));
        for piece in 0..2 {
            mailbox.warm_up(core, &[WarmUpSample { at_ms: f64::from(piece), hz: 1e9 }]);
        }
    }
}

/// Returns the delivered cores in order, and the number of samples.
fn summary(told: &[Told]) -> (Vec<usize>, usize) {
    let cores = told.iter().filter_map(|told| if let Told::Core(core) = told { Some(*core) } else { None });
    let samples = told.iter().map(|told| if let Told::Samples(samples) = told { *samples } else { 0 });
    (cores.collect(), samples.sum())
}

/// The two threads of a session, as `session::start` has them; the observer calls `event`. How its
/// side ended.
fn session(
    mailbox: Arc<Mailbox<Event>>,
    end: Arc<ResultSlot<ObserverEnd>>,
    cores: usize,
    event: impl FnMut(Told) + Send + 'static,
) {
    let observed = Arc::clone(&mailbox);
    let observer = thread::spawn(move || observe(&observed, event));
    let measuring = thread::spawn(move || {
        measure(&mailbox, cores);
        end.store(Ok(mailbox.finish()));
    });
    measuring.join().unwrap();
    observer.join().unwrap();
}

#[test]
fn everything_is_told_in_order_without_waiting_for_time() {
    check(|| {
        let told = Arc::new(Mutex::new(Vec::new()));
        let end = Arc::new(ResultSlot::default());
        let list = Arc::clone(&told);
        session(Arc::default(), Arc::clone(&end), 3, move |event| list.lock().unwrap().push(event));
        assert_eq!(*end.wait().unwrap(), ObserverEnd::Delivered);
        assert_eq!(summary(&told.lock().unwrap()), (vec![0, 1, 2], 6));
    });
}

#[test]
fn an_event_is_told_while_the_measurement_goes_on() {
    check(|| {
        let mailbox = Arc::<Mailbox<Event>>::default();
        let observed = Arc::clone(&mailbox);
        let told = Arc::new(ResultSlot::default());
        let tell = Arc::clone(&told);
        let observer = thread::spawn(move || observe(&observed, |event| tell.store(Ok(event))));
        mailbox.push(Entry::Event(Event::CoreStarted { core: 5 }));
        assert_eq!(*told.wait().unwrap(), Told::Core(5));
        mailbox.close();
        observer.join().unwrap();
    });
}

#[test]
fn an_observer_that_waits_for_its_own_session_is_left_behind() {
    check_in_time(|| {
        let clock = Clock::start();
        let end = Arc::new(ResultSlot::default());
        let own = Arc::clone(&end);
        let calls = Arc::new(AtomicUsize::new(0));
        let called = Arc::clone(&calls);
        session(Arc::default(), Arc::clone(&end), 2, move |_| {
            called.fetch_add(1, Ordering::Relaxed);
            assert_eq!(*own.wait().unwrap(), ObserverEnd::Stalled);
        });
        assert!(clock.stop() >= STALLED_AFTER, "it was waited for");
        assert_eq!(
            (end.result().is_some(), calls.load(Ordering::Relaxed)),
            (true, 1),
            "nothing is told later"
        );
    });
}

#[test]
fn who_is_slow_was_told_everything_or_is_left_behind_after_its_time() {
    // Each outcome has to come: time passes as the schedule draws it, so that calls take none of
    // it, or more than they are given.
    let outcomes = [const { AtomicUsize::new(0) }; 2];
    let outcomes = Arc::new(outcomes);
    let counted = Arc::clone(&outcomes);
    check_in_time(move || {
        let clock = Clock::start();
        let told = Arc::new(Mutex::new(Vec::new()));
        let end = Arc::new(ResultSlot::default());
        let list = Arc::clone(&told);
        session(Arc::default(), Arc::clone(&end), 2, move |event| {
            thread::yield_now();
            list.lock().unwrap().push(event);
        });
        let took = clock.stop();
        let (cores, samples) = summary(&told.lock().unwrap());
        match *end.wait().unwrap() {
            ObserverEnd::Delivered => assert_eq!((cores, samples), (vec![0, 1], 4)),
            ObserverEnd::Stalled => {
                assert!(took >= STALLED_AFTER && [0, 1].starts_with(&cores), "{took:?} {cores:?}");
            }
            ObserverEnd::Panicked => panic!("nobody did"),
        }
        counted[usize::from(*end.wait().unwrap() == ObserverEnd::Delivered)].fetch_add(1, Ordering::Relaxed);
    });
    assert!(outcomes.iter().all(|outcome| outcome.load(Ordering::Relaxed) > 0), "{outcomes:?}");
}

#[test]
fn an_observer_that_panicked_keeps_nobody() {
    check(|| {
        let mailbox = Arc::<Mailbox<Event>>::default();
        let observed = Arc::clone(&mailbox);
        let observer = thread::spawn(move || {
            assert!(observed.take(Instant::now()).is_some());
            observed.observer_is_gone(ObserverEnd::Panicked);
        });
        measure(&mailbox, 2);
        assert_eq!(mailbox.finish(), ObserverEnd::Panicked);
        observer.join().unwrap();
        mailbox.push(Entry::Event(Event::CoreStarted { core: 2 }));
        assert!(mailbox.take(Instant::now()).is_none(), "nothing is kept for nobody");
    });
}

#[test]
fn the_observer_ends_although_nobody_waits_for_it() {
    check(|| {
        let mailbox = Arc::<Mailbox<Event>>::default();
        let observed = Arc::clone(&mailbox);
        let told = thread::spawn(move || {
            let mut told = Vec::new();
            observe(&observed, |event| told.push(event));
            summary(&told)
        });
        measure(&mailbox, 2);
        mailbox.close();
        assert_eq!(told.join().unwrap(), (vec![0, 1], 4));
    });
}

#[test]
fn each_hook_is_called_once_and_all_who_wait_get_the_result() {
    check(|| {
        let end = Arc::new(ResultSlot::<u32>::default());
        let calls = Arc::new(AtomicUsize::new(0));
        let askers = [(); 2].map(|()| {
            let (end, calls) = (Arc::clone(&end), Arc::clone(&calls));
            thread::spawn(move || {
                let hook = move |result: &end::SessionResult<u32>| {
                    assert_eq!(*result.clone().unwrap(), 7);
                    calls.fetch_add(1, Ordering::Relaxed);
                };
                end.when_stored(hook.clone());
                let polled = end.result().map(|result| *result.unwrap());
                assert!(polled.is_none_or(|value| value == 7));
                let waited = *end.wait().unwrap();
                end.when_stored(hook);
                waited
            })
        });
        end.store(Ok(7));
        assert_eq!(askers.map(|asker| asker.join().unwrap()), [7, 7]);
        assert_eq!(calls.load(Ordering::Relaxed), 4);
    });
}
