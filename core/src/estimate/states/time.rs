//! How long the clock was where.

use super::super::samples::{Sample, Samples};
use super::{FAR, State};

/// A window counts for so many times what it should have taken at most: the rest was somebody else's.
const LONGEST: f64 = 1.5;

/// What a window counts for, in nanoseconds.
pub(super) fn time_ns(samples: &Samples, sample: &Sample) -> f64 {
    let usual_ns = samples.judgement(sample.kind, sample.length).floor_ns * sample.level.exp();
    if usual_ns.is_finite() { sample.time_ns.min(LONGEST * usual_ns) } else { 0.0 }
}

/// The longest time in one piece that was spent far from the usual level, as a part of all.
pub(super) fn longest_stay(samples: &Samples) -> f64 {
    let sound: Vec<&Sample> = samples.list.iter().filter(|sample| sample.is_sound()).collect();
    let is_away = |sample: &&Sample| sample.level.abs() >= FAR;
    let stays = sound.chunk_by(|a, b| is_away(a) == is_away(b)).filter(|stay| is_away(&stay[0]));
    let time = |stay: &[&Sample]| stay.iter().map(|sample| time_ns(samples, sample)).sum::<f64>();
    stays.map(time).fold(0.0, f64::max) / time(&sound)
}

/// What is beyond the lowest or highest level for less than this part of the time is not in the range.
pub(in crate::estimate) const MOMENT: f64 = 0.005;

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
pub(super) fn away_and_range(samples: &Samples, states: &[State]) -> (f64, (f64, f64)) {
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

/// By how much the mean is off because windows that a change fell into are on one of its two levels: such a window took
/// what lies between.
pub(super) fn straddlers(samples: &Samples) -> f64 {
    let sound: Vec<&Sample> = samples.list.iter().filter(|sample| sample.is_sound()).collect();
    let mut off_ns = 0.0;
    for pair in sound.windows(2).filter(|pair| pair[0].level != pair[1].level) {
        let (low, high) = (pair[0].level.min(pair[1].level), pair[0].level.max(pair[1].level));
        for sample in pair {
            let own = samples.own_level(sample);
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
pub(super) fn doubt(samples: &Samples) -> f64 {
    let sound: Vec<&Sample> = samples.list.iter().filter(|sample| sample.is_sound()).collect();
    let changes = sound.windows(2).map(|pair| {
        let ns = f64::midpoint(time_ns(samples, pair[0]), time_ns(samples, pair[1])).min(LONGEST_CHANGE_NS);
        (ns * (pair[1].level - pair[0].level).exp_m1()).powi(2)
    });
    let all_ns: f64 = sound.iter().map(|sample| time_ns(samples, sample)).sum();
    changes.sum::<f64>().sqrt() / all_ns
}
