//! Observers that fail.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};

use trueghz::Options;
use trueghz::report::curve::thinned;
use trueghz::report::{CoreOutcome, Reading};
use trueghz::run::event::{Event, NoObserver, Observer};
use trueghz::run::measure::{Measured, measure_at};
use trueghz::run::session::Session;
use trueghz::run::target::Selection;

use crate::environment::{Phone, true_hz};
use crate::stand::{expect, usual, with_each_seed};
use crate::table::{Group, Row};

pub const GROUP: Group = Group {
    title: "Observers that fail",
    about: "A session of two cores on the simulated phone, against the same session that nobody watches.",
    rows: &[
        Row {
            fault: "panics at its first event",
            outcome: "the session ends well, and names it; the windows are unharmed",
            proof: || panicking(|_| true),
        },
        Row {
            fault: "panics at a number",
            outcome: "the same",
            proof: || panicking(|event| matches!(event, Event::Running { .. })),
        },
        Row {
            fault: "blocks at its first event until all windows are taken",
            outcome: "the session ends well; it misses nothing but states that newer ones replaced; the windows \
                are unharmed",
            proof: blocking,
        },
        Row {
            fault: "never returns from an event",
            outcome: "the session ends without it, and names it; the windows are unharmed",
            proof: stalled,
        },
        Row { fault: "waits for its own session", outcome: "the same", proof: waiting_for_itself },
        Row {
            fault: "a progress display that never returns from an event",
            outcome: "the session ends without it, and no reading warns; the windows are unharmed",
            proof: stalled_display,
        },
    ],
};

fn session(seed: u64, observer: impl Observer + 'static) -> Measured {
    let session = measure_at(Phone::new(seed), two_cores(seed), observer).expect("two threads");
    session.wait().expect("no panic in the measurement")
}

/// Returns `true` if the windows are the same as without an observer.
fn unharmed(watched: &Measured, seed: u64) -> bool {
    let outcomes =
        |measured: &Measured| measured.raw.cores.iter().map(|core| core.outcome.clone()).collect::<Vec<_>>();
    outcomes(watched) == outcomes(&session(seed, NoObserver))
}

fn last(measured: &Measured) -> &Reading {
    measured.measurement.cores.last().expect("two readings")
}

fn panicking(at: fn(&Event) -> bool) -> String {
    with_each_seed(|seed| {
        let measured = session(seed, move |event: Event| {
            if at(&event) {
                // Without the panic's hook, which may take its time to print where it was.
                std::panic::resume_unwind(Box::new("an observer's panic"));
            }
        });
        expect(last(&measured))
            .steady()
            .right_to(true_hz(2, seed), 100.0)
            .warned(&["observer_panicked"])
            .and(unharmed(&measured, seed), "the windows are the same to the last tick")
            .seen()
    })
}

/// The place of an event in the order of a core's events.
fn place(event: &Event) -> (usize, u8) {
    match event {
        Event::Started { .. } => (0, 0),
        Event::CoreStarted { core } => (*core, 1),
        Event::WarmUp { core, .. } => (*core, 2),
        Event::WarmedUp { core, .. } => (*core, 3),
        Event::Running { core, .. } => (*core, 4),
        Event::CoreFinished { core, .. } => (*core, 5),
        other => panic!("no place for {other:?}"),
    }
}

/// A phone that says when a thread has left a core: its windows are taken.
fn telling_of_ends(seed: u64) -> (Phone, Receiver<()>) {
    let (sender, left) = channel();
    let sender = Mutex::new(sender);
    let on_leaving = move || {
        // The test may have seen enough.
        let _ = sender.lock().expect("no panic").send(());
    };
    (Phone { on_leaving: Arc::new(on_leaving), ..Phone::new(seed) }, left)
}

fn two_cores(seed: u64) -> Options {
    usual(seed).cores(Selection::Cpus(vec![0, 2]))
}

fn blocking() -> String {
    with_each_seed(|seed| {
        let (phone, left) = telling_of_ends(seed);
        let (sender, events) = channel();
        let slow = move |event: Event| {
            if matches!(event, Event::Started { .. }) {
                left.iter().take(2).for_each(drop);
            }
            sender.send(event).expect("the test listens");
        };
        let session = measure_at(phone, two_cores(seed), slow).expect("two threads");
        let measured = session.wait().expect("no panic in the measurement");
        let events: Vec<Event> = events.try_iter().collect();
        let places: Vec<(usize, u8)> = events.iter().map(place).collect();
        let whole = [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (1, 1), (1, 2), (1, 3), (1, 4), (1, 5)];
        assert_eq!(places, whole, "each event once, the states joined");
        let curves = events.iter().filter_map(|event| match event {
            Event::WarmUp { samples, .. } => Some(thinned(samples)),
            _ => None,
        });
        let recorded = measured.raw.cores.iter().map(|core| match &core.outcome {
            CoreOutcome::Recorded(recording) => thinned(&recording.warm_up.samples),
            CoreOutcome::Refused(reason) => panic!("{reason:?}"),
        });
        let whole_curve = curves.eq(recorded);
        let Some(Event::CoreFinished { reading, .. }) = events.last() else { panic!("{:?}", events.last()) };
        expect(last(&measured))
            .steady()
            .right_to(true_hz(2, seed), 100.0)
            .warned(&[])
            .and(**reading == *last(&measured), "every event, in order")
            .and(whole_curve, "the whole curve of the warm-up")
            .and(unharmed(&measured, seed), "the windows are the same to the last tick")
            .seen()
    })
}

/// Asserts the outcome with an observer that did not return.
fn ended_without_it(measured: &Measured, seed: u64, warnings: &[&str]) -> String {
    expect(last(measured))
        .steady()
        .right_to(true_hz(2, seed), 100.0)
        .warned(warnings)
        .and(unharmed(measured, seed), "the windows are the same to the last tick")
        .seen()
}

/// Says when it is let go of.
struct LetGo(Sender<()>);

impl Drop for LetGo {
    fn drop(&mut self) {
        let _ = self.0.send(());
    }
}

fn stalled() -> String {
    with_each_seed(|seed| {
        let (release, held) = channel::<()>();
        let (sender, calls) = channel();
        let (gone, let_go) = channel();
        let gone = LetGo(gone);
        let never = move |_: Event| {
            let _of = &gone;
            sender.send(()).expect("the test listens");
            // Until the test lets it go on, which it does when all is over.
            let _ = held.recv();
        };
        let measured = session(seed, never);
        assert_eq!(let_go.try_recv().ok(), None, "it holds its event");
        drop(release);
        let_go.recv().expect("it is let go of when it returns");
        assert_eq!(calls.iter().count(), 1, "events came after the end");
        ended_without_it(&measured, seed, &["observer_stalled"])
    })
}

fn waiting_for_itself() -> String {
    with_each_seed(|seed| {
        let (hand, handed) = channel::<Session<Measured>>();
        let (sender, result) = channel();
        let waiting = move |_: Event| {
            let own = handed.recv().expect("its session");
            sender.send(own.wait()).expect("the test listens");
        };
        let session = measure_at(Phone::new(seed), two_cores(seed), waiting).expect("two threads");
        hand.send(session).expect("it waits for its session");
        let measured = result.recv().expect("the end").expect("no panic in the measurement");
        ended_without_it(&measured, seed, &["observer_stalled"])
    })
}

/// Draws progress, if it ever returned.
struct StalledDisplay(Receiver<()>);

impl Observer for StalledDisplay {
    fn event(&mut self, _event: Event) {
        let _ = self.0.recv();
    }

    fn is_progress_display(&self) -> bool {
        true
    }
}

fn stalled_display() -> String {
    with_each_seed(|seed| {
        let (release, held) = channel::<()>();
        let measured = session(seed, StalledDisplay(held));
        drop(release);
        ended_without_it(&measured, seed, &[])
    })
}
