//! The windows of a recording, and what was found out about them.

use std::collections::BTreeMap;

use crate::chain::{Kind, Length};

use super::contention::Contention;
use super::judgement::Judgement;
use super::whole_cycles::WholeCycles;
use crate::estimate::convert::{convert, usual_trips};
use crate::estimate::recording::Recording;
use crate::estimate::result::Lateness;
use crate::estimate::sample::{Classification, SORTS, Sample, sort};
use crate::estimate::windows::WindowCount;

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
    pub(super) trips: [f64; SORTS],
    /// What the windows of each sort turned out to be like.
    pub(super) judgements: [Judgement; SORTS],
    /// When another thread shared the core.
    pub(super) contention: Contention,
    /// Whole cycles a step, for the kinds that have them.
    pub(super) cycles: Option<WholeCycles>,
    pub(super) quantum_ns: f64,
}

impl Samples {
    /// By how much the long windows took longer than undisturbed ones.
    pub(super) fn lateness(&self) -> Vec<Lateness> {
        self.list.iter().filter_map(Sample::lateness).collect()
    }

    /// The windows of `recording`, not judged yet.
    pub(super) fn unjudged(recording: &Recording) -> Samples {
        let windows = &recording.windows.0;
        let trips = usual_trips(windows);
        let list = convert(windows, &recording.clock, &trips, recording.counting_cpus().as_ref());
        let rounds = list.last().map_or(0, |last| last.round + 1);
        let first_ticks = windows.first().map_or(0, |first| first.start_ticks);
        Samples {
            list,
            rounds,
            from_ns: recording.clock.timebase.ns_f64(first_ticks.cast_signed()),
            trips,
            judgements: [Judgement::NONE; SORTS],
            contention: Contention::default(),
            cycles: None,
            quantum_ns: recording.clock.quantum_ns(),
        }
    }

    /// The level on which most of the time was spent that counts.
    pub(super) fn usual_level(&self) -> f64 {
        self.time_by_level().into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).map_or(0.0, |(level, _)| level)
    }

    /// The time that was spent on each level, of that which counts, in nanoseconds.
    pub(super) fn time_by_level(&self) -> Vec<(f64, f64)> {
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
