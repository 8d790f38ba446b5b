//! The ramp of a core's clock after a rest: the core rests, then runs additions in windows of some
//! 40 µs, with an empty one after each.
//!
//! A governor lets an idle core fall to a lower clock, and takes milliseconds to raise it again.
//! Any short work that starts on an idle core runs into this. Several runs are made, since the
//! governor's state differs between them.

use std::fmt::{self, Display, Formatter};
use std::time::Duration;

use trueghz::estimate::recording::CpuSet;
use trueghz::host::{ThreadPriority, cpufreq};
use trueghz::internal::{Placement, occupy_faster_cores, only_target};
use trueghz::report::provenance::now;
use trueghz::run::bench::Bench;
use trueghz::run::environment::{Environment, HostEnvironment};
use trueghz::run::event::{Event, Observer};
use trueghz::run::measure::MeasureError;
use trueghz::run::options::{OneOf, TimeOption};
use trueghz::run::session::{self, Cancellation, Session, StartError, Worker};
use trueghz::run::session_error::SessionError;

use super::estimate;
use super::report::{Driver, RAMP_SCHEMA, RampReport, RampRun};
use crate::pinning::{current_hz, pin_thread};
use crate::windows::taken::{Calibrated, Settled, TimedWindows};
use crate::windows::timed::{self, TimedWindow};

/// Intended duration of a window, in nanoseconds: a tick of 77 ns, the coarsest of a phone, is
/// 0.2 % of it.
const WINDOW_NS: f64 = 40e3;

/// Ratio by which the first window has fewer steps: a core may rest at an eighth of its clock, and
/// the window is to be short there, too.
const SLOWEST: f64 = 8.0;

/// A rest is slept in pieces of this length, which is the longest wait after a cancellation. A core
/// that wakes for some microseconds ten times a second still rests; a system's own timers wake it
/// more often.
const REST_PIECE: Duration = Duration::from_millis(100);

/// How to rest and to run. [`RampOptions::new`] sets five runs of 300 ms after rests of a second,
/// on a core of the fastest kind.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct RampOptions {
    /// The core.
    pub core: OneOf,
    /// Duration of the rest before each run.
    pub rest: Duration,
    /// Duration of each run.
    pub duration: Duration,
    /// Number of runs.
    pub repeat: u32,
}

impl Default for RampOptions {
    fn default() -> RampOptions {
        RampOptions {
            core: OneOf::Fastest,
            rest: Duration::from_secs(1),
            duration: Duration::from_millis(300),
            repeat: 5,
        }
    }
}

/// The options as on the command line.
impl Display for RampOptions {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (rest, duration) = (TimeOption(self.rest), TimeOption(self.duration));
        write!(f, "{}--rest {rest} --duration {duration} --repeat {}", self.core, self.repeat)
    }
}

impl RampOptions {
    /// Five runs of 300 ms after rests of a second.
    #[must_use]
    pub fn new() -> RampOptions {
        RampOptions::default()
    }

    /// Sets the core: a processor's number, or a kind.
    #[must_use]
    pub fn core(self, core: impl Into<OneOf>) -> RampOptions {
        RampOptions { core: core.into(), ..self }
    }

    /// Sets the duration of the rest before each run.
    #[must_use]
    pub fn rest(self, rest: Duration) -> RampOptions {
        RampOptions { rest, ..self }
    }

    /// Sets the duration of each run.
    #[must_use]
    pub fn duration(self, duration: Duration) -> RampOptions {
        RampOptions { duration, ..self }
    }

    /// Sets the number of runs.
    #[must_use]
    pub fn repeat(self, repeat: u32) -> RampOptions {
        RampOptions { repeat, ..self }
    }
}

/// Starts watching one core of this machine ramp up after a rest; `observer` receives the number of
/// completed runs and the total ([`Event::Progressed`]). If cancelled, it ends with the runs so
/// far.
///
/// # Errors
/// [`MeasureError`] if there is no clock or no thread; the session ends with [`SessionError`] if
/// the core cannot be used.
pub fn ramp(
    options: RampOptions,
    observer: impl Observer + 'static,
) -> Result<Session<Result<RampReport, SessionError>>, MeasureError> {
    Ok(ramp_at(HostEnvironment::with_its_clocks()?, options, observer)?)
}

/// Starts watching a core in another environment than this machine. Each run creates a bench of its
/// own.
///
/// # Errors
/// [`StartError`] if the system would not start a thread.
pub fn ramp_at(
    environment: impl Environment + Send + 'static,
    options: RampOptions,
    observer: impl Observer + 'static,
) -> Result<Session<Result<RampReport, SessionError>>, StartError> {
    session::start_and_log("the ramps", observer, environment.avoid_cpus(), move |worker| {
        run(environment, &options, worker)
    })
}

fn run<S: Environment>(
    mut environment: S,
    options: &RampOptions,
    worker: &Worker,
) -> Result<RampReport, SessionError> {
    let measured_at = now();
    let machine = environment.machine();
    let target = only_target(&environment, &machine, options.core, worker);
    let _seat = pin_thread(&mut environment, &target)?;
    let _urged = environment.raise_priority(ThreadPriority::UserInteractive);
    let _occupied = occupy_faster_cores(&mut environment, &target);
    let placement = Placement::of_one(&mut environment, &machine, worker.cancellation());
    let calibrated = Calibrated::on(&mut environment.bench(), environment.reference())?;
    let total = options.repeat as usize;
    let mut runs: Vec<RampRun> = Vec::new();
    while runs.len() < total && !worker.is_cancelled() {
        worker.report(|| Event::Progressed { done: runs.len(), total });
        let driver = environment.evidence().zip(target.cpu);
        let before_hz = driver.and_then(|(evidence, cpu)| current_hz(evidence, cpu));
        let mut bench = environment.bench();
        rest(&mut bench, options.rest, worker.cancellation());
        let counting = placement.of_one_type(&target, bench.ran_on())?;
        let Recorded { start_ticks, windows, overhead_uncertainty } =
            record(&mut bench, &calibrated, (options.duration, counting.as_ref()), worker.cancellation())?;
        if windows.is_empty() && worker.is_cancelled() {
            // Cancelled during the rest.
            break;
        }
        let ramp = estimate::ramp(&windows, calibrated.quantum_ns(), overhead_uncertainty);
        let driver = driver.map(|(evidence, cpu)| Driver {
            governor: cpufreq(evidence, cpu, "scaling_governor"),
            before_hz,
            after_hz: current_hz(evidence, cpu),
        });
        let driver = driver.filter(|driver| driver.governor.is_some() || driver.after_hz.is_some());
        runs.push(RampRun { ramp, start_ticks, overhead_uncertainty, driver, windows });
    }
    let (id, timebase) = environment.clock();
    Ok(RampReport {
        schema: RAMP_SCHEMA.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        measured_at: Some(measured_at),
        options: Some(options.to_string()),
        cpu: target.cpu,
        kind: placement.kind_of(&target),
        clock: id,
        timebase,
        quantum_ns: calibrated.quantum_ns(),
        rest_ms: options.rest.as_secs_f64() * 1e3,
        runs,
        machine,
    })
}

/// Rests, in pieces between which it checks for cancellation.
fn rest(bench: &mut impl Bench, rest: Duration, cancellation: &Cancellation) {
    let mut left = rest;
    while !left.is_zero() && !cancellation.is_cancelled() {
        let piece = left.min(REST_PIECE);
        bench.rest(piece);
        left -= piece;
    }
}

/// A run.
struct Recorded {
    start_ticks: u64,
    windows: Vec<TimedWindow>,
    overhead_uncertainty: f64,
}

/// A run that begins now.
fn record(
    bench: &mut impl Bench,
    calibrated: &Calibrated,
    (length, counting): (Duration, Option<&CpuSet>),
    cancellation: &Cancellation,
) -> Result<Recorded, SessionError> {
    let length_ns = length.as_nanos() as f64;
    let expected = (length_ns / WINDOW_NS * 1.5) as usize;
    let mut taken = TimedWindows::begin(bench, calibrated, WINDOW_NS, WINDOW_NS / SLOWEST, expected)
        .counting(counting.cloned());
    let mut last_ns = 0.0;
    // Windows on another type of core do not belong to this one's ramp.
    while last_ns < length_ns && !taken.was_elsewhere() && !cancellation.is_cancelled() {
        last_ns = taken.take()?.unwrap_or_else(|| taken.now_ns());
    }
    // By now the clock is constant, as a rule.
    let mut ends = taken.ends()?;
    let Settled { mut windows, .. } = taken.settle(&mut ends, true);
    timed::flag_valleys(&mut windows, calibrated.quantum_ns());
    let overhead_uncertainty = calibrated.overhead_uncertainty(&ends, WINDOW_NS);
    Ok(Recorded { start_ticks: taken.start_ticks(), windows, overhead_uncertainty })
}
