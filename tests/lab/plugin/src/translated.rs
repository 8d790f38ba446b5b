//! A block of code as the emulator holds it. All cores run the same; what is remembered of it is a
//! core's own.

use std::cell::UnsafeCell;

use trueghz_lab_model::block::Block;
use trueghz_lab_model::follow::Follower;

/// A block of translated code.
pub struct Translated {
    start: u64,
    words: Vec<u32>,
    /// The model's block on each core, made when the core first runs it.
    blocks: Box<[UnsafeCell<Option<Box<Block>>>]>,
}

/// An instruction that needs the time.
pub struct Place {
    /// The block it is in.
    pub block: *const Translated,
    /// Its place in the block.
    pub index: usize,
}

impl Translated {
    /// A block that so many cores may run.
    pub fn new(start: u64, words: Vec<u32>, cores: usize) -> Self {
        Self { start, words, blocks: (0..cores).map(|_| UnsafeCell::new(None)).collect() }
    }

    /// The instruction at a place.
    pub fn word(&self, index: usize) -> u32 {
        self.words[index]
    }

    /// The block as a core knows it, which is that follower's.
    ///
    /// # Safety
    /// Only on the core's thread, and not while another reference to it is in use.
    #[inline]
    #[allow(clippy::mut_from_ref, reason = "each core has its own, and the caller promises to be that core")]
    pub unsafe fn of(&self, core: usize, follower: &Follower) -> &mut Block {
        // SAFETY: the caller's promise.
        let block = unsafe { &mut *self.blocks[core].get() };
        // The upper half of the addresses is the kernel's: not modelled.
        block.get_or_insert_with(|| Box::new(follower.block(self.start, &self.words, self.start >> 63 == 0)))
    }
}
