//! The windows so far, for a running estimate: from the whole run, but limited in number.
//!
//! Running estimates are recomputed repeatedly, so they use fewer windows than the reading.

use crate::clock::crosscheck::{ClockRecord, SessionRecord};
use crate::estimate::recording::{ClockFacts, CpuSet, Recording, WarmUp, WarmUpEnd, Window};
use crate::estimate::windows::Windows;
use crate::estimate::{Estimate, estimate};

use super::thinned::ThinnedWindows;

/// Maximum number of windows kept, 512 rounds; about half remain after thinning. An estimate of 512
/// rounds takes some 10 ms, so that numbers come twice a second, however long the run.
pub(super) const MOST_WINDOWS: usize = 512 * 25;

/// Length of a stretch, in nanoseconds: eight rounds of a quiet run, thirty of one in which
/// interrupts keep windows short, and at least ten stretches in either.
const STRETCH_NS: f64 = 20e6;

/// Windows of one core.
#[derive(Debug, Clone)]
pub(super) struct RunningWindows {
    clock: ClockFacts,
    cpu: Option<u32>,
    counting: Option<CpuSet>,
    can_be_shared: Option<bool>,
    kept: ThinnedWindows,
}

impl RunningWindows {
    /// Creates an empty history of a run on `cpu`, or on those of `counting`, timed with this
    /// clock.
    pub(super) fn new(clock: ClockFacts, cpu: Option<u32>, counting: Option<CpuSet>) -> RunningWindows {
        let kept = ThinnedWindows::at_most(MOST_WINDOWS, STRETCH_NS, clock.timebase);
        RunningWindows { clock, cpu, counting, can_be_shared: None, kept }
    }

    /// Sets whether the core [can be shared](Recording::can_be_shared).
    pub(super) fn with_sharing(self, can_be_shared: bool) -> RunningWindows {
        RunningWindows { can_be_shared: Some(can_be_shared), ..self }
    }

    /// Takes windows that follow those it has.
    pub(super) fn extend(&mut self, windows: &[Window]) {
        self.kept.extend(windows);
    }

    /// Takes a later history of the same run.
    pub(super) fn append(&mut self, later: &RunningWindows) {
        self.kept.append(&later.kept);
    }

    /// Number of windows.
    #[cfg(test)]
    pub(super) fn windows(&self) -> usize {
        self.kept.windows().len()
    }

    /// Estimates the clock from its windows.
    pub(super) fn estimate(&self) -> Estimate {
        estimate(&self.recording())
    }

    fn recording(&self) -> Recording {
        let clock = self.clock;
        let primary =
            ClockRecord { id: clock.id, timebase: clock.timebase, resolution_ticks: Some(1), measured: None };
        Recording {
            clock,
            cpu: self.cpu,
            valid_cpus: self.counting.clone(),
            can_be_shared: self.can_be_shared,
            start_ticks: None,
            warm_up: WarmUp { samples: Vec::new(), end: WarmUpEnd::Flat, elapsed_ms: 0.0 },
            windows: Windows(self.kept.windows().to_vec()),
            session: SessionRecord { primary, witnesses: Vec::new() },
            elapsed_ms: 0.0,
        }
    }
}

#[cfg(test)]
pub(super) mod tests;
