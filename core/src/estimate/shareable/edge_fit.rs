//! The undisturbed windows of each kind and length, and their noise.

use crate::chain::BodyLength;

use crate::estimate::lower_edge::{CLEAN_QUANTA, CleanRange, FEWEST, width_by_short_windows};
use crate::estimate::sample::{Classification, LENGTHS, Sample};
use crate::estimate::statistics::Moments;

/// Lower edge and noise of the windows of one type.
#[derive(Debug, Clone, Copy)]
pub(super) struct EdgeFit {
    /// Duration of an undisturbed window at the main level, in nanoseconds.
    pub(super) edge_ns: f64,
    /// Standard deviation of the undisturbed windows, in nanoseconds.
    pub(super) noise_ns: f64,
    /// Bound on the mean lengthening of the undisturbed windows by undetected interruptions, in
    /// nanoseconds.
    pub(super) undetected_ns: f64,
    /// Fraction of the windows that was undisturbed.
    pub(super) clean_share: f64,
}

impl EdgeFit {
    /// For a type without windows.
    pub(super) const NONE: EdgeFit =
        EdgeFit { edge_ns: f64::NAN, noise_ns: f64::NAN, undetected_ns: 0.0, clean_share: 0.0 };
}

/// Decides which windows of one kind are undisturbed.
///
/// The reads of the clock, above all their quantisation, affect all lengths of a kind alike, and
/// the short windows show this effect nearly undisturbed. So the undisturbed windows of each length
/// are those in an interval of *that* width. Whatever the shape of the noise, its mean is then the
/// same in all lengths and cancels in their difference.
pub(super) fn fit_edges(
    list: &mut [Sample],
    by_length: &[Vec<usize>],
    quantum_ns: f64,
) -> [EdgeFit; LENGTHS] {
    let mut fits = [EdgeFit::NONE; LENGTHS];
    let mut width_ns = 2.0 * CLEAN_QUANTA * quantum_ns;
    let mut top_of_short = 0.0;
    for length in BodyLength::ALL {
        let members = &by_length[length as usize];
        let sorted = sorted_times(list, members);
        if sorted.is_empty() {
            continue;
        }
        if length == BodyLength::Short {
            width_ns = width_ns.max(width_by_short_windows(&sorted, quantum_ns));
        }
        let clean = CleanRange::of(&sorted, width_ns);
        if length == BodyLength::Short {
            width_ns = width_ns.max(clean.width_ns());
            top_of_short = clean.top_share(&sorted);
        }
        fits[length as usize] = fit_edges_by(&clean, list, members, &sorted, quantum_ns, top_of_short);
    }
    fits
}

/// Durations of windows that count, at the main level, in ascending order.
fn sorted_times(list: &[Sample], members: &[usize]) -> Vec<f64> {
    let times = |counts: &dyn Fn(&Sample) -> bool| {
        let counting = members.iter().map(|&index| &list[index]).filter(|sample| counts(sample));
        counting.map(|sample| sample.level_ns).collect::<Vec<f64>>()
    };
    let mut sorted = times(&|sample| sample.counts);
    if sorted.len() < FEWEST {
        sorted = times(&|_| true);
    }
    sorted.retain(|time| !time.is_nan());
    sorted.sort_unstable_by(f64::total_cmp);
    sorted
}

/// Classifies these windows by the interval of the undisturbed ones, and determines their edge and
/// noise.
fn fit_edges_by(
    clean_range: &CleanRange,
    list: &mut [Sample],
    members: &[usize],
    sorted: &[f64],
    quantum_ns: f64,
    top_of_short: f64,
) -> EdgeFit {
    let mut clean = Moments::default();
    let centre_ns = f64::midpoint(clean_range.low_ns, clean_range.high_ns);
    for &time in clean_range.held(sorted) {
        // About the centre: the sum of squares keeps its digits.
        clean.add(time - centre_ns);
    }
    let floor_ns = centre_ns + clean.mean();
    for &index in members {
        let sample = &mut list[index];
        sample.classification = if sample.level_ns > clean_range.high_ns {
            Classification::Interrupted
        } else if sample.level_ns < clean_range.low_ns {
            Classification::TooShort
        } else if sample.counts {
            Classification::Undisturbed
        } else {
            Classification::Contended
        };
        sample.excess_ns = sample.time_ns - floor_ns * sample.level.exp();
    }
    EdgeFit {
        edge_ns: floor_ns,
        // Less noise than the quantisation itself, a step over the root of twelve, is chance.
        noise_ns: clean.variance().sqrt().max(quantum_ns / 12_f64.sqrt()),
        undetected_ns: clean_range.undetected_ns(sorted, top_of_short),
        clean_share: clean.count / sorted.len() as f64,
    }
}
