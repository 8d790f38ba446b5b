//! The raw form of a measurement: what was recorded, so that it can be estimated again.

use serde::{Deserialize, Serialize};

use crate::clock::{ClockId, Timebase};
use crate::estimate::recording::Recording;
use crate::estimate::verdict::Reason;
use crate::estimate::warning::Warning;
use crate::estimate::{Estimate, estimate};
use crate::host::{Claim, CpuLoad, Machine};
use crate::run::conditions::Conditions;

use super::assemble::assemble;
use super::measurement::{Measurement, SCHEMA, TimingClock};
use super::reading::Reading;

/// The name of the raw form and of its version.
pub const RAW_SCHEMA: &str = "trueghz-raw/1";

/// What is known of a core besides its windows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CoreContext {
    /// The core that was asked for; absent where none was.
    pub cpu: Option<u32>,
    /// Whether windows name the cpu by the kernel's number.
    pub cpus_are_numbered: bool,
    /// The kind of core, or what is known instead.
    pub kind: String,
    /// All cores of that kind.
    pub cpus: Vec<u32>,
    /// What the system says the core runs at.
    pub claim: Option<Claim>,
    /// Threads that share the core.
    pub siblings: Vec<u32>,
    /// How busy the other cores were; absent where the system does not tell.
    pub load: Option<Vec<CpuLoad>>,
    /// How far the timing clock may be off, in parts per million.
    pub clock_tolerance_ppm: f64,
    /// Where that comes from.
    pub clock_tolerance_source: String,
    /// What happened around the windows.
    pub warnings: Vec<Warning>,
    /// From the warm-up's end to the first number, in milliseconds.
    pub first_number_ms: Option<f64>,
    /// What the platform told meanwhile, the worst of it.
    #[serde(default)]
    pub conditions: Conditions,
}

/// What came of a core: its windows, or why there are none.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The windows.
    Recorded(Box<Recording>),
    /// Why there are none.
    Refused(Reason),
}

/// One core of a raw measurement.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RawCore {
    /// What is known besides the windows.
    pub context: CoreContext,
    /// What came of it.
    pub outcome: Outcome,
}

impl RawCore {
    /// Estimates this core.
    pub fn reading(&self) -> Reading {
        self.reading_of(self.estimate())
    }

    /// What its windows say; absent where there are none.
    pub(crate) fn estimate(&self) -> Option<Estimate> {
        match &self.outcome {
            Outcome::Recorded(recording) => Some(estimate(recording)),
            Outcome::Refused(_) => None,
        }
    }

    /// The reading, of what [`RawCore::estimate`] gave.
    pub(crate) fn reading_of(&self, estimate: Option<Estimate>) -> Reading {
        assemble(self, estimate)
    }
}

/// A measurement as it was recorded.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RawMeasurement {
    /// [`RAW_SCHEMA`].
    pub schema: String,
    /// The version of the library that recorded it.
    pub version: String,
    /// The clock that times.
    pub clock: ClockId,
    /// The nominal length of its unit.
    pub timebase: Timebase,
    /// What the system says of the machine.
    pub machine: Machine,
    /// The cores.
    pub cores: Vec<RawCore>,
}

/// A raw file that cannot be estimated.
#[derive(Debug, thiserror::Error)]
pub enum RawError {
    /// It is no JSON, or not of this form.
    #[error("not a raw measurement: {0}")]
    Malformed(#[from] serde_json::Error),
    /// It is of another version.
    #[error("a raw measurement of the form {found:?}, not {RAW_SCHEMA:?}")]
    OtherSchema {
        /// What it says it is.
        found: String,
    },
}

impl RawMeasurement {
    /// Reads the JSON form.
    ///
    /// # Errors
    /// [`RawError`] says what is wrong with it.
    pub fn from_json(text: &str) -> Result<RawMeasurement, RawError> {
        #[derive(Deserialize)]
        struct Header {
            schema: String,
        }
        let header: Header = serde_json::from_str(text)?;
        if header.schema != RAW_SCHEMA {
            return Err(RawError::OtherSchema { found: header.schema });
        }
        Ok(serde_json::from_str(text)?)
    }

    /// The JSON form.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a recording holds nothing that JSON cannot")
    }

    /// Estimates every core.
    pub fn estimate(&self) -> Measurement {
        self.measurement(self.cores.iter().map(RawCore::reading).collect())
    }

    /// The measurement whose cores have these readings.
    pub(crate) fn measurement(&self, cores: Vec<Reading>) -> Measurement {
        let facts = self.cores.iter().find_map(|core| match &core.outcome {
            Outcome::Recorded(recording) => Some(recording.clock),
            Outcome::Refused(_) => None,
        });
        Measurement {
            schema: SCHEMA.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            clock: TimingClock {
                id: self.clock,
                name: self.clock.name().to_owned(),
                timebase: self.timebase,
                nominal_hz: self.timebase.hz(),
                step_ns: facts.map(|facts| facts.step_ns),
                access_ns: facts.map(|facts| facts.access_ns),
                meets_edges: facts.is_some_and(|facts| facts.poll_ns.is_some()),
            },
            cores,
            machine: self.machine.clone(),
        }
    }
}
