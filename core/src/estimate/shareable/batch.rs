//! The undisturbed windows of a batch: a part of the run.

use crate::chain::{BodyLength, ChainKind};

use super::samples::Samples;
use crate::estimate::sample::{Classification, Sample};
use crate::estimate::statistics::{Moments, Uncertain};

/// The undisturbed windows of a batch, counted and summed by kind and length.
#[derive(Debug, Clone)]
pub struct Batch {
    /// Its middle, since the first window, in nanoseconds.
    pub middle_ns: f64,
    times: Vec<[Moments; BodyLength::ALL.len()]>,
}

impl Batch {
    fn empty(middle_ns: f64) -> Batch {
        Batch { middle_ns, times: vec![Default::default(); ChainKind::ALL.len()] }
    }

    fn add(&mut self, sample: &Sample, time_ns: f64) {
        self.times[sample.kind as usize][sample.length as usize].add(time_ns);
    }

    /// The whole run at the main level, for comparing kinds of chains whatever the clock did.
    pub fn levelled(samples: &Samples) -> Batch {
        let mut whole = Batch::empty(0.0);
        for sample in
            samples.list.iter().filter(|sample| sample.classification == Classification::Undisturbed)
        {
            whole.add(sample, sample.level_ns);
        }
        whole
    }

    /// Cuts the run into `count` batches of equal time; `time_ns` is the duration with which a
    /// window counts, if it does.
    pub fn cut(samples: &Samples, count: usize, time_ns: impl Fn(&Sample) -> Option<f64>) -> Vec<Batch> {
        let end_ns = samples.list.last().map_or(0.0, |last| last.end_ns);
        let each_ns = end_ns / count as f64;
        let mut batches: Vec<Batch> = (0..count).map(|i| Batch::empty((i as f64 + 0.5) * each_ns)).collect();
        for sample in
            samples.list.iter().filter(|sample| sample.classification == Classification::Undisturbed)
        {
            if let Some(time_ns) = time_ns(sample) {
                let index = (sample.at_ns / each_ns) as usize;
                batches[index.min(count - 1)].add(sample, time_ns);
            }
        }
        batches
    }

    /// The period of `kind`, in nanoseconds per step: the difference between its long and its short
    /// windows, divided by the difference of their steps. Loop, call and clock cost the same in
    /// both and cancel. `None` if one of the two has no undisturbed window.
    pub fn period_ns(&self, kind: ChainKind, samples: &Samples) -> Option<Uncertain> {
        let [short, _, long] = &self.times[kind as usize];
        if short.count < 1.0 || long.count < 1.0 {
            return None;
        }
        let difference = samples.step_difference(kind);
        let variance = samples.noise_ns(kind, BodyLength::Long).powi(2) / long.count
            + samples.noise_ns(kind, BodyLength::Short).powi(2) / short.count;
        Some(Uncertain {
            value: (long.mean() - short.mean()) / difference,
            error: variance.sqrt() / difference.abs(),
        })
    }

    /// Fraction of a long window of `kind` that its steps take; loop overhead, call and clock reads
    /// take the rest.
    pub fn chain_share(&self, kind: ChainKind, samples: &Samples) -> Option<f64> {
        let long = &self.times[kind as usize][BodyLength::Long as usize];
        let period = self.period_ns(kind, samples)?;
        Some(period.value * samples.steps(kind, BodyLength::Long) / long.mean())
    }

    /// The period of a cycle here, in nanoseconds, from the long windows of some kinds alone.
    /// `per_cycle` is, for each kind, the fraction of such a window's time per step that a cycle
    /// takes over the whole run. Loop overhead consists of cycles, too, so these fractions stay the
    /// same when the clock moves.
    ///
    /// Unlike the difference of two lengths, the result never leaves the range of the clock in a
    /// stretch in which it changed, when one length met more of the old state and the other more of
    /// the new.
    pub fn cycle_given_shares_ns(
        &self,
        per_cycle: &[(ChainKind, f64)],
        samples: &Samples,
    ) -> Option<Uncertain> {
        Uncertain::weighted(per_cycle.iter().filter_map(|&(kind, share)| {
            let long = &self.times[kind as usize][BodyLength::Long as usize];
            let scale = share / samples.steps(kind, BodyLength::Long);
            let error = samples.noise_ns(kind, BodyLength::Long) / long.count.sqrt() * scale;
            (long.count >= 1.0).then(|| Uncertain { value: long.mean() * scale, error })
        }))
    }

    /// Deviation of the middle length of `kind` from the line through the other two, as a fraction
    /// of the long window's duration, with its standard error.
    pub fn bend(&self, kind: ChainKind, samples: &Samples) -> Option<Uncertain> {
        let [short, middle, long] = &self.times[kind as usize];
        if short.count < 1.0 || middle.count < 1.0 || long.count < 1.0 {
            return None;
        }
        let steps = |length| f64::from(kind.steps_per_iteration(length));
        let span = steps(BodyLength::Long) - steps(BodyLength::Short);
        let part = (steps(BodyLength::Middle) - steps(BodyLength::Short)) / span;
        let expected = short.mean() + part * (long.mean() - short.mean());
        let variance = samples.noise_ns(kind, BodyLength::Middle).powi(2) / middle.count
            + (part * samples.noise_ns(kind, BodyLength::Long)).powi(2) / long.count
            + ((1.0 - part) * samples.noise_ns(kind, BodyLength::Short)).powi(2) / short.count;
        Some(Uncertain {
            value: (middle.mean() - expected) / long.mean(),
            error: variance.sqrt() / long.mean(),
        })
    }
}
