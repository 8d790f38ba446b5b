//! The clock on the reference level: its cycle time from the difference of long and short windows,
//! and the kinds that agree on it.

use crate::chain::{BodyLength, ChainKind, Role};

use super::super::consensus::FEWEST_KINDS;
use super::super::consensus::{Consensus, Periods};
use super::super::frequency::{CONFIDENCE, NORMAL_FACTOR};
use super::super::partition::{FEWEST_BATCHES, MOST_BATCHES};
use super::super::statistics::{
    Moments, Uncertain, WeightedMean, disagreement, median, quantile, student_factor,
};
use super::super::verdict::Reason;
use super::decode::Decoded;
use super::parameters::{CLEAN_SIGMAS, DRIFTS, LEAST_SIGMAS, SHORTEST};
use super::windows::Windows;

/// Median absolute deviation of a normal distribution, in standard deviations.
pub(super) const MEDIAN_OF_NORMAL: f64 = 0.6745;

/// Cycle time on the reference level.
#[derive(Debug)]
pub(super) struct ReferenceLevel {
    pub(super) consensus: Consensus,
    pub(super) cycle_ns: f64,
    /// Half-width of the 95 % interval of the repeatable component, as a fraction.
    pub(super) half: f64,
    /// Like `half`, but from the noise of single windows alone.
    pub(super) noise: f64,
    /// Disagreement between the kinds beyond chance, at 95 %, as a fraction.
    pub(super) disagreement: f64,
    /// Whether batches scatter more than their noise: the clock drifts within the level.
    pub(super) drifts: bool,
    /// Cycles per iteration of the empty loop.
    pub(super) tight_loop: Option<Uncertain>,
}

/// For each window, whether it is undisturbed: on its level within its noise.
pub(super) fn clean(windows: &Windows, decoded: &Decoded, noise_ns: f64) -> Vec<bool> {
    // Delayed reads are not excluded by their probability. It differs between long and short
    // windows, so the means of the excluded reads would not cancel.
    let on_a_level = |at: usize| decoded.windows[at].interrupted + decoded.windows[at].mixed < 0.5;
    let off_ns = |at: usize| decoded.residual(&decoded.windows[at]).abs() * windows.list[at].time_ns;
    let all = 0..windows.list.len();
    let mut of_long: Vec<f64> = all
        .clone()
        .filter(|&at| on_a_level(at) && windows.type_of(&windows.list[at]).is_exact())
        .map(off_ns)
        .collect();
    let scatter = median(&mut of_long).unwrap_or(0.0) / MEDIAN_OF_NORMAL;
    let sigma = noise_ns.max(scatter);
    // The limits are symmetric. Short interruptions are detected sooner in long windows than in
    // short ones, so with an upper limit alone the means of the remaining noise would not cancel in
    // the difference.
    let is_late = |at: &usize| decoded.windows[*at].clean < 0.5 && decoded.windows[*at].mixed < 0.5;
    let mut shortest: Vec<f64> = all
        .clone()
        .filter(is_late)
        .map(|at| decoded.residual(&decoded.windows[at]) * windows.list[at].time_ns)
        .collect();
    let shortest = quantile(&mut shortest, SHORTEST.get()).unwrap_or(f64::INFINITY);
    let most = shortest.clamp(LEAST_SIGMAS.get() * sigma, CLEAN_SIGMAS.get() * sigma);
    all.map(|at| on_a_level(at) && off_ns(at) < most).collect()
}

/// Durations of undisturbed windows of each type, scaled to the reference level.
struct Levelled<'a> {
    windows: &'a Windows,
    least_noise_ns: f64,
    times: Vec<Moments>,
}

impl Levelled<'_> {
    fn of<'a>(
        windows: &'a Windows,
        decoded: &Decoded,
        noise_ns: f64,
        counts: impl Fn(usize) -> bool,
    ) -> Levelled<'a> {
        let mut times = vec![Moments::default(); windows.types.len()];
        for (at, window) in windows.list.iter().enumerate().filter(|(at, _)| counts(*at)) {
            let slower = decoded.levels[decoded.windows[at].level].slower;
            times[window.window_type].add(window.time_ns * (-slower).exp());
        }
        let least_noise_ns = noise_ns.max(windows.tick_noise_ns());
        Levelled { windows, least_noise_ns, times }
    }

    /// Duration of a step of `kind`, in nanoseconds, from the means of its windows, or from `edges`
    /// if given.
    fn period_ns(&self, kind: ChainKind, edges: Option<&[f64]>) -> Option<Uncertain> {
        let long = self.windows.place(kind, BodyLength::Long)?;
        let short = self.windows.place(kind, BodyLength::Short)?;
        let (of_long, of_short) = (&self.times[long], &self.times[short]);
        if of_long.count < 1.0 || of_short.count < 1.0 {
            return None;
        }
        let steps = self.windows.types[long].steps - self.windows.types[short].steps;
        let takes = |place: usize| edges.map_or_else(|| self.times[place].mean(), |edges| edges[place]);
        let scatter = if of_long.count > 3.0 { of_long.variance().sqrt() } else { 0.0 };
        let of_long_ns = scatter.max(self.least_noise_ns) / of_long.count.sqrt();
        let error_ns = of_long_ns.hypot(self.least_noise_ns / of_short.count.sqrt());
        Some(Uncertain { value: (takes(long) - takes(short)) / steps, error: error_ns / steps })
    }
}

impl ReferenceLevel {
    /// Estimates the cycle time from decoded windows, of which those in `clean` are undisturbed.
    pub(super) fn of(
        windows: &Windows,
        decoded: &Decoded,
        edges: &[f64],
        noise_ns: f64,
        clean: &[bool],
    ) -> Result<ReferenceLevel, Reason> {
        let all = Levelled::of(windows, decoded, noise_ns, |at| clean[at]);
        let periods: Periods =
            ChainKind::ALL.iter().map(|&kind| (kind, all.period_ns(kind, Some(edges)))).collect();
        let is_measured = |(kind, period): &&(ChainKind, Option<Uncertain>)| {
            matches!(kind.role(), Role::OneCycle { .. }) && period.is_some()
        };
        if periods.iter().filter(is_measured).count() < FEWEST_KINDS {
            return Err(Reason::TooFewWindows);
        }
        let consensus = Consensus::of(&periods).ok_or(Reason::NoConsensus)?;
        let period = |kind: ChainKind| {
            periods.iter().find(|(other, _)| *other == kind).and_then(|(_, period)| *period)
        };
        let carrying: Vec<Uncertain> = consensus.kinds.iter().filter_map(|&kind| period(kind)).collect();
        let cycle = Uncertain::weighted(carrying.iter().copied()).ok_or(Reason::TooFewWindows)?;

        let end_ns = windows.list.last().map_or(0.0, |last| last.at_ns) + 1.0;
        let batch = |at: usize| (windows.list[at].at_ns / end_ns * MOST_BATCHES as f64) as usize;
        let batches: Vec<Uncertain> = (0..MOST_BATCHES)
            .filter_map(|of| {
                let stretch = Levelled::of(windows, decoded, noise_ns, |at| clean[at] && batch(at) == of);
                Uncertain::weighted(consensus.kinds.iter().filter_map(|&kind| stretch.period_ns(kind, None)))
            })
            .collect();
        let mean = WeightedMean::of(&batches)
            .filter(|mean| mean.count >= FEWEST_BATCHES)
            .ok_or(Reason::TooFewWindows)?;
        let weight: f64 = batches.iter().map(|batch| batch.error.powi(-2)).sum();
        let by_noise = weight.sqrt().recip();
        let error = mean.mean.error.max(by_noise);
        let tight = period(ChainKind::TightLoop).filter(|period| period.value > 0.0);
        let positive = cycle.value > 0.0 && mean.mean.value > 0.0;
        positive
            .then(|| ReferenceLevel {
                cycle_ns: cycle.value,
                half: student_factor(mean.count, CONFIDENCE) * error / mean.mean.value,
                noise: NORMAL_FACTOR * by_noise / mean.mean.value,
                disagreement: NORMAL_FACTOR * disagreement(carrying.iter().copied()) / cycle.value,
                drifts: mean.mean.error > DRIFTS.get() * by_noise,
                tight_loop: tight.map(|tight| Uncertain {
                    value: tight.value / cycle.value,
                    error: tight.error / cycle.value,
                }),
                consensus,
            })
            .ok_or(Reason::TooFewWindows)
    }
}
