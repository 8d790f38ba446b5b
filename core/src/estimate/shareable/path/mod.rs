//! The path of the clock: the most likely sequence of a few levels.
//!
//! On a level a window is *undisturbed* (within the noise of its type), *disturbed* (anywhere
//! above), or *impossible* (below). A change of level costs [`viterbi::TRANSITION_COST_NATS`]. The
//! most likely path is found by dynamic programming (A. J. Viterbi, Error bounds for convolutional
//! codes, IEEE Trans. Inf. Theory 13 (1967) 260-269), only over levels that windows of the round
//! and its neighbours propose.
//!
//! A level is the logarithm of the period relative to the main level: 0.01 is a clock 1 % slower.

mod emission;
mod levels;
mod observation;
mod viterbi;

use crate::chain::{BodyLength, Role};

use super::class::ResourceClass;
use super::samples::Samples;
use crate::estimate::sample::Sample;

use emission::{EmissionModel, LateDensity};
use observation::{Observation, WANDER};

/// Relative uncertainty of levels before the path is known.
const FIRST_BLUR: f64 = 3e-4;

/// Number of alternating refinements of levels and path.
const REFINEMENTS: u32 = 2;

/// Finds the clock's path in uncontended rounds, at the full resolution, and sets each sample's
/// level. `first`: its path is still unknown.
pub(super) fn decode_uncontended(samples: &mut Samples, first: bool) {
    let mut seen = observations(samples, |sample| sample.counts);
    let law = if first {
        EmissionModel::NotFitted { blur: FIRST_BLUR }
    } else {
        LateDensity::fit(&seen, &samples.list)
            .map_or(EmissionModel::NotFitted { blur: 0.0 }, EmissionModel::Fitted)
    };
    law.blur(&mut seen);
    set_levels(samples, &seen, &law);
}

/// Finds the clock's path among levels that are far apart, in contended rounds, too, and sets each
/// sample's level.
pub(super) fn decode_coarse(samples: &mut Samples) {
    let mut seen = observations(samples, |_| true);
    let blur = samples.contention().slower.unwrap_or(0.0).clamp(BLUR_LEAST, BLUR_MOST);
    let law = EmissionModel::UnderContention { blur };
    law.blur(&mut seen);
    set_levels(samples, &seen, &law);
}

/// Under contention a window whose excess is at most that of additions, within these bounds, counts
/// as undisturbed.
const BLUR_LEAST: f64 = 3e-3;
const BLUR_MOST: f64 = 0.02;

fn set_levels(samples: &mut Samples, seen: &[Observation], law: &EmissionModel) {
    if seen.is_empty() {
        return;
    }
    let mut proposals = levels::candidate_levels(seen, samples.rounds, law);
    let mut path = viterbi::path(seen, &proposals, law);
    for _ in 0..REFINEMENTS {
        proposals.refine(seen, &path, law);
        path = viterbi::path(seen, &proposals, law);
    }
    // Windows that were not used are on the level of the one before, the first on that of the next.
    let mut level = proposals.level(path[0]);
    let mut known = seen.iter().zip(&path).peekable();
    for (index, sample) in samples.list.iter_mut().enumerate() {
        if let Some((_, &at)) = known.next_if(|(window, _)| window.index == index) {
            level = proposals.level(at);
        }
        sample.set_level(level);
    }
}

fn observations(samples: &Samples, counts: impl Fn(&Sample) -> bool) -> Vec<Observation> {
    let seen = |(index, sample): (usize, &Sample)| {
        let class = ResourceClass::of(sample.kind)
            .filter(|_| sample.is_valid() && sample.time_ns > 0.0 && counts(sample))?;
        let fit = samples.edge_fit(sample.kind, sample.length);
        let one_cycle = matches!(sample.kind.role(), Role::OneCycle { .. });
        let mut seen = Observation {
            index,
            round: sample.round,
            time_ns: sample.time_ns,
            edge_ns: fit.edge_ns,
            level: samples.own_level(sample),
            sigma: f64::NAN,
            sigmas_per_part: f64::NAN,
            clean_peak: f64::NAN,
            clean_share: fit.clean_share.clamp(0.02, 0.95),
            gain: class.weight_under_contention(),
            trains_noise: one_cycle && sample.length == BodyLength::Short,
        };
        seen.set_sigma((fit.noise_ns / sample.time_ns).hypot(WANDER));
        (seen.level.is_finite() && seen.sigma.is_finite()).then_some(seen)
    };
    samples.list.iter().enumerate().filter_map(seen).collect()
}
