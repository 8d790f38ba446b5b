//! Properties of the primary clock: its step, its read cost, and whether windows should be aligned
//! to its edges.

use crate::estimate::recording::ClockFacts;
use crate::estimate::statistics::median;

use super::bench::{Bench, STOPPED_AFTER_READS};
use super::session::Cancellation;
use super::tick;

/// Reads in a block whose cost is timed as a whole.
const BLOCK_READS: u32 = 256;

/// Number of blocks; the cheapest shows the undisturbed read cost.
const BLOCKS: u32 = 8;

/// Minimum length of a block in steps of the clock, so that it is timed to a tenth.
const STEPS_PER_BLOCK: i64 = 10;

/// Number of steps from which the median step and the tick are computed: enough that steps one tick
/// longer than the median occur several times even if a read takes nearly a whole number of ticks.
const STEPS: usize = 512;

/// Edges over which the reads in between are counted.
const EDGES: usize = 64;

/// Maximum relative deviation of a step's cost per read from the median for the step to count as
/// undisturbed: the number of reads between two edges is an integer, usually at least three, so
/// that one more or less is a third.
const LIKE_THE_USUAL: f64 = 0.4;

/// Maximum clock time for steps and for edges, in nanoseconds each: a coarse clock shows few in it,
/// which is enough.
const PATIENCE_NS: f64 = 10e6;

/// Minimum number of reads per step for windows to be aligned to edges: below that, counting reads
/// locates the instant little better than a single read. In simulations at 13 MHz with reads of
/// 25 ns, edges halve the width of the interval, and interruptions of 50 to 300 ns bias a reading a
/// fifth as much. A busy sibling delays each read differently: 100 ns between edges then hold fewer
/// reads, and counting them misleads. At 1.5 reads per step 26 of 200 intervals missed the true
/// value, at 3 reads three did.
const READS_PER_STEP: f64 = 2.5;

/// Reason why calibration failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CalibrationError {
    /// The clock never moved.
    Stopped,
    /// Calibration was cancelled.
    Cancelled,
}

/// Calibrates the primary clock of `bench`. If cancelled, it ends within some 20 ms on a coarse
/// clock.
///
/// # Errors
/// [`CalibrationError`] with the reason.
pub fn calibrate(
    bench: &mut impl Bench,
    cancellation: &Cancellation,
) -> Result<ClockFacts, CalibrationError> {
    let (id, timebase) = bench.clock();
    let read_cost_ns = read_cost_ns(bench, cancellation)?;
    let steps = Steps::seen(bench)?;
    go_on(cancellation)?;
    let aligned_to_ticks = steps.usual_ns >= READS_PER_STEP * read_cost_ns;
    Ok(ClockFacts {
        id,
        timebase,
        step_ns: if aligned_to_ticks { steps.usual_ns } else { steps.resolution_ns },
        read_cost_ns,
        poll_cost_ns: if aligned_to_ticks { poll_cost_ns(bench) } else { None },
    })
}

fn go_on(cancellation: &Cancellation) -> Result<(), CalibrationError> {
    if cancellation.is_cancelled() { Err(CalibrationError::Cancelled) } else { Ok(()) }
}

/// Read cost: from the cheapest block, with enough reads that the clock's step is negligible.
fn read_cost_ns(bench: &mut impl Bench, cancellation: &Cancellation) -> Result<f64, CalibrationError> {
    let timebase = bench.clock().1;
    let mut reads = BLOCK_READS;
    let mut cheapest = f64::INFINITY;
    let mut blocks = 0;
    while blocks < BLOCKS {
        go_on(cancellation)?;
        let start = bench.ticks();
        let mut first_step = 0;
        for _ in 0..reads {
            let moved = bench.ticks().wrapping_sub(start).cast_signed();
            // A backward move does not count as a step.
            if first_step <= 0 {
                first_step = moved;
            }
        }
        let elapsed = bench.ticks().wrapping_sub(start).cast_signed();
        if elapsed < first_step.max(1).saturating_mul(STEPS_PER_BLOCK) {
            if reads >= STOPPED_AFTER_READS && elapsed <= 0 {
                return Err(CalibrationError::Stopped);
            }
            if reads < STOPPED_AFTER_READS && timebase.ns_f64(elapsed) < PATIENCE_NS {
                reads *= 2;
                continue;
            }
        }
        cheapest = cheapest.min(timebase.ns_f64(elapsed) / f64::from(reads + 1));
        blocks += 1;
    }
    Ok(cheapest)
}

/// The steps by which the clock moves.
struct Steps {
    /// The median step between two reads.
    usual_ns: f64,
    /// The tick if it is found, otherwise the smallest of the steps and of their differences.
    resolution_ns: f64,
}

impl Steps {
    fn seen(bench: &mut impl Bench) -> Result<Steps, CalibrationError> {
        let timebase = bench.clock().1;
        let start = bench.ticks();
        let mut steps: Vec<f64> = Vec::with_capacity(STEPS);
        let mut last = start;
        let mut standing = 0_u32;
        for read in 0..STOPPED_AFTER_READS {
            let now = bench.ticks();
            standing += u32::from(now == last);
            if now > last {
                steps.push(timebase.ns_f64(now.wrapping_sub(last).cast_signed()));
            }
            last = now;
            let patient = timebase.ns_f64(now.wrapping_sub(start).cast_signed()) < PATIENCE_NS;
            if steps.len() >= STEPS || (!patient && read > BLOCK_READS && !steps.is_empty()) {
                break;
            }
        }
        let usual_ns = median(&mut steps).ok_or(CalibrationError::Stopped)?;
        steps.sort_unstable_by(f64::total_cmp);
        let between = steps.windows(2).map(|pair| pair[1] - pair[0]).filter(|&gap| gap > 0.0);
        let tick_ns = tick::of_steps(&steps, usual_ns, standing > 1, timebase.ns_f64(1));
        let resolution_ns = tick_ns.unwrap_or_else(|| between.fold(steps[0], f64::min));
        Ok(Steps { usual_ns, resolution_ns })
    }
}

/// Cost of a read while waiting for an edge: total duration of many steps divided by the reads in
/// them. Steps with far more or fewer reads than the median were interrupted and do not count.
/// `None` if the clock no longer moves.
fn poll_cost_ns(bench: &mut impl Bench) -> Option<f64> {
    let timebase = bench.clock().1;
    let (first, _) = bench.next_edge();
    let patience_ticks = (PATIENCE_NS / timebase.ns_f64(1)) as u64;
    // Nothing else runs between two edges: its duration would count as reads.
    let mut edges = Vec::with_capacity(EDGES);
    while edges.len() < EDGES {
        let (edge, polls) = bench.next_edge();
        edges.push((edge, polls));
        if polls >= STOPPED_AFTER_READS || edge.wrapping_sub(first) > patience_ticks {
            break;
        }
    }
    let mut last = first;
    let mut steps: Vec<(f64, f64)> = Vec::with_capacity(edges.len());
    for (edge, polls) in edges {
        let step_ns = timebase.ns_f64(edge.wrapping_sub(last).cast_signed());
        if step_ns <= 0.0 {
            break;
        }
        // The read that sees the new tick is one more.
        steps.push((step_ns, f64::from(polls) + 1.0));
        last = edge;
    }
    let cost = |&(step_ns, reads): &(f64, f64)| step_ns / reads;
    let usual = median(&mut steps.iter().map(cost).collect::<Vec<f64>>())?;
    let undisturbed = steps.iter().filter(|step| (cost(step) / usual - 1.0).abs() <= LIKE_THE_USUAL);
    let (time_ns, reads) = undisturbed.fold((0.0, 0.0), |sum, step| (sum.0 + step.0, sum.1 + step.1));
    Some(time_ns / reads)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chain::{BodyLength, ChainKind, UnsupportedArchitecture};
    use crate::clock::crosscheck::SessionRecord;
    use crate::clock::{ClockId, Timebase};
    use crate::run::bench::{TickAlignment, Timing};

    /// A clock of 1 GHz whose first move is one tick backwards.
    struct GoesBackFirst {
        reads: u64,
    }

    impl Bench for GoesBackFirst {
        fn ticks(&mut self) -> u64 {
            self.reads += 1;
            match self.reads {
                1 => 1_000,
                2 => 999,
                later => 1_000 + 20 * later,
            }
        }

        fn next_edge(&mut self) -> (u64, u32) {
            (self.ticks(), 1)
        }

        fn clock(&self) -> (ClockId, Timebase) {
            (ClockId::Mock, Timebase::NANOSECONDS)
        }

        fn time(
            &mut self,
            _: ChainKind,
            _: BodyLength,
            _: u32,
            _: TickAlignment,
        ) -> Result<Timing, UnsupportedArchitecture> {
            unreachable!("calibrating runs no chain")
        }

        fn ran_on(&mut self) -> Option<u32> {
            None
        }

        fn sample_witnesses(&mut self) {}

        fn take_session_record(&mut self) -> SessionRecord {
            unreachable!("calibrating compares no clocks")
        }
    }

    #[test]
    fn a_first_move_back_is_no_step() {
        let facts = calibrate(&mut GoesBackFirst { reads: 0 }, &Cancellation::default()).unwrap();
        assert_eq!((facts.step_ns, facts.read_cost_ns, facts.poll_cost_ns), (20.0, 20.0, None));
    }
}
