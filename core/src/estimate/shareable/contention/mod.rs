//! Rounds in which another thread shared the core.
//!
//! Two ratios of windows of the same time, from which the clock cancels if it was constant during
//! them: the tight loop and the additions, each relative to the chains of long latency. An
//! interruption takes its time from all kinds alike; a busy SMT sibling takes issue slots and fetch
//! cycles. Under contention the tight loop took 2.0 to 2.4 cycles instead of one on a Cascade Lake,
//! 1.6 to 2.0 on a Zen 4 (tests/recordings), and additions took up to 1.2 % longer.

mod ratios;
pub(super) mod seen;

/// Rounds in which another thread shared the core.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Contention {
    /// Whether it did, for each round. Empty if this is unknown: no round counts as shared then.
    busy: Vec<bool>,
    /// Fraction of the rounds in which it may have.
    share: f64,
    /// Fraction of the time in which it did.
    pub(super) of_time: f64,
    /// Whether it did in all rounds, or in so many that the others are too few for an estimate.
    pub(super) always: bool,
    /// Cycles per iteration of the tight loop in the shared rounds, the median.
    pub(super) tight_cycles: Option<f64>,
    /// Lengthening of additions in the shared rounds as a fraction, the median.
    pub(super) slower: Option<f64>,
}

impl Contention {
    /// Returns `true` if the core was shared in this round.
    pub(super) fn is_contended(&self, round: usize) -> bool {
        self.always || self.busy.get(round).copied().unwrap_or(false)
    }

    /// Fraction of the rounds in which the core may have been shared.
    pub(super) fn share(&self) -> f64 {
        if self.always { 1.0 } else { self.share }
    }

    /// Resolution of levels that are known from shared rounds, as a fraction.
    pub(super) fn resolution(&self) -> f64 {
        COARSE.max(2.0 * self.slower.unwrap_or(0.0)).min(MOST_COARSE)
    }

    /// Returns `true` if uncontended rounds, if there were any, may be too few for a reading.
    pub(super) fn is_mostly_contended(&self) -> bool {
        self.share() > 0.5
    }
}

/// Resolution of levels that are known only from shared rounds, as a fraction, unless twice the
/// lengthening of additions is larger...
const COARSE: f64 = 0.015;

/// ...but never coarser than this: the 100 MHz bins of clocks are closer only above 2.5 GHz.
const MOST_COARSE: f64 = 0.04;
