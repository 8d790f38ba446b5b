//! The measurement that a user starts: each core in turn, on a thread of its own.

use crate::clock::ClockError;
use crate::estimate::Estimate;
use crate::estimate::recording::RanOn;
use crate::host::Machine;
use crate::report::{Measurement, Outcome, RAW_SCHEMA, RawCore, RawMeasurement, Reading, Warning};

use super::event::{Event, Observer, Unobserved};
use super::mailbox::{Entry, ObserverEnd};
use super::one_core::OneCore;
use super::options::Options;
use super::session::{self, Session, StartError, Worker};
use super::site::{Site, ThisMachine};
use super::target::Target;

/// Why no measurement could begin.
#[derive(Debug, thiserror::Error)]
pub enum MeasureError {
    /// The platform has no clock that could time.
    #[error("no clock to measure with: {0}")]
    Clock(#[from] ClockError),
    /// The system would not start a thread.
    #[error(transparent)]
    Start(#[from] StartError),
}

/// A measurement with all that was recorded.
#[derive(Debug, Clone, PartialEq)]
pub struct Measured {
    /// The result.
    pub measurement: Measurement,
    /// What it was made of.
    pub raw: RawMeasurement,
}

/// Starts measuring this machine, watched by nobody.
///
/// # Errors
/// [`MeasureError`] if there is no clock or no thread. What goes wrong with a single core is a reading of that
/// core, with its reason.
pub fn measure(options: Options) -> Result<Session<Measured>, MeasureError> {
    measure_observed(options, Unobserved)
}

/// Starts measuring this machine; `observer` is told what is found meanwhile.
///
/// # Errors
/// As [`measure`].
pub fn measure_observed(
    options: Options,
    observer: impl Observer + 'static,
) -> Result<Session<Measured>, MeasureError> {
    Ok(measure_at(ThisMachine::with_its_clocks()?, options, observer)?)
}

/// Starts measuring at another site than this machine.
///
/// # Errors
/// [`StartError`] if the system would not start a thread.
pub fn measure_at(
    site: impl Site + Send + 'static,
    options: Options,
    observer: impl Observer + 'static,
) -> Result<Session<Measured>, StartError> {
    session::start(observer, site.keep_off(), move |worker| run(site, &options, worker))
}

fn run<S: Site>(mut site: S, options: &Options, worker: &Worker) -> Measured {
    worker.told().begin_with(site.conditions());
    let machine = site.machine();
    let targets = options.selection.targets(&machine, &site.allowed_cpus());
    worker.report(|| Event::Started { targets: targets.clone() });
    let (clock, timebase) = site.clock();
    let mut cores: Vec<RawCore> = Vec::new();
    let mut readings: Vec<Reading> = Vec::new();
    let mut last_estimate = None;
    for (index, target) in targets.iter().enumerate() {
        if let Some(mailbox) = worker.mailbox() {
            mailbox.push(Entry::KeepOff(taken_up(&machine, target)));
        }
        worker.report(|| Event::CoreStarted { core: index });
        let faster = if target.load_threads > 0 { cores.first().and_then(place) } else { None };
        let mut one = OneCore { site: &mut site, machine: &machine, options, worker, index };
        let mut core = one.measure(target);
        if let Outcome::Recorded(recording) = &mut core.outcome {
            recording.not_on = faster;
        }
        let mut estimate = core.estimate();
        let elsewhere =
            target.load_threads > 0 && estimate.as_ref().is_some_and(|found| found.reason.is_some());
        if elsewhere && !worker.is_cancelled() {
            core = one.measure(&target.clone().at_background_priority());
            estimate = core.estimate();
        }
        let reading = core.reading_of(estimate.clone());
        worker.report(|| Event::CoreDone { core: index, reading: Box::new(reading.clone()) });
        readings.push(reading);
        cores.push(core);
        last_estimate = Some(estimate);
    }
    warn_of(worker.finish(), cores.last_mut(), readings.last_mut(), last_estimate.flatten());
    let raw = RawMeasurement {
        schema: RAW_SCHEMA.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        clock,
        timebase,
        rate_from: site.rate_from(),
        machine,
        cores,
    };
    Measured { measurement: raw.measurement(readings), raw }
}

/// The core of a target, and those that share it: where nothing else of this session should run.
fn taken_up(machine: &Machine, target: &Target) -> Vec<u32> {
    let Some(cpu) = target.cpu else { return Vec::new() };
    let siblings = machine.core(cpu).map_or(&[][..], |core| &core.smt_siblings);
    std::iter::once(cpu).chain(siblings.iter().copied()).collect()
}

/// The last reading says how the observer ended, if not well.
fn warn_of(
    end: ObserverEnd,
    core: Option<&mut RawCore>,
    reading: Option<&mut Reading>,
    estimate: Option<Estimate>,
) {
    let warning = match end {
        ObserverEnd::Told => return,
        ObserverEnd::Panicked => Warning::ObserverPanicked,
        ObserverEnd::Stalled => Warning::ObserverStalled,
    };
    if let (Some(core), Some(reading)) = (core, reading) {
        core.context.warnings.push(warning);
        *reading = core.reading_of(estimate);
    }
}

/// Where the windows of a core that was measured ended.
fn place(core: &RawCore) -> Option<u32> {
    match &core.outcome {
        Outcome::Recorded(recording) => recording.ran_on().map(RanOn::number),
        Outcome::Refused(_) => None,
    }
}
