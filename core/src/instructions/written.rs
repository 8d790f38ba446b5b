//! Bodies of 1,000 steps, written at run time from the built-in ones of 100: built in, they would be four fifths of the program.
//! The body that is taken off is written, too: what the call costs is then in both.
//!
//! Memory is first written, then made executable, and never both. A system that does not let a process do so (Apple's hardened
//! runtime, SELinux without `execmem`, Windows's arbitrary code guard) leaves the shapes of 1,000 steps out.

use std::cell::RefCell;
use std::io;
use std::rc::Rc;

use memmap2::{Mmap, MmapMut};

use super::code::Code;
use super::form::Body;
use super::words;

/// Bytes of a cache line, on which every body starts.
const LINE: usize = 64;

/// The written bodies of a chain, in executable memory.
#[derive(Debug)]
pub struct Written {
    memory: Mmap,
    /// Where the one of 100 steps ends, and that of 1,000 begins.
    middle_end: usize,
    long_start: usize,
}

impl Written {
    /// Writes the bodies of a chain.
    ///
    /// # Errors
    /// That of the system, which gives no memory, or none to execute. If the built-in bodies are not of the same steps.
    pub fn of(code: &Code) -> io::Result<Written> {
        let [Some(short), Some(turn)] = [Body::Short, Body::Middle].map(|body| code.turn(body)) else {
            return Err(io::Error::other("the chain has no loop"));
        };
        // What is copied is what the assembler made of each step.
        if turn != short.repeat((Body::Middle.steps() / Body::Short.steps()) as usize) {
            return Err(io::Error::other("the chain's bodies differ by more than their length"));
        }
        let looped = |body: Body| {
            let mut steps = turn.repeat((body.steps() / Body::Middle.steps()) as usize);
            // SAFETY: the loop's end stands behind its steps.
            unsafe { words::close(&mut steps, turn.as_ptr_range().end) };
            steps
        };
        let (middle, long) = (looped(Body::WrittenMiddle), looped(Body::WrittenLong));
        let long_start = middle.len().next_multiple_of(LINE);
        let mut memory = MmapMut::map_anon(long_start + long.len())?;
        memory[..middle.len()].copy_from_slice(&middle);
        memory[long_start..].copy_from_slice(&long);
        let memory = memory.make_exec()?;
        let all = memory.as_ptr_range();
        // SAFETY: the range is mapped, and readable.
        if !unsafe { clear_cache::clear_cache(all.start, all.end) } {
            return Err(io::Error::other("the instruction cache could not be cleared"));
        }
        Ok(Written { memory, middle_end: middle.len(), long_start })
    }

    /// The machine code of a body, from the first step to the return: the one of 100 steps unless the long one is asked for.
    pub fn code(&self, body: Body) -> &[u8] {
        match body {
            Body::WrittenLong => &self.memory[self.long_start..],
            _ => &self.memory[..self.middle_end],
        }
    }
}

thread_local! {
    /// The last one: each row asks for its own many times, one row after the other.
    static LAST: RefCell<Option<(usize, Rc<Written>)>> = const { RefCell::new(None) };
}

/// The bodies of a chain; `None` if the system does not allow for it, which is logged.
pub(super) fn written(code: &Code) -> Option<Rc<Written>> {
    let chain = code.middle as usize;
    LAST.with_borrow_mut(|last| match last {
        Some((known, written)) if *known == chain => Some(Rc::clone(written)),
        _ => match Written::of(code) {
            Ok(new) => {
                let new = Rc::new(new);
                *last = Some((chain, Rc::clone(&new)));
                Some(new)
            }
            Err(error) => {
                log::warn!("bodies of 1,000 steps are left out: no executable memory: {error}");
                None
            }
        },
    })
}
