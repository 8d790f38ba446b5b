//! The dataflow model, instruction by instruction.
//!
//! Up to `width` instructions enter in a cycle, at most `window` are between the oldest unfinished
//! and the youngest. Each starts when it has entered, its sources are ready (or will be when it
//! needs them) and a pipe is free; each of its results is ready after its own latency. They finish
//! in order. In an in-order core, an instruction that must wait holds up all behind it; a branch
//! does not wait for its condition, as it is predicted. Caches and predictors are perfect.

use crate::UNITS_PER_CYCLE;
use crate::class::Pipe;
use crate::decode::{REGISTERS, ZERO};
use crate::machine::{CoreTiming, units};
use crate::timing::Step;

/// A core, at a point of its program. Times are in parts of a cycle since its start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Core {
    width: u32,
    in_order: bool,
    taken_branch: u64,
    /// Whether the pipes of a group are alike: each form runs in any of them.
    pipes_are_alike: bool,
    /// Time at which instructions enter now.
    now: u64,
    /// Number of instructions that have entered in this cycle.
    entered: u32,
    /// Time at which each register is ready.
    ready: [u64; REGISTERS],
    /// Time at which each pipe is free.
    pipes: [Vec<u64>; Pipe::COUNT],
    /// When the youngest instruction has finished, in order.
    finished: u64,
    /// Finish time of each of the last `window` instructions; `oldest` is the next to leave.
    window: Vec<u64>,
    oldest: usize,
}

/// The part of a core's state that determines its future, with times relative to now. Two cores of
/// the same timing whose states are equal do the same from there, shifted in time.
pub type State = Box<[u32]>;

impl Core {
    /// A core that has nothing in it.
    pub fn new(timing: &CoreTiming) -> Self {
        let pipe = |pipe: Pipe| vec![0; timing.pipes.get(&pipe).copied().unwrap_or(1) as usize];
        Self {
            width: timing.width,
            in_order: timing.in_order,
            taken_branch: units(timing.taken_branch),
            pipes_are_alike: timing.forms.values().all(|form| form.of_pipes.is_empty()),
            now: 0,
            entered: 0,
            ready: [0; REGISTERS],
            pipes: [
                pipe(Pipe::Alu),
                pipe(Pipe::Multiply),
                pipe(Pipe::Float),
                pipe(Pipe::Memory),
                pipe(Pipe::Branch),
            ],
            finished: 0,
            window: vec![0; timing.window as usize],
            oldest: 0,
        }
    }

    /// Returns the time at which instructions enter now.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// One instruction; returns when it started.
    pub fn step(&mut self, step: &Step) -> u64 {
        if self.entered == self.width {
            self.enter_at(self.now + UNITS_PER_CYCLE);
        }
        if self.window[self.oldest] > self.now {
            self.enter_at(self.window[self.oldest]);
        }
        if step.is_barrier && self.finished > self.now {
            self.enter_at(self.finished);
        }
        self.entered += 1;
        let start = self.start(step);
        if self.in_order && !step.is_branch && start > self.now {
            self.enter_at(start);
            self.entered = 1;
        }
        for (register, latency) in step.results() {
            self.ready[usize::from(register)] = start + latency;
        }
        let done = start + step.done;
        self.finished = self.finished.max(done);
        self.window[self.oldest] = self.finished;
        self.oldest = (self.oldest + 1) % self.window.len();
        if step.is_barrier {
            self.enter_at(self.now.max(done));
        }
        start
    }

    fn start(&mut self, step: &Step) -> u64 {
        // An operand that may arrive `late` cycles after the start is waited for that much less.
        let wanted = |(register, late)| self.ready[usize::from(register)].saturating_sub(late);
        let ready = step.sources().map(wanted).fold(self.now, u64::max);
        let Some(pipe) = step.pipe.filter(|_| step.occupancy > 0) else {
            return ready;
        };
        let pipes = self.pipes[pipe as usize].iter_mut().enumerate();
        let its_own = pipes.filter(|(place, _)| step.of_pipes == 0 || step.of_pipes >> place & 1 == 1);
        let Some((_, free)) = its_own.min_by_key(|(_, free)| **free) else {
            return ready;
        };
        let start = ready.max(*free);
        *free = start + step.occupancy;
        start
    }

    fn enter_at(&mut self, time: u64) {
        self.now = time;
        self.entered = 0;
    }

    /// The last instruction was a branch, and it was taken.
    pub fn taken_branch(&mut self) {
        if self.taken_branch > 0 {
            self.enter_at(self.now + self.taken_branch);
        }
    }

    /// All that has entered finishes.
    pub fn drain(&mut self) {
        self.enter_at(self.now.max(self.finished));
    }

    /// Time passes in which nothing enters and everything finishes.
    pub fn pass(&mut self, units: u64) {
        self.drain();
        self.enter_at(self.now + units);
    }

    /// The state, times relative to now: times before now are equivalent to now.
    pub fn state(&self) -> State {
        let relative = |time: &u64| time.saturating_sub(self.now) as u32;
        let registers = self.ready[..usize::from(ZERO)].iter().map(relative);
        let mut state = Vec::with_capacity(REGISTERS + self.window.len() + 16);
        state.extend([self.entered, relative(&self.finished)]);
        state.extend(registers);
        for group in &self.pipes {
            let first = state.len();
            state.extend(group.iter().map(relative));
            if self.pipes_are_alike {
                // Their order does not matter.
                state[first..].sort_unstable();
            }
        }
        let (newer, older) = self.window.split_at(self.oldest);
        state.extend(older.iter().map(relative));
        state.extend(newer.iter().map(relative));
        state.into()
    }

    /// Puts the core into a state, at a time.
    pub fn restore(&mut self, state: &[u32], now: u64) {
        let mut values = state.iter().copied();
        let mut next = || values.next().expect("a state holds every part of a core");
        self.now = now;
        self.entered = next();
        self.finished = now + u64::from(next());
        for ready in &mut self.ready[..usize::from(ZERO)] {
            *ready = now + u64::from(next());
        }
        for free in self.pipes.iter_mut().flatten() {
            *free = now + u64::from(next());
        }
        for finished in &mut self.window {
            *finished = now + u64::from(next());
        }
        self.oldest = 0;
    }
}
