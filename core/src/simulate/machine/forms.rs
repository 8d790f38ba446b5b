//! Timing of instructions on the machine: each row of a form takes the given number of cycles.

use std::collections::BTreeMap;

use crate::chain::Kind;
use crate::instructions::Row;
#[cfg(feature = "all-instructions")]
use crate::instructions::bench::MixWindow;
use crate::instructions::bench::{FormBench, RowWindow};
use crate::run::bench::{Edges, Timing};

use super::{Machine, Work};

/// Cycles of the rows of forms on a simulated core, by the form's name; in the order of the form's
/// rows. The core lacks a form that is not in the map.
pub type FormCycles = BTreeMap<&'static str, Vec<f64>>;

impl Machine {
    /// Sets the forms that the core has.
    #[must_use]
    pub fn with_forms(mut self, forms: FormCycles) -> Machine {
        self.forms = forms;
        self
    }
}

impl FormBench for Machine {
    fn time_row(&mut self, window: &RowWindow<'_>, edges: Edges) -> Option<Timing> {
        let same_code = |row: &Row| row.property() == window.row.property();
        let place = window.form.rows().iter().position(same_code)?;
        let step = *self.forms.get(window.form.name())?.get(place)?;
        let body = f64::from(window.body.steps()) * step + self.core.loop_cycles;
        let call = self.core.call_cycles + f64::from(window.trips) * body;
        // Contention lengthens it less than the additions with which it is compared, as with
        // multiplications.
        Some(self.timed(Work::Chain(Kind::Multiply, f64::from(window.calls) * call), edges))
    }

    #[cfg(feature = "all-instructions")]
    fn time_mix(&mut self, window: &MixWindow<'_>, edges: Edges) -> Option<Timing> {
        let counts: Vec<(&str, u32)> =
            window.mix.counts().iter().map(|(form, count)| (form.name(), *count)).collect();
        let rounds = f64::from(window.mix.rounds(window.is_long));
        let body = rounds * self.units.cycles(&counts)? + self.core.loop_cycles;
        let call = self.core.call_cycles + f64::from(window.trips) * body;
        Some(self.timed(Work::Chain(Kind::Multiply, f64::from(window.calls) * call), edges))
    }
}
