//! The units of a simulated core, by which mixes of instructions are timed.

use std::collections::BTreeMap;

/// The units of a simulated core.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CoreUnits {
    /// Instructions that it takes in, in a cycle.
    pub intake: u32,
    /// By which units a form is executed, as the bits of a number, and for how many cycles it keeps one; by the form's name.
    pub forms: BTreeMap<&'static str, (u32, f64)>,
}

impl CoreUnits {
    /// Cycles of a round of a mix, at the best: of what each unit, or several of them, have to do, the most.
    pub fn cycles(&self, counts: &[(&str, u32)]) -> Option<f64> {
        let forms: Vec<(u32, f64)> = counts
            .iter()
            .map(|(form, count)| {
                let (units, cycles) = *self.forms.get(form)?;
                Some((units, cycles * f64::from(*count)))
            })
            .collect::<Option<_>>()?;
        let all = forms.iter().fold(0, |all, (units, _)| all | units);
        // Of any units the work that no other one can do.
        let busy = |units: u32| {
            let work: f64 = forms.iter().filter(|(own, _)| own & !units == 0).map(|(_, work)| work).sum();
            work / f64::from(units.count_ones())
        };
        let of_units = (1..=all).filter(|units| units & !all == 0).map(busy).fold(0.0, f64::max);
        let instructions: u32 = counts.iter().map(|(_, count)| count).sum();
        Some(of_units.max(f64::from(instructions) / f64::from(self.intake)))
    }
}
