//! Analysis of mixes of two forms: do they wait for the same execution units? Pure functions.
//!
//! **Balanced**: a round has *a* instructions of one form and *b* of the other, such that each form
//! alone takes about the same time. If no unit can execute both, the round takes as long as the
//! slower form alone. If both use the same units, it takes as long as both one after the other. The
//! position between the two is the *overlap*, from 0 to 1.
//!
//! **Few among many**: one form keeps its units busy, and a few of the other are added. Their cost,
//! as a fraction of the time that they take alone, is how much they *hold up* the first: 1 if they
//! have the same units, *nB / nA* if theirs are *nB* of the *nA*, and 0 if they can be executed
//! elsewhere. A core that assigns units too early cannot use idle ones. That lengthens balanced
//! mixes, but these only slightly.
//!
//! A form of which *n* begin in a cycle has *n* units, if one instruction occupies a unit for a
//! cycle. In a balanced mix as many instructions begin in a cycle as there are units that at least
//! one of the two can use (docs/sources.md, Units), so the units of both are *nA + nB − (a + b) /
//! cycles*, or fewer.

use serde::{Deserialize, Serialize};
use trueghz::Interval;

/// Reciprocal throughput of a form alone, in cycles per instruction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Alone {
    /// Value for the copies in a mix.
    pub in_part: Interval,
    /// Value for as many copies as there are registers: lower, if the copies in a mix wait for each
    /// other.
    pub at_best: Interval,
}

/// A mix of two forms.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mixed {
    /// Instructions of each in a round.
    pub counts: [u32; 2],
    /// Cycles of a round.
    pub cycles: Interval,
}

/// Relation of two forms, or of two groups of them.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Relation {
    /// Overlap of a balanced mix. 0: each runs as if alone. 1: one runs after the other. Above 1:
    /// they hinder each other by more than shared units.
    pub overlap: Interval,
    /// Delay of the first by the second, and of the second by the first, as a fraction of the time
    /// that the added one takes alone; absent if they do not overlap, or if one takes too long to
    /// add a few.
    pub held_up: [Option<Interval>; 2],
    /// Whether they wait for the same units.
    pub is_same: bool,
    /// Number of units that can execute both; absent if an instruction of either occupies a unit
    /// for other than one cycle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub units: Option<u32>,
}

/// Reason why mixes are inconclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Untold {
    /// Both need the same registers.
    Registers,
    /// The core takes in too few instructions per cycle to keep the units of both busy.
    Intake,
    /// The interval is too wide.
    Wide,
    /// One writes whole registers of which the other keeps the upper part: some cores then execute
    /// the other differently.
    UpperHalves,
    /// No mix of them was measured.
    Unmeasured,
}

/// Minimum by which two forms with the same units hold each other up. Otherwise one of the two can
/// be executed on units that the other does not use, and holds it up by 0. With poor assignment of
/// units, a core showed 0.3 instead of 0, and 0.9 instead of 0.5.
const SAME: f64 = 0.6;

/// Minimum overlap that counts as complete, and minimum of `held_up` if only one direction is
/// known.
const ALL: f64 = 0.9;

/// Maximum overlap that shared units can explain.
const MORE: f64 = 1.15;

/// Maximum overlap of two forms without a common unit: one common unit of six each gives 0.09, one
/// of eight 0.07.
const APART: f64 = 0.05;

/// Maximum half-width of an overlap that is reported.
const KNOWN: f64 = 0.12;

/// Minimum difference between both forms one after the other and the slower one alone, as a
/// fraction of the former. Below it no position between the two can be determined.
const DISTINCT: f64 = 0.12;

/// Relative tolerance: 1/n of a cycle within it means n units. A form keeps its units busy if
/// `in_part` exceeds its best value by no more than this.
const ALIKE: f64 = 0.05;

/// Relative difference up to which a time does not count as longer.
const SLACK: f64 = 0.03;

/// Maximum number of units of a form: the widest known cores have eight (docs/sources.md,
/// Latencies).
const MOST_UNITS: f64 = 12.0;

/// Maximum number of instructions in a round: a body of 500 fits into every cache of decoded
/// instructions.
const MOST: u32 = 96;

/// Minimum time of the few, to be measured well, and maximum, as fractions of the time of those to
/// which they are added.
const FEW: [f64; 2] = [0.1, 0.34];

impl Alone {
    /// The lesser of the two.
    fn best(&self) -> Interval {
        if self.at_best.value < self.in_part.value { self.at_best } else { self.in_part }
    }

    /// Returns `true` if the copies of a part keep the form's units busy.
    pub fn keeps_busy(&self) -> bool {
        self.in_part.value <= (1.0 + ALIKE) * self.best().value
    }
}

/// Returns the overlap of a balanced mix on a core that needs at least `intake` cycles per
/// instruction.
///
/// # Errors
/// [`Untold`] if the mix is inconclusive.
pub fn overlap(alone: [Alone; 2], mixed: Mixed, intake: f64) -> Result<Interval, Untold> {
    let counts = mixed.counts.map(f64::from);
    let in_part = [0, 1].map(|form| alone[form].in_part.map(|cycles| cycles * counts[form]));
    let best = [0, 1].map(|form| alone[form].best().map(|cycles| cycles * counts[form]));
    let slower = if in_part[0].value > in_part[1].value { in_part[0] } else { in_part[1] };
    if is_limited_by_intake(mixed, slower.value, intake) {
        return Err(Untold::Intake);
    }
    let both = best[0].value + best[1].value;
    if both - slower.value < DISTINCT * both {
        return Err(Untold::Wide);
    }
    let error = [mixed.cycles, slower, best[0], best[1]].map(|cycles| cycles.half_width()).iter().sum();
    let overlap = place(mixed.cycles.value, error, slower.value, both);
    if overlap.half_width() > KNOWN { Err(Untold::Wide) } else { Ok(overlap) }
}

/// Returns how much the second form, of which the mix has few, holds up the first. `None` if the
/// mix is inconclusive.
pub fn held_up(alone: [Alone; 2], mixed: Mixed, intake: f64) -> Option<Interval> {
    let counts = mixed.counts.map(f64::from);
    let busy = alone[0].in_part.map(|cycles| cycles * counts[0]);
    let few = alone[1].best().map(|cycles| cycles * counts[1]);
    if is_limited_by_intake(mixed, busy.value, intake) {
        return None;
    }
    let both = busy.value + few.value;
    let error = [mixed.cycles, busy, few].map(|cycles| cycles.half_width()).iter().sum();
    let held_up = place(mixed.cycles.value, error, busy.value, both);
    (held_up.half_width() <= KNOWN).then_some(held_up)
}

/// Returns `true` if a mix took no longer than its intake, and its intake takes longer than the
/// slower form alone.
fn is_limited_by_intake(mixed: Mixed, slower: f64, intake: f64) -> bool {
    let taken_in = f64::from(mixed.counts[0] + mixed.counts[1]) * intake;
    taken_in > (1.0 + SLACK) * slower && mixed.cycles.value <= (1.0 + SLACK) * taken_in
}

/// Position of `cycles` on a scale from 0 at `from` to 1 at `to`; at least 0.
fn place(cycles: f64, error: f64, from: f64, to: f64) -> Interval {
    let place = |cycles: f64| ((cycles - from) / (to - from)).max(0.0);
    Interval::around(cycles, error).map(place)
}

impl Relation {
    /// Combines all measurements of two forms.
    pub fn of(
        alone: [Alone; 2],
        balanced: Mixed,
        overlap: Interval,
        held_up: [Option<Interval>; 2],
    ) -> Relation {
        let [one, other] = alone.map(|alone| alone.best().value);
        let are_as_quick = (one / other).ln().abs() <= ALIKE;
        let runs_after = overlap.high >= ALL && overlap.low <= MORE;
        let hold_up_each_other = match held_up {
            [Some(one), Some(other)] => one.high >= SAME && other.high >= SAME,
            [Some(known), None] | [None, Some(known)] => are_as_quick && known.high >= ALL,
            [None, None] => are_as_quick,
        };
        let is_same = runs_after && hold_up_each_other;
        let relation = Relation { overlap, held_up, is_same, units: None };
        Relation { units: relation.in_common(alone, balanced), ..relation }
    }

    /// Returns `true` if neither waits for the other.
    pub fn is_apart(&self) -> bool {
        is_apart(self.overlap)
    }

    fn in_common(&self, alone: [Alone; 2], balanced: Mixed) -> Option<u32> {
        if self.is_apart() {
            return Some(0);
        }
        let [one, other] = alone.map(|alone| units(alone.best().value));
        let (one, other) = (one?, other?);
        let fewer = one.min(other);
        if self.is_same && one == other {
            return Some(one);
        }
        // Are all units of the form with fewer units also units of the other?
        let [of_other, of_one] = self.held_up;
        let (held_up, many) = if one > other { (of_other, one) } else { (of_one, other) };
        let executed_there = held_up.map(|held_up| held_up.value * f64::from(many) / f64::from(fewer));
        if executed_there.is_some_and(|part| part >= ALL) {
            return Some(fewer);
        }
        let all = f64::from(balanced.counts[0] + balanced.counts[1]) / balanced.cycles.value;
        let common = f64::from(one + other) - all;
        // At least one, as they are not apart.
        Some((common.round().max(1.0) as u32).min(fewer))
    }
}

/// Returns `true` if a balanced mix with this overlap is of forms without a common unit.
pub fn is_apart(overlap: Interval) -> bool {
    overlap.value <= APART
}

/// Number of units of a form with this reciprocal throughput; `None` if an instruction occupies a
/// unit for other than one cycle.
pub fn units(cycles: f64) -> Option<u32> {
    let in_a_cycle = 1.0 / cycles;
    let whole = in_a_cycle.round();
    let is_whole = (1.0..=MOST_UNITS).contains(&whole) && (in_a_cycle - whole).abs() <= ALIKE * whole;
    is_whole.then_some(whole as u32)
}

/// Instructions of each form in a round, such that both take about equally long: whole multiples of
/// each form's copies, as few as possible.
pub fn balanced(copies: [u32; 2], cycles: [f64; 2]) -> [u32; 2] {
    /// Maximum imbalance, as the logarithm of the ratio. The uncertainty of the overlap grows with
    /// it.
    const AS_LONG: f64 = 0.1;
    let imbalance = |counts: &[u32; 2]| {
        let [one, other] = [0, 1].map(|form| f64::from(counts[form]) * cycles[form]);
        (one / other).ln().abs()
    };
    let multiples = |copies: u32| (1..=MOST / copies.max(1)).map(move |times| times * copies);
    let mut all: Vec<[u32; 2]> = multiples(copies[0])
        .flat_map(|one| multiples(copies[1]).map(move |other| [one, other]))
        .filter(|counts| counts[0] + counts[1] <= MOST)
        .collect();
    all.sort_by_key(|counts| counts[0] + counts[1]);
    let alike = all.iter().find(|counts| imbalance(counts) <= AS_LONG);
    let nearest = || all.iter().min_by(|a, b| imbalance(a).total_cmp(&imbalance(b)));
    alike.or_else(nearest).copied().unwrap_or(copies)
}

/// Many instructions of the first form, in whole multiples of its copies, and a few of the second:
/// at most one per cycle, so that a single unit that the first form does not use is enough for
/// them. `None` if the second takes too long for that.
pub fn few_among_many(copies: u32, cycles: [f64; 2]) -> Option<[u32; 2]> {
    let [least, most] = FEW;
    let part = |counts: [u32; 2]| f64::from(counts[1]) * cycles[1] / (f64::from(counts[0]) * cycles[0]);
    let multiples = (1..=MOST / copies.max(1)).map(|times| times * copies);
    let with_few = |many: u32| {
        let few = (f64::from(many) * cycles[0] * most.min(cycles[1]) / cycles[1]).floor().max(1.0);
        [many, (few as u32).min(MOST)]
    };
    multiples.map(with_few).find(|counts| (least..=most).contains(&part(*counts)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exactly(value: f64) -> Interval {
        Interval::around(value, 0.0)
    }

    fn alone(cycles: f64) -> Alone {
        Alone { in_part: exactly(cycles), at_best: exactly(cycles) }
    }

    /// Cycles of a mix under optimal assignment, from the units of each form and those of both.
    fn at_best(counts: [u32; 2], units: [u32; 2], common: u32) -> Mixed {
        let alone = [0, 1].map(|form| f64::from(counts[form]) / f64::from(units[form]));
        let all = f64::from(counts[0] + counts[1]) / f64::from(units[0] + units[1] - common);
        Mixed { counts, cycles: exactly(alone[0].max(alone[1]).max(all)) }
    }

    /// Relation of two forms with `units` units each, `common` of them shared, on a wide core.
    fn relation(units: [u32; 2], common: u32) -> Relation {
        let cycles = units.map(|units| 1.0 / f64::from(units));
        let forms = cycles.map(alone);
        let mixed = at_best(balanced([5, 4], cycles), units, common);
        let overlap = overlap(forms, mixed, 1.0 / 32.0).unwrap();
        let few = |one: usize, other: usize| {
            let counts = few_among_many(5, [cycles[one], cycles[other]]).unwrap();
            held_up(
                [forms[one], forms[other]],
                at_best(counts, [units[one], units[other]], common),
                1.0 / 32.0,
            )
        };
        Relation::of(forms, mixed, overlap, [few(0, 1), few(1, 0)])
    }

    #[test]
    fn units_in_common_are_counted() {
        for one in 1..=6 {
            for other in 1..=6 {
                for common in 0..=one.min(other) {
                    let found = relation([one, other], common);
                    assert_eq!(found.units, Some(common), "{one} and {other}, {common} of both: {found:?}");
                    assert_eq!(found.is_apart(), common == 0, "{one} and {other}: {found:?}");
                    let is_same = common == one && common == other;
                    assert_eq!(found.is_same, is_same, "{one} and {other}: {found:?}");
                }
            }
        }
    }

    #[test]
    fn those_that_keep_a_unit_for_long_are_told_from_others_by_both_ways() {
        // One unit: a division takes it for 5 cycles, a root for 9.
        let cycles = [5.0, 9.0];
        let time = |counts: [u32; 2]| Mixed {
            counts,
            cycles: exactly(f64::from(counts[0]) * 5.0 + f64::from(counts[1]) * 9.0),
        };
        let mixed = time(balanced([5, 2], cycles));
        let overlap = overlap(cycles.map(alone), mixed, 0.125).unwrap();
        let few = [[5.0, 9.0], [9.0, 5.0]].map(|cycles| {
            let counts = few_among_many(5, cycles).unwrap();
            let both = f64::from(counts[0]) * cycles[0] + f64::from(counts[1]) * cycles[1];
            held_up(cycles.map(alone), Mixed { counts, cycles: exactly(both) }, 0.125)
        });
        let found = Relation::of(cycles.map(alone), mixed, overlap, few);
        assert!(found.is_same && found.units.is_none(), "{found:?}");
        // By one way alone it might be one of several units.
        let found = Relation::of(cycles.map(alone), mixed, overlap, [few[0], None]);
        assert!(!found.is_same, "{found:?}");
    }

    #[test]
    fn what_the_core_cannot_take_in_tells_nothing() {
        let forms = [alone(0.25); 2];
        let mixed = Mixed { counts: [4, 4], cycles: exactly(2.0) };
        assert_eq!(overlap(forms, mixed, 0.25), Err(Untold::Intake));
        assert_eq!(held_up(forms, Mixed { counts: [12, 4], cycles: exactly(4.0) }, 0.25), None);
    }

    #[test]
    fn copies_that_wait_for_each_other_are_no_overlap() {
        // Two cycles alone because of too few registers, where 1.2 would do; and two together.
        let waiting = Alone { in_part: exactly(0.5), at_best: exactly(0.3) };
        let mixed = Mixed { counts: [4, 4], cycles: exactly(2.0) };
        assert!(is_apart(overlap([waiting; 2], mixed, 0.05).unwrap()));
        assert!(!waiting.keeps_busy());
    }

    #[test]
    fn a_wide_interval_tells_nothing() {
        let wide = Interval { value: 1.5, low: 1.2, high: 1.8 };
        let mixed = Mixed { counts: [4, 4], cycles: wide };
        assert_eq!(overlap([alone(0.25); 2], mixed, 0.05), Err(Untold::Wide));
        assert_eq!(held_up([alone(0.25); 2], mixed, 0.05), None);
    }

    #[test]
    fn a_core_that_picks_its_units_badly_does_not_make_one_group_of_two() {
        // Three of six units: at the best the balanced mix would take 1.5 times as long.
        let [many, fewer] = [alone(1.0 / 6.0), alone(1.0 / 3.0)];
        let mixed = Mixed { counts: [12, 6], cycles: exactly(3.8) };
        let overlap = overlap([many, fewer], mixed, 0.125).unwrap();
        let of_many = held_up([many, fewer], Mixed { counts: [12, 2], cycles: exactly(2.34) }, 0.125);
        let of_fewer = held_up([fewer, many], Mixed { counts: [6, 4], cycles: exactly(2.3) }, 0.125);
        let found = Relation::of([many, fewer], mixed, overlap, [of_many, of_fewer]);
        assert!(overlap.value > 0.88 && !found.is_same, "{found:?}");
        assert_eq!(found.units, Some(3), "{found:?}");
    }

    #[test]
    fn rounds_are_as_long_as_they_should_be() {
        for cycles in [[0.25, 0.25], [1.0, 0.166], [0.5, 13.0], [40.0, 0.25]] {
            let counts = balanced([5, 4], cycles);
            let [one, other] = [0, 1].map(|form| f64::from(counts[form]) * cycles[form]);
            let is_slow = cycles[0] > 20.0;
            assert!(is_slow || (0.7..=1.4).contains(&(one / other)), "{cycles:?}: {counts:?}");
        }
        assert_eq!(balanced([5, 5], [1.0, 1.0]), [5, 5]);
        assert_eq!(few_among_many(5, [0.25, 0.25]), Some([5, 1]));
        assert_eq!(few_among_many(5, [0.25, 5.0]), Some([60, 1]));
        assert_eq!(few_among_many(5, [0.25, 100.0]), None);
    }
}
