//! Clocks that change during the windows.

use trueghz::estimate::Estimate;
use trueghz::estimate::verdict::Verdict;
use trueghz::simulate::Profile;

use super::bench::{Setting, drawn_hz, error_ppm};

const SEEDS: std::ops::Range<u64> = 0..200;

/// The windows' time, in nanoseconds.
const LASTS_NS: f64 = 500e6;

/// A moving clock: from the clock at first, the other one, and when the windows begin.
type Motion = fn(hz: f64, other_hz: f64, begin_ns: f64) -> Profile;

/// Reads a clock that moves by `part` of itself, with each seed.
fn readings(part: f64, motion: Motion) -> impl Iterator<Item = (u64, f64, f64, Estimate)> {
    SEEDS.map(move |seed| {
        let hz = drawn_hz(seed);
        let other_hz = hz * (1.0 - part);
        let begin_ns = Setting::of(Profile::Fixed(hz)).windows_begin_ns(seed);
        let estimate = Setting::of(motion(hz, other_hz, begin_ns)).estimate(seed);
        (seed, hz, other_hz, estimate)
    })
}

/// The range may miss an end by so much of the motion: stretches of time blur the corners of a drift.
const MISSED: f64 = 0.1;

/// The range may go beyond an end by so much, in parts per million: the noise of the time line's points.
const BEYOND_PPM: f64 = 200.0;

/// Asserts that the motion is found, and that its range holds both ends and little more.
fn found(name: &str, part: f64, motion: Motion) {
    for (seed, hz, other_hz, estimate) in readings(part, motion) {
        let place = format!("{name} by {:.0} ppm, seed {seed}", part * 1e6);
        assert_eq!(estimate.verdict, Verdict::Varying, "{place}: {:?}", estimate.warnings);
        let range = estimate.range.expect("a varying clock has a range");
        // Both positive where the range holds more than the motion.
        let beyond = [(range.high_hz - hz) / hz, (other_hz - range.low_hz) / other_hz];
        let allowed = -MISSED * part..=BEYOND_PPM * 1e-6;
        let ppm = beyond.map(|end| end * 1e6);
        assert!(beyond.iter().all(|end| allowed.contains(end)), "{place}: beyond the ends by {ppm:.0?} ppm");
        let mean = estimate.frequency.expect("a varying clock has a mean").hz;
        assert!((other_hz..=hz).contains(&mean), "{place}: the mean is {mean}");
        assert!(!estimate.time_line.is_empty());
    }
}

fn one_step(hz: f64, other_hz: f64, begin_ns: f64) -> Profile {
    Profile::Steps(vec![(0.0, hz), (begin_ns + 0.4 * LASTS_NS, other_hz)])
}

fn drift(hz: f64, other_hz: f64, begin_ns: f64) -> Profile {
    Profile::Drift { from_hz: hz, to_hz: other_hz, start_ns: begin_ns, over_ns: LASTS_NS }
}

fn slow_alternation(hz: f64, other_hz: f64, begin_ns: f64) -> Profile {
    alternation(hz, other_hz, begin_ns, 30e6)
}

fn fast_alternation(hz: f64, other_hz: f64, begin_ns: f64) -> Profile {
    alternation(hz, other_hz, begin_ns, 3e6)
}

/// Fixed until the windows begin, so that the warm-up ends.
fn alternation(hz: f64, other_hz: f64, begin_ns: f64, each_ns: f64) -> Profile {
    let turns = (1.5 * LASTS_NS / each_ns) as u32;
    let turn = |turn: u32| {
        let at_ns = if turn == 0 { 0.0 } else { begin_ns + f64::from(turn) * each_ns };
        (at_ns, if turn.is_multiple_of(2) { hz } else { other_hz })
    };
    Profile::Steps((0..turns).map(turn).collect())
}

#[test]
fn a_step_is_found() {
    found("one step", 0.2, one_step);
    found("one step", 0.01, one_step);
    found("one step", 0.001, one_step);
}

#[test]
fn a_drift_is_found() {
    found("a drift", 0.2, drift);
    found("a drift", 0.01, drift);
    found("a drift", 0.001, drift);
}

#[test]
fn an_alternation_is_found() {
    found("30 ms each", 0.2, slow_alternation);
    found("30 ms each", 0.01, slow_alternation);
    found("3 ms each", 0.2, fast_alternation);
    found("3 ms each", 0.05, fast_alternation);
}

#[test]
fn a_step_in_the_first_or_the_last_batch_is_found() {
    // A sixteenth of the run is 31 ms.
    found("a step in the first batch", 0.2, |hz, other_hz, begin_ns| {
        Profile::Steps(vec![(0.0, other_hz), (begin_ns + 15e6, hz)])
    });
    found("a step in the last batch", 0.2, |hz, other_hz, begin_ns| {
        Profile::Steps(vec![(0.0, hz), (begin_ns + LASTS_NS - 15e6, other_hz)])
    });
}

#[test]
fn zz_survey() {
    for (name, part, motion) in [
        ("step", 0.2, one_step as Motion), ("step", 0.01, one_step), ("step", 0.001, one_step),
        ("drift", 0.2, drift), ("drift", 0.01, drift), ("drift", 0.001, drift),
        ("30 ms", 0.2, slow_alternation), ("30 ms", 0.01, slow_alternation), ("30 ms", 0.001, slow_alternation),
        ("3 ms", 0.2, fast_alternation), ("3 ms", 0.05, fast_alternation), ("3 ms", 0.01, fast_alternation), ("3 ms", 0.001, fast_alternation),
        ("first", 0.2, |hz, other_hz, begin_ns| Profile::Steps(vec![(0.0, other_hz), (begin_ns + 15e6, hz)])),
        ("last", 0.2, |hz, other_hz, begin_ns| Profile::Steps(vec![(0.0, hz), (begin_ns + LASTS_NS - 15e6, other_hz)])),
        ("first5", 0.2, |hz, other_hz, begin_ns| Profile::Steps(vec![(0.0, other_hz), (begin_ns + 5e6, hz)])),
        ("last5", 0.2, |hz, other_hz, begin_ns| Profile::Steps(vec![(0.0, hz), (begin_ns + LASTS_NS - 5e6, other_hz)])),
    ] {
        let all: Vec<_> = readings(part, motion).collect();
        let v: Vec<_> = all.iter().filter(|r| r.3.verdict != Verdict::Varying).map(|r| (r.0, r.3.verdict, r.3.reason, r.3.warnings.clone())).collect();
        for (seed, hz, other, e) in &all { if let Some(r) = e.range { let over = (1.0 - r.low_hz / other) * 1e6; if over > 3000.0 { println!("  {name} {part} seed {seed}: hz {hz:.0} other {other:.0} range {:.0}..{:.0} low beyond {over:.0} ppm, points {}, lowest {:?}", r.low_hz, r.high_hz, e.time_line.len(), e.time_line.iter().min_by(|a, b| a.hz.total_cmp(&b.hz))); } } }
        let mut hi = vec![]; let mut lo = vec![];
        for (_, hz, other, e) in &all { if let Some(r) = e.range { hi.push(((r.high_hz/hz-1.0)*1e6) as i64); lo.push(((1.0-r.low_hz/other)*1e6) as i64); } }
        hi.sort(); lo.sort();
        println!("{name} {part}: not varying {} of {}; high beyond {:?}..{:?} low beyond {:?}..{:?} {:?}", v.len(), all.len(), hi.first(), hi.last(), lo.first(), lo.last(), v.iter().take(4).collect::<Vec<_>>());
    }
}

#[test]
fn a_wander_of_50_ppm_is_steady() {
    let motions: [(&str, Motion); 3] =
        [("one step", one_step), ("a drift", drift), ("30 ms each", slow_alternation)];
    for (name, motion) in motions {
        for (seed, hz, _, estimate) in readings(50e-6, motion) {
            assert_eq!((estimate.verdict, estimate.range), (Verdict::Steady, None), "{name}, seed {seed}");
            let error = error_ppm(estimate.frequency.expect("a number"), hz);
            assert!((-150.0..100.0).contains(&error), "{name}, seed {seed}: off by {error:.1} ppm");
        }
    }
}
