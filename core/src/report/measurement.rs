//! The result of a measurement: all its cores, the clock they were timed with, and the machine.

use serde::{Deserialize, Serialize};

use crate::clock::{ClockId, Timebase};
use crate::estimate::verdict::Verdict;
use crate::host::Machine;

#[cfg(feature = "json")]
use super::malformed::read_json;
use super::provenance::Provenance;
use super::reading::Reading;
#[cfg(feature = "json")]
use super::validation::{ValidationError, check_measurement};

/// The name of the JSON form of a [`Measurement`] and of its version. Names in it stay; new ones
/// may come.
pub const SCHEMA: &str = "trueghz/2";

/// The timing clock, as far as it is the same for all cores.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
#[non_exhaustive]
pub struct TimingClock {
    /// The time source.
    pub id: ClockId,
    /// Its name in the platform's own spelling.
    pub name: String,
    /// The nominal length of its unit.
    pub timebase: Timebase,
    /// Its nominal rate, in hertz.
    pub nominal_hz: f64,
    /// The clock against which that rate was measured, and whose accuracy it has; absent if its own
    /// rate is stated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rate_from: Option<ClockId>,
    /// Smallest step seen, in nanoseconds; `None` if nothing was measured.
    pub step_ns: Option<f64>,
    /// Read cost, in nanoseconds; `None` if nothing was measured.
    pub read_cost_ns: Option<f64>,
    /// Whether windows began and ended at edges of the tick.
    pub aligned_to_ticks: bool,
}

impl TimingClock {
    /// The name, and the clock that provided its rate if that was measured: "TSC, at the rate of
    /// CLOCK_MONOTONIC_RAW".
    pub fn description(&self) -> String {
        match self.rate_from {
            Some(clock) => format!("{}, at the rate of {}", self.name, clock.name()),
            None => self.name.clone(),
        }
    }
}

/// The text is not a valid measurement.
#[cfg(feature = "json")]
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MeasurementError {
    /// It is not JSON, not of this form, or contains a number that no core has. The field describes
    /// the error.
    #[error("not a measurement: {0}")]
    Malformed(String),
    /// It is of another version.
    #[error("a measurement of schema {found:?}, and this version of trueghz reads {SCHEMA:?}")]
    OtherVersion {
        /// The schema that it states.
        found: String,
    },
    /// It is something else.
    #[error("not a measurement but {found:?}; a measurement is {SCHEMA:?}")]
    OtherSchema {
        /// The schema that it states.
        found: String,
    },
}

/// All results of a measurement.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record), uniffi(name = "MeasurementReport"))]
#[non_exhaustive]
pub struct Measurement {
    /// The name of the JSON form and of its version.
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
    /// The timing clock.
    pub clock: TimingClock,
    /// A reading for each requested core.
    pub cores: Vec<Reading>,
    /// The machine as the system describes it. None of this was measured.
    pub machine: Machine,
}

impl Measurement {
    /// Time, library version and options of the report.
    pub fn provenance(&self) -> Provenance<'_> {
        Provenance::of(&self.measured_at, &self.version, &self.options)
    }

    /// Returns `true` if every core has a number.
    pub fn is_complete(&self) -> bool {
        self.cores.iter().all(|reading| reading.verdict != Verdict::Refused)
    }

    /// Checks that a core can have every number of the readings: a file whose values are all
    /// possible can still contain windows that no core ran.
    ///
    /// # Errors
    /// [`ValidationError`] names the first field that is not.
    #[cfg(feature = "json")]
    pub fn check(&self) -> Result<(), ValidationError> {
        check_measurement(self)
    }

    /// Reads the JSON form.
    ///
    /// # Errors
    /// [`MeasurementError`] says what is wrong with it: not JSON, of another schema, or a number
    /// that no core has, by the name of its field.
    #[cfg(feature = "json")]
    pub fn from_json(text: &str) -> Result<Measurement, MeasurementError> {
        #[derive(Deserialize)]
        struct Header {
            schema: String,
        }
        let Header { schema: found } = read_json(text).map_err(MeasurementError::Malformed)?;
        if found != SCHEMA {
            let family = SCHEMA.split_inclusive('/').next().unwrap_or(SCHEMA);
            return Err(if found.starts_with(family) {
                MeasurementError::OtherVersion { found }
            } else {
                MeasurementError::OtherSchema { found }
            });
        }
        let measurement: Measurement = read_json(text).map_err(MeasurementError::Malformed)?;
        measurement.check().map_err(|error| MeasurementError::Malformed(error.to_string()))?;
        Ok(measurement)
    }

    /// The JSON form, as `docs/schema/trueghz-2.schema.json` describes it.
    #[cfg(feature = "json")]
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a measurement holds nothing that JSON cannot")
    }
}
