//! The windows of a row, in each shape.

use std::time::{Duration, Instant};

use fastrand::Rng;
use trueghz::Interval;
use trueghz::chain::{BodyLength, ChainKind};
use trueghz::estimate::recording::{ClockFacts, CpuSet};
use trueghz::internal::is_elsewhere;
use trueghz::internal::timed_ns;
use trueghz::run::bench::{TickAlignment, Timing};
use trueghz::run::session::Cancellation;

#[cfg(feature = "all")]
use super::bench::MixWindow;
use super::bench::{FormBench, RowWindow};
use super::counted::{CountedStep, RowCounters};
use super::estimate::{Estimate, Steps, WindowQuad, cycles, reference_floor_ns};
use super::events::{CountedEvent, Events, RowEvents, UncountedEvent};
use super::form::{InstructionForm, InstructionProperty};
use super::shape::LoopShape;
use super::table::{ShapeCycles, TableRow};
#[cfg(feature = "all")]
use super::units::mix::Mix;

/// A window takes about this long, in nanoseconds: short enough that most come through between
/// interrupts, and that four of them see the same clock.
const WINDOW_NS: f64 = 20e3;

/// Minimum duration of a window, in quanta of the clock.
const QUANTA_PER_WINDOW: f64 = 100.0;

/// Number of quads between convergence checks.
const QUADS_PER_LOOK: usize = 32;

/// Number of quads after which a row accepts the estimate that it has.
const MOST_QUADS: usize = 640;

/// Half-width at which an interval is narrow enough, in cycles...
const NARROW_CYCLES: f64 = 0.004;

/// ...or as a fraction of the value...
const NARROW_PART: f64 = 0.002;

/// ...but at most this many cycles: half the permitted error of a row. 0.2 % of a sum of 13 cycles
/// would exceed all of it, and did (make lab-instructions).
const NARROW_CYCLES_AT_MOST: f64 = 0.01;

/// Half-width at which the interval of a mix is narrow enough, as a fraction of the value: the mix
/// only has to show if it takes the time of one round or of two.
#[cfg(feature = "all")]
const NARROW_PART_OF_MIX: f64 = 0.005;

/// Iterations in each call of a mix.
#[cfg(feature = "all")]
const ITERATIONS_OF_MIX: u32 = 20;

/// Pilot runs that measure the cost of a call here; the shortest counts.
const PILOT_RUNS: u32 = 3;

/// Maximum number of calls in a window, so that a form without cost does not take forever.
const MOST_CALLS: u32 = 10_000;

/// Calls in a window of which events are counted. One is enough: it has 900 steps or more, and
/// counts are exact.
const EVENT_CALLS: u32 = 1;

/// Reason why a row has no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RowError {
    /// The core lacks the form, or the shape's bodies are not built in.
    NotThere,
    /// Too few quads were undisturbed.
    Disturbed,
    /// The interval reaches zero: the cost is below the resolution.
    Unresolved,
    /// The measurement was cancelled.
    Cancelled,
    /// The clock stopped.
    ClockStopped,
}

/// A core on which rows can be measured.
pub(super) struct Recorder<'a, B: FormBench> {
    bench: &'a mut B,
    /// The cpus whose windows count; all must be of one core type. `None`: all.
    counting: Option<CpuSet>,
    clock: ClockFacts,
    edges: TickAlignment,
    reference: ChainKind,
    /// Iterations of the reference chain in a window.
    reference_iterations: u32,
    /// Duration of the fastest long window of the reference so far, in nanoseconds.
    floor_ns: Option<f64>,
    window_ns: f64,
    random: Rng,
    /// Minimum duration of a row in a shape.
    at_least: Duration,
    /// Hardware counters, for comparison.
    counters: Option<RowCounters>,
    events: RowEvents,
    cancellation: &'a Cancellation,
}

impl<'a, B: FormBench> Recorder<'a, B> {
    /// Creates a recorder on `bench`, which is on `cpu`. Windows count on the cpus of `counting`,
    /// the bench's clock is like `clock`, and the reference chain is `reference`.
    pub(super) fn new(
        (bench, cpu, counting): (&'a mut B, Option<u32>, Option<CpuSet>),
        clock: ClockFacts,
        reference: ChainKind,
        (seed, at_least, events): (u64, Duration, &Events),
        cancellation: &'a Cancellation,
    ) -> Result<Recorder<'a, B>, RowError> {
        let edges = TickAlignment::for_clock(&clock);
        let window_ns = WINDOW_NS.max(QUANTA_PER_WINDOW * clock.quantum_ns());
        let mut recorder = Recorder {
            clock,
            edges,
            reference,
            reference_iterations: 1,
            floor_ns: None,
            window_ns,
            random: Rng::with_seed(seed),
            at_least,
            counters: RowCounters::of(bench, cpu),
            events: RowEvents::open(bench, cpu, events),
            bench,
            counting,
            cancellation,
        };
        recorder.reference_iterations = recorder
            .repetitions(|recorder, iterations| recorder.reference_ns(BodyLength::Long, iterations))?;
        Ok(recorder)
    }

    /// The cycles of a row in a shape.
    pub(super) fn row(
        &mut self,
        form: &InstructionForm,
        row: &InstructionProperty,
        shape: LoopShape,
    ) -> Result<ShapeCycles, RowError> {
        let (long, short) = shape.bodies();
        let window = |is_long, calls| {
            let body = if is_long { long } else { short };
            RowWindow { form, row, body, iterations: shape.iterations(), calls }
        };
        let per_call = shape.iterations() * (long.steps() - short.steps());
        let (found, calls) = self.cycles_of(
            f64::from(per_call),
            |recorder, is_long, calls| recorder.row_ns(&window(is_long, calls)),
            has_converged,
        )?;
        let counted = self.counted(f64::from(calls * per_call), |is_long| window(is_long, calls))?;
        let per_window = u64::from(calls) * u64::from(shape.iterations()) * u64::from(long.steps());
        Ok(ShapeCycles {
            shape,
            cycles: found.cycles,
            comparisons: found.counted,
            steps: per_window * found.counted as u64,
            elapsed_ns: found.long_ns,
            counted_cycles: counted.map(|step| step.cycles),
            counted_instructions: counted.and_then(|step| step.instructions),
        })
    }

    /// Counts the events in the windows of a row in a shape that has been measured.
    pub(super) fn row_events(
        &mut self,
        form: &InstructionForm,
        row: &InstructionProperty,
        shape: LoopShape,
    ) -> Result<Vec<CountedEvent>, RowError> {
        let (long, short) = shape.bodies();
        let iterations = shape.iterations();
        let window = |is_long| {
            let body = if is_long { long } else { short };
            RowWindow { form, row, body, iterations, calls: EVENT_CALLS }
        };
        let steps = f64::from(EVENT_CALLS * iterations * (long.steps() - short.steps()));
        let mut events = std::mem::take(&mut self.events);
        let counted = events.count(steps, |is_long| self.row_ns(&window(is_long)).map(|_| ()));
        self.events = events;
        counted
    }

    /// The events without counts in these rows, which are all.
    pub(super) fn finish_events(&mut self, rows: &mut [TableRow]) -> Vec<UncountedEvent> {
        std::mem::take(&mut self.events).finish(rows)
    }

    /// The cycles of a round of a mix, to a hundredth.
    #[cfg(feature = "all")]
    pub(super) fn mix(&mut self, mix: &Mix) -> Result<Interval, RowError> {
        let per_call = ITERATIONS_OF_MIX * (mix.rounds(true) - mix.rounds(false));
        let window = |is_long, calls| MixWindow { mix, is_long, iterations: ITERATIONS_OF_MIX, calls };
        let mix_ns = |recorder: &mut Self, is_long, calls| {
            recorder.timed_ns(|bench, edges| bench.time_mix(&window(is_long, calls), edges))
        };
        let is_narrow = |cycles: &Interval| cycles.half_width() <= NARROW_PART_OF_MIX * cycles.value;
        Ok(self.cycles_of(f64::from(per_call), mix_ns, is_narrow)?.0.cycles)
    }

    /// Cycles of a step, from a long and a short body that differ by `steps_per_call` steps in each
    /// call, and the number of calls in a window. `time_ns` times the given number of calls of the
    /// long body (`true`) or the short one.
    fn cycles_of(
        &mut self,
        steps_per_call: f64,
        mut time_ns: impl FnMut(&mut Self, bool, u32) -> Result<f64, RowError>,
        is_narrow: impl Fn(&Interval) -> bool,
    ) -> Result<(Estimate, u32), RowError> {
        let begun = Instant::now();
        let calls = self.repetitions(|recorder, calls| time_ns(recorder, true, calls))?;
        let steps = Steps {
            form: f64::from(calls) * steps_per_call,
            reference: f64::from(self.reference_iterations)
                * f64::from(BodyLength::Long.steps() - BodyLength::Short.steps()),
        };
        let (mut quads, mut looks) = (Vec::new(), 0);
        loop {
            for _ in 0..QUADS_PER_LOOK {
                let began_elsewhere = is_elsewhere(self.bench, self.counting.as_ref());
                let quad = self.quad(|recorder, is_long| time_ns(recorder, is_long, calls))?;
                if !began_elsewhere && !is_elsewhere(self.bench, self.counting.as_ref()) {
                    quads.push(quad);
                }
            }
            looks += 1;
            let quantum_ns = self.clock.quantum_ns();
            self.floor_ns =
                reference_floor_ns(&quads).into_iter().chain(self.floor_ns).min_by(f64::total_cmp);
            let mut found = cycles(&quads, steps, quantum_ns, self.floor_ns);
            let is_last = looks * QUADS_PER_LOOK >= MOST_QUADS;
            if is_last && found.is_none() {
                // The clock dropped permanently; the earlier minimum no longer applies.
                self.floor_ns = reference_floor_ns(&quads);
                found = cycles(&quads, steps, quantum_ns, None);
            }
            let is_enough = found.is_some_and(|found| is_narrow(&found.cycles)) || is_last;
            if is_enough && begun.elapsed() >= self.at_least {
                let found = found.ok_or(RowError::Disturbed)?;
                // An instruction takes at least its share of a cycle's width; only an emulator
                // omits one.
                if found.cycles.low <= 0.0 {
                    return Err(RowError::Unresolved);
                }
                return Ok((found, calls));
            }
        }
    }

    /// Counts the same windows with the hardware counters.
    fn counted<'f>(
        &mut self,
        steps: f64,
        window: impl Fn(bool) -> RowWindow<'f>,
    ) -> Result<Option<CountedStep>, RowError> {
        let Some(mut counters) = self.counters.take() else { return Ok(None) };
        let counted = counters.count(steps, |is_long| self.row_ns(&window(is_long)).map(|_| ()));
        self.counters = Some(counters);
        counted
    }

    fn quad(
        &mut self,
        mut time_ns: impl FnMut(&mut Self, bool) -> Result<f64, RowError>,
    ) -> Result<WindowQuad, RowError> {
        let mut order = [0, 1, 2, 3];
        self.random.shuffle(&mut order);
        let mut times = [0.0; 4];
        for place in order {
            times[place] = match place {
                0 => time_ns(self, true),
                1 => time_ns(self, false),
                2 => self.reference_ns(BodyLength::Long, self.reference_iterations),
                _ => self.reference_ns(BodyLength::Short, self.reference_iterations),
            }?;
        }
        let [long_ns, short_ns, reference_long_ns, reference_short_ns] = times;
        Ok(WindowQuad { long_ns, short_ns, reference_long_ns, reference_short_ns })
    }

    /// Number of repetitions that fill a window.
    fn repetitions(
        &mut self,
        mut time_ns: impl FnMut(&mut Self, u32) -> Result<f64, RowError>,
    ) -> Result<u32, RowError> {
        let mut repetitions = 1;
        loop {
            let mut shortest = f64::INFINITY;
            for _ in 0..PILOT_RUNS {
                shortest = shortest.min(time_ns(self, repetitions)?);
            }
            if shortest >= self.window_ns || repetitions >= MOST_CALLS {
                return Ok(repetitions);
            }
            // A pilot of less than a fifth of a window does not predict a whole one well.
            let missing = if shortest > self.window_ns / 5.0 { self.window_ns / shortest } else { 4.0 };
            repetitions = ((f64::from(repetitions) * missing).ceil() as u32).min(MOST_CALLS);
        }
    }

    fn row_ns(&mut self, window: &RowWindow<'_>) -> Result<f64, RowError> {
        self.timed_ns(|bench, edges| bench.time_row(window, edges))
    }

    fn reference_ns(&mut self, length: BodyLength, iterations: u32) -> Result<f64, RowError> {
        let kind = self.reference;
        self.timed_ns(|bench, edges| bench.time(kind, length, iterations, edges).ok())
    }

    /// Duration of a run; `time` returns `None` if the core or the program lacks the code.
    fn timed_ns(
        &mut self,
        time: impl FnOnce(&mut B, TickAlignment) -> Option<Timing>,
    ) -> Result<f64, RowError> {
        if self.cancellation.is_cancelled() {
            return Err(RowError::Cancelled);
        }
        let timing = time(self.bench, self.edges).ok_or(RowError::NotThere)?;
        if timing.clock_stopped() { Err(RowError::ClockStopped) } else { Ok(timed_ns(&timing, &self.clock)) }
    }
}

fn has_converged(cycles: &Interval) -> bool {
    cycles.half_width() <= (NARROW_PART * cycles.value).clamp(NARROW_CYCLES, NARROW_CYCLES_AT_MOST)
}
