//! Report of a sustained load, with its line-by-line records.
//!
//! The records' file begins with a line that describes the run ([`SustainedRun`]); each further
//! line is a [`SustainedRecord`]. A line is complete or absent: the file of a program that was
//! killed can be read again.
//!
//! Its text is in `core/report/src/sustained.rs`.

use serde::{Deserialize, Serialize};
use trueghz::clock::{ClockId, Timebase};
use trueghz::host::{Conditions, Machine, ThermalZone};
use trueghz::internal::median;
use trueghz::load::LoadFacts;
use trueghz::report::provenance::Provenance;

use crate::operations::OperationsPerCycle;
use crate::sustained::throttling::{Sustained, sustained};
use crate::windows::timed::TimedWindow;

/// The name of the JSON form of a [`SustainedReport`], and of the lines of its records, and of
/// their version. Names in them stay; new ones may come.
pub const SUSTAINED_SCHEMA: &str = "trueghz-sustained/2";

/// Cores to load.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[serde(rename_all = "snake_case")]
pub enum SustainedLoad {
    /// The measured core.
    #[default]
    One,
    /// All cores of its kind.
    Kind,
    /// All cores.
    All,
}

impl SustainedLoad {
    /// The code, the same as in JSON and on the command line.
    pub fn code(self) -> &'static str {
        match self {
            SustainedLoad::One => "one",
            SustainedLoad::Kind => "kind",
            SustainedLoad::All => "all",
        }
    }
}

/// A steady load, and how its clock was timed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct SustainedRun {
    /// The name of this form: `SUSTAINED_SCHEMA`.
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
    /// The measured core, as the system numbers it; `None` if threads cannot be pinned to a core.
    pub cpu: Option<u32>,
    /// Its kind.
    pub kind: String,
    /// Cores that were to be loaded.
    pub load: SustainedLoad,
    /// The other CPUs that were kept busy; empty if threads cannot be pinned to a core.
    pub others: Vec<u32>,
    /// Work of these and of the measured core; absent in files of versions with a different load.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "uniffi", uniffi(default = None))]
    pub work: Option<LoadFacts>,
    /// Start of the load, in ticks of the clock, for comparison with other records of that time.
    #[serde(alias = "began_ticks")]
    pub start_ticks: u64,
    /// Intended duration of the load, in milliseconds.
    pub length_ms: f64,
    /// The timing clock.
    pub clock: ClockId,
    /// Its timebase.
    pub timebase: Timebase,
    /// Maximum timing error of a window, in nanoseconds: a step of the clock, and a read.
    pub quantum_ns: f64,
    /// Relative uncertainty common to all windows: of the loop overhead, of the call, and of the
    /// clock's rate.
    #[serde(alias = "common_part")]
    pub overhead_uncertainty: f64,
    /// The machine as the system describes it. None of this was measured.
    pub machine: Machine,
}

impl SustainedRun {
    /// Time, library version and options of the report.
    pub fn provenance(&self) -> Provenance<'_> {
        Provenance::of(&self.measured_at, &self.version, &self.options)
    }
}

/// An interval of the load: usually a second.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct SustainedRecord {
    /// End of the interval, in milliseconds since the load began.
    pub at_ms: f64,
    /// Its windows. The last two of the interval are in the next record: their neighbours show
    /// whether they were interrupted.
    pub windows: Vec<TimedWindow>,
    /// Number of these that are flagged because another thread shared the core: an SMT sibling was
    /// busy, with this program or another.
    #[serde(default)]
    #[cfg_attr(feature = "uniffi", uniffi(default = 0))]
    pub shared: usize,
    /// Number of further windows on another type of core, to which the system moved the thread:
    /// they are rejected.
    #[serde(default)]
    #[cfg_attr(feature = "uniffi", uniffi(default = 0))]
    pub elsewhere: usize,
    /// Time of the load that the windows and all other timing took, in milliseconds; absent in
    /// older records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "uniffi", uniffi(default = None))]
    pub timing_ms: Option<f64>,
    /// Operations of the measured core's load per nanosecond: the median of the pieces between two
    /// windows; absent in older records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "uniffi", uniffi(default = None))]
    pub operations_per_ns: Option<f64>,
    /// Temperatures that the system reports, at the end of the interval; empty if it reports none,
    /// or if reading them takes too long.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub zones: Vec<ThermalZone>,
    /// Worst platform conditions during the interval.
    #[serde(default)]
    pub conditions: Conditions,
    /// The clock according to the frequency driver at the end of the interval, in hertz.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub driver_hz: Option<u64>,
}

impl SustainedRecord {
    /// The median clock of its undisturbed windows, in hertz.
    pub fn hz(&self) -> Option<f64> {
        let clean = self.windows.iter().filter(|window| !window.interrupted);
        median(&mut clean.map(|window| window.hz).collect::<Vec<f64>>())
    }

    /// Returns `true` if the program was in the background at some time: its windows then show
    /// nothing about the load, which may have been slowed down or stopped.
    pub(super) fn is_away(&self) -> bool {
        self.conditions.in_background == Some(true)
    }

    /// Operations of the load per cycle, by the clock of the same time.
    fn operations_per_cycle(&self) -> Option<f64> {
        Some(self.operations_per_ns? * 1e9 / self.hz()?)
    }

    /// Time of the load that timing took, in nanoseconds.
    fn timing_ns(&self) -> f64 {
        let windows_ns = || self.windows.iter().map(|window| window.elapsed_ns).sum();
        self.timing_ms.map_or_else(windows_ns, |ms| ms * 1e6)
    }

    /// The highest temperature, in degrees Celsius.
    pub fn hottest_celsius(&self) -> Option<f64> {
        let highest = self.zones.iter().map(|zone| zone.millicelsius).max()?;
        Some(highest as f64 / 1e3)
    }
}

/// Report of a clock under a sustained load.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
#[non_exhaustive]
pub struct SustainedReport {
    /// The load.
    pub run: SustainedRun,
    /// The clock over the load; `None` if too few windows were undisturbed.
    pub found: Option<Sustained>,
    /// Operations of the measured core per cycle, record by record; absent in files of versions
    /// that did not count them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "uniffi", uniffi(default = None))]
    pub operations: Option<OperationsPerCycle>,
    /// Share of the load's time that timing took, 0 to 1.
    pub window_time_fraction: f64,
    /// All that was recorded.
    pub records: Vec<SustainedRecord>,
}

/// If more than this fraction of the windows shared their core...
const SHARED_PART: f64 = 0.01;

/// ...the others may be longer by this fraction without being detected (`windows::sharing`): all
/// levels may be low by it.
const UNSEEN: f64 = 0.003;

/// The records that were not taken in the background.
fn there(records: &[SustainedRecord]) -> impl Iterator<Item = &SustainedRecord> {
    records.iter().filter(|record| !record.is_away())
}

/// Number of windows in these records that shared their core.
#[doc(hidden)]
pub fn shared(records: &[SustainedRecord]) -> usize {
    records.iter().map(|record| record.shared).sum()
}

/// Undetected relative excess time that the valid windows of these records may have.
#[doc(hidden)]
pub fn unseen_part(records: &[SustainedRecord]) -> f64 {
    let windows: usize = there(records).map(|record| record.windows.len()).sum();
    if shared(records) as f64 > SHARED_PART * windows as f64 { UNSEEN } else { 0.0 }
}

impl SustainedReport {
    /// Estimates the clock from records. Records from the background show nothing about the clock.
    pub fn of(run: SustainedRun, records: Vec<SustainedRecord>) -> SustainedReport {
        let windows: Vec<TimedWindow> = there(&records).flat_map(|record| &record.windows).copied().collect();
        let taken_ns: f64 = records.iter().map(SustainedRecord::timing_ns).sum();
        let whole_ns = records.last().map_or(f64::INFINITY, |record| record.at_ms * 1e6);
        let unseen = unseen_part(&records);
        let mut found = sustained(&windows, run.quantum_ns, run.overhead_uncertainty + unseen);
        // The excess time may differ between levels.
        if let Some(Sustained { loss, .. }) = &mut found {
            (loss.low, loss.high) = (loss.low - unseen, loss.high + unseen);
        }
        let operations = there(&records).filter_map(SustainedRecord::operations_per_cycle);
        let operations = OperationsPerCycle::of(operations.collect());
        SustainedReport { run, found, operations, window_time_fraction: taken_ns / whole_ns, records }
    }
}
