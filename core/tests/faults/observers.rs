//! Observers that fail.

use std::sync::Mutex;
use std::sync::mpsc::channel;
use std::time::Duration;

use trueghz::report::Reading;
use trueghz::run::event::{Event, Observer, Unobserved};
use trueghz::run::measure::{Measured, Options, measure_at};
use trueghz::run::target::Selection;

use crate::site::{Phone, true_hz};
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
            fault: "blocks for 1 s",
            outcome: "the session ends well; it misses nothing; the windows are unharmed",
            proof: blocking,
        },
    ],
};

fn session(seed: u64, observer: impl Observer + 'static) -> Measured {
    let options = Options { selection: Selection::Cpus(vec![0, 2]), record: usual(seed) };
    let session = measure_at(Phone::new(seed), options, observer).expect("two threads");
    session.wait().expect("no panic in the measurement")
}

/// Whether the windows are those that nobody watched.
fn unharmed(watched: &Measured, seed: u64) -> bool {
    let outcomes =
        |measured: &Measured| measured.raw.cores.iter().map(|core| core.outcome.clone()).collect::<Vec<_>>();
    outcomes(watched) == outcomes(&session(seed, Unobserved))
}

fn last(measured: &Measured) -> &Reading {
    measured.measurement.cores.last().expect("two readings")
}

fn panicking(at: fn(&Event) -> bool) -> String {
    with_each_seed(|seed| {
        let measured = session(seed, move |event: Event| assert!(!at(&event), "an observer's panic"));
        expect(last(&measured))
            .steady()
            .right_to(true_hz(2, seed), 100.0)
            .warned(&["observer_panicked"])
            .and(unharmed(&measured, seed), "the windows are the same to the last tick")
            .seen()
    })
}

/// Where events stand in the order in which a core's come.
fn place(event: &Event) -> (usize, u8) {
    match event {
        Event::Started { .. } => (0, 0),
        Event::CoreStarted { core } => (*core, 1),
        Event::WarmUp { core, .. } => (*core, 2),
        Event::WarmedUp { core, .. } => (*core, 3),
        Event::Running { core, .. } => (*core, 4),
        Event::CoreDone { core, .. } => (*core, 5),
        other => panic!("no place for {other:?}"),
    }
}

fn blocking() -> String {
    // One seed: a second is long.
    let seed = 0;
    let (sender, events) = channel();
    let sender = Mutex::new(sender);
    let slow = move |event: Event| {
        if matches!(event, Event::Started { .. }) {
            std::thread::sleep(Duration::from_secs(1));
        }
        sender.lock().expect("no panic").send(event).expect("the test listens");
    };
    let measured = session(seed, slow);
    let events: Vec<Event> = events.try_iter().collect();
    let places: Vec<(usize, u8)> = events.iter().map(place).collect();
    let once = |at: (usize, u8)| places.iter().filter(|&&place| place == at).count() == 1;
    let each = [0, 1].iter().all(|&core| [1, 3, 5].iter().all(|&step| once((core, step))));
    let Some(Event::CoreDone { reading, .. }) = events.last() else { panic!("{:?}", events.last()) };
    expect(last(&measured))
        .steady()
        .right_to(true_hz(2, seed), 100.0)
        .warned(&[])
        .and(places.is_sorted() && each && **reading == *last(&measured), "every event, in order")
        .and(unharmed(&measured, seed), "the windows are the same to the last tick")
        .seen()
}
