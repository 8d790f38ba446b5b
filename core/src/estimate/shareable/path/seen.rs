//! A window, as far as the path is concerned.

use std::f64::consts::TAU;

/// A level's own wander, as a part: a spread-spectrum clock, a supply that droops.
pub(super) const WANDER: f64 = 1e-5;

/// A window, as far as the path is concerned.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seen {
    /// Its place in the list of samples.
    pub(super) index: usize,
    pub(super) round: usize,
    /// What it took, and what its sort takes undisturbed on level 0, in nanoseconds.
    pub(super) time_ns: f64,
    pub(super) floor_ns: f64,
    /// The logarithm of their ratio: the level on which it would be clean.
    pub(super) level: f64,
    /// Standard deviation of that ratio on account of the sort's noise, and of what is not known of its level; and what
    /// follows from it, which is asked for again and again: how many of them a part is, and the density of clean windows
    /// on their level.
    pub(super) sigma: f64,
    pub(super) sigmas_per_part: f64,
    pub(super) clean_peak: f64,
    /// The part of its sort that is clean.
    pub(super) clean_share: f64,
    /// How much it says for a level on which it lies, beside a sibling.
    pub(super) gain: f64,
    /// Whether it is a short window of a one-cycle kind, by which lateness is learnt.
    pub(super) teaches: bool,
}

impl Seen {
    pub(super) fn set_sigma(&mut self, sigma: f64) {
        self.sigma = sigma;
        self.sigmas_per_part = sigma.recip();
        self.clean_peak = self.clean_share / (TAU.sqrt() * sigma);
    }
}
