//! The raw form of a measurement: the recorded data, from which it can be estimated again.
//!
//! * **Recorded** by `run::record`, core by core, as a `Recording` (`estimate::recording`);
//!   `run::core_measurement` adds the [`CoreContext`].
//! * **Written** by `RawMeasurement::to_json`: `trueghz --raw`
//!   (`desktop/src/commands/extra_files.rs`) and `Session::windows_json` of the bindings.
//! * **Read** by `RawMeasurement::from_json`: `trueghz replay` (`desktop/src/commands/replay.rs`)
//!   and `replay` of the bindings. `validation` refuses values that nothing can have recorded.
//!   [`RawMeasurement::estimate`] makes the readings.
//! * **Files of earlier versions** lack the newer fields: each of those is optional or has a
//!   `#[serde(default)]`, and `from_json` derives two from the machine. Names of the first schema
//!   are aliases. A file of any other schema is refused.
//!
//! Records of a sustained load are another form, which `replay` reads, too: `core/loads`.

use serde::{Deserialize, Serialize};

use crate::clock::quality::{Tolerance, ToleranceSource};
use crate::clock::{ClockId, Timebase};
use crate::estimate::recording::Recording;
use crate::estimate::verdict::Reason;
use crate::estimate::{Estimate, estimate_with_lateness};
use crate::host::{Claim, Conditions, CpuLoad, Limits, Machine, ThreadPriority};

use super::assemble::assemble;
use super::counted::HardwareCounters;
use super::explained::tolerance_source;
use super::histogram::WindowHistogram;
#[cfg(feature = "json")]
use super::malformed::read_json;
use super::measurement::{Measurement, SCHEMA, TimingClock};
use super::reading::Reading;
#[cfg(feature = "json")]
use super::validation::check_raw;
use crate::warning::Warning;

/// The name of the raw form and of its version.
pub const RAW_SCHEMA: &str = "trueghz-raw/2";

/// The schema before it, whose names of fields and codes are aliases of today's: recordings last.
const FIRST_RAW_SCHEMA: &str = "trueghz-raw/1";

/// Context of a core's windows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CoreContext {
    /// The requested core; `None` if none was requested.
    pub cpu: Option<u32>,
    /// Whether the machine's cores bear the numbers of the windows' cpus: the kernel's.
    #[serde(alias = "cpus_are_numbered")]
    pub has_os_cpu_ids: bool,
    /// Priority of the measuring thread, as the system granted it.
    #[serde(default)]
    pub urgency: ThreadPriority,
    /// The kind of core, or other known data.
    pub kind: String,
    /// All cores of that kind; empty if the kind is unknown.
    pub cpus: Vec<u32>,
    /// The claimed clock of the core.
    pub claim: Option<Claim>,
    /// All clocks that the system states for the core, the best evidence of its highest clock
    /// first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<Claim>,
    /// Limits of the core's clock, before the windows and after them; empty if the system does not
    /// report them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<Limits>,
    /// Threads that share the core.
    pub siblings: Vec<u32>,
    /// Load of the other cores; `None` if the system does not report it.
    pub load: Option<Vec<CpuLoad>>,
    /// Tolerance of the timing clock after correction, in parts per million.
    pub clock_tolerance_ppm: f64,
    /// Known rate error of the timing clock, in parts per million: positive if it is slow, negative
    /// if it is fast; 0 if nothing is known.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub clock_correction_ppm: f64,
    /// Source of the tolerance.
    #[serde(with = "tolerance_source")]
    pub clock_tolerance_source: ToleranceSource,
    /// Warnings about the circumstances of the windows.
    pub warnings: Vec<Warning>,
    /// Time from the end of the warm-up to the first number, in milliseconds.
    #[serde(alias = "first_number_ms")]
    pub time_to_first_estimate_ms: Option<f64>,
    /// Worst platform conditions during the measurement.
    #[serde(default)]
    pub conditions: Conditions,
    /// Readings of the hardware counters; absent on simulated machines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counters: Option<HardwareCounters>,
}

impl CoreContext {
    /// Returns the tolerance and the correction of the timing clock.
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

#[cfg(any(test, feature = "simulate"))]
impl CoreContext {
    /// Context of a simulated core about which nothing else is known.
    pub fn simulated() -> CoreContext {
        CoreContext {
            cpu: Some(0),
            has_os_cpu_ids: true,
            urgency: ThreadPriority::default(),
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
            time_to_first_estimate_ms: None,
            conditions: Conditions::default(),
            counters: None,
        }
    }
}

/// Outcome for a core: its windows, or the reason for their absence.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CoreOutcome {
    /// The windows.
    Recorded(Box<Recording>),
    /// Reason for their absence.
    Refused(Reason),
}

/// One core of a raw measurement.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RawCore {
    /// Context of the windows.
    pub context: CoreContext,
    /// Outcome for the core.
    pub outcome: CoreOutcome,
}

impl RawCore {
    /// Estimates this core.
    pub fn reading(&self) -> Reading {
        self.reading_of(self.estimate().estimate)
    }

    /// Estimates the core from its windows.
    pub(crate) fn estimate(&self) -> Estimated {
        match &self.outcome {
            CoreOutcome::Recorded(recording) => {
                let (estimate, windows) = estimate_with_lateness(recording);
                Estimated { estimate: Some(estimate), histogram: WindowHistogram::of(&windows) }
            }
            CoreOutcome::Refused(_) => Estimated::default(),
        }
    }

    /// Returns the reading for the estimate from [`RawCore::estimate`].
    pub(crate) fn reading_of(&self, estimate: Option<Estimate>) -> Reading {
        assemble(self, estimate)
    }
}

/// Results from the windows of a core: none if there are no windows.
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
    /// Start of the session, in UTC as in RFC 3339; absent in files of versions that did not record
    /// it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured_at: Option<String>,
    /// The options, in the spelling of the command line; absent in files of versions that did not
    /// record them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub options: Option<String>,
    /// The timing clock.
    pub clock: ClockId,
    /// The nominal length of its unit; if its rate was measured, the value at the start of the
    /// session.
    pub timebase: Timebase,
    /// The clock against which its rate was measured; absent if its own rate is stated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rate_from: Option<ClockId>,
    /// The machine as the system describes it.
    pub machine: Machine,
    /// The cores.
    pub cores: Vec<RawCore>,
}

/// A raw file that cannot be estimated.
#[cfg(feature = "json")]
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RawError {
    /// It is not JSON, not of this form, or contains a value that cannot have been recorded. The
    /// field describes the error.
    #[error("not raw data: {0}")]
    Malformed(String),
    /// It is of another version.
    #[error("raw data of schema {found:?}, expected {RAW_SCHEMA:?}")]
    OtherSchema {
        /// The schema that it states.
        found: String,
    },
}

impl RawMeasurement {
    /// Reads the JSON form.
    ///
    /// # Errors
    /// [`RawError`] says what is wrong with it: not JSON, not of this form, or a value that nothing
    /// can have recorded, by the name of its field.
    #[cfg(feature = "json")]
    pub fn from_json(text: &str) -> Result<RawMeasurement, RawError> {
        #[derive(Deserialize)]
        struct Header {
            schema: String,
        }
        let header: Header = read_json(text).map_err(RawError::Malformed)?;
        if ![RAW_SCHEMA, FIRST_RAW_SCHEMA].contains(&header.schema.as_str()) {
            return Err(RawError::OtherSchema { found: header.schema });
        }
        let mut raw: RawMeasurement = read_json(text).map_err(RawError::Malformed)?;
        RAW_SCHEMA.clone_into(&mut raw.schema);
        check_raw(&raw).map_err(|error| RawError::Malformed(error.to_string()))?;
        for core in &mut raw.cores {
            // Files of versions that kept one claim alone.
            if core.context.claims.is_empty()
                && let Some(known) = core.context.cpu.and_then(|cpu| raw.machine.core(cpu))
            {
                core.context.claims.clone_from(&known.claims);
            }
            if let CoreOutcome::Recorded(recording) = &mut core.outcome {
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

    /// Estimates every core, and returns the distribution of its windows
    /// ([`WindowHistogram::of_each`]), which would take as long again by itself.
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
            CoreOutcome::Recorded(recording) => Some(recording.clock),
            CoreOutcome::Refused(_) => None,
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
                read_cost_ns: facts.map(|facts| facts.read_cost_ns),
                aligned_to_ticks: facts.is_some_and(|facts| facts.poll_cost_ns.is_some()),
            },
            cores,
            machine: self.machine.clone(),
        }
    }
}
