//! Cost of instructions on a simulated core.

use crate::chain::{BodyLength, ChainKind};

/// Costs in cycles.
#[derive(Debug, Clone, PartialEq)]
pub struct CoreModel {
    /// Cycles per step, for each kind in the order of [`ChainKind::ALL`]; of the tight loop, an
    /// iteration.
    pub cycles_per_step: Vec<f64>,
    /// Cycles that the end of an unrolled loop adds to an iteration.
    pub loop_cycles: f64,
    /// Cycles of a call and its barriers.
    pub call_cycles: f64,
}

impl Default for CoreModel {
    /// A plain wide core: one cycle, multiplication 3, floating addition 3, multiplication 4; tight
    /// loop 1.
    fn default() -> CoreModel {
        let cycles = |kind: &ChainKind| match kind {
            ChainKind::Multiply | ChainKind::FloatAdd => 3.0,
            ChainKind::FloatMultiply => 4.0,
            _ => 1.0,
        };
        CoreModel {
            cycles_per_step: ChainKind::ALL.iter().map(cycles).collect(),
            loop_cycles: 1.0,
            call_cycles: 40.0,
        }
    }
}

impl CoreModel {
    /// Sets the cycles per step of `kind`.
    #[must_use]
    pub fn with(mut self, kind: ChainKind, cycles: f64) -> CoreModel {
        self.cycles_per_step[kind as usize] = cycles;
        self
    }

    /// Cycles of a whole run of a chain.
    pub fn cycles(&self, kind: ChainKind, length: BodyLength, iterations: u32) -> f64 {
        let step = self.cycles_per_step[kind as usize];
        let body = f64::from(kind.steps_per_iteration(length)) * step;
        let end = if kind == ChainKind::TightLoop { 0.0 } else { self.loop_cycles };
        self.call_cycles + f64::from(iterations) * (body + end)
    }
}
