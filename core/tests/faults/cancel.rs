//! A measurement that is cancelled, at any moment.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use trueghz::chain::{BodyLength, ChainKind, UnsupportedArchitecture};
use trueghz::clock::crosscheck::SessionRecord;
use trueghz::clock::{ClockId, Timebase};
use trueghz::estimate::recording::{ClockFacts, WarmUpEnd, WarmUpSample, Window};
use trueghz::estimate::verdict::Reason;
use trueghz::report::Reading;
use trueghz::run::bench::{Bench, TickAlignment, Timing};
use trueghz::run::event::NoObserver;
use trueghz::run::measure::measure_at;
use trueghz::run::record::{RecordObserver, record};
use trueghz::run::session::Cancellation;
use trueghz::run::target::Selection;
use trueghz::simulate::{Machine, Profile, Timer};

use crate::bench::{TIMER, drawn_hz};
use crate::environment::{Phone, true_hz};
use crate::stand::{MS, expect, lasting, machine_with, report_cancelled, usual, with_each_seed};
use crate::table::{Group, Row};

pub const GROUP: Group = Group {
    title: "Cancelling",
    about: "Times are of the machine's clock, from the moment of the cancellation to the end. The \
        estimate takes none of it.",
    rows: &[
        Row {
            fault: "cancelled at any moment of a run, every 5 ms from its start to its end",
            outcome: "named `cancelled` in 50 ms at most; what is known is kept",
            proof: || at_any_moment(TIMER, HALF_A_SECOND, &|_| 5.0),
        },
        Row {
            fault: "the same with a trapped counter: 2 µs a read",
            outcome: "the same",
            proof: || at_any_moment(Timer { read_ns: 2_000.0, ..TIMER }, HALF_A_SECOND, &|_| 10.0),
        },
        Row {
            fault: "the same with a clock of 10 ms a tick, for 12 s: every 20 ms of the first second, \
                then every second",
            outcome: "the same",
            proof: || {
                let timer = Timer { hz: 100, read_ns: 2_000.0, jitter_ns: 20.0 };
                let apart = |at_ms| if at_ms < 1_000.0 { 20.0 } else { 1_000.0 };
                at_any_moment(timer, Duration::from_secs(12), &apart)
            },
        },
        Row { fault: "cancelled in the warm-up", outcome: "the curve so far is kept", proof: in_the_warm_up },
        Row {
            fault: "cancelled in the windows",
            outcome: "the number so far is kept",
            proof: in_the_windows,
        },
        Row {
            fault: "cancelled late in a reading of ten minutes",
            outcome: "named `cancelled` in 50 ms at most; the number from all of the time so far is kept",
            proof: late_in_a_long_reading,
        },
        Row {
            fault: "a list of cores is cancelled in the second",
            outcome: "the first is whole; the third is not begun",
            proof: in_a_list,
        },
        Row {
            fault: "cancelled during the estimate, when all windows are there",
            outcome: "named `cancelled`; the number is kept",
            proof: in_the_estimate,
        },
        Row { fault: "cancelled twice", outcome: "no more effect than once", proof: twice },
        Row { fault: "cancelled after the end", outcome: "no effect", proof: after_the_end },
    ],
};

/// A machine that cancels its own measurement at `at_ns`.
struct Cancelling {
    machine: Machine,
    at_ns: f64,
    cancellation: Cancellation,
}

impl Cancelling {
    fn and<T>(&mut self, act: impl FnOnce(&mut Machine) -> T) -> T {
        let result = act(&mut self.machine);
        if self.machine.now_ns() >= self.at_ns {
            self.cancellation.cancel();
        }
        result
    }
}

impl Bench for Cancelling {
    fn ticks(&mut self) -> u64 {
        self.and(Machine::ticks)
    }

    fn next_edge(&mut self) -> (u64, u32) {
        self.and(Machine::next_edge)
    }

    fn clock(&self) -> (ClockId, Timebase) {
        self.machine.clock()
    }

    fn time(
        &mut self,
        kind: ChainKind,
        length: BodyLength,
        iterations: u32,
        edges: TickAlignment,
    ) -> Result<Timing, UnsupportedArchitecture> {
        self.and(|machine| machine.time(kind, length, iterations, edges))
    }

    fn ran_on(&mut self) -> Option<u32> {
        self.machine.ran_on()
    }

    fn sample_witnesses(&mut self) {
        self.and(Machine::sample_witnesses);
    }

    fn take_session_record(&mut self) -> SessionRecord {
        self.machine.take_session_record()
    }
}

/// Is cancelled from elsewhere.
struct Cancelled(Cancellation);

impl RecordObserver for Cancelled {
    fn clock(&mut self, _: &ClockFacts) {}
    fn warm_up(&mut self, _: &[WarmUpSample]) {}
    fn warmed_up(&mut self, _: WarmUpEnd, _: Duration) {}
    fn windows(&mut self, _: &[Window]) {}
    fn cancellation(&self) -> Cancellation {
        self.0.clone()
    }
}

/// Returns the reading of a run that is cancelled at `at_ns`, and the time of its end; both in
/// nanoseconds.
fn cancelled_at(at_ns: f64, timer: Timer, duration: Duration, seed: u64) -> (Reading, f64) {
    let machine = machine_with(Profile::Fixed(drawn_hz(seed)), timer, seed);
    let cancellation = Cancellation::default();
    let mut bench = Cancelling { machine, at_ns, cancellation: cancellation.clone() };
    let recorded = record(&mut bench, Some(0), &lasting(seed, duration), &mut Cancelled(cancellation));
    (report_cancelled(recorded), bench.machine.now_ns())
}

/// Maximum time from cancellation to the end, in milliseconds.
const AT_ONCE_MS: f64 = 50.0;

const HALF_A_SECOND: Duration = Duration::from_millis(500);

/// Cancels at many moments; after each, `apart_ms` says how long it is to the next, in
/// milliseconds.
fn at_any_moment(timer: Timer, duration: Duration, apart_ms: &dyn Fn(f64) -> f64) -> String {
    // A run that is not cancelled gives the total duration.
    let (whole, whole_ns) = cancelled_at(f64::INFINITY, timer, duration, 0);
    let (mut at_ms, mut moments, mut numbers) = (0.0, 0, 0);
    while at_ms * MS < whole_ns {
        let (reading, end_ns) = cancelled_at(at_ms * MS, timer, duration, 0);
        let late_ms = end_ns / MS - at_ms;
        assert!(late_ms <= AT_ONCE_MS, "cancelled at {at_ms} ms: {late_ms} ms late");
        match (reading.frequency(), reading.reason) {
            (None, reason) => assert_eq!(reason, Some(Reason::Cancelled), "at {at_ms} ms"),
            (Some(found), _) => {
                let off_hz = (found.hz.value - drawn_hz(0)).abs();
                let half_hz = found.hz.half_width();
                assert!(off_hz < 3.0 * half_hz, "at {at_ms} ms: off by {off_hz}, +- {half_hz}");
                numbers += 1;
            }
        }
        moments += 1;
        at_ms += apart_ms(at_ms);
    }
    assert!(moments > 50, "only {moments} moments");
    if whole.hz().is_none() {
        // Such a clock has no number at the end, either.
        return "within 50 ms at every moment; refused `cancelled`".to_owned();
    }
    assert!(numbers > moments / 2, "only {numbers} of {moments} have a number");
    "within 50 ms at every moment; refused `cancelled`, or a number that its interval bears out".to_owned()
}

fn in_the_warm_up() -> String {
    with_each_seed(|seed| {
        let (reading, _) = cancelled_at(30.0 * MS, TIMER, Duration::from_millis(500), seed);
        let kept = (20.0..40.0).contains(&reading.warm_up_ms) && reading.windows.total == 0;
        expect(&reading).refused(Reason::Cancelled).and(kept, "the warm-up so far").seen()
    })
}

fn in_the_windows() -> String {
    with_each_seed(|seed| {
        let (reading, _) = cancelled_at(250.0 * MS, TIMER, Duration::from_millis(500), seed);
        let fewer = (150.0..250.0).contains(&reading.elapsed_ms);
        expect(&reading)
            .steady()
            .right_to(drawn_hz(seed), 200.0)
            .warned(&["cancelled"])
            .and(fewer, "from the windows so far")
            .seen()
    })
}

fn late_in_a_long_reading() -> String {
    let (at_ms, seed) = (599_000.0, 0);
    let (reading, end_ns) = cancelled_at(at_ms * MS, TIMER, Duration::from_secs(600), seed);
    let late_ms = end_ns / MS - at_ms;
    assert!(late_ms <= AT_ONCE_MS, "{late_ms} ms late");
    // So few that their estimate takes almost no time.
    let few = (5_000..=16_384).contains(&reading.windows.total);
    let whole = (598_000.0..599_100.0).contains(&reading.elapsed_ms);
    // Some twenty stretches are left at least.
    let line = &reading.time_line;
    let spans = line.first().is_some_and(|first| first.at_ms < 40_000.0)
        && line.last().is_some_and(|last| last.at_ms > 560_000.0);
    expect(&reading)
        .steady()
        .right_to(drawn_hz(seed), 20.0)
        .warned(&["cancelled"])
        .and(few, "few windows")
        .and(whole && spans, "from all of the time so far")
        .seen()
}

/// A session of these cores on a phone that cancels it `when_asked[n]` times at the `n`th request
/// for a core, and `when_left` times when a thread leaves its core.
fn cancelling(seed: u64, cores: &[u32], when_asked: [usize; 3], when_left: usize) -> Vec<Reading> {
    let handed: Arc<OnceLock<Cancellation>> = Arc::default();
    let cancel = {
        let handed = Arc::clone(&handed);
        move |times: usize| (0..times).for_each(|_| handed.wait().cancel())
    };
    let on_leaving = cancel.clone();
    let phone = Phone { on_leaving: Arc::new(move || on_leaving(when_left)), ..Phone::new(seed) };
    let phone = phone.pinning(move |cpu, asked| {
        cancel(when_asked[asked]);
        Ok(vec![(0.0, cpu)])
    });
    let options = usual(seed).cores(Selection::Cpus(cores.to_vec()));
    let session = measure_at(phone, options, NoObserver).expect("two threads");
    handed.set(session.cancellation()).expect("handed over once");
    session.wait().expect("no panic").measurement.cores
}

fn refused_as_cancelled(reading: &Reading) -> String {
    expect(reading).refused(Reason::Cancelled).warned(&["cancelled"]).seen()
}

fn in_a_list() -> String {
    with_each_seed(|seed| {
        let readings = cancelling(seed, &[0, 2, 3], [0, 1, 0], 0);
        let [first, second, third] = &readings[..] else { panic!("three readings") };
        let first = expect(first).steady().right_to(true_hz(0, seed), 100.0).warned(&[]).seen();
        assert_eq!(third.warm_up_ms, 0.0, "it was begun");
        let others = [second, third].map(refused_as_cancelled);
        assert_eq!(others[0], others[1]);
        format!("the first: {first}; the others: {}", others[0])
    })
}

fn in_the_estimate() -> String {
    with_each_seed(|seed| {
        let readings = cancelling(seed, &[2], [0, 0, 0], 1);
        let expected = expect(&readings[0]).steady().right_to(true_hz(2, seed), 100.0);
        expected.warned(&["cancelled"]).seen()
    })
}

/// Formats a reading without the times of the machine that runs the test.
fn said(readings: &[Reading]) -> Vec<String> {
    let said = |reading: &Reading| {
        let Reading { verdict, reason, frequency_hz, warnings, windows, .. } = reading;
        format!("{verdict:?} {reason:?} {frequency_hz:?} {warnings:?} {windows:?}")
    };
    readings.iter().map(said).collect()
}

fn twice() -> String {
    with_each_seed(|seed| {
        let [once, twice] = [1, 2].map(|times| said(&cancelling(seed, &[0, 2], [0, times, 0], times - 1)));
        assert_eq!(once[1], twice[1]);
        "the same reading".to_owned()
    })
}

fn after_the_end() -> String {
    with_each_seed(|seed| {
        let options = || usual(seed).cores(Selection::Cpus(vec![2]));
        let session = measure_at(Phone::new(seed), options(), NoObserver).expect("two threads");
        while !session.is_finished() {
            std::thread::sleep(Duration::from_millis(1));
        }
        session.cancel();
        let late = session.wait().expect("no panic").measurement.cores;
        assert_eq!(said(&late), said(&Phone::new(seed).read(Selection::Cpus(vec![2]))));
        expect(&late[0]).steady().right_to(true_hz(2, seed), 100.0).warned(&[]).seen()
    })
}
