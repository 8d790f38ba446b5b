//! A window with the values that the path needs.

use std::f64::consts::TAU;

/// A level's own wander, as a fraction: spread-spectrum clocks and supply droop.
pub(super) const WANDER: f64 = 1e-5;

/// A window with the values that the path needs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Observation {
    /// Its index in the list of samples.
    pub(super) index: usize,
    pub(super) round: usize,
    /// Its duration, and that of an undisturbed window of its type on level 0, in nanoseconds.
    pub(super) time_ns: f64,
    pub(super) edge_ns: f64,
    /// The logarithm of their ratio: the level on which it would be undisturbed.
    pub(super) level: f64,
    /// Standard deviation of that ratio from the noise of its type and the uncertainty of its
    /// level, and two values that follow from it and are used often: its reciprocal, and the peak
    /// density of undisturbed windows.
    pub(super) sigma: f64,
    pub(super) sigmas_per_part: f64,
    pub(super) clean_peak: f64,
    /// Fraction of undisturbed windows of its type.
    pub(super) clean_share: f64,
    /// Its weight as evidence for a level on which it lies, under contention.
    pub(super) gain: f64,
    /// Whether it is a short window of a one-cycle kind, from which excess times are estimated.
    pub(super) trains_noise: bool,
}

impl Observation {
    pub(super) fn set_sigma(&mut self, sigma: f64) {
        self.sigma = sigma;
        self.sigmas_per_part = sigma.recip();
        self.clean_peak = self.clean_share / (TAU.sqrt() * sigma);
    }
}
