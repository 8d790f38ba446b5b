//! Windows of a recording in order of time, each with its share of the reading's time.

use crate::chain::{BodyLength, ChainKind, Role};

use super::super::convert::{convert, nominal_iterations};
use super::super::recording::Recording;
use super::super::sample::{Classification, Sample, WINDOW_TYPES, paused_ns, window_type};
use super::parameters::{LATE_READS, LATE_SIGMAS};

/// A valid window.
#[derive(Debug, Clone, Copy)]
pub(super) struct Window {
    /// Index of its type in [`Windows::types`].
    pub(super) window_type: usize,
    /// Time from the first window's start to this one's, in nanoseconds.
    pub(super) at_ns: f64,
    /// Duration without the clock reads, in nanoseconds.
    pub(super) own_ns: f64,
    /// Duration scaled to the nominal iteration count of its type, in nanoseconds.
    pub(super) time_ns: f64,
    /// Iteration count divided by the nominal one.
    pub(super) iterations: f64,
    /// Time that the window represents: until the next one began, in nanoseconds.
    pub(super) stands_ns: f64,
}

impl Window {
    /// Logarithm of its duration divided by its type's on the reference level.
    pub(super) fn late(&self, edges: &[f64]) -> f64 {
        (self.time_ns / edges[self.window_type]).ln()
    }
}

/// A window type: kind and body length.
#[derive(Debug, Clone, Copy)]
pub(super) struct WindowType {
    pub(super) kind: ChainKind,
    pub(super) length: BodyLength,
    /// Steps of the chain at the nominal iteration count.
    pub(super) steps: f64,
}

impl WindowType {
    pub(super) fn is_long(&self) -> bool {
        self.length == BodyLength::Long
    }

    pub(super) fn is_short(&self) -> bool {
        self.length == BodyLength::Short
    }

    /// Returns `true` for long windows of a chain of steps, which excludes the tight loop.
    pub(super) fn is_compared(&self) -> bool {
        self.is_long() && self.kind.role() != Role::TightLoop
    }

    /// Returns `true` if a step takes one cycle on nearly all cores.
    pub(super) fn is_one_cycle(&self) -> bool {
        matches!(self.kind.role(), Role::OneCycle { .. })
    }

    /// Returns `true` for long windows of one-cycle kinds, which follow the clock most precisely.
    pub(super) fn is_exact(&self) -> bool {
        self.is_long() && self.is_one_cycle()
    }
}

/// Windows of a recording.
#[derive(Debug)]
pub(super) struct Windows {
    pub(super) list: Vec<Window>,
    pub(super) types: Vec<WindowType>,
    /// Resolution of a clock read, in nanoseconds.
    pub(super) quantum_ns: f64,
    /// Read cost of the clock, in nanoseconds.
    pub(super) read_cost_ns: f64,
    /// Number of all windows, invalid ones included.
    pub(super) taken: usize,
    /// Number of windows that ended on another core.
    pub(super) migrated: usize,
    /// Time from the start of the session to the first window, in nanoseconds.
    pub(super) from_ns: f64,
    /// Number of rounds.
    pub(super) rounds: usize,
    /// Time between consecutive windows beyond the normal gap, in nanoseconds: used by others.
    pub(super) paused_ns: f64,
}

impl Windows {
    pub(super) fn of(recording: &Recording) -> Windows {
        let windows = &recording.windows.0;
        let reference = nominal_iterations(windows);
        let samples = convert(windows, &recording.clock, &reference, recording.counting_cpus().as_ref());
        let mut places = [usize::MAX; WINDOW_TYPES];
        let mut types = Vec::new();
        let mut list: Vec<Window> = Vec::with_capacity(samples.len());
        for (sample, window) in samples.iter().zip(windows) {
            let iterations =
                f64::from(window.iterations) / reference[window_type(window.kind, window.length)];
            let own_ns = sample.time_ns * iterations;
            if !sample.is_valid() || own_ns <= 0.0 {
                continue;
            }
            let place = &mut places[window_type(sample.kind, sample.length)];
            if *place == usize::MAX {
                *place = types.len();
                types.push(WindowType {
                    kind: sample.kind,
                    length: sample.length,
                    steps: sample.nominal_steps,
                });
            }
            let at_ns = sample.at_ns;
            if let Some(last) = list.last_mut() {
                last.stands_ns = (at_ns - last.at_ns).max(last.own_ns);
            }
            let stands_ns = (sample.end_ns - at_ns).max(own_ns);
            list.push(Window {
                window_type: *place,
                at_ns,
                own_ns,
                time_ns: sample.time_ns,
                iterations,
                stands_ns,
            });
        }
        let is_migrated = |sample: &&Sample| sample.classification == Classification::Migrated;
        let first_ticks = windows.first().map_or(0, |first| first.start_ticks);
        Windows {
            list,
            types,
            quantum_ns: recording.clock.quantum_ns(),
            read_cost_ns: recording.clock.read_cost_ns,
            taken: windows.len(),
            migrated: samples.iter().filter(is_migrated).count(),
            from_ns: recording.clock.timebase.ns_f64(first_ticks.cast_signed()),
            rounds: samples.last().map_or(0, |last| last.round + 1),
            paused_ns: paused_ns(&samples),
        }
    }

    /// Returns the windows for which `counts` is true. Each represents the time until the next of
    /// them.
    pub(super) fn only(&self, counts: impl Fn(&Window) -> bool) -> Windows {
        let mut list: Vec<Window> = self.list.iter().filter(|window| counts(window)).copied().collect();
        for at in 1..list.len() {
            list[at - 1].stands_ns = list[at].at_ns - list[at - 1].at_ns;
        }
        Windows { list, types: self.types.clone(), ..*self }
    }

    /// Quantisation noise of a pair of reads, in nanoseconds.
    pub(super) fn tick_noise_ns(&self) -> f64 {
        self.quantum_ns / 6_f64.sqrt()
    }

    /// Excess time beyond which noise and a delayed read no longer explain a window, in
    /// nanoseconds.
    pub(super) fn late_read_ns(&self, noise_ns: f64) -> f64 {
        (LATE_SIGMAS.get() * noise_ns).max(LATE_READS.get() * self.read_cost_ns)
    }

    pub(super) fn type_of(&self, window: &Window) -> &WindowType {
        &self.types[window.window_type]
    }

    /// Index of a window type; `None` if it has no windows.
    pub(super) fn place(&self, kind: ChainKind, length: BodyLength) -> Option<usize> {
        self.types.iter().position(|window_type| window_type.kind == kind && window_type.length == length)
    }

    /// Durations of each type's windows, at its nominal iteration count.
    pub(super) fn times_by_type(&self) -> Vec<Vec<f64>> {
        let mut times = vec![Vec::new(); self.types.len()];
        for window in &self.list {
            times[window.window_type].push(window.time_ns);
        }
        times
    }
}
