//! Variations of the clock during a reading, as random as real ones. Shared by the bench and the
//! tests.

use fastrand::Rng;
use trueghz::Options;
use trueghz::estimate::recording::Recording;
use trueghz::estimate::verdict::Reason;
use trueghz::run::record::{KnownCore, NoProgress, record_on};
use trueghz::simulate::{CoreModel, Disturbances, Hog, Interrupts, Machine, Profile, Timer};

/// Longer than the longest warm-up and the reading after it, in nanoseconds.
const WHOLE_NS: f64 = 3e9;

/// Interrupts per second with a varying clock.
const INTERRUPTS: f64 = 300.0;

/// Ticks of 1, 10, 41.7, 52, 100 and 521 ns.
const TICKS_HZ: [u64; 6] = [1_000_000_000, 100_000_000, 24_000_000, 19_200_000, 10_000_000, 1_920_000];

/// Ticks of x86 and of Apple's devices.
const FEW_TICKS_HZ: [u64; 2] = [1_000_000_000, 24_000_000];

/// Group in which the readings of a setting are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// The clock is constant.
    Standing,
    /// The clock varies.
    Moving,
    /// The clock varies within the shortest windows that the tick allows.
    Apart,
}

/// Variation of the clock; times in nanoseconds, depths and parts as fractions.
#[derive(Debug, Clone, Copy)]
enum Motion {
    Standing,
    /// Lower by `depth` for the fraction `part` of the time, for `dwell_ns` each time or on
    /// average.
    Visits {
        is_random: bool,
        depth: f64,
        part: f64,
        dwell_ns: f64,
    },
    /// Rises from half of the clock to all of it.
    Cold {
        constant_ns: f64,
    },
    /// Lower by `depth` at the end.
    Drift {
        depth: f64,
    },
    /// Lower by `depth` from a random time on.
    Step {
        depth: f64,
    },
    /// Among five bins, 4 ms in each on average.
    Wander,
}

/// A simulated core and the timing clock.
#[derive(Debug, Clone)]
pub struct Setting {
    pub name: String,
    pub group: Group,
    pub timer: Timer,
    pub disturbances: Disturbances,
    motion: Motion,
}

fn timer(hz: u64) -> Timer {
    let jitter_ns = if hz > 50_000_000 { 2.0 } else { 5.0 };
    Timer { hz, read_ns: if hz < 5_000_000 { 40.0 } else { 25.0 }, jitter_ns }
}

/// All settings.
pub fn settings() -> Vec<Setting> {
    let mut settings = Vec::new();
    let mut add = |name: String, group, hz, disturbances, motion| {
        settings.push(Setting { name, group, timer: timer(hz), disturbances, motion });
    };
    for hz in TICKS_HZ {
        for per_second in [300.0, 1_000.0, 2_000.0] {
            let name = format!("standing with {per_second} interrupts a second");
            add(name, Group::Standing, hz, Disturbances::interrupts(per_second), Motion::Standing);
        }
    }
    for hz in FEW_TICKS_HZ {
        let some = Disturbances::interrupts(250.0);
        let beside = [
            ("a program that takes every second slice of 4 ms", some.clone().and_hog(Hog { slice_ns: 4e6 })),
            ("5 stalls a millisecond", some.clone().and_interrupts(Interrupts::short(5.0))),
            ("8000 exits a second", some.clone().and_interrupts(Interrupts::uniform(8e3, 1e3..=4e3))),
            ("20 pauses a second", some.and_interrupts(Interrupts::uniform(20.0, 1e6..=3e6))),
        ];
        for (name, disturbances) in beside {
            add(format!("standing beside {name}"), Group::Standing, hz, disturbances, Motion::Standing);
        }
    }
    let some = || Disturbances::interrupts(INTERRUPTS);
    let mut place = 0;
    for is_random in [false, true] {
        for dwell_ms in [0.1, 0.2, 0.5, 1.0, 3.0, 10.0, 30.0] {
            for depth in [0.005, 0.007, 0.033, 0.2, 0.4] {
                // Each tick and each fraction occurs with each of the others.
                let (hz, part) = (TICKS_HZ[place % 6], [0.05, 0.1, 0.3, 0.5][place / 2 % 4]);
                place += 1;
                let law = if is_random { "random" } else { "regular" };
                let name = format!("{law} visits of {dwell_ms} ms {:.1}% lower for {part}", depth * 100.0);
                let group = if hz < 15_000_000 && dwell_ms < 1.0 { Group::Apart } else { Group::Moving };
                add(
                    name,
                    group,
                    hz,
                    some(),
                    Motion::Visits { is_random, depth, part, dwell_ns: dwell_ms * 1e6 },
                );
            }
        }
    }
    for hz in FEW_TICKS_HZ {
        for (per_second, dwell_ms) in [(8.0, 2.0), (50.0, 2.0), (150.0, 0.65)] {
            let dwell_ns = dwell_ms * 1e6;
            let part = per_second * dwell_ms / 1e3;
            let motion = Motion::Visits { is_random: true, depth: 0.07, part, dwell_ns };
            add(format!("{per_second} licence drops a second"), Group::Moving, hz, some(), motion);
        }
        for constant_ms in [5.0, 20.0, 80.0] {
            let motion = Motion::Cold { constant_ns: constant_ms * 1e6 };
            add(format!("cold start of {constant_ms} ms"), Group::Moving, hz, some(), motion);
        }
        for depth in [0.0003, 0.005] {
            add(
                format!("drift of {:.2}%", depth * 100.0),
                Group::Moving,
                hz,
                some(),
                Motion::Drift { depth },
            );
        }
        for depth in [0.01, 0.15] {
            add(format!("step of {:.0}%", depth * 100.0), Group::Moving, hz, some(), Motion::Step { depth });
        }
        add("wandering among five bins".to_owned(), Group::Moving, hz, some(), Motion::Wander);
    }
    settings
}

/// A clock drawn from 0.6 to 5 GHz, in hertz, so that rounding cannot improve a result.
pub fn drawn_hz(seed: u64) -> f64 {
    0.6e9 + Rng::with_seed(seed).f64() * 4.4e9
}

/// A clock that is lower by `depth` for the fraction `part` of the time, for `dwell_ns` each time,
/// or on average (exponential).
fn visits(is_random: bool, depth: f64, part: f64, dwell_ns: f64, seed: u64) -> Profile {
    let hz = drawn_hz(seed);
    let mut random = dwells(seed);
    let mut dwell = |mean_ns: f64| if is_random { exponential(&mut random, mean_ns) } else { mean_ns };
    let (mut at_ns, mut steps) = (0.0, Vec::new());
    while at_ns < WHOLE_NS {
        steps.push((at_ns, hz));
        at_ns += dwell(dwell_ns * (1.0 / part - 1.0));
        steps.push((at_ns, hz * (1.0 - depth)));
        at_ns += dwell(dwell_ns);
    }
    Profile::Steps(steps)
}

/// Generator for the dwell times.
fn dwells(seed: u64) -> Rng {
    Rng::with_seed(seed ^ 0x9e37_79b9)
}

fn exponential(random: &mut Rng, mean_ns: f64) -> f64 {
    -mean_ns * (1.0 - random.f64()).ln()
}

impl Setting {
    /// Records a core that cannot be shared, with this seed, and returns the clock's true mean over
    /// its windows in hertz as well.
    pub fn record(&self, seed: u64) -> Result<(Recording, f64), Reason> {
        let profile = self.profile(seed);
        let (core, disturbances) = (CoreModel::default(), self.disturbances.clone());
        let mut machine = Machine::new(profile.clone(), core, self.timer, disturbances, seed);
        let known = KnownCore { cpu: Some(0), can_be_shared: Some(false), ..KnownCore::default() };
        let recording = record_on(&mut machine, known, &Options::new().seed(seed), &mut NoProgress)?;
        let runs = machine.last_timed_runs(recording.windows.0.len());
        let span = runs.first().zip(runs.last());
        let mean_hz = span.map_or(f64::NAN, |(first, last)| profile.mean_hz(first.from_ns, last.until_ns));
        Ok((recording, mean_hz))
    }

    /// The clock for this seed.
    pub fn profile(&self, seed: u64) -> Profile {
        let hz = drawn_hz(seed);
        let mut random = dwells(seed);
        let mut steps = vec![(0.0, hz)];
        match self.motion {
            Motion::Standing => return Profile::Fixed(hz),
            Motion::Visits { is_random, depth, part, dwell_ns } => {
                return visits(is_random, depth, part, dwell_ns, seed);
            }
            Motion::Cold { constant_ns } => glide(&mut steps, constant_ns, |left| hz * (1.0 - left / 2.0)),
            Motion::Drift { depth } => glide(&mut steps, 1e9, |left| hz * (1.0 - depth * (1.0 - left))),
            Motion::Step { depth } => steps.push((1e8 + random.f64() * 5e8, hz * (1.0 - depth))),
            Motion::Wander => {
                let mut at_ns = 0.0;
                while at_ns < WHOLE_NS {
                    at_ns += exponential(&mut random, 4e6);
                    let bin = at_ns as u64 % 5;
                    steps.push((at_ns, hz * (1.0 - 0.0125 * bin as f64)));
                }
            }
        }
        Profile::Steps(steps)
    }
}

/// An exponential approach with this time constant. `hz` maps the remaining fraction of the change,
/// from 1 to 0, to the clock.
fn glide(steps: &mut Vec<(f64, f64)>, constant_ns: f64, hz: impl Fn(f64) -> f64) {
    const STEP_NS: f64 = 0.2e6;
    steps.clear();
    let mut at_ns = 0.0;
    while at_ns < WHOLE_NS {
        steps.push((at_ns, hz((-at_ns / constant_ns).exp())));
        at_ns += STEP_NS;
    }
}
