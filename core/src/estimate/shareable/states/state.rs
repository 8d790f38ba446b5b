//! A level at which the clock stood.

use super::super::drift::LARGE_PPM;

/// States closer than this part to the usual one are it: no clock that moves by less is called one that moves.
pub(in crate::estimate::shareable) const FAR: f64 = LARGE_PPM * 1e-6;

/// A state of the clock.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::estimate::shareable) struct State {
    /// Its level: the logarithm of its period by the usual one.
    pub(in crate::estimate::shareable) level: f64,
    /// Its share of the time.
    pub(in crate::estimate::shareable) share: f64,
}
