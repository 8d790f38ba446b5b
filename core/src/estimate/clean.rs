//! Which windows of a kind were undisturbed.

use crate::chain::Length;

use super::samples::{Classification, LENGTHS, Sample};
use super::statistics::{Moments, quantile};

/// The interval of the clean windows is this many interquartile ranges of the short ones wide: ±3.4 standard
/// deviations of a normal distribution; of an exponential one all but 0.4 %.
const CLEAN_RANGES: f64 = 5.0;

/// The same in standard deviations.
const CLEAN_SIGMAS: f64 = 6.7;

/// The share of the clean windows whose shortest interval tells how much they scatter.
const CORE_SHARE: f64 = 0.4;

/// The width of the shortest interval with 40 % of a normal distribution, in standard deviations: twice its 70 %
/// quantile.
const CORE_WIDTH_SIGMAS: f64 = 1.049;

/// Times that place and width are refined in turn: they change by little after the second.
const REFINEMENTS: u32 = 2;

/// Two reads of a clock that steps leave an error of up to one step each way, whatever the noise.
const CLEAN_QUANTA: f64 = 1.05;

/// Decides which windows of one kind are clean.
///
/// What the reads of the clock do to a window, quantisation above all, they do to all lengths of a kind alike,
/// and the short windows show it nearly undisturbed. So the clean windows of each length are those in the
/// interval of *that* width which holds the most of them. Whatever the shape of the noise, its mean is then the
/// same in all lengths and cancels in their difference.
pub(super) fn judge(list: &mut [Sample], by_length: &[Vec<usize>], quantum_ns: f64) -> [Judgement; LENGTHS] {
    let excess = |members: &[usize]| members.iter().map(|&index| list[index].excess_ns).collect::<Vec<f64>>();
    let least_ns = 2.0 * CLEAN_QUANTA * quantum_ns;
    let mut short = excess(&by_length[Length::Short as usize]);
    let width_ns = interquartile(&mut short).map_or(least_ns, |range| least_ns.max(CLEAN_RANGES * range));

    let mut judgements = [Judgement::NONE; LENGTHS];
    for (members, judgement) in by_length.iter().zip(&mut judgements) {
        let mut excess: Vec<f64> = members.iter().map(|&index| list[index].excess_ns).collect();
        excess.sort_unstable_by(f64::total_cmp);
        let Some(clean) = CleanRange::of(&excess, width_ns) else { continue };
        *judgement = clean.judge(list, members, quantum_ns);
    }
    judgements
}

fn interquartile(values: &mut [f64]) -> Option<f64> {
    Some(-quantile(values, 0.25)? + quantile(values, 0.75)?)
}

/// What the windows of one sort turned out to be like.
#[derive(Debug, Clone, Copy)]
pub(super) struct Judgement {
    /// Standard deviation of the clean windows, in nanoseconds.
    pub(super) noise_ns: f64,
    /// By how much undetected interruptions may have lengthened the clean windows on average, in nanoseconds.
    pub(super) undetected_ns: f64,
}

impl Judgement {
    /// Of a sort without windows.
    pub(super) const NONE: Judgement = Judgement { noise_ns: f64::NAN, undetected_ns: 0.0 };
}

/// Where the clean windows of a sort lie.
struct CleanRange {
    low_ns: f64,
    high_ns: f64,
}

impl CleanRange {
    /// The interval that holds the most of `sorted`, at least `width_ns` wide; wider where windows of this
    /// sort scatter more than the clock's reads make them.
    fn of(sorted: &[f64], width_ns: f64) -> Option<CleanRange> {
        let mut width_ns = width_ns;
        let mut held = fullest(sorted, width_ns)?;
        for _ in 0..REFINEMENTS {
            let share = CORE_SHARE * (held.1 - held.0) as f64 / sorted.len() as f64;
            let core = shortest_run(sorted, share)?;
            width_ns = width_ns.max(core * CLEAN_SIGMAS / CORE_WIDTH_SIGMAS);
            held = fullest(sorted, width_ns)?;
        }
        // The interval is as long as it is wherever its points leave it room: put them in its middle.
        let (first, last) = (sorted[held.0], sorted[held.1 - 1]);
        let room = (width_ns - (last - first)) / 2.0;
        Some(CleanRange { low_ns: first - room, high_ns: last + room })
    }

    fn judge(&self, list: &mut [Sample], members: &[usize], quantum_ns: f64) -> Judgement {
        let width_ns = self.high_ns - self.low_ns;
        let mut clean = Moments::default();
        let mut just_above = 0.0;
        for &index in members {
            let sample = &mut list[index];
            let excess_ns = sample.excess_ns;
            sample.classification = if excess_ns > self.high_ns {
                if excess_ns <= self.high_ns + width_ns {
                    just_above += 1.0;
                }
                Classification::Slow
            } else if excess_ns < self.low_ns {
                Classification::Fast
            } else {
                clean.add(excess_ns);
                Classification::Clean
            };
        }
        let location_ns = clean.mean();
        for &index in members {
            list[index].excess_ns -= location_ns;
        }
        Judgement {
            // A noise below that of the quantisation itself is chance: one step over the root of twelve.
            noise_ns: clean.variance().sqrt().max(quantum_ns / 12_f64.sqrt()),
            // A heuristic for what cannot be seen. Inside the interval interruptions are no denser than just above
            // it, and the shorter the rarer. As dense, those inside would add half its width each; were their
            // density to fall evenly to none at no length, half as many would add two thirds of it. One third of
            // the width for each that is just above is what the second case gives.
            undetected_ns: just_above / clean.count * width_ns / 3.0,
        }
    }
}

/// The first and one past the last of the `sorted` values in the interval of this width that holds the most.
fn fullest(sorted: &[f64], width_ns: f64) -> Option<(usize, usize)> {
    let mut end = 0;
    let mut best = None;
    let mut most = 0;
    for (start, &low) in sorted.iter().enumerate() {
        // A value that is no number holds not even itself.
        end = end.max(start);
        while end < sorted.len() && sorted[end] <= low + width_ns {
            end += 1;
        }
        if end - start > most {
            most = end - start;
            best = Some((start, end));
        }
    }
    best
}

/// The width of the shortest interval that holds this share of the `sorted` values.
fn shortest_run(sorted: &[f64], share: f64) -> Option<f64> {
    let held = ((sorted.len() as f64 * share).ceil() as usize).max(1);
    sorted.windows(held).map(|run| run[held - 1] - run[0]).min_by(f64::total_cmp)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_number_is_in_no_interval() {
        // Two of them left the interval's end behind its start.
        assert_eq!(fullest(&[1.0, 2.0, f64::NAN, f64::NAN], 1.0), Some((0, 2)));
        assert_eq!(fullest(&[f64::NAN, f64::NAN, f64::NAN], 1.0), None);
        assert_eq!(fullest(&[1.0, 2.0], f64::NAN), None);
    }
}
