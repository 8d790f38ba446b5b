//! The levels at which the clock stood, and for how long.

use std::collections::BTreeMap;

use crate::chain::{Kind, Length};

use super::class::Class;
use super::samples::{Classification, Sample, Samples};
use super::statistics::quantile;

/// Levels closer than this part are one state: several windows' noise, and a state's own wander.
const SAME: f64 = 60e-6;

/// States closer than this part to the usual one are it: as of a clock that moves at all (`variation`).
pub(super) const FAR: f64 = 180e-6;

/// A clock that was away from its usual state for less than this part of the time in all, ...
const BRIEF: f64 = 0.02;

/// ...and never for this part of it in one piece, stood there but for brief excursions, as turbo clocks make them every
/// other moment. They are listed all the same.
const BRIEF_STAY: f64 = 0.008;

/// Clean windows by which a state's level is known well, in so many classes of kinds.
const FEWEST_CLEAN: usize = 6;
const FEWEST_CLASSES: usize = 2;

/// Windows of long latency by which a state is known that no clean window shows...
const FEWEST_NEAR: usize = 4;

/// ...and the part of those in its time that must lie near its edge: a window is never too fast, so that a faster state
/// needs no other proof than a few.
const NEAR_IF_FASTER: f64 = 0.2;
const NEAR_IF_SLOWER: f64 = 0.4;

/// Near the edge: from so far below it, to so far above.
const NEAR: std::ops::Range<f64> = -0.01..0.02;

/// The quantile that stands for the edge of disturbed windows.
const LOW: f64 = 0.1;

/// Windows that the edge of the usual state needs for another one's to be compared with it.
const FEWEST_ON_USUAL: usize = 20;

/// A window counts for so many times what it should have taken at most: the rest was somebody else's.
const LONGEST: f64 = 1.5;

/// A state of the clock.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct State {
    /// Its level: the logarithm of its period by the usual one.
    pub(super) level: f64,
    /// Its share of the time.
    pub(super) share: f64,
}

/// The states of the clock, that of the largest share first.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct States {
    pub(super) list: Vec<State>,
    /// The mean over time of the clock, by the usual one.
    pub(super) mean: f64,
    /// By which part the mean may be off, because it is not known when exactly the clock changed: a standard error.
    pub(super) doubt: f64,
    /// The part of the time that was spent far from the usual level.
    away: f64,
    /// The longest part that was in one piece.
    longest_stay: f64,
    /// The lowest and the highest level that took more than a moment.
    pub(super) range: (f64, f64),
}

impl States {
    /// The states that the path of `samples` shows. Levels that turn out to be none are taken back: their windows are on
    /// that of the main state then.
    pub(super) fn of(samples: &mut Samples) -> States {
        merge_coarse(samples);
        samples.level_on_the_usual();
        let groups = groups(samples);
        let Some(usual) = groups.iter().find(|group| group.is_usual()).cloned() else {
            return States::default();
        };
        let mut list = Vec::new();
        for group in &groups {
            let level = group.level_by(samples, &usual);
            if !group.is_usual() && is_real(samples, group, level) {
                // Where the edge knows better than the path.
                if !group.holds_level(level) {
                    move_to(samples, group, level);
                }
                list.push(State { level, share: group.time_ns });
            } else {
                if !group.is_usual() {
                    move_to(samples, group, 0.0);
                }
                list.push(State { level: 0.0, share: group.time_ns });
            }
        }
        let all: f64 = list.iter().map(|state| state.share).sum();
        let mut states: Vec<State> = Vec::new();
        for state in list {
            match states.iter_mut().find(|other| other.level == state.level) {
                Some(other) => other.share += state.share / all,
                None => states.push(State { share: state.share / all, ..state }),
            }
        }
        states.sort_by(|a, b| b.share.total_cmp(&a.share));
        let mean: f64 = states.iter().map(|state| state.share * (-state.level).exp()).sum();
        let (away, range) = away_and_range(samples, &states);
        let longest_stay = longest_stay(samples);
        States {
            list: states,
            mean: mean + straddlers(samples),
            doubt: doubt(samples),
            away,
            longest_stay,
            range,
        }
    }

    /// Whether the clock moved between states, and not only for a moment.
    pub(super) fn moved(&self) -> bool {
        self.away >= BRIEF || self.longest_stay >= BRIEF_STAY
    }

    /// Shares the time out anew by single windows of long latency, each on the state that is nearest: for states that are
    /// farther apart than anything makes such windows late, and visits too short for the path.
    pub(super) fn share_out(&mut self, samples: &Samples) {
        let windows = || {
            let of_long_latency =
                samples.list.iter().filter(|sample| sample.is_sound() && is_of_long_latency(sample));
            of_long_latency.filter_map(|sample| Some((sample, late(samples, sample)?)))
        };
        let mut usual: Vec<f64> =
            windows().filter(|(sample, _)| sample.level == 0.0).map(|(_, late)| late).collect();
        let Some(usually_late) = quantile(&mut usual, 0.5) else { return };
        let levels = || self.list.iter().map(|state| state.level);
        let closest =
            levels().flat_map(|a| levels().map(move |b| (a - b).abs())).filter(|&apart| apart > 0.0);
        if closest.fold(f64::INFINITY, f64::min) < 2.0 * NEAREST {
            return;
        }
        let mut time_ns = vec![0.0; self.list.len()];
        for (sample, late) in windows() {
            let off = |state: &State| (late - usually_late - state.level).abs();
            let nearest =
                (0..self.list.len()).min_by(|&a, &b| off(&self.list[a]).total_cmp(&off(&self.list[b])));
            if let Some(nearest) = nearest.filter(|&nearest| off(&self.list[nearest]) < NEAREST) {
                time_ns[nearest] += sample.time_ns;
            }
        }
        let all_ns: f64 = time_ns.iter().sum();
        if all_ns > 0.0 {
            for (state, time_ns) in self.list.iter_mut().zip(time_ns) {
                state.share = time_ns / all_ns;
            }
            self.list.sort_by(|a, b| b.share.total_cmp(&a.share));
            self.mean = self.list.iter().map(|state| state.share * (-state.level).exp()).sum();
            self.away =
                self.list.iter().filter(|state| state.level.abs() >= FAR).map(|state| state.share).sum();
        }
    }
}

/// Neighbouring levels.
#[derive(Debug, Clone)]
struct Group {
    first: f64,
    last: f64,
    time_ns: f64,
    /// Time by level.
    moment: f64,
}

impl Group {
    fn holds(&self, sample: &Sample) -> bool {
        self.holds_level(sample.level)
    }

    fn holds_level(&self, level: f64) -> bool {
        (self.first..=self.last).contains(&level)
    }

    /// Whether it holds the usual level, which all others are told by.
    fn is_usual(&self) -> bool {
        self.first <= 0.0 && self.last >= 0.0
    }

    fn level(&self) -> f64 {
        self.moment / self.time_ns
    }

    /// Its level; by the edge of its windows of long latency where hardly any window is clean.
    fn level_by(&self, samples: &Samples, usual: &Group) -> f64 {
        let clean =
            samples.list.iter().filter(|s| self.holds(s) && s.classification == Classification::Clean);
        let mut classes: Vec<Class> = Vec::new();
        let mut count = 0;
        for class in clean.filter_map(|sample| Class::of(sample.kind)) {
            count += 1;
            if !classes.contains(&class) {
                classes.push(class);
            }
        }
        let sharp = !samples.contention().always && count >= FEWEST_CLEAN && classes.len() >= FEWEST_CLASSES;
        if sharp || self.is_usual() {
            return self.level();
        }
        let edge = |group: &Group, fewest: usize| {
            let mut late = late_of_long_latency(samples, group);
            if late.len() < fewest { None } else { quantile(&mut late, LOW) }
        };
        match (edge(self, FEWEST_CLEAN), edge(usual, FEWEST_ON_USUAL)) {
            (Some(here), Some(there)) => here - there,
            _ => self.level(),
        }
    }
}

fn time_ns(samples: &Samples, sample: &Sample) -> f64 {
    let usual_ns = samples.judgement(sample.kind, sample.length).floor_ns * sample.level.exp();
    if usual_ns.is_finite() { sample.time_ns.min(LONGEST * usual_ns) } else { 0.0 }
}

/// The levels in groups of neighbours, in ascending order.
fn groups(samples: &Samples) -> Vec<Group> {
    let mut by_level: Vec<(f64, f64)> = samples
        .list
        .iter()
        .filter(|sample| sample.is_sound() && sample.time_ns > 0.0)
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

/// What the longer windows of long latency in `group` take by what they would take on level 0: logarithms.
fn late_of_long_latency(samples: &Samples, group: &Group) -> Vec<f64> {
    let windows = samples.list.iter().filter(|sample| sample.is_sound() && group.holds(sample));
    windows.filter(|sample| is_of_long_latency(sample)).filter_map(|sample| late(samples, sample)).collect()
}

fn is_of_long_latency(sample: &Sample) -> bool {
    matches!(Class::of(sample.kind), Some(Class::Multiply | Class::Float)) && sample.length != Length::Short
}

/// The logarithm of what `sample` took by what it takes on level 0.
fn late(samples: &Samples, sample: &Sample) -> Option<f64> {
    let late = (sample.time_ns / samples.judgement(sample.kind, sample.length).floor_ns).ln();
    late.is_finite().then_some(late)
}

/// A window farther than this part from all states was interrupted, or a change fell into it.
const NEAREST: f64 = 0.04;

/// Whether a group of levels, `step` from the usual one, is a state of the clock.
fn is_real(samples: &Samples, group: &Group, step: f64) -> bool {
    let clean: Vec<Kind> = samples
        .list
        .iter()
        .filter(|sample| group.holds(sample) && sample.classification == Classification::Clean)
        .map(|sample| sample.kind)
        .collect();
    let mut classes: Vec<Class> = clean.iter().filter_map(|&kind| Class::of(kind)).collect();
    classes.sort_unstable();
    classes.dedup();
    if !samples.contention().always && clean.len() >= FEWEST_CLEAN && classes.len() >= FEWEST_CLASSES {
        return true;
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

fn move_to(samples: &mut Samples, group: &Group, level: f64) {
    for sample in samples.list.iter_mut().filter(|sample| group.holds(sample)) {
        sample.set_level(level);
    }
}

/// The longest time in one piece that was spent far from the usual level, as a part of all.
fn longest_stay(samples: &Samples) -> f64 {
    let sound: Vec<&Sample> = samples.list.iter().filter(|sample| sample.is_sound()).collect();
    let is_away = |sample: &&Sample| sample.level.abs() >= FAR;
    let stays = sound.chunk_by(|a, b| is_away(a) == is_away(b)).filter(|stay| is_away(&stay[0]));
    let time = |stay: &[&Sample]| stay.iter().map(|sample| time_ns(samples, sample)).sum::<f64>();
    stays.map(time).fold(0.0, f64::max) / time(&sound)
}

/// What is beyond the lowest or highest level for less than this part of the time is not in the range.
pub(super) const MOMENT: f64 = 0.005;

/// The first level that is reached after a moment's time.
fn after_a_moment<'a>(by_level: impl Iterator<Item = &'a (f64, f64)>, all_ns: f64) -> f64 {
    let mut passed_ns = 0.0;
    for (level, time_ns) in by_level {
        passed_ns += time_ns;
        if passed_ns > MOMENT * all_ns {
            return *level;
        }
    }
    0.0
}

/// The part of the time far from the usual level, and the range of the levels. By the samples: a drift has no states.
fn away_and_range(samples: &Samples, states: &[State]) -> (f64, (f64, f64)) {
    let sound = samples.list.iter().filter(|sample| sample.is_sound());
    let mut by_level: Vec<(f64, f64)> =
        sound.map(|sample| (sample.level, time_ns(samples, sample))).collect();
    by_level.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let all_ns: f64 = by_level.iter().map(|(_, time_ns)| time_ns).sum();
    let far = by_level.iter().filter(|(level, _)| level.abs() >= FAR);
    let away = far.map(|(_, time_ns)| time_ns).sum::<f64>() / all_ns;
    let low = after_a_moment(by_level.iter(), all_ns);
    let high = after_a_moment(by_level.iter().rev(), all_ns);
    let listed = states.iter().filter(|state| state.share > MOMENT).map(|state| state.level);
    let range = listed.fold((low, high), |(low, high), level| (low.min(level), high.max(level)));
    (away, range)
}

/// Brings levels that only shared rounds show, which are known coarsely, to those near them that quiet rounds show, or to
/// each other.
fn merge_coarse(samples: &mut Samples) {
    let coarse = samples.contention().resolution();
    // By level: clean windows, and time.
    let mut levels: BTreeMap<u64, (f64, usize, f64)> = BTreeMap::new();
    for sample in samples.list.iter().filter(|sample| sample.is_sound()) {
        let entry = levels.entry(sample.level.to_bits()).or_insert((sample.level, 0, 0.0));
        entry.1 += usize::from(sample.classification == Classification::Clean);
        entry.2 += time_ns(samples, sample);
    }
    let always = samples.contention().always;
    let (fine, mut rough): (Vec<_>, Vec<_>) =
        levels.into_values().partition(|&(_, clean, _)| !always && clean >= FEWEST_CLEAN);
    rough.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let mut homes: Vec<(f64, f64)> = Vec::new();
    let mut left: Vec<(f64, f64)> = Vec::new();
    for (level, _, time_ns) in rough {
        let near = fine.iter().filter(|(other, ..)| (other - level).abs() < coarse);
        match near.max_by(|a, b| a.2.total_cmp(&b.2)) {
            Some((home, ..)) => homes.push((level, *home)),
            None => left.push((level, time_ns)),
        }
    }
    for group in left.chunk_by(|a, b| b.0 - a.0 < coarse) {
        let head = group.iter().max_by(|a, b| a.1.total_cmp(&b.1)).map_or(0.0, |head| head.0);
        homes.extend(group.iter().map(|&(level, _)| (level, head)));
    }
    homes.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    for sample in &mut samples.list {
        if let Ok(place) = homes.binary_search_by(|(from, _)| from.total_cmp(&sample.level)) {
            sample.set_level(homes[place].1);
        }
    }
}

/// By how much the mean is off because windows that a change fell into are on one of its two levels: such a window took
/// what lies between.
fn straddlers(samples: &Samples) -> f64 {
    let sound: Vec<&Sample> = samples.list.iter().filter(|sample| sample.is_sound()).collect();
    let own_level =
        |sample: &Sample| (sample.time_ns / samples.judgement(sample.kind, sample.length).floor_ns).ln();
    let mut off_ns = 0.0;
    for pair in sound.windows(2).filter(|pair| pair[0].level != pair[1].level) {
        let (low, high) = (pair[0].level.min(pair[1].level), pair[0].level.max(pair[1].level));
        for sample in pair {
            let own = own_level(sample);
            if own > low && own < high {
                off_ns += time_ns(samples, sample) * ((-own).exp() - (-sample.level).exp());
            }
        }
    }
    let all_ns: f64 = sound.iter().map(|sample| time_ns(samples, sample)).sum();
    off_ns / all_ns
}

/// A hole that lies across a change counts for so long at most, in nanoseconds.
const LONGEST_CHANGE_NS: f64 = 5e6;

/// By which part the mean over time may be off: each change lay somewhere in the windows beside it.
fn doubt(samples: &Samples) -> f64 {
    let sound: Vec<&Sample> = samples.list.iter().filter(|sample| sample.is_sound()).collect();
    let changes = sound.windows(2).map(|pair| {
        let ns = f64::midpoint(time_ns(samples, pair[0]), time_ns(samples, pair[1])).min(LONGEST_CHANGE_NS);
        (ns * (pair[1].level - pair[0].level).exp_m1()).powi(2)
    });
    let all_ns: f64 = sound.iter().map(|sample| time_ns(samples, sample)).sum();
    changes.sum::<f64>().sqrt() / all_ns
}
