//! A block of code, and the results that a core remembers of it.

use std::num::NonZeroU64;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::decode::{fuses_vectors, needs_time};
use crate::timing::{Step, Timings};

/// A run of instructions that are always executed together.
///
/// It belongs to one core: what it remembers are numbers of that core's states.
#[derive(Debug)]
pub struct Block {
    /// No two blocks have the same.
    pub(crate) id: NonZeroU64,
    pub(crate) start: u64,
    pub(crate) end: u64,
    pub(crate) steps: Vec<Step>,
    /// Whether its instructions are modelled; otherwise each takes a cycle (the kernel's).
    pub(crate) modelled: bool,
    /// Whether it reads or writes the timer, so that the caller has to know the time inside it.
    pub(crate) timed: bool,
    /// Whether it has fused multiply-adds of vectors.
    fuses_vectors: bool,
    /// Whether it is run often in a short time: then what it does is remembered.
    hot: bool,
    heat: u32,
    last_run: u64,
    known: Vec<Known>,
}

/// The effect of a block on one state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Known {
    /// The state's number.
    pub from: u32,
    /// Whether a taken branch led to the block.
    pub after_taken: bool,
    /// The number of the state after the block.
    pub to: u32,
    /// Time that passes during the block.
    pub units: u64,
}

/// Runs in a row, at most [`NEARBY`] blocks apart, after which a block is called hot.
const HOT_RUNS: u32 = 4;
/// A loop of more blocks than this is not followed as a loop. A measured loop has one, or two where
/// it crosses a page.
const NEARBY: u64 = 4;
/// Transitions remembered in a block. A loop passes through some dozens of states before it
/// repeats.
const KNOWN_MAX: usize = 64;

static NEXT_ID: AtomicU64 = AtomicU64::new(0);

impl Block {
    /// A block of code that begins at an address, on a core of these timings.
    pub fn new(start: u64, words: &[u32], modelled: bool, timings: &Timings) -> Self {
        let before = NEXT_ID.fetch_add(1, Ordering::Relaxed);
        Self {
            id: NonZeroU64::MIN.saturating_add(before),
            start,
            end: start + 4 * words.len() as u64,
            steps: words.iter().map(|word| timings.of(*word)).collect(),
            modelled,
            timed: words.iter().any(|word| needs_time(*word)),
            fuses_vectors: words.iter().any(|word| fuses_vectors(*word)),
            hot: false,
            heat: 0,
            last_run: 0,
            known: Vec::new(),
        }
    }

    /// Number of instructions.
    pub fn instructions(&self) -> usize {
        self.steps.len()
    }

    /// Returns `true` if the time inside it is needed.
    pub fn timed(&self) -> bool {
        self.timed
    }

    /// Returns `true` if it has fused multiply-adds of vectors.
    pub fn fuses_vectors(&self) -> bool {
        self.fuses_vectors
    }

    /// Records a run of the block, with `runs` the number of runs of all blocks; returns `true` if
    /// it is hot.
    pub(crate) fn heat(&mut self, runs: u64) -> bool {
        let near = runs - self.last_run <= NEARBY;
        self.last_run = runs;
        self.heat = if near { self.heat + 1 } else { 0 };
        self.hot |= self.heat >= HOT_RUNS;
        self.hot
    }

    pub(crate) fn look_up(&mut self, from: u32, after_taken: bool) -> Option<Known> {
        let is = |known: &Known| known.from == from && known.after_taken == after_taken;
        let at = self.known.iter().position(is)?;
        let found = self.known[at];
        // Entries that are found often move to the front.
        if at > 0 {
            self.known.swap(at, at - 1);
        }
        Some(found)
    }

    pub(crate) fn remember(&mut self, known: Known) {
        // The front half is what is found often.
        if self.known.len() == KNOWN_MAX {
            self.known.truncate(KNOWN_MAX / 2);
        }
        self.known.push(known);
    }
}
