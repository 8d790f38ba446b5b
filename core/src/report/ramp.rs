//! How a core's clock came back after rests.
//!
//! * `display`: in words.

mod display;

use serde::{Deserialize, Serialize};

use crate::clock::{ClockId, Timebase};
use crate::estimate::ramp::Ramp;
use crate::estimate::timed::TimedWindow;
use crate::host::Machine;
use crate::report::provenance::Provenance;

/// The name of the JSON form of a [`RampReport`] and of its version. Names in it stay; new ones may come.
pub const RAMP_SCHEMA: &str = "trueghz-ramp/1";

/// What the system's frequency driver said, right before a rest and right after the run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct Driver {
    /// The governor.
    pub governor: Option<String>,
    /// What it said the clock was before the rest, in hertz.
    pub before_hz: Option<u64>,
    /// What it said the clock was after the run, in hertz.
    pub after_hz: Option<u64>,
}

/// A rest and what followed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct RampRun {
    /// What the clock did; absent where too few windows were undisturbed.
    pub ramp: Option<Ramp>,
    /// When the first instruction ran, in ticks of the clock: it lays the run beside what else is known of that time.
    pub began_ticks: u64,
    /// By how much all windows may be off alike, as a part: how well it is known what the loop's end and the call take, and how
    /// fast the clock goes.
    pub common_part: f64,
    /// What the driver said; absent where there is none that can be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub driver: Option<Driver>,
    /// All windows, one right after the other.
    pub windows: Vec<TimedWindow>,
}

/// How a core's clock came back after rests.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct RampReport {
    /// The name of this form: `RAMP_SCHEMA`.
    pub schema: String,
    /// The version of this library.
    pub version: String,
    /// When the session began, in UTC as RFC 3339 has it; absent in files of versions that did not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "uniffi", uniffi(default = None))]
    pub measured_at: Option<String>,
    /// The options, in the spelling of the command line; absent in files of versions that did not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "uniffi", uniffi(default = None))]
    pub options: Option<String>,
    /// The core, as the system numbers it; absent where no thread can ask for one.
    pub cpu: Option<u32>,
    /// The kind of core.
    pub kind: String,
    /// The clock that timed.
    pub clock: ClockId,
    /// Its timebase.
    pub timebase: Timebase,
    /// What a window's time may be off by, in nanoseconds: a step of the clock, and a read.
    pub quantum_ns: f64,
    /// How long the core rested before each run, in milliseconds.
    pub rest_ms: f64,
    /// The runs.
    pub runs: Vec<RampRun>,
    /// What the system says of the machine. None of it was measured.
    pub machine: Machine,
}

impl RampReport {
    /// When, by which version and with which options it was made.
    pub fn provenance(&self) -> Provenance<'_> {
        Provenance::of(&self.measured_at, &self.version, &self.options)
    }
}
