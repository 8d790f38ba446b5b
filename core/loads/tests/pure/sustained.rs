//! The clock under a sustained load, on simulated cores whose clock is known at each point in time.

use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use trueghz::run::bench::Bench;
use trueghz::run::measure::measure_at;
use trueghz::run::session::Cancellation;
use trueghz::simulate::{CoreModel, Disturbances, Interrupts, Machine, Profile, Sibling, Timer};
use trueghz::{Interval, NoObserver, Observer, Options};
use trueghz_loads::sustained::throttling::Sustained;
use trueghz_loads::sustained::{LinesError, SustainedEvent, SustainedOptions, SustainedReport, sustained_at};
use trueghz_report::Outlined;

use crate::environment::SimulatedEnvironment;

/// The timers of phones and servers.
const TIMERS: [u64; 3] = [13_000_000, 24_000_000, 62_500_000];

fn machine(profile: &Profile, timer_hz: u64) -> impl FnMut() -> Machine + Send + 'static {
    let profile = profile.clone();
    move || {
        let timer = Timer { hz: timer_hz, read_ns: 20.0, jitter_ns: 0.0 };
        let interrupts = vec![Interrupts::per_second(250.0)];
        let disturbances = Disturbances { interrupts, ..Disturbances::default() };
        Machine::new(profile.clone(), CoreModel::default(), timer, disturbances, timer_hz)
    }
}

fn report(
    profile: &Profile,
    timer_hz: u64,
    seconds: u64,
    observer: impl Observer<SustainedEvent> + 'static,
) -> SustainedReport {
    let options = SustainedOptions::new().duration(Duration::from_secs(seconds));
    let session =
        sustained_at(SimulatedEnvironment(machine(profile, timer_hz)), options, observer).expect("a session");
    session.wait().expect("no panic").expect("a report")
}

fn found(profile: &Profile, timer_hz: u64, seconds: u64) -> Sustained {
    report(profile, timer_hz, seconds, NoObserver).found.expect("a result")
}

/// Converts seconds to nanoseconds.
fn at(seconds: f64) -> f64 {
    seconds * 1e9
}

#[test]
fn throttling_is_found_with_its_time_at_every_tick() {
    // In one step, and over two seconds.
    let falls = Profile::Steps(vec![(0.0, 2.8e9), (at(13.337), 1.68e9)]);
    let slides = Profile::Drift { from_hz: 2.8e9, to_hz: 1.68e9, start_ns: at(13.0), over_ns: at(2.0) };
    for timer_hz in TIMERS {
        let report = report(&falls, timer_hz, 30, NoObserver);
        let step = report.found.expect("a result");
        let when = step.throttled_ms.expect("it fell");
        // The load's time begins after calibration and warm-up.
        let first_ticks = machine(&falls, timer_hz)().ticks();
        let began_ms = (report.run.start_ticks - first_ticks) as f64 / timer_hz as f64 * 1e3;
        let truth_ms = 13_337.0 - began_ms;
        assert!((when.value - truth_ms).abs() < 10.0, "{timer_hz} Hz: {when:?} instead of {truth_ms}");
        let [fell] = step.steps[..] else { panic!("one step: {:?}", step.steps) };
        assert!((fell.at_ms - when.value).abs() < 10.0, "{fell:?} {when:?}");
        assert!((step.loss.value - 0.4).abs() < 1e-3, "{timer_hz} Hz: {:?}", step.loss);
        let slide = found(&slides, timer_hz, 30);
        assert!(slide.steps.is_empty(), "{:?}", slide.steps);
        // 3 % of the way of 40 % in two seconds.
        let truth_ms = 13_150.0 - began_ms;
        assert!(slide.throttled_ms.is_some_and(|when| (when.value - truth_ms).abs() < 200.0), "{slide:?}");
    }
}

#[test]
fn a_fall_is_no_interruption_wherever_a_record_ends() {
    // Records are a quarter of a second long: one ends among these falls.
    for fall in 0..30 {
        let falls = Profile::Steps(vec![(0.0, 2.8e9), (at(5.0 + 0.01 * f64::from(fall)), 1.68e9)]);
        let quiet = move || {
            let timer = Timer { hz: 24_000_000, read_ns: 20.0, jitter_ns: 0.0 };
            Machine::new(falls.clone(), CoreModel::default(), timer, Disturbances::default(), 1)
        };
        let options = SustainedOptions::new().duration(Duration::from_secs(15));
        let session = sustained_at(SimulatedEnvironment(quiet), options, NoObserver).expect("a session");
        let report = session.wait().expect("no panic").expect("a report");
        let windows = report.records.iter().flat_map(|record| &record.windows);
        assert_eq!(windows.filter(|window| window.interrupted).count(), 0, "{fall}");
    }
}

#[test]
fn a_fixed_clock_has_no_steps_and_loses_nothing() {
    for timer_hz in TIMERS {
        let found = found(&Profile::Fixed(2.8e9), timer_hz, 60);
        assert!(
            found.steps.is_empty() && found.throttled_ms.is_none() && found.alternation.is_none(),
            "{found:?}"
        );
        assert!(
            found.loss.low <= 0.0 && found.loss.high >= 0.0 && found.loss.value.abs() < 1e-3,
            "{found:?}"
        );
        for level in [found.peak_hz, found.last_hz] {
            assert!(level.contains(2.8e9), "{timer_hz} Hz: {level:?}");
            assert!((level.value / 2.8e9 - 1.0).abs() < 2e-4, "{timer_hz} Hz: {level:?}");
        }
    }
}

#[test]
fn a_core_that_begins_at_its_idle_clock_is_read_as_truly() {
    // Twelve times slower until some time of the calibration, or a while after: in one of the cases
    // the pilot still runs so.
    for idle_ms in (10..200).step_by(10) {
        let wakes = Profile::Steps(vec![(0.0, 0.25e9), (f64::from(idle_ms) * 1e6, 3e9)]);
        let found = found(&wakes, 13_000_000, 5);
        for level in [found.peak_hz, found.last_hz] {
            assert!(level.contains(3e9), "{idle_ms} ms: {level:?}");
            assert!((level.value / 3e9 - 1.0).abs() < 2e-4, "{idle_ms} ms: {level:?}");
        }
    }
}

/// A core whose sibling is busy for the fraction `busy` of the time, with a server's timer.
fn shared(busy: f64, burst_ns: f64) -> SustainedReport {
    let machine = move || {
        let timer = Timer { hz: 1_000_000_000, read_ns: 20.0, jitter_ns: 2.0 };
        let disturbances =
            Disturbances { sibling: Some(Sibling { busy, burst_ns }), ..Disturbances::default() };
        Machine::new(Profile::Fixed(2.8e9), CoreModel::default(), timer, disturbances, 5)
    };
    let options = SustainedOptions::new().duration(Duration::from_secs(20));
    let session = sustained_at(SimulatedEnvironment(machine), options, NoObserver).expect("a session");
    session.wait().expect("no panic").expect("a report")
}

#[test]
fn a_busy_sibling_is_named_and_takes_nothing_of_the_clock() {
    for (busy, burst_ns) in [(0.3, 2e6), (0.5, 30e6), (0.97, 50e6)] {
        let report = shared(busy, burst_ns);
        let found = report.found.as_ref().expect("a result");
        assert!(found.loss.low <= 0.0 && found.loss.high >= 0.0, "{busy}: {:?}", found.loss);
        for level in [found.peak_hz, found.last_hz] {
            assert!(level.contains(2.8e9), "{busy}: {level:?}");
            // Possible undetected effect of a busy sibling.
            assert!((level.value / 2.8e9 - 1.0).abs() < 3e-3, "{busy}: {level:?}");
        }
        let windows: usize = report.records.iter().map(|record| record.windows.len()).sum();
        let shared = report.records.iter().map(|record| record.shared).sum::<usize>() as f64 / windows as f64;
        // A sibling that happens to do little goes unseen, and bursts differ: 20 s hold some
        // hundred of them.
        assert!((shared - busy).abs() < 0.2, "{busy}: {shared}");
        assert!(report.outline().summary.contains("shared the core"), "{}", report.outline().summary);
    }
}

#[test]
fn two_levels_are_named() {
    for (timer_hz, each_ms) in TIMERS.into_iter().zip([3.0, 30.0, 470.0]) {
        let profile = Profile::Alternating { hz: 2.8e9, other_hz: 2.5e9, each_ns: each_ms * 1e6 };
        let found = found(&profile, timer_hz, 20);
        let two = found.alternation.expect("two levels");
        assert!((two.high_hz.value / 2.8e9 - 1.0).abs() < 1e-3, "{each_ms} ms: {two:?}");
        assert!((two.low_hz.value / 2.5e9 - 1.0).abs() < 1e-3, "{each_ms} ms: {two:?}");
        assert!((two.high_fraction - 0.5).abs() < 0.1, "{each_ms} ms: {two:?}");
    }
}

#[test]
fn the_windows_cost_the_load_less_than_a_hundredth() {
    for seconds in [2, 60] {
        let report = report(&Profile::Fixed(1.1e9), 24_000_000, seconds, NoObserver);
        assert!(
            report.window_time_fraction > 0.0 && report.window_time_fraction < 0.01,
            "{}",
            report.window_time_fraction
        );
    }
}

#[test]
fn the_load_and_a_measurement_agree() {
    let profile = Profile::Fixed(2.345_678e9);
    let levels = found(&profile, 24_000_000, 30);
    let session = measure_at(SimulatedEnvironment(machine(&profile, 24_000_000)), Options::new(), NoObserver);
    let measured = session.expect("a session").wait().expect("no panic").measurement;
    let [reading] = &measured.cores[..] else { panic!("one core") };
    let Interval { low: low_hz, high: high_hz, .. } = reading.frequency_hz.expect("a number");
    assert!(levels.last_hz.low <= high_hz && low_hz <= levels.last_hz.high, "{levels:?} {low_hz} {high_hz}");
}

#[test]
fn what_an_observer_writes_down_is_the_report() {
    let lines: Arc<Mutex<String>> = Arc::default();
    let written = Arc::clone(&lines);
    let observer = move |event: SustainedEvent| {
        let line = match event {
            SustainedEvent::Begun { run } => run.to_line(),
            SustainedEvent::Recorded { record } => record.to_line(),
            _ => return,
        };
        written.lock().expect("no panic").push_str(&line);
    };
    let falls = Profile::Steps(vec![(0.0, 2.8e9), (at(4.0), 1.9e9)]);
    let report = report(&falls, 24_000_000, 8, observer);
    let lines = lines.lock().expect("no panic").clone();
    let read = SustainedReport::from_lines(&lines).expect("lines");
    assert_eq!((&read.report, read.skipped), (&report, 0));
    // Cut anywhere, all complete lines are still read.
    let first = lines.find('\n').expect("a line") + 1;
    for cut in (first..lines.len()).step_by(997) {
        let read = SustainedReport::from_lines(&lines[..cut]).expect("lines");
        let whole = lines[first..cut].matches('\n').count();
        assert!((whole..=whole + 1).contains(&read.report.records.len()), "{cut}");
        assert_eq!(read.report.records[..whole], report.records[..whole]);
    }
    assert!(matches!(SustainedReport::from_lines(""), Err(LinesError::Empty)));
    assert!(matches!(SustainedReport::from_lines(&lines[..first / 2]), Err(LinesError::NoRun(_))));
    let later = lines.replace("trueghz-sustained/2", "trueghz-sustained/3");
    assert!(matches!(SustainedReport::from_lines(&later), Err(LinesError::OtherSchema(_))));
    let damaged = lines.replacen("\"at_ms\"", "\"at_mx\"", 1);
    assert_eq!(SustainedReport::from_lines(&damaged).expect("lines").skipped, 1);
}

#[test]
fn what_is_known_is_kept_when_the_end_is_asked_for() {
    let stop: Arc<OnceLock<Cancellation>> = Arc::default();
    let asked = Arc::clone(&stop);
    let mut records = 0;
    let observer = move |event: SustainedEvent| {
        if let SustainedEvent::Recorded { .. } = event {
            records += 1;
            if records == 3 {
                asked.wait().cancel();
            }
        }
    };
    // A year, for which the simulated machine would need an hour.
    let options = SustainedOptions::new().duration(Duration::from_secs(365 * 86_400));
    let environment = SimulatedEnvironment(machine(&Profile::Fixed(2.8e9), 24_000_000));
    let session = sustained_at(environment, options, observer).expect("a session");
    stop.set(session.cancellation()).expect("once");
    let report = session.wait().expect("no panic").expect("a report");
    let whole_ms = report.run.length_ms;
    let last_ms = report.records.last().expect("a record").at_ms;
    assert!(report.records.len() >= 3 && last_ms < whole_ms, "{} records", report.records.len());
}
