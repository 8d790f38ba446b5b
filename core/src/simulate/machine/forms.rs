//! Instructions of a simulated core: the cycles that each takes.

use std::collections::BTreeMap;

use crate::chain::ChainKind;
use crate::run::bench::{TickAlignment, Timing};

use super::units::CoreUnits;
use super::{Machine, Work};

/// Cycles of each row of a form on a simulated core, by the form's name; the rows in the order of
/// the form's. The core lacks all other forms.
pub type FormCycles = BTreeMap<&'static str, Vec<f64>>;

impl Machine {
    /// Sets the forms that the core has.
    #[must_use]
    pub fn with_forms(mut self, forms: FormCycles) -> Machine {
        self.forms = forms;
        self
    }

    /// Sets the units on which the core executes mixes of forms.
    /// [`with_forms`](Machine::with_forms) sets the cycles of each form alone.
    #[must_use]
    pub fn with_units(mut self, units: CoreUnits) -> Machine {
        self.units = units;
        self
    }

    /// Cycles of each row of a form; `None` if the core lacks it.
    pub fn form(&self, name: &str) -> Option<&[f64]> {
        self.forms.get(name).map(Vec::as_slice)
    }

    /// Units of the core.
    pub fn units(&self) -> &CoreUnits {
        &self.units
    }

    /// Times `calls` calls of a loop of `iterations` iterations, whose body takes `cycles` cycles.
    pub fn time_calls(
        &mut self,
        (calls, iterations): (u32, u32),
        cycles: f64,
        edges: TickAlignment,
    ) -> Timing {
        let call = self.core.call_cycles + f64::from(iterations) * (cycles + self.core.loop_cycles);
        // A busy sibling takes less from it than from the additions with which it is compared, as
        // from multiplications.
        self.timed(Work::Chain(ChainKind::Multiply, f64::from(calls) * call), edges)
    }
}
