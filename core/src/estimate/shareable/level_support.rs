//! Rejects levels that are not levels of the clock.
//!
//! A change of the clock lengthens windows of all lengths and kinds by the same fraction.
//! Interference lengthens long windows but not short ones (a burst of interruptions), or some kinds
//! more than others (a sibling).

use crate::chain::{BodyLength, ChainKind, Role};

use super::class::ResourceClass;
use super::samples::Samples;
use crate::estimate::sample::Sample;

/// Levels further than this fraction from the main level need no such proof: no interference
/// lengthens all kinds this much.
const FAR: f64 = 0.02;

/// Levels within this fraction of the main level need no proof either: their effect is negligible.
const NEAR: f64 = 6e-5;

/// Quantile at which groups of windows are compared: the undisturbed ones are below it.
const LOW: f64 = 0.2;

/// Minimum number of windows in a group for such a quantile.
const FEWEST: usize = 8;

/// A group confirms a step of the clock if it agrees within this fraction of the step, or within
/// this number of standard errors...
const AGREES: f64 = 0.4;
const CHANCE: f64 = 4.0;

/// ...if its error is at most half the step; to contradict the step, at most a quarter.
const COULD_SHOW: f64 = 0.5;
const COULD_CONTRADICT: f64 = 0.25;

/// Number of groups that must agree.
const QUORUM: usize = 2;

/// Moves windows from levels that a group contradicts, or that fewer than two groups support, to
/// the nearest faster level that stays, or to the main level if that is nearer.
pub(super) fn reject_unsupported_levels(samples: &mut Samples) {
    let main = samples.main_level();
    let counting = || samples.list.iter().filter(|sample| sample.is_valid() && sample.counts);
    let mut levels: Vec<f64> = counting().map(|sample| sample.level).collect();
    levels.sort_unstable_by(f64::total_cmp);
    levels.dedup();
    if levels.len() < 2 {
        return;
    }
    let on_main = Groups::on(samples, main);
    let shared = samples.contention().share() > 0.0;
    let mut kept: Vec<f64> = Vec::new();
    let mut moved: Vec<(f64, f64)> = Vec::new();
    for &level in &levels {
        let step = level - main;
        let proven = step == 0.0 || step.abs() > FAR || {
            let here = Groups::on(samples, level);
            let (agree, contradict) = here.compare(&on_main, step);
            // A sibling lengthens additions most, so chains of long latency must support the level.
            let heard = !shared || here.shows(&on_main, LONG_LATENCY, step);
            step.abs() < NEAR || heard && agree >= QUORUM && contradict == 0
        };
        if proven {
            kept.push(level);
        } else {
            let faster = kept.last().copied().filter(|faster| level - faster < step.abs());
            moved.push((level, faster.unwrap_or(main)));
        }
    }
    if moved.is_empty() {
        return;
    }
    for sample in &mut samples.list {
        if let Ok(place) = moved.binary_search_by(|(from, _)| from.total_cmp(&sample.level)) {
            sample.set_level(moved[place].1);
        }
    }
}

const GROUPS: usize = 4;

/// Index of the long-latency chains among the groups.
const LONG_LATENCY: usize = 2;

/// Low quantile of each group of windows with its error, relative to the undisturbed duration of
/// the type on the main level.
struct Groups([Option<(f64, f64)>; GROUPS]);

impl Groups {
    fn on(samples: &Samples, level: f64) -> Groups {
        let mut values: [Vec<f64>; GROUPS] = Default::default();
        for sample in samples.list.iter().filter(|s| s.level == level && s.is_valid() && s.counts) {
            if let Some(group) = group(sample) {
                values[group].push(samples.own_level(sample));
            }
        }
        Groups(values.map(low))
    }

    /// Returns `true` if the group at `place` shows, beyond its errors, that the clock moved by
    /// `step` since `before`.
    fn shows(&self, before: &Groups, place: usize, step: f64) -> bool {
        let (Some(here), Some(there)) = (self.0[place], before.0[place]) else { return false };
        let known = here.1.hypot(there.1) <= COULD_CONTRADICT * step.abs();
        known && (here.0 - there.0 - step).abs() <= AGREES * step.abs()
    }

    /// Numbers of groups that confirm and that contradict a step of the clock by `step` since
    /// `before`.
    fn compare(&self, before: &Groups, step: f64) -> (usize, usize) {
        let (mut agree, mut contradict) = (0, 0);
        for (here, there) in self.0.iter().zip(&before.0) {
            let (Some(here), Some(there)) = (here, there) else { continue };
            let error = here.1.hypot(there.1);
            let off = (here.0 - there.0 - step).abs();
            let tolerated = (AGREES * step.abs()).max(CHANCE * error);
            agree += usize::from(error <= COULD_SHOW * step.abs() + NEAR && off <= tolerated);
            contradict += usize::from(error < COULD_CONTRADICT * step.abs() && off > tolerated);
        }
        (agree, contradict)
    }
}

/// Groups windows by what lengthens them.
fn group(sample: &Sample) -> Option<usize> {
    let one_cycle = matches!(sample.kind.role(), Role::OneCycle { .. });
    match (ResourceClass::of(sample.kind)?, sample.length) {
        (ResourceClass::Alu, BodyLength::Long) => Some(0),
        (_, BodyLength::Short) if one_cycle => Some(1),
        (ResourceClass::Multiply | ResourceClass::Float, BodyLength::Long) => Some(LONG_LATENCY),
        (ResourceClass::Rotate, BodyLength::Long) if sample.kind == ChainKind::Rotate => Some(3),
        _ => None,
    }
}

fn low(mut values: Vec<f64>) -> Option<(f64, f64)> {
    values.retain(|value| value.is_finite());
    if values.len() < FEWEST {
        return None;
    }
    values.sort_unstable_by(f64::total_cmp);
    let at = LOW * values.len() as f64;
    // The order statistics one standard error of the count away.
    let reach = (LOW * (1.0 - LOW) * values.len() as f64).sqrt();
    let above = values[((at + reach) as usize + 1).min(values.len() - 1)];
    let below = values[(at - reach).max(0.0) as usize];
    Some((values[at as usize], (above - below) / 2.0))
}
