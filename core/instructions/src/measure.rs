//! Measuring instructions, as a session on a thread of its own.

use std::fmt::{self, Display, Formatter};
use std::time::Duration;

use trueghz::chain::{ChainKind, Role};
use trueghz::estimate::Estimate;
use trueghz::internal::Placement;
use trueghz::internal::calibrate;
use trueghz::internal::only_target;
use trueghz::internal::{MeasuredCore, measure_one};
use trueghz::internal::{Worker, start_and_log};
use trueghz::report::Measurement;
use trueghz::report::provenance::now;
use trueghz::run::bench::Bench;
use trueghz::run::environment::{Environment, HostEnvironment};
use trueghz::run::event::{Event, NoObserver, Observer};
use trueghz::run::measure::MeasureError;
use trueghz::run::options::{OneOf, Options};
use trueghz::run::session::{Session, StartError};

use super::bench::FormBench;
use super::events::{Events, UncountedEvent};
use super::form::{InstructionForm, InstructionProperty};
use super::record::{Recorder, RowError};
use super::set::FORMS;
use super::shape::LoopShape;
use super::table::{Missing, TABLE_SCHEMA, Table, TableRow};

/// Minimum duration of the clock measurement before the rows: as for a reading by itself.
const READING: Duration = Duration::from_millis(500);

/// Maximum number of repetitions of disturbed rows, after all others: the disturbance is usually
/// over by then.
const REPETITIONS: u32 = 3;

/// Instructions to measure, and the core. [`InstructionOptions::new`] selects all that the core
/// has, on the fastest core type.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct InstructionOptions {
    /// Forms, by name: see [`InstructionForm::name`]. Empty: all of them.
    pub forms: Vec<String>,
    /// The core.
    pub core: OneOf,
    /// The shapes.
    pub shapes: Vec<LoopShape>,
    /// Minimum duration of each row in each shape. It takes longer if necessary, until the
    /// half-width of the value is at most 0.004 cycles or 0.2 %, and at most 0.01 cycles.
    pub at_least: Duration,
    /// Events of the performance monitoring unit to count for each row.
    pub events: Events,
    /// The seed of the windows' random order.
    pub seed: u64,
}

impl Default for InstructionOptions {
    fn default() -> InstructionOptions {
        InstructionOptions {
            forms: Vec::new(),
            core: OneOf::Fastest,
            shapes: LoopShape::ALL.to_vec(),
            at_least: Duration::ZERO,
            events: Events::None,
            seed: 0x7ea6,
        }
    }
}

/// If there are more forms than this, the options list none: the rows do.
const MOST_NAMED: usize = 8;

/// The spelling of the command line.
impl Display for InstructionOptions {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let named = self.forms.iter().filter(|_| self.forms.len() <= MOST_NAMED);
        let forms = named.map(|form| format!("'{form}'")).collect::<Vec<_>>().join(" ");
        let events = match &self.events {
            Events::None => String::new(),
            Events::Operations => "--counters ".to_owned(),
            Events::Named(names) => format!("--counters={} ", names.join(",")),
        };
        f.write_str(format!("{}{events}{forms}", self.core).trim_end())
    }
}

impl InstructionOptions {
    /// All forms, in all shapes.
    #[must_use]
    pub fn new() -> InstructionOptions {
        InstructionOptions::default()
    }

    /// Measures these forms.
    #[must_use]
    pub fn forms(self, names: impl IntoIterator<Item = impl Into<String>>) -> InstructionOptions {
        InstructionOptions { forms: names.into_iter().map(Into::into).collect(), ..self }
    }

    /// Selects this core: a CPU number, or a core type.
    #[must_use]
    pub fn core(self, core: impl Into<OneOf>) -> InstructionOptions {
        InstructionOptions { core: core.into(), ..self }
    }

    /// Measures in these shapes.
    #[must_use]
    pub fn shapes(self, shapes: impl IntoIterator<Item = LoopShape>) -> InstructionOptions {
        InstructionOptions { shapes: shapes.into_iter().collect(), ..self }
    }

    /// Measures each row in each shape for at least `at_least`.
    #[must_use]
    pub fn at_least(self, at_least: Duration) -> InstructionOptions {
        InstructionOptions { at_least, ..self }
    }

    /// Counts these events for each row.
    #[must_use]
    pub fn events(self, events: Events) -> InstructionOptions {
        InstructionOptions { events, ..self }
    }

    /// Draws the order of the windows from this seed.
    #[must_use]
    pub fn seed(self, seed: u64) -> InstructionOptions {
        InstructionOptions { seed, ..self }
    }

    pub(super) fn wanted(&self) -> Vec<&'static InstructionForm> {
        let is_wanted = |form: &&InstructionForm| {
            self.forms.is_empty() || self.forms.iter().any(|name| name == form.name())
        };
        FORMS.iter().filter(is_wanted).collect()
    }
}

/// Starts measuring the forms with these names on this machine, without an observer; all forms if
/// there are no names.
///
/// # Errors
/// [`MeasureError`] if there is no clock or no thread. What goes wrong with a row is a row with its
/// reason.
pub fn measure(names: &[&str]) -> Result<Session<Table>, MeasureError> {
    measure_with(InstructionOptions::new().forms(names.iter().copied()), NoObserver)
}

/// Starts measuring instructions on this machine, and reports progress to `observer`.
///
/// # Errors
/// As [`measure`].
pub fn measure_with(
    options: InstructionOptions,
    observer: impl Observer + 'static,
) -> Result<Session<Table>, MeasureError> {
    Ok(measure_at(HostEnvironment::with_its_clocks()?, options, observer)?)
}

/// Starts measuring instructions in another environment than this machine.
///
/// # Errors
/// [`StartError`] if the system would not start a thread.
pub fn measure_at<S>(
    environment: S,
    options: InstructionOptions,
    observer: impl Observer + 'static,
) -> Result<Session<Table>, StartError>
where
    S: Environment<Bench: FormBench> + Send + 'static,
{
    measure_forms_at(environment, options.wanted(), options, observer)
}

/// Starts measuring these forms.
pub(super) fn measure_forms_at<S>(
    environment: S,
    forms: Vec<&'static InstructionForm>,
    options: InstructionOptions,
    observer: impl Observer + 'static,
) -> Result<Session<Table>, StartError>
where
    S: Environment<Bench: FormBench> + Send + 'static,
{
    start_and_log("the instructions", observer, environment.avoid_cpus(), move |worker| {
        run(environment, &forms, &options, worker)
    })
}

fn run<S: Environment<Bench: FormBench>>(
    mut environment: S,
    wanted: &[&InstructionForm],
    options: &InstructionOptions,
    worker: &Worker,
) -> Table {
    let measured_at = now();
    let taken = on_core(&mut environment, options, worker, |recorder| match recorder {
        Ok(recorder) => rows(recorder, wanted, options, worker),
        Err(missing) => (without(wanted, missing), Vec::new()),
    });
    let (rows, uncounted) = taken.result;
    Table {
        schema: TABLE_SCHEMA.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        measured_at: Some(measured_at),
        options: Some(options.to_string()),
        measurement: taken.measurement,
        reference: taken.reference,
        rows,
        uncounted,
    }
}

/// Result of the work on a core, with its clock immediately before.
pub(super) struct OnCore<R> {
    pub(super) measurement: Measurement,
    /// The chain of one cycle per step; `None` if none ran.
    pub(super) reference: Option<ChainKind>,
    pub(super) result: R,
}

/// Measures the clock of the requested core, and calls `work` with a recorder there, or with the
/// reason why there is none.
pub(super) fn on_core<S: Environment<Bench: FormBench>, R>(
    environment: &mut S,
    options: &InstructionOptions,
    worker: &Worker,
    work: impl FnOnce(Result<&mut Recorder<'_, S::Bench>, Missing>) -> R,
) -> OnCore<R> {
    worker.conditions().set_initial(environment.conditions());
    let machine = environment.machine();
    // Alongside urgent threads it would be on slow cores only part of the time: at background
    // priority it stays there.
    let target = &only_target(environment, &machine, options.core, worker).without_load_threads();
    let placement = Placement::of_one(environment, &machine, worker.cancellation());
    let of_reading = Options::new().duration(READING).seed(options.seed);
    let MeasuredCore { measurement, estimate, .. } =
        measure_one(environment, &machine, &of_reading, worker, (target, &placement), None);
    let reference = estimate.as_ref().and_then(reference);
    let cancellation = worker.cancellation();
    let result = match reference {
        // The affinity of the reading ended with it.
        Some(reference) => match target.cpu.map(|cpu| environment.pin(cpu)).transpose() {
            Ok(_pinned) => {
                let _urged = environment.raise_priority(target.urgency);
                let mut bench = environment.bench();
                let counting = placement.of_one_type(target, bench.ran_on()).map_err(|_| Missing::NoCore);
                let recorder = counting.and_then(|counting| {
                    let clock = calibrate(&mut bench, cancellation).map_err(|_| Missing::ClockStopped)?;
                    let here = (&mut bench, target.cpu, counting);
                    let how = (options.seed, options.at_least, &options.events);
                    Recorder::new(here, clock, reference, how, cancellation).map_err(Missing::from)
                });
                match recorder {
                    Ok(mut recorder) => work(Ok(&mut recorder)),
                    Err(missing) => work(Err(missing)),
                }
            }
            Err(_) => work(Err(Missing::NoCore)),
        },
        None if worker.is_cancelled() => work(Err(Missing::Cancelled)),
        None => work(Err(Missing::NoReference)),
    };
    OnCore { measurement, reference, result }
}

/// The reference chain for instructions: of those that agree on a cycle the first, addition if it
/// is one of them.
fn reference(estimate: &Estimate) -> Option<ChainKind> {
    estimate.frequency?;
    let carries = |kind: ChainKind| matches!(kind.role(), Role::OneCycle { independent: true });
    let mut agreeing = estimate.chains.iter().filter(|chain| chain.agrees && carries(chain.kind));
    let first = agreeing.clone().next()?.kind;
    Some(agreeing.find(|chain| chain.kind == ChainKind::Add).map_or(first, |chain| chain.kind))
}

fn each<'f>(
    forms: &[&'f InstructionForm],
) -> impl Iterator<Item = (&'f InstructionForm, &'f InstructionProperty)> {
    forms.iter().flat_map(|form| form.properties().iter().map(move |row| (*form, row)))
}

fn without(forms: &[&InstructionForm], missing: Missing) -> Vec<TableRow> {
    each(forms).map(|(form, row)| TableRow::missing(form, row, missing)).collect()
}

fn rows(
    recorder: &mut Recorder<'_, impl FormBench>,
    forms: &[&InstructionForm],
    options: &InstructionOptions,
    worker: &Worker,
) -> (Vec<TableRow>, Vec<UncountedEvent>) {
    let total = each(forms).count();
    let mut rows = Vec::with_capacity(total);
    for (form, row) in each(forms) {
        rows.push(measured(recorder, form, row, &options.shapes));
        worker.report(|| Event::Progressed { done: rows.len(), total });
    }
    for _ in 0..REPETITIONS {
        for ((form, row), found) in each(forms).zip(&mut rows) {
            if found.shapes_disagree() && !worker.is_cancelled() {
                let again = measured(recorder, form, row, &options.shapes);
                *found = found.clone().or_lower(again);
            }
        }
    }
    let uncounted = recorder.finish_events(&mut rows);
    (rows, uncounted)
}

fn measured(
    recorder: &mut Recorder<'_, impl FormBench>,
    form: &InstructionForm,
    row: &InstructionProperty,
    shapes: &[LoopShape],
) -> TableRow {
    let mut found = Vec::new();
    let mut otherwise = RowError::NotThere;
    for &shape in shapes {
        match recorder.row(form, row, shape) {
            Ok(cycles) => found.push(cycles),
            // Bodies that are not built in do not count as a reason.
            Err(RowError::NotThere) => {}
            Err(why) => otherwise = why,
        }
    }
    let shape = found.first().map(|cycles| cycles.shape);
    // A row without counts is still a row.
    let events = shape.and_then(|shape| recorder.row_events(form, row, shape).ok()).unwrap_or_default();
    TableRow { events, ..TableRow::of(form, row, found, otherwise.into()) }
}
