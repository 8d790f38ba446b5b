//! The points of the warm-up's curve: blocks that were not interrupted, without the loop overhead.

use std::ops::Range;

use crate::chain::BodyLength;
use crate::estimate::recording::WarmUpSample;
use crate::estimate::statistics::{median, middle_mean};

use super::timing::overhead_ns;
use super::warm_up::{BLOCK_NS, Block, DISTURBED};

/// Blocks before and after one that it is compared with: two interrupted in a row are still the
/// fewer.
pub(super) const NEIGHBOURS: usize = 2;

/// Share of a block taken by the loop overhead, the call and the clock reads, from pairs of a long
/// and a short body with equal iteration counts.
///
/// An iteration's end costs up to two cycles of 256 on some cores: 0.8 %, by which the curve would
/// lie below the reading, where it cancels.
#[derive(Debug, Default)]
pub(super) struct LoopOverhead {
    shares: Vec<f64>,
}

impl LoopOverhead {
    /// Takes a pair that ran in succession, with equal iteration counts.
    pub(super) fn pair(&mut self, long_ns: f64, short_ns: f64) {
        self.shares.push(overhead_ns(long_ns, short_ns) / long_ns);
    }

    /// Share of the loop's ends in a long block's time: the mean of the middle half of the pairs,
    /// since interruptions make some long and some short.
    pub(super) fn share(&self) -> f64 {
        middle_mean(&mut self.shares.clone()).map_or(0.0, |share| share.value.max(0.0))
    }
}

/// The points of the blocks in `range` without the loop's ends, a fraction `ends` of their
/// time. Interrupted blocks are left out: their time is not the core's, and would show a tenth of
/// the real clock.
///
/// A block was interrupted if it is longer than the median of itself and its neighbours by the
/// limit. A clock that climbs or falls passes: each block is then the median of those around it.
pub(super) fn points(blocks: &[Block], range: Range<usize>, quantum_ns: f64, ends: f64) -> Vec<WarmUpSample> {
    let late = 1.0 + DISTURBED.max(2.0 * quantum_ns / BLOCK_NS);
    let undisturbed = |&at: &usize| {
        let around = at.saturating_sub(NEIGHBOURS)..(at + NEIGHBOURS + 1).min(blocks.len());
        let mut iterations: Vec<f64> = blocks[around].iter().map(|block| block.iteration_ns).collect();
        median(&mut iterations).is_some_and(|usual| blocks[at].iteration_ns <= usual * late)
    };
    let point = |at: usize| {
        let Block { at_ns, iteration_ns, .. } = blocks[at];
        WarmUpSample {
            at_ms: at_ns / 1e6,
            hz: f64::from(BodyLength::Long.steps()) / (iteration_ns * (1.0 - ends)) * 1e9,
        }
    };
    range.filter(undisturbed).map(point).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Blocks at these clocks, in GHz.
    fn blocks(ghz: &[f64]) -> Vec<Block> {
        let block = |(at, ghz): (usize, &f64)| {
            let iteration_ns = f64::from(BodyLength::Long.steps()) / ghz;
            Block { at_ns: at as f64 * BLOCK_NS, iteration_ns, took_ns: BLOCK_NS }
        };
        ghz.iter().enumerate().map(block).collect()
    }

    fn shown(ghz: &[f64]) -> Vec<f64> {
        let round = |point: WarmUpSample| (point.hz / 1e7).round() / 100.0;
        points(&blocks(ghz), 0..ghz.len(), 1.0, 0.0).into_iter().map(round).collect()
    }

    #[test]
    fn an_interrupted_block_is_no_clock() {
        assert_eq!(shown(&[3.6, 3.6, 0.07, 3.6, 3.6]), [3.6; 4]);
        assert_eq!(shown(&[3.6, 3.6, 0.07, 0.4, 3.6, 3.6]), [3.6; 4]);
        assert_eq!(shown(&[0.07, 3.6, 3.6]), [3.6; 2], "the first");
        assert_eq!(shown(&[3.6, 3.6, 0.07]), [3.6; 2], "the last");
    }

    #[test]
    fn what_the_loop_takes_is_no_clock() {
        // At 2 GHz, 1,000 iterations: a cycle for the end of each, 40 ns for the call and the
        // clock.
        let took_ns = |steps: f64| 1_000.0 * (steps + 1.0) / 2.0 + 40.0;
        let mut ends = LoopOverhead::default();
        for _ in 0..3 {
            ends.pair(took_ns(256.0), took_ns(32.0));
        }
        ends.pair(took_ns(256.0), took_ns(32.0) + 5_000.0);
        ends.pair(took_ns(256.0) + 5_000.0, took_ns(32.0));
        let long_ns = took_ns(256.0);
        let block = Block { at_ns: 0.0, iteration_ns: long_ns / 1_000.0, took_ns: long_ns };
        let [point] = points(&[block], 0..1, 1.0, ends.share())[..] else { panic!("one point") };
        assert!((point.hz / 2e9 - 1.0).abs() < 1e-9, "{}", point.hz);
        assert_eq!(LoopOverhead::default().share(), 0.0);
    }

    #[test]
    fn a_clock_that_moves_is_shown() {
        let climbs = [0.6, 0.6, 0.6, 1.2, 1.8, 2.4, 3.0, 3.6, 3.6, 3.6];
        assert_eq!(shown(&climbs), climbs);
        let falls = [3.6, 3.6, 3.6, 0.6, 0.6, 0.6];
        assert_eq!(shown(&falls), falls);
    }

    #[test]
    fn a_coarse_tick_is_no_interruption() {
        let coarse = [3.6, 3.57, 3.6, 3.6, 3.57];
        assert_eq!(points(&blocks(&coarse), 0..5, 1_000.0, 0.0).len(), 5);
        assert!(points(&blocks(&coarse), 0..5, 1.0, 0.0).len() < 5);
    }
}
