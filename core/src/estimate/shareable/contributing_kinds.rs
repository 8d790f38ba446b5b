//! The kinds that contribute to the frequency, and how many cycles their steps take.

use crate::chain::ChainKind;

use super::batch::Batch;
use super::class::ResourceClass;
use super::samples::Samples;
use super::whole_cycles::WholeCycles;
use crate::estimate::consensus::{Consensus, Periods};
use crate::estimate::statistics::{Uncertain, disagreement};

/// Additions do not contribute if their edge exceeds that of the lowest class by this fraction and
/// by [`CHANCE`] errors: very few of their windows were undisturbed, and chains with shorter
/// windows, or with less need of the shared resources, are more accurate.
const LATE: f64 = 150e-6;
const CHANCE: f64 = 5.0;

/// Classes within this fraction of the lowest edge, or within [`WITHIN_CHANCE`] errors, are on it.
const ON_THE_EDGE: f64 = 100e-6;
const WITHIN_CHANCE: f64 = 3.0;

/// Minimum number of kinds for a class to replace the additions.
const FEWEST_ON_THE_EDGE: usize = 2;

/// The kinds that contribute to the frequency.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ContributingKinds(Vec<(ChainKind, f64)>);

impl ContributingKinds {
    /// Selects the one-cycle kinds of the consensus or, if these are too long, the kinds of the
    /// classes on the lowest edge.
    pub(super) fn of(consensus: &Consensus, periods: &Periods, samples: &Samples) -> ContributingKinds {
        let main = || ContributingKinds(consensus.kinds.iter().map(|&kind| (kind, 1.0)).collect());
        let Some(cycles) = samples.cycles() else { return main() };
        let edges = CyclePeriods::of(periods, cycles);
        let (Some(additions), Some(lowest)) = (edges.of_class(ResourceClass::Alu), edges.lowest()) else {
            return main();
        };
        let error = additions.error.hypot(lowest.1.error) / lowest.1.value;
        let on_the_lowest = edges.kinds_on_the_lowest();
        // Without sharing another reason is as likely: windows whose iterations last a whole number
        // of ticks all end at the same phase of the tick and are all shortened by the error of a
        // read at that phase.
        let one_phase = if samples.contention().share() > 0.0 {
            0.0
        } else {
            samples.quantum_ns() / (on_the_lowest.difference_cycles(samples) * lowest.1.value)
        };
        let late = additions.value / lowest.1.value - 1.0;
        if lowest.0 == ResourceClass::Alu || late <= LATE.max(CHANCE * error).max(one_phase) {
            return main();
        }
        // A single kind may be shorter by chance.
        if edges.on_the_lowest().count() < FEWEST_ON_THE_EDGE {
            return main();
        }
        on_the_lowest
    }

    /// Selects the kinds of the class with the lowest edge, and of the classes that are on it.
    pub(super) fn lowest(periods: &Periods, cycles: &WholeCycles) -> ContributingKinds {
        CyclePeriods::of(periods, cycles).kinds_on_the_lowest()
    }

    pub(super) fn list(&self) -> &[(ChainKind, f64)] {
        &self.0
    }

    /// Difference in cycles between long and short windows, averaged over these kinds.
    pub(super) fn difference_cycles(&self, samples: &Samples) -> f64 {
        let of_kind = |&(kind, cycles): &(ChainKind, f64)| samples.step_difference(kind) * cycles;
        self.0.iter().map(of_kind).sum::<f64>() / self.0.len() as f64
    }

    /// Cycle time in a stretch, from all these kinds weighted by inverse variance.
    pub(super) fn cycle_ns(&self, stretch: &Batch, samples: &Samples) -> Option<Uncertain> {
        Uncertain::weighted(self.0.iter().filter_map(|&(kind, cycles)| {
            let period = stretch.period_ns(kind, samples)?;
            Some(Uncertain { value: period.value / cycles, error: period.error / cycles })
        }))
    }

    /// Standard error of the mean due to differences between these kinds beyond chance, in
    /// nanoseconds.
    pub(super) fn disagreement_ns(&self, periods: &Periods) -> f64 {
        disagreement(self.0.iter().filter_map(|&(kind, cycles)| {
            let period = periods.iter().find(|(other, _)| *other == kind)?.1?;
            Some(Uncertain { value: period.value / cycles, error: period.error / cycles })
        }))
    }
}

/// Cycle time from each kind with whole cycles, in nanoseconds.
pub(super) struct CyclePeriods {
    by_kind: Vec<(ChainKind, f64, Uncertain)>,
}

impl CyclePeriods {
    pub(super) fn of(periods: &Periods, cycles: &WholeCycles) -> CyclePeriods {
        let edge = |&(kind, period): &(ChainKind, Option<Uncertain>)| {
            let (period, whole) = (period?, cycles.get(kind)?);
            let cycle = Uncertain { value: period.value / whole, error: period.error / whole };
            (cycle.value > 0.0).then_some((kind, whole, cycle))
        };
        CyclePeriods { by_kind: periods.iter().filter_map(edge).collect() }
    }

    /// Cycle time of a class: the mean for additions, the minimum for the others.
    pub(super) fn of_class(&self, class: ResourceClass) -> Option<Uncertain> {
        let of_class = self.by_kind.iter().filter(|(kind, ..)| ResourceClass::of(*kind) == Some(class));
        let edges = of_class.map(|&(_, _, edge)| edge);
        if class == ResourceClass::Alu {
            Uncertain::weighted(edges)
        } else {
            edges.min_by(|a, b| a.value.total_cmp(&b.value))
        }
    }

    /// The class with the lowest edge.
    pub(super) fn lowest(&self) -> Option<(ResourceClass, Uncertain)> {
        let classes = ResourceClass::ALL.into_iter().filter_map(|class| Some((class, self.of_class(class)?)));
        classes.min_by(|a, b| a.1.above().total_cmp(&b.1.above()))
    }

    /// Excess of each class over the lowest, as a fraction, in ascending order.
    pub(super) fn late(&self) -> Vec<(ResourceClass, f64)> {
        let Some((_, lowest)) = self.lowest() else { return Vec::new() };
        let late = |class| Some((class, self.of_class(class)?.value / lowest.value - 1.0));
        let mut classes: Vec<(ResourceClass, f64)> =
            ResourceClass::ALL.into_iter().filter_map(late).collect();
        classes.sort_by(|a, b| a.1.total_cmp(&b.1));
        classes
    }

    /// Kinds whose own edge is on the edge of the lowest class.
    fn on_the_lowest(&self) -> impl Iterator<Item = ChainKind> {
        let lowest = self.lowest().map(|(_, lowest)| lowest);
        self.by_kind
            .iter()
            .filter(move |(_, _, edge)| lowest.is_some_and(|lowest| is_on(*edge, lowest)))
            .map(|k| k.0)
    }

    fn kinds_on_the_lowest(&self) -> ContributingKinds {
        let Some((_, lowest)) = self.lowest() else { return ContributingKinds(Vec::new()) };
        let on_the_edge = |class: ResourceClass| self.of_class(class).is_some_and(|edge| is_on(edge, lowest));
        let kinds =
            self.by_kind.iter().filter(|(kind, ..)| ResourceClass::of(*kind).is_some_and(on_the_edge));
        ContributingKinds(kinds.map(|&(kind, whole, _)| (kind, whole)).collect())
    }
}

/// Returns `true` if an edge equals the lowest within its error.
fn is_on(edge: Uncertain, lowest: Uncertain) -> bool {
    let chance = WITHIN_CHANCE * edge.error.hypot(lowest.error) / lowest.value;
    edge.value / lowest.value - 1.0 <= ON_THE_EDGE.max(chance)
}
