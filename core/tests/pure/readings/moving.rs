//! Clocks that change during the windows. Steps at the ends of a run and a wander of 50 ppm:
//! tests/faults.

use trueghz::estimate::Estimate;
use trueghz::estimate::variation::Range;
use trueghz::estimate::verdict::Verdict;
use trueghz::simulate::{Disturbances, Hog, Interrupts, Profile, Timer};

use super::bench::{Setting, TIMER, drawn_hz, error_ppm, holds};

const SEEDS: std::ops::Range<u64> = 0..40;

/// With this one the windows at the changes of a slow alternation look like a second state, a third
/// in all.
const SEED_OF_A_FALSE_STATE: u64 = 198;

/// The windows' time, in nanoseconds.
pub const LASTS_NS: f64 = 500e6;

/// A moving clock: from the clock at first, the other one, and when the windows begin.
pub type Motion = fn(hz: f64, other_hz: f64, begin_ns: f64) -> Profile;

/// Reads a clock that moves by `part` of itself, with each seed.
fn readings(part: f64, motion: Motion) -> impl Iterator<Item = (u64, f64, f64, Estimate)> {
    SEEDS.chain([SEED_OF_A_FALSE_STATE]).map(move |seed| {
        let hz = drawn_hz(seed);
        let other_hz = hz * (1.0 - part);
        let begin_ns = Setting::of(Profile::Fixed(hz)).windows_begin_ns(seed);
        let estimate = Setting::of(motion(hz, other_hz, begin_ns)).estimate(seed);
        (seed, hz, other_hz, estimate)
    })
}

/// Maximum shortfall of the range at an end, as a fraction of the motion: averaging over time blurs
/// the corners of a drift.
pub const MISSED: f64 = 0.1;

/// Maximum excess of the range beyond an end, as a fraction of the motion, because a round may lie
/// across the change...
pub const BEYOND: f64 = 0.05;

/// ...plus a fraction of the clock, by chance: windows of 0.14 ms with a tick of 41.7 ns. With the
/// finest points the ends were up to 200 ppm off.
const NOISE: f64 = 80e-6;

/// Asserts that the motion is found, and that its range holds both ends and little more.
fn found(name: &str, part: f64, motion: Motion) {
    for (seed, hz, other_hz, estimate) in readings(part, motion) {
        let place = format!("{name} by {:.0} ppm, seed {seed}", part * 1e6);
        assert_eq!(estimate.verdict, Verdict::Varying, "{place}: {:?}", estimate.warnings);
        let range = estimate.range.expect("a varying clock has a range");
        // Both positive where the range holds more than the motion.
        let beyond = [(range.high_hz - hz) / hz, (other_hz - range.low_hz) / other_hz];
        let allowed = -MISSED * part..=BEYOND * part + NOISE;
        let ppm = beyond.map(|end| end * 1e6);
        assert!(beyond.iter().all(|end| allowed.contains(end)), "{place}: beyond the ends by {ppm:.0?} ppm");
        let mean = estimate.frequency.expect("a varying clock has a mean").hz.value;
        assert!((other_hz..=hz).contains(&mean), "{place}: the mean is {mean}");
        assert!(!estimate.time_line.is_empty());
    }
}

pub fn one_step(hz: f64, other_hz: f64, begin_ns: f64) -> Profile {
    Profile::Steps(vec![(0.0, hz), (begin_ns + 0.4 * LASTS_NS, other_hz)])
}

pub fn drift(hz: f64, other_hz: f64, begin_ns: f64) -> Profile {
    Profile::Drift { from_hz: hz, to_hz: other_hz, start_ns: begin_ns, over_ns: LASTS_NS }
}

pub fn slow_alternation(hz: f64, other_hz: f64, begin_ns: f64) -> Profile {
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
    found("30 ms each", 0.001, slow_alternation);
}

/// A round of windows takes about as long as each state here, so one kind may meet more of a state
/// than another does: by chance one of the states is barely seen, or the time that one kind missed
/// looks like a third. Of 300 readings by 20, 5 and 1 %, 0, 8 and 11 did not satisfy this test: 3
/// of them were refused, 7 called steady, 9 had a range that missed an end.
#[test]
fn an_alternation_within_a_round_is_mostly_found() {
    for part in [0.2, 0.05, 0.01] {
        let (mut found, mut all) = (0, 0);
        let mut others = Vec::new();
        for (seed, hz, other_hz, estimate) in readings(part, fast_alternation) {
            let missed_hz = MISSED * (hz - other_hz);
            let holds = |range: &Range| range.high_hz > hz - missed_hz && range.low_hz < other_hz + missed_hz;
            let moves = matches!(estimate.verdict, Verdict::Varying | Verdict::Unconfirmed);
            all += 1;
            if moves && estimate.range.as_ref().is_some_and(holds) {
                found += 1;
            } else {
                others.push(format!("seed {seed}: {:?} {:?}", estimate.verdict, estimate.range));
            }
        }
        assert!(found * 20 >= all * 19, "by {part}: {found} of {all}:\n{}", others.join("\n"));
    }
}

/// A boost clock that moves among twelve bins of 1 % and stays 3 ms in each, with a tick of 100 ns.
/// Visits to one bin may be split into two levels 100 ppm apart: if one of these is rejected, it
/// belongs to the other one, not to the bin 1 % faster.
#[test]
fn the_mean_of_a_clock_that_wanders_among_many_levels_is_held() {
    let mut missed = Vec::new();
    for seed in SEEDS {
        let mut random = fastrand::Rng::with_seed(seed);
        let visit = |visit: u32| {
            (f64::from(visit) * 3e6, drawn_hz(seed) * (1.0 - 0.01 * f64::from(random.u32(0..12))))
        };
        let setting = Setting {
            timer: Timer { hz: 10_000_000, read_ns: 25.0, jitter_ns: 2.0 },
            disturbances: Disturbances::interrupts(250.0),
            ..Setting::of(Profile::Steps((0..1_000).map(visit).collect()))
        };
        let (estimate, mean_hz) = setting.estimate_and_mean_hz(seed);
        assert_eq!(estimate.verdict, Verdict::Varying, "seed {seed}");
        let frequency = estimate.frequency.expect("a varying clock has a mean");
        if !holds(frequency, mean_hz) {
            missed.push(format!("seed {seed}: off by {:.0} ppm", error_ppm(frequency, mean_hz)));
        }
    }
    assert!(missed.len() <= 3, "of {} readings:\n{}", SEEDS.end, missed.join("\n"));
}

/// Shorter than the 5 % of the run that distinguish a second state from interruptions: it may go
/// unseen, but then it must not bias the reading.
#[test]
fn a_state_of_5_ms_does_not_bend_the_number() {
    let motions: [(&str, Motion); 2] = [
        ("the first 5 ms", |hz, other_hz, begin_ns| {
            Profile::Steps(vec![(0.0, other_hz), (begin_ns + 5e6, hz)])
        }),
        ("the last 5 ms", |hz, other_hz, begin_ns| {
            Profile::Steps(vec![(0.0, hz), (begin_ns + LASTS_NS - 5e6, other_hz)])
        }),
    ];
    for (name, motion) in motions {
        for (seed, hz, _, estimate) in readings(0.2, motion) {
            let frequency =
                estimate.frequency.unwrap_or_else(|| panic!("{name}, {seed}: {:?}", estimate.reason));
            let error = error_ppm(frequency, hz);
            match estimate.verdict {
                Verdict::Steady => assert!(error.abs() < 100.0, "{name}, seed {seed}: off by {error:.1} ppm"),
                // Detected: the reading is the mean over time, of which the other state has a
                // hundredth.
                Verdict::Varying => {
                    assert!((-4e3..100.0).contains(&error), "{name}, seed {seed}: {error:.1}");
                }
                other => panic!("{name}, seed {seed}: {other:?}"),
            }
        }
    }
}

/// The clock moves within the rounds whose ratios indicate a sibling's work, so it does not cancel
/// in them: a core that may have a sibling is read like one that has none.
#[test]
fn a_clock_that_moves_within_rounds_is_no_busy_sibling() {
    for (can_be_shared, part) in [(true, 0.4), (false, 0.4), (true, 0.2)] {
        let mut held = 0;
        for seed in 0..16 {
            let hz = drawn_hz(seed);
            let profile = Profile::Alternating { hz, other_hz: hz * (1.0 - part), each_ns: 3e6 };
            let setting = Setting { can_be_shared, ..Setting::of(profile) };
            let (estimate, mean_hz) = setting.estimate_and_mean_hz(seed);
            let place = format!("by {part}, can be shared: {can_be_shared}, seed {seed}");
            assert_eq!(estimate.verdict, Verdict::Varying, "{place}");
            let frequency = estimate.frequency.expect("a varying clock has a mean");
            let off_ppm = error_ppm(frequency, mean_hz);
            assert!(off_ppm.abs() < 3_000.0, "{place}: off by {off_ppm:.0} ppm");
            held += u32::from(holds(frequency, mean_hz));
        }
        assert!(held >= 14, "by {part}, can be shared: {can_be_shared}: {held} of 16 hold the mean");
    }
}

/// A clock that is lower by `part` for a tenth of the time, in visits of this length.
fn visits(hz: f64, part: f64, visit_ns: f64) -> Profile {
    let turns = (6.0 * LASTS_NS / visit_ns) as u32;
    let turn = |turn: u32| {
        let at_ns = f64::from(turn / 2) * 10.0 * visit_ns;
        if turn.is_multiple_of(2) { (at_ns, hz) } else { (at_ns + 9.0 * visit_ns, hz * (1.0 - part)) }
    };
    Profile::Steps((0..turns / 5).map(turn).collect())
}

/// Visits no longer than the windows show in none of them as a level, and the reading is at the
/// level above: the interval is wide enough for the mean, and the verdict is not `steady`.
#[test]
fn visits_too_brief_to_be_seen_are_in_the_interval() {
    for (part, visit_ns) in [(0.007, 0.2e6), (0.033, 0.1e6), (0.033, 0.5e6), (0.2, 0.2e6)] {
        for seed in 0..8 {
            let setting = Setting {
                disturbances: Disturbances::interrupts(300.0),
                ..Setting::of(visits(drawn_hz(seed), part, visit_ns))
            };
            let (estimate, mean_hz) = setting.estimate_and_mean_hz(seed);
            let place = format!("by {part}, {visit_ns} ns, seed {seed}");
            assert_eq!(estimate.verdict, Verdict::Varying, "{place}");
            let frequency = estimate.frequency.expect("a varying clock has a mean");
            assert!(holds(frequency, mean_hz), "{place}: {mean_hz} is not in {frequency:?}");
            let range = estimate.range.expect("a varying clock has a range");
            assert!(range.low_hz <= mean_hz, "{place}: {range:?}");
        }
    }
}

/// Index of the setting with short stalls.
const STALLS: usize = 4;

/// With any type of interruption. With stalls barely longer than the tick, one reading in ten finds
/// a level that they cause.
#[test]
fn a_standing_clock_hides_no_visits() {
    let mut others = Vec::new();
    let some = Disturbances::interrupts(250.0);
    let beside = [
        Disturbances::interrupts(2_000.0),
        some.clone().and_interrupts(Interrupts::uniform(1_000.0, 15e3..=25e3)),
        some.clone().and_interrupts(Interrupts::uniform(8_000.0, 1e3..=4e3)),
        some.clone().and_interrupts(Interrupts::uniform(20.0, 1e6..=3e6)),
        some.clone().and_interrupts(Interrupts::short(5.0)),
        some.and_hog(Hog { slice_ns: 4e6 }),
    ];
    for timer in
        [Timer { hz: 1_000_000_000, jitter_ns: 2.0, ..TIMER }, TIMER, Timer { hz: 1_920_000, ..TIMER }]
    {
        for (place, disturbances) in beside.iter().enumerate() {
            // Windows are so long there that stalls disturb each of them:
            // docs/adr/0021-a-model-of-the-windows.md.
            if timer.hz == 1_920_000 && place == STALLS {
                continue;
            }
            for seed in 0..4 {
                let disturbances = disturbances.clone();
                let setting = Setting { timer, disturbances, ..Setting::of(Profile::Fixed(drawn_hz(seed))) };
                let verdict = setting.estimate(seed).verdict;
                if verdict != Verdict::Steady {
                    others.push(format!("{verdict:?}: {} Hz, disturbances {place}, seed {seed}", timer.hz));
                }
            }
        }
    }
    assert!(others.len() <= 1, "of 68:\n{}", others.join("\n"));
}
