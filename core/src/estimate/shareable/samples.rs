//! The windows of a recording and their classification.

use std::collections::BTreeMap;

use crate::chain::{BodyLength, ChainKind};

use super::contention::Contention;
use super::edge_fit::EdgeFit;
use super::whole_cycles::WholeCycles;
use crate::estimate::convert::{convert, nominal_iterations};
use crate::estimate::recording::Recording;
use crate::estimate::result::Lateness;
use crate::estimate::sample::{Classification, Sample, WINDOW_TYPES, window_type};
use crate::estimate::windows::WindowCount;

/// All samples of a recording, classified, with the results of the classification.
#[derive(Debug)]
pub struct Samples {
    /// One for each window.
    pub list: Vec<Sample>,
    /// Number of rounds.
    pub rounds: usize,
    /// Start of the first window since the session's start, in nanoseconds.
    pub from_ns: f64,
    /// Nominal iteration count of each window type.
    pub(super) iterations: [f64; WINDOW_TYPES],
    /// Edge and noise of each window type.
    pub(super) edge_fits: [EdgeFit; WINDOW_TYPES],
    /// Rounds in which another thread shared the core.
    pub(super) contention: Contention,
    /// Whole cycles per step, for the kinds that have them.
    pub(super) cycles: Option<WholeCycles>,
    pub(super) quantum_ns: f64,
}

impl Samples {
    /// Excess time of the long windows relative to undisturbed ones.
    pub(super) fn lateness(&self) -> Vec<Lateness> {
        self.list.iter().filter_map(Sample::lateness).collect()
    }

    /// Converts the windows of `recording` to samples that are not classified yet.
    pub(super) fn unfitted(recording: &Recording) -> Samples {
        let windows = &recording.windows.0;
        let iterations = nominal_iterations(windows);
        let list = convert(windows, &recording.clock, &iterations, recording.counting_cpus().as_ref());
        let rounds = list.last().map_or(0, |last| last.round + 1);
        let first_ticks = windows.first().map_or(0, |first| first.start_ticks);
        Samples {
            list,
            rounds,
            from_ns: recording.clock.timebase.ns_f64(first_ticks.cast_signed()),
            iterations,
            edge_fits: [EdgeFit::NONE; WINDOW_TYPES],
            contention: Contention::default(),
            cycles: None,
            quantum_ns: recording.clock.quantum_ns(),
        }
    }

    /// The level with the longest dwell time in samples that count.
    pub(super) fn main_level(&self) -> f64 {
        self.time_by_level().into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).map_or(0.0, |(level, _)| level)
    }

    /// Dwell time on each level in samples that count, in nanoseconds.
    pub(super) fn time_by_level(&self) -> Vec<(f64, f64)> {
        let mut time: BTreeMap<u64, f64> = BTreeMap::new();
        for sample in self.list.iter().filter(|sample| sample.is_valid() && sample.counts) {
            *time.entry(sample.level.to_bits()).or_default() += sample.time_ns;
        }
        time.into_iter().map(|(bits, time_ns)| (f64::from_bits(bits), time_ns)).collect()
    }

    /// Rounds in which another thread shared the core.
    pub(crate) fn contention(&self) -> &Contention {
        &self.contention
    }

    /// Whole cycles per step, for the kinds that have them.
    pub(super) fn cycles(&self) -> Option<&WholeCycles> {
        self.cycles.as_ref()
    }

    /// The level on which `sample` would be undisturbed, from its own duration: the logarithm of
    /// its duration relative to an undisturbed window of its type on level 0. Not finite if either
    /// is unknown.
    pub(super) fn own_level(&self, sample: &Sample) -> f64 {
        (sample.time_ns / self.edge_fit(sample.kind, sample.length).edge_ns).ln()
    }

    pub(super) fn edge_fit(&self, kind: ChainKind, length: BodyLength) -> &EdgeFit {
        &self.edge_fits[window_type(kind, length)]
    }

    /// The iteration count to which durations of this window type are scaled.
    pub fn iterations(&self, kind: ChainKind, length: BodyLength) -> f64 {
        self.iterations[window_type(kind, length)]
    }

    /// Steps in a window of this type at its nominal iteration count.
    pub(super) fn steps(&self, kind: ChainKind, length: BodyLength) -> f64 {
        self.iterations(kind, length) * f64::from(kind.steps_per_iteration(length))
    }

    /// Difference in steps between a long and a short window of this kind.
    pub(super) fn step_difference(&self, kind: ChainKind) -> f64 {
        self.steps(kind, BodyLength::Long) - self.steps(kind, BodyLength::Short)
    }

    /// Standard deviation of undisturbed windows of this type, in nanoseconds.
    pub fn noise_ns(&self, kind: ChainKind, length: BodyLength) -> f64 {
        self.edge_fits[window_type(kind, length)].noise_ns
    }

    /// Bound on the mean lengthening of undisturbed windows of this type by undetected
    /// interruptions, in nanoseconds.
    pub fn undetected_ns(&self, kind: ChainKind, length: BodyLength) -> f64 {
        self.edge_fits[window_type(kind, length)].undetected_ns
    }

    /// Width of the interval to which one clock read confines the time of the read, in nanoseconds.
    pub(super) fn quantum_ns(&self) -> f64 {
        self.quantum_ns
    }

    /// Number of undisturbed windows.
    pub fn kept(&self) -> usize {
        self.list.iter().filter(|sample| sample.classification == Classification::Undisturbed).count()
    }

    /// Numbers of all windows and of undisturbed windows.
    pub fn windows(&self) -> WindowCount {
        WindowCount { total: self.list.len(), undisturbed: self.kept() }
    }
}
