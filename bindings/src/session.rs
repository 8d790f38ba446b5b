//! Sessions: whatever takes time is one, is watched by one kind of observer and awaited in one way.
//!
//! A measurement, from the app's call to the result (ARCHITECTURE.md describes the threads):
//!
//! 1. The caller's thread (in Kotlin one of `Dispatchers.IO`): `Meter.measure` or `Meter.events` of
//!    `android/lib` and `ios/TrueGHzKit`, `RunningSessions.start`, [`Session::start`]. This opens
//!    the clocks, which takes some 16 ms if a counter is to time, and calls `measure_at`
//!    (`core/src/run/measure.rs`). Its `session::start` (`core/src/run/session.rs`) starts the
//!    other threads and returns.
//! 2. `trueghz-measure`: `run` (`core/src/run/measure.rs`), which measures one core after the other
//!    by `CoreMeasurement::measure`. At the end it calls the hook of [`Session::outcome`], which
//!    wakes the task that awaits it.
//! 3. `trueghz-observe`, if there is an observer: `report` (`core/src/run/reporter.rs`), which
//!    calls [`SessionObserver::on_event`].

use std::sync::Arc;
use std::time::Duration;

use futures_channel::oneshot;
use trueghz::Options;
use trueghz::clock::quality::QualityTable;
use trueghz::host::Conditions;
use trueghz::report::Measurement;
use trueghz::run::clocks;
use trueghz::run::environment::HostEnvironment;
use trueghz::run::measure::{MeasureError, Measured, measure_at};
use trueghz::run::options::{OneOf, WantedKind};
use trueghz::run::session::{self, Control, SessionResult, WorkerPanic};
use trueghz::run::session_error::SessionError;
use trueghz::run::target::Selection;
use trueghz_instructions::{InstructionOptions, Table, measure_with};
use trueghz_loads::ramp::{RampOptions, RampReport, ramp};
use trueghz_loads::sustained::{SustainedLoad, SustainedOptions, SustainedReport, sustained_at};
use trueghz_loads::turbo::{TurboOptions, TurboReport, turbo};

use crate::error::TrueGhzError;
use crate::event::Watching;
use crate::observer::SessionObserver;
use crate::platform;

/// The task of a session. Not `Job`: coroutines own that name in Kotlin.
#[derive(Debug, Clone, PartialEq, uniffi::Enum)]
pub enum SessionJob {
    /// Measure the clock of cores.
    Measure {
        /// Which, and how long.
        options: MeasureOptions,
    },
    /// Look at every clock of the system: some 60 to 150 ms for each.
    Clocks,
    /// Measure latency and throughput of instructions.
    Instructions {
        /// Which, by the names that `instructions` lists; empty: all.
        names: Vec<String>,
        /// On which core; absent: one of `kind`.
        #[uniffi(default)]
        cpu: Option<u32>,
        /// On which kind of core, unless `cpu` names one; absent: the fastest.
        #[uniffi(default)]
        kind: Option<WantedKind>,
    },
    /// Watch a core come back after rests.
    Ramp {
        /// On which core; absent: one of `kind`.
        #[uniffi(default)]
        cpu: Option<u32>,
        /// On which kind of core, unless `cpu` names one; absent: the fastest.
        #[uniffi(default)]
        kind: Option<WantedKind>,
        /// Number of runs; 5 if absent.
        #[uniffi(default)]
        runs: Option<u32>,
    },
    /// Measure each kind of core beside more and more busy processors.
    Turbo,
    /// Keep cores busy, and measure the clock that a core retains.
    Sustained {
        /// Duration in milliseconds.
        length_ms: u32,
        /// The cores that are busy.
        load: SustainedLoad,
        /// On which core to measure; absent: one of `kind`.
        #[uniffi(default)]
        cpu: Option<u32>,
        /// On which kind of core, unless `cpu` names one; absent: the fastest.
        #[uniffi(default)]
        kind: Option<WantedKind>,
    },
}

/// The cores to measure, and the duration.
#[derive(Debug, Clone, PartialEq, uniffi::Record)]
pub struct MeasureOptions {
    /// The cores.
    pub cores: Selection,
    /// Duration for each core from the warm-up's end to the reading, in milliseconds; if absent,
    /// 500, and less if all cores would take more than a minute.
    #[uniffi(default)]
    pub duration_ms: Option<u32>,
    /// Maximum duration of each warm-up, in milliseconds; 1,000 if absent.
    #[uniffi(default)]
    pub warm_up_limit_ms: Option<u32>,
    /// Whether the other threads of this process keep off the core while it is measured: for apps
    /// that draw at the same time. Linux and Android; elsewhere no thread can be sent away.
    #[uniffi(default = false)]
    pub keep_clear: bool,
}

impl MeasureOptions {
    fn for_core(self) -> Options {
        let usual = Options::new();
        let ms = |ms: u32| Duration::from_millis(ms.into());
        let warm_up_limit = self.warm_up_limit_ms.map_or(usual.warm_up_limit, ms);
        let options = usual.cores(self.cores).warm_up_limit(warm_up_limit);
        match self.duration_ms {
            Some(duration_ms) => options.duration(ms(duration_ms)),
            None => options,
        }
    }
}

/// The core with this number, or one of this kind, or of the fastest.
fn one_of(cpu: Option<u32>, kind: Option<WantedKind>) -> OneOf {
    cpu.map(OneOf::Cpu).or(kind.map(OneOf::Kind)).unwrap_or_default()
}

/// The result of a session.
#[derive(Debug, Clone, PartialEq, uniffi::Enum)]
pub enum SessionOutcome {
    /// A measurement.
    Measured {
        /// All that it found.
        report: Box<Measurement>,
    },
    /// The table of clocks.
    ClocksSeen {
        /// The quality of each clock.
        table: QualityTable,
    },
    /// Instructions in cycles.
    InstructionsMeasured {
        /// All that was found.
        table: Box<Table>,
    },
    /// How a clock came back after rests.
    RampMeasured {
        /// All that was found.
        report: Box<RampReport>,
    },
    /// Clocks next to busy processors.
    TurboMeasured {
        /// All that was found.
        report: Box<TurboReport>,
    },
    /// The clock that a core retains under a load.
    SustainedMeasured {
        /// All that was found.
        report: Box<SustainedReport>,
    },
}

/// Core's session.
enum CoreSession {
    Measuring(session::Session<Measured>),
    Clocks(session::Session<QualityTable>),
    Instructions(session::Session<Table>),
    Ramp(session::Session<Result<RampReport, SessionError>>),
    Turbo(session::Session<Result<TurboReport, SessionError>>),
    Sustained(session::Session<Result<SustainedReport, SessionError>>),
}

impl CoreSession {
    /// The session's control, whatever its result type.
    fn control(&self) -> Control {
        match self {
            Self::Measuring(session) => session.control(),
            Self::Clocks(session) => session.control(),
            Self::Instructions(session) => session.control(),
            Self::Ramp(session) => session.control(),
            Self::Turbo(session) => session.control(),
            Self::Sustained(session) => session.control(),
        }
    }
}

/// Something that takes time, on threads of its own. It ends when it is done, or soon after it was
/// cancelled, and then lets go of its observer. A session is cancelled when its last reference is
/// dropped.
#[derive(uniffi::Object)]
pub struct Session {
    core: CoreSession,
}

#[uniffi::export]
impl Session {
    /// Starts, and returns at once. On Android the power manager is queried first, on the session's
    /// own thread. Without an observer nothing is made for one: no events, no running numbers, no
    /// thread.
    #[uniffi::constructor]
    pub fn start(
        job: SessionJob,
        observer: Option<Arc<dyn SessionObserver>>,
    ) -> Result<Arc<Self>, TrueGhzError> {
        let watching = Watching(observer);
        let core = match job {
            SessionJob::Measure { options } => {
                #[cfg(feature = "fault-injection")]
                crate::faults::at_start(&options)?;
                let machine = HostEnvironment::with_its_clocks().map_err(MeasureError::from)?;
                let machine = machine.asking(conditions(&options));
                let machine = if options.keep_clear { machine.keeping_clear() } else { machine };
                let session = measure_at(machine, options.for_core(), watching);
                CoreSession::Measuring(session.map_err(MeasureError::from)?)
            }
            SessionJob::Clocks => CoreSession::Clocks(clocks::clocks(watching)?),
            SessionJob::Instructions { names, cpu, kind } => {
                let options = InstructionOptions::new().forms(names).core(one_of(cpu, kind));
                CoreSession::Instructions(measure_with(options, watching)?)
            }
            SessionJob::Ramp { cpu, kind, runs } => {
                let usual = RampOptions::new().core(one_of(cpu, kind));
                let runs = runs.unwrap_or(usual.repeat);
                CoreSession::Ramp(ramp(usual.repeat(runs), watching)?)
            }
            SessionJob::Turbo => CoreSession::Turbo(turbo(TurboOptions::new(), watching)?),
            SessionJob::Sustained { length_ms, load, cpu, kind } => {
                let length = Duration::from_millis(length_ms.into());
                let options = SustainedOptions::new().core(one_of(cpu, kind)).load(load).duration(length);
                let machine = HostEnvironment::with_its_clocks().map_err(MeasureError::from)?;
                let session = sustained_at(machine.asking(platform::conditions), options, watching);
                CoreSession::Sustained(session.map_err(MeasureError::from)?)
            }
        };
        Ok(Arc::new(Self { core }))
    }

    /// Requests the end: it comes within some milliseconds, and the results so far are kept. A
    /// second request, or one after the end, does nothing more.
    pub fn cancel(&self) {
        self.core.control().cancel();
    }

    /// Passes on conditions that only the platform can determine; absent ones keep their last
    /// value. Going to the background ends the session with a partial result; a sustained load
    /// waits half a minute for the return, leaves that time out of its results, and ends by itself
    /// when the device is critically hot.
    pub fn tell(&self, conditions: Conditions) {
        self.core.control().set_conditions(conditions);
    }

    /// Returns `true` if it has ended: its outcome is there.
    pub fn is_finished(&self) -> bool {
        match &self.core {
            CoreSession::Measuring(session) => session.is_finished(),
            CoreSession::Clocks(session) => session.is_finished(),
            CoreSession::Instructions(session) => session.is_finished(),
            CoreSession::Ramp(session) => session.is_finished(),
            CoreSession::Turbo(session) => session.is_finished(),
            CoreSession::Sustained(session) => session.is_finished(),
        }
    }

    /// Waits for the end, as often and from as many places as needed. Ceasing to wait does not
    /// cancel, and the session ends even if no caller waits.
    pub async fn outcome(&self) -> Result<SessionOutcome, TrueGhzError> {
        match &self.core {
            CoreSession::Measuring(session) => {
                let measured = ended(session).await?;
                Ok(SessionOutcome::Measured { report: Box::new(measured.measurement.clone()) })
            }
            CoreSession::Clocks(session) => {
                let table = ended(session).await?;
                Ok(SessionOutcome::ClocksSeen { table: (*table).clone() })
            }
            CoreSession::Instructions(session) => {
                let table = ended(session).await?;
                Ok(SessionOutcome::InstructionsMeasured { table: Box::new((*table).clone()) })
            }
            CoreSession::Ramp(session) => {
                Ok(SessionOutcome::RampMeasured { report: reported(session).await? })
            }
            CoreSession::Turbo(session) => {
                Ok(SessionOutcome::TurboMeasured { report: reported(session).await? })
            }
            CoreSession::Sustained(session) => {
                Ok(SessionOutcome::SustainedMeasured { report: reported(session).await? })
            }
        }
    }

    /// The recorded windows of a measurement as JSON, from which `replay` makes the same report.
    /// Ticks count from the session's start. `None` before the end, and if nothing was recorded.
    pub fn windows_json(&self) -> Option<String> {
        match &self.core {
            CoreSession::Measuring(session) => Some(session.try_result()?.ok()?.raw.to_json()),
            _ => None,
        }
    }
}

/// The report of a session that may have none.
async fn reported<T: Clone + Send + Sync + 'static>(
    session: &session::Session<Result<T, SessionError>>,
) -> Result<Box<T>, TrueGhzError> {
    let report = (*ended(session).await?).clone()?;
    Ok(Box::new(report))
}

/// Core's end as a future: the session itself wakes the awaiting task.
async fn ended<T: Send + Sync + 'static>(session: &session::Session<T>) -> Result<Arc<T>, TrueGhzError> {
    let (sender, receiver) = oneshot::channel::<SessionResult<T>>();
    session.on_end(move |end| {
        // Who asked may have ceased to wait.
        let _ = sender.send(end.clone());
    });
    match receiver.await {
        Ok(end) => end.map_err(|error: WorkerPanic| error.into()),
        Err(oneshot::Canceled) => Err(TrueGhzError::Defect("the session has gone without an end".to_owned())),
    }
}

/// The query of conditions before a measurement.
fn conditions(_options: &MeasureOptions) -> fn() -> Conditions {
    #[cfg(feature = "fault-injection")]
    if let Some(fault) = crate::faults::conditions(_options) {
        return fault;
    }
    platform::conditions
}
