//! Dwell times of the clock on its levels.

use super::super::samples::Samples;
use super::state::{FAR, State};
use crate::estimate::frequency::{CONFIDENCE, NORMAL_FACTOR};
use crate::estimate::result::MIN_DWELL_SHARE;
use crate::estimate::sample::{Classification, Sample};
use crate::estimate::statistics::student_factor;

/// A window counts for at most this many times its expected duration: the rest went to other
/// threads.
const LONGEST: f64 = 1.5;

/// Time for which a window counts, in nanoseconds.
pub(super) fn time_ns(samples: &Samples, sample: &Sample) -> f64 {
    let main_ns = samples.edge_fit(sample.kind, sample.length).edge_ns * sample.level.exp();
    if main_ns.is_finite() { sample.time_ns.min(LONGEST * main_ns) } else { 0.0 }
}

/// A hole across a change counts for at most this long, in nanoseconds.
const LONGEST_CHANGE_NS: f64 = 5e6;

/// The time from which dwell times are determined: windows with the time for which each counts, in
/// nanoseconds.
pub(super) struct Time<'a> {
    samples: &'a Samples,
    windows: Vec<(&'a Sample, f64)>,
    all_ns: f64,
}

impl<'a> Time<'a> {
    /// All windows.
    pub(super) fn all(samples: &'a Samples) -> Time<'a> {
        Time::of(samples, |_| true)
    }

    /// Only undisturbed windows during which nothing shared the core.
    pub(super) fn quiet(samples: &'a Samples) -> Time<'a> {
        Time::of(samples, |sample| sample.classification == Classification::Undisturbed)
    }

    fn of(samples: &'a Samples, counts: impl Fn(&Sample) -> bool) -> Time<'a> {
        let sound = samples.list.iter().filter(|sample| sample.is_valid() && counts(sample));
        let windows: Vec<(&Sample, f64)> = sound.map(|sample| (sample, time_ns(samples, sample))).collect();
        let all_ns = windows.iter().map(|(_, ns)| ns).sum();
        Time { samples, windows, all_ns }
    }

    /// Clusters of the windows: those of adjacent rounds.
    fn pieces(&self) -> impl Iterator<Item = &[(&'a Sample, f64)]> {
        self.windows.chunk_by(|a, b| b.0.round - a.0.round <= 1)
    }

    /// Number of clusters off the main level.
    pub(super) fn pieces_away(&self) -> usize {
        let is_away = |piece: &&[(&Sample, f64)]| {
            2 * piece.iter().filter(|(sample, _)| is_away(sample)).count() > piece.len()
        };
        self.pieces().filter(is_away).count()
    }

    /// Longest uninterrupted time off the main level, as a fraction of all.
    pub(super) fn longest_excursion(&self) -> f64 {
        let stays =
            self.windows.chunk_by(|a, b| is_away(a.0) == is_away(b.0)).filter(|stay| is_away(stay[0].0));
        let time = |stay: &[(&Sample, f64)]| stay.iter().map(|(_, ns)| ns).sum::<f64>();
        stays.map(time).fold(0.0, f64::max) / self.all_ns
    }

    /// Fraction of the time on levels for which `is` returns `true`.
    pub(super) fn part(&self, is: impl Fn(f64) -> bool) -> f64 {
        self.windows.iter().filter(|(sample, _)| is(sample.level)).map(|(_, ns)| ns).sum::<f64>()
            / self.all_ns
    }

    /// Share of the time off the main level, and the range of the levels. From windows, because a
    /// drift has no states.
    pub(super) fn off_main_share_and_range(&self, states: &[State]) -> (f64, (f64, f64)) {
        let mut by_level: Vec<(f64, f64)> =
            self.windows.iter().map(|(sample, ns)| (sample.level, *ns)).collect();
        by_level.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let low = trimmed_extreme(by_level.iter(), self.all_ns);
        let high = trimmed_extreme(by_level.iter().rev(), self.all_ns);
        let listed = states.iter().filter(|state| state.share > MIN_DWELL_SHARE).map(|state| state.level);
        let range = listed.fold((low, high), |(low, high), level| (low.min(level), high.max(level)));
        (self.part(|level| level.abs() >= FAR), range)
    }

    /// Correction of the mean for windows that contain a change but are on one of its two levels:
    /// the duration of such a window lies between them.
    pub(super) fn transition_correction(&self) -> f64 {
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

    /// Relative standard uncertainty of the time average: each change lies somewhere in the
    /// adjacent windows.
    pub(super) fn uncertainty(&self) -> f64 {
        let changes = self.windows.windows(2).map(|pair| {
            let ns = f64::midpoint(pair[0].1, pair[1].1).min(LONGEST_CHANGE_NS);
            (ns * (pair[1].0.level - pair[0].0.level).exp_m1()).powi(2)
        });
        changes.sum::<f64>().sqrt() / self.all_ns
    }

    /// Relative standard uncertainty of the average over all the time if this is a sample of it in
    /// clusters: the standard error of a mean of clusters (W. G. Cochran, Sampling Techniques, 3rd
    /// ed., Wiley 1977, section 9A), scaled by Student's factor over the normal one. A few long
    /// clusters outweigh many short ones: they count as the effective number of equal clusters (L.
    /// Kish, Survey Sampling, Wiley 1965, section 11.7).
    pub(super) fn uncertainty_of_pieces(&self) -> f64 {
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

/// The first level that is reached after `MIN_DWELL_SHARE` of the time.
fn trimmed_extreme<'a>(by_level: impl Iterator<Item = &'a (f64, f64)>, all_ns: f64) -> f64 {
    let mut passed_ns = 0.0;
    for (level, time_ns) in by_level {
        passed_ns += time_ns;
        if passed_ns > MIN_DWELL_SHARE * all_ns {
            return *level;
        }
    }
    0.0
}
