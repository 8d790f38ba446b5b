//! Rise of a core's clock after rests.
//!
//! Its text is in `core/report/src/ramp.rs`.

use serde::{Deserialize, Serialize};
use trueghz::clock::{ClockId, Timebase};
use trueghz::host::Machine;
use trueghz::report::provenance::Provenance;

use crate::ramp::Ramp;
use crate::windows::timed::TimedWindow;

/// The name of the JSON form of a [`RampReport`] and of its version. Names in it stay; new ones may
/// come.
pub const RAMP_SCHEMA: &str = "trueghz-ramp/2";

/// Data of the system's frequency driver, right before a rest and right after the run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct Driver {
    /// The governor.
    pub governor: Option<String>,
    /// The clock before the rest according to the driver, in hertz.
    pub before_hz: Option<u64>,
    /// The clock after the run according to the driver, in hertz.
    pub after_hz: Option<u64>,
}

/// A rest and the run after it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
#[non_exhaustive]
pub struct RampRun {
    /// The rise of the clock; `None` if too few windows were undisturbed.
    pub ramp: Option<Ramp>,
    /// Time of the first instruction, in ticks of the clock, for comparison with other records of
    /// that time.
    pub start_ticks: u64,
    /// Relative uncertainty common to all windows: of the loop overhead, of the call, and of the
    /// clock's rate.
    pub overhead_uncertainty: f64,
    /// Data of the driver; absent if there is none that can be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub driver: Option<Driver>,
    /// All windows, one right after the other.
    pub windows: Vec<TimedWindow>,
}

/// Rise of a core's clock after rests.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
#[non_exhaustive]
pub struct RampReport {
    /// The name of this form: `RAMP_SCHEMA`.
    pub schema: String,
    /// The version of this library.
    pub version: String,
    /// Start of the session, in UTC as in RFC 3339; absent in files of versions that did not record
    /// it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "uniffi", uniffi(default = None))]
    pub measured_at: Option<String>,
    /// The options, in the spelling of the command line; absent in files of versions that did not
    /// record them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "uniffi", uniffi(default = None))]
    pub options: Option<String>,
    /// The core, as the system numbers it; `None` if threads cannot be pinned to a core.
    pub cpu: Option<u32>,
    /// The kind of core.
    pub kind: String,
    /// The timing clock.
    pub clock: ClockId,
    /// Its timebase.
    pub timebase: Timebase,
    /// Maximum timing error of a window, in nanoseconds: a step of the clock, and a read.
    pub quantum_ns: f64,
    /// Duration of the rest before each run, in milliseconds.
    pub rest_ms: f64,
    /// The runs.
    pub runs: Vec<RampRun>,
    /// The machine as the system describes it. None of this was measured.
    pub machine: Machine,
}

impl RampReport {
    /// Time, library version and options of the report.
    pub fn provenance(&self) -> Provenance<'_> {
        Provenance::of(&self.measured_at, &self.version, &self.options)
    }
}
