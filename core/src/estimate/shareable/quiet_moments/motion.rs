//! Whether the clock moved, and how: by the states where it stood, by its course while the core was shared, by the difference
//! of batches.

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

/// A level farther from the usual one than this part is an excursion, and no drift.
const EXCURSION: f64 = 0.015;

/// What the clock did.
pub(super) struct Motion {
    states: States,
    /// Where the states do not tell all.
    course: Option<Course>,
    drifted: bool,
}

/// A clock with what it did.
pub(super) struct Told {
    pub(super) frequency: Frequency,
    pub(super) range: Range,
    pub(super) states: Vec<ClockState>,
    pub(super) time_line: Vec<Point>,
}

impl Motion {
    /// The motion that `evidence` shows of a clock with these `states`, a cycle of which takes `usual_ns` in the usual one,
    /// with this `doubt`.
    pub(super) fn of(evidence: &Evidence<'_>, mut states: States, usual_ns: f64, doubt: &Doubt) -> Motion {
        let samples = evidence.samples;
        let shared = samples.contention().share();
        let course = if shared > 0.0 { Course::of(samples, Some(usual_ns)) } else { None };
        // Where the states tell all, they tell it more exactly.
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

    /// Whether it moved between levels, each of which it stood on.
    fn stepped(&self) -> bool {
        self.states.moved() || self.course.is_some()
    }

    /// Whether it moved at all.
    pub(super) fn moved(&self) -> bool {
        self.stepped() || self.drifted
    }

    /// What the clock did whose frequency in the usual state is `usual`.
    pub(super) fn tell(&self, evidence: &Evidence<'_>, usual: Frequency) -> Told {
        let time_line = self.time_line(evidence, usual.hz);
        // The few quiet moments tell neither how long it stood where, nor where it stood besides.
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
            // Where nothing was quiet, the course tells, or the states do.
            let of_states = || time_line::time_line_of_states(evidence.samples, usual_hz);
            time_line.append(&mut self.course.as_ref().map_or_else(of_states, Course::shared_points));
            time_line.sort_by(|a, b| a.at_ms.total_cmp(&b.at_ms));
        }
        time_line
    }

    /// The mean over time.
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

    /// Between what it moved.
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
