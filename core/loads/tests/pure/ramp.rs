//! The ramp of a clock after idle, on simulated cores whose clock is known at each point in time.

use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;
use trueghz_report::Outlined;

use trueghz::run::session::Cancellation;
use trueghz::run::session_error::SessionError;
use trueghz::simulate::{CoreModel, Disturbances, Interrupts, Machine, Profile, Timer};
use trueghz::{Event, NoObserver, Session};
use trueghz_loads::ramp::{RampOptions, RampReport, RampRun, ramp_at};

use crate::environment::SimulatedEnvironment;

const REST: Duration = Duration::from_millis(100);

/// Read cost of the simulated timers, in nanoseconds.
const READ_NS: f64 = 20.0;

fn report(profile: &Profile, timer_hz: u64, runs: u32) -> RampReport {
    disturbed_report(profile, timer_hz, runs, &[Interrupts::per_second(250.0)])
}

fn disturbed_report(profile: &Profile, timer_hz: u64, runs: u32, interrupts: &[Interrupts]) -> RampReport {
    let (profile, interrupts) = (profile.clone(), interrupts.to_vec());
    let machine = move || {
        let timer = Timer { hz: timer_hz, read_ns: READ_NS, jitter_ns: 0.0 };
        let disturbances = Disturbances { interrupts: interrupts.clone(), ..Disturbances::default() };
        Machine::new(profile.clone(), CoreModel::default(), timer, disturbances, timer_hz)
    };
    let options = RampOptions::new().rest(REST).repeat(runs);
    ended(ramp_at(SimulatedEnvironment(machine), options, NoObserver).expect("a session"))
}

fn ended(session: Session<Result<RampReport, SessionError>>) -> RampReport {
    session.wait().expect("no panic").expect("a report")
}

/// A clock that begins to climb evenly, from 0.6 to 3 GHz, as the rest ends: in steps of 5 µs, so
/// that no window sees them.
fn climbing(over_ms: f64) -> Profile {
    const STEP_MS: f64 = 0.005;
    let steps = (over_ms / STEP_MS).round();
    let at = |step: i32| {
        let part = f64::from(step) / steps;
        (REST.as_nanos() as f64 + part * over_ms * 1e6, 0.6e9 + 2.4e9 * part)
    };
    Profile::Steps(std::iter::once((0.0, 0.6e9)).chain((1..=steps as i32).map(at)).collect())
}

/// The mean clock of a profile over `elapsed_ns`, from `at_ns` after the rest.
fn mean_hz(profile: &Profile, at_ns: f64, elapsed_ns: f64) -> f64 {
    let from_ns = REST.as_nanos() as f64 + at_ns;
    profile.mean_hz(from_ns, from_ns + elapsed_ns)
}

fn run(report: &RampReport) -> &RampRun {
    report.runs.first().expect("a run")
}

#[test]
fn times_are_those_of_the_profile_at_every_tick() {
    for timer_hz in [13_000_000, 24_000_000, 62_500_000] {
        for over_ms in [5.0, 20.0, 100.0] {
            let report = report(&climbing(over_ms), timer_hz, 1);
            let ramp = run(&report).ramp.as_ref().expect("a ramp");
            for (moment, part, within, at_least) in
                [(ramp.t50_ms, 0.5, 0.02, 0.1), (ramp.t90_ms, 0.9, 0.02, 0.1), (ramp.t99_ms, 0.99, 0.05, 0.2)]
            {
                let moment = moment.expect("a time");
                let truth = part * over_ms;
                let off = (moment.value - truth).abs();
                assert!(
                    off <= f64::max(at_least, within * truth),
                    "{timer_hz} Hz, {over_ms} ms, {part}: {moment:?}"
                );
            }
            assert!(ramp.steps.is_empty(), "{timer_hz} Hz, {over_ms} ms: {:?}", ramp.steps);
        }
    }
}

#[test]
fn windows_are_the_integral_of_the_profile() {
    let profile = climbing(20.0);
    for timer_hz in [13_000_000, 62_500_000] {
        let report = report(&profile, timer_hz, 1);
        let windows = &run(&report).windows;
        let clean: Vec<_> = windows.iter().filter(|window| !window.interrupted).collect();
        assert!(clean.len() as f64 >= 0.95 * windows.len() as f64, "{} of {}", clean.len(), windows.len());
        // A tick, and a read.
        let within_ns = 1e9 / timer_hz as f64 + READ_NS;
        let mut off = 0;
        for window in &clean {
            assert!(window.elapsed_ns < 60e3, "{window:?}");
            let expected_ns =
                window.elapsed_ns * window.hz / mean_hz(&profile, window.at_ns, window.elapsed_ns);
            off += usize::from((window.elapsed_ns - expected_ns).abs() > within_ns);
        }
        // An interrupt of less than 1.5 % of a window is not seen.
        assert!(off * 100 <= clean.len(), "{timer_hz} Hz: {off} of {}", clean.len());
    }
}

#[test]
fn steps_are_found_and_none_is_invented() {
    let rest_ns = REST.as_nanos() as f64;
    let steps = [(0.0, 0.8e9), (4.2, 1.6e9), (9.7, 2.4e9), (31.0, 2.5e9)];
    let profile = Profile::Steps(
        steps.iter().map(|&(ms, hz)| (if ms > 0.0 { rest_ns + ms * 1e6 } else { 0.0 }, hz)).collect(),
    );
    let found = report(&profile, 24_000_000, 1);
    let ramp = run(&found).ramp.as_ref().expect("a ramp");
    let at: Vec<f64> = ramp.steps.iter().map(|step| step.at_ms).collect();
    assert_eq!(at.len(), 3, "{:?}", ramp.steps);
    for (at, (truth, _)) in at.iter().zip(&steps[1..]) {
        assert!((at - truth).abs() < 0.01, "{at} instead of {truth}");
    }
    let fixed = report(&Profile::Fixed(2.8e9), 13_000_000, 3);
    for run in &fixed.runs {
        let ramp = run.ramp.as_ref().expect("a ramp");
        assert!(ramp.steps.is_empty() && ramp.t50_ms.is_none(), "{ramp:?}");
        assert!((ramp.last_hz.value / 2.8e9 - 1.0).abs() < 1e-3, "{ramp:?}");
    }
}

#[test]
fn what_is_known_is_kept_when_the_end_is_asked_for() {
    let stop: Arc<OnceLock<Cancellation>> = Arc::default();
    let asked = Arc::clone(&stop);
    let mut benches = 0;
    let machine = move || {
        // The first is for the calibration, and then comes one for each run.
        benches += 1;
        if benches == 4 {
            asked.wait().cancel();
        }
        let timer = Timer { hz: 24_000_000, read_ns: READ_NS, jitter_ns: 0.0 };
        Machine::new(Profile::Fixed(2.8e9), CoreModel::default(), timer, Disturbances::default(), 1)
    };
    let session =
        ramp_at(SimulatedEnvironment(machine), RampOptions::new().rest(REST), NoObserver).expect("a session");
    stop.set(session.cancellation()).expect("once");
    assert_eq!(ended(session).runs.len(), 2);
}

#[test]
fn an_observer_is_told_of_each_run() {
    let seen: Arc<Mutex<Vec<usize>>> = Arc::default();
    let told = Arc::clone(&seen);
    let observer = move |event: Event| {
        if let Event::Progressed { done, total: 3 } = event {
            told.lock().expect("no panic").push(done);
        }
    };
    let machine = || {
        let timer = Timer { hz: 24_000_000, read_ns: READ_NS, jitter_ns: 0.0 };
        Machine::new(Profile::Fixed(2.8e9), CoreModel::default(), timer, Disturbances::default(), 1)
    };
    let options = RampOptions::new().rest(REST).repeat(3);
    ended(ramp_at(SimulatedEnvironment(machine), options, observer).expect("a session"));
    assert_eq!(*seen.lock().expect("no panic"), [0, 1, 2]);
}

#[test]
fn a_slow_first_clock_is_as_true_as_the_last() {
    // The fixed overhead of a window is 40 cycles: at 0.6 GHz 0.17 % of it, at 3 GHz a fifth of
    // that.
    for timer_hz in [24_000_000, 62_500_000] {
        let rise_ns = REST.as_nanos() as f64 + 40e6;
        let report = report(&Profile::Steps(vec![(0.0, 0.6e9), (rise_ns, 3e9)]), timer_hz, 1);
        let found = run(&report).ramp.as_ref().expect("a ramp");
        assert!((found.idle_hz.value / 0.6e9 - 1.0).abs() < 5e-4, "{timer_hz} Hz: {:?}", found.idle_hz);
        assert!((found.last_hz.value / 3e9 - 1.0).abs() < 2e-4, "{timer_hz} Hz: {:?}", found.last_hz);
    }
}

#[test]
fn a_clock_that_stood_is_never_said_to_have_come() {
    for timer_hz in [13_000_000, 24_000_000, 62_500_000] {
        for (per_second, ns) in [(20.0, 1e5..=3e6), (200.0, 3e4..=4e5), (1_500.0, 1e4..=2e5)] {
            let interrupts = Interrupts::uniform(per_second, ns);
            let report = disturbed_report(&Profile::Fixed(2.4e9), timer_hz, 3, &[interrupts]);
            let summary = report.outline().summary;
            assert!(
                summary.starts_with("The clock was already there after the rest."),
                "{timer_hz} {per_second}: {summary}"
            );
            let drawn = report.runs.iter().flat_map(|run| &run.windows).filter(|window| !window.interrupted);
            let lowest = drawn.map(|window| window.hz).fold(f64::INFINITY, f64::min);
            assert!(lowest > 2.2e9, "{timer_hz} {per_second}: {lowest} is drawn");
        }
    }
}
