//! The raw form of a measurement: what was recorded, so that it can be estimated again.

use serde::{Deserialize, Serialize};

use crate::clock::quality::{Tolerance, ToleranceSource};
use crate::clock::{ClockId, Timebase};
use crate::estimate::recording::Recording;
use crate::estimate::verdict::Reason;
use crate::estimate::{Estimate, estimate_with_lateness};
use crate::host::{Claim, Conditions, CpuLoad, Limits, Machine, Urgency};

use super::assemble::assemble;
use super::counted::CountersBeside;
use super::explained::tolerance_source;
use super::histogram::WindowHistogram;
#[cfg(feature = "json")]
use super::malformed::read_json;
use super::measurement::{Measurement, SCHEMA, TimingClock};
#[cfg(feature = "json")]
use super::plausible::check_raw;
use super::reading::Reading;
use super::warning::Warning;

/// The name of the raw form and of its version.
pub const RAW_SCHEMA: &str = "trueghz-raw/1";

/// What is known of a core besides its windows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CoreContext {
    /// The core that was asked for; absent where none was.
    pub cpu: Option<u32>,
    /// Whether the machine's cores bear the numbers of the windows' cpus: the kernel's.
    pub cpus_are_numbered: bool,
    /// How urgent the measuring thread was, as the system granted it.
    #[serde(default)]
    pub urgency: Urgency,
    /// The kind of core, or what is known instead.
    pub kind: String,
    /// All cores of that kind; empty where the kind is not known.
    pub cpus: Vec<u32>,
    /// What the system says the core runs at.
    pub claim: Option<Claim>,
    /// All clocks that the system states of the core, the most telling about its highest one first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<Claim>,
    /// What held the core's clock down, before the windows and after them; empty where the system does not tell.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<Limits>,
    /// Threads that share the core.
    pub siblings: Vec<u32>,
    /// How busy the other cores were; absent where the system does not tell.
    pub load: Option<Vec<CpuLoad>>,
    /// How far the timing clock, corrected, may be off, in parts per million.
    pub clock_tolerance_ppm: f64,
    /// The timing clock is known to be slow by this, in parts per million (fast: negative); 0 where nothing is known of it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub clock_correction_ppm: f64,
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
    /// What the processor's own counters said; absent where there is no processor to ask.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counters: Option<CountersBeside>,
}

impl CoreContext {
    /// What is known of the timing clock's rate.
    pub(crate) fn reference(&self) -> Tolerance {
        Tolerance {
            ppm: self.clock_tolerance_ppm,
            correction_ppm: self.clock_correction_ppm,
            source: self.clock_tolerance_source,
        }
    }
}

fn is_zero(value: &f64) -> bool {
    *value == 0.0
}

#[cfg(test)]
impl CoreContext {
    /// Of a core of which nothing is known besides.
    pub(super) fn simulated() -> CoreContext {
        CoreContext {
            cpu: Some(0),
            cpus_are_numbered: true,
            urgency: Urgency::default(),
            kind: "simulated".to_owned(),
            cpus: vec![0],
            claim: None,
            claims: Vec::new(),
            limits: Vec::new(),
            siblings: Vec::new(),
            load: None,
            clock_tolerance_ppm: 50.0,
            clock_correction_ppm: 0.0,
            clock_tolerance_source: ToleranceSource::Assumed,
            warnings: Vec::new(),
            first_number_ms: None,
            conditions: Conditions::default(),
            counters: None,
        }
    }
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
        self.reading_of(self.estimate().estimate)
    }

    /// What its windows say.
    pub(crate) fn estimate(&self) -> Estimated {
        match &self.outcome {
            Outcome::Recorded(recording) => {
                let (estimate, windows) = estimate_with_lateness(recording);
                Estimated { estimate: Some(estimate), histogram: WindowHistogram::of(&windows) }
            }
            Outcome::Refused(_) => Estimated::default(),
        }
    }

    /// The reading, of the estimate that [`RawCore::estimate`] gave.
    pub(crate) fn reading_of(&self, estimate: Option<Estimate>) -> Reading {
        assemble(self, estimate)
    }
}

/// What the windows of a core say: nothing where there are none.
#[derive(Debug, Clone, Default)]
pub(crate) struct Estimated {
    pub(crate) estimate: Option<Estimate>,
    pub(crate) histogram: Option<WindowHistogram>,
}

/// A measurement as it was recorded.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RawMeasurement {
    /// [`RAW_SCHEMA`].
    pub schema: String,
    /// The version of the library that recorded it.
    pub version: String,
    /// When the session began, in UTC as RFC 3339 has it; absent in files of versions that did not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured_at: Option<String>,
    /// The options, in the spelling of the command line; absent in files of versions that did not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub options: Option<String>,
    /// The clock that times.
    pub clock: ClockId,
    /// The nominal length of its unit; where its rate was measured, as it was known when the session began.
    pub timebase: Timebase,
    /// The clock against which its rate was measured; absent where its own is stated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rate_from: Option<ClockId>,
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
    /// It is no JSON, not of this form, or holds a value that nothing can have recorded: what is wrong.
    #[error("not raw data: {0}")]
    Malformed(String),
    /// It is of another version.
    #[error("raw data of schema {found:?}, expected {RAW_SCHEMA:?}")]
    OtherSchema {
        /// What it says it is.
        found: String,
    },
}

impl RawMeasurement {
    /// Reads the JSON form.
    ///
    /// # Errors
    /// [`RawError`] says what is wrong with it: not JSON, not of this form, or a value that nothing can have
    /// recorded, by the name of its field.
    #[cfg(feature = "json")]
    pub fn from_json(text: &str) -> Result<RawMeasurement, RawError> {
        #[derive(Deserialize)]
        struct Header {
            schema: String,
        }
        let header: Header = read_json(text).map_err(RawError::Malformed)?;
        if header.schema != RAW_SCHEMA {
            return Err(RawError::OtherSchema { found: header.schema });
        }
        let mut raw: RawMeasurement = read_json(text).map_err(RawError::Malformed)?;
        check_raw(&raw).map_err(|error| RawError::Malformed(error.to_string()))?;
        for core in &mut raw.cores {
            // Files of versions that kept one claim alone.
            if core.context.claims.is_empty()
                && let Some(known) = core.context.cpu.and_then(|cpu| raw.machine.core(cpu))
            {
                core.context.claims.clone_from(&known.claims);
            }
            if let Outcome::Recorded(recording) = &mut core.outcome {
                // Files of before it was kept.
                let known = || raw.machine.can_share_a_core(recording.cpu.or(core.context.cpu));
                recording.can_be_shared = Some(recording.can_be_shared.unwrap_or_else(known));
            }
        }
        Ok(raw)
    }

    /// The JSON form.
    #[cfg(feature = "json")]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a recording holds nothing that JSON cannot")
    }

    /// Estimates every core.
    pub fn estimate(&self) -> Measurement {
        self.estimate_with_histograms().0
    }

    /// Estimates every core, and tells how its windows are spread ([`WindowHistogram::of_each`]), which by itself would
    /// take as long again.
    pub fn estimate_with_histograms(&self) -> (Measurement, Vec<Option<WindowHistogram>>) {
        let estimate = |core: &RawCore| {
            let found = core.estimate();
            (core.reading_of(found.estimate), found.histogram)
        };
        let (readings, histograms) = self.cores.iter().map(estimate).unzip();
        (self.measurement(readings), histograms)
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
            measured_at: self.measured_at.clone(),
            options: self.options.clone(),
            clock: TimingClock {
                id: self.clock,
                name: self.clock.name().to_owned(),
                timebase: self.timebase,
                nominal_hz: self.timebase.hz(),
                rate_from: self.rate_from,
                step_ns: facts.map(|facts| facts.step_ns),
                access_ns: facts.map(|facts| facts.access_ns),
                meets_edges: facts.is_some_and(|facts| facts.poll_ns.is_some()),
            },
            cores,
            machine: self.machine.clone(),
        }
    }
}
