//! Takes back levels that are none of the clock's.
//!
//! A state of the clock moves windows of all lengths and kinds by the same part. What comes between moves long windows and
//! not short ones (a burst of interruptions), or some kinds more than others (a sibling).

use crate::chain::{Kind, Length, Role};

use super::class::Class;
use super::samples::Samples;
use crate::estimate::sample::Sample;

/// Levels farther from the usual one than this part need no such proof: nothing between lengthens all kinds by so much.
const FAR: f64 = 0.02;

/// Levels nearer than this part need none either: they hardly matter.
const NEAR: f64 = 6e-5;

/// The quantile by which groups of windows are compared: the undisturbed ones are below it.
const LOW: f64 = 0.2;

/// Windows of a group that such a quantile needs.
const FEWEST: usize = 8;

/// A group agrees with a step of the clock that it shows to this part of it, or to so many standard errors...
const AGREES: f64 = 0.4;
const CHANCE: f64 = 4.0;

/// ...if it could show half the step; a quarter, to contradict it.
const COULD_SHOW: f64 = 0.5;
const COULD_CONTRADICT: f64 = 0.25;

/// Groups that must agree.
const QUORUM: usize = 2;

/// Moves windows on levels that a group of windows contradicts, or that fewer than two bear out, to the nearest faster
/// level that stays, or to the usual one where that is nearer.
pub(super) fn keep_aligned(samples: &mut Samples) {
    let usual = samples.usual_level();
    let counting = || samples.list.iter().filter(|sample| sample.is_sound() && sample.counts);
    let mut levels: Vec<f64> = counting().map(|sample| sample.level).collect();
    levels.sort_unstable_by(f64::total_cmp);
    levels.dedup();
    if levels.len() < 2 {
        return;
    }
    let on_usual = Groups::on(samples, usual);
    let shared = samples.contention().share() > 0.0;
    let mut kept: Vec<f64> = Vec::new();
    let mut moved: Vec<(f64, f64)> = Vec::new();
    for &level in &levels {
        let step = level - usual;
        let proven = step == 0.0 || step.abs() > FAR || {
            let here = Groups::on(samples, level);
            let (agree, contradict) = here.compare(&on_usual, step);
            // A sibling lengthens additions most: chains of long latency have to bear it out.
            let heard = !shared || here.shows(&on_usual, LONG_LATENCY, step);
            step.abs() < NEAR || heard && agree >= QUORUM && contradict == 0
        };
        if proven {
            kept.push(level);
        } else {
            let faster = kept.last().copied().filter(|faster| level - faster < step.abs());
            moved.push((level, faster.unwrap_or(usual)));
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

/// The place of the chains of long latency among the groups.
const LONG_LATENCY: usize = 2;

/// The low quantile of each group of windows, relative to what their sorts take on the usual level, with its error.
struct Groups([Option<(f64, f64)>; GROUPS]);

impl Groups {
    fn on(samples: &Samples, level: f64) -> Groups {
        let mut values: [Vec<f64>; GROUPS] = Default::default();
        for sample in samples.list.iter().filter(|s| s.level == level && s.is_sound() && s.counts) {
            if let Some(group) = group(sample) {
                values[group].push(samples.own_level(sample));
            }
        }
        Groups(values.map(low))
    }

    /// Whether the group at `place` shows, beyond its errors, that the clock moved by `step` since `before`.
    fn shows(&self, before: &Groups, place: usize, step: f64) -> bool {
        let (Some(here), Some(there)) = (self.0[place], before.0[place]) else { return false };
        let known = here.1.hypot(there.1) <= COULD_CONTRADICT * step.abs();
        known && (here.0 - there.0 - step).abs() <= AGREES * step.abs()
    }

    /// How many groups agree that the clock moved by `step` since `before`, and how many contradict it.
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

/// Windows that different things lengthen.
fn group(sample: &Sample) -> Option<usize> {
    let one_cycle = matches!(sample.kind.role(), Role::OneCycle { .. });
    match (Class::of(sample.kind)?, sample.length) {
        (Class::Alu, Length::Long) => Some(0),
        (_, Length::Short) if one_cycle => Some(1),
        (Class::Multiply | Class::Float, Length::Long) => Some(LONG_LATENCY),
        (Class::Rotate, Length::Long) if sample.kind == Kind::Rotate => Some(3),
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
    // The order statistics a standard error of the count away.
    let reach = (LOW * (1.0 - LOW) * values.len() as f64).sqrt();
    let above = values[((at + reach) as usize + 1).min(values.len() - 1)];
    let below = values[(at - reach).max(0.0) as usize];
    Some((values[at as usize], (above - below) / 2.0))
}
