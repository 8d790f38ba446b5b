//! How a core's clock comes back after a rest: the core rests, then runs additions in windows of some 40 µs without a gap.
//!
//! A governor lets a core that has nothing to do fall to a lower clock, and takes milliseconds to raise it again. That is what
//! any short work meets that comes out of the blue. Several runs are made, since no two find the governor alike.

use std::ops::ControlFlow;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::chain::{Kind, Length};
use crate::clock::{ClockId, Timebase};
use crate::estimate::ramp::{self, Ramp, RampWindow};
use crate::estimate::recording::ClockFacts;
use crate::host::{Evidence, Machine, Urgency};

use super::bench::{Bench, Edges};
use super::calibrate::calibrate;
use super::measure::MeasureError;
use super::session::Cancellation;
use super::site::{Site, ThisMachine};
use super::target::Target;
use super::timing::timed_ns;
use super::warm_up_curve::LoopEnds;

/// The name of the JSON form of a [`RampReport`] and of its version. Names in it stay; new ones may come.
pub const RAMP_SCHEMA: &str = "trueghz-ramp/1";

/// What a window should take, in nanoseconds: a tick of 77 ns, the coarsest of a phone, is 0.2 % of it.
const WINDOW_NS: f64 = 40e3;

/// The first window has so many times fewer steps: a core may rest at an eighth of its clock, and the window is to be short
/// there, too.
const SLOWEST: f64 = 8.0;

/// Pairs of a long and a short body, each of a window's trips, that tell what the loop's end and the call take: together they are
/// good to 4 ns a window at a tick of 77 ns.
const PAIRS: u32 = 120;

/// Trips of the pilot that tells what one takes.
const PILOT_TRIPS: u32 = 100;

/// How to rest and to run. [`RampOptions::new`] asks for five runs of 300 ms after rests of a second, on a core of the fastest
/// kind.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct RampOptions {
    /// The core; absent: one of the fastest kind.
    pub cpu: Option<u32>,
    /// How long the core rests before each run.
    pub rest: Duration,
    /// How long each run is.
    pub length: Duration,
    /// How many runs.
    pub runs: u32,
}

impl Default for RampOptions {
    fn default() -> RampOptions {
        RampOptions { cpu: None, rest: Duration::from_secs(1), length: Duration::from_millis(300), runs: 5 }
    }
}

impl RampOptions {
    /// Five runs of 300 ms after rests of a second.
    #[must_use]
    pub fn new() -> RampOptions {
        RampOptions::default()
    }

    /// On this core; `None`: on one of the fastest kind.
    #[must_use]
    pub fn cpu(self, cpu: impl Into<Option<u32>>) -> RampOptions {
        RampOptions { cpu: cpu.into(), ..self }
    }

    /// Rests so long before each run.
    #[must_use]
    pub fn rest(self, rest: Duration) -> RampOptions {
        RampOptions { rest, ..self }
    }

    /// Runs so long.
    #[must_use]
    pub fn length(self, length: Duration) -> RampOptions {
        RampOptions { length, ..self }
    }

    /// So many runs.
    #[must_use]
    pub fn runs(self, runs: u32) -> RampOptions {
        RampOptions { runs, ..self }
    }
}

/// What the system's frequency driver said, right before a rest and right after the run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Driver {
    /// The governor.
    pub governor: Option<String>,
    /// What it said the clock was before the rest, in hertz.
    pub before_hz: Option<u64>,
    /// What it said the clock was after the run, in hertz.
    pub after_hz: Option<u64>,
}

/// A rest and what followed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RampRun {
    /// What the clock did; absent where too few windows were undisturbed.
    pub ramp: Option<Ramp>,
    /// What the driver said; absent where there is none that can be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub driver: Option<Driver>,
    /// All windows, without a gap.
    pub windows: Vec<RampWindow>,
}

/// How a core's clock came back after rests.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RampReport {
    /// [`RAMP_SCHEMA`].
    pub schema: String,
    /// The version of this library.
    pub version: String,
    /// The core, as the system numbers it; absent where no thread can ask for one.
    pub cpu: Option<u32>,
    /// The kind of core.
    pub kind: String,
    /// The clock that timed.
    pub clock: ClockId,
    /// Its timebase.
    pub timebase: Timebase,
    /// How long the core rested before each run, in milliseconds.
    pub rest_ms: f64,
    /// The runs.
    pub runs: Vec<RampRun>,
    /// What the system says of the machine. None of it was measured.
    pub machine: Machine,
}

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RampError {
    /// The platform has no clock that could time, or no thread.
    #[error(transparent)]
    Measure(#[from] MeasureError),
    /// The core cannot be used.
    #[error("the core cannot be used: {0}")]
    NoCore(String),
    /// The clock stands still, or no chains are written for this processor.
    #[error("the clock stands still, or no chains are written for this processor")]
    NoTiming,
}

/// Watches one core of this machine come back, on the calling thread. `progress` is told how many runs of how many are done,
/// before each rest, and may end it: what is known then is kept.
///
/// # Errors
/// [`RampError`].
pub fn ramp(
    options: &RampOptions,
    progress: impl FnMut(usize, usize) -> ControlFlow<()>,
) -> Result<RampReport, RampError> {
    ramp_at(ThisMachine::with_its_clocks().map_err(MeasureError::from)?, options, progress)
}

/// The same at another site than this machine. Each run asks for a bench of its own.
///
/// # Errors
/// [`RampError`].
pub fn ramp_at<S: Site>(
    mut site: S,
    options: &RampOptions,
    mut progress: impl FnMut(usize, usize) -> ControlFlow<()>,
) -> Result<RampReport, RampError> {
    let machine = site.machine();
    let target = Target::one(options.cpu, &machine, &site.allowed_cpus());
    if let Some(reason) = target.out_of_reach {
        return Err(RampError::NoCore(reason.text().to_owned()));
    }
    let pinned = target.cpu.map(|cpu| site.pin(cpu)).transpose();
    let _pinned = pinned.map_err(|error| RampError::NoCore(error.to_string()))?;
    let _urged = site.urge(Urgency::UserInteractive, 0);
    let (clock, trip_ns) = calibrated(&mut site.bench()).ok_or(RampError::NoTiming)?;
    let total = options.runs as usize;
    let mut runs: Vec<RampRun> = Vec::new();
    while runs.len() < total && progress(runs.len(), total).is_continue() {
        let driver = site.evidence().zip(target.cpu);
        let before_hz = driver.and_then(|(evidence, cpu)| current_hz(evidence, cpu));
        let mut bench = site.bench();
        bench.rest(options.rest);
        let mut windows = record(&mut bench, &clock, trip_ns, options.length).ok_or(RampError::NoTiming)?;
        // Windows do not wait for ticks: each may be off by a step and the read.
        let quantum_ns = clock.step_ns + clock.access_ns;
        ramp::flag(&mut windows, quantum_ns);
        let ramp = ramp::ramp(&windows, quantum_ns);
        let driver = driver.map(|(evidence, cpu)| Driver {
            governor: cpufreq(evidence, cpu, "scaling_governor"),
            before_hz,
            after_hz: current_hz(evidence, cpu),
        });
        let driver = driver.filter(|driver| driver.governor.is_some() || driver.after_hz.is_some());
        runs.push(RampRun { ramp, driver, windows });
    }
    let (id, timebase) = site.clock();
    Ok(RampReport {
        schema: RAMP_SCHEMA.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        cpu: target.cpu,
        kind: target.kind,
        clock: id,
        timebase,
        rest_ms: options.rest.as_secs_f64() * 1e3,
        runs,
        machine,
    })
}

/// What the clock is like, and what a trip of the long body takes now.
fn calibrated(bench: &mut impl Bench) -> Option<(ClockFacts, f64)> {
    let clock = calibrate(bench, &Cancellation::default()).ok()?;
    let timing = bench.time(Kind::Add, Length::Long, PILOT_TRIPS, Edges::Free).ok()?;
    let trip_ns = timed_ns(&timing, &clock) / f64::from(PILOT_TRIPS);
    (trip_ns > 0.0).then_some((clock, trip_ns))
}

/// The windows of a run that begins now.
fn record(
    bench: &mut impl Bench,
    clock: &ClockFacts,
    trip_ns: f64,
    length: Duration,
) -> Option<Vec<RampWindow>> {
    let length_ns = length.as_nanos() as f64;
    let mut windows = Vec::with_capacity((length_ns / WINDOW_NS * 1.5) as usize);
    let mut trips = ((WINDOW_NS / SLOWEST / trip_ns) as u32).max(1);
    let began_ticks = bench.ticks();
    loop {
        let timing = bench.time(Kind::Add, Length::Long, trips, Edges::Free).ok()?;
        let at_ns = clock.timebase.ns_f64(timing.start_ticks.wrapping_sub(began_ticks).cast_signed());
        let elapsed_ns = timed_ns(&timing, clock);
        if elapsed_ns > 0.0 {
            let steps = f64::from(trips) * f64::from(Length::Long.steps());
            windows.push(RampWindow { at_ns, elapsed_ns, hz: steps / elapsed_ns * 1e9, interrupted: false });
        }
        // An interrupted window says little of the next one.
        let fits = WINDOW_NS / elapsed_ns.max(1.0);
        trips = ((f64::from(trips) * fits.clamp(0.5, 2.0)) as u32).max(1);
        if at_ns >= length_ns {
            break;
        }
    }
    let mut ends = LoopEnds::default();
    for _ in 0..PAIRS {
        let mut run =
            |length| Some(timed_ns(&bench.time(Kind::Add, length, trips, Edges::Free).ok()?, clock));
        let long_ns = run(Length::Long)?;
        ends.pair(long_ns, run(Length::Short)?);
    }
    let share = ends.share();
    windows.iter_mut().for_each(|window| window.hz /= 1.0 - share);
    Some(windows)
}

fn cpufreq(evidence: &dyn Evidence, cpu: u32, name: &str) -> Option<String> {
    let path = format!("/sys/devices/system/cpu/cpu{cpu}/cpufreq/{name}");
    evidence.file(&path).ok().map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// In hertz; the driver says kilohertz.
fn current_hz(evidence: &dyn Evidence, cpu: u32) -> Option<u64> {
    cpufreq(evidence, cpu, "scaling_cur_freq")?.parse::<u64>().ok()?.checked_mul(1_000)
}
