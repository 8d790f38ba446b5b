//! Sessions: whatever takes time is one, is watched by one kind of observer and awaited in one way.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use futures_channel::oneshot;
use futures_util::FutureExt;
use futures_util::future::Shared;
use trueghz::clock::quality::QualityTable;
use trueghz::report::Measurement;
use trueghz::run::conditions::Conditions;
use trueghz::run::measure::{MeasureError, Measured, Options, measure_at};
use trueghz::run::session::{self, Control, Panicked};
use trueghz::run::site::ThisMachine;
use trueghz::run::target::Selection;
use trueghz::run::{clocks, record};

use crate::error::TrueGhzError;
use crate::observer::{SessionObserver, Watching};
use crate::platform;

/// What a session is to do. Not `Job`: coroutines own that name in Kotlin.
#[derive(Debug, Clone, PartialEq, uniffi::Enum)]
pub enum SessionJob {
    /// Measure the clock of cores.
    Measure {
        /// Which, and how long.
        options: MeasureOptions,
    },
    /// Look at every clock of the system: some 60 to 150 ms for each.
    Clocks,
}

/// What to measure, and how long.
#[derive(Debug, Clone, PartialEq, uniffi::Record)]
pub struct MeasureOptions {
    /// Which cores.
    pub cores: Selection,
    /// How long each core takes from the warm-up's end to the reading, in milliseconds; 500 where absent.
    #[uniffi(default)]
    pub duration_ms: Option<u32>,
    /// How long each warm-up may take, in milliseconds; 1,000 where absent.
    #[uniffi(default)]
    pub warm_up_limit_ms: Option<u32>,
    /// Whether the other threads of this process keep off the core while it is measured: for apps that draw
    /// meanwhile. Linux and Android; elsewhere no thread can be sent away.
    #[uniffi(default = false)]
    pub keep_clear: bool,
}

impl MeasureOptions {
    fn for_core(self) -> Options {
        let usual = record::Options::default();
        let ms = |ms: Option<u32>, usual| ms.map_or(usual, |ms| Duration::from_millis(ms.into()));
        let record = record::Options {
            duration: ms(self.duration_ms, usual.duration),
            warm_up_limit: ms(self.warm_up_limit_ms, usual.warm_up_limit),
            ..usual
        };
        Options { selection: self.cores, record }
    }
}

/// What came of a session.
#[derive(Debug, Clone, PartialEq, uniffi::Enum)]
pub enum Outcome {
    /// A measurement.
    Measured {
        /// All that it found.
        report: Box<Measurement>,
    },
    /// The table of clocks.
    ClocksSeen {
        /// What each clock is worth.
        table: QualityTable,
    },
}

/// What core hands back.
enum Found {
    Measured(Box<Measured>),
    Clocks(QualityTable),
}

impl Found {
    fn outcome(&self) -> Outcome {
        match self {
            Self::Measured(measured) => Outcome::Measured { report: Box::new(measured.measurement.clone()) },
            Self::Clocks(table) => Outcome::ClocksSeen { table: table.clone() },
        }
    }
}

type End = Arc<Result<Found, TrueGhzError>>;

/// Something that takes time, on threads of its own. It ends when it is done, or soon after it was cancelled,
/// and then lets go of its observer. One that nobody holds any more is cancelled.
#[derive(uniffi::Object)]
pub struct Session {
    control: Control,
    end: Shared<oneshot::Receiver<End>>,
}

#[uniffi::export]
impl Session {
    /// Starts, and returns at once. On Android the power manager is asked first, on the session's own thread.
    #[uniffi::constructor]
    pub fn start(job: SessionJob, observer: Arc<dyn SessionObserver>) -> Result<Arc<Self>, TrueGhzError> {
        let watching = Watching(observer);
        let session = match job {
            SessionJob::Measure { options } => {
                #[cfg(feature = "fault-injection")]
                crate::faults::at_start(&options)?;
                let machine = ThisMachine::with_its_clocks().map_err(MeasureError::from)?;
                let machine = machine.asking(conditions(&options));
                let machine = if options.keep_clear { machine.keeping_clear() } else { machine };
                let session =
                    measure_at(machine, options.for_core(), watching).map_err(MeasureError::from)?;
                Self::awaiting(session, |measured| Found::Measured(Box::new(measured)))?
            }
            SessionJob::Clocks => Self::awaiting(clocks::clocks(watching)?, Found::Clocks)?,
        };
        Ok(Arc::new(session))
    }

    /// Asks for the end: it comes within some milliseconds, and what is known by then is kept. Asking twice, or
    /// after the end, does nothing more.
    pub fn cancel(&self) {
        self.control.cancel();
    }

    /// Tells what only the platform knows; what is absent stays as it was told before. Going to the background
    /// ends the session with what is known.
    pub fn tell(&self, conditions: Conditions) {
        self.control.tell(conditions);
    }

    /// Whether it has ended.
    pub fn is_finished(&self) -> bool {
        self.end.peek().is_some()
    }

    /// Waits for the end, as often and from as many places as one likes. Ceasing to wait does not cancel.
    pub async fn outcome(&self) -> Result<Outcome, TrueGhzError> {
        match self.end.clone().await {
            Ok(end) => end.as_ref().as_ref().map(Found::outcome).map_err(Clone::clone),
            Err(oneshot::Canceled) => Err(TrueGhzError::Defect("the waiting thread has gone".to_owned())),
        }
    }

    /// The recorded windows of a measurement as JSON, from which `replay` makes the same
    /// report. Ticks count from the session's start. Absent before the end, and where nothing was recorded.
    pub fn windows_json(&self) -> Option<String> {
        match self.end.peek()?.as_ref().ok()?.as_ref() {
            Ok(Found::Measured(measured)) => Some(measured.raw.to_json()),
            Ok(Found::Clocks(_)) | Err(_) => None,
        }
    }
}

/// What is asked before anything is measured.
fn conditions(_options: &MeasureOptions) -> fn() -> Conditions {
    #[cfg(feature = "fault-injection")]
    if let Some(fault) = crate::faults::conditions(_options) {
        return fault;
    }
    platform::conditions
}

impl Session {
    /// A thread waits for core's session and makes its end known.
    fn awaiting<T: Send + 'static>(
        session: session::Session<T>,
        found: impl FnOnce(T) -> Found + Send + 'static,
    ) -> Result<Self, TrueGhzError> {
        let control = session.control();
        let (sender, receiver) = oneshot::channel();
        let wait = move || {
            let end = session.wait().map(found).map_err(|error: Panicked| error.into());
            // Nobody waits for a session that was forgotten.
            let _ = sender.send(Arc::new(end));
        };
        let started = thread::Builder::new().name("trueghz-await".to_owned()).spawn(wait);
        started.map_err(|error| TrueGhzError::NoThread(error.to_string()))?;
        Ok(Self { control, end: receiver.shared() })
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.control.cancel();
    }
}
