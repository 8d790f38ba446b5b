//! Classifies windows as undisturbed or disturbed.
//!
//! An interrupt, a preemption or a migration only ever makes a window longer. Which windows were
//! hit is decided on evidence: a window is compared with others of its own type (kind and length)
//! *at that time*, so that a change of the clock, which affects all of them, is not mistaken for
//! interference.

use crate::chain::{Kind, Length, Role};

use super::aligned::keep_aligned;
use super::contention::Contention;
use super::contention::seen::contention;
use super::judgement::judge;
use super::path::{follow_coarsely, follow_quiet};
use super::reference::LocalReference;
use super::samples::Samples;
use super::whole_cycles::WholeCycles;
use crate::estimate::recording::Recording;
use crate::estimate::sample::{Classification, LENGTHS, SORTS, Sample, sort};
use crate::estimate::statistics::quantile;

/// Number of alternating passes over path and edges: after the third neither changes.
const FINE_PASSES: u32 = 3;

/// Coarse passes that precede these if some rounds are shared: the first reference mistook sharing
/// there for a slower clock.
const COARSE_PASSES: u32 = 2;

/// Interference only lengthens windows: a low quantile of their durations is near the undisturbed
/// duration.
const LOW: f64 = 0.3;

/// Minimum number of windows of a kind for such a quantile.
const FEWEST_WINDOWS: usize = 3;

impl Samples {
    /// Converts and classifies the windows of `recording`.
    pub(super) fn of(recording: &Recording) -> Samples {
        let mut samples = Samples::unjudged(recording);
        samples.clean();
        samples
    }

    /// Finds the clock's path and the edge of each window type, alternately.
    fn clean(&mut self) {
        let sorts = indices_by_sort(&self.list);
        let Some(reference) = LocalReference::of(&self.list, &sorts, self.rounds) else { return };
        for sample in &mut self.list {
            sample.set_level(reference.level(sample.round));
        }
        self.judge(&sorts);
        self.cycles = WholeCycles::of(&self.low_steps_ns());
        if let Some(cycles) = self.cycles {
            self.contention = contention(self, &cycles);
        }
        self.follow(&sorts);
    }

    /// Treats the core as shared in all rounds: the uncontended ones are too few.
    pub(super) fn share_throughout(&mut self) {
        if !self.contention.always {
            self.contention.always = true;
            self.contention.of_time = 1.0;
            self.follow(&indices_by_sort(&self.list));
        }
    }

    /// Treats the core as shared in no round.
    pub(super) fn share_never(&mut self) {
        self.contention = Contention::default();
        self.follow(&indices_by_sort(&self.list));
    }

    fn follow(&mut self, sorts: &[Vec<usize>]) {
        for sample in &mut self.list {
            sample.counts = !self.contention.is_shared(sample.round);
        }
        let quiet = !self.contention.always;
        if !quiet {
            self.list.iter_mut().for_each(|sample| sample.counts = true);
        }
        self.judge(sorts);
        let any_shared = self.contention.share() > 0.0;
        if any_shared {
            for _ in 0..COARSE_PASSES {
                follow_coarsely(self);
                self.judge(sorts);
            }
        }
        if quiet {
            for pass in 0..FINE_PASSES {
                follow_quiet(self, pass == 0);
                self.judge(sorts);
            }
            keep_aligned(self);
            self.judge(sorts);
            if any_shared {
                self.leave_out_short_ones_between_slow_ones();
                self.judge(sorts);
                self.bring_shared_rounds_to_quiet_levels();
            }
        }
        self.level_on_the_usual();
    }

    /// A sibling lengthens a short window by less than the scatter of the reads, so contention
    /// shows in the longer windows around it: a short window does not count if the one before it
    /// and the one after it are slow. (A single slow one may be due to an interruption.)
    fn leave_out_short_ones_between_slow_ones(&mut self) {
        let is_slow = |sample: &Sample| sample.classification == Classification::Slow;
        let mut slow_after = vec![false; self.list.len()];
        let mut slow = false;
        for (sample, slow_after) in self.list.iter().zip(&mut slow_after).rev() {
            if sample.length == Length::Short {
                *slow_after = slow;
            } else {
                slow = is_slow(sample);
            }
        }
        let mut slow_before = false;
        for (sample, slow_after) in self.list.iter_mut().zip(slow_after) {
            if sample.length == Length::Short {
                sample.counts &= !(slow_before && slow_after);
            } else {
                slow_before = is_slow(sample);
            }
        }
    }

    /// Shared rounds determine the clock only coarsely: assigns each to the level near its own with
    /// the longest dwell time in uncontended rounds; it keeps its own level if there is none near
    /// it.
    fn bring_shared_rounds_to_quiet_levels(&mut self) {
        let fine: Vec<f64> = self.list.iter().map(|sample| sample.level).collect();
        let mut quiet: Vec<(f64, f64)> = self.time_by_level();
        quiet.sort_unstable_by(|a, b| b.1.total_cmp(&a.1));
        follow_coarsely(self);
        let within = self.contention.resolution();
        for (sample, fine) in self.list.iter_mut().zip(fine) {
            let near = quiet.iter().find(|(level, _)| (level - sample.level).abs() < within);
            let level = if sample.counts { fine } else { near.map_or(sample.level, |(level, _)| *level) };
            sample.set_level(level);
        }
    }

    fn judge(&mut self, sorts: &[Vec<usize>]) {
        for (by_length, judged) in sorts.chunks(LENGTHS).zip(self.judgements.chunks_mut(LENGTHS)) {
            judged.copy_from_slice(&judge(&mut self.list, by_length, self.quantum_ns));
        }
    }

    /// Shifts all levels so that the one with the longest dwell time in samples that count becomes
    /// level 0.
    pub(super) fn level_on_the_usual(&mut self) {
        let usual = self.usual_level();
        for sample in &mut self.list {
            sample.set_level(sample.level - usual);
        }
        self.judge(&indices_by_sort(&self.list));
    }

    /// Duration of a step of each kind, in nanoseconds, for kinds with enough windows.
    fn low_steps_ns(&self) -> Vec<(Kind, f64)> {
        Kind::ALL.iter().filter_map(|&kind| Some((kind, self.low_step_ns(kind)?))).collect()
    }

    fn low_step_ns(&self, kind: Kind) -> Option<f64> {
        if kind.role() == Role::TightLoop {
            return None;
        }
        let of_kind = self.list.iter().filter(|s| s.kind == kind && s.length == Length::Long && s.is_sound());
        let mut steps: Vec<f64> = of_kind.map(|sample| sample.time_ns / sample.usual_steps).collect();
        quantile(&mut steps, LOW).filter(|&step| steps.len() >= FEWEST_WINDOWS && step > 0.0)
    }
}

fn indices_by_sort(list: &[Sample]) -> Vec<Vec<usize>> {
    let mut sorts = vec![Vec::new(); SORTS];
    for (index, sample) in list.iter().enumerate() {
        if sample.is_sound() {
            sorts[sort(sample.kind, sample.length)].push(index);
        }
    }
    sorts
}
