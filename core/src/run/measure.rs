//! The measurement that a user starts: each core in turn, on a thread of its own.

use crate::clock::ClockError;
use crate::estimate::estimate;
use crate::estimate::recording::RanOn;
use crate::report::{Measurement, Outcome, RAW_SCHEMA, RawCore, RawMeasurement, Warning};

use super::event::Observer;
use super::one_core::OneCore;
use super::record;
use super::session::{self, Session, Stage, StartError};
use super::site::{Site, ThisMachine};
use super::target::{Selection, Target};
use super::telling::{FirstNumber, Message, Telling};

/// What to measure, and how long.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Options {
    /// Which cores.
    pub selection: Selection,
    /// How each is measured.
    pub record: record::Options,
}

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

/// Starts measuring.
///
/// # Errors
/// [`MeasureError`] if there is no clock or no thread. What goes wrong with a single core is a reading of that
/// core, with its reason.
pub fn measure(
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
    let first_number = FirstNumber::default();
    let telling = Telling::new(observer, first_number.clone());
    session::start(telling, move |stage| run(site, &options, &first_number, stage))
}

fn run<S: Site>(
    mut site: S,
    options: &Options,
    first_number: &FirstNumber,
    stage: Stage<Message>,
) -> Measured {
    stage.told().begin_with(site.conditions());
    let machine = site.machine();
    let targets = options.selection.targets(&machine, &site.allowed_cpus());
    stage.send(Message::Started(targets.clone()));
    let (clock, timebase) = site.clock();
    let mut cores: Vec<RawCore> = Vec::new();
    for (index, target) in targets.iter().enumerate() {
        stage.send(Message::CoreStarted(index, target.cpu));
        let faster = if target.company > 0 { cores.first().and_then(place) } else { None };
        let mut measure = |target: &Target| {
            OneCore { site: &mut site, machine: &machine, options: &options.record, stage: &stage }
                .measure(target, first_number)
        };
        let mut measured = measure(target);
        if let Outcome::Recorded(recording) = &mut measured.outcome {
            recording.not_on = faster;
            let elsewhere = target.company > 0 && estimate(recording).reason.is_some();
            if elsewhere && !stage.is_cancelled() {
                measured = measure(&target.clone().humble());
            }
        }
        stage.send(Message::CoreDone(Box::new(measured.reading())));
        cores.push(measured);
    }
    if stage.finish()
        && let Some(core) = cores.last_mut()
    {
        core.context.warnings.push(Warning::ObserverPanicked);
    }
    let raw = RawMeasurement {
        schema: RAW_SCHEMA.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        clock,
        timebase,
        machine,
        cores,
    };
    Measured { measurement: raw.estimate(), raw }
}

/// Where the windows of a core that was measured ended.
fn place(core: &RawCore) -> Option<u32> {
    match &core.outcome {
        Outcome::Recorded(recording) => recording.ran_on().map(RanOn::number),
        Outcome::Refused(_) => None,
    }
}
