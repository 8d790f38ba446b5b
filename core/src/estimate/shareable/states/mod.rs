//! Levels of the clock and their time shares.

mod group;
mod state;
mod time;

use std::collections::BTreeMap;

use super::clock_trace::ClockTrace;
use super::samples::Samples;
use crate::estimate::result::ClockState;
use crate::estimate::sample::{Classification, in_hz};
use crate::estimate::statistics::quantile;

use group::{FEWEST_CLEAN, Group, groups, is_of_long_latency, is_real};
pub(super) use state::{FAR, State};
use time::{Time, time_ns};

/// A clock that was off its main level for less than this fraction of the time in all, ...
const BRIEF: f64 = 0.02;

/// ...and never for this fraction of it without a break, was constant but for brief excursions,
/// which turbo clocks make frequently. They are listed nevertheless.
const BRIEF_STAY: f64 = 0.008;

/// Minimum number of clusters of uncontended rounds off the main level for a clock that moved:
/// fewer may be chance.
const FEWEST_PIECES: usize = 3;

/// A window further than this from all states was interrupted, or a change fell into it.
const NEAREST: f64 = 0.04;

/// The states of the clock, by time share, the largest first.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct States {
    pub(super) list: Vec<State>,
    /// Time-averaged frequency relative to the main level.
    pub(super) mean: f64,
    /// Relative standard uncertainty of the mean, because the exact times of changes are unknown.
    pub(super) uncertainty: f64,
    /// Share of the time off the main level.
    off_main_share: f64,
    /// Longest uninterrupted share of it.
    longest_excursion: f64,
    /// Lowest and highest level, without those that lasted less than `MIN_DWELL_SHARE` of the time.
    pub(super) range: (f64, f64),
    /// Whether time shares come from uncontended rounds only.
    pub(super) uncontended_only: bool,
}

impl States {
    /// The states that the path of `samples` shows. Levels that are not states are rejected: their
    /// windows are moved to the main level.
    pub(super) fn of(samples: &mut Samples) -> States {
        merge_coarse(samples);
        samples.rebase_on_main_level();
        let groups = groups(samples);
        let Some(main) = groups.iter().find(|group| group.is_main()).cloned() else {
            return States::default();
        };
        let mut list = Vec::new();
        for group in &groups {
            let level = group.level_by(samples, &main);
            if !group.is_main() && is_real(samples, group, level) {
                // The edge is more accurate than the path here.
                if !group.holds_level(level) {
                    move_to(samples, group, level);
                }
                list.push(State { level, share: group.time_ns });
            } else {
                if !group.is_main() {
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
        let time = Time::all(samples);
        let (away, range) = time.off_main_share_and_range(&states);
        States {
            mean: mean(&states) + time.transition_correction(),
            list: states,
            uncertainty: time.uncertainty(),
            off_main_share: away,
            longest_excursion: time.longest_excursion(),
            range,
            uncontended_only: false,
        }
    }

    /// The states in hertz; the main level is at `main_hz`.
    pub(super) fn in_hz(&self, main_hz: f64) -> Vec<ClockState> {
        let in_hz = |state: &State| ClockState { hz: in_hz(state.level, main_hz), time_share: state.share };
        self.list.iter().map(in_hz).collect()
    }

    /// Returns `true` if the clock moved between states, except for brief excursions.
    pub(super) fn moved(&self) -> bool {
        self.off_main_share >= BRIEF || self.longest_excursion >= BRIEF_STAY
    }

    /// Returns `true` if all states with more than this share are further apart than anything
    /// lengthens windows of long latency.
    fn are_apart(&self, share: f64) -> bool {
        let levels = || self.list.iter().filter(|state| state.share > share).map(|state| state.level);
        let mut apart =
            levels().flat_map(|a| levels().map(move |b| (a - b).abs())).filter(|&apart| apart > 0.0);
        apart.all(|apart| apart >= 2.0 * NEAREST)
    }

    /// Returns `true` if they fully describe a clock that moved along `trace` while the core was
    /// shared. The main level is at `hz`.
    pub(super) fn describe_all(&self, trace: &ClockTrace, hz: f64) -> bool {
        let levels_hz: Vec<f64> = self.list.iter().map(|state| in_hz(state.level, hz)).collect();
        !trace.moved() || (self.moved() && self.are_apart(BRIEF) && trace.stood_on(&levels_hz))
    }

    /// Recomputes the time shares from uncontended rounds alone, if the clock was off the main
    /// level in several of them: the other rounds show only that the clock was near.
    pub(super) fn reassign_uncontended_dwell_times(&mut self, samples: &Samples) {
        let time = Time::quiet(samples);
        let (away, range) = time.off_main_share_and_range(&[]);
        if self.list.len() < 2 || away < BRIEF || time.pieces_away() < FEWEST_PIECES {
            return;
        }
        let levels: Vec<f64> = self.list.iter().map(|state| state.level).collect();
        let off = |level: f64, of: f64| (level - of).abs();
        for state in &mut self.list {
            let is_nearest =
                |level: f64| levels.iter().all(|&other| off(level, state.level) <= off(level, other));
            state.share = time.part(is_nearest);
        }
        self.list.sort_by(|a, b| b.share.total_cmp(&a.share));
        self.mean = mean(&self.list);
        // The mean lies between the levels.
        self.uncertainty = time.uncertainty().hypot(time.uncertainty_of_pieces()).min(range.1 - range.0);
        self.off_main_share = away;
        self.range = range;
        self.uncontended_only = true;
    }

    /// Recomputes the time shares from single windows of long latency, each on the nearest state:
    /// for states that are further apart than anything lengthens such windows, and visits too short
    /// for the path.
    pub(super) fn reassign_dwell_times(&mut self, samples: &Samples) {
        let windows = || {
            let of_long_latency =
                samples.list.iter().filter(|sample| sample.is_valid() && is_of_long_latency(sample));
            of_long_latency
                .map(|sample| (sample, samples.own_level(sample)))
                .filter(|(_, late)| late.is_finite())
        };
        let mut main: Vec<f64> =
            windows().filter(|(sample, _)| sample.level == 0.0).map(|(_, late)| late).collect();
        let Some(usually_late) = quantile(&mut main, 0.5) else { return };
        if !self.are_apart(0.0) {
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
            let by_path = self.mean;
            self.mean = mean(&self.list);
            // It is not known which of the two ways is right.
            self.uncertainty = self.uncertainty.hypot((self.mean - by_path) / self.mean);
            self.off_main_share =
                self.list.iter().filter(|state| state.level.abs() >= FAR).map(|state| state.share).sum();
        }
    }
}

/// Time-averaged frequency of a clock with these states, relative to the main level.
fn mean(states: &[State]) -> f64 {
    states.iter().map(|state| state.share * (-state.level).exp()).sum()
}

fn move_to(samples: &mut Samples, group: &Group, level: f64) {
    for sample in samples.list.iter_mut().filter(|sample| group.holds(sample)) {
        sample.set_level(level);
    }
}

/// Merges levels that only shared rounds show, which are known coarsely, with nearby levels that
/// uncontended rounds show, or with each other.
fn merge_coarse(samples: &mut Samples) {
    let coarse = samples.contention().resolution();
    // By level: undisturbed windows, and time.
    let mut levels: BTreeMap<u64, (f64, usize, f64)> = BTreeMap::new();
    for sample in samples.list.iter().filter(|sample| sample.is_valid()) {
        let entry = levels.entry(sample.level.to_bits()).or_insert((sample.level, 0, 0.0));
        entry.1 += usize::from(sample.classification == Classification::Undisturbed);
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
