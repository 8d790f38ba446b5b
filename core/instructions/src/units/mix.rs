//! Copies of one form or of two in a loop, written at run time.
//!
//! Each form has its copies in one half of the registers, so that none waits for one of the other
//! form. They stand as evenly among each other as their counts allow: a core that begins its
//! instructions in order sees both kinds at any time.

use std::io;
use std::rc::Rc;

use crate::code::{Operands, PartCode};
use crate::form::{Body, InstructionForm, PreparedChain};
use crate::words;
use crate::written::{Written, looped};

/// Minimum number of instructions in the short body: the loop overhead, which runs in parallel,
/// takes fewer cycles than they do.
const SHORT_INSTRUCTIONS: u32 = 100;

/// Length of the long body, in short bodies.
const LONG: u32 = 5;

/// Copies of a form in one half of the registers.
#[derive(Debug, Clone)]
pub struct Part {
    form: &'static InstructionForm,
    loads: Vec<&'static [u8]>,
    copies: Vec<&'static [u8]>,
}

impl Part {
    /// The parts of a form: in the lower half, in the upper half. `None` if the form needs other
    /// registers, or the core lacks it.
    pub fn of(form: &'static InstructionForm) -> [Option<Part>; 2] {
        form.parts.map(|code| {
            let code = code.filter(|_| form.is_present())?;
            let [loads, copies] = entries(code);
            Some(Part { form, loads, copies })
        })
    }

    /// Number of copies before the registers of the first are used again.
    pub fn copies(&self) -> u32 {
        self.copies.len() as u32
    }
}

/// The entries of a part: its loads, its copies.
fn entries(code: PartCode) -> [Vec<&'static [u8]>; 2] {
    // SAFETY: the core has the form's features, which the caller has checked.
    let mut at = unsafe { code() };
    let list = |_| {
        let mut list = Vec::new();
        loop {
            // SAFETY: a list consists of entries, each a length and as many bytes, up to a length
            // of 0; and program code does not change.
            let entry = unsafe {
                let length = usize::from(at.read());
                at = at.add(words::LENGTH_BYTES);
                let entry = std::slice::from_raw_parts(at, length);
                at = at.add(length);
                entry
            };
            if entry.is_empty() {
                return list;
            }
            list.push(entry);
        }
    };
    [(); 2].map(list)
}

/// A loop of such copies.
#[derive(Debug)]
pub struct Mix {
    counts: Vec<(&'static InstructionForm, u32)>,
    short_rounds: u32,
    written: Rc<Written>,
    /// Memory from which the registers of each part are loaded.
    operands: Vec<Box<Operands>>,
}

impl Mix {
    /// Creates a loop whose rounds have the given number of instructions of each part.
    ///
    /// # Errors
    /// The system's error, if it provides no memory, or none to execute.
    pub fn of(parts: &[(&Part, u32)]) -> io::Result<Mix> {
        let counts: Vec<u32> = parts.iter().map(|(_, count)| *count).collect();
        let mut operands: Vec<Box<Operands>> =
            parts.iter().map(|(part, _)| Operands::new(&part.form.values)).collect();
        let mut first = Vec::new();
        for ((part, _), operands) in parts.iter().zip(&mut operands) {
            first.extend(words::point_at(&raw mut **operands));
            first.extend(part.loads.concat());
        }
        let mut next = vec![0; parts.len()];
        let mut round = Vec::new();
        for place in interleaved(&counts) {
            let copies = &parts[place].0.copies;
            round.extend(copies[next[place] % copies.len()]);
            next[place] += 1;
        }
        let short_rounds = SHORT_INSTRUCTIONS.div_ceil(counts.iter().sum::<u32>().max(1));
        let bodies = [(Body::WrittenMiddle, short_rounds), (Body::WrittenLong, LONG * short_rounds)];
        let bodies = bodies.map(|(body, rounds)| (body, looped(&first, &round, rounds)));
        Ok(Mix {
            counts: parts.iter().map(|(part, count)| (part.form, *count)).collect(),
            short_rounds,
            written: Rc::new(Written::holding(bodies.into())?),
            operands,
        })
    }

    /// Its forms, and the number of instructions of each in a round.
    pub fn counts(&self) -> &[(&'static InstructionForm, u32)] {
        &self.counts
    }

    /// Rounds of a body.
    pub fn rounds(&self, is_long: bool) -> u32 {
        if is_long { LONG * self.short_rounds } else { self.short_rounds }
    }

    /// A body, ready to run; `None` if the core lacks one of the forms.
    pub(crate) fn ready(&self, is_long: bool) -> Option<PreparedChain> {
        if !self.counts.iter().all(|(form, _)| form.is_present()) {
            return None;
        }
        let mut operands = self.operands.first()?.clone();
        operands.written = self.code(is_long).as_ptr();
        Some(PreparedChain { entry: words::call_own, operands, _written: Some(Rc::clone(&self.written)) })
    }

    /// The machine code of a body, from its first instruction to the return.
    pub fn code(&self, is_long: bool) -> &[u8] {
        self.written.code(if is_long { Body::WrittenLong } else { Body::WrittenMiddle })
    }
}

/// Order of the forms in a round, as even as possible for the given counts.
fn interleaved(counts: &[u32]) -> Vec<usize> {
    let all: u32 = counts.iter().sum();
    let mut done = vec![0; counts.len()];
    let most_behind = |place: u32| {
        let behind = |part: usize| i64::from(counts[part] * (place + 1)) - i64::from(done[part] * all);
        let part = (0..counts.len()).max_by_key(|part| behind(*part)).unwrap_or(0);
        done[part] += 1;
        part
    };
    (0..all).map(most_behind).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::set::FORMS;

    /// Nothing faults.
    #[test]
    fn every_part_that_the_core_has_runs() {
        for form in FORMS.iter().filter(|form| form.is_present()) {
            for part in Part::of(form).iter().flatten() {
                let mix = Mix::of(&[(part, part.copies())]).expect("executable memory");
                mix.ready(false).expect("a form that the core has").calls(2, 1);
            }
        }
    }

    #[test]
    fn copies_stand_as_evenly_as_can_be() {
        assert_eq!(interleaved(&[3]), [0, 0, 0]);
        assert_eq!(interleaved(&[2, 2]), [1, 0, 1, 0]);
        let order = interleaved(&[9, 3]);
        let places: Vec<usize> = (0..12).filter(|place| order[*place] == 1).collect();
        assert_eq!((places.len(), places[1] - places[0], places[2] - places[1]), (3, 4, 4), "{order:?}");
    }
}
