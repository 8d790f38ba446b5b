//! The windows of a recording in the order of time, each with its share of the reading's time.

use crate::chain::{Kind, Length, Role};

use super::super::convert::{convert, usual_trips};
use super::super::recording::Recording;
use super::super::sample::{Classification, SORTS, Sample, paused_ns, sort};
use super::parameters::{LATE_READS, LATE_SIGMAS};

/// A window that means anything.
#[derive(Debug, Clone, Copy)]
pub(super) struct Window {
    /// Its sort's place in [`Windows::sorts`].
    pub(super) sort: usize,
    /// When it began, since the first window, in nanoseconds.
    pub(super) at_ns: f64,
    /// What it took, without the clock's reads.
    pub(super) own_ns: f64,
    /// The same at the trips that are usual for its sort.
    pub(super) time_ns: f64,
    /// Its trips by the usual ones.
    pub(super) trips: f64,
    /// The time that it stands for: until the next one began.
    pub(super) stands_ns: f64,
}

impl Window {
    /// The logarithm of what it took by what its sort takes on the usual level.
    pub(super) fn late(&self, edges: &[f64]) -> f64 {
        (self.time_ns / edges[self.sort]).ln()
    }
}

/// Windows of one kind and one length.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sort {
    pub(super) kind: Kind,
    pub(super) length: Length,
    /// Steps of the chain at the usual trips.
    pub(super) steps: f64,
}

impl Sort {
    pub(super) fn is_long(&self) -> bool {
        self.length == Length::Long
    }

    pub(super) fn is_short(&self) -> bool {
        self.length == Length::Short
    }

    /// Whether its windows are long, of steps.
    pub(super) fn is_compared(&self) -> bool {
        self.is_long() && self.kind.role() != Role::TightLoop
    }

    /// Whether a step takes one cycle on nearly all cores.
    pub(super) fn is_one_cycle(&self) -> bool {
        matches!(self.kind.role(), Role::OneCycle { .. })
    }

    /// Whether its windows follow the clock most exactly.
    pub(super) fn is_exact(&self) -> bool {
        self.is_long() && self.is_one_cycle()
    }
}

/// A recording's windows.
#[derive(Debug)]
pub(super) struct Windows {
    pub(super) list: Vec<Window>,
    pub(super) sorts: Vec<Sort>,
    /// What one read of the clock places an instant to, in nanoseconds.
    pub(super) quantum_ns: f64,
    /// What one read of the clock takes, in nanoseconds.
    pub(super) access_ns: f64,
    /// How many there are, with those that mean nothing.
    pub(super) taken: usize,
    /// Of those the ones that ended on another core.
    pub(super) migrated: usize,
    /// When the first began, since the session's start, in nanoseconds.
    pub(super) from_ns: f64,
    /// How many rounds.
    pub(super) rounds: usize,
    /// The time between windows that followed each other beyond what is usual there, in nanoseconds: somebody else's.
    pub(super) paused_ns: f64,
}

impl Windows {
    pub(super) fn of(recording: &Recording) -> Windows {
        let windows = &recording.windows.0;
        let usual = usual_trips(windows);
        let samples = convert(windows, &recording.clock, &usual, recording.counting_cpus().as_ref());
        let mut places = [usize::MAX; SORTS];
        let mut sorts = Vec::new();
        let mut list: Vec<Window> = Vec::with_capacity(samples.len());
        for (sample, window) in samples.iter().zip(windows) {
            let trips = f64::from(window.trips) / usual[sort(window.kind, window.length)];
            let own_ns = sample.time_ns * trips;
            if !sample.is_sound() || own_ns <= 0.0 {
                continue;
            }
            let place = &mut places[sort(sample.kind, sample.length)];
            if *place == usize::MAX {
                *place = sorts.len();
                sorts.push(Sort { kind: sample.kind, length: sample.length, steps: sample.usual_steps });
            }
            let at_ns = sample.at_ns;
            if let Some(last) = list.last_mut() {
                last.stands_ns = (at_ns - last.at_ns).max(last.own_ns);
            }
            let stands_ns = (sample.end_ns - at_ns).max(own_ns);
            list.push(Window { sort: *place, at_ns, own_ns, time_ns: sample.time_ns, trips, stands_ns });
        }
        let is_migrated = |sample: &&Sample| sample.classification == Classification::Migrated;
        let first_ticks = windows.first().map_or(0, |first| first.start_ticks);
        Windows {
            list,
            sorts,
            quantum_ns: recording.clock.quantum_ns(),
            access_ns: recording.clock.access_ns,
            taken: windows.len(),
            migrated: samples.iter().filter(is_migrated).count(),
            from_ns: recording.clock.timebase.ns_f64(first_ticks.cast_signed()),
            rounds: samples.last().map_or(0, |last| last.round + 1),
            paused_ns: paused_ns(&samples),
        }
    }

    /// Those alone that count, each of which stands for the time until the next of them.
    pub(super) fn only(&self, counts: impl Fn(&Window) -> bool) -> Windows {
        let mut list: Vec<Window> = self.list.iter().filter(|window| counts(window)).copied().collect();
        for at in 1..list.len() {
            list[at - 1].stands_ns = list[at].at_ns - list[at - 1].at_ns;
        }
        Windows { list, sorts: self.sorts.clone(), ..*self }
    }

    /// The noise that the tick leaves in a pair of reads, in nanoseconds.
    pub(super) fn tick_noise_ns(&self) -> f64 {
        self.quantum_ns / 6_f64.sqrt()
    }

    /// A window that is later than this may be so by more than its noise and a late read, in nanoseconds.
    pub(super) fn late_read_ns(&self, noise_ns: f64) -> f64 {
        (LATE_SIGMAS.get() * noise_ns).max(LATE_READS.get() * self.access_ns)
    }

    pub(super) fn sort(&self, window: &Window) -> &Sort {
        &self.sorts[window.sort]
    }

    /// The place of a sort, if there are windows of it.
    pub(super) fn place(&self, kind: Kind, length: Length) -> Option<usize> {
        self.sorts.iter().position(|sort| sort.kind == kind && sort.length == length)
    }

    /// The times of each sort's windows, at its usual trips.
    pub(super) fn times_by_sort(&self) -> Vec<Vec<f64>> {
        let mut times = vec![Vec::new(); self.sorts.len()];
        for window in &self.list {
            times[window.sort].push(window.time_ns);
        }
        times
    }
}
