//! Raw data of a measurement: all inputs of the estimate.
//!
//! The estimate is a pure function of a [`Recording`]: one from a file, or from a simulated
//! machine, gives the same value as on the day of the measurement.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::clock::crosscheck::SessionRecord;
use crate::clock::{ClockId, Timebase};

use super::windows::Windows;

pub use super::windows::Window;

/// A set of CPUs, by the system's numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CpuSet {
    /// Only these.
    Only(Vec<u32>),
    /// All except these.
    AllBut(Vec<u32>),
}

impl CpuSet {
    /// Returns `true` if the set contains `cpu`.
    pub fn contains(&self, cpu: u32) -> bool {
        match self {
            CpuSet::Only(cpus) => cpus.contains(&cpu),
            CpuSet::AllBut(cpus) => !cpus.contains(&cpu),
        }
    }
}

/// Properties of the primary clock, determined before the windows.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ClockFacts {
    /// The source.
    pub id: ClockId,
    /// Nominal length of its unit; if its rate is measured, as measured over the session.
    pub timebase: Timebase,
    /// Resolution in nanoseconds: the median of the observed steps.
    pub step_ns: f64,
    /// Read cost, in nanoseconds.
    #[serde(alias = "access_ns")]
    pub read_cost_ns: f64,
    /// Read cost in the loop that waits for an edge, in nanoseconds: present if windows start and
    /// end at edges of the tick.
    #[serde(alias = "poll_ns")]
    pub poll_cost_ns: Option<f64>,
}

impl ClockFacts {
    /// Resolution of one clock read, in nanoseconds.
    pub fn quantum_ns(&self) -> f64 {
        self.poll_cost_ns.unwrap_or(self.step_ns)
    }
}

/// A point of the warm-up curve.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct WarmUpSample {
    /// Time since the session's start, in milliseconds.
    pub at_ms: f64,
    /// The clock of the core, in hertz, from one block of the addition chain, with the uncertainty
    /// of a single window.
    pub hz: f64,
}

/// The end of the warm-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[serde(rename_all = "snake_case")]
pub enum WarmUpEnd {
    /// The clock had been flat for long enough.
    Flat,
    /// It was not flat when the time limit was reached.
    TimeOut,
    /// The session was cancelled during it.
    Cancelled,
    /// The primary clock stopped.
    ClockStopped,
}

/// The warm-up: the curve and its end.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WarmUp {
    /// The curve.
    pub samples: Vec<WarmUpSample>,
    /// The end.
    pub end: WarmUpEnd,
    /// Duration in milliseconds.
    pub elapsed_ms: f64,
}

/// Raw data of one core.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Recording {
    /// The primary clock.
    pub clock: ClockFacts,
    /// The requested CPU; absent if none was requested.
    pub cpu: Option<u32>,
    /// The CPUs whose windows are valid, if a core type was requested and its CPUs are known. The
    /// thread may move among them; a window that began or ended elsewhere is not valid. Absent if
    /// one CPU is measured.
    #[serde(default, skip_serializing_if = "Option::is_none", alias = "counting")]
    pub valid_cpus: Option<CpuSet>,
    /// Whether another thread can run on the core at the same time, as an SMT sibling does
    /// ([`Machine::can_share_a_core`](crate::host::Machine::can_share_a_core)). Absent if unknown:
    /// then one can.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub can_be_shared: Option<bool>,
    /// Start of the session, in ticks of the primary clock; all other times count from here. Absent
    /// in recordings that did not keep it. It aligns a recording with other data of that time.
    #[serde(default)]
    pub start_ticks: Option<u64>,
    /// The warm-up.
    pub warm_up: WarmUp,
    /// The windows, in the order in which they ran; for a long run whole rounds from all of its
    /// time.
    pub windows: Windows,
    /// Comparison of the clocks.
    pub session: SessionRecord,
    /// Time from the first window's start to the last one's end, recorded or not, in milliseconds
    /// of the primary clock.
    pub elapsed_ms: f64,
}

impl Recording {
    /// The CPU on which the valid windows ran: the requested one, or if no window ended there, the
    /// one on which most did. `None` if the system does not report it, or no window is valid.
    pub fn ran_on(&self) -> Option<u32> {
        let windows = &self.windows.0;
        let asked = self.cpu.filter(|&asked| windows.iter().any(|window| window.ran_on == Some(asked)));
        asked.or_else(|| {
            let mut counts = BTreeMap::new();
            let counts_at_all = |cpu: &u32| self.valid_cpus.as_ref().is_none_or(|set| set.contains(*cpu));
            for cpu in windows.iter().filter_map(|window| window.ran_on).filter(counts_at_all) {
                *counts.entry(cpu).or_insert(0_usize) += 1;
            }
            counts.into_iter().max_by_key(|&(_, count)| count).map(|(cpu, _)| cpu)
        })
    }

    /// All CPUs on which a window ended, valid or not; empty if the system does not report them.
    pub(crate) fn visited_cpus(&self) -> BTreeSet<u32> {
        self.windows.0.iter().filter_map(|window| window.ran_on).collect()
    }

    /// The CPUs whose windows are valid; `None` if the system does not report where any ran.
    pub fn counting_cpus(&self) -> Option<CpuSet> {
        self.valid_cpus.clone().or_else(|| Some(CpuSet::Only(vec![self.ran_on()?])))
    }
}
