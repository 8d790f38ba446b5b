//! The effective clock.

use super::samples::Samples;
use crate::estimate::sample::paused_ns;

/// Cycles that the thread received per second of wall time: the clock times the share of the time
/// that the windows would have needed undisturbed. The usual gaps between windows are this
/// program's own; excess time in gaps counts as lost. The time between rounds that were left out is
/// unknown.
pub(super) fn effective_hz(samples: &Samples, hz: f64) -> f64 {
    let (mut needed, mut took) = (0.0, paused_ns(&samples.list));
    for sample in samples.list.iter().filter(|sample| sample.excess_ns.is_finite()) {
        needed += sample.time_ns - sample.excess_ns;
        took += sample.time_ns;
    }
    // An undisturbed thread gets its clock: the noise of the windows does not make it more.
    hz * (needed / took).min(1.0)
}
