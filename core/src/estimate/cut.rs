//! How a run is cut into batches of time, each of which is estimated on its own.
//!
//! The spread of the batches is the uncertainty that counts, because it holds whatever really happened. Finer
//! stretches, the slices, show what the clock did within a batch.

/// Batches of a full reading: enough for Student's factor (2.13) to be near the normal one.
pub(super) const MOST_BATCHES: usize = 16;

/// Fewest batches that can show a spread at all.
pub(super) const FEWEST_BATCHES: usize = 3;

/// Rounds that a batch needs at least, so that each kind comes several times.
const ROUNDS_PER_BATCH: usize = 4;

/// Rounds that a slice needs at least.
const ROUNDS_PER_SLICE: usize = 3;

/// Slices in a batch at most.
const MOST_SLICES_PER_BATCH: usize = 4;

/// How a run is cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cut {
    /// How many batches.
    pub batches: usize,
    /// How many slices, in all.
    pub slices: usize,
}

impl Cut {
    /// The cut for a run of so many rounds; absent where they are too few for any batch to be compared.
    pub fn of(rounds: usize) -> Option<Cut> {
        if rounds < FEWEST_BATCHES * ROUNDS_PER_BATCH {
            return None;
        }
        let batches = (rounds / ROUNDS_PER_BATCH).min(MOST_BATCHES);
        let per_batch = (rounds / ROUNDS_PER_SLICE / batches).clamp(1, MOST_SLICES_PER_BATCH);
        Some(Cut { batches, slices: batches * per_batch })
    }
}
