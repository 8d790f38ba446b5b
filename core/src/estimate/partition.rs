//! Partition of a run into batches of time, each of which is estimated separately.
//!
//! The spread of the batches is the uncertainty that counts, because it is valid whatever happened.
//! Shorter intervals, the slices, show the clock within a batch.

/// Batches of a full reading: enough for Student's factor (2.13) to be near the normal one.
pub(super) const MOST_BATCHES: usize = 16;

/// Minimum number of batches that have a spread.
pub(super) const FEWEST_BATCHES: usize = 3;

/// Minimum rounds per batch, so that it contains each kind several times.
const ROUNDS_PER_BATCH: usize = 4;

/// Minimum rounds per slice.
const ROUNDS_PER_SLICE: usize = 3;

/// Maximum slices per batch.
const MOST_SLICES_PER_BATCH: usize = 4;

/// Partition of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Partition {
    /// Number of batches.
    pub batches: usize,
    /// Number of slices in total.
    pub slices: usize,
}

impl Partition {
    /// The partition for a run of `rounds` rounds; `None` if there are too few rounds for a
    /// comparison of batches.
    pub fn of(rounds: usize) -> Option<Partition> {
        if rounds < FEWEST_BATCHES * ROUNDS_PER_BATCH {
            return None;
        }
        let batches = (rounds / ROUNDS_PER_BATCH).min(MOST_BATCHES);
        let per_batch = (rounds / ROUNDS_PER_SLICE / batches).clamp(1, MOST_SLICES_PER_BATCH);
        Some(Partition { batches, slices: batches * per_batch })
    }
}
