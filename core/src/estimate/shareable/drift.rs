//! Whether the clock drifted: whether stretches of the run differ by more than chance.
//!
//! Steps of the clock that lasted are detected in single windows (`path`). Slower or smaller
//! changes show only in the means of batches and of slices.

use super::samples::Samples;
use crate::estimate::statistics::{Uncertain, WeightedMean};
use crate::estimate::variation::{Point, range_of};

/// Probability at which equal batches are wrongly called different (two tests, at two time scales).
const SIGNIFICANT: f64 = 1e-4 / 2.0;

/// Smaller differences leave a reading steady: they do not matter to users, and the interval covers
/// them. A clock that moves by 200 ppm must be detected: averaging over stretches removes up to 3 %
/// of a uniform drift, a prolonged warm-up some more, and noise may remove the rest.
pub(super) const LARGE_PPM: f64 = 180.0;

/// Up to this fraction of shared rounds, residual contention is negligible.
const HARDLY_SHARED: f64 = 0.05;

/// With a larger fraction of shared rounds a batch has too few uncontended ones: 16 of 300 constant
/// clocks seemed to move with a sibling that was busy 90 % of the time in bursts of 2 ms
/// (simulated).
const MOST_SHARED: f64 = 0.75;

/// Returns `true` if the fraction `shared` of the rounds is so large that seemingly uncontended
/// rounds may contain residual contention.
pub(super) fn is_shared(shared: f64) -> bool {
    shared > HARDLY_SHARED
}

/// Minimum difference between batches for a drift, in ppm; `None` if they cannot be compared.
///
/// If a fraction of the rounds was `shared`, a batch has few uncontended rounds, and these may
/// contain residual contention: `non_batch_ppm` is the uncertainty apart from the differences
/// between batches. Without it a constant clock with a real busy sibling seemed to drift
/// (tests/recordings, cascade-lake-guest-tsc1: slices differ by 224 ppm).
pub(super) fn least_ppm(shared: f64, non_batch_ppm: f64) -> Option<f64> {
    if !is_shared(shared) {
        return Some(LARGE_PPM);
    }
    let can_be_compared = shared <= MOST_SHARED && non_batch_ppm <= LARGE_PPM;
    can_be_compared.then_some(LARGE_PPM + non_batch_ppm)
}

/// Returns `true` if uncontended rounds resolve levels that are just far enough apart for a clock
/// that moved, though most rounds may be shared.
pub(super) fn is_finely_resolved(shared: f64, non_batch_ppm: f64) -> bool {
    is_shared(shared) && non_batch_ppm <= LARGE_PPM
}

/// Returns `true` if the clock drifted: the periods of `batches`, or the points of the `time_line`,
/// differ significantly and by `least_ppm`.
pub(super) fn drifted(samples: &Samples, batches: &[Uncertain], time_line: &[Point], least_ppm: f64) -> bool {
    let in_hz = |period: &Uncertain| {
        let value = 1e9 / period.value;
        Uncertain { value, error: value * period.error / period.value }
    };
    let by_batch: Vec<Uncertain> = batches.iter().map(in_hz).collect();
    let by_slice: Vec<Uncertain> =
        time_line.iter().map(|point| Uncertain { value: point.hz, error: point.error_hz }).collect();
    [by_batch, by_slice].iter().any(|values| differ(values, samples.kept() as f64, least_ppm))
}

fn differ(values: &[Uncertain], noise_freedom: f64, least_ppm: f64) -> bool {
    let Some(range) = range_of(values.iter().map(|v| v.value)) else { return false };
    let is_large = (range.high_hz - range.low_hz) / range.low_hz * 1e6 >= least_ppm;
    is_large && WeightedMean::of(values).is_some_and(|mean| mean.p_all_equal(noise_freedom) < SIGNIFICANT)
}
