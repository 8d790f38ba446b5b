//! The clock of each kind of core with one, two, ... all processors busy, by load class.
//!
//! The measured core is one of its kind; the busy ones are taken in the order in which they reduce
//! turbo most: first cores of the same kind, then of the others, and threads that share a core with
//! a busy one last. A busy SMT sibling is not a slower clock, and the reading accounts for it
//! (`smt_contention`). The measured core works, too, between its windows.
//!
//! If no thread can request a core (Apple's systems) the threads are as urgent as possible: they
//! run on the fastest cores while one is free. Windows of the measured thread on a slow core are
//! left out.

use std::fmt::{self, Display, Formatter};
use std::time::Duration;

use trueghz::estimate::verdict::Reason;
use trueghz::host::Machine;
use trueghz::internal::{Placement, only_target};
use trueghz::load::{Load, LoadClass, NoLoad};
use trueghz::report::provenance::now;
use trueghz::run::bench::Worked;
use trueghz::run::environment::{Environment, HostEnvironment, LoadedCores};
use trueghz::run::event::{Event, Observer};
use trueghz::run::measure::{MeasureError, measure_one};
use trueghz::run::options::{OneOf, Options, TimeOption};
use trueghz::run::session::{self, Session, StartError, Worker};
use trueghz::run::session_error::SessionError;
use trueghz::run::target::{Selection, Target};

use crate::operations::OperationsPerCycle;
use crate::others::others;
use crate::turbo::{TURBO_SCHEMA, TurboReport, TurboRow};

/// Number of busy processors up to which each number is measured; above it, the number grows by
/// half each time.
const EACH_UP_TO: usize = 16;

/// Options of a turbo session.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct TurboOptions {
    /// The core; [`OneOf::Fastest`]: one of each kind.
    pub core: OneOf,
    /// Load classes of the busy cores: one reading for each.
    pub classes: Vec<LoadClass>,
    /// Duration of each reading, after its warm-up.
    pub duration: Duration,
}

impl Default for TurboOptions {
    fn default() -> TurboOptions {
        TurboOptions {
            core: OneOf::Fastest,
            classes: LoadClass::ALL.to_vec(),
            duration: Duration::from_millis(400),
        }
    }
}

/// The options as on the command line.
impl Display for TurboOptions {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let classes: Vec<&str> = self.classes.iter().map(|class| class.code()).collect();
        let (core, duration) = (self.core, TimeOption(self.duration));
        write!(f, "{core}--class {} --duration {duration}", classes.join(","))
    }
}

impl TurboOptions {
    /// Readings of 400 ms, of which a fifth are windows, for each class.
    #[must_use]
    pub fn new() -> TurboOptions {
        TurboOptions::default()
    }

    /// Sets the core: a processor's number, or a kind.
    #[must_use]
    pub fn core(self, core: impl Into<OneOf>) -> TurboOptions {
        TurboOptions { core: core.into(), ..self }
    }

    /// Sets the load classes.
    #[must_use]
    pub fn classes(self, classes: impl Into<Vec<LoadClass>>) -> TurboOptions {
        TurboOptions { classes: classes.into(), ..self }
    }

    /// Sets the duration of each reading.
    #[must_use]
    pub fn duration(self, duration: Duration) -> TurboOptions {
        TurboOptions { duration, ..self }
    }
}

/// A planned measurement.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Point {
    core: OneOf,
    loaded: LoadedCores,
}

/// Starts measuring each kind of core of this machine with more and more busy processors;
/// `observer` receives the findings as they come, and the number of completed readings and the
/// total ([`Event::Progressed`]). If cancelled, it ends with the readings so far.
///
/// # Errors
/// [`MeasureError`] if there is no clock or no thread; the session ends with [`SessionError`] if
/// nothing can keep cores busy, or the core cannot be used.
pub fn turbo(
    options: TurboOptions,
    observer: impl Observer + 'static,
) -> Result<Session<Result<TurboReport, SessionError>>, MeasureError> {
    Ok(turbo_at(HostEnvironment::with_its_clocks()?, options, observer)?)
}

/// Starts the same in another environment than this machine.
///
/// # Errors
/// [`StartError`] if the system would not start a thread.
pub fn turbo_at(
    environment: impl Environment + Send + 'static,
    options: TurboOptions,
    observer: impl Observer + 'static,
) -> Result<Session<Result<TurboReport, SessionError>>, StartError> {
    session::start_and_log("the turbo clocks", observer, environment.avoid_cpus(), move |worker| {
        run(environment, &options, worker)
    })
}

fn run<S: Environment>(
    mut environment: S,
    options: &TurboOptions,
    worker: &Worker,
) -> Result<TurboReport, SessionError> {
    let measured_at = now();
    worker.conditions().set_initial(environment.conditions());
    let machine = environment.machine();
    let points = points(&machine, &environment.allowed_cpus(), options.core)?;
    let loads = options
        .classes
        .iter()
        .map(|&class| environment.load(class))
        .collect::<Result<Vec<Load>, NoLoad>>()?;
    let placement = Placement::of_one(&mut environment, &machine, worker.cancellation());
    let of_reading = Options::new().duration(options.duration);
    let mut rows: Vec<TurboRow> = Vec::new();
    for (point, load) in points.iter().flat_map(|point| loads.iter().map(move |load| (point, load))) {
        worker.report(|| Event::Progressed { done: rows.len(), total: points.len() * loads.len() });
        let target = only_target(&environment, &machine, point.core, worker);
        let busy = environment.keep_busy(&point.loaded, load);
        let mut load = load.clone();
        let core = measure_one(
            &mut environment,
            &machine,
            &of_reading,
            worker,
            (&target, &placement),
            Some(&mut load),
        );
        if worker.is_cancelled() {
            break;
        }
        // A thread that could not get onto its processor is not counted.
        let loaded = busy.loaded();
        rows.extend(core.measurement.cores.into_iter().map(|reading| TurboRow {
            busy: target.load_threads + loaded.threads() + 1,
            others: loaded.cpus().to_vec(),
            work: Some(load.facts()),
            operations: operations(&core.done, reading.hz()),
            reading,
        }));
    }
    Ok(TurboReport {
        schema: TURBO_SCHEMA.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        measured_at: Some(measured_at),
        options: Some(options.to_string()),
        rows,
        machine,
    })
}

/// Operations in each cycle, by the measured clock.
fn operations(done: &[Worked], hz: Option<f64>) -> Option<OperationsPerCycle> {
    let cycles_per_ns = hz? * 1e-9;
    OperationsPerCycle::of(done.iter().map(|worked| worked.operations / worked.ns / cycles_per_ns).collect())
}

/// The points to measure, in order.
///
/// # Errors
/// [`SessionError::NoCore`] if no core can be used.
fn points(machine: &Machine, allowed: &[u32], core: OneOf) -> Result<Vec<Point>, SessionError> {
    if let OneOf::Cpu(_) = core
        && !machine.has_os_cpu_ids
    {
        return Err(SessionError::NoCore(Reason::AffinityRefused.text().to_owned()));
    }
    let targets = match core {
        OneOf::Fastest if machine.has_os_cpu_ids => Selection::EachCoreType.targets(machine, allowed),
        core => vec![Target::one(core, machine, allowed)],
    };
    if let Some(reason) = targets.first().and_then(|target| target.out_of_reach)
        && targets.iter().all(|target| target.out_of_reach.is_some())
    {
        return Err(SessionError::NoCore(reason.text().to_owned()));
    }
    let in_reach = targets.iter().filter(|target| target.out_of_reach.is_none());
    Ok(in_reach.flat_map(|target| points_of(target, core, machine, allowed)).collect())
}

/// From the target alone to all processors that can be busy.
fn points_of(target: &Target, core: OneOf, machine: &Machine, allowed: &[u32]) -> Vec<Point> {
    if !machine.has_os_cpu_ids {
        let counts = busy_counts(machine.cores.len() - target.load_threads);
        return counts
            .into_iter()
            .map(|busy| Point { core, loaded: LoadedCores::Threads(busy - 1) })
            .collect();
    }
    let others = target.cpu.map_or_else(Vec::new, |cpu| others(machine, allowed, cpu));
    let point = |busy: usize| Point {
        core: target.cpu.into(),
        loaded: LoadedCores::Cpus(others[..busy - 1].to_vec()),
    };
    busy_counts(others.len() + 1).into_iter().map(point).collect()
}

/// The numbers of busy processors, of `all`.
fn busy_counts(all: usize) -> Vec<usize> {
    let mut counts = Vec::new();
    let mut busy = 1;
    while busy < all {
        counts.push(busy);
        busy = if busy < EACH_UP_TO { busy + 1 } else { busy + busy / 2 };
    }
    counts.push(all);
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use trueghz::simulate::described::{apple, phone};

    #[test]
    fn every_small_number_and_all_of_them_are_measured() {
        assert_eq!(busy_counts(1), [1]);
        assert_eq!(busy_counts(4), [1, 2, 3, 4]);
        assert_eq!(busy_counts(64)[15..], [16, 24, 36, 54, 64]);
    }

    #[test]
    fn cores_of_the_same_kind_become_busy_first() {
        let found = points(&phone(8), &[], OneOf::Fastest).expect("points");
        assert_eq!(found.len(), 3 * 8);
        let all = |cpu| {
            let of = found.iter().filter(move |point| point.core == OneOf::Cpu(cpu));
            of.map(|point| point.loaded.cpus().to_vec())
        };
        assert_eq!(all(6).collect::<Vec<_>>()[..4], [vec![], vec![4], vec![4, 5], vec![4, 5, 0]]);
        assert_eq!(all(7).next_back().expect("the last").len(), 7);
        let is_loaded = |point: &Point| point.loaded.cpus().iter().any(|&cpu| point.core == OneOf::Cpu(cpu));
        assert!(!found.iter().any(is_loaded));
        let of_one: Vec<&Point> = found.iter().filter(|point| point.core == OneOf::Cpu(6)).collect();
        assert_eq!(points(&phone(8), &[], OneOf::Cpu(6)).expect("points").iter().collect::<Vec<_>>(), of_one);
    }

    #[test]
    fn where_no_core_can_be_asked_for_threads_are_counted() {
        let machine = apple(&[("Performance", 2), ("Efficiency", 4)]);
        let found = points(&machine, &[], OneOf::Fastest).expect("points");
        let threads: Vec<LoadedCores> = (0..6).map(LoadedCores::Threads).collect();
        assert_eq!(found.into_iter().map(|point| point.loaded).collect::<Vec<_>>(), threads);
        assert!(matches!(points(&machine, &[], OneOf::Cpu(1)), Err(SessionError::NoCore(_))));
    }
}
