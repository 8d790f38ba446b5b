//! The windows of a round, and the iteration count of each.

use std::time::Duration;

use crate::chain::{BodyLength, ChainKind, Role, UnsupportedArchitecture};
use crate::estimate::recording::ClockFacts;

use super::bench::{Bench, TickAlignment};
use super::record::MOST_WINDOWS;
use super::session::Cancellation;
use super::timing::timed_ns;
use super::warm_up::Warm;

/// Maximum duration of a long window, in nanoseconds, whatever the tick: longer ones have more
/// interrupts, and blur a clock that moves.
const LONGEST_NS: f64 = 300e3;

/// Minimum duration of a long window: below it the clock reads and the loop overhead weigh more
/// than the chain.
const SHORTEST_NS: f64 = 20e3;

/// Duration of a long window if the tick is fine, in nanoseconds. Phones' clocks move within
/// 0.1 ms, which longer windows do not resolve; shorter ones double the windows of a reading, and
/// with them the time of its estimate.
const FINE_NS: f64 = 40e3;

/// Relative uncertainty that the tick alone may add to a reading of [`USUAL_NS`]. It is 2 q /
/// √(L T) with windows of length L and a tick of q: from half-widths of simulated readings, 1 to
/// 52 ns and 40 to 300 µs.
const BY_TICK: f64 = 10e-6;

/// Relative variation of the read cost: if reads are trapped, it limits the time resolution more
/// than the tick.
const READ_VARIES: f64 = 0.05;

/// Typical duration of a reading, in nanoseconds.
const USUAL_NS: f64 = 500e6;

/// Disturbances that a long window may have on average: two thirds of the windows are then
/// undisturbed.
const DISTURBANCES_PER_WINDOW: f64 = 0.4;

/// Duration of a round in long windows: six one-cycle kinds with their short ones, and the rest.
const LONG_WINDOWS_PER_ROUND: f64 = 8.2;

/// Number of windows of a round whose waits for edges are not negligible compared with its long
/// windows.
const WINDOWS_PER_ROUND: f64 = 21.0;

/// Minimum number of rounds of the shortest measurement.
const FEWEST_ROUNDS: f64 = 24.0;

/// Fraction of a one-cycle kind's window that ratio chains and the tight loop get: they need a
/// hundredth of the precision.
const RATIO_PART: f64 = 0.2;

/// Minimum duration of a window in quanta of the clock, so that a single one is good to a few
/// percent.
const QUANTA_PER_WINDOW: f64 = 40.0;

/// Ratio of the tight loop's iteration counts in its long and short windows: like the bodies.
const SHORT_PART: u32 = 8;

/// The iteration count is dithered over this many steps of the clock, so that windows end at all
/// phases of its tick. Two would suffice if an iteration were short compared with a step; but a
/// long iteration may last nearly a whole step (75 of 77 ns at 3.4 GHz and 13 MHz), and each
/// further iteration then shifts the phase by only 2 ns: this caused an error of 17 ppm in the lab.
const DITHER_STEPS: f64 = 32.0;

/// Minimum number of different iteration counts.
const LEAST_DITHER: u32 = 16;

/// The dither is at most the iteration count divided by this.
const MOST_DITHER: u32 = 8;

/// Iterations of the pilot runs that measure the cost of a kind on this core, before the plan.
const PILOT_ITERATIONS: u32 = 64;

/// Such runs of each kind; the shortest counts.
const PILOT_RUNS: u32 = 3;

/// Number of steps of such a run after which a clock that still has not advanced is taken to have
/// stopped: at least 0.2 s at 5 GHz.
const MOST_PILOT_STEPS: u32 = 1 << 30;

/// One type of window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WindowSpec {
    /// The chain's kind.
    pub kind: ChainKind,
    /// The chain's body.
    pub length: BodyLength,
    /// Minimum iteration count.
    pub iterations: u32,
    /// Iteration counts are drawn from `iterations..=iterations + dither`.
    pub dither: u32,
}

/// Reason why no plan can be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlanError {
    /// No chains for this processor.
    Unsupported,
    /// The clock's tick is too coarse for the given duration.
    TooCoarse,
    /// The clock has stopped.
    ClockStopped,
    /// Planning was cancelled.
    Cancelled,
}

impl From<UnsupportedArchitecture> for PlanError {
    fn from(_: UnsupportedArchitecture) -> PlanError {
        PlanError::Unsupported
    }
}

/// The windows of a measurement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// Whether windows are aligned to the clock's ticks.
    pub edges: TickAlignment,
    /// The windows that run once per round.
    pub every_round: Vec<WindowSpec>,
    /// Each round runs one of these, in rotation.
    pub rotating: Vec<WindowSpec>,
    /// Approximate duration of a round, in nanoseconds.
    pub round_ns: u64,
}

impl TickAlignment {
    fn waits(self) -> f64 {
        match self {
            TickAlignment::None => 0.0,
            // Half a step on average before the chain, and half a step after it.
            TickAlignment::Both => 1.0,
        }
    }
}

impl Plan {
    /// Plans the windows of a measurement of `duration` on `bench`.
    ///
    /// # Errors
    /// [`PlanError`] if there are no chains, or the clock cannot be used for it.
    pub fn make(
        bench: &mut impl Bench,
        clock: &ClockFacts,
        warm: &Warm,
        can_be_shared: Option<bool>,
        duration: Duration,
        cancellation: &Cancellation,
    ) -> Result<Plan, PlanError> {
        let edges = TickAlignment::for_clock(clock);
        let duration_ns = duration.as_nanos() as f64;
        let waits_ns = FEWEST_ROUNDS * WINDOWS_PER_ROUND * edges.waits() * clock.step_ns;
        // If the thread shares its processor, a round takes longer.
        let got = if warm.got > 0.0 { warm.got } else { 1.0 };
        let for_windows_ns = (duration_ns - waits_ns) * got / FEWEST_ROUNDS / LONG_WINDOWS_PER_ROUND;
        let least_ns = SHORTEST_NS.max(QUANTA_PER_WINDOW * clock.quantum_ns());
        if for_windows_ns < least_ns && clock.step_ns > SHORTEST_NS {
            return Err(PlanError::TooCoarse);
        }
        let quiet_ns = DISTURBANCES_PER_WINDOW / warm.disturbances_per_ns;
        let longest_ns = longest_ns(clock, edges, can_be_shared, duration_ns);
        let long_ns = longest_ns.min(quiet_ns).min(for_windows_ns).max(least_ns);

        let round_ns = LONG_WINDOWS_PER_ROUND * long_ns + WINDOWS_PER_ROUND * edges.waits() * clock.step_ns;
        let mut plan =
            Plan { edges, every_round: Vec::new(), rotating: Vec::new(), round_ns: round_ns as u64 };
        for &kind in ChainKind::ALL {
            let iteration_ns = iteration_ns(bench, clock, kind, cancellation)?;
            let window_ns = match kind.role() {
                Role::OneCycle { .. } => long_ns,
                Role::Ratio | Role::TightLoop => (long_ns * RATIO_PART).max(least_ns),
            };
            plan.add(kind, ((window_ns / iteration_ns) as u32).max(1), dither(kind, iteration_ns, clock));
        }
        Ok(plan)
    }

    fn add(&mut self, kind: ChainKind, iterations: u32, dither: u32) {
        let dither = dither.max(LEAST_DITHER).min(iterations / MOST_DITHER);
        let job = |length, iterations, dither| WindowSpec { kind, length, iterations, dither };
        if kind.role() == Role::TightLoop {
            let short = (iterations / SHORT_PART).max(1);
            self.every_round.push(job(BodyLength::Short, short, dither.min(short / MOST_DITHER)));
            self.every_round.push(job(BodyLength::Long, iterations, dither));
        } else {
            self.every_round.push(job(BodyLength::Short, iterations, dither));
            self.every_round.push(job(BodyLength::Long, iterations, dither));
            self.rotating.push(job(BodyLength::Middle, iterations, dither));
        }
    }
}

/// Maximum duration of a long window: as short as the tick permits, since a window does not resolve
/// changes within itself, and long enough that all windows can be kept. Under SMT contention
/// uncontended windows are compared, and long ones show contention best; if windows wait for the
/// edges of a coarse tick, short ones would wait most of the time.
fn longest_ns(
    clock: &ClockFacts,
    edges: TickAlignment,
    can_be_shared: Option<bool>,
    duration_ns: f64,
) -> f64 {
    if can_be_shared != Some(false) || edges == TickAlignment::Both {
        return LONGEST_NS;
    }
    let placed_ns = clock.quantum_ns().max(READ_VARIES * clock.read_cost_ns);
    let by_tick_ns = (2.0 * placed_ns / BY_TICK).powi(2) / USUAL_NS;
    let kept_ns = duration_ns * WINDOWS_PER_ROUND / LONG_WINDOWS_PER_ROUND / MOST_WINDOWS as f64;
    by_tick_ns.max(kept_ns).clamp(FINE_NS, LONGEST_NS)
}

/// Number of iterations that take [`DITHER_STEPS`] of the clock in the body with the shortest
/// iteration.
fn dither(kind: ChainKind, long_iteration_ns: f64, clock: &ClockFacts) -> u32 {
    let shortest = f64::from(kind.steps_per_iteration(BodyLength::Short))
        / f64::from(kind.steps_per_iteration(BodyLength::Long));
    (DITHER_STEPS * clock.step_ns / (long_iteration_ns * shortest)).ceil() as u32
}

/// Approximate duration of an iteration of the long body.
fn iteration_ns(
    bench: &mut impl Bench,
    clock: &ClockFacts,
    kind: ChainKind,
    cancellation: &Cancellation,
) -> Result<f64, PlanError> {
    let edges = TickAlignment::for_clock(clock);
    let mut iterations = PILOT_ITERATIONS;
    loop {
        let mut shortest = f64::INFINITY;
        for _ in 0..PILOT_RUNS {
            if cancellation.is_cancelled() {
                return Err(PlanError::Cancelled);
            }
            let timing = bench.time(kind, BodyLength::Long, iterations, edges)?;
            if timing.clock_stopped() {
                return Err(PlanError::ClockStopped);
            }
            shortest = shortest.min(timed_ns(&timing, clock));
        }
        let enough = QUANTA_PER_WINDOW * clock.quantum_ns().max(1.0);
        if shortest >= enough {
            return Ok(shortest / f64::from(iterations));
        }
        if iterations > MOST_PILOT_STEPS / kind.steps_per_iteration(BodyLength::Long) {
            let moves = shortest > 0.0;
            return Err(if moves { PlanError::TooCoarse } else { PlanError::ClockStopped });
        }
        iterations *= 2;
    }
}
