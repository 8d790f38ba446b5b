//! How long the clock was where.

use super::super::samples::Samples;
use super::state::{FAR, State};
use crate::estimate::frequency::{CONFIDENCE, NORMAL_FACTOR};
use crate::estimate::result::MOMENT;
use crate::estimate::sample::{Classification, Sample};
use crate::estimate::statistics::student_factor;

/// A window counts for so many times what it should have taken at most: the rest was somebody else's.
const LONGEST: f64 = 1.5;

/// What a window counts for, in nanoseconds.
pub(super) fn time_ns(samples: &Samples, sample: &Sample) -> f64 {
    let usual_ns = samples.judgement(sample.kind, sample.length).floor_ns * sample.level.exp();
    if usual_ns.is_finite() { sample.time_ns.min(LONGEST * usual_ns) } else { 0.0 }
}

/// A hole that lies across a change counts for so long at most, in nanoseconds.
const LONGEST_CHANGE_NS: f64 = 5e6;

/// The time that tells where the clock was: windows, each with what it counts for, in nanoseconds.
pub(super) struct Time<'a> {
    samples: &'a Samples,
    windows: Vec<(&'a Sample, f64)>,
    all_ns: f64,
}

impl<'a> Time<'a> {
    /// All of it.
    pub(super) fn all(samples: &'a Samples) -> Time<'a> {
        Time::of(samples, |_| true)
    }

    /// That in which nothing shared the core.
    pub(super) fn quiet(samples: &'a Samples) -> Time<'a> {
        Time::of(samples, |sample| sample.classification == Classification::Clean)
    }

    fn of(samples: &'a Samples, counts: impl Fn(&Sample) -> bool) -> Time<'a> {
        let sound = samples.list.iter().filter(|sample| sample.is_sound() && counts(sample));
        let windows: Vec<(&Sample, f64)> = sound.map(|sample| (sample, time_ns(samples, sample))).collect();
        let all_ns = windows.iter().map(|(_, ns)| ns).sum();
        Time { samples, windows, all_ns }
    }

    /// The pieces that it is of: rounds next to each other.
    fn pieces(&self) -> impl Iterator<Item = &[(&'a Sample, f64)]> {
        self.windows.chunk_by(|a, b| b.0.round - a.0.round <= 1)
    }

    /// How many of the pieces were spent far from the usual level.
    pub(super) fn pieces_away(&self) -> usize {
        let is_away = |piece: &&[(&Sample, f64)]| {
            2 * piece.iter().filter(|(sample, _)| is_away(sample)).count() > piece.len()
        };
        self.pieces().filter(is_away).count()
    }

    /// The longest time in one piece that was spent far from the usual level, as a part of all.
    pub(super) fn longest_stay(&self) -> f64 {
        let stays =
            self.windows.chunk_by(|a, b| is_away(a.0) == is_away(b.0)).filter(|stay| is_away(stay[0].0));
        let time = |stay: &[(&Sample, f64)]| stay.iter().map(|(_, ns)| ns).sum::<f64>();
        stays.map(time).fold(0.0, f64::max) / self.all_ns
    }

    /// The part that was spent in levels of which this is true.
    pub(super) fn part(&self, is: impl Fn(f64) -> bool) -> f64 {
        self.windows.iter().filter(|(sample, _)| is(sample.level)).map(|(_, ns)| ns).sum::<f64>()
            / self.all_ns
    }

    /// The part of the time far from the usual level, and the range of the levels. By the windows: a drift has no states.
    pub(super) fn away_and_range(&self, states: &[State]) -> (f64, (f64, f64)) {
        let mut by_level: Vec<(f64, f64)> =
            self.windows.iter().map(|(sample, ns)| (sample.level, *ns)).collect();
        by_level.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let low = after_a_moment(by_level.iter(), self.all_ns);
        let high = after_a_moment(by_level.iter().rev(), self.all_ns);
        let listed = states.iter().filter(|state| state.share > MOMENT).map(|state| state.level);
        let range = listed.fold((low, high), |(low, high), level| (low.min(level), high.max(level)));
        (self.part(|level| level.abs() >= FAR), range)
    }

    /// By how much the mean is off because windows that a change fell into are on one of its two levels: such a window took
    /// what lies between.
    pub(super) fn straddlers(&self) -> f64 {
        let mut off_ns = 0.0;
        for pair in self.windows.windows(2).filter(|pair| pair[0].0.level != pair[1].0.level) {
            let (low, high) = (pair[0].0.level.min(pair[1].0.level), pair[0].0.level.max(pair[1].0.level));
            for (sample, ns) in pair {
                let own = self.samples.own_level(sample);
                if own > low && own < high {
                    off_ns += ns * ((-own).exp() - (-sample.level).exp());
                }
            }
        }
        off_ns / self.all_ns
    }

    /// By which part the mean over time may be off: each change lay somewhere in the windows beside it.
    pub(super) fn doubt(&self) -> f64 {
        let changes = self.windows.windows(2).map(|pair| {
            let ns = f64::midpoint(pair[0].1, pair[1].1).min(LONGEST_CHANGE_NS);
            (ns * (pair[1].0.level - pair[0].0.level).exp_m1()).powi(2)
        });
        changes.sum::<f64>().sqrt() / self.all_ns
    }

    /// By which part the mean over all the time may be off where this is a part of it, in pieces: the standard error of a mean of
    /// clusters (W. G. Cochran, Sampling Techniques, 3rd ed., Wiley 1977, section 9A), by Student's factor as of a normal
    /// distribution. A few long pieces outweigh many short ones: they count for as many as would have made the same mean if they were
    /// alike (L. Kish, Survey Sampling, Wiley 1965, section 11.7).
    pub(super) fn doubt_of_pieces(&self) -> f64 {
        let time_and_cycles = |piece: &[(&Sample, f64)]| {
            let cycles = piece.iter().map(|(sample, ns)| ns * (-sample.level).exp()).sum::<f64>();
            (piece.iter().map(|(_, ns)| ns).sum::<f64>(), cycles)
        };
        let pieces: Vec<(f64, f64)> = self.pieces().map(time_and_cycles).collect();
        let mean = pieces.iter().map(|(_, cycles)| cycles).sum::<f64>() / self.all_ns;
        let count = self.all_ns.powi(2) / pieces.iter().map(|(ns, _)| ns.powi(2)).sum::<f64>();
        let squares: f64 = pieces.iter().map(|(ns, cycles)| (cycles - mean * ns).powi(2)).sum();
        let factor = student_factor(count as usize, CONFIDENCE) / NORMAL_FACTOR;
        factor * (squares * count / (count - 1.0)).sqrt() / self.all_ns
    }
}

fn is_away(sample: &Sample) -> bool {
    sample.level.abs() >= FAR
}

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
