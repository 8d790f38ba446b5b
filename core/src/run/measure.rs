//! The measurement that a user starts: each core in turn, on a thread of its own.

use std::time::Instant;

use crate::Warning;
use crate::clock::ClockError;
use crate::estimate::Estimate;
use crate::host::Machine;
use crate::load::Load;
use crate::report::histogram::WindowHistogram;
use crate::report::provenance::now;
use crate::report::{Estimated, Measurement, RAW_SCHEMA, RawCore, RawMeasurement, Reading};

use super::bench::Worked;
use super::core_measurement::CoreMeasurement;
use super::environment::{Environment, HostEnvironment};
use super::event::{Event, NoObserver, Observer};
use super::mailbox::ObserverEnd;
use super::options::Options;
use super::pace::Pace;
use super::placement::Placement;
use super::session::{self, Cancellation, Session, StartError, Worker};
use super::target::Target;

/// Reason why no measurement could begin.
#[derive(Debug, thiserror::Error)]
pub enum MeasureError {
    /// The platform has no clock that could time.
    #[error("no clock to measure with: {0}")]
    Clock(#[from] ClockError),
    /// The system would not start a thread.
    #[error(transparent)]
    Start(#[from] StartError),
}

/// A measurement and its raw data.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Measured {
    /// The result.
    pub measurement: Measurement,
    /// Raw data of the measurement.
    pub raw: RawMeasurement,
    /// Distribution of the windows of each core; absent if a core has too few.
    pub histograms: Vec<Option<WindowHistogram>>,
}

impl Measured {
    /// The reading of the first requested core; `None` if there was none.
    pub fn reading(&self) -> Option<&Reading> {
        self.measurement.cores.first()
    }
}

/// Starts measuring this machine without an observer.
///
/// # Errors
/// [`MeasureError`] if there is no clock or no thread. A core that fails has a refused reading with
/// the reason.
pub fn measure(options: Options) -> Result<Session<Measured>, MeasureError> {
    measure_observed(options, NoObserver)
}

/// Starts measuring this machine and reports progress to `observer`.
///
/// # Errors
/// As [`measure`].
pub fn measure_observed(
    options: Options,
    observer: impl Observer + 'static,
) -> Result<Session<Measured>, MeasureError> {
    Ok(measure_at(HostEnvironment::with_its_clocks()?, options, observer)?)
}

/// Starts measuring in another environment than this machine.
///
/// # Errors
/// [`StartError`] if the system would not start a thread.
pub fn measure_at(
    environment: impl Environment + Send + 'static,
    options: Options,
    observer: impl Observer + 'static,
) -> Result<Session<Measured>, StartError> {
    session::start(observer, environment.avoid_cpus(), move |worker| run(environment, &options, worker))
}

fn run<S: Environment>(mut environment: S, options: &Options, worker: &Worker) -> Measured {
    let measured_at = now();
    worker.conditions().set_initial(environment.conditions());
    let machine = environment.machine();
    let mut targets = options.selection.targets(&machine, &environment.allowed_cpus());
    let placement = placement(&mut environment, &machine, &targets, worker.cancellation());
    if placement == Placement::ThreadPriority(None) {
        // With load threads, slow-core windows could not be identified.
        targets = targets.into_iter().map(Target::without_load_threads).collect();
    }
    worker.report(|| Event::Started { targets: targets.clone() });
    let mut cores: Vec<RawCore> = Vec::new();
    let mut readings: Vec<Reading> = Vec::new();
    let mut estimated: Vec<Estimated> = Vec::new();
    let mut pace = Pace::new(options, targets.len(), environment.is_real().then(Instant::now));
    for (index, target) in targets.iter().enumerate() {
        let duration = pace.next(targets.len() - index);
        let options = &Options { duration, ..options.clone() };
        let turn = |environment: &S| {
            worker.turn(occupied_cpus(&machine, target), target.claim(&machine), environment.reference());
        };
        turn(&environment);
        worker.report(|| Event::CoreStarted { core: index });
        let mut one = CoreMeasurement {
            environment: &mut environment,
            machine: &machine,
            options,
            ends_early: pace.hurries(),
            worker,
            placement: &placement,
            index,
            load: None,
            done: Vec::new(),
        };
        let mut core = one.measure(target);
        let mut found = core.estimate();
        let has_number = found.estimate.as_ref().is_some_and(|estimate| estimate.reason.is_none());
        if target.load_threads > 0 && !has_number && !worker.is_cancelled() {
            turn(one.environment);
            core = one.measure(&target.clone().at_background_priority());
            found = core.estimate();
        }
        let reading = core.reading_of(found.estimate.clone());
        worker.report(|| Event::CoreFinished { core: index, reading: Box::new(reading.clone()) });
        pace.took(reading.warm_up_ms + reading.elapsed_ms);
        readings.push(reading);
        cores.push(core);
        estimated.push(found);
    }
    for core in placement.settle(&targets, &mut cores, &readings) {
        readings[core] = cores[core].reading_of(estimated[core].estimate.clone());
    }
    let last = estimated.last().and_then(|found| found.estimate.clone());
    warn_of(worker.finish(), cores.last_mut(), readings.last_mut(), last);
    let raw = raw(&environment, machine, cores, (measured_at, options));
    let histograms = estimated.into_iter().map(|found| found.histogram).collect();
    Measured { measurement: raw.measurement(readings), raw, histograms }
}

/// A core that was measured for another kind of session.
#[doc(hidden)]
pub struct MeasuredCore {
    pub measurement: Measurement,
    /// The estimate of the reading.
    pub estimate: Option<Estimate>,
    /// Work that the core did between its windows.
    pub done: Vec<Worked>,
}

/// Measures one core for another kind of session, on a machine whose threads request their cores or
/// need not; under a load, if there is one.
#[doc(hidden)]
pub fn measure_one<S: Environment>(
    environment: &mut S,
    machine: &Machine,
    options: &Options,
    worker: &Worker,
    (target, placement): (&Target, &Placement),
    load: Option<&mut Load>,
) -> MeasuredCore {
    let measured_at = now();
    let done = Vec::new();
    let mut one = CoreMeasurement {
        environment,
        machine,
        options,
        ends_early: false,
        worker,
        placement,
        index: 0,
        load,
        done,
    };
    let core = one.measure(target);
    let done = one.done;
    let estimate = core.estimate().estimate;
    let readings = vec![core.reading_of(estimate.clone())];
    let measurement =
        raw(environment, machine.clone(), vec![core], (measured_at, options)).measurement(readings);
    MeasuredCore { measurement, estimate, done }
}

fn raw(
    environment: &impl Environment,
    machine: Machine,
    cores: Vec<RawCore>,
    (measured_at, options): (String, &Options),
) -> RawMeasurement {
    let (clock, timebase) = environment.clock();
    RawMeasurement {
        schema: RAW_SCHEMA.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        measured_at: Some(measured_at),
        options: Some(options.to_string()),
        clock,
        timebase,
        rate_from: environment.rate_from(),
        machine,
        cores,
    }
}

/// How threads come onto these targets. If by their urgency, background threads show which cpus are
/// slow.
fn placement(
    environment: &mut impl Environment,
    machine: &Machine,
    targets: &[Target],
    cancellation: &Cancellation,
) -> Placement {
    match targets.iter().find(|target| target.load_threads > 0) {
        Some(slowest) => Placement::by_urgency(environment, machine, slowest.cpus.len(), cancellation),
        None => Placement::Asked,
    }
}

/// The core of a target and its siblings, on which nothing else of this session should run.
pub(super) fn occupied_cpus(machine: &Machine, target: &Target) -> Vec<u32> {
    let Some(cpu) = target.cpu else { return Vec::new() };
    let siblings = machine.core(cpu).map_or(&[][..], |core| &core.smt_siblings);
    std::iter::once(cpu).chain(siblings.iter().copied()).collect()
}

/// Adds a warning to the last reading if the observer panicked or stalled.
fn warn_of(
    end: ObserverEnd,
    core: Option<&mut RawCore>,
    reading: Option<&mut Reading>,
    estimate: Option<Estimate>,
) {
    let warning = match end {
        ObserverEnd::Delivered => return,
        ObserverEnd::Panicked => Warning::ObserverPanicked,
        ObserverEnd::Stalled => Warning::ObserverStalled,
    };
    if let (Some(core), Some(reading)) = (core, reading) {
        core.context.warnings.push(warning);
        *reading = core.reading_of(estimate);
    }
}
