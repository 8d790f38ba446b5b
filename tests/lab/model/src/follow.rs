//! The model, block by block, with earlier results remembered.
//!
//! A core's future depends on its state alone ([`Core::state`]). So the effect of a block of code
//! on a state, a new state and a span of time, is computed once and looked up after that. In a loop
//! the states soon repeat, and an iteration costs one look-up whatever its length. The result
//! equals that of the slow way, to the last fraction of a cycle: nothing is extrapolated. A block
//! is looked up one run at a time, so the caller can stop between any two, in time for the next
//! timer's deadline.

use std::collections::HashMap;
use std::rc::Rc;

use crate::UNITS_PER_CYCLE;
use crate::block::{Block, Known};
use crate::core::{Core, State};
use crate::machine::CoreTiming;
use crate::round::Round;
use crate::timing::Timings;

/// States kept; then all are forgotten. At 2.7 KB each (a window of 600) this is 22 MB.
const STATES_MAX: usize = 8192;

/// Numbers of instructions looked up and modelled, for reports and for the test that the fast way
/// was taken at all.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Instructions modelled, in all.
    pub instructions: u64,
    /// Those of them that were looked up.
    pub looked_up: u64,
    /// Instructions that were not modelled: the kernel's.
    pub unmodelled: u64,
}

/// A core that follows a program.
#[derive(Debug)]
pub struct Follower {
    core: Core,
    timings: Timings,
    remembers: bool,
    /// Where the core is, if it is a state that has a number; then `core` itself is stale but for
    /// `now`.
    at: Option<u32>,
    now: u64,
    states: Vec<Rc<State>>,
    numbers: HashMap<Rc<State>, u32>,
    /// The number of the first state kept: numbers are never used again.
    first: u32,
    /// The state of a core in which nothing is.
    empty: u32,
    runs: u64,
    previous_end: u64,
    previous_modelled: bool,
    /// Its `instructions` are those that were not looked up.
    counts: Counts,
    round: Round,
}

impl Follower {
    /// A core at the start of its program. `remembers` false is the slow way.
    pub fn new(timing: &CoreTiming, remembers: bool) -> Self {
        let mut this = Self {
            core: Core::new(timing),
            timings: Timings::new(timing),
            remembers,
            at: None,
            now: 0,
            states: Vec::new(),
            numbers: HashMap::new(),
            first: 0,
            empty: 0,
            runs: 0,
            previous_end: 0,
            previous_modelled: true,
            counts: Counts::default(),
            round: Round::default(),
        };
        this.empty = this.number();
        this
    }

    /// When instructions enter now, in parts of a cycle.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// A block of code that begins at an address, for this core.
    pub fn block(&self, start: u64, words: &[u32], modelled: bool) -> Block {
        Block::new(start, words, modelled, &self.timings)
    }

    /// Returns the counts so far.
    pub fn counts(&self) -> Counts {
        let looked_up = self.counts.looked_up + self.round.instructions(self.now);
        Counts { instructions: self.counts.instructions + looked_up, looked_up, ..self.counts }
    }

    /// A block begins. All of it is run, unless it touches the timer: then [`Self::advance`] runs
    /// it.
    #[inline]
    pub fn enter(&mut self, block: &mut Block) {
        if let Some(units) = self.round.go_on(block) {
            self.now += units;
        } else {
            self.look_up(block);
        }
    }

    fn look_up(&mut self, block: &mut Block) {
        self.counts.looked_up += self.round.instructions(self.now);
        if let Some((number, end)) = self.round.leave() {
            self.at = Some(number);
            self.previous_end = end;
        }
        let taken = block.start != self.previous_end;
        self.previous_end = block.end;
        if block.modelled
            && self.previous_modelled
            && let Some(known) = self.at.and_then(|from| block.look_up(from, taken))
        {
            self.at = Some(known.to);
            self.now += known.units;
            self.counts.looked_up += block.steps.len() as u64;
            self.round.note(block, known, self.now);
            return;
        }
        self.round.forget();
        self.enter_anew(block, taken);
    }

    fn enter_anew(&mut self, block: &mut Block, taken: bool) {
        // An exception's entry and return empty the core.
        if block.modelled != self.previous_modelled {
            self.pass(0);
            self.previous_modelled = block.modelled;
        }
        if !block.modelled {
            if !block.timed {
                self.pass(block.steps.len() as u64 * UNITS_PER_CYCLE);
                self.counts.unmodelled += block.steps.len() as u64;
            }
            return;
        }
        if block.timed {
            self.materialise();
            self.at = None;
            if taken {
                self.core.taken_branch();
            }
            self.now = self.core.now();
            return;
        }
        self.runs += 1;
        let hot = self.remembers && block.heat(self.runs);
        let from = if hot { Some(self.at.unwrap_or_else(|| self.number_here())) } else { None };
        self.materialise();
        let before = self.now;
        if taken {
            self.core.taken_branch();
        }
        for step in &block.steps {
            self.core.step(step);
        }
        self.now = self.core.now();
        self.counts.instructions += block.steps.len() as u64;
        self.at = from.map(|from| {
            let to = self.number();
            // Unless numbering has restarted: then the first number is no longer valid.
            if from >= self.first {
                block.remember(Known { from, after_taken: taken, to, units: self.now - before });
            }
            to
        });
    }

    /// Runs instructions `from` up to `to` of a block that touches the timer; returns when the last
    /// of them started, in parts of a cycle. (For a block that is not modelled: when it ended.)
    pub fn advance(&mut self, block: &Block, from: usize, to: usize) -> u64 {
        let steps = &block.steps[from..to];
        if !block.modelled {
            self.pass(steps.len() as u64 * UNITS_PER_CYCLE);
            self.counts.unmodelled += steps.len() as u64;
            return self.now;
        }
        self.counts.instructions += steps.len() as u64;
        let started = steps.iter().fold(self.now, |_, step| self.core.step(step));
        self.now = self.core.now();
        started
    }

    /// Everything finishes, and then time passes.
    fn pass(&mut self, units: u64) {
        if self.at == Some(self.empty) {
            self.now += units;
            return;
        }
        self.materialise();
        self.core.pass(units);
        self.now = self.core.now();
        self.at = self.remembers.then_some(self.empty);
    }

    /// Makes `core` what `at` says it is.
    fn materialise(&mut self) {
        if let Some(number) = self.at.take() {
            self.core.restore(&self.states[(number - self.first) as usize], self.now);
        }
    }

    /// The number of the state that `core` is in, when `at` is not known.
    fn number_here(&mut self) -> u32 {
        let number = self.number();
        self.at = None;
        number
    }

    /// The number of `core`'s state.
    fn number(&mut self) -> u32 {
        if self.states.len() >= STATES_MAX {
            self.first += self.states.len() as u32;
            self.states.clear();
            self.numbers.clear();
            self.empty = self.number_of(Core::state(&self.emptied()));
        }
        let state = self.core.state();
        self.number_of(state)
    }

    fn emptied(&self) -> Core {
        let mut core = self.core.clone();
        core.drain();
        core
    }

    fn number_of(&mut self, state: State) -> u32 {
        let state = Rc::new(state);
        if let Some(number) = self.numbers.get(&state) {
            return *number;
        }
        let number = self.first + self.states.len() as u32;
        self.states.push(Rc::clone(&state));
        self.numbers.insert(state, number);
        number
    }
}
