//! The consensus: which kinds of chains agree, and the finding for each of the others.
//!
//! That a step takes one cycle is an assumption about each kind, so no kind is trusted alone. At
//! least three *different* one-cycle instructions must have equal durations, and the kinds of
//! several cycles must be whole multiples of it that some known core has.

use serde::{Deserialize, Serialize};

use crate::chain::{ChainKind, Role};

use super::known_cores;
use super::statistics::Uncertain;

/// Minimum number of one-cycle kinds for a consensus. With fewer the windows are at fault, not the
/// chains.
pub(super) const FEWEST_KINDS: usize = 3;

/// Minimum number of independent one-cycle kinds that must agree: two could share an anomaly, three
/// different ones are unlikely to.
const QUORUM: usize = 3;

/// Maximum relative difference of agreeing kinds, beyond their own uncertainty. Real one-cycle
/// chains differed by 0.01 % on the quietest machine and by up to 0.5 % on a loaded one
/// (docs/sources.md, Whole-number ratios); the closest case to distinguish is a whole cycle more.
const SAME: f64 = 0.002;

/// Maximum relative distance of a ratio from a whole number (docs/sources.md, Whole-number ratios).
const WHOLE: f64 = 0.005;

/// Cycles below which a one-cycle kind is folded: the slowest folded chain on record is INC on
/// Skymont, 0.59 cycles. A value between this and one is not folding, but unexplained.
const FOLDED_BELOW: f64 = 0.7;

/// Standard errors by which values may differ by chance: 4 is exceeded once in 16,000.
const CHANCE: f64 = 4.0;

/// The finding for a kind of chain on this core.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ChainFinding {
    /// As expected of the kind.
    AsExpected,
    /// Less than a cycle per step: the core folds it when it renames registers.
    Folded,
    /// A whole number of cycles, two or more, instead of one.
    SeveralCycles,
    /// A whole number of cycles that no known core takes, or that no known core combines with those
    /// of the other kinds.
    UnknownRatio,
    /// Not a whole number of cycles.
    NotWhole,
    /// No window of this kind was undisturbed.
    NotMeasured,
}

/// One kind of chain in a reading.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
#[non_exhaustive]
pub struct ChainResult {
    /// The kind.
    pub kind: ChainKind,
    /// Cycles per step at the clock of the consensus; absent if not measured or without a
    /// consensus.
    pub cycles_per_step: Option<f64>,
    /// Its standard error, in cycles.
    pub error_cycles: Option<f64>,
    /// Whether it fits the consensus.
    pub agrees: bool,
    /// The finding for this chain.
    pub finding: ChainFinding,
}

/// The kinds from which the reading is computed.
#[derive(Debug, Clone, PartialEq)]
pub struct Consensus {
    /// The one-cycle kinds that agree.
    pub kinds: Vec<ChainKind>,
    /// Whether every ratio chain is a whole number of cycles that a known core takes.
    pub confirmed: bool,
    /// All kinds but the tight loop.
    pub chains: Vec<ChainResult>,
}

/// The period of each kind of chain, in nanoseconds per step.
pub type Periods = Vec<(ChainKind, Option<Uncertain>)>;

fn agree(a: Uncertain, b: Uncertain) -> bool {
    let chance = CHANCE * a.error.hypot(b.error);
    (a.value - b.value).abs() <= SAME * a.value.min(b.value).abs() + chance
}

/// Returns the largest set of independent one-cycle kinds that agree with one of them; `None` if it
/// has fewer than three kinds or no majority.
fn largest_set(independent: &[(ChainKind, Uncertain)]) -> Option<Vec<(ChainKind, Uncertain)>> {
    let around = |centre: Uncertain| {
        independent.iter().copied().filter(|&(_, period)| agree(centre, period)).collect::<Vec<_>>()
    };
    let best = independent.iter().map(|&(_, period)| around(period)).max_by_key(Vec::len)?;
    let majority = best.len() * 2 > independent.len();
    (best.len() >= QUORUM && majority).then_some(best)
}

impl Consensus {
    /// The consensus of `periods`; `None` if fewer than three independent kinds, or not a majority,
    /// agree.
    pub fn of(periods: &Periods) -> Option<Consensus> {
        let independent: Vec<(ChainKind, Uncertain)> = periods
            .iter()
            .filter(|(kind, _)| matches!(kind.role(), Role::OneCycle { independent: true }))
            .filter_map(|&(kind, period)| Some((kind, period?)))
            .collect();
        let agreeing = largest_set(&independent)?;

        let weight: f64 = agreeing.iter().map(|(_, p)| p.error.powi(-2)).sum();
        let value = agreeing.iter().map(|(_, p)| p.value * p.error.powi(-2)).sum::<f64>() / weight;
        let cycle = Uncertain { value, error: weight.sqrt().recip() };

        let measured = periods.iter().filter(|(kind, _)| kind.role() != Role::TightLoop);
        Some(Consensus::of_chains(
            measured.map(|&(kind, period)| chain_result(kind, period, cycle)).collect(),
        ))
    }

    /// The consensus of these chains, each of which is already judged on its own: one known core
    /// must have all their ratios.
    fn of_chains(mut chains: Vec<ChainResult>) -> Consensus {
        let whole = |kind: ChainKind| {
            let of_kind = chains.iter().find(|chain| chain.kind == kind && chain.agrees)?;
            of_kind.cycles_per_step.map(f64::round)
        };
        if !known_cores::are_known(whole) {
            let is_odd = |kind: &ChainKind| {
                whole(*kind)
                    .is_some_and(|whole| known_cores::cycles_of(*kind).all(|known| f64::from(known) != whole))
            };
            let ratios = || chains.iter().map(|chain| chain.kind).filter(|kind| kind.role() == Role::Ratio);
            let odd: Vec<ChainKind> = ratios().filter(is_odd).collect();
            // If each ratio occurs on some core, but no core has all of them, none is trusted.
            let unlike = if odd.is_empty() { ratios().collect() } else { odd };
            for chain in chains.iter_mut().filter(|chain| chain.agrees && unlike.contains(&chain.kind)) {
                (chain.agrees, chain.finding) = (false, ChainFinding::UnknownRatio);
            }
        }
        let (ratios, others): (Vec<&ChainResult>, Vec<&ChainResult>) =
            chains.iter().partition(|chain| chain.kind.role() == Role::Ratio);
        let confirmed = ratios.iter().all(|chain| chain.agrees);
        let kinds = others.iter().filter(|chain| chain.agrees).map(|chain| chain.kind).collect();
        Consensus { kinds, confirmed, chains }
    }

    /// The consensus of kinds measured under permanent SMT contention, given the `cycle` of the
    /// least affected kind. A kind agrees if it takes a whole number of cycles and somewhat longer.
    pub(super) fn under_contention(
        periods: &Periods,
        cycle: Uncertain,
        whole_cycles: impl Fn(ChainKind) -> Option<f64>,
    ) -> Consensus {
        let result = |&(kind, period): &(ChainKind, Option<Uncertain>)| {
            let mut result = chain_result(kind, period, cycle);
            let is_expected = |whole: f64| match kind.role() {
                Role::OneCycle { .. } => whole == 1.0,
                Role::Ratio => known_cores::cycles_of(kind).any(|known| f64::from(known) == whole),
                Role::TightLoop => false,
            };
            if period.is_some() && whole_cycles(kind).is_some_and(is_expected) {
                result.finding = ChainFinding::AsExpected;
                result.agrees = true;
            }
            result
        };
        let measured = periods.iter().filter(|(kind, _)| kind.role() != Role::TightLoop);
        Consensus::of_chains(measured.map(result).collect())
    }
}

fn chain_result(kind: ChainKind, period: Option<Uncertain>, cycle: Uncertain) -> ChainResult {
    let Some(period) = period else {
        let finding = ChainFinding::NotMeasured;
        return ChainResult { kind, cycles_per_step: None, error_cycles: None, agrees: false, finding };
    };
    let cycles = period.value / cycle.value;
    let error = (period.error / cycle.value).hypot(cycles * cycle.error / cycle.value);
    let whole = cycles.round();
    let is_whole = whole >= 1.0 && (cycles - whole).abs() <= WHOLE * whole + CHANCE * error;
    let finding = match kind.role() {
        Role::OneCycle { .. } if agree(period, cycle) => ChainFinding::AsExpected,
        Role::OneCycle { .. } if cycles < FOLDED_BELOW => ChainFinding::Folded,
        Role::OneCycle { .. } if is_whole && whole >= 2.0 => ChainFinding::SeveralCycles,
        Role::Ratio if is_whole => ChainFinding::AsExpected,
        Role::OneCycle { .. } | Role::Ratio | Role::TightLoop => ChainFinding::NotWhole,
    };
    ChainResult {
        kind,
        cycles_per_step: Some(cycles),
        error_cycles: Some(error),
        agrees: finding == ChainFinding::AsExpected,
        finding,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Periods of a core whose kinds take these cycles at 2.5 GHz.
    fn core(cycles: [f64; 9]) -> Periods {
        let kinds = ChainKind::ALL.iter().copied().filter(|kind| *kind != ChainKind::TightLoop);
        kinds.zip(cycles).map(|(kind, c)| (kind, Some(Uncertain { value: c * 0.4, error: 1e-5 }))).collect()
    }

    fn finding(consensus: &Consensus, kind: ChainKind) -> ChainFinding {
        consensus.chains.iter().find(|chain| chain.kind == kind).unwrap().finding
    }

    #[test]
    fn a_plain_core_is_confirmed() {
        let consensus = Consensus::of(&core([1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 3.0, 3.0, 4.0])).unwrap();
        assert!(consensus.confirmed);
        assert_eq!(consensus.kinds.len(), 6);
    }

    #[test]
    fn a_folded_immediate_is_named_and_does_not_count() {
        let consensus = Consensus::of(&core([0.17, 1.0, 1.0, 1.0, 1.0, 1.0, 3.0, 2.0, 4.0])).unwrap();
        assert_eq!(finding(&consensus, ChainKind::Decrement), ChainFinding::Folded);
        assert!(!consensus.kinds.contains(&ChainKind::Decrement) && consensus.confirmed);
    }

    #[test]
    fn a_kind_of_two_cycles_is_named() {
        let consensus = Consensus::of(&core([1.0, 1.0, 1.0, 1.0, 2.0, 1.25, 4.0, 4.0, 4.0])).unwrap();
        assert_eq!(finding(&consensus, ChainKind::Rotate), ChainFinding::SeveralCycles);
        assert_eq!(finding(&consensus, ChainKind::Mixed), ChainFinding::NotWhole);
    }

    #[test]
    fn what_is_nearly_one_cycle_is_not_several() {
        let consensus = Consensus::of(&core([1.0, 1.0, 1.0, 1.0, 1.0, 0.995, 3.0, 3.0, 4.0])).unwrap();
        assert_eq!(finding(&consensus, ChainKind::Mixed), ChainFinding::NotWhole);
    }

    #[test]
    fn two_against_two_is_no_consensus() {
        let mut periods = core([1.0, 1.0, 1.0, 2.0, 2.0, 1.5, 4.0, 4.0, 4.0]);
        periods[0].1 = None;
        assert_eq!(Consensus::of(&periods), None);
    }

    #[test]
    fn ratios_of_no_known_core_are_unconfirmed() {
        let multiply_of_one = [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 3.0, 4.0];
        assert!(!Consensus::of(&core(multiply_of_one)).unwrap().confirmed);
        let not_whole = [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 3.5, 3.0, 4.0];
        assert!(!Consensus::of(&core(not_whole)).unwrap().confirmed);
    }

    #[test]
    fn ratios_that_no_known_core_has_together_are_unconfirmed() {
        // Each occurs on some core; together they are twice the ratios of Cortex-X1.
        let doubled = Consensus::of(&core([1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 4.0, 4.0, 6.0])).unwrap();
        let ratios = [ChainKind::Multiply, ChainKind::FloatAdd, ChainKind::FloatMultiply];
        assert!(ratios.iter().all(|kind| finding(&doubled, *kind) == ChainFinding::UnknownRatio));
        // The multiplication is the one that no known core has.
        let odd = Consensus::of(&core([1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 7.0, 3.0, 4.0])).unwrap();
        assert_eq!(finding(&odd, ChainKind::Multiply), ChainFinding::UnknownRatio);
        assert_eq!(finding(&odd, ChainKind::FloatAdd), ChainFinding::AsExpected);
        let kryo = Consensus::of(&core([1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 5.0, 3.0, 6.0])).unwrap();
        assert!(kryo.confirmed);
    }

    #[test]
    fn everything_doubled_hides_where_the_ratios_stay_known() {
        // A two-cycle ALU with a multiplication of six cycles and additions of six: the documented
        // alias.
        let consensus = Consensus::of(&core([2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 6.0, 6.0, 8.0])).unwrap();
        assert!(consensus.confirmed);
    }
}
