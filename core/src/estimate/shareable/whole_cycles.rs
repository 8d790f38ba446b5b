//! Number of whole cycles per step of each kind, even if a busy sibling lengthens all of them.

use crate::chain::{ChainKind, Role};

use crate::estimate::known_cores;

/// A kind takes whole cycles if it is within this fraction of a whole number: the overhead of a
/// loop of 256 steps, one cycle, makes 0.4 %.
pub(super) const WHOLE: f64 = 0.006;

/// A kind may be shorter by this fraction, which is noise, ...
const EARLY: f64 = 0.012;

/// ...and longer by this fraction: long latencies are longer by 1 % with a continuously busy
/// sibling, and rounds with almost no undisturbed windows add to it.
const LATE: f64 = 0.12;

/// A one-cycle kind may be longer still: with some siblings additions took 1.37 to 1.40 cycles
/// (docs/sources.md, SMT siblings).
const LATE_OF_ONE: f64 = 0.5;

/// Deduction from the score of a unit for a kind that is shorter. Nothing shortens a chain, so this
/// outweighs several kinds with whole cycles: additions have whole ratios if all are equally
/// lengthened.
const COST_OF_EARLY: f64 = 4.0;

/// Deduction per unit of relative excess: it selects, among units with equally many whole kinds,
/// the one with the smallest excess.
const COST_OF_LATE: f64 = 0.5;

/// A one-cycle kind below this is folded, as in `consensus`.
const FOLDED_BELOW: f64 = 0.7;

/// Minimum number of independent one-cycle kinds that take one unit, or exceed it by less than
/// half, for the unit to be a cycle. One is not enough: if one kind is folded, three per cycle, all
/// others are whole multiples of it.
const QUORUM: usize = 3;

/// Whole cycles per step, for the kinds that have them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct WholeCycles([Option<f64>; ChainKind::ALL.len()]);

impl WholeCycles {
    /// From the duration of a step of each kind, in nanoseconds: finds the unit by which most kinds
    /// take whole cycles and none is shorter. `None` if there is no such unit.
    pub(super) fn of(steps: &[(ChainKind, f64)]) -> Option<WholeCycles> {
        let units = steps.iter().flat_map(|&(kind, step_ns)| {
            let one = (kind.role() != Role::Ratio).then_some(1);
            known_cores::cycles_of(kind).chain(one).map(move |cycles| step_ns / f64::from(cycles))
        });
        let fits = units.map(|unit_ns| Fit::of(steps, unit_ns)).filter(|fit| fit.at_one >= QUORUM);
        // The first of equally good ones: that of a one-cycle kind.
        let best = fits.reduce(|best, fit| if fit.score > best.score { fit } else { best })?;
        Some(best.cycles)
    }

    /// Cycles per step of `kind`.
    pub(super) fn get(&self, kind: ChainKind) -> Option<f64> {
        self.0[kind as usize]
    }
}

/// How well a unit fits.
struct Fit {
    cycles: WholeCycles,
    score: f64,
    /// Independent one-cycle kinds that take one unit.
    at_one: usize,
}

impl Fit {
    fn of(steps: &[(ChainKind, f64)], unit_ns: f64) -> Fit {
        let mut fit = Fit { cycles: WholeCycles([None; ChainKind::ALL.len()]), score: 0.0, at_one: 0 };
        for &(kind, step_ns) in steps {
            let units = step_ns / unit_ns;
            let one_cycle = matches!(kind.role(), Role::OneCycle { .. });
            if one_cycle && units < FOLDED_BELOW {
                continue;
            }
            let (whole, most_late) = match kind.role() {
                Role::OneCycle { .. } if units < 1.0 + LATE_OF_ONE => (1.0, LATE_OF_ONE),
                _ => (units.round().max(1.0), LATE),
            };
            let late = units / whole - 1.0;
            // A mix of the others is shorter if one of them is folded, and is not further evidence.
            let counts = kind.role() != Role::OneCycle { independent: false };
            if late < -EARLY {
                fit.score -= if counts { COST_OF_EARLY } else { 0.0 };
            } else if late <= most_late {
                fit.cycles.0[kind as usize] = Some(whole);
                if counts {
                    fit.score += f64::from(late.abs() <= WHOLE) - COST_OF_LATE * late.max(0.0);
                    fit.at_one += usize::from(one_cycle && whole == 1.0);
                }
            }
        }
        fit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_that_is_folded_does_not_make_its_own_step_the_cycle() {
        let cycles = |kind: ChainKind| match kind.role() {
            Role::OneCycle { .. } => Some(1),
            _ => known_cores::cycles_of(kind).next().map(u32::from),
        };
        let whole: Vec<(ChainKind, u32)> =
            ChainKind::ALL.iter().filter_map(|&kind| Some((kind, cycles(kind)?))).collect();
        for folded_to in [1.0, 1.0 / 2.0, 1.0 / 3.0, 1.0 / 6.0] {
            let step_ns = |kind, cycles: u32| match kind {
                ChainKind::Decrement => 0.4 * folded_to,
                _ => 0.4 * f64::from(cycles),
            };
            let steps: Vec<(ChainKind, f64)> =
                whole.iter().map(|&(kind, cycles)| (kind, step_ns(kind, cycles))).collect();
            let found = WholeCycles::of(&steps).expect("a unit");
            for &(kind, cycles) in &whole {
                if kind != ChainKind::Decrement {
                    assert_eq!(found.get(kind), Some(f64::from(cycles)), "{}, {folded_to}", kind.name());
                }
            }
        }
    }
}
