//! Rounds: a core that has come back to where it was, by the same blocks, does the same again.
//!
//! The effects of blocks are noted, block by block. When the next would be the first of the notes
//! again, from the same state, the notes are a round, and it is *closed*. From then on all that has
//! to be known of a block is whether it is the one that comes next in the round: if so, it takes
//! the time that it took before. A tight loop is a round of one step, one that crosses a page has
//! two, one whose states alternate as many as there are.

use std::num::NonZeroU64;

use crate::block::{Block, Known};

/// The effect of one block.
#[derive(Debug, Clone, Copy)]
struct Step {
    block: NonZeroU64,
    known: Known,
    instructions: u64,
    /// Where the block ends.
    end: u64,
}

/// The notes.
#[derive(Debug, Default)]
pub(crate) struct Round {
    steps: Vec<Step>,
    /// The block that comes next in a closed round; none while it is open.
    expected: Option<NonZeroU64>,
    /// Its duration.
    units: u64,
    /// The place of the step that comes next.
    next: usize,
    /// When the round was closed, after its first step.
    closed: u64,
}

/// Maximum number of steps of a round; then the notes restart, so that a round that begins later is
/// found as well.
const STEPS_MAX: usize = 64;

impl Round {
    /// If `block` is the next of the closed round: what it takes.
    #[inline]
    pub fn go_on(&mut self, block: &Block) -> Option<u64> {
        if self.expected != Some(block.id) {
            return None;
        }
        let units = self.units;
        if self.steps.len() > 1 {
            self.expect((self.next + 1) % self.steps.len());
        }
        Some(units)
    }

    fn expect(&mut self, next: usize) {
        let step = &self.steps[next];
        self.next = next;
        self.expected = Some(step.block);
        self.units = step.known.units;
    }

    /// Instructions that were gone through since the round was closed. They are not counted one by
    /// one: a round always takes the same time, and never none, as no core takes in instructions
    /// without end in a cycle.
    pub fn instructions(&self, now: u64) -> u64 {
        if self.expected.is_none() {
            return 0;
        }
        let sum = |steps: &[Step]| {
            let both = |(units, instructions), step: &Step| {
                (units + step.known.units, instructions + step.instructions)
            };
            steps.iter().fold((0, 0), both)
        };
        let (round_units, round_instructions) = sum(&self.steps);
        // The round that is not whole yet, or just is, began with the second step.
        let (units, instructions) = sum(&self.steps[1..=self.before()]);
        (now - self.closed - units) / round_units * round_instructions + instructions
    }

    /// The place of the step that was last.
    fn before(&self) -> usize {
        (self.next + self.steps.len() - 1) % self.steps.len()
    }

    /// The round is left: the number of the state after its last step, and where its block ended.
    /// None if it was not closed.
    pub fn leave(&mut self) -> Option<(u32, u64)> {
        self.expected?;
        let last = self.steps[self.before()];
        self.forget();
        Some((last.known.to, last.end))
    }

    /// Notes what a block did after the one noted before, and that it is `now` since.
    pub fn note(&mut self, block: &Block, known: Known, now: u64) {
        if self.steps.first().is_some_and(|first| first.block == block.id && first.known == known) {
            // This was the first step again.
            self.closed = now;
            self.expect(1 % self.steps.len());
            return;
        }
        if self.steps.len() == STEPS_MAX {
            self.steps.clear();
        }
        self.steps.push(Step {
            block: block.id,
            known,
            instructions: block.steps.len() as u64,
            end: block.end,
        });
    }

    /// Something happened that is not noted.
    pub fn forget(&mut self) {
        self.steps.clear();
        self.expected = None;
    }
}
