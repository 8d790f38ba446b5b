//! A level of the clock.

use super::super::drift::LARGE_PPM;

/// States closer than this fraction to the main level belong to it: a clock that moves by less does
/// not count as moving.
pub(in crate::estimate::shareable) const FAR: f64 = LARGE_PPM * 1e-6;

/// A state of the clock.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::estimate::shareable) struct State {
    /// Its level: the logarithm of its period relative to the main level.
    pub(in crate::estimate::shareable) level: f64,
    /// Its share of the time.
    pub(in crate::estimate::shareable) share: f64,
}
