//! The drop of a core's clock under a steady load: short windows inside the load, for minutes or
//! hours.
//!
//! The measuring thread is itself part of the load: between two windows it works as the other busy
//! threads do ([`trueghz::load`]). A window is additions for some 60 µs, each ten milliseconds, and
//! multiplications for half of that, which show whether the core is shared: together less than 1 %
//! of the load's time. A long run takes them less often, so that it never holds more than
//! [`MOST_WINDOWS`].
//!
//! Here windows are taken. Peak, loss and throttling are computed from them by
//! `throttling`, when [`SustainedReport::of`] makes the report.

use std::time::Duration;

use trueghz::host::{Conditions, Evidence, Fact, Machine, ThermalZone, ThreadPriority, thermal};
use trueghz::internal::{Placement, median, occupy_faster_cores, only_target};
use trueghz::load::Load;
use trueghz::report::provenance::now;
use trueghz::run::bench::Bench;
use trueghz::run::environment::{Environment, HostEnvironment, LoadedCores};
use trueghz::run::event::{Event, Observer};
use trueghz::run::measure::MeasureError;
use trueghz::run::session::{self, Session, StartError, Worker};
use trueghz::run::session_error::SessionError;
use trueghz::run::target::Target;

use super::{
    SUSTAINED_SCHEMA, SustainedLoad, SustainedOptions, SustainedRecord, SustainedReport, SustainedRun,
};
use crate::others::others;
use crate::pinning::{current_hz, pin_thread};
use crate::windows::taken::{Calibrated, Settled, TimedWindows};
use crate::windows::timed::TimedWindow;

/// Intended duration of a window, in nanoseconds: with its surroundings less than 1 % of
/// [`APART_NS`].
const WINDOW_NS: f64 = 60e3;

/// Intended duration of the multiplications after it: reads of a server's clock vary by a
/// thousandth of it.
const MULTIPLICATIONS_NS: f64 = 25e3;

/// Interval between windows, in nanoseconds, which is the resolution of the time of throttling.
const APART_NS: f64 = 10e6;

/// Maximum number of windows of one run: in a run of more than ten minutes their interval is
/// longer. They take some megabytes.
pub const MOST_WINDOWS: usize = 60_000;

/// Duration of the load before its time begins, in nanoseconds: from an idle clock phones take up
/// to 100 ms, and the window overhead is estimated while the clock is constant.
const WARM_UP_NS: f64 = 200e6;

/// A record takes this fraction of the run...
const RECORD_PART: f64 = 1.0 / 60.0;

/// ...but no less than this, so that it has windows, in nanoseconds...
const LEAST_RECORD_NS: f64 = 100e6;

/// ...and no more than this, or than a fraction of a run of hours: users want to see an update each
/// second.
const MOST_RECORD_NS: f64 = 1e9;
const MOST_RECORDS: f64 = 10_000.0;

/// Between two windows the thread works no longer than this without a check for cancellation.
const WORK: Duration = Duration::from_millis(20);

/// Temperatures are read again after this multiple of their read duration: phones have a hundred
/// sensors, some behind slow buses, and the load is to be steady.
const TIMES_THE_COST: f64 = 200.0;

/// Maximum continuous time in the background that does not end a load, in nanoseconds: a glance at
/// a message, and no more, since the system then slows a program down, or stops it.
const LONGEST_AWAY_NS: f64 = 30e9;

/// An event of a steady load.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum SustainedEvent {
    /// One that every session reports.
    Session(Event),
    /// The load has begun.
    Begun {
        /// The load and its options.
        run: Box<SustainedRun>,
    },
    /// A record of the clock since the last such event, as a rule each second.
    Recorded {
        /// The windows, and the conditions.
        record: Box<SustainedRecord>,
    },
}

impl From<Event> for SustainedEvent {
    fn from(event: Event) -> SustainedEvent {
        SustainedEvent::Session(event)
    }
}

/// Starts a steady load on this machine; `observer` receives the load's description
/// ([`SustainedEvent::Begun`]) and then records of the clock, as a rule each second
/// ([`SustainedEvent::Recorded`]). It ends with the results so far if it is cancelled, or if the
/// platform reports that the device is critically hot or that the program was in the background for
/// longer than half a minute. The estimate excludes records from the background.
///
/// # Errors
/// [`MeasureError`] if there is no clock or no thread; the session ends with [`SessionError`] if
/// the core cannot be used.
pub fn sustained(
    options: SustainedOptions,
    observer: impl Observer<SustainedEvent> + 'static,
) -> Result<Session<Result<SustainedReport, SessionError>>, MeasureError> {
    Ok(sustained_at(HostEnvironment::with_its_clocks()?, options, observer)?)
}

/// Starts a steady load in another environment than this machine.
///
/// # Errors
/// [`StartError`] if the system would not start a thread.
pub fn sustained_at(
    environment: impl Environment + Send + 'static,
    options: SustainedOptions,
    observer: impl Observer<SustainedEvent> + 'static,
) -> Result<Session<Result<SustainedReport, SessionError>>, StartError> {
    let session =
        session::start_and_log("the sustained load", observer, environment.avoid_cpus(), move |worker| {
            run(environment, &options, worker)
        })?;
    // The session has not been returned yet, so the background cannot have been reported before.
    session.control().outlast_background();
    Ok(session)
}

fn run<S: Environment>(
    mut environment: S,
    options: &SustainedOptions,
    worker: &Worker<SustainedEvent>,
) -> Result<SustainedReport, SessionError> {
    let measured_at = now();
    worker.conditions().set_initial(environment.conditions());
    let machine = environment.machine();
    let target = only_target(&environment, &machine, options.core, worker);
    // Once this thread is on its core, it may use no other.
    let allowed = environment.allowed_cpus();
    let _seat = pin_thread(&mut environment, &target)?;
    let placement = Placement::of_one(&mut environment, &machine, worker.cancellation());
    let mut load = environment.load(options.class)?;
    let _urged = environment.raise_priority(ThreadPriority::UserInteractive);
    let _occupied = occupy_faster_cores(&mut environment, &target);
    let busy = environment.keep_busy(&company(options.load, &machine, &allowed, &target), &load);
    let (clock, timebase) = environment.clock();
    let evidence = environment.evidence();
    let mut bench = environment.bench();
    let calibrated = Calibrated::on(&mut bench, environment.reference())?;
    let counting = placement.of_one_type(&target, bench.ran_on())?;
    let mut taken = TimedWindows::begin(&mut bench, &calibrated, WINDOW_NS, WINDOW_NS, 0).counting(counting);
    work_until(&mut taken, &mut load, WARM_UP_NS, worker);
    let mut ends = taken.ends()?;
    taken.restart();
    let run = SustainedRun {
        schema: SUSTAINED_SCHEMA.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        measured_at: Some(measured_at),
        options: Some(options.to_string()),
        cpu: target.cpu,
        kind: placement.kind_of(&target),
        load: options.load,
        others: busy.loaded().cpus().to_vec(),
        work: Some(load.facts()),
        start_ticks: taken.start_ticks(),
        length_ms: options.duration.as_secs_f64() * 1e3,
        clock,
        timebase,
        quantum_ns: calibrated.quantum_ns(),
        overhead_uncertainty: calibrated.overhead_uncertainty(&ends, WINDOW_NS),
        machine,
    };
    worker.report(|| SustainedEvent::Begun { run: Box::new(run.clone()) });
    let mut surroundings = Surroundings { evidence, cpu: run.cpu, next_reading_ns: 0.0 };
    let mut records = Vec::new();
    let plan = Plan::of(options.duration);
    let mut record_end_ns = plan.record_ns;
    let (mut timing_ns, mut done) = (0.0, Vec::new());
    let mut patience = SuspendPolicy::default();
    // The first window, too, is inside the load: reporting the start may have taken milliseconds.
    let mut next_ns = taken.now_ns() + plan.apart_ns;
    loop {
        done.extend(work_until(&mut taken, &mut load, next_ns, worker));
        let begun_ns = taken.now_ns();
        taken.shift_phase()?;
        if taken.take()?.is_some() {
            taken.multiply(MULTIPLICATIONS_NS)?;
        }
        let now_ns = taken.now_ns();
        timing_ns += now_ns - begun_ns;
        let is_spent = patience.is_spent(worker.conditions().last(), now_ns);
        let is_over = now_ns >= plan.length_ns || worker.is_cancelled() || is_spent;
        if is_over || now_ns >= record_end_ns {
            let Settled { windows, shared } = taken.settle(&mut ends, is_over);
            timing_ns += taken.now_ns() - now_ns;
            let operations_per_ns = median(&mut done);
            let elsewhere = taken.take_elsewhere();
            let timed = RecordTiming { windows, shared, elsewhere, timing_ns, operations_per_ns };
            timing_ns = 0.0;
            done.clear();
            let conditions = worker.conditions().take_worst();
            let record = surroundings.record(timed, conditions, &mut taken);
            worker.report(|| SustainedEvent::Recorded { record: Box::new(record.clone()) });
            records.push(record);
            record_end_ns = now_ns + plan.record_ns;
        }
        if is_over {
            return Ok(SustainedReport::of(run, records));
        }
        next_ns = now_ns + plan.apart_ns;
    }
}

/// Keeps the core busy until then, or until cancelled; returns the operations in a nanosecond, if
/// there was time for any.
fn work_until<B: Bench>(
    taken: &mut TimedWindows<'_, B>,
    load: &mut Load,
    until_ns: f64,
    worker: &Worker<SustainedEvent>,
) -> Option<f64> {
    let (mut operations, mut ns) = (0.0, 0.0);
    while let left_ns = until_ns - taken.now_ns()
        && left_ns > 0.0
        && !worker.is_cancelled()
    {
        let worked = taken.work(load, Duration::from_nanos(left_ns as u64).min(WORK));
        (operations, ns) = (operations + worked.operations, ns + worked.ns);
    }
    (ns > 0.0).then(|| operations / ns)
}

/// Decides when platform conditions end a load.
#[derive(Default)]
struct SuspendPolicy {
    /// Time at which the program went to the background; `None` if it is in the foreground.
    away_since_ns: Option<f64>,
}

impl SuspendPolicy {
    /// Returns `true` if the load is to end: critical heat, or too long an absence. A program that
    /// the system stopped during an absence learns of both ends at once.
    fn is_spent(&mut self, now: Conditions, now_ns: f64) -> bool {
        let away_ns = self.away_since_ns.map_or(0.0, |since_ns| now_ns - since_ns);
        let is_away = now.in_background == Some(true);
        self.away_since_ns = is_away.then_some(self.away_since_ns.unwrap_or(now_ns));
        away_ns > LONGEST_AWAY_NS || now.is_critical()
    }
}

/// Windows timed in a record.
struct RecordTiming {
    windows: Vec<TimedWindow>,
    /// Windows that shared their core.
    shared: usize,
    /// Windows that are left out, since they were on another type of core.
    elsewhere: usize,
    /// Total duration of all windows.
    timing_ns: f64,
    /// Operations of the load in a nanosecond.
    operations_per_ns: Option<f64>,
}

/// Schedule of windows and records.
struct Plan {
    length_ns: f64,
    apart_ns: f64,
    record_ns: f64,
}

impl Plan {
    fn of(length: Duration) -> Plan {
        let length_ns = length.as_nanos() as f64;
        let record_ns = (length_ns * RECORD_PART).clamp(LEAST_RECORD_NS, MOST_RECORD_NS);
        Plan {
            length_ns,
            apart_ns: APART_NS.max(length_ns / MOST_WINDOWS as f64),
            record_ns: record_ns.max(length_ns / MOST_RECORDS),
        }
    }
}

/// Other cores to load. Siblings of the measured core rest: SMT contention does not lower the
/// clock.
fn company(load: SustainedLoad, machine: &Machine, allowed: &[u32], target: &Target) -> LoadedCores {
    let Some(cpu) = target.cpu else {
        let threads = match load {
            SustainedLoad::One => 0,
            SustainedLoad::Kind => target.cpus.len().saturating_sub(1),
            SustainedLoad::All => machine.cores.len().saturating_sub(1 + target.load_threads),
        };
        return LoadedCores::Threads(threads);
    };
    let siblings = machine.core(cpu).map_or(&[][..], |core| &core.smt_siblings);
    let all: Vec<u32> =
        others(machine, allowed, cpu).into_iter().filter(|other| !siblings.contains(other)).collect();
    LoadedCores::Cpus(match load {
        SustainedLoad::One => Vec::new(),
        SustainedLoad::Kind => all.into_iter().filter(|other| target.cpus.contains(other)).collect(),
        SustainedLoad::All => all,
    })
}

/// Readings at the end of a record.
struct Surroundings {
    evidence: Option<&'static dyn Evidence>,
    cpu: Option<u32>,
    /// Time of the next temperature reading.
    next_reading_ns: f64,
}

impl Surroundings {
    fn record<B: Bench>(
        &mut self,
        timed: RecordTiming,
        conditions: Conditions,
        taken: &mut TimedWindows<'_, B>,
    ) -> SustainedRecord {
        let begun_ns = taken.now_ns();
        let mut zones: Vec<ThermalZone> = Vec::new();
        if let Some(evidence) = self.evidence.filter(|_| begun_ns >= self.next_reading_ns) {
            if let Fact::Known { value, .. } = thermal(evidence) {
                zones = value.zones;
            }
            let cost_ns = taken.now_ns() - begun_ns;
            self.next_reading_ns = begun_ns + TIMES_THE_COST * cost_ns;
        }
        let driver_hz = self.evidence.zip(self.cpu).and_then(|(evidence, cpu)| current_hz(evidence, cpu));
        let RecordTiming { windows, shared, elsewhere, timing_ns, operations_per_ns } = timed;
        let (at_ms, timing_ms) = (begun_ns / 1e6, Some(timing_ns / 1e6));
        SustainedRecord {
            at_ms,
            windows,
            shared,
            elsewhere,
            timing_ms,
            operations_per_ns,
            zones,
            conditions,
            driver_hz,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trueghz::host::ThermalStatus;
    use trueghz::run::options::OneOf;
    use trueghz::simulate::described::{apple, phone};

    #[test]
    fn long_runs_hold_no_more_windows_than_short_ones() {
        for (seconds, apart_ms, record_ms) in
            [(3, 10.0, 100.0), (300, 10.0, 1_000.0), (600, 10.0, 1_000.0), (86_400, 1_440.0, 8_640.0)]
        {
            let plan = Plan::of(Duration::from_secs(seconds));
            assert_eq!((plan.apart_ns / 1e6, plan.record_ns / 1e6), (apart_ms, record_ms), "{seconds} s");
        }
    }

    #[test]
    fn a_short_absence_is_outlasted_and_a_long_one_is_not_even_when_it_is_over() {
        let told = |in_background| Conditions { in_background: Some(in_background), ..Default::default() };
        for (back_at_ns, is_spent) in [(29e9, false), (31e9, true)] {
            let mut patience = SuspendPolicy::default();
            assert!(!patience.is_spent(told(false), 0.0) && !patience.is_spent(told(true), 1.0));
            assert_eq!(patience.is_spent(told(false), back_at_ns), is_spent);
            assert!(!patience.is_spent(told(false), back_at_ns + 60e9));
        }
        let hot = |thermal| Conditions { thermal: Some(thermal), ..Default::default() };
        assert!(SuspendPolicy::default().is_spent(hot(ThermalStatus::Emergency), 0.0));
        assert!(!SuspendPolicy::default().is_spent(hot(ThermalStatus::Severe), 0.0));
    }

    #[test]
    fn the_load_is_what_was_asked_for() {
        let machine = phone(8);
        let target = Target::one(OneOf::Cpu(4), &machine, &[]);
        let loaded = |load| company(load, &machine, &[], &target);
        assert_eq!(loaded(SustainedLoad::One), LoadedCores::Cpus(vec![]));
        let of_kind = loaded(SustainedLoad::Kind).cpus().to_vec();
        assert!(
            of_kind.iter().all(|cpu| target.cpus.contains(cpu)) && of_kind.len() + 1 == target.cpus.len()
        );
        assert_eq!(loaded(SustainedLoad::All).threads(), 7);
        let mut threaded = machine.clone();
        for core in &mut threaded.cores {
            core.smt_siblings = vec![core.cpu ^ 1];
        }
        assert_eq!(company(SustainedLoad::All, &threaded, &[], &target).threads(), 6, "without its sibling");
        let machine = apple(&[("Performance", 2), ("Efficiency", 4)]);
        let target = Target::one(OneOf::Fastest, &machine, &[]);
        let threads = |load| company(load, &machine, &[], &target).threads();
        assert_eq!(threads(SustainedLoad::One), 0);
        assert_eq!(threads(SustainedLoad::Kind), 1);
    }
}
