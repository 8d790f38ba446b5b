//! The warm-up's curve, in few points however long it is: the points not yet taken, and all that
//! were reported.

use crate::estimate::recording::WarmUpSample;
use crate::report::curve::thinned_to;

/// Maximum number of points: a quarter of a second of blocks.
pub(super) const MOST_POINTS: usize = 2_430;

/// Number of points that are merged into their median when the maximum is reached, so that the
/// whole curve stays as fine in its beginning as at its end; a disturbed one among three does not
/// count.
const MERGED: usize = 3;

/// Points of the curve.
#[derive(Debug)]
pub(super) struct WarmUpBuffer {
    points: Vec<WarmUpSample>,
    /// Samples per point.
    per_point: usize,
    /// The latest samples, too few for a point.
    rest: Vec<WarmUpSample>,
}

impl WarmUpBuffer {
    pub(super) fn new() -> WarmUpBuffer {
        WarmUpBuffer { points: Vec::new(), per_point: 1, rest: Vec::new() }
    }

    pub(super) fn extend(&mut self, samples: &[WarmUpSample]) {
        for &sample in samples {
            self.rest.push(sample);
            if self.rest.len() < self.per_point {
                continue;
            }
            self.points.append(&mut thinned_to(&self.rest, 1));
            self.rest.clear();
            if self.points.len() >= MOST_POINTS {
                self.points = thinned_to(&self.points, MOST_POINTS / MERGED);
                self.per_point *= MERGED;
            }
        }
    }

    /// All points, the last of which may stand for fewer samples.
    pub(super) fn points(&self) -> Vec<WarmUpSample> {
        [&self.points[..], &thinned_to(&self.rest, 1)].concat()
    }
}
