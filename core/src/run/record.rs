//! Measuring one core: warm-up, plan, rounds of windows.
//!
//! A round runs every window type once, in random order, so that no slow drift of anything can
//! favour one type over another; the rounds repeat until the time is over.

use std::time::Duration;

use fastrand::Rng;

use crate::chain::{BodyLength, ChainKind};
use crate::estimate::recording::{ClockFacts, CpuSet, Recording, WarmUp, WarmUpEnd, WarmUpSample, Window};
use crate::estimate::verdict::Reason;
use crate::estimate::windows::Windows;

use super::bench::{Bench, STOPPED_AFTER_READS, TickAlignment};
use super::calibrate::{CalibrationError, calibrate};
use super::options::Options;
use super::pace::SHORTEST;
use super::plan::{Plan, PlanError, WindowSpec};
use super::session::Cancellation;
use super::thinned::ThinnedWindows;
use super::timing::Stopwatch;
use super::warm_up::{Warm, warm_up};

/// Number of rounds between reads of the witnesses: some twenty reads in a reading of half a
/// second.
const ROUNDS_PER_BRACKET: u32 = 10;

/// Maximum number of such reads: a clock's jump is then placed to a four hundredth of a long
/// reading, and comparing each early bracket with each late one stays cheap.
const MOST_BRACKETS: f64 = 400.0;

/// Number of rounds, about 10 ms, after which windows are handed to the observer.
const ROUNDS_PER_REPORT: u32 = 4;

/// Time reserved for the estimate at the end, in nanoseconds, so that a measurement ends on time...
const RESERVE_NS: f64 = 4e6;

/// ...but at most this fraction of it.
const RESERVE_PART: f64 = 0.05;

/// If a thread is moved among cpus of which not all count, windows continue until those that count
/// have had this fraction of the requested time: on a phone with two load threads, a third comes by
/// itself...
const COUNTED_PART: f64 = 0.25;

/// ...but for at most this many times that time.
const LONGER_AT_MOST: f64 = 4.0;

/// Maximum number of windows that a recording keeps; at least about half as many remain. An
/// estimate takes 4 to 8 µs for each on a core of 4 GHz, half a second in all, and twice that on a
/// phone: this is the delay of the reading after the last window. More would gain nothing: half of
/// them are 7,500 long windows of one-cycle kinds, and if one is good to 100 ppm their mean is good
/// to 1.2 ppm.
pub(super) const MOST_WINDOWS: usize = 1 << 16;

/// Maximum number of windows kept of a cancelled run, as many as half a second has: the caller who
/// cancels waits for the estimate, 50 ms on a core of 4 GHz and twice that on a phone.
const MOST_WHEN_CANCELLED: usize = MOST_WINDOWS / 4;

/// Length, in rounds, of the stretches that are kept of a long run: most rounds then have the two
/// neighbours on either side that an estimate compares windows with, and 65,536 windows are at
/// least a hundred such stretches.
const ROUNDS_PER_STRETCH: f64 = 16.0;

/// Interval between checks whether the windows are enough, in nanoseconds.
const CHECK_NS: f64 = SHORTEST.as_nanos() as f64;

/// Receives the findings of a measurement, while it runs, on the measuring thread: it must be
/// quick.
pub trait RecordObserver {
    /// The clock and the time at which the session started, in ticks.
    fn clock(&mut self, clock: &ClockFacts);
    /// A piece of the warm-up's curve.
    fn warm_up(&mut self, samples: &[WarmUpSample]);
    /// The warm-up has ended.
    fn warmed_up(&mut self, end: WarmUpEnd, elapsed: Duration);
    /// A piece of the windows.
    fn windows(&mut self, windows: &[Window]);
    /// Returns `true` if the windows so far are enough and no more are to be taken. Called ten
    /// times a second, between rounds; it may take its time.
    fn is_enough(&mut self) -> bool {
        false
    }
    /// The cancellation of the measurement. Called once; its flag is read after every window.
    fn cancellation(&self) -> Cancellation {
        Cancellation::default()
    }
}

/// Ignores all findings, and lets the measurement run to its end.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoProgress;

impl RecordObserver for NoProgress {
    fn clock(&mut self, _: &ClockFacts) {}
    fn warm_up(&mut self, _: &[WarmUpSample]) {}
    fn warmed_up(&mut self, _: WarmUpEnd, _: Duration) {}
    fn windows(&mut self, _: &[Window]) {}
}

/// Records the windows of the core that this thread is on; `cpu` is the requested one.
///
/// # Errors
/// A [`Reason`] if there is nothing to record.
pub fn record(
    bench: &mut impl Bench,
    cpu: Option<u32>,
    options: &Options,
    progress: &mut impl RecordObserver,
) -> Result<Recording, Reason> {
    record_on(bench, KnownCore { cpu, ..KnownCore::default() }, options, progress)
}

/// Facts about the core that are known before it is measured.
#[derive(Debug, Clone, Copy, Default)]
pub struct KnownCore<'a> {
    /// The requested core.
    pub cpu: Option<u32>,
    /// If a thread cannot request a core, but the cpus of the wanted kind are known: only windows
    /// that began and ended on one of these count.
    pub counting: Option<&'a CpuSet>,
    /// Whether another thread can share it: see [`Recording::can_be_shared`].
    pub can_be_shared: Option<bool>,
}

/// Like [`record`], but for a core of which more is known.
///
/// # Errors
/// As [`record`]; [`Reason::AffinityRefused`] if the thread was on none of `counting` before the
/// warm-up's time was over.
pub fn record_on(
    bench: &mut impl Bench,
    core: KnownCore<'_>,
    options: &Options,
    progress: &mut impl RecordObserver,
) -> Result<Recording, Reason> {
    let KnownCore { cpu, counting, can_be_shared } = core;
    let start_ticks = bench.ticks();
    let cancellation = progress.cancellation();
    let clock = calibrate(bench, &cancellation).map_err(|why| match why {
        CalibrationError::Stopped => Reason::ClockStopped,
        CalibrationError::Cancelled => Reason::Cancelled,
    })?;
    progress.clock(&clock);
    let (warm_up, warm) = run_warm_up(bench, &clock, counting, options, &cancellation, progress)?;
    let watch = Stopwatch::start(bench.ticks(), clock.timebase);
    let mut rounds = Rounds {
        bench,
        clock,
        start_ticks,
        watch,
        kept: ThinnedWindows::at_most(MOST_WINDOWS, f64::INFINITY, clock.timebase),
        latest: Vec::new(),
        span: None,
        counting,
        counted_ticks: 0,
        cancellation: &cancellation,
    };
    if warm_up.end != WarmUpEnd::Cancelled {
        match Plan::make(rounds.bench, &clock, &warm, can_be_shared, options.duration, &cancellation) {
            Ok(plan) => rounds.run(&plan, options, progress)?,
            Err(PlanError::Unsupported) => return Err(Reason::UnsupportedArchitecture),
            Err(PlanError::TooCoarse) => return Err(Reason::ClockTooCoarse),
            Err(PlanError::ClockStopped) => return Err(Reason::ClockStopped),
            // The warm-up's curve is known.
            Err(PlanError::Cancelled) => {}
        }
    }
    Ok(rounds.into_recording(cpu, can_be_shared, warm_up))
}

fn run_warm_up(
    bench: &mut impl Bench,
    clock: &ClockFacts,
    counting: Option<&CpuSet>,
    options: &Options,
    cancellation: &Cancellation,
    progress: &mut impl RecordObserver,
) -> Result<(WarmUp, Warm), Reason> {
    let mut samples = Vec::new();
    let report = |piece: &[WarmUpSample]| {
        samples.extend_from_slice(piece);
        progress.warm_up(piece);
    };
    let warm = warm_up(bench, clock, counting, options.warm_up_limit, cancellation, report)?;
    if warm.end == WarmUpEnd::ClockStopped {
        return Err(Reason::ClockStopped);
    }
    progress.warmed_up(warm.end, Duration::from_nanos(warm.elapsed_ns.max(0.0) as u64));
    Ok((WarmUp { samples, end: warm.end, elapsed_ms: warm.elapsed_ns / 1e6 }, warm))
}

/// The rounds of windows of one measurement.
struct Rounds<'a, B: Bench> {
    bench: &'a mut B,
    clock: ClockFacts,
    /// Start of the session.
    start_ticks: u64,
    /// The time since the warm-up's end.
    watch: Stopwatch,
    kept: ThinnedWindows,
    /// Windows that have not been handed over yet.
    latest: Vec<Window>,
    /// When the first window began and the last one ended, kept or not, in ticks since the
    /// session's start.
    span: Option<(u64, u64)>,
    /// The cpus that count; `None` if all do.
    counting: Option<&'a CpuSet>,
    /// Total duration of windows that ended on one of them, in ticks.
    counted_ticks: i64,
    cancellation: &'a Cancellation,
}

impl<B: Bench> Rounds<'_, B> {
    fn run(
        &mut self,
        plan: &Plan,
        options: &Options,
        progress: &mut impl RecordObserver,
    ) -> Result<(), Reason> {
        let stretch_ns = ROUNDS_PER_STRETCH * plan.round_ns as f64;
        self.kept = ThinnedWindows::at_most(MOST_WINDOWS, stretch_ns, self.clock.timebase);
        let mut random = Rng::with_seed(options.seed);
        let duration_ns = options.duration.as_nanos() as f64;
        let last_begin_ns = duration_ns - RESERVE_NS.min(duration_ns * RESERVE_PART);
        let mut longest_round_ns = 0.0_f64;
        let mut next_bracket_ns = 0.0_f64;
        let mut next_check_ns = CHECK_NS;
        let mut jobs: Vec<WindowSpec> = Vec::new();
        let mut standing_still = 0_u32;
        for round in 0.. {
            let round_began_ns = self.since_warm_up_ns();
            if round % ROUNDS_PER_BRACKET == 0 && round_began_ns >= next_bracket_ns {
                self.bench.sample_witnesses();
                next_bracket_ns = round_began_ns + duration_ns / MOST_BRACKETS;
            }
            jobs.clear();
            jobs.extend(&plan.every_round);
            jobs.extend(plan.rotating.get(round as usize % plan.rotating.len().max(1)));
            random.shuffle(&mut jobs);
            for job in &jobs {
                let iterations = job.iterations + random.u32(0..=job.dither);
                let window = self.window(job.kind, job.length, iterations, plan.edges, round)?;
                standing_still = if window.elapsed_ticks == 0 { standing_still + 1 } else { 0 };
                self.latest.push(window);
                if self.cancellation.is_cancelled() {
                    break;
                }
            }
            if (round + 1) % ROUNDS_PER_REPORT == 0 {
                self.hand_over(progress);
            }
            // In this round no window took any time: the clock has stopped permanently, or it
            // stopped for a while.
            if standing_still as usize >= jobs.len() {
                if self.bench.next_edge().1 >= STOPPED_AFTER_READS {
                    return Err(Reason::ClockStopped);
                }
                standing_still = 0;
            }
            // A preempted round does not show how long the next one takes.
            let elapsed_ns = self.since_warm_up_ns();
            if elapsed_ns >= next_check_ns {
                self.hand_over(progress);
                if progress.is_enough() {
                    break;
                }
                next_check_ns += CHECK_NS;
            }
            longest_round_ns =
                longest_round_ns.max((elapsed_ns - round_began_ns).min(duration_ns * RESERVE_PART));
            let is_over = |part: f64| elapsed_ns + longest_round_ns > part * last_begin_ns;
            let counted_ns = self.clock.timebase.ns_f64(self.counted_ticks);
            let is_enough = self.counting.is_none() || counted_ns >= COUNTED_PART * duration_ns;
            if self.cancellation.is_cancelled() || is_over(LONGER_AT_MOST) || (is_over(1.0) && is_enough) {
                break;
            }
        }
        self.bench.sample_witnesses();
        self.hand_over(progress);
        if self.cancellation.is_cancelled() {
            self.kept.reduce_to(MOST_WHEN_CANCELLED);
        }
        Ok(())
    }

    /// Hands the latest windows to `progress`, and keeps them.
    fn hand_over(&mut self, progress: &mut impl RecordObserver) {
        let (Some(first), Some(last)) = (self.latest.first(), self.latest.last()) else { return };
        let began = self.span.map_or(first.start_ticks, |(began, _)| began);
        self.span = Some((began, last.start_ticks.wrapping_add_signed(last.elapsed_ticks)));
        progress.windows(&self.latest);
        self.kept.extend(&self.latest);
        self.latest.clear();
    }

    fn since_warm_up_ns(&mut self) -> f64 {
        self.watch.at(self.bench.ticks())
    }

    fn window(
        &mut self,
        kind: ChainKind,
        length: BodyLength,
        iterations: u32,
        edges: TickAlignment,
        round: u32,
    ) -> Result<Window, Reason> {
        let timing =
            self.bench.time(kind, length, iterations, edges).map_err(|_| Reason::UnsupportedArchitecture)?;
        if timing.clock_stopped() {
            return Err(Reason::ClockStopped);
        }
        let elapsed_ticks = timing.end_ticks.wrapping_sub(timing.start_ticks).cast_signed();
        let ran_on = self.bench.ran_on();
        if self.counting.zip(ran_on).is_some_and(|(counting, cpu)| counting.contains(cpu)) {
            self.counted_ticks = self.counted_ticks.saturating_add(elapsed_ticks);
        }
        Ok(Window {
            kind,
            length,
            iterations,
            round,
            start_ticks: timing.start_ticks.wrapping_sub(self.start_ticks),
            elapsed_ticks,
            polls: timing.polls,
            ran_on,
        })
    }

    fn into_recording(self, cpu: Option<u32>, can_be_shared: Option<bool>, warm_up: WarmUp) -> Recording {
        let elapsed_ticks = self.span.map_or(0, |(began, ended)| ended.wrapping_sub(began).cast_signed());
        let session = self.bench.take_session_record().relative_to(self.start_ticks).at_its_own_rate();
        let clock = ClockFacts { timebase: session.primary.timebase, ..self.clock };
        Recording {
            clock,
            cpu,
            valid_cpus: self.counting.cloned(),
            can_be_shared,
            start_ticks: Some(self.start_ticks),
            warm_up,
            windows: Windows(self.kept.into_windows()),
            session,
            elapsed_ms: clock.timebase.ns_f64(elapsed_ticks) / 1e6,
        }
    }
}
