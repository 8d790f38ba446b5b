//! The measurement that a user starts: each core in turn, on a thread of its own.

use std::time::{Duration, Instant};

use crate::clock::quality::{clock_tolerance, kernel_estimate};
use crate::clock::{self, ChoiceNote, ClockError, ClockId, Clocks};
use crate::estimate::estimate;
use crate::estimate::recording::{ClockFacts, WarmUpEnd, WarmUpSample, Window};
use crate::estimate::verdict::Reason;
use crate::estimate::warning::Warning;
use crate::host::{
    self, Fact, LiveSystem, LoadSampler, Machine, PinError, Urgency, Virtualisation, allowed_cpus,
};
use crate::report::{CoreContext, Measurement, Outcome, RAW_SCHEMA, RawCore, RawMeasurement};

use super::company::Company;
use super::conditions::Conditions;
use super::event::Observer;
use super::hardware::Hardware;
use super::record::{self, Progress, record};
use super::session::{self, Session, Stage, StartError};
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
    let clocks = clock::choose()?;
    let first_number = FirstNumber::default();
    let telling = Telling::new(observer, first_number.clone());
    Ok(session::start(telling, move |stage| run(&options, &clocks, &first_number, stage))?)
}

fn run(options: &Options, clocks: &Clocks, first_number: &FirstNumber, stage: Stage<Message>) -> Measured {
    let machine = Machine::read(&LiveSystem);
    let targets = options.selection.targets(&machine, &allowed_cpus());
    stage.send(Message::Started(targets.clone()));
    let mut raw = RawMeasurement {
        schema: RAW_SCHEMA.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        clock: clocks.primary.id(),
        timebase: clocks.primary.timebase(),
        machine,
        cores: Vec::new(),
    };
    for (index, target) in targets.iter().enumerate() {
        stage.send(Message::CoreStarted(index, target.cpu));
        let faster = if target.company > 0 { raw.cores.first().and_then(place) } else { None };
        let mut measured = measure_core(target, options, clocks, &raw.machine, &stage, first_number);
        if let Outcome::Recorded(recording) = &mut measured.outcome {
            recording.not_on = faster;
            let elsewhere = estimate(recording).reason.is_some();
            if elsewhere && target.company > 0 && !stage.is_cancelled() {
                let humble = target.clone().humble();
                measured = measure_core(&humble, options, clocks, &raw.machine, &stage, first_number);
            }
        }
        stage.send(Message::CoreDone(Box::new(measured.reading())));
        raw.cores.push(measured);
    }
    if stage.finish()
        && let Some(core) = raw.cores.last_mut()
    {
        core.context.warnings.push(Warning::ObserverPanicked);
    }
    Measured { measurement: raw.estimate(), raw }
}

/// Where the windows of a core that was measured ended.
fn place(core: &RawCore) -> Option<u32> {
    match &core.outcome {
        Outcome::Recorded(recording) => estimate(recording).cpu,
        Outcome::Refused(_) => None,
    }
}

fn measure_core(
    target: &Target,
    options: &Options,
    clocks: &Clocks,
    machine: &Machine,
    stage: &Stage<Message>,
    first_number: &FirstNumber,
) -> RawCore {
    let mut warnings = fallback_warnings(clocks);
    warnings.extend(machine_warnings(machine));
    if target.urgency == Urgency::Background {
        warnings.push(Warning::Background);
    }
    let (pinned, refused) = match target.cpu.map(host::pin_to) {
        None => (None, None),
        Some(Ok(pinned)) => (Some(pinned), None),
        Some(Err(PinError::Offline { .. })) => (None, Some(Reason::Offline)),
        Some(Err(error)) => {
            log::info!("not pinned: {error}");
            warnings.push(Warning::AffinityRefused { asked: target.cpu, used: host::current_cpu() });
            (None, None)
        }
    };
    let mut context = context(target, machine, clocks.primary.id(), warnings);
    if let Some(reason) = refused {
        return RawCore { context, outcome: Outcome::Refused(reason) };
    }
    let outcome = {
        let _priority = host::raise_priority(target.urgency);
        let _company = Company::of(target.company);
        let load = LoadSampler::start(&LiveSystem);
        let mut bench = Hardware::new(clocks.clone());
        let mut tell = Tell { stage, begun: Instant::now(), duration: options.record.duration };
        let pinned_cpu = pinned.as_ref().map(host::Pinned::cpu);
        let recorded = record(&mut bench, pinned_cpu, &options.record, &mut tell);
        context.load = load.finish(&LiveSystem).value().cloned();
        recorded
    };
    drop(pinned);
    context.first_number_ms = first_number.take();
    context.conditions = stage.told().take_worst();
    for warning in context.conditions.warnings() {
        if !context.warnings.contains(&warning) {
            context.warnings.push(warning);
        }
    }
    if stage.is_cancelled() {
        context.warnings.push(Warning::Cancelled);
    }
    let outcome = match outcome {
        Ok(recording) => Outcome::Recorded(Box::new(recording)),
        Err(reason) => Outcome::Refused(reason),
    };
    RawCore { context, outcome }
}

fn context(target: &Target, machine: &Machine, clock: ClockId, warnings: Vec<Warning>) -> CoreContext {
    let core = target.cpu.and_then(|cpu| machine.core(cpu));
    let kind = core.or_else(|| machine.core(*target.cpus.first()?));
    let tolerance = clock_tolerance(clock, kernel_estimate().ok().as_ref());
    CoreContext {
        cpu: target.cpu,
        cpus_are_numbered: machine.cpu_numbers_are_kernels,
        kind: target.kind.clone(),
        cpus: target.cpus.clone(),
        claim: kind.and_then(host::Core::claim),
        siblings: core.map_or_else(Vec::new, |core| core.smt_siblings.clone()),
        load: None,
        clock_tolerance_ppm: tolerance.ppm,
        clock_tolerance_source: tolerance.source.to_string(),
        warnings,
        first_number_ms: None,
        conditions: Conditions::default(),
    }
}

fn fallback_warnings(clocks: &Clocks) -> Vec<Warning> {
    let fell_back = |note: &ChoiceNote| match note {
        ChoiceNote::PrimaryFellBack { error, .. } => {
            Some(Warning::ClockFallback { clock: clocks.primary.id(), why: error.to_string() })
        }
        _ => None,
    };
    clocks.notes.iter().filter_map(fell_back).collect()
}

fn machine_warnings(machine: &Machine) -> Vec<Warning> {
    let mut warnings = Vec::new();
    if machine.low_power.value() == Some(&true) {
        warnings.push(Warning::LowPower);
    }
    match &machine.virtualisation {
        Fact::Known { value: Virtualisation::None, .. } | Fact::Unknown { .. } => {}
        Fact::Known {
            value: Virtualisation::Hypervisor { name } | Virtualisation::Emulator { name },
            ..
        } => warnings.push(Warning::VirtualMachine { hypervisor: Some(name.clone()) }),
    }
    warnings
}

/// Hands what a recording finds to the telling thread.
struct Tell<'a> {
    stage: &'a Stage<Message>,
    begun: Instant,
    duration: Duration,
}

impl Progress for Tell<'_> {
    fn clock(&mut self, clock: &ClockFacts) {
        self.stage.send(Message::Clock(*clock));
    }

    fn warm_up(&mut self, samples: &[WarmUpSample]) {
        self.stage.send(Message::WarmUp(samples.to_vec()));
    }

    fn warmed_up(&mut self, end: WarmUpEnd, elapsed: Duration) {
        self.begun = Instant::now();
        let elapsed_ms = elapsed.as_secs_f64() * 1e3;
        self.stage.send(Message::WarmedUp { end, elapsed_ms, at: self.begun });
    }

    fn windows(&mut self, windows: &[Window]) {
        let part = self.begun.elapsed().as_secs_f64() / self.duration.as_secs_f64();
        self.stage.send(Message::Windows { windows: windows.to_vec(), part: part.min(1.0) });
    }

    fn cancelled(&self) -> bool {
        self.stage.is_cancelled()
    }
}
