//! Evidence from uncontended rounds: the kinds that contribute, and the cycle time over the run.

use crate::chain::{Kind, Role};

use super::super::carriers::Carriers;
use super::super::drift;
use super::super::range::Extremes;
use super::super::samples::Samples;
use super::super::stretch::Stretch;
use super::super::time_line;
use crate::estimate::consensus::FEWEST_KINDS;
use crate::estimate::consensus::{Consensus, Periods};
use crate::estimate::cut::Cut;
use crate::estimate::sample::Sample;
use crate::estimate::statistics::Uncertain;
use crate::estimate::variation::Point;
use crate::estimate::verdict::Reason;

/// The uncontended rounds, and the kinds of chains that contribute to the frequency.
pub(super) struct Evidence<'a> {
    pub(super) samples: &'a Samples,
    pub(super) periods: Periods,
    pub(super) consensus: Consensus,
    pub(super) carriers: Carriers,
    cut: Cut,
    /// See [`Stretch::cycle_given_shares_ns`].
    shares: Vec<(Kind, f64)>,
}

impl<'a> Evidence<'a> {
    /// Collects the evidence from `samples`; a reason if it is insufficient for a reading.
    pub(super) fn of(samples: &'a Samples, cut: Cut) -> Result<Evidence<'a>, Reason> {
        let levelled = Stretch::levelled(samples);
        let periods: Periods =
            Kind::ALL.iter().map(|&kind| (kind, levelled.period_ns(kind, samples))).collect();
        let measured = periods
            .iter()
            .filter(|(kind, period)| matches!(kind.role(), Role::OneCycle { .. }) && period.is_some())
            .count();
        if measured < FEWEST_KINDS {
            return Err(Reason::Starved);
        }
        let consensus = Consensus::of(&periods).ok_or(Reason::NoConsensus)?;
        let carriers = Carriers::of(&consensus, &periods, samples);
        let share =
            |&(kind, cycles): &(Kind, f64)| Some((kind, levelled.chain_share(kind, samples)? / cycles));
        let shares = carriers.list().iter().filter_map(share).collect();
        Ok(Evidence { samples, periods, consensus, carriers, cut, shares })
    }

    /// Cycle time in each batch that determines one, in nanoseconds; `time_ns` is the duration with
    /// which a window counts, if it does.
    pub(super) fn batches(&self, time_ns: impl Fn(&Sample) -> Option<f64>) -> Vec<Uncertain> {
        let stretches = Stretch::cut(self.samples, self.cut.batches, time_ns);
        let cycles = stretches.iter().filter_map(|stretch| self.carriers.cycle_ns(stretch, self.samples));
        cycles.filter(|cycle| cycle.value > 0.0).collect()
    }

    /// The clock over time, in slices; `time_ns` is the duration with which a window counts, if it
    /// does.
    pub(super) fn time_line(&self, time_ns: impl Fn(&Sample) -> Option<f64>) -> Vec<Point> {
        time_line::time_line(self.samples, &self.shares, self.cut.slices, time_ns)
    }

    /// The clock over time, at the finest resolution that the noise permits.
    pub(super) fn finest_time_line(&self) -> Vec<Point> {
        time_line::finest_time_line(self.samples, &self.shares, self.cut.slices)
    }

    /// Range of the clock, by the cut that shows it best. If rounds were shared, the few
    /// uncontended windows of a point may contain residual contention: a slice is the finest point
    /// then.
    pub(super) fn ends(&self) -> Option<Extremes> {
        let is_shared = drift::is_shared(self.samples.contention().share());
        let most = if is_shared { self.cut.slices } else { self.samples.rounds };
        let line =
            |count| time_line::time_line(self.samples, &self.shares, count, |sample| Some(sample.time_ns));
        Extremes::of_cuts(self.cut.batches, most, line)
    }
}
