//! When another thread shared the core.
//!
//! Two ratios of windows of the same moment, from which the clock cancels if it stood meanwhile: the tight loop by the chains
//! of long latency, and the additions by them. An interruption takes its time from all kinds alike; a busy SMT sibling takes
//! issue slots and fetch cycles. Beside one the tight loop took 2.0 to 2.4 cycles instead of one on a Cascade Lake, 1.6 to 2.0
//! on a Zen 4 (tests/recordings), and additions up to 1.2 % longer.

mod ratios;
pub(super) mod seen;

/// When another thread shared the core.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Contention {
    /// For each round whether it did. Empty where nothing is known of it: then it did in none.
    busy: Vec<bool>,
    /// The part of the rounds in which it may have.
    share: f64,
    /// The part of the time in which it did.
    pub(super) of_time: f64,
    /// Whether it did in all rounds, or in all but too few to read anything from.
    pub(super) always: bool,
    /// Cycles of the tight loop in the shared rounds, in the middle.
    pub(super) tight_cycles: Option<f64>,
    /// By which part additions took longer in them, in the middle.
    pub(super) slower: Option<f64>,
}

impl Contention {
    /// Whether the core was shared in this round.
    pub(super) fn is_shared(&self, round: usize) -> bool {
        self.always || self.busy.get(round).copied().unwrap_or(false)
    }

    /// The part of the rounds in which it may have been.
    pub(super) fn share(&self) -> f64 {
        if self.always { 1.0 } else { self.share }
    }

    /// Levels that shared rounds show are known to this part.
    pub(super) fn resolution(&self) -> f64 {
        COARSE.max(2.0 * self.slower.unwrap_or(0.0)).min(MOST_COARSE)
    }

    /// Whether quiet moments, if there were any, may be too few for a number.
    pub(super) fn is_mostly_shared(&self) -> bool {
        self.share() > 0.5
    }
}

/// Levels that only shared rounds show are known to this part, or to twice what additions are late by...
const COARSE: f64 = 0.015;

/// ...but never more coarsely than this: the bins of clocks, of 100 MHz, are closer only above 2.5 GHz.
const MOST_COARSE: f64 = 0.04;
