//! Whether and how the clock moved: from its states, from its trace while the core was shared, and
//! from the differences between batches.

use super::super::clock_trace::ClockTrace;
use super::super::drift;
use super::super::states::States;
use super::super::time_line;
use super::super::uncertainty::Uncertainty;
use super::batch_estimates::BatchEstimates;
use crate::estimate::frequency::Frequency;
use crate::estimate::result::{ClockState, MIN_DWELL_SHARE};
use crate::estimate::sample::{Sample, in_hz};
use crate::estimate::variation::{Point, Range};

/// A level further than this fraction from the main level is an excursion, not a drift.
const EXCURSION: f64 = 0.015;

/// Motion of the clock.
pub(super) struct Motion {
    states: States,
    /// `None` if the states describe the clock fully.
    trace: Option<ClockTrace>,
    drifted: bool,
}

/// Frequency, range, states and time line of a clock.
pub(super) struct MotionSummary {
    pub(super) frequency: Frequency,
    pub(super) range: Range,
    pub(super) states: Vec<ClockState>,
    pub(super) time_line: Vec<Point>,
}

impl Motion {
    /// The motion that `estimates` shows of a clock with these `states`. A cycle takes `main_ns` on
    /// the main level, with the uncertainty `uncertainty`.
    pub(super) fn of(
        estimates: &BatchEstimates<'_>,
        mut states: States,
        main_ns: f64,
        uncertainty: &Uncertainty,
    ) -> Motion {
        let samples = estimates.samples;
        let shared = samples.contention().share();
        let trace = if shared > 0.0 { ClockTrace::of(samples, Some(main_ns)) } else { None };
        // States that describe the clock fully are more accurate.
        let trace = trace.filter(|trace| !states.describe_all(trace, 1e9 / main_ns));
        if trace.is_none() && drift::is_finely_resolved(shared, uncertainty.non_batch_ppm()) {
            states.reassign_uncontended_dwell_times(samples);
        }
        let stepped = states.moved() || trace.is_some();
        let drifted = drift::least_ppm(shared, uncertainty.non_batch_ppm()).is_some_and(|least_ppm| {
            // An excursion that is too brief for a state does not make a drift.
            let counts = |sample: &Sample| stepped || sample.level.abs() < EXCURSION;
            let as_they_are = |sample: &Sample| counts(sample).then_some(sample.time_ns);
            let batches = estimates.batches(as_they_are);
            drift::drifted(samples, &batches, &estimates.time_line(as_they_are), least_ppm)
        });
        Motion { states, trace, drifted }
    }

    /// Returns `true` if it moved between levels on which it stayed.
    fn stepped(&self) -> bool {
        self.states.moved() || self.trace.is_some()
    }

    /// Returns `true` if it moved at all.
    pub(super) fn moved(&self) -> bool {
        self.stepped() || self.drifted
    }

    /// Describes the clock, with `main` as its frequency on the main level.
    pub(super) fn summarise(&self, estimates: &BatchEstimates<'_>, main: Frequency) -> MotionSummary {
        let time_line = self.time_line(estimates, main.hz.value);
        // The few uncontended rounds determine neither the time shares nor all levels.
        let trace_alone =
            self.trace.as_ref().filter(|_| estimates.samples.contention().is_mostly_contended());
        MotionSummary {
            frequency: self.mean(estimates, main, &time_line),
            range: self.range(estimates, main, trace_alone),
            states: if trace_alone.is_some() { Vec::new() } else { self.states.in_hz(main.hz.value) },
            time_line,
        }
    }

    /// The clock over time.
    fn time_line(&self, estimates: &BatchEstimates<'_>, main_hz: f64) -> Vec<Point> {
        if !self.moved() {
            return estimates.time_line(|sample| Some(sample.time_ns));
        }
        let mut time_line = estimates.finest_time_line();
        if self.stepped() && !self.states.uncontended_only {
            // Contended rounds have points from the trace or, without one, from the states.
            let of_states = || time_line::time_line_of_states(estimates.samples, main_hz);
            time_line.append(&mut self.trace.as_ref().map_or_else(of_states, ClockTrace::shared_points));
            time_line.sort_by(|a, b| a.at_ms.total_cmp(&b.at_ms));
        }
        time_line
    }

    /// Time average.
    fn mean(&self, estimates: &BatchEstimates<'_>, main: Frequency, time_line: &[Point]) -> Frequency {
        if let Some(trace) = &self.trace {
            let ahead = 1.0 - trace.least_mean_hz() / trace.mean_hz();
            let late = ClockTrace::late(estimates.samples.contention().share());
            let mean = trace.mean_hz() / main.hz.value;
            return main.averaged_over_states(mean, self.states.uncertainty).widened(ahead, late);
        }
        if self.stepped() {
            return main.averaged_over_states(self.states.mean, self.states.uncertainty);
        }
        let mean = if self.drifted { time_line::mean_over_time(time_line) } else { None };
        mean.map_or(main, |mean| main.recentred_on(mean))
    }

    /// Range of the clock.
    fn range(
        &self,
        estimates: &BatchEstimates<'_>,
        main: Frequency,
        trace_alone: Option<&ClockTrace>,
    ) -> Range {
        let drift = if self.drifted { estimates.ends() } else { None };
        if !self.stepped() {
            return drift.map_or(Range::at(main.hz.value), |drift| drift.seen);
        }
        let (lowest, highest) = self.states.range;
        let at = |level: f64| in_hz(level, main.hz.value);
        let mut range = Range::at(main.hz.value).with(at(lowest)).with(at(highest));
        if let Some(trace) = trace_alone.map(|trace| trace.range(MIN_DWELL_SHARE)) {
            range = range.with(trace.low_hz).with(trace.high_hz);
        }
        drift.map_or(range, |drift| drift.beyond(range))
    }
}
