//! Windows of additions, of nearly constant duration at any clock, with their place in time.

use std::time::Duration;

use trueghz::chain::{BodyLength, ChainKind};
use trueghz::clock::quality::Tolerance;
use trueghz::estimate::recording::{ClockFacts, CpuSet};
use trueghz::estimate::{reference_ppm, true_hz};
use trueghz::internal::{Stopwatch, calibrate, is_elsewhere, median, timed_ns};
use trueghz::load::Load;
use trueghz::run::bench::{Bench, TickAlignment, Worked};
use trueghz::run::session::Cancellation;
use trueghz::run::session_error::SessionError;

use super::overhead::{Triple, WindowOverhead};
use super::sharing::Check;
use crate::windows::timed::{self, TimedWindow};

/// Triples from which the loop overhead is estimated: together they are good to 3 ns a window at a
/// tick of 77 ns.
const TRIPLES: u32 = 200;

/// Windows after which the next one has the intended length: each may double the length, or halve
/// it.
const FITTED: u32 = 8;

/// Iterations of the pilot that times one iteration.
const PILOT_ITERATIONS: u32 = 100;

/// Maximum relative difference in length between windows, at random: the clock's ticks then fall
/// anywhere in them, and the rounding to ticks averages out. Windows of equal length, or such as
/// begin with a tick, would all have the same error.
const DITHER: f64 = 0.06;

/// Maximum number of short bodies before a window that begins after a wait for the clock: two ticks
/// of 77 ns at 5 GHz and more.
const MOST_SHIFT: u32 = 32;

/// Before the first window was taken.
const NO_WINDOW_NS: f64 = -1.0;

/// Calibration with which windows are timed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Calibrated {
    pub(crate) clock: ClockFacts,
    /// Tolerance of the clock's rate.
    pub(crate) reference: Tolerance,
    /// Measured duration of an iteration of the long body.
    pub(crate) iteration_ns: f64,
}

impl Calibrated {
    /// Calibrates the clock of a bench, of whose rate `reference` is known.
    pub(crate) fn on(bench: &mut impl Bench, reference: Tolerance) -> Result<Calibrated, SessionError> {
        let mut found = || {
            let clock = calibrate(bench, &Cancellation::default()).ok()?;
            let timing =
                bench.time(ChainKind::Add, BodyLength::Long, PILOT_ITERATIONS, TickAlignment::None).ok()?;
            let iteration_ns = timed_ns(&timing, &clock) / f64::from(PILOT_ITERATIONS);
            (iteration_ns > 0.0).then_some(Calibrated { clock, reference, iteration_ns })
        };
        found().ok_or(SessionError::NoTiming)
    }

    /// Maximum relative error common to all windows: the uncertainty of the overhead `ends` in
    /// `window_ns`, and of the clock's rate.
    pub(crate) fn overhead_uncertainty(&self, ends: &WindowOverhead, window_ns: f64) -> f64 {
        ends.overhead_uncertainty(window_ns).hypot(reference_ppm(&self.reference, 0.0) * 1e-6)
    }

    /// Maximum error of a window's duration, in nanoseconds: a step plus the read cost, since it
    /// does not wait for ticks.
    pub(crate) fn quantum_ns(&self) -> f64 {
        quantum_ns(&self.clock)
    }
}

fn quantum_ns(clock: &ClockFacts) -> f64 {
    clock.step_ns + clock.read_cost_ns
}

/// Takes windows.
pub(crate) struct TimedWindows<'a, B> {
    bench: &'a mut B,
    clock: ClockFacts,
    /// Clock in true hertz per hertz of the reference clock.
    true_hz: f64,
    aim_ns: f64,
    /// Iteration count for a window of `aim_ns`, without the dither.
    iterations: u32,
    start_ticks: u64,
    /// The time since then, which goes on if the clock steps back.
    watch: Stopwatch,
    /// Start of the last window that was taken.
    latest_ns: f64,
    random: fastrand::Rng,
    /// The cpus whose windows count; `None` if all do.
    counting: Option<CpuSet>,
    /// Number of windows on other cpus since the last query.
    elsewhere: usize,
    /// Windows that are not settled yet.
    taken: Vec<Taken>,
    /// The last settled windows, unchanged: neighbours of the next ones.
    before: Vec<TimedWindow>,
}

/// A window and what ran right after it.
struct Taken {
    /// The window, whose overhead is not subtracted yet.
    window: TimedWindow,
    /// Duration of the empty window.
    empty_ns: f64,
    /// The multiplications: their iteration count and duration. `None` if not requested.
    multiplied: Option<(u32, f64)>,
}

/// Windows after the checks for interruptions and sharing.
pub(crate) struct Settled {
    pub(crate) windows: Vec<TimedWindow>,
    /// Number of windows that shared their core.
    pub(crate) shared: usize,
}

impl<'a, B: Bench> TimedWindows<'a, B> {
    /// Windows of `aim_ns` each, whose time counts from now on. The first one is to take `first_ns`
    /// at the clock at which the bench was calibrated. Memory for `expected` windows is allocated
    /// in advance.
    pub(crate) fn begin(
        bench: &'a mut B,
        calibrated: &Calibrated,
        aim_ns: f64,
        first_ns: f64,
        expected: usize,
    ) -> TimedWindows<'a, B> {
        let iterations = ((first_ns / calibrated.iteration_ns) as u32).max(1);
        let start_ticks = bench.ticks();
        let watch = Stopwatch::start(start_ticks, calibrated.clock.timebase);
        // The seed decides nothing but the order of lengths.
        let random = fastrand::Rng::with_seed(1);
        TimedWindows {
            bench,
            clock: calibrated.clock,
            true_hz: true_hz(&calibrated.reference),
            aim_ns,
            iterations,
            start_ticks,
            watch,
            latest_ns: NO_WINDOW_NS,
            random,
            counting: None,
            elsewhere: 0,
            taken: Vec::with_capacity(expected),
            before: Vec::new(),
        }
    }

    /// Only windows on these cpus count; `None`: all.
    pub(crate) fn counting(self, counting: Option<CpuSet>) -> TimedWindows<'a, B> {
        TimedWindows { counting, ..self }
    }

    /// Number of windows on other cpus since the last call of this.
    pub(crate) fn take_elsewhere(&mut self) -> usize {
        std::mem::take(&mut self.elsewhere)
    }

    /// Returns `true` if a window was on another cpu since the last call of
    /// [`Self::take_elsewhere`].
    pub(crate) fn was_elsewhere(&self) -> bool {
        self.elsewhere > 0
    }

    fn is_elsewhere(&mut self) -> bool {
        is_elsewhere(self.bench, self.counting.as_ref())
    }

    /// Time counts from now on.
    pub(crate) fn restart(&mut self) {
        self.start_ticks = self.bench.ticks();
        self.watch = Stopwatch::start(self.start_ticks, self.clock.timebase);
        self.latest_ns = NO_WINDOW_NS;
    }

    /// The clock when time began to count, in ticks.
    pub(crate) fn start_ticks(&self) -> u64 {
        self.start_ticks
    }

    /// Keeps the core busy for `span`.
    pub(crate) fn work(&mut self, load: &mut Load, span: Duration) -> Worked {
        self.bench.work(load, span)
    }

    /// The time, in nanoseconds.
    pub(crate) fn now_ns(&mut self) -> f64 {
        let now_ticks = self.bench.ticks();
        self.watch.at(now_ticks)
    }

    /// Lets the next window begin anywhere between two ticks, although the clock was waited for: by
    /// short bodies that are not timed.
    pub(crate) fn shift_phase(&mut self) -> Result<(), SessionError> {
        let iterations = self.random.u32(1..=MOST_SHIFT);
        let run = self.bench.time(ChainKind::Add, BodyLength::Short, iterations, TickAlignment::None);
        run.map(|_| ()).map_err(|_| SessionError::NoTiming)
    }

    /// Takes a window, and an empty one; returns the start of the window, in nanoseconds. `None` if
    /// the clock stepped back over it, or the thread was on a cpu whose windows do not count.
    pub(crate) fn take(&mut self) -> Result<Option<f64>, SessionError> {
        let began_elsewhere = self.is_elsewhere();
        let Some(window) = self.long_window()?.filter(|window| window.at_ns > self.latest_ns) else {
            return Ok(None);
        };
        self.latest_ns = window.at_ns;
        let empty_ns = self.run_ns(BodyLength::Short, 1)?;
        if began_elsewhere || self.is_elsewhere() {
            self.elsewhere += 1;
            return Ok(None);
        }
        self.taken.push(Taken { window, empty_ns, multiplied: None });
        Ok(Some(window.at_ns))
    }

    /// Takes a window; the next one is longer or shorter, towards the intended duration.
    fn long_window(&mut self) -> Result<Option<TimedWindow>, SessionError> {
        let iterations = self.dithered();
        let timing = self
            .bench
            .time(ChainKind::Add, BodyLength::Long, iterations, TickAlignment::None)
            .map_err(|_| SessionError::NoTiming)?;
        let at_ns = self.watch.at(timing.start_ticks);
        let elapsed_ns = timed_ns(&timing, &self.clock);
        if elapsed_ns <= 0.0 {
            return Ok(None);
        }
        let steps = f64::from(iterations) * f64::from(BodyLength::Long.steps());
        // An interrupted window is a poor predictor of the next one.
        let fits = (self.aim_ns / elapsed_ns).clamp(0.5, 2.0);
        self.iterations = ((f64::from(iterations) * fits) as u32).max(1);
        Ok(Some(TimedWindow { at_ns, elapsed_ns, hz: steps / elapsed_ns * 1e9, interrupted: false }))
    }

    /// Multiplies for about `aim_ns`, after the window that was just taken, to show whether the
    /// core is shared.
    pub(crate) fn multiply(&mut self, aim_ns: f64) -> Result<(), SessionError> {
        // Three to five cycles a step, on cores of today: the duration is approximate.
        let iterations = ((f64::from(self.iterations) * aim_ns / self.aim_ns / 4.0) as u32).max(1);
        let timing = self.bench.time(ChainKind::Multiply, BodyLength::Long, iterations, TickAlignment::None);
        let timing = timing.map_err(|_| SessionError::NoTiming)?;
        if let Some(last) = self.taken.last_mut() {
            last.multiplied = Some((iterations, timed_ns(&timing, &self.clock)));
        }
        Ok(())
    }

    /// Measures the window overhead now. The clock must be constant during this.
    pub(crate) fn ends(&mut self) -> Result<WindowOverhead, SessionError> {
        let quantum_ns = quantum_ns(&self.clock);
        // The pilot may have been interrupted, or have run at an idle clock: windows that are too
        // short for the clock's ticks do not determine the overhead.
        for _ in 0..FITTED {
            self.long_window()?;
        }
        let mut triples = Vec::new();
        for _ in 0..TRIPLES {
            let iterations = self.dithered();
            triples.push(Triple {
                iterations,
                long_ns: self.run_ns(BodyLength::Long, iterations)?,
                short_ns: self.run_ns(BodyLength::Short, iterations)?,
                empty_ns: self.run_ns(BodyLength::Short, 1)?,
            });
        }
        WindowOverhead::of(&triples, quantum_ns).ok_or(SessionError::NoTiming)
    }

    /// Flags those of the windows since the last call that were interrupted, or shared their core,
    /// and subtracts the window overhead, which the empty windows refine. The last ones wait for
    /// their neighbours, unless this is the end.
    pub(crate) fn settle(&mut self, ends: &mut WindowOverhead, is_end: bool) -> Settled {
        let waiting = if is_end { 0 } else { timed::NEIGHBOURS.min(self.taken.len()) };
        let settled = self.taken.len() - waiting;
        let mut flagged = self.before.clone();
        flagged.extend(self.taken.iter().map(|taken| taken.window));
        timed::flag(&mut flagged, quantum_ns(&self.clock));
        let mut windows = flagged[self.before.len()..][..settled].to_vec();
        let until = self.before.len() + settled;
        self.before = flagged[until.saturating_sub(timed::NEIGHBOURS)..until].to_vec();
        let taken: Vec<Taken> = self.taken.drain(..settled).collect();
        let shared = self.check(&mut windows, &taken, ends);
        let undisturbed = windows.iter().zip(&taken).filter(|(window, _)| !window.interrupted);
        ends.learn(undisturbed.map(|(window, taken)| (1e9 / window.hz, taken.empty_ns)));
        // Not before: empty windows show the overhead at the very clocks at which they were taken.
        for window in &mut windows {
            window.hz = ends.corrected_hz(window) * self.true_hz;
        }
        Settled { windows, shared }
    }

    /// Flags windows by the multiplications right after them; returns how many shared their core.
    fn check(&self, windows: &mut [TimedWindow], taken: &[Taken], ends: &WindowOverhead) -> usize {
        let of_window = |(window, taken): (&TimedWindow, &Taken)| {
            let (iterations, took_ns) = taken.multiplied?;
            let addition_ns = 1e9 / ends.corrected_hz(window);
            let steps = f64::from(iterations) * f64::from(BodyLength::Long.steps());
            Some(Check { steps, took_ns: ends.steps_ns(took_ns, iterations, addition_ns), addition_ns })
        };
        let checks: Vec<Option<Check>> = windows.iter().zip(taken).map(of_window).collect();
        // With a clock of two states, neighbours do not distinguish a disturbed window from one at
        // the slower clock.
        let usual = median(&mut checks.iter().flatten().map(Check::additions).collect::<Vec<f64>>());
        let mut shared = 0;
        for (window, check) in windows.iter_mut().zip(&checks) {
            let (Some(check), Some(usual)) = (check, usual) else { continue };
            let late = timed::late(check.took_ns, quantum_ns(&self.clock));
            let is_shared = check.is_shared(self.clock.step_ns);
            shared += usize::from(is_shared);
            window.interrupted |= is_shared || check.additions() * (1.0 + late) < usual;
        }
        shared
    }

    fn dithered(&mut self) -> u32 {
        let factor = 1.0 + DITHER * (self.random.f64() - 0.5);
        ((f64::from(self.iterations) * factor) as u32).max(1)
    }

    fn run_ns(&mut self, length: BodyLength, iterations: u32) -> Result<f64, SessionError> {
        let timing = self.bench.time(ChainKind::Add, length, iterations, TickAlignment::None);
        timing.map(|timing| timed_ns(&timing, &self.clock)).map_err(|_| SessionError::NoTiming)
    }
}
