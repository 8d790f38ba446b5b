//! The clock of each kind of core with one, two, ... all processors busy.
//!
//! The measured core is one of its kind; the busy ones are taken in the order in which they cost most of what turbo has to give:
//! first cores of the same kind, then of the others, and threads that share a core with a busy one last. A busy SMT sibling is
//! not a slower clock, and the reading knows (`shared_core`).

use std::fmt::{self, Display, Formatter};
use std::time::Duration;

use crate::host::Machine;
use crate::report::provenance::now;
use crate::report::turbo::{TURBO_SCHEMA, TurboReport, TurboRow};

use super::beside::others;
use super::event::{Event, Observer};
use super::measure::{MeasureError, measure_one};
use super::no_report::NoReport;
use super::options::{CpuOption, Options, TimeOption};
use super::seat::only_target;
use super::session::{self, Session, StartError, Worker};
use super::site::{Site, ThisMachine};
use super::target::Selection;

/// Up to so many busy processors each number is measured; of more, half as many again each time.
const EACH_UP_TO: usize = 16;

/// What to measure.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct TurboOptions {
    /// The core; absent: one of each kind.
    pub cpu: Option<u32>,
    /// How long each reading takes, after its warm-up.
    pub duration: Duration,
}

impl Default for TurboOptions {
    fn default() -> TurboOptions {
        TurboOptions { cpu: None, duration: Duration::from_millis(200) }
    }
}

/// The spelling of the command line.
impl Display for TurboOptions {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}--duration {}", CpuOption(self.cpu), TimeOption(self.duration))
    }
}

impl TurboOptions {
    /// Readings of 200 ms.
    #[must_use]
    pub fn new() -> TurboOptions {
        TurboOptions::default()
    }

    /// Measures this core; `None`: one of each kind.
    #[must_use]
    pub fn cpu(self, cpu: impl Into<Option<u32>>) -> TurboOptions {
        TurboOptions { cpu: cpu.into(), ..self }
    }

    /// Takes so long for each reading.
    #[must_use]
    pub fn duration(self, duration: Duration) -> TurboOptions {
        TurboOptions { duration, ..self }
    }
}

/// A measurement that is to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Point {
    cpu: u32,
    others: Vec<u32>,
}

/// Starts measuring each kind of core of this machine beside more and more busy processors; `observer` is told what is found
/// meanwhile, and how many readings of how many are done ([`Event::StepsDone`]). Cancelled, it ends with what is known then.
///
/// # Errors
/// [`MeasureError`] if there is no clock or no thread; the session ends with [`NoReport::NotPinnable`] where no thread can ask
/// for a core.
pub fn turbo(
    options: TurboOptions,
    observer: impl Observer + 'static,
) -> Result<Session<Result<TurboReport, NoReport>>, MeasureError> {
    Ok(turbo_at(ThisMachine::with_its_clocks()?, options, observer)?)
}

/// Starts the same at another site than this machine.
///
/// # Errors
/// [`StartError`] if the system would not start a thread.
pub fn turbo_at(
    site: impl Site + Send + 'static,
    options: TurboOptions,
    observer: impl Observer + 'static,
) -> Result<Session<Result<TurboReport, NoReport>>, StartError> {
    session::start_and_log("the turbo clocks", observer, site.keep_off(), move |worker| {
        run(site, &options, worker)
    })
}

fn run<S: Site>(mut site: S, options: &TurboOptions, worker: &Worker) -> Result<TurboReport, NoReport> {
    let measured_at = now();
    worker.told().begin_with(site.conditions());
    let machine = site.machine();
    let allowed = site.allowed_cpus();
    let points = points(&machine, &allowed, options.cpu).ok_or(NoReport::NotPinnable)?;
    let of_reading = Options::new().duration(options.duration);
    let mut rows: Vec<TurboRow> = Vec::new();
    for point in &points {
        worker.report(|| Event::StepsDone { done: rows.len(), total: points.len() });
        let target = only_target(&site, &machine, Some(point.cpu), worker);
        let busy = site.keep_busy(&point.others);
        let (measurement, _) = measure_one(&mut site, &machine, &of_reading, worker, &target);
        if worker.is_cancelled() {
            break;
        }
        // A thread that could not get onto its processor is not counted.
        let others = busy.cpus().to_vec();
        rows.extend(measurement.cores.into_iter().map(|reading| TurboRow {
            busy: others.len() + 1,
            others: others.clone(),
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

/// What is measured, in order; `None` where no thread can ask for a core.
fn points(machine: &Machine, allowed: &[u32], cpu: Option<u32>) -> Option<Vec<Point>> {
    let selection = cpu.map_or(Selection::EachKind, |cpu| Selection::Cpus(vec![cpu]));
    let targets = selection.targets(machine, allowed);
    let cpus: Vec<u32> = targets
        .iter()
        .filter(|target| target.out_of_reach.is_none())
        .filter_map(|target| target.cpu)
        .collect();
    if cpus.is_empty() {
        return None;
    }
    let of_core = |&cpu: &u32| {
        let others = others(machine, allowed, cpu);
        busy_counts(others.len() + 1)
            .into_iter()
            .map(move |busy| Point { cpu, others: others[..busy - 1].to_vec() })
            .collect::<Vec<_>>()
    };
    Some(cpus.iter().flat_map(of_core).collect())
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
    use crate::run::target::tests::{apple, phone};

    #[test]
    fn every_small_number_and_all_of_them_are_measured() {
        assert_eq!(busy_counts(1), [1]);
        assert_eq!(busy_counts(4), [1, 2, 3, 4]);
        assert_eq!(busy_counts(64)[15..], [16, 24, 36, 54, 64]);
    }

    #[test]
    fn cores_of_the_same_kind_become_busy_first() {
        let found = points(&phone(8), &[], None).expect("points");
        assert_eq!(found.len(), 3 * 8);
        let all = |cpu| found.iter().filter(move |point| point.cpu == cpu).map(|point| point.others.clone());
        assert_eq!(all(6).collect::<Vec<_>>()[..4], [vec![], vec![4], vec![4, 5], vec![4, 5, 0]]);
        assert_eq!(all(7).next_back().expect("the last").len(), 7);
        assert!(found.iter().all(|point| !point.others.contains(&point.cpu)));
        let of_one: Vec<&Point> = found.iter().filter(|point| point.cpu == 6).collect();
        assert_eq!(points(&phone(8), &[], Some(6)).expect("points").iter().collect::<Vec<_>>(), of_one);
    }

    #[test]
    fn where_no_core_can_be_asked_for_nothing_is_said() {
        assert_eq!(points(&apple(&[("Performance", 2), ("Efficiency", 4)]), &[], None), None);
    }
}
