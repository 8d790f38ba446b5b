//! Whether and how the clock moved: from its states, from its trace while the core was shared, and
//! from the differences between batches.

use super::super::course::Course;
use super::super::doubt::Doubt;
use super::super::drift;
use super::super::states::States;
use super::super::time_line;
use super::evidence::Evidence;
use crate::estimate::frequency::Frequency;
use crate::estimate::result::{ClockState, MOMENT};
use crate::estimate::sample::{Sample, in_hz};
use crate::estimate::variation::{Point, Range};

/// A level further than this fraction from the main level is an excursion, not a drift.
const EXCURSION: f64 = 0.015;

/// Motion of the clock.
pub(super) struct Motion {
    states: States,
    /// `None` if the states describe the clock fully.
    course: Option<Course>,
    drifted: bool,
}

/// Frequency, range, states and time line of a clock.
pub(super) struct Told {
    pub(super) frequency: Frequency,
    pub(super) range: Range,
    pub(super) states: Vec<ClockState>,
    pub(super) time_line: Vec<Point>,
}

impl Motion {
    /// The motion that `evidence` shows of a clock with these `states`. A cycle takes `usual_ns` on
    /// the main level, with the uncertainty `doubt`.
    pub(super) fn of(evidence: &Evidence<'_>, mut states: States, usual_ns: f64, doubt: &Doubt) -> Motion {
        let samples = evidence.samples;
        let shared = samples.contention().share();
        let course = if shared > 0.0 { Course::of(samples, Some(usual_ns)) } else { None };
        // States that describe the clock fully are more accurate.
        let course = course.filter(|course| !states.tell_all(course, 1e9 / usual_ns));
        if course.is_none() && drift::is_finely_told(shared, doubt.besides_batches_ppm()) {
            states.share_out_by_quiet_moments(samples);
        }
        let stepped = states.moved() || course.is_some();
        let drifted = drift::least_ppm(shared, doubt.besides_batches_ppm()).is_some_and(|least_ppm| {
            // An excursion that is too brief for a state does not make a drift.
            let counts = |sample: &Sample| stepped || sample.level.abs() < EXCURSION;
            let as_they_are = |sample: &Sample| counts(sample).then_some(sample.time_ns);
            let batches = evidence.batches(as_they_are);
            drift::drifted(samples, &batches, &evidence.time_line(as_they_are), least_ppm)
        });
        Motion { states, course, drifted }
    }

    /// Returns `true` if it moved between levels on which it stayed.
    fn stepped(&self) -> bool {
        self.states.moved() || self.course.is_some()
    }

    /// Returns `true` if it moved at all.
    pub(super) fn moved(&self) -> bool {
        self.stepped() || self.drifted
    }

    /// Describes the clock, with `usual` as its frequency on the main level.
    pub(super) fn tell(&self, evidence: &Evidence<'_>, usual: Frequency) -> Told {
        let time_line = self.time_line(evidence, usual.hz);
        // The few uncontended rounds determine neither the time shares nor all levels.
        let course_alone = self.course.as_ref().filter(|_| evidence.samples.contention().is_mostly_shared());
        Told {
            frequency: self.mean(evidence, usual, &time_line),
            range: self.range(evidence, usual, course_alone),
            states: if course_alone.is_some() { Vec::new() } else { self.states.in_hz(usual.hz) },
            time_line,
        }
    }

    /// The clock over time.
    fn time_line(&self, evidence: &Evidence<'_>, usual_hz: f64) -> Vec<Point> {
        if !self.moved() {
            return evidence.time_line(|sample| Some(sample.time_ns));
        }
        let mut time_line = evidence.finest_time_line();
        if self.stepped() && !self.states.by_quiet_moments {
            // Shared rounds have points from the trace or, without one, from the states.
            let of_states = || time_line::time_line_of_states(evidence.samples, usual_hz);
            time_line.append(&mut self.course.as_ref().map_or_else(of_states, Course::shared_points));
            time_line.sort_by(|a, b| a.at_ms.total_cmp(&b.at_ms));
        }
        time_line
    }

    /// Time average.
    fn mean(&self, evidence: &Evidence<'_>, usual: Frequency, time_line: &[Point]) -> Frequency {
        if let Some(course) = &self.course {
            let ahead = 1.0 - course.least_mean_hz() / course.mean_hz();
            let late = Course::late(evidence.samples.contention().share());
            let mean = course.mean_hz() / usual.hz;
            return usual.over_states(mean, self.states.doubt).or_beyond(ahead, late);
        }
        if self.stepped() {
            return usual.over_states(self.states.mean, self.states.doubt);
        }
        let mean = if self.drifted { time_line::mean_over_time(time_line) } else { None };
        mean.map_or(usual, |mean| usual.about(mean))
    }

    /// Range of the clock.
    fn range(&self, evidence: &Evidence<'_>, usual: Frequency, course_alone: Option<&Course>) -> Range {
        let drift = if self.drifted { evidence.ends() } else { None };
        if !self.stepped() {
            return drift.map_or(Range::at(usual.hz), |drift| drift.seen);
        }
        let (lowest, highest) = self.states.range;
        let at = |level: f64| in_hz(level, usual.hz);
        let mut range = Range::at(usual.hz).with(at(lowest)).with(at(highest));
        if let Some(course) = course_alone.map(|course| course.range(MOMENT)) {
            range = range.with(course.low_hz).with(course.high_hz);
        }
        drift.map_or(range, |drift| drift.beyond(range))
    }
}
