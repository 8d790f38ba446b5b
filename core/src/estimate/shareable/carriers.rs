//! The kinds that carry the number, and how many cycles their steps take.

use crate::chain::Kind;

use super::class::Class;
use super::samples::Samples;
use super::stretch::Stretch;
use super::whole_cycles::WholeCycles;
use crate::estimate::consensus::{Consensus, Periods};
use crate::estimate::statistics::{Uncertain, disagreement};

/// Additions later than the class of the lowest edge by this part, and by [`CHANCE`] errors, do not carry the number: hardly
/// one of their windows came through, and chains whose windows are shorter, or need less of what is shared, know better.
const LATE: f64 = 150e-6;
const CHANCE: f64 = 5.0;

/// Classes within this part of the lowest edge, or within [`WITHIN_CHANCE`] errors, are on it.
const ON_THE_EDGE: f64 = 100e-6;
const WITHIN_CHANCE: f64 = 3.0;

/// Kinds that must be there for their class to carry the number in the additions' place.
const FEWEST_ON_THE_EDGE: usize = 2;

/// The kinds that carry the number.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Carriers(Vec<(Kind, f64)>);

impl Carriers {
    /// The one-cycle kinds of the consensus; where these are late, those of the classes with the lowest edge.
    pub(super) fn of(consensus: &Consensus, periods: &Periods, samples: &Samples) -> Carriers {
        let usual = || Carriers(consensus.kinds.iter().map(|&kind| (kind, 1.0)).collect());
        let Some(cycles) = samples.cycles() else { return usual() };
        let edges = Edges::of(periods, cycles);
        let (Some(additions), Some(lowest)) = (edges.of_class(Class::Alu), edges.lowest()) else {
            return usual();
        };
        let error = additions.error.hypot(lowest.1.error) / lowest.1.value;
        let on_the_lowest = edges.carriers_on_the_lowest();
        // Where nothing shared the core, another reason is as likely: windows whose trips take whole ticks all end at one phase of
        // them, and are early alike by what a read is off there.
        let one_phase = if samples.contention().share() > 0.0 {
            0.0
        } else {
            samples.quantum_ns() / (on_the_lowest.difference_cycles(samples) * lowest.1.value)
        };
        let late = additions.value / lowest.1.value - 1.0;
        if lowest.0 == Class::Alu || late <= LATE.max(CHANCE * error).max(one_phase) {
            return usual();
        }
        // One kind alone may be early by chance.
        if edges.on_the_lowest().count() < FEWEST_ON_THE_EDGE {
            return usual();
        }
        on_the_lowest
    }

    /// Those of the class with the lowest edge, and of the classes that are on it.
    pub(super) fn lowest(periods: &Periods, cycles: &WholeCycles) -> Carriers {
        Edges::of(periods, cycles).carriers_on_the_lowest()
    }

    pub(super) fn list(&self) -> &[(Kind, f64)] {
        &self.0
    }

    /// The cycles by which long and short windows differ, on average over these kinds.
    pub(super) fn difference_cycles(&self, samples: &Samples) -> f64 {
        let of_kind = |&(kind, cycles): &(Kind, f64)| samples.step_difference(kind) * cycles;
        self.0.iter().map(of_kind).sum::<f64>() / self.0.len() as f64
    }

    /// The period of a cycle in a stretch of time, from all of them, each weighted by what it knows.
    pub(super) fn cycle_ns(&self, stretch: &Stretch, samples: &Samples) -> Option<Uncertain> {
        Uncertain::weighted(self.0.iter().filter_map(|&(kind, cycles)| {
            let period = stretch.period_ns(kind, samples)?;
            Some(Uncertain { value: period.value / cycles, error: period.error / cycles })
        }))
    }

    /// The standard error that their differences beyond chance leave in their mean, in nanoseconds.
    pub(super) fn disagreement_ns(&self, periods: &Periods) -> f64 {
        disagreement(self.0.iter().filter_map(|&(kind, cycles)| {
            let period = periods.iter().find(|(other, _)| *other == kind)?.1?;
            Some(Uncertain { value: period.value / cycles, error: period.error / cycles })
        }))
    }
}

/// What a cycle takes by the kinds that have whole ones, in nanoseconds.
pub(super) struct Edges {
    by_kind: Vec<(Kind, f64, Uncertain)>,
}

impl Edges {
    pub(super) fn of(periods: &Periods, cycles: &WholeCycles) -> Edges {
        let edge = |&(kind, period): &(Kind, Option<Uncertain>)| {
            let (period, whole) = (period?, cycles.get(kind)?);
            let cycle = Uncertain { value: period.value / whole, error: period.error / whole };
            (cycle.value > 0.0).then_some((kind, whole, cycle))
        };
        Edges { by_kind: periods.iter().filter_map(edge).collect() }
    }

    /// Of a class: of the additions, which are many, the mean; of the others the lowest.
    pub(super) fn of_class(&self, class: Class) -> Option<Uncertain> {
        let of_class = self.by_kind.iter().filter(|(kind, ..)| Class::of(*kind) == Some(class));
        let edges = of_class.map(|&(_, _, edge)| edge);
        if class == Class::Alu {
            Uncertain::weighted(edges)
        } else {
            edges.min_by(|a, b| a.value.total_cmp(&b.value))
        }
    }

    /// The class with the lowest edge.
    pub(super) fn lowest(&self) -> Option<(Class, Uncertain)> {
        let classes = Class::ALL.into_iter().filter_map(|class| Some((class, self.of_class(class)?)));
        classes.min_by(|a, b| a.1.above().total_cmp(&b.1.above()))
    }

    /// By which part each of the classes is later than the lowest, in ascending order.
    pub(super) fn late(&self) -> Vec<(Class, f64)> {
        let Some((_, lowest)) = self.lowest() else { return Vec::new() };
        let late = |class| Some((class, self.of_class(class)?.value / lowest.value - 1.0));
        let mut classes: Vec<(Class, f64)> = Class::ALL.into_iter().filter_map(late).collect();
        classes.sort_by(|a, b| a.1.total_cmp(&b.1));
        classes
    }

    /// The kinds that are on the edge of the lowest class themselves.
    fn on_the_lowest(&self) -> impl Iterator<Item = Kind> {
        let lowest = self.lowest().map(|(_, lowest)| lowest);
        self.by_kind
            .iter()
            .filter(move |(_, _, edge)| lowest.is_some_and(|lowest| is_on(*edge, lowest)))
            .map(|k| k.0)
    }

    fn carriers_on_the_lowest(&self) -> Carriers {
        let Some((_, lowest)) = self.lowest() else { return Carriers(Vec::new()) };
        let on_the_edge = |class: Class| self.of_class(class).is_some_and(|edge| is_on(edge, lowest));
        let kinds = self.by_kind.iter().filter(|(kind, ..)| Class::of(*kind).is_some_and(on_the_edge));
        Carriers(kinds.map(|&(kind, whole, _)| (kind, whole)).collect())
    }
}

/// Whether an edge is the lowest, within its error.
fn is_on(edge: Uncertain, lowest: Uncertain) -> bool {
    let chance = WITHIN_CHANCE * edge.error.hypot(lowest.error) / lowest.value;
    edge.value / lowest.value - 1.0 <= ON_THE_EDGE.max(chance)
}
