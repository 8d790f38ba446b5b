//! Neighbouring levels, and whether they are a state of the clock.

use crate::chain::{BodyLength, ChainKind};

use super::super::class::ResourceClass;
use super::super::samples::Samples;
use super::time::time_ns;
use crate::estimate::sample::{Classification, Sample};
use crate::estimate::statistics::quantile;

/// Levels closer than this fraction are one state: the noise of several windows, and a state's own
/// wander.
const SAME: f64 = 60e-6;

/// Minimum number of undisturbed windows for a well-known level, and of classes of kinds among
/// them.
pub(super) const FEWEST_CLEAN: usize = 6;
const FEWEST_CLASSES: usize = 2;

/// Minimum number of windows of long latency near the edge for a state without undisturbed
/// windows...
const FEWEST_NEAR: usize = 4;

/// ...and minimum fraction of the state's windows of long latency there: a window is never too
/// short, so that a faster state needs only a few as proof.
const NEAR_IF_FASTER: f64 = 0.2;
const NEAR_IF_SLOWER: f64 = 0.4;

/// Distance from the edge that counts as near it.
const NEAR: std::ops::Range<f64> = -0.01..0.02;

/// The quantile that represents the edge of disturbed windows.
const LOW: f64 = 0.1;

/// Minimum number of windows on the main level for its edge to be compared with another state's.
const FEWEST_ON_USUAL: usize = 20;

/// Neighbouring levels.
#[derive(Debug, Clone)]
pub(super) struct Group {
    first: f64,
    last: f64,
    pub(super) time_ns: f64,
    /// Sum of time times level.
    moment: f64,
}

impl Group {
    pub(super) fn holds(&self, sample: &Sample) -> bool {
        self.holds_level(sample.level)
    }

    pub(super) fn holds_level(&self, level: f64) -> bool {
        (self.first..=self.last).contains(&level)
    }

    /// Returns `true` if it contains the main level, to which all others are relative.
    pub(super) fn is_main(&self) -> bool {
        self.first <= 0.0 && self.last >= 0.0
    }

    fn level(&self) -> f64 {
        self.moment / self.time_ns
    }

    /// Its level; from the edge of its windows of long latency if very few windows are undisturbed.
    pub(super) fn level_by(&self, samples: &Samples, main: &Group) -> f64 {
        let clean =
            samples.list.iter().filter(|s| self.holds(s) && s.classification == Classification::Undisturbed);
        let mut classes: Vec<ResourceClass> = Vec::new();
        let mut count = 0;
        for class in clean.filter_map(|sample| ResourceClass::of(sample.kind)) {
            count += 1;
            if !classes.contains(&class) {
                classes.push(class);
            }
        }
        let sharp = !samples.contention().always && count >= FEWEST_CLEAN && classes.len() >= FEWEST_CLASSES;
        if sharp || self.is_main() {
            return self.level();
        }
        let edge = |group: &Group, fewest: usize| {
            let mut late = late_of_long_latency(samples, group);
            if late.len() < fewest { None } else { quantile(&mut late, LOW) }
        };
        match (edge(self, FEWEST_CLEAN), edge(main, FEWEST_ON_USUAL)) {
            (Some(here), Some(there)) => here - there,
            _ => self.level(),
        }
    }
}

/// The levels in groups of neighbours, in ascending order.
pub(super) fn groups(samples: &Samples) -> Vec<Group> {
    let mut by_level: Vec<(f64, f64)> = samples
        .list
        .iter()
        .filter(|sample| sample.is_valid() && sample.time_ns > 0.0)
        .map(|sample| (sample.level, time_ns(samples, sample)))
        .collect();
    by_level.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let mut groups: Vec<Group> = Vec::new();
    for (level, time_ns) in by_level {
        match groups.last_mut() {
            Some(group) if level - group.last < SAME => {
                group.last = level;
                group.time_ns += time_ns;
                group.moment += time_ns * level;
            }
            _ => groups.push(Group { first: level, last: level, time_ns, moment: time_ns * level }),
        }
    }
    groups.retain(|group| group.time_ns > 0.0);
    groups
}

/// Durations of the windows of long latency in `group`, except short ones, relative to level 0:
/// logarithms.
pub(super) fn late_of_long_latency(samples: &Samples, group: &Group) -> Vec<f64> {
    let windows = samples.list.iter().filter(|sample| sample.is_valid() && group.holds(sample));
    windows
        .filter(|sample| is_of_long_latency(sample))
        .map(|sample| samples.own_level(sample))
        .filter(|late| late.is_finite())
        .collect()
}

pub(super) fn is_of_long_latency(sample: &Sample) -> bool {
    ResourceClass::is_of_long_latency(sample.kind) && sample.length != BodyLength::Short
}

/// Returns `true` if a group of levels, `step` from the main level, is a state of the clock.
pub(super) fn is_real(samples: &Samples, group: &Group, step: f64) -> bool {
    let clean: Vec<ChainKind> = samples
        .list
        .iter()
        .filter(|sample| group.holds(sample) && sample.classification == Classification::Undisturbed)
        .map(|sample| sample.kind)
        .collect();
    let mut classes: Vec<ResourceClass> = clean.iter().filter_map(|&kind| ResourceClass::of(kind)).collect();
    classes.sort_unstable();
    classes.dedup();
    if !samples.contention().always && clean.len() >= FEWEST_CLEAN && classes.len() >= FEWEST_CLASSES {
        return !is_the_siblings(samples, group, step);
    }
    if step.abs() <= samples.contention().resolution() {
        return false;
    }
    let mut late = late_of_long_latency(samples, group);
    let Some(edge) = quantile(&mut late, LOW) else { return false };
    let near = late.iter().filter(|&&late| NEAR.contains(&(late - edge))).count();
    let least = if step < 0.0 { NEAR_IF_FASTER } else { NEAR_IF_SLOWER };
    near >= FEWEST_NEAR && near as f64 >= least * late.len() as f64
}

/// On a level that a sibling caused, the fraction of long windows that is undisturbed is, for
/// additions, less than this times that for chains of long latency: 0.34 to 0.79 times for constant
/// clocks, 0.75 to 1 times on levels of clocks that moved (simulated, a tick of 100 ns, a sibling
/// busy 90 % of the time).
const HIT_MORE: f64 = 0.8;

/// Returns `true` if a level, slower than the main level by `step`, is the main level under
/// contention, which affects additions more than chains of long latency.
fn is_the_siblings(samples: &Samples, group: &Group, step: f64) -> bool {
    let contention = samples.contention();
    if contention.share() <= 0.0 || !(0.0..contention.resolution()).contains(&step) {
        return false;
    }
    let clean_part = |is_of_class: fn(ChainKind) -> bool| {
        let long = || {
            let counts = |sample: &&Sample| sample.is_valid() && sample.counts && group.holds(sample);
            let of_class = |sample: &&Sample| sample.length == BodyLength::Long && is_of_class(sample.kind);
            samples.list.iter().filter(counts).filter(of_class)
        };
        let clean = long().filter(|sample| sample.classification == Classification::Undisturbed);
        clean.count() as f64 / long().count() as f64
    };
    let additions = clean_part(|kind| ResourceClass::of(kind) == Some(ResourceClass::Alu));
    additions < HIT_MORE * clean_part(ResourceClass::is_of_long_latency)
}
