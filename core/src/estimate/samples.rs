//! From windows to clean samples: what each window took, and whether something came between.
//!
//! An interrupt, a preemption or a migration only ever makes a window longer. Which windows were hit is decided
//! on evidence: a window is compared with the others of its own sort (kind and length) *at that moment*, so that
//! a change of the clock, which takes all of them along, is not mistaken for interference.

use std::collections::BTreeMap;

use crate::chain::{Kind, Length, Role};

use super::aligned::keep_aligned;
use super::contention::Contention;
use super::convert::{convert, usual_trips};
use super::edge::{Judgement, judge};
use super::path::{follow_coarsely, follow_quiet};
use super::recording::Recording;
use super::reference::LocalReference;
use super::whole_cycles::WholeCycles;
use super::{Lateness, WindowCount};

/// Sorts of windows: a kind in a length.
pub(super) const LENGTHS: usize = Length::ALL.len();

/// What a window turned out to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Classification {
    /// Nothing came between: it counts.
    Clean,
    /// It would be clean, but the core was shared at that moment, and it does not count.
    Shared,
    /// Longer than its kind takes: interrupted.
    Slow,
    /// Shorter than its kind takes: the clock lost time, or the window's sort is not understood.
    Fast,
    /// The clock went back, or stood still.
    Impossible,
    /// It ended elsewhere than it was meant to run.
    Migrated,
}

/// A window in nanoseconds.
#[derive(Debug, Clone, Copy)]
pub struct Sample {
    /// The chain's kind.
    pub kind: Kind,
    /// The chain's body.
    pub length: Length,
    /// The round, counted among those that were kept; where some were left out, [`LEFT_OUT`] stand for them.
    pub round: usize,
    /// When it began, since the first window, in nanoseconds, holes closed up.
    pub at_ns: f64,
    /// When it had ended, likewise.
    pub end_ns: f64,
    /// The time between it and the window before, in nanoseconds; negative when the clock went back.
    pub gap_ns: f64,
    /// The same, scaled to the trips that are usual for its sort and freed of the wait for the edge.
    pub time_ns: f64,
    /// The level of the clock at that moment: the logarithm of its period by the usual one.
    pub level: f64,
    /// The time again, at the run's usual clock instead of the one at that moment: for comparing kinds.
    pub level_ns: f64,
    /// What the window took beyond what its sort takes at that moment, in nanoseconds.
    pub excess_ns: f64,
    /// Steps of the chain at the trips that are usual for its sort.
    pub usual_steps: f64,
    /// Whether the edge of its sort is found by it: where the core is shared at times, windows of the other times are.
    pub counts: bool,
    /// What it turned out to be.
    pub classification: Classification,
}

/// The clock at a level (the logarithm of its period by the usual one), in hertz, where the usual one is of `usual_hz`.
pub(super) fn in_hz(level: f64, usual_hz: f64) -> f64 {
    usual_hz * (-level).exp()
}

impl Sample {
    /// Whether its time means anything.
    pub fn is_sound(&self) -> bool {
        !matches!(self.classification, Classification::Impossible | Classification::Migrated)
    }

    /// By how much it took longer than an undisturbed one of its kind; `None` for one that cannot be compared, or is not long.
    fn lateness(&self) -> Option<Lateness> {
        let compared = matches!(
            self.classification,
            Classification::Clean | Classification::Slow | Classification::Fast
        );
        let is_long = self.length == Length::Long && self.kind.role() != Role::TightLoop;
        let ppm = self.excess_ns / (self.time_ns - self.excess_ns) * 1e6;
        let kept = self.classification == Classification::Clean;
        (compared && is_long && ppm.is_finite()).then_some(Lateness { ppm, kept })
    }

    pub(super) fn set_level(&mut self, level: f64) {
        self.level = level;
        self.level_ns = self.time_ns * (-level).exp();
    }
}

/// All samples of a recording, cleaned, and what was found on the way.
#[derive(Debug)]
pub struct Samples {
    /// One for each window.
    pub list: Vec<Sample>,
    /// How many rounds.
    pub rounds: usize,
    /// When the first window began, since the session's start, in nanoseconds.
    pub from_ns: f64,
    /// Usual trips of each sort.
    trips: [f64; SORTS],
    /// What the windows of each sort turned out to be like.
    judgements: [Judgement; SORTS],
    /// When another thread shared the core.
    contention: Contention,
    /// Whole cycles a step, for the kinds that have them.
    cycles: Option<WholeCycles>,
    quantum_ns: f64,
}

/// Times that the clock's path and the edges are found in turn: after the third neither changes.
const FINE_PASSES: u32 = 3;

/// And before it, where the core is shared at times: the first reference took sharing for slowness there.
const COARSE_PASSES: u32 = 2;

pub(super) const SORTS: usize = Kind::ALL.len() * LENGTHS;

/// The place of a sort in tables.
pub(super) fn sort(kind: Kind, length: Length) -> usize {
    kind as usize * LENGTHS + length as usize
}

impl Samples {
    /// By how much the long windows took longer than undisturbed ones.
    pub(super) fn lateness(&self) -> Vec<Lateness> {
        self.list.iter().filter_map(Sample::lateness).collect()
    }

    /// Reads and cleans the windows of `recording`.
    pub fn of(recording: &Recording) -> Samples {
        let windows = &recording.windows.0;
        let trips = usual_trips(windows);
        let list = convert(windows, &recording.clock, &trips, recording.counting_cpus().as_ref());
        let rounds = list.last().map_or(0, |last| last.round + 1);
        let first_ticks = windows.first().map_or(0, |first| first.start_ticks);
        let mut samples = Samples {
            list,
            rounds,
            from_ns: recording.clock.timebase.ns_f64(first_ticks.cast_signed()),
            trips,
            judgements: [Judgement::NONE; SORTS],
            contention: Contention::default(),
            cycles: None,
            quantum_ns: recording.clock.quantum_ns(),
        };
        samples.clean();
        samples
    }

    /// Finds the clock's path and the edge of each sort, each by the other.
    fn clean(&mut self) {
        let sorts = indices_by_sort(&self.list);
        let Some(reference) = LocalReference::of(&self.list, &sorts, self.rounds) else { return };
        for sample in &mut self.list {
            sample.set_level(reference.level(sample.round));
        }
        self.judge(&sorts);
        self.cycles = WholeCycles::of(self);
        if let Some(cycles) = self.cycles {
            self.contention = Contention::of(self, &cycles);
        }
        self.follow(&sorts);
    }

    /// Takes the core as shared in all rounds: the quiet ones are too few.
    pub(super) fn share_throughout(&mut self) {
        if !self.contention.always {
            self.contention.always = true;
            self.contention.of_time = 1.0;
            self.follow(&indices_by_sort(&self.list));
        }
    }

    /// Takes the core as shared in no round.
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

    /// A sibling lengthens a short window by less than the reads scatter, so it shows in the longer windows beside it: where
    /// the one before and the one after are slow, the short one does not count. (Of one alone an interruption may be the
    /// reason.)
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

    /// What shared rounds tell of the clock is coarse: they are on the level, near theirs, on which quiet rounds spent most
    /// of their time; on one of their own where there is none.
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

    /// Makes the level on which most of the time was spent, of that which counts, the usual one.
    pub(super) fn level_on_the_usual(&mut self) {
        let usual = self.usual_level();
        for sample in &mut self.list {
            sample.set_level(sample.level - usual);
        }
        self.judge(&indices_by_sort(&self.list));
    }

    /// The level on which most of the time was spent that counts.
    pub(super) fn usual_level(&self) -> f64 {
        self.time_by_level().into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).map_or(0.0, |(level, _)| level)
    }

    /// The time that was spent on each level, of that which counts, in nanoseconds.
    fn time_by_level(&self) -> Vec<(f64, f64)> {
        let mut time: BTreeMap<u64, f64> = BTreeMap::new();
        for sample in self.list.iter().filter(|sample| sample.is_sound() && sample.counts) {
            *time.entry(sample.level.to_bits()).or_default() += sample.time_ns;
        }
        time.into_iter().map(|(bits, time_ns)| (f64::from_bits(bits), time_ns)).collect()
    }

    /// When another thread shared the core.
    pub(crate) fn contention(&self) -> &Contention {
        &self.contention
    }

    /// Whole cycles a step, for the kinds that have them.
    pub(super) fn cycles(&self) -> Option<&WholeCycles> {
        self.cycles.as_ref()
    }

    /// The level on which `sample` would be clean by what it took itself: the logarithm of its time by the one that its sort takes
    /// undisturbed on level 0. No finite number where either is unknown.
    pub(super) fn own_level(&self, sample: &Sample) -> f64 {
        (sample.time_ns / self.judgement(sample.kind, sample.length).floor_ns).ln()
    }

    pub(super) fn judgement(&self, kind: Kind, length: Length) -> &Judgement {
        &self.judgements[sort(kind, length)]
    }

    /// The trips to which the times of this sort are scaled.
    pub fn trips(&self, kind: Kind, length: Length) -> f64 {
        self.trips[sort(kind, length)]
    }

    /// Steps of a window of this sort at its usual trips.
    pub(super) fn steps(&self, kind: Kind, length: Length) -> f64 {
        self.trips(kind, length) * f64::from(kind.steps_per_trip(length))
    }

    /// The steps by which a long window of this kind differs from a short one.
    pub(super) fn step_difference(&self, kind: Kind) -> f64 {
        self.steps(kind, Length::Long) - self.steps(kind, Length::Short)
    }

    /// The standard deviation of this sort's clean windows, in nanoseconds.
    pub fn noise_ns(&self, kind: Kind, length: Length) -> f64 {
        self.judgements[sort(kind, length)].noise_ns
    }

    /// By how much undetected interruptions may have lengthened this sort's clean windows on average, in
    /// nanoseconds.
    pub fn undetected_ns(&self, kind: Kind, length: Length) -> f64 {
        self.judgements[sort(kind, length)].undetected_ns
    }

    /// The width within which one reading of the clock places an instant, in nanoseconds.
    pub(super) fn quantum_ns(&self) -> f64 {
        self.quantum_ns
    }

    /// How many windows count.
    pub fn kept(&self) -> usize {
        self.list.iter().filter(|sample| sample.classification == Classification::Clean).count()
    }

    /// All windows, and the undisturbed ones among them.
    pub fn windows(&self) -> WindowCount {
        WindowCount { taken: self.list.len(), kept: self.kept() }
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
