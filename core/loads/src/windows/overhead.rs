//! Window overhead: the loop overhead per iteration and, once, the call, its barriers and the clock
//! read.
//!
//! The former is a fraction of a window's time, whatever the clock. The latter takes cycles, or
//! nanoseconds, or some of both, depending on how a read is made: if the clock changes, it cannot
//! be known beforehand. So an empty window follows each window, and the duration of empty windows
//! is fitted as a line over the cycle time.

use trueghz::chain::BodyLength;
use trueghz::estimate::NORMAL_FACTOR;
use trueghz::internal::{Moments, Uncertain, middle_mean, overhead_ns, quantile};

use crate::windows::timed::TimedWindow;

/// Groups of empty windows by the length of a cycle, from the shortest to the longest.
const GROUPS: usize = 8;

/// Minimum number of empty windows of an informative group: with coarse ticks each shows one or
/// none.
const FEWEST: usize = 8;

/// Maximum number of empty windows that are held; beyond it, every other one is dropped. Together
/// they are good to a nanosecond at a tick of 77 ns, and a second's load is evaluated in a
/// millisecond.
const MOST: usize = 16_000;

/// Minimum standard error of a mean of empty windows: a step of a clock of nanoseconds.
const LEAST_ERROR_NS: f64 = 0.5;

/// Window overhead.
#[derive(Debug)]
pub(crate) struct WindowOverhead {
    /// Loop overhead as a fraction of a window's time.
    loop_part: Uncertain,
    quantum_ns: f64,
    empty: Vec<EmptyWindow>,
    /// Fixed overhead of a window, from all empty windows so far.
    once: Option<FixedOverhead>,
}

/// An empty window.
#[derive(Debug, Clone, Copy)]
struct EmptyWindow {
    /// Cycle time in the window before it.
    cycle_ns: f64,
    /// Its fixed overhead, without its one iteration.
    took_ns: f64,
}

/// A window of a long and one of a short body, with equal iteration counts, and an empty one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Triple {
    pub(crate) iterations: u32,
    pub(crate) long_ns: f64,
    pub(crate) short_ns: f64,
    pub(crate) empty_ns: f64,
}

impl WindowOverhead {
    /// Estimates the overhead from triples, taken at a constant clock, timed by a clock of this
    /// quantum; `None` if there are too few.
    pub(crate) fn of(triples: &[Triple], quantum_ns: f64) -> Option<WindowOverhead> {
        let (n, m) = (f64::from(BodyLength::Long.steps()), f64::from(BodyLength::Short.steps()));
        let middle =
            |value: &dyn Fn(&Triple) -> f64| middle_mean(&mut triples.iter().map(value).collect::<Vec<_>>());
        let iterations = middle(&|t| f64::from(t.iterations))?.value;
        let long_ns = middle(&|t| t.long_ns)?.value;
        let step_ns = middle(&|t| (t.long_ns - t.short_ns) / (f64::from(t.iterations) * (n - m)))?.value;
        // Overhead of a long window: the loop overhead of all its iterations, and the fixed
        // overhead...
        let overhead = middle(&|t| overhead_ns(t.long_ns, t.short_ns))?;
        // ...and of an empty one: the loop overhead of one iteration, and the fixed overhead.
        let empty_ns =
            undisturbed_mean(&mut triples.iter().map(|t| t.empty_ns).collect::<Vec<_>>(), quantum_ns)?;
        let of_one_iteration = (empty_ns.value - m * step_ns) - overhead.value / iterations;
        let once_ns = of_one_iteration / (1.0 - 1.0 / iterations.max(2.0));
        let loop_part = Uncertain {
            value: (overhead.value - once_ns) / long_ns,
            error: overhead.error.hypot(empty_ns.error) / long_ns,
        };
        let mut ends = WindowOverhead { loop_part, quantum_ns, empty: Vec::new(), once: None };
        ends.learn(triples.iter().map(|t| (t.long_ns / (f64::from(t.iterations) * n), t.empty_ns)));
        Some(ends)
    }

    /// Adds empty windows, each with the cycle time of the window before it, overhead included;
    /// both in nanoseconds.
    pub(crate) fn learn(&mut self, empty: impl IntoIterator<Item = (f64, f64)>) {
        let (n, m) = (f64::from(BodyLength::Long.steps()), f64::from(BodyLength::Short.steps()));
        let part = self.loop_part.value;
        self.empty.extend(empty.into_iter().map(|(cycle_ns, empty_ns)| {
            // An iteration of the short body: its steps, and the same loop overhead as a long one.
            let iteration_ns = cycle_ns * (m * (1.0 - part) + n * part);
            EmptyWindow { cycle_ns, took_ns: empty_ns - iteration_ns }
        }));
        while self.empty.len() > MOST {
            self.empty = self.empty.iter().step_by(2).copied().collect();
        }
        self.once = once(&self.empty, self.quantum_ns);
    }

    /// The clock of a window without its ends, in hertz.
    pub(crate) fn corrected_hz(&self, window: &TimedWindow) -> f64 {
        let once_ns = self.once_ns(1e9 / window.hz);
        window.hz / ((1.0 - once_ns / window.elapsed_ns) * (1.0 - self.loop_part.value))
    }

    /// Duration of the steps alone of a chain of `iterations` iterations of the long body that took
    /// `took_ns`: however long a step takes, the loop overhead per iteration equals that of
    /// additions of `addition_ns`.
    pub(crate) fn steps_ns(&self, took_ns: f64, iterations: u32, addition_ns: f64) -> f64 {
        let part = self.loop_part.value;
        let iteration_end_ns = addition_ns * f64::from(BodyLength::Long.steps()) * part / (1.0 - part);
        took_ns - self.once_ns(addition_ns) - f64::from(iterations) * iteration_end_ns
    }

    /// Uncertainty of the overhead of a window of this length, as a fraction of it: the half-width
    /// of a 95 % interval. It is a common error of all windows.
    pub(crate) fn overhead_uncertainty(&self, window_ns: f64) -> f64 {
        let once_ns = self.once.map_or(0.0, |once| once.error_ns);
        NORMAL_FACTOR * self.loop_part.error.hypot(once_ns / window_ns)
    }

    fn once_ns(&self, cycle_ns: f64) -> f64 {
        self.once.map_or(0.0, |once| once.at_ns(cycle_ns))
    }
}

/// Fits the fixed overhead as a line through groups of empty windows, weighted by their precision.
fn once(empty: &[EmptyWindow], quantum_ns: f64) -> Option<FixedOverhead> {
    let cycles = empty.iter().map(|empty| empty.cycle_ns);
    let (low, high) = cycles.fold((f64::INFINITY, 0.0_f64), |(low, high), ns| (low.min(ns), high.max(ns)));
    let mut groups: [Vec<EmptyWindow>; GROUPS] = Default::default();
    for empty in empty {
        let place = (empty.cycle_ns - low) / (high - low) * GROUPS as f64;
        groups[(place as usize).min(GROUPS - 1)].push(*empty);
    }
    let group = |of: &Vec<EmptyWindow>| {
        let mut took: Vec<f64> = of.iter().map(|empty| empty.took_ns).collect();
        let took = undisturbed_mean(&mut took, quantum_ns)?;
        let mut cycles = Moments::default();
        of.iter().for_each(|empty| cycles.add(empty.cycle_ns));
        (of.len() >= FEWEST).then_some((cycles.mean(), took))
    };
    FixedOverhead::through(&groups.iter().filter_map(group).collect::<Vec<_>>())
}

/// Fixed overhead of a window, as a function of the cycle time.
#[derive(Debug, Clone, Copy)]
struct FixedOverhead {
    middle_cycle_ns: f64,
    middle_ns: f64,
    /// Slope: nanoseconds per nanosecond of the cycle time, which is a number of cycles.
    cycles: f64,
    /// The range of cycle times in which it is known.
    known: (f64, f64),
    /// The standard error at the less certain end.
    error_ns: f64,
}

impl FixedOverhead {
    /// Least-squares line through (cycle time, fixed overhead).
    fn through(points: &[(f64, Uncertain)]) -> Option<FixedOverhead> {
        let weight = |of: &Uncertain| 1.0 / of.error.max(LEAST_ERROR_NS).powi(2);
        let sum = |value: &dyn Fn(f64, f64) -> f64| -> f64 {
            points.iter().map(|(cycle, took)| weight(took) * value(*cycle, took.value)).sum()
        };
        let weights = sum(&|_, _| 1.0);
        let middle_cycle_ns = sum(&|cycle, _| cycle) / weights;
        let middle_ns = sum(&|_, took| took) / weights;
        let spread = sum(&|cycle, _| (cycle - middle_cycle_ns).powi(2));
        let together = sum(&|cycle, took| (cycle - middle_cycle_ns) * (took - middle_ns));
        let cycles = if spread > 0.0 { together / spread } else { 0.0 };
        let known = (points.first()?.0, points.last()?.0);
        let error_at = |cycle: f64| {
            let of_slope = if spread > 0.0 { (cycle - middle_cycle_ns).powi(2) / spread } else { 0.0 };
            (1.0 / weights + of_slope).sqrt()
        };
        let error_ns = error_at(known.0).max(error_at(known.1));
        Some(FixedOverhead { middle_cycle_ns, middle_ns, cycles, known, error_ns })
    }

    fn at_ns(&self, cycle_ns: f64) -> f64 {
        let within = cycle_ns.clamp(self.known.0, self.known.1);
        self.middle_ns + self.cycles * (within - self.middle_cycle_ns)
    }
}

/// Mean of the times without interrupted ones: those longer than equal times could appear because
/// of the clock's ticks. If a tick is longer than the times, each shows none or one, and only the
/// mean is informative.
fn undisturbed_mean(times_ns: &mut [f64], quantum_ns: f64) -> Option<Uncertain> {
    let usual_ns = quantile(times_ns, 0.1)? + 2.0 * quantum_ns;
    let mut kept = Moments::default();
    times_ns.iter().filter(|ns| **ns <= usual_ns).for_each(|ns| kept.add(*ns));
    Some(Uncertain { value: kept.mean(), error: (kept.variance() / kept.count).sqrt() })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Core whose windows take a cycle per step, two per iteration, and these cycles and
    /// nanoseconds once.
    struct Core {
        once_cycles: f64,
        once_ns: f64,
    }

    impl Core {
        fn took_ns(&self, length: BodyLength, iterations: u32, hz: f64) -> f64 {
            let cycles = f64::from(iterations) * (f64::from(length.steps()) + 2.0) + self.once_cycles;
            cycles / hz * 1e9 + self.once_ns
        }

        fn triple(&self, hz: f64) -> Triple {
            let iterations = 200;
            let [long_ns, short_ns] =
                [BodyLength::Long, BodyLength::Short].map(|length| self.took_ns(length, iterations, hz));
            Triple { iterations, long_ns, short_ns, empty_ns: self.took_ns(BodyLength::Short, 1, hz) }
        }

        fn window(&self, hz: f64) -> TimedWindow {
            let elapsed_ns = self.took_ns(BodyLength::Long, 200, hz);
            let steps = 200.0 * f64::from(BodyLength::Long.steps());
            TimedWindow { at_ns: 0.0, elapsed_ns, hz: steps / elapsed_ns * 1e9, interrupted: false }
        }
    }

    /// Relative errors of windows at 0.6 and 2.4 GHz, with an overhead estimated from windows at
    /// these clocks.
    fn off(core: &Core) -> [f64; 2] {
        let mut ends = WindowOverhead::of(&[core.triple(2.4e9); 20], 1.0).expect("twenty triples");
        let clocks = [0.6e9, 2.4e9];
        let empty = |hz: f64| (1e9 / core.window(hz).hz, core.took_ns(BodyLength::Short, 1, hz));
        ends.learn(clocks.into_iter().flat_map(|hz| [empty(hz); 50]));
        clocks.map(|hz| ends.corrected_hz(&core.window(hz)) / hz - 1.0)
    }

    #[test]
    fn what_comes_once_may_take_cycles_or_nanoseconds() {
        for (once_cycles, once_ns) in [(0.0, 0.0), (60.0, 0.0), (0.0, 30.0), (40.0, 20.0), (0.0, -25.0)] {
            let off = off(&Core { once_cycles, once_ns });
            assert!(off.iter().all(|part| part.abs() < 2e-5), "{once_cycles} cycles, {once_ns} ns: {off:?}");
        }
    }

    #[test]
    fn a_load_of_hours_holds_no_more_than_one_of_minutes_and_knows_all_its_clocks() {
        let core = Core { once_cycles: 40.0, once_ns: 20.0 };
        let mut ends = WindowOverhead::of(&[core.triple(2.4e9); 20], 1.0).expect("twenty triples");
        let empty = |hz: f64| (1e9 / core.window(hz).hz, core.took_ns(BodyLength::Short, 1, hz));
        for hz in [0.6e9, 1.2e9, 2.4e9].into_iter().flat_map(|hz| [hz; 200]) {
            ends.learn([empty(hz); 100]);
        }
        assert!((MOST / 2..=MOST).contains(&ends.empty.len()), "{}", ends.empty.len());
        for hz in [0.6e9, 1.2e9, 2.4e9] {
            let off = ends.corrected_hz(&core.window(hz)) / hz - 1.0;
            assert!(off.abs() < 2e-5, "{hz}: {off}");
        }
    }

    #[test]
    fn ticks_that_are_longer_than_an_empty_window_tell_by_their_mean() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut ticks =
            |ns: f64| (0..4_000).map(|_| ((ns / 77.0 + random.f64()).floor()) * 77.0).collect::<Vec<_>>();
        let mut times = ticks(30.0);
        times.extend([2_000.0, 5_000.0]);
        let mean = undisturbed_mean(&mut times, 77.0).expect("a mean");
        assert!((mean.value - 30.0).abs() < 3.0 * mean.error && mean.error < 1.0, "{mean:?}");
    }

    #[test]
    fn what_was_not_seen_is_taken_as_it_was_at_the_nearest_clock() {
        let core = Core { once_cycles: 0.0, once_ns: 30.0 };
        let ends = WindowOverhead::of(&[core.triple(2.4e9); 20], 1.0).expect("twenty triples");
        let hz = ends.corrected_hz(&core.window(0.6e9));
        assert!((hz / 0.6e9 - 1.0).abs() < 2e-5, "{hz}");
        assert!(WindowOverhead::of(&[core.triple(2.4e9); 2], 1.0).is_none());
    }
}
