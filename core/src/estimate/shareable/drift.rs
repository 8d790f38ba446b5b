//! Whether the clock drifted: whether stretches of the run differ by more than chance.
//!
//! Steps of the clock that lasted are seen in single windows (`path`). Whatever is slower, or smaller, shows only in the means of
//! batches, and of slices.

use super::samples::Samples;
use crate::estimate::statistics::{Uncertain, WeightedMean};
use crate::estimate::variation::{Point, range_of};

/// Chance at which equal batches may be called different (two tests are made, at two time scales).
const SIGNIFICANT: f64 = 1e-4 / 2.0;

/// Smaller differences leave a reading steady: they are inside of what a reader of a clock cares for, and the
/// interval covers them. A clock that moves by 200 ppm is to be found out: averaging in stretches takes up to
/// 3 % of an even drift away, a warm-up that lasts longer some more, and noise may take the rest.
pub(super) const LARGE_PPM: f64 = 180.0;

/// Where no larger part of the rounds was shared, next to nothing of the sharing is left.
const HARDLY_SHARED: f64 = 0.05;

/// With more shared rounds than this a batch has too few that are not: of fixed clocks beside a sibling that is busy 90 % of the time,
/// in bursts of 2 ms, 16 of 300 seemed to move (simulated).
const MOST_SHARED: f64 = 0.75;

/// Whether so large a part of the rounds was shared that something may be left of it in the moments that seemed quiet.
pub(super) fn is_shared(shared: f64) -> bool {
    shared > HARDLY_SHARED
}

/// By how much batches must differ at least for the clock to have drifted, in parts per million of it; `None` where they cannot be
/// compared.
///
/// Where a part of the rounds was `shared`, a batch has few quiet moments, and in these something may be left of the sharing:
/// `besides_batches_ppm` is what all but the batches' differences leaves in doubt. Without it a clock that stood beside a real
/// neighbour seemed to drift (tests/recordings, cascade-lake-guest-tsc1: slices differ by 224 ppm).
pub(super) fn least_ppm(shared: f64, besides_batches_ppm: f64) -> Option<f64> {
    if !is_shared(shared) {
        return Some(LARGE_PPM);
    }
    let can_be_compared = shared <= MOST_SHARED && besides_batches_ppm <= LARGE_PPM;
    can_be_compared.then_some(LARGE_PPM + besides_batches_ppm)
}

/// Whether quiet moments tell levels that are just far enough apart for a clock that moved, though most may be shared.
pub(super) fn is_finely_told(shared: f64, besides_batches_ppm: f64) -> bool {
    is_shared(shared) && besides_batches_ppm <= LARGE_PPM
}

/// Whether the clock drifted: whether the periods of `batches`, or the points of the `time_line`, differ significantly and by
/// `least_ppm`.
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
