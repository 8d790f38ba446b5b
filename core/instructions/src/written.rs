//! Bodies of 1,000 steps, written at run time from the built-in ones of 100: built in, they would
//! be four fifths of the program. The body that is subtracted is written as well, so that both
//! include the cost of the call.
//!
//! Memory is first written, then made executable, and never both. A system that does not let a
//! process do so (Apple's hardened runtime, SELinux without `execmem`, Windows's arbitrary code
//! guard) leaves the shapes of 1,000 steps out.

use std::cell::RefCell;
use std::io;
use std::ops::Range;
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
    bodies: Vec<(Body, Range<usize>)>,
}

impl Written {
    /// Writes the bodies of a chain.
    ///
    /// # Errors
    /// The system's error, if it provides no memory, or none to execute. Another one if the
    /// built-in bodies do not consist of the same steps.
    pub fn of(code: &Code) -> io::Result<Written> {
        if let Some(own) = code.own {
            let own_body = |body: Body| (body, looped(&own.first, &own.step, body.steps()));
            return Written::holding(Body::ALL.map(own_body).into());
        }
        let [Some(short), Some(turn)] = [Body::Short, Body::Middle].map(|body| code.turn(body)) else {
            return Err(io::Error::other("the chain has no loop"));
        };
        // The copied code is the assembler's output for each step.
        if turn != short.repeat((Body::Middle.steps() / Body::Short.steps()) as usize) {
            return Err(io::Error::other("the chain's bodies differ by more than their length"));
        }
        let built_in = |body: Body| {
            let mut steps = turn.repeat((body.steps() / Body::Middle.steps()) as usize);
            // SAFETY: the loop's end stands behind its steps.
            unsafe { words::close(&mut steps, turn.as_ptr_range().end) };
            (body, steps)
        };
        Written::holding([Body::WrittenMiddle, Body::WrittenLong].map(built_in).into())
    }

    /// Holds these bodies.
    ///
    /// # Errors
    /// The system's error, if it provides no memory, or none to execute.
    pub(super) fn holding(code: Vec<(Body, Vec<u8>)>) -> io::Result<Written> {
        let mut bytes = Vec::new();
        let mut bodies = Vec::new();
        for (body, code) in code {
            bytes.resize(bytes.len().next_multiple_of(LINE), 0);
            bodies.push((body, bytes.len()..bytes.len() + code.len()));
            bytes.extend(code);
        }
        let mut memory = MmapMut::map_anon(bytes.len())?;
        memory.copy_from_slice(&bytes);
        let memory = memory.make_exec()?;
        let all = memory.as_ptr_range();
        // SAFETY: the range is mapped, and readable.
        if !unsafe { clear_cache::clear_cache(all.start, all.end) } {
            return Err(io::Error::other("the instruction cache could not be cleared"));
        }
        Ok(Written { memory, bodies })
    }

    /// The machine code of a body, from its first instruction to the return; empty if it is a
    /// built-in one.
    pub fn code(&self, body: Body) -> &[u8] {
        let place = self.bodies.iter().find(|(written, _)| *written == body);
        place.map_or(&[], |(_, place)| &self.memory[place.clone()])
    }
}

/// A body for `call_own`: `first`, and the loop, on a cache line, of `steps` steps.
pub(super) fn looped(first: &[u8], step: &[u8], steps: u32) -> Vec<u8> {
    let mut code = words::OWN_BEGIN.to_vec();
    code.extend(first);
    while !code.len().is_multiple_of(LINE) {
        code.extend(words::NO_OPERATION);
    }
    let from = code.len();
    code.extend(step.repeat(steps as usize));
    words::close_own(&mut code, from);
    code
}

thread_local! {
    /// The last one: each row asks for its own many times, one row after the other.
    static LAST: RefCell<Option<(usize, Rc<Written>)>> = const { RefCell::new(None) };
}

/// The bodies of a chain; `None` if the system does not allow for it, which is logged.
pub(super) fn written(code: &Code) -> Option<Rc<Written>> {
    let chain = code.own.map_or(code.middle as usize, |own| std::ptr::from_ref(own).addr());
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
