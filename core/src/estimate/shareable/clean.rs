//! Classifies windows as undisturbed or disturbed.
//!
//! An interrupt, a preemption or a migration only ever makes a window longer. Which windows were
//! hit is decided on evidence: a window is compared with others of its own type (kind and length)
//! *at that time*, so that a change of the clock, which affects all of them, is not mistaken for
//! interference.

use crate::chain::{BodyLength, ChainKind, Role};

use super::contention::Contention;
use super::contention::seen::contention;
use super::edge_fit::fit_edges;
use super::level_support::reject_unsupported_levels;
use super::path::{decode_coarse, decode_uncontended};
use super::reference::LocalReference;
use super::samples::Samples;
use super::whole_cycles::WholeCycles;
use crate::estimate::recording::Recording;
use crate::estimate::sample::{Classification, LENGTHS, Sample, WINDOW_TYPES, window_type};
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
        let mut samples = Samples::unfitted(recording);
        samples.clean();
        samples
    }

    /// Finds the clock's path and the edge of each window type, alternately.
    fn clean(&mut self) {
        let sorts = indices_by_type(&self.list);
        let Some(reference) = LocalReference::of(&self.list, &sorts, self.rounds) else { return };
        for sample in &mut self.list {
            sample.set_level(reference.level(sample.round));
        }
        self.fit_edges(&sorts);
        self.cycles = WholeCycles::of(&self.low_steps_ns());
        if let Some(cycles) = self.cycles {
            self.contention = contention(self, &cycles);
        }
        self.follow(&sorts);
    }

    /// Treats the core as shared in all rounds: the uncontended ones are too few.
    pub(super) fn assume_contended(&mut self) {
        if !self.contention.always {
            self.contention.always = true;
            self.contention.of_time = 1.0;
            self.follow(&indices_by_type(&self.list));
        }
    }

    /// Treats the core as shared in no round.
    pub(super) fn assume_uncontended(&mut self) {
        self.contention = Contention::default();
        self.follow(&indices_by_type(&self.list));
    }

    fn follow(&mut self, sorts: &[Vec<usize>]) {
        for sample in &mut self.list {
            sample.counts = !self.contention.is_contended(sample.round);
        }
        let quiet = !self.contention.always;
        if !quiet {
            self.list.iter_mut().for_each(|sample| sample.counts = true);
        }
        self.fit_edges(sorts);
        let any_shared = self.contention.share() > 0.0;
        if any_shared {
            for _ in 0..COARSE_PASSES {
                decode_coarse(self);
                self.fit_edges(sorts);
            }
        }
        if quiet {
            for pass in 0..FINE_PASSES {
                decode_uncontended(self, pass == 0);
                self.fit_edges(sorts);
            }
            reject_unsupported_levels(self);
            self.fit_edges(sorts);
            if any_shared {
                self.drop_short_between_interrupted();
                self.fit_edges(sorts);
                self.snap_contended_rounds();
            }
        }
        self.rebase_on_main_level();
    }

    /// A sibling lengthens a short window by less than the scatter of the reads, so contention
    /// shows in the longer windows around it: a short window does not count if the one before it
    /// and the one after it are slow. (A single slow one may be due to an interruption.)
    fn drop_short_between_interrupted(&mut self) {
        let is_slow = |sample: &Sample| sample.classification == Classification::Interrupted;
        let mut slow_after = vec![false; self.list.len()];
        let mut slow = false;
        for (sample, slow_after) in self.list.iter().zip(&mut slow_after).rev() {
            if sample.length == BodyLength::Short {
                *slow_after = slow;
            } else {
                slow = is_slow(sample);
            }
        }
        let mut slow_before = false;
        for (sample, slow_after) in self.list.iter_mut().zip(slow_after) {
            if sample.length == BodyLength::Short {
                sample.counts &= !(slow_before && slow_after);
            } else {
                slow_before = is_slow(sample);
            }
        }
    }

    /// Shared rounds determine the clock only coarsely: assigns each to the level near its own with
    /// the longest dwell time in uncontended rounds; it keeps its own level if there is none near
    /// it.
    fn snap_contended_rounds(&mut self) {
        let fine: Vec<f64> = self.list.iter().map(|sample| sample.level).collect();
        let mut quiet: Vec<(f64, f64)> = self.time_by_level();
        quiet.sort_unstable_by(|a, b| b.1.total_cmp(&a.1));
        decode_coarse(self);
        let within = self.contention.resolution();
        for (sample, fine) in self.list.iter_mut().zip(fine) {
            let near = quiet.iter().find(|(level, _)| (level - sample.level).abs() < within);
            let level = if sample.counts { fine } else { near.map_or(sample.level, |(level, _)| *level) };
            sample.set_level(level);
        }
    }

    fn fit_edges(&mut self, sorts: &[Vec<usize>]) {
        for (by_length, judged) in sorts.chunks(LENGTHS).zip(self.edge_fits.chunks_mut(LENGTHS)) {
            judged.copy_from_slice(&fit_edges(&mut self.list, by_length, self.quantum_ns));
        }
    }

    /// Shifts all levels so that the one with the longest dwell time in samples that count becomes
    /// level 0.
    pub(super) fn rebase_on_main_level(&mut self) {
        let main = self.main_level();
        for sample in &mut self.list {
            sample.set_level(sample.level - main);
        }
        self.fit_edges(&indices_by_type(&self.list));
    }

    /// Duration of a step of each kind, in nanoseconds, for kinds with enough windows.
    fn low_steps_ns(&self) -> Vec<(ChainKind, f64)> {
        ChainKind::ALL.iter().filter_map(|&kind| Some((kind, self.low_step_ns(kind)?))).collect()
    }

    fn low_step_ns(&self, kind: ChainKind) -> Option<f64> {
        if kind.role() == Role::TightLoop {
            return None;
        }
        let of_kind =
            self.list.iter().filter(|s| s.kind == kind && s.length == BodyLength::Long && s.is_valid());
        let mut steps: Vec<f64> = of_kind.map(|sample| sample.time_ns / sample.nominal_steps).collect();
        quantile(&mut steps, LOW).filter(|&step| steps.len() >= FEWEST_WINDOWS && step > 0.0)
    }
}

fn indices_by_type(list: &[Sample]) -> Vec<Vec<usize>> {
    let mut sorts = vec![Vec::new(); WINDOW_TYPES];
    for (index, sample) in list.iter().enumerate() {
        if sample.is_valid() {
            sorts[window_type(sample.kind, sample.length)].push(index);
        }
    }
    sorts
}
