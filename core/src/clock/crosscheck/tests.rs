//! Sessions with mocks. Each trap of the time sources that is known from the field is here.

mod attribution;
mod field;

use std::sync::Arc;
use std::time::Duration;

use super::*;
use crate::clock::mock::{MockClock, VirtualTime};
use crate::clock::{Clock, Clocks, UnknownRate, Witness};

/// A session of mock clocks on one virtual time: the primary clock first.
struct Session {
    time: VirtualTime,
    clocks: Vec<Arc<MockClock>>,
    /// The witness of this index does not state its rate.
    unknown: Option<usize>,
}

/// Samples of a session.
const SAMPLES: usize = 41;
/// Time between two samples.
const APART: Duration = Duration::from_millis(25);

impl Session {
    fn new(clocks: impl FnOnce(&VirtualTime) -> Vec<MockClock>) -> Self {
        let time = VirtualTime::new();
        let clocks = clocks(&time).into_iter().map(Arc::new).collect();
        Self { time, clocks, unknown: None }
    }

    fn with_unknown_rate(mut self, witness: usize) -> Self {
        self.unknown = Some(witness);
        self
    }

    fn witness(&self, index: usize) -> Witness {
        let clock = self.clocks[index].clone();
        if self.unknown == Some(index) {
            let id = clock.id();
            return Witness::of_unknown_rate(id, UnknownRate::NotInCpuid, move || clock.ticks());
        }
        Witness::of_clock(clock)
    }

    /// Runs the session; `happen` is called before each sample with the sample's number.
    fn run(&self, happen: impl Fn(usize, &[Arc<MockClock>])) -> CrossCheck {
        let mut recorder = Recorder::new(Clocks {
            primary: self.clocks[0].clone(),
            witnesses: (1..self.clocks.len()).map(|index| self.witness(index)).collect(),
            notes: Vec::new(),
        });
        for sample in 0..SAMPLES {
            // Uneven intervals, as in practice: a beat between sampling and ticks would improve the
            // result.
            self.time.advance(APART + Duration::from_nanos((sample * sample * 7919) as u64 % 10_007));
            happen(sample, &self.clocks);
            recorder.sample();
        }
        let record = recorder.into_record();
        let json = serde_json::to_string(&record).unwrap();
        assert_eq!(serde_json::from_str::<SessionRecord>(&json).unwrap(), record, "a record outlives a file");
        check(&record)
    }

    fn run_quietly(&self) -> CrossCheck {
        self.run(|_, _| ())
    }
}

fn ns_clock(time: &VirtualTime, id: ClockId) -> MockClock {
    MockClock::new(time, 1_000_000_000).with_id(id).with_read_cost(Duration::from_nanos(25))
}

fn raw(time: &VirtualTime) -> MockClock {
    ns_clock(time, ClockId::MonotonicRaw)
}

fn wall(time: &VirtualTime) -> MockClock {
    ns_clock(time, ClockId::Realtime)
}

fn counter(time: &VirtualTime, hz: u64) -> MockClock {
    MockClock::new(time, hz)
        .with_id(ClockId::Cntvct)
        .with_rate_source(crate::clock::RateSource::Register)
        .with_read_cost(Duration::from_nanos(9))
}

fn tsc(time: &VirtualTime, hz: u64) -> MockClock {
    MockClock::new(time, hz).with_id(ClockId::Tsc).with_read_cost(Duration::from_nanos(12))
}

/// The true value lies within the stated uncertainty, and the uncertainty is small enough to be
/// useful.
#[track_caller]
fn assert_covers(found: Ppm, truth_ppm: f64, at_most_ppm: f64) {
    let Ppm { ppm, uncertainty_ppm } = found;
    assert!(
        (ppm - truth_ppm).abs() <= uncertainty_ppm,
        "{ppm} +- {uncertainty_ppm} does not hold {truth_ppm}"
    );
    assert!(uncertainty_ppm <= at_most_ppm, "+- {uncertainty_ppm} ppm, expected {at_most_ppm} at most");
}

#[track_caller]
fn disagreement(agreement: &Agreement) -> &Disagreement {
    match agreement {
        Agreement::Disagree(disagreement) => disagreement,
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn assert_agree(agreement: &Agreement) {
    assert!(matches!(agreement, Agreement::Agree { .. }), "{agreement:?}");
}

#[test]
fn equal_rates_agree_closely() {
    let outcome = Session::new(|t| vec![raw(t), counter(t, 19_200_000), wall(t)]).run_quietly();
    assert_agree(&outcome.rate);
    assert_agree(&outcome.stability);
    assert_eq!(outcome.events, []);
    assert!(!outcome.invalidates_reading());
    // A second, one 52 ns tick and some 60 ns of bracket at each end.
    assert_covers(outcome.witnesses[0].rate.unwrap(), 0.0, 0.2);
    assert_eq!(outcome.witnesses[0].nominal_hz, Some(19_200_000.0));
}

#[test]
fn the_bound_holds_for_any_rate_offset_and_tick() {
    for (hz, ppm) in [(1_920_000, 13.0), (13_000_000, -47.5), (24_000_000, 400.0), (1_000_000_000, -0.2)] {
        let session = Session::new(|t| vec![raw(t), counter(t, hz).starting_at(u64::MAX - hz / 3)]);
        session.clocks[1].drift_ppm(ppm);
        let outcome = session.run_quietly();
        let tick_ppm = 1e9 / hz as f64 / 1e9 * 1e6;
        assert_covers(outcome.witnesses[0].rate.unwrap(), ppm, 0.2 + tick_ppm * 1.5);
    }
}

#[test]
fn without_a_second_clock_nothing_is_checked() {
    let outcome = Session::new(|t| vec![raw(t)]).run_quietly();
    assert_eq!(outcome.rate, Agreement::Unchecked { reason: NotChecked::NoSecondClock });
    assert!(!outcome.invalidates_reading());
}

#[test]
fn one_sample_is_too_few() {
    let session = Session::new(|t| vec![raw(t), counter(t, 24_000_000)]);
    let mut recorder = Recorder::new(Clocks {
        primary: session.clocks[0].clone(),
        witnesses: vec![session.witness(1)],
        notes: Vec::new(),
    });
    recorder.sample();
    let outcome = check(recorder.record());
    assert_eq!(outcome.rate, Agreement::Unchecked { reason: NotChecked::TooFewSamples });
    assert_eq!(outcome.stability, Agreement::Unchecked { reason: NotChecked::TooFewSamples });
}

#[test]
fn interrupted_brackets_are_left_out_and_counted() {
    let session = Session::new(|t| vec![raw(t), counter(t, 24_000_000)]);
    let mut recorder = Recorder::new(Clocks {
        primary: session.clocks[0].clone(),
        witnesses: vec![session.witness(1)],
        notes: Vec::new(),
    });
    for _ in 0..SAMPLES {
        session.time.advance(APART);
        recorder.sample();
    }
    let mut record = recorder.into_record();
    for sample in [0, 7, 40] {
        let bracket = &mut record.witnesses[0].brackets[sample];
        bracket.before_ticks -= 3_000_000; // 3 ms between the first read and the second
    }
    let outcome = check(&record);
    assert_eq!(outcome.witnesses[0].wide_brackets, 3);
    assert_covers(outcome.witnesses[0].rate.unwrap(), 0.0, 0.3);
    assert_eq!(outcome.events, []);
}

#[test]
fn a_bracket_is_the_tightest_of_its_attempts() {
    let time = VirtualTime::new();
    let primary = raw(&time);
    let witness = Witness::of_clock(Arc::new(counter(&time, 24_000_000)));
    let width = bracket(&primary, &witness).width_ticks();
    assert!((33..=35).contains(&width), "half a read, the counter's read, half a read: {width} ns");
}
