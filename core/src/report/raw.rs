//! The raw form of a measurement: what was recorded, so that it can be estimated again.

use serde::{Deserialize, Serialize};

use crate::clock::quality::ToleranceSource;
use crate::clock::{ClockId, Timebase};
use crate::estimate::recording::Recording;
use crate::estimate::verdict::Reason;
use crate::host::{Claim, Conditions, CpuLoad, Machine};

use super::assemble::assemble;
use super::explained::tolerance_source;
use super::measurement::{Measurement, SCHEMA, TimingClock};
use super::reading::Reading;
use super::warning::Warning;

/// The name of the raw form and of its version.
pub const RAW_SCHEMA: &str = "trueghz-raw/1";

/// What is known of a core besides its windows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CoreContext {
    /// The core that was asked for; absent where none was.
    pub cpu: Option<u32>,
    /// Whether the windows' cpus are numbers of the kernel. Where the system numbers none, windows of the first version
    /// name the cluster as their cpu.
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
    #[serde(with = "tolerance_source")]
    pub clock_tolerance_source: ToleranceSource,
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
        assemble(self)
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
#[cfg(feature = "json")]
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
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
    #[cfg(feature = "json")]
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
    #[cfg(feature = "json")]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a recording holds nothing that JSON cannot")
    }

    /// Estimates every core.
    pub fn estimate(&self) -> Measurement {
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
            cores: self.cores.iter().map(RawCore::reading).collect(),
            machine: self.machine.clone(),
        }
    }
}
