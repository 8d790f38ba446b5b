//! Execution units of a simulated core, which determine the time of instruction mixes.

use std::collections::BTreeMap;

use crate::instructions::{FORMS, Form, Property, Row};

use super::Machine;

/// Execution units of a simulated core.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CoreUnits {
    /// Instructions that it accepts per cycle.
    pub intake: u32,
    /// The units that execute a form, as a bit mask, and the number of cycles for which it occupies
    /// one; by the form's name.
    pub forms: BTreeMap<&'static str, (u32, f64)>,
}

impl CoreUnits {
    /// Cycles of a round of a mix at best: the largest load of any unit or set of units.
    pub(super) fn cycles(&self, counts: &[(&str, u32)]) -> Option<f64> {
        let forms: Vec<(u32, f64)> = counts
            .iter()
            .map(|(form, count)| {
                let (units, cycles) = *self.forms.get(form)?;
                Some((units, cycles * f64::from(*count)))
            })
            .collect::<Option<_>>()?;
        let all = forms.iter().fold(0, |all, (units, _)| all | units);
        // Work that only these units can do, per unit.
        let busy = |units: u32| {
            let work: f64 = forms.iter().filter(|(own, _)| own & !units == 0).map(|(_, work)| work).sum();
            work / f64::from(units.count_ones())
        };
        let of_units = (1..=all).filter(|units| units & !all == 0).map(busy).fold(0.0, f64::max);
        let instructions: u32 = counts.iter().map(|(_, count)| count).sum();
        Some(of_units.max(f64::from(instructions) / f64::from(self.intake)))
    }
}

impl Machine {
    /// Sets the units of the core, and the throughput of forms that results.
    #[must_use]
    pub fn with_units(mut self, units: CoreUnits) -> Machine {
        let numbers = |form: &&Form| {
            let throughput = units.cycles(&[(form.name(), 1)])?;
            // Only units are modelled: every latency is a cycle.
            let cycles = |row: &Row| {
                if matches!(row.property(), Property::Throughput { .. }) { throughput } else { 1.0 }
            };
            Some((form.name(), form.rows().iter().map(cycles).collect()))
        };
        self.forms = FORMS.iter().filter_map(|form| numbers(&form)).collect();
        self.units = units;
        self
    }
}
