//! An estimated frequency with its evidence, or the reason for refusing one.

use crate::estimate::consensus::Consensus;
use crate::estimate::frequency::Frequency;
use crate::estimate::result::{ClockState, MIN_DWELL_SHARE, TightLoop};
use crate::estimate::variation::{Point, Range};
use crate::estimate::verdict::Reason;

/// Reason for the refusal, with a lower bound on the frequency if one is known.
pub(super) struct Refusal {
    pub(super) reason: Reason,
    pub(super) at_least_hz: Option<f64>,
}

impl From<Reason> for Refusal {
    fn from(reason: Reason) -> Refusal {
        Refusal { reason, at_least_hz: None }
    }
}

/// An estimated frequency with its evidence.
pub(super) struct Solution {
    pub(super) consensus: Consensus,
    pub(super) frequency: Frequency,
    pub(super) moved: bool,
    pub(super) range: Range,
    pub(super) states: Vec<ClockState>,
    pub(super) time_line: Vec<Point>,
    pub(super) tight_loop: TightLoop,
}

impl Solution {
    /// The states with a time share above [`MIN_DWELL_SHARE`] if there are at least two, else none.
    pub(super) fn reported_states(&self) -> Vec<ClockState> {
        let told = self.states.iter().filter(|state| state.time_share > MIN_DWELL_SHARE);
        let told: Vec<ClockState> = told.copied().collect();
        if told.len() > 1 { told } else { Vec::new() }
    }
}
