//! What a measurement leaves behind: everything that the estimate is made of.
//!
//! The estimate is a pure function of a [`Recording`]: one that was written to a file, or made by a simulated
//! machine, gives the same number as the day it was taken.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::clock::crosscheck::SessionRecord;
use crate::clock::{ClockId, Timebase};

use super::windows::Windows;

pub use super::windows::Window;

/// Some of a machine's cpus, as the system numbers them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CpuSet {
    /// These.
    Only(Vec<u32>),
    /// All but these.
    AllBut(Vec<u32>),
}

impl CpuSet {
    /// Whether this cpu is one of them.
    pub fn contains(&self, cpu: u32) -> bool {
        match self {
            CpuSet::Only(cpus) => cpus.contains(&cpu),
            CpuSet::AllBut(cpus) => !cpus.contains(&cpu),
        }
    }
}

/// What was found out about the primary clock before the windows.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ClockFacts {
    /// Which source.
    pub id: ClockId,
    /// The nominal length of its unit; where its rate is measured, as measured over the session.
    pub timebase: Timebase,
    /// The step by which it moves, in nanoseconds: the median of the steps seen.
    pub step_ns: f64,
    /// What one read costs, in nanoseconds.
    pub access_ns: f64,
    /// What one read costs in the loop that waits for an edge, in nanoseconds: present when windows start and
    /// end at edges of the tick.
    pub poll_ns: Option<f64>,
}

impl ClockFacts {
    /// The width within which one reading of the clock places an instant, in nanoseconds.
    pub fn quantum_ns(&self) -> f64 {
        self.poll_ns.unwrap_or(self.step_ns)
    }
}

/// A point of the warm-up curve.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct WarmUpSample {
    /// Time since the session's start, in milliseconds.
    pub at_ms: f64,
    /// The clock of the core, in hertz, as one block of the addition chain shows it. Its uncertainty is that
    /// of a single window.
    pub hz: f64,
}

/// How the warm-up ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[serde(rename_all = "snake_case")]
pub enum WarmUpEnd {
    /// The clock had been flat for long enough.
    Flat,
    /// It had not become flat when the time for it was over.
    TimeOut,
    /// The session was cancelled in it.
    Cancelled,
    /// The primary clock stood still.
    ClockStopped,
}

/// The warm-up: the curve and its end.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WarmUp {
    /// The curve.
    pub samples: Vec<WarmUpSample>,
    /// How it ended.
    pub end: WarmUpEnd,
    /// How long it took, in milliseconds.
    pub elapsed_ms: f64,
}

/// All that a measurement of one core recorded.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Recording {
    /// The primary clock.
    pub clock: ClockFacts,
    /// The cpu that was asked for; absent where none was.
    pub cpu: Option<u32>,
    /// The cpus whose windows count, where a kind of core was asked for and is known by its numbers. A thread may move
    /// among them; a window that began or ended elsewhere does not count. Absent where one cpu is measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counting: Option<CpuSet>,
    /// Whether another thread can run on the core at the same time, as an SMT sibling does
    /// ([`Machine::can_share_a_core`](crate::host::Machine::can_share_a_core)). Absent where nobody knows: then one can.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub can_be_shared: Option<bool>,
    /// When the session began, in ticks of the primary clock; all other times count from here. Absent in
    /// recordings that did not keep it. It lays a recording beside what else is known of that time.
    #[serde(default)]
    pub start_ticks: Option<u64>,
    /// The warm-up.
    pub warm_up: WarmUp,
    /// The windows, in the order in which they ran; of a long run whole rounds from all of its time.
    pub windows: Windows,
    /// The clocks against each other.
    pub session: SessionRecord,
    /// From the first window's start to the last one's end, kept or not, in milliseconds of the primary clock.
    pub elapsed_ms: f64,
}

impl Recording {
    /// The cpu on which the windows that count ran: the one that was asked for, or where no window ended there, the one
    /// on which most did. Absent where the system does not tell, or where none counts.
    pub fn ran_on(&self) -> Option<u32> {
        let windows = &self.windows.0;
        let asked = self.cpu.filter(|&asked| windows.iter().any(|window| window.ran_on == Some(asked)));
        asked.or_else(|| {
            let mut counts = BTreeMap::new();
            let counts_at_all = |cpu: &u32| self.counting.as_ref().is_none_or(|set| set.contains(*cpu));
            for cpu in windows.iter().filter_map(|window| window.ran_on).filter(counts_at_all) {
                *counts.entry(cpu).or_insert(0_usize) += 1;
            }
            counts.into_iter().max_by_key(|&(_, count)| count).map(|(cpu, _)| cpu)
        })
    }

    /// All cpus on which a window ended, whether it counts or not; none where the system does not tell.
    pub(crate) fn visited_cpus(&self) -> BTreeSet<u32> {
        self.windows.0.iter().filter_map(|window| window.ran_on).collect()
    }

    /// The cpus whose windows count; absent where the system does not tell where any ran.
    pub fn counting_cpus(&self) -> Option<CpuSet> {
        self.counting.clone().or_else(|| Some(CpuSet::Only(vec![self.ran_on()?])))
    }
}
