//! Estimates from uncontended rounds: the kinds that contribute, and the cycle time over the run.

use crate::chain::{ChainKind, Role};

use super::super::batch::Batch;
use super::super::contributing_kinds::ContributingKinds;
use super::super::drift;
use super::super::range::Extremes;
use super::super::samples::Samples;
use super::super::time_line;
use crate::estimate::consensus::FEWEST_KINDS;
use crate::estimate::consensus::{Consensus, Periods};
use crate::estimate::partition::Partition;
use crate::estimate::sample::Sample;
use crate::estimate::statistics::Uncertain;
use crate::estimate::variation::Point;
use crate::estimate::verdict::Reason;

/// The uncontended rounds, and the kinds of chains that contribute to the frequency.
pub(super) struct BatchEstimates<'a> {
    pub(super) samples: &'a Samples,
    pub(super) periods: Periods,
    pub(super) consensus: Consensus,
    pub(super) contributing_kinds: ContributingKinds,
    partition: Partition,
    /// See [`Batch::cycle_given_shares_ns`].
    shares: Vec<(ChainKind, f64)>,
}

impl<'a> BatchEstimates<'a> {
    /// Collects the estimates from `samples`; a reason if they are insufficient for a reading.
    pub(super) fn of(samples: &'a Samples, partition: Partition) -> Result<BatchEstimates<'a>, Reason> {
        let levelled = Batch::levelled(samples);
        let periods: Periods =
            ChainKind::ALL.iter().map(|&kind| (kind, levelled.period_ns(kind, samples))).collect();
        let measured = periods
            .iter()
            .filter(|(kind, period)| matches!(kind.role(), Role::OneCycle { .. }) && period.is_some())
            .count();
        if measured < FEWEST_KINDS {
            return Err(Reason::TooFewWindows);
        }
        let consensus = Consensus::of(&periods).ok_or(Reason::NoConsensus)?;
        let contributing_kinds = ContributingKinds::of(&consensus, &periods, samples);
        let time_share =
            |&(kind, cycles): &(ChainKind, f64)| Some((kind, levelled.chain_share(kind, samples)? / cycles));
        let shares = contributing_kinds.list().iter().filter_map(time_share).collect();
        Ok(BatchEstimates { samples, periods, consensus, contributing_kinds, partition, shares })
    }

    /// Cycle time in each batch that determines one, in nanoseconds; `time_ns` is the duration with
    /// which a window counts, if it does.
    pub(super) fn batches(&self, time_ns: impl Fn(&Sample) -> Option<f64>) -> Vec<Uncertain> {
        let stretches = Batch::cut(self.samples, self.partition.batches, time_ns);
        let cycles =
            stretches.iter().filter_map(|batch| self.contributing_kinds.cycle_ns(batch, self.samples));
        cycles.filter(|cycle| cycle.value > 0.0).collect()
    }

    /// The clock over time, in slices; `time_ns` is the duration with which a window counts, if it
    /// does.
    pub(super) fn time_line(&self, time_ns: impl Fn(&Sample) -> Option<f64>) -> Vec<Point> {
        time_line::time_line(self.samples, &self.shares, self.partition.slices, time_ns)
    }

    /// The clock over time, at the finest resolution that the noise permits.
    pub(super) fn finest_time_line(&self) -> Vec<Point> {
        time_line::finest_time_line(self.samples, &self.shares, self.partition.slices)
    }

    /// Range of the clock, by the partition that shows it best. If rounds were shared, the few
    /// uncontended windows of a point may contain residual contention: a slice is the finest point
    /// then.
    pub(super) fn ends(&self) -> Option<Extremes> {
        let is_contended = drift::is_shared(self.samples.contention().share());
        let most = if is_contended { self.partition.slices } else { self.samples.rounds };
        let line =
            |count| time_line::time_line(self.samples, &self.shares, count, |sample| Some(sample.time_ns));
        Extremes::of_cuts(self.partition.batches, most, line)
    }
}
