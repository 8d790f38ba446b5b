//! The cost of an instruction on a core: its registers with the core's figures, ready to be
//! stepped.

use std::collections::HashMap;

use crate::UNITS_PER_CYCLE;
use crate::class::{Class, Pipe};
use crate::decode::{Field, Operand, Register, SINK, ZERO, decode, form};
use crate::machine::{CoreTiming, FormTiming, units};

/// An instruction on a core. Times are in parts of a cycle.
#[derive(Debug, Clone, Copy)]
pub struct Step {
    /// The registers read, and the permitted delay of each after the start; unused places are
    /// [`ZERO`].
    pub sources: [(Register, u32); 6],
    /// The registers written, and the delay after the start until each is ready; unused places are
    /// [`SINK`].
    pub results: [(Register, u32); 5],
    /// Duration until all of it is done.
    pub done: u64,
    /// The pipes it runs in; `None` where it takes none.
    pub pipe: Option<Pipe>,
    /// Which of these pipes, as the bits of a number; 0: any.
    pub of_pipes: u32,
    /// For how long it keeps its pipe.
    pub occupancy: u64,
    /// Whether what follows waits for all that went before.
    pub is_barrier: bool,
    /// Whether it is a branch, which does not wait for its condition.
    pub is_branch: bool,
}

/// The numbers of a core, by class and by form.
#[derive(Debug, Clone)]
pub struct Timings {
    latency: [u64; Class::COUNT],
    occupancy: [u64; Class::COUNT],
    forms: HashMap<u32, FormTiming>,
}

impl Timings {
    /// A core's numbers.
    pub fn new(timing: &CoreTiming) -> Self {
        Self {
            latency: Class::ALL.map(|class| timing.latency_units(class)),
            occupancy: Class::ALL.map(|class| timing.occupancy_units(class)),
            forms: timing.forms.iter().map(|(form, timing)| (form.word(), timing.clone())).collect(),
        }
    }

    /// Returns the cost of a word.
    pub fn of(&self, word: u32) -> Step {
        let op = decode(word);
        let of_form = if self.forms.is_empty() { None } else { self.forms.get(&form(word)) };
        let of_class = self.latency[op.class as usize];
        let number = |of: fn(&FormTiming, Field) -> Option<f64>, field| {
            of_form.and_then(|form| of(form, field)).map(units)
        };
        let latency = |field, otherwise| {
            number(|form, field| form.latency.get(&field).copied(), field).unwrap_or(otherwise)
        };
        let late = |field| number(|form, field| form.late.get(&field).copied(), field).unwrap_or(0);
        let mut results = [(SINK, 0); 5];
        for (place, result) in results.iter_mut().zip(op.results) {
            *place = (result.register, latency(result.field, of_class) as u32);
        }
        results[4] = (op.writeback, latency(Field::N, UNITS_PER_CYCLE) as u32);
        let written = results.iter().filter(|(register, _)| *register != SINK && *register != op.writeback);
        let last = written.map(|(_, latency)| u64::from(*latency)).max();
        let pipe = of_form.and_then(|form| form.pipe).or(op.class.pipe());
        let occupancy = of_form.and_then(|form| form.occupancy).map(units);
        Step {
            sources: op.sources.map(|Operand { register, field }| (register, late(field) as u32)),
            results,
            done: last.unwrap_or(of_class),
            pipe,
            of_pipes: of_form.map_or(0, |form| form.of_pipes.iter().fold(0, |pipes, pipe| pipes | 1 << pipe)),
            occupancy: occupancy.unwrap_or(self.occupancy[op.class as usize]),
            is_barrier: op.class == Class::Barrier,
            is_branch: op.class == Class::Branch,
        }
    }
}

impl Step {
    /// Returns the registers read.
    pub fn sources(&self) -> impl Iterator<Item = (Register, u64)> {
        let read = self.sources.iter().filter(|(register, _)| *register != ZERO);
        read.map(|(register, late)| (*register, u64::from(*late)))
    }

    /// Returns the registers written.
    pub fn results(&self) -> impl Iterator<Item = (Register, u64)> {
        let written = self.results.iter().filter(|(register, _)| *register != SINK);
        written.map(|(register, latency)| (*register, u64::from(*latency)))
    }
}
