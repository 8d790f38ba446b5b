//! Contents of the mailbox, and how long they wait.

use std::time::{Duration, Instant};

use super::event::Event;
use super::mailbox::*;
use super::running::tests::CLOCK;
use super::running::{MOST_WINDOWS, RunningWindows};
use super::warm_up_buffer::MOST_POINTS;
use crate::chain::{BodyLength, ChainKind};
use crate::clock::quality::Tolerance;
use crate::estimate::recording::{WarmUpSample, Window};

fn begun() -> NewWindows {
    NewWindows { core: 0, history: RunningWindows::new(CLOCK, None, None), part: 0.0, since: Instant::now() }
}

fn windows(round: u32) -> [Window; 1] {
    [Window {
        kind: ChainKind::Add,
        length: BodyLength::Long,
        iterations: 1,
        round,
        start_ticks: u64::from(round) * 2_000_000,
        elapsed_ticks: 300_000,
        polls: 0,
        ran_on: None,
    }]
}

fn far() -> Instant {
    Instant::now() + Duration::from_secs(3600)
}

#[test]
fn an_observer_that_takes_nothing_makes_it_no_larger() {
    let mailbox = Mailbox::<Event>::default();
    for block in 0..100_000 {
        mailbox.warm_up(0, &[WarmUpSample { at_ms: f64::from(block) * 0.1, hz: 1e9 }]);
    }
    mailbox.push(Entry::Event(Event::CoreStarted { core: 1 }));
    for round in 0..100_000 {
        mailbox.windows(&windows(round), f64::from(round) / 1e5, begun);
    }
    mailbox.close();
    let entries = std::iter::from_fn(|| mailbox.take(Instant::now())).map(|(entry, _)| entry);
    let [Entry::WarmUp { curve, .. }, Entry::Event(_), Entry::Windows(new)] =
        <[Entry<Event>; 3]>::try_from(entries.collect::<Vec<Entry<Event>>>()).unwrap()
    else {
        panic!("other entries")
    };
    let points = curve.points();
    assert!(points.len() <= MOST_POINTS, "{}", points.len());
    // All of it, as fine in the beginning as at the end.
    assert!(points[0].at_ms < 20.0 && points[points.len() - 1].at_ms > 9_980.0);
    let gaps = points.windows(2).map(|pair| pair[1].at_ms - pair[0].at_ms);
    assert!(gaps.clone().all(|gap| gap > 0.0 && gap < 20.0), "{:?}", gaps.max_by(f64::total_cmp));
    assert!(new.history.windows() <= MOST_WINDOWS, "{}", new.history.windows());
    assert_eq!(new.part, 0.99999);
}

#[test]
fn states_wait_until_they_are_due_or_something_follows() {
    let mailbox = Mailbox::<Event>::default();
    let sample = |at_ms| [WarmUpSample { at_ms, hz: 1e9 }];
    mailbox.push(Entry::Turn { avoid_cpus: vec![], claim_hz: None, reference: Tolerance::ASSUMED });
    mailbox.warm_up(0, &sample(1.0));
    assert!(matches!(mailbox.take(far()), Some((Entry::Turn { .. }, true))), "an event does not wait");
    assert!(matches!(mailbox.take(Instant::now()), Some((Entry::WarmUp { .. }, false))), "due");
    mailbox.warm_up(0, &sample(2.0));
    mailbox.warm_up(0, &sample(3.0));
    mailbox.push(Entry::Event(Event::CoreStarted { core: 1 }));
    let Some((Entry::WarmUp { curve, .. }, true)) = mailbox.take(far()) else { panic!("no curve") };
    assert_eq!(curve.points(), [sample(2.0), sample(3.0)].concat(), "in order, and whole");
    assert!(matches!(mailbox.take(far()), Some((Entry::Event(_), false))));
    mailbox.windows(&windows(0), 0.5, begun);
    mailbox.close();
    assert!(matches!(mailbox.take(far()), Some((Entry::Windows(_), true))));
    assert!(mailbox.take(far()).is_none(), "the end");
}

#[test]
fn a_first_number_is_of_its_core() {
    let mailbox = Mailbox::<Event>::default();
    mailbox.note_first_number(0, 20.0);
    assert_eq!(mailbox.take_time_to_first_estimate(1), None);
    mailbox.note_first_number(1, 30.0);
    assert_eq!(mailbox.take_time_to_first_estimate(1), Some(30.0));
    assert_eq!(mailbox.take_time_to_first_estimate(1), None);
}
