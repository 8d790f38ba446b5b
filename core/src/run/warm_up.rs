//! The warm-up: the addition chain, block by block, until the clock has been flat for long enough.
//!
//! It ends on evidence, not after a fixed time: governors climb in steps with plateaus of some
//! 20 ms between them, so the clock must have been flat over the last 50 ms *and* over the last
//! half of the warm-up.

use std::time::Duration;

use crate::chain::{BodyLength, ChainKind};
use crate::estimate::lower_edge::clean_share;
use crate::estimate::recording::{ClockFacts, CpuSet, WarmUpEnd, WarmUpSample};
use crate::estimate::statistics::quantile;
use crate::estimate::verdict::Reason;

use super::bench::{Bench, TickAlignment};
use super::session::Cancellation;
use super::timing::{Stopwatch, timed_ns};
use super::warm_up_curve::{LoopOverhead, NEIGHBOURS, points};

/// Intended duration of a block: short enough to show a ramp of 5 ms, long enough that a 1.92 MHz
/// tick is 0.5 %.
pub(super) const BLOCK_NS: f64 = 100e3;

/// The shortest stretch that counts as flat, in nanoseconds: longer than the plateaus of governors
/// that climb in steps (docs/sources.md, Frequency governors).
const FLAT_NS: f64 = 50e6;

/// The share of the warm-up that must be flat at its end: a slow ramp needs longer evidence.
const FLAT_SHARE: f64 = 0.5;

/// The flat stretch is compared in this many parts.
const PARTS: usize = 4;

/// Blocks that each part needs, so that its quartile means something.
const BLOCKS_PER_PART: usize = 8;

/// Parts within this of each other are flat.
const FLAT: f64 = 500e-6;

/// The quantile of a part's blocks that represents it: disturbances lengthen blocks, but never
/// shorten them.
const QUANTILE: f64 = 0.25;

/// Interval between flatness checks and curve updates, in nanoseconds.
const LOOK_EVERY_NS: f64 = 5e6;

/// Number of blocks after which a short body runs with the iteration count of the long one before:
/// six pairs before the first check, for a tenth of a block's time each.
const BLOCKS_PER_PAIR: usize = 8;

/// A block is disturbed if it took this much longer than the quartile: an interrupt costs a
/// microsecond or more, a percent of a block.
pub(super) const DISTURBED: f64 = 0.003;

/// The warm-up's result apart from its curve.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Warm {
    /// How it ended.
    pub end: WarmUpEnd,
    /// Duration of the warm-up, in nanoseconds.
    pub elapsed_ns: f64,
    /// Current duration of one iteration of the long addition chain, in nanoseconds.
    pub iteration_ns: f64,
    /// Disturbances per nanosecond, from the blocks of the flat stretch.
    pub disturbances_per_ns: f64,
    /// Share of the time that this thread got, on the cpus that count, from the same blocks: 0 to
    /// 1.
    pub got: f64,
}

/// One timed run of the addition chain.
pub(super) struct Block {
    pub(super) at_ns: f64,
    pub(super) iteration_ns: f64,
    pub(super) took_ns: f64,
}

/// Runs the warm-up on `bench`, for at most `limit`. `report` takes the curve in pieces. Blocks
/// that began or ended on another cpu than those of `counting` do not show the wanted clock, and
/// are left out.
///
/// # Errors
/// [`Reason::UnsupportedArchitecture`] if there are no chains; [`Reason::AffinityRefused`] if the
/// time was over before a block counted.
pub fn warm_up(
    bench: &mut impl Bench,
    clock: &ClockFacts,
    counting: Option<&CpuSet>,
    limit: Duration,
    cancellation: &Cancellation,
    mut report: impl FnMut(&[WarmUpSample]),
) -> Result<Warm, Reason> {
    let counts_now =
        |bench: &mut _| counting.is_none_or(|set| Bench::ran_on(bench).is_none_or(|cpu| set.contains(cpu)));
    let edges = TickAlignment::for_clock(clock);
    let mut watch = Stopwatch::start(bench.ticks(), clock.timebase);
    let limit_ns = limit.as_nanos() as f64;
    let mut blocks: Vec<Block> = Vec::new();
    let mut ends = LoopOverhead::default();
    let mut reported = 0;
    let mut next_look_ns = LOOK_EVERY_NS;
    let mut iterations = 16_u32;
    let mut stuck = 0_u32;
    let mut counted = counts_now(bench);
    let end = loop {
        if cancellation.is_cancelled() {
            break WarmUpEnd::Cancelled;
        }
        let timing = bench
            .time(ChainKind::Add, BodyLength::Long, iterations, edges)
            .map_err(|_| Reason::UnsupportedArchitecture)?;
        let began_well = std::mem::replace(&mut counted, counts_now(bench));
        if timing.clock_stopped() {
            break WarmUpEnd::ClockStopped;
        }
        let took_ns = timed_ns(&timing, clock);
        let at_ns = watch.at(timing.end_ticks);
        if took_ns < BLOCK_NS / 2.0 && iterations < u32::MAX / 4 {
            if took_ns <= 0.0 {
                stuck += 1;
            }
            if stuck > STUCK_BLOCKS {
                break WarmUpEnd::ClockStopped;
            }
            iterations *= 2;
            continue;
        }
        stuck = 0;
        let iteration_ns = took_ns / f64::from(iterations);
        if began_well && counted {
            blocks.push(Block { at_ns, iteration_ns, took_ns });
            if blocks.len().is_multiple_of(BLOCKS_PER_PAIR) {
                let short = bench
                    .time(ChainKind::Add, BodyLength::Short, iterations, edges)
                    .map_err(|_| Reason::UnsupportedArchitecture)?;
                if short.clock_stopped() {
                    break WarmUpEnd::ClockStopped;
                }
                counted = counts_now(bench);
                if counted {
                    ends.pair(took_ns, timed_ns(&short, clock));
                }
            }
        }
        iterations = ((BLOCK_NS / iteration_ns) as u32).max(1);

        if at_ns >= next_look_ns {
            next_look_ns = at_ns + LOOK_EVERY_NS;
            // The last ones wait for their neighbours.
            let settled = blocks.len().saturating_sub(NEIGHBOURS).max(reported);
            report(&points(&blocks, reported..settled, clock.quantum_ns(), ends.share()));
            reported = settled;
            if is_flat(&blocks, at_ns, clock.quantum_ns()) {
                break WarmUpEnd::Flat;
            }
            if at_ns >= limit_ns {
                if blocks.is_empty() {
                    return Err(Reason::AffinityRefused);
                }
                break WarmUpEnd::TimeOut;
            }
        }
    };
    report(&points(&blocks, reported..blocks.len(), clock.quantum_ns(), ends.share()));
    let elapsed_ns = watch.at(bench.ticks());
    let (iteration_ns, disturbances_per_ns, got) = end_state(&blocks, elapsed_ns, clock.quantum_ns());
    Ok(Warm { end, elapsed_ns, iteration_ns, disturbances_per_ns, got })
}

/// Doublings of the iteration count without any elapsed time after which the clock is taken to have
/// stopped: 16 · 2^20 iterations of 256 steps are more than a second on the fastest core.
const STUCK_BLOCKS: u32 = 20;

/// The blocks of the stretch that must be flat.
fn flat_stretch(blocks: &[Block], now_ns: f64) -> &[Block] {
    let from_ns = now_ns - FLAT_NS.max(now_ns * FLAT_SHARE);
    &blocks[blocks.partition_point(|block| block.at_ns < from_ns)..]
}

fn is_flat(blocks: &[Block], now_ns: f64, quantum_ns: f64) -> bool {
    let stretch = flat_stretch(blocks, now_ns);
    if now_ns < FLAT_NS || stretch.len() < PARTS * BLOCKS_PER_PART {
        return false;
    }
    let mut low = f64::INFINITY;
    let mut high = 0.0_f64;
    for part in stretch.chunks(stretch.len().div_ceil(PARTS)) {
        let mut iterations: Vec<f64> = part.iter().map(|block| block.iteration_ns).collect();
        let Some(quartile) = quantile(&mut iterations, QUANTILE) else { return false };
        low = low.min(quartile);
        high = high.max(quartile);
    }
    high / low - 1.0 <= FLAT + quantum_ns / BLOCK_NS
}

/// Duration of an iteration at the end, rate of disturbances, and share of the time that the blocks
/// got.
///
/// The share of undisturbed blocks is the share at the edge, the lowest mode of all; events at
/// random times, at a given rate, leave a fraction e^(-rate x time) of blocks undisturbed.
fn end_state(blocks: &[Block], now_ns: f64, quantum_ns: f64) -> (f64, f64, f64) {
    let stretch = flat_stretch(blocks, now_ns);
    let mut iterations: Vec<f64> = stretch.iter().map(|block| block.iteration_ns).collect();
    let usual = quantile(&mut iterations, QUANTILE).unwrap_or(f64::NAN);
    iterations.sort_unstable_by(f64::total_cmp);
    let Some(typical) = stretch.get(stretch.len() / 2) else {
        return (usual, 0.0, 1.0);
    };
    let iterations_in_block = typical.took_ns / typical.iteration_ns;
    let width = typical.iteration_ns * EDGE + 2.0 * quantum_ns / iterations_in_block;
    let undisturbed = clean_share(&iterations, width).clamp(1.0 / (iterations.len() + 1) as f64, 1.0);
    let undisturbed_ns = usual * iterations_in_block;
    // From the end of the first block to the end of the last: so many blocks less one.
    let passed_ns = stretch[stretch.len() - 1].at_ns - stretch[0].at_ns;
    let needed_ns: f64 = stretch[1..].iter().map(|block| block.took_ns / block.iteration_ns * usual).sum();
    let got = if passed_ns > 0.0 { (needed_ns / passed_ns).clamp(0.0, 1.0) } else { 1.0 };
    (usual, -undisturbed.ln() / undisturbed_ns, got)
}

/// Blocks within this fraction of each other are alike, apart from the effect of the clock's tick:
/// 30 ns of a block, less than any interruption on record takes (docs/sources.md, SMT siblings:
/// 50 ns), more than the reads' noise.
const EDGE: f64 = 300e-6;
