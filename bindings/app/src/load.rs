//! The screen "Sustained load": actions and events change its state, [`Load::screen`] shows it.
//!
//! * `screen`: what is shown and spoken, part by part.
//! * `result`: the rows, notes and texts of a result.

mod result;
mod screen;

use trueghz::host::{Conditions, ThermalStatus};
use trueghz_loads::sustained::{
    SustainedCurve, SustainedLoad, SustainedProgress, SustainedRecord, SustainedReport, SustainedRun,
    SustainedSummary, SustainedTimeline,
};

pub use result::{line, text};
pub use screen::{LoadHeat, LoadPlot, LoadScreen};

/// Durations of a load, in minutes: phones begin to throttle after one, and have reached the clock
/// that they can sustain after twenty.
const LENGTHS: [u32; 3] = [1, 5, 20];

/// Cores to load.
const LOADS: [SustainedLoad; 3] = [SustainedLoad::One, SustainedLoad::Kind, SustainedLoad::All];

/// Source of the device's power.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
pub enum PowerSource {
    /// The battery.
    Battery,
    /// A charger that charges the battery.
    Charging,
    /// A charger; the battery is full.
    Full,
}

/// State of the battery as the system reports it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct Battery {
    /// Source of the power; `None` if the system does not report it.
    pub power: Option<PowerSource>,
    /// Its temperature, in tenths of a degree Celsius; `None` if the system does not report it, as
    /// on iOS.
    pub decidegrees: Option<i32>,
}

/// Action of the user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
pub enum LoadAction {
    /// Opens the screen: it shows the load of an earlier process if this process has had none.
    Open,
    /// Chooses a duration by its index.
    ChooseLength {
        /// Index of the option.
        index: u32,
    },
    /// Chooses the cores to load by index.
    ChooseLoad {
        /// Index of the option.
        index: u32,
    },
    /// Starts a load.
    Start {
        /// Whether another screen measures: two sessions would disturb each other.
        is_busy: bool,
    },
    /// Ends the load, which keeps its result so far.
    Stop,
}

/// Event of a session.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// The load has begun.
    Begun(Box<SustainedRun>),
    /// An interval of the load is over.
    Recorded(Box<SustainedRecord>),
    /// The load has ended with a report.
    Ended(Box<SustainedReport>),
    /// There is no report.
    Failed(Failure),
    /// The records of an earlier process were read.
    Restored(Box<SustainedReport>),
}

/// Reason why there is no report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// The device was critically hot before the start.
    TooHot,
    /// The platform has no clock that could time.
    NoClock,
    /// The system would not start a thread.
    NoThread,
    /// The core cannot be used.
    NoCore,
    /// A defect of TrueGHz, in English.
    Defect(String),
}

/// Work for the owner of the sessions and files, in this order.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Read the kept records of an earlier process.
    Restore,
    /// Start a session.
    Start {
        /// Duration, in milliseconds.
        length_ms: u32,
        /// Cores to load.
        load: SustainedLoad,
    },
    /// End the session.
    Stop,
    /// Keep a line of the records in place of those kept before.
    KeepFirst(String),
    /// Keep a further line of the records.
    Keep(String),
}

#[derive(Debug, Clone, PartialEq, Default)]
enum Phase {
    #[default]
    Idle,
    Running,
    Done(Box<Found>),
    Failed(Failure),
}

/// The result of a load.
#[derive(Debug, Clone, PartialEq)]
struct Found {
    summary: SustainedSummary,
    curve: SustainedCurve,
    report: SustainedReport,
}

impl Found {
    fn of(report: SustainedReport) -> Found {
        Found { summary: SustainedSummary::of(&report), curve: SustainedCurve::of(&report), report }
    }
}

/// The sustained loads of a process.
#[derive(Debug, Clone, PartialEq)]
pub struct Load {
    /// Index in [`LENGTHS`].
    length: usize,
    /// Index in [`LOADS`].
    load: usize,
    was_opened: bool,
    /// Whether the user has chosen something in this process.
    has_chosen: bool,
    told: Conditions,
    /// Whether a start was refused since another screen measures.
    is_refused: bool,
    phase: Phase,
    is_ending: bool,
    run: Option<Box<SustainedRun>>,
    track: Option<SustainedTimeline>,
    now: Option<SustainedProgress>,
    elapsed_ms: f64,
    battery: Battery,
    was_charging: bool,
    /// Lowest and highest temperature of the battery, in tenths of a degree Celsius.
    decidegrees: Option<(i32, i32)>,
}

impl Default for Load {
    fn default() -> Load {
        Load {
            length: 1,
            load: 0,
            was_opened: false,
            has_chosen: false,
            told: Conditions::default(),
            is_refused: false,
            phase: Phase::Idle,
            is_ending: false,
            run: None,
            track: None,
            now: None,
            elapsed_ms: 0.0,
            battery: Battery::default(),
            was_charging: false,
            decidegrees: None,
        }
    }
}

impl Load {
    /// Returns `true` while a load runs.
    pub fn is_running(&self) -> bool {
        self.phase == Phase::Running
    }

    /// The report of the last load; `None` if there is none.
    pub fn report(&self) -> Option<&SustainedReport> {
        match &self.phase {
            Phase::Done(found) => Some(&found.report),
            _ => None,
        }
    }

    /// The user acts.
    pub fn act(&mut self, action: LoadAction) -> Vec<Effect> {
        self.is_refused = action == LoadAction::Start { is_busy: true } && !self.is_running();
        match action {
            LoadAction::Open if !self.was_opened && self.phase == Phase::Idle => {
                self.was_opened = true;
                return vec![Effect::Restore];
            }
            LoadAction::ChooseLength { index } if !self.is_running() => {
                self.has_chosen = true;
                self.length = (index as usize).min(LENGTHS.len() - 1);
            }
            LoadAction::ChooseLoad { index } if !self.is_running() => {
                self.has_chosen = true;
                self.load = (index as usize).min(LOADS.len() - 1);
            }
            LoadAction::Start { is_busy: false } if !self.is_running() => return self.start(),
            LoadAction::Stop if self.is_running() => {
                self.is_ending = true;
                return vec![Effect::Stop];
            }
            _ => {}
        }
        Vec::new()
    }

    fn start(&mut self) -> Vec<Effect> {
        let told = self.told;
        if told.in_background == Some(true) {
            return Vec::new();
        }
        *self = Load { length: self.length, load: self.load, was_opened: true, told, ..Load::default() };
        if told.is_critical() {
            self.phase = Phase::Failed(Failure::TooHot);
            return Vec::new();
        }
        self.phase = Phase::Running;
        vec![Effect::Start { length_ms: LENGTHS[self.length] * 60_000, load: LOADS[self.load] }]
    }

    /// The platform reports conditions; absent ones keep their last value.
    pub fn tell(&mut self, conditions: Conditions) {
        self.told = conditions.or(self.told);
    }

    /// The conditions that the platform has reported.
    pub fn told(&self) -> Conditions {
        self.told
    }

    /// The system reports the state of the battery.
    pub fn power(&mut self, battery: Battery) {
        if !self.is_running() {
            return;
        }
        self.battery = battery;
        self.was_charging |= battery.power == Some(PowerSource::Charging);
        if let Some(now) = battery.decidegrees {
            let (low, high) = self.decidegrees.unwrap_or((now, now));
            self.decidegrees = Some((low.min(now), high.max(now)));
        }
    }

    /// A session reports an event.
    pub fn take(&mut self, event: Event) -> Vec<Effect> {
        match event {
            Event::Restored(report) if self.phase == Phase::Idle => {
                if !self.has_chosen {
                    self.choose_as(&report.run);
                }
                self.end(*report);
            }
            Event::Begun(run) if self.is_running() => {
                self.track = Some(SustainedTimeline::new(&run));
                let keep = Effect::KeepFirst(run.to_line());
                self.run = Some(run);
                return vec![keep];
            }
            Event::Recorded(record) if self.is_running() => {
                let Some(track) = &mut self.track else { return Vec::new() };
                self.now = Some(track.add(&record));
                self.elapsed_ms = record.at_ms;
                return vec![Effect::Keep(record.to_line())];
            }
            Event::Ended(report) if self.is_running() => self.end(*report),
            Event::Failed(failure) if self.is_running() => self.fail(failure),
            _ => {}
        }
        Vec::new()
    }

    /// The next load is to be as an earlier one.
    fn choose_as(&mut self, run: &SustainedRun) {
        let minutes = run.length_ms / 60e3;
        let length = LENGTHS.iter().position(|length| f64::from(*length) == minutes);
        let load = LOADS.iter().position(|load| *load == run.load);
        (self.length, self.load) = (length.unwrap_or(self.length), load.unwrap_or(self.load));
    }

    /// Nothing can be shown but `failure`.
    pub fn fail(&mut self, failure: Failure) {
        self.finish(Phase::Failed(failure));
    }

    fn end(&mut self, report: SustainedReport) {
        self.elapsed_ms = report.records.last().map_or(0.0, |last| last.at_ms);
        self.run = Some(Box::new(report.run.clone()));
        self.finish(Phase::Done(Box::new(Found::of(report))));
    }

    fn finish(&mut self, phase: Phase) {
        self.phase = phase;
        self.is_ending = false;
        self.now = None;
        self.track = None;
    }

    /// The heat of the device now; `None` if the system does not report it.
    fn thermal(&self) -> Option<ThermalStatus> {
        self.now?.thermal
    }
}
