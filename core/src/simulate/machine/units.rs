//! Execution units of a simulated core, which determine the time of instruction mixes.

use std::collections::BTreeMap;

/// The units of a simulated core.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CoreUnits {
    /// Instructions that it accepts per cycle.
    pub intake: u32,
    /// The units that execute a form, as a bit mask, and the number of cycles for which it occupies
    /// one; by the form's name.
    pub forms: BTreeMap<&'static str, (u32, f64)>,
}

impl CoreUnits {
    /// Minimum cycles of a round of a mix: the highest bound that any set of units, or the intake,
    /// imposes.
    pub fn cycles(&self, counts: &[(&str, u32)]) -> Option<f64> {
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
