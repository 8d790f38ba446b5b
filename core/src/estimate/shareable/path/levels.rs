//! The levels that the windows of each round propose.

use crate::estimate::statistics::quantile;

use super::emission::{EmissionModel, Level};
use super::observation::{Observation, WANDER};

/// Minimum number of windows in a round for it to propose a level.
const FEWEST: usize = 4;

/// Levels closer than this are one, whatever the noise allows.
const SAME: f64 = 2.0 * WANDER;

/// The quantile of the windows' noise within which levels are one.
const NOISE_QUANTILE: f64 = 0.1;

/// Fraction of a round's windows, from the fastest, that propose levels: on most levels of slower
/// ones all the other windows would be impossible.
const PROPOSING: f64 = 0.75;

/// Windows within this many standard deviations of a level lie on it.
pub(super) const NEAR_SIGMAS: f64 = 3.0;

/// Levels, and which of them the windows of each round propose.
pub(super) struct CandidateLevels {
    /// In ascending order.
    levels: Vec<f64>,
    /// Indices of levels, for each round.
    by_round: Vec<Vec<u32>>,
}

impl CandidateLevels {
    pub(super) fn level(&self, index: u32) -> f64 {
        self.levels[index as usize]
    }

    /// All of them, by their indices.
    pub(super) fn levels(&self) -> Vec<Level> {
        self.levels.iter().map(|&level| Level::at(level)).collect()
    }

    /// Levels proposed by the windows of this round; empty if there is no such round.
    pub(super) fn of_round(&self, round: usize) -> &[u32] {
        self.by_round.get(round).map_or(&[], Vec::as_slice)
    }

    /// Moves each level that `path` is on to the windows that lie on it, and drops the others.
    pub(super) fn refine(&mut self, seen: &[Observation], path: &[u32], law: &EmissionModel) {
        let mut sums = vec![(0.0, 0.0); self.levels.len()];
        let mut used = vec![false; self.levels.len()];
        for (window, &level) in seen.iter().zip(path) {
            used[level as usize] = true;
            if let Some((weight, value)) = lies_on(window, self.levels[level as usize], law) {
                let sum = &mut sums[level as usize];
                *sum = (sum.0 + weight, sum.1 + weight * value);
            }
        }
        let moved: Vec<f64> = self
            .levels
            .iter()
            .zip(&sums)
            .map(|(&level, &(weight, sum))| if weight > 0.0 { sum / weight } else { level })
            .collect();
        let dropped = |index: u32| !used[index as usize];
        let by_round = std::mem::take(&mut self.by_round);
        let values = by_round.iter().map(|proposed| {
            proposed.iter().filter(|&&level| !dropped(level)).map(|&level| moved[level as usize]).collect()
        });
        *self = CandidateLevels::of(values.collect(), SAME);
        // No proposed level is left: keep the level of the first window.
        if self.levels.is_empty() {
            self.levels.push(moved[path[0] as usize]);
        }
    }

    /// Brings levels within `same` of each other together.
    fn of(by_round: Vec<Vec<f64>>, same: f64) -> CandidateLevels {
        let mut all: Vec<f64> = by_round.iter().flatten().copied().collect();
        all.sort_unstable_by(f64::total_cmp);
        let mut levels = Vec::new();
        // The first value of each group, to find a value's group by.
        let mut from = Vec::new();
        let mut rest = all.as_slice();
        while let Some(&first) = rest.first() {
            let (group, after) = rest.split_at(rest.partition_point(|&level| level <= first + same));
            from.push(first);
            levels.push(group.iter().sum::<f64>() / group.len() as f64);
            rest = after;
        }
        let index = |level: &f64| (from.partition_point(|first| first <= level) - 1) as u32;
        let by_round = by_round.iter().map(|proposed| {
            let mut indices: Vec<u32> = proposed.iter().map(index).collect();
            indices.sort_unstable();
            indices.dedup();
            indices
        });
        CandidateLevels { by_round: by_round.collect(), levels }
    }
}

/// Weight of `window` in the location of a level on which it lies, and the level that it indicates.
fn lies_on(window: &Observation, level: f64, law: &EmissionModel) -> Option<(f64, f64)> {
    let on = (window.level - level).abs() < NEAR_SIGMAS * window.sigma && law.is_informative(window);
    on.then_some((window.sigma.powi(-2), window.level))
}

/// For each round, the most likely level of its own windows, and of its and its neighbours'
/// windows.
pub(super) fn candidate_levels(seen: &[Observation], rounds: usize, law: &EmissionModel) -> CandidateLevels {
    let starts: Vec<usize> =
        (0..=rounds).map(|round| seen.partition_point(|window| window.round < round)).collect();
    let around = |round: usize, reach: usize| {
        &seen[starts[round.saturating_sub(reach)]..starts[(round + reach + 1).min(rounds)]]
    };
    let of_round = |round: usize| {
        let own = around(round, 0);
        [0, 1].iter().filter_map(|&reach| most_likely(own, around(round, reach), law)).collect()
    };
    let mut noises: Vec<f64> = seen.iter().map(|window| window.sigma).collect();
    let noise = quantile(&mut noises, NOISE_QUANTILE).unwrap_or(SAME);
    let mut proposals: Vec<Vec<f64>> = (0..rounds).map(of_round).collect();
    if proposals.iter().all(Vec::is_empty) {
        proposals[0].push(seen[0].level);
    }
    let same = if law.resolution() > 0.0 { law.resolution() } else { noise.max(SAME) };
    CandidateLevels::of(proposals, same)
}

/// The level, among those of the `own` windows, on which all of `moment` are most likely.
fn most_likely(own: &[Observation], moment: &[Observation], law: &EmissionModel) -> Option<f64> {
    if own.len() < FEWEST {
        return None;
    }
    let heard = own.iter().filter(|window| law.is_informative(window));
    let mut candidates: Vec<(f64, f64)> = heard.map(|window| (window.level, window.sigma)).collect();
    candidates.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let proposing = ((candidates.len() as f64 * PROPOSING) as usize).max(FEWEST.min(candidates.len()));
    candidates.truncate(proposing);
    // One level is enough if several are within their noise: the best is moved to its windows
    // afterwards.
    candidates.dedup_by(|next, kept| next.0 - kept.0 < next.1.min(kept.1));
    let scored = candidates.iter().map(|&(level, _)| (law.log_likelihood(moment, Level::at(level)), level));
    // The lowest of equally likely ones.
    let (_, best) = scored.reduce(|best, next| if next.0 > best.0 { next } else { best })?;
    let on = moment.iter().filter_map(|window| lies_on(window, best, law));
    let (weight, sum) = on.fold((0.0, 0.0), |(w, s), (weight, level)| (w + weight, s + weight * level));
    Some(if weight > 0.0 { sum / weight } else { best })
}
