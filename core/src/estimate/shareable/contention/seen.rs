//! SMT contention of each round, from the ratios of its windows.

use super::super::samples::Samples;
use super::super::whole_cycles::WholeCycles;
use super::Contention;
use super::ratios::{FEWEST_ROUNDS, Ratios, Round, TIGHT_LONGER};
use crate::estimate::statistics::quantile;

/// Minimum number of rounds for a reading, as in `partition`.
const FEWEST_QUIET_ROUNDS: usize = 12;

/// Finds the contended rounds; the samples must have been judged once.
pub(in crate::estimate::shareable) fn contention(samples: &Samples, cycles: &WholeCycles) -> Contention {
    let ratios = Ratios::of(samples, cycles);
    if ratios.rounds.iter().filter(|round| round.is_evidence()).count() < FEWEST_ROUNDS {
        return Contention::default();
    }
    let busy = ratios.busy();
    let rounds = ratios.rounds.iter().filter(|round| !round.is_empty).count();
    let shared_rounds =
        ratios.rounds.iter().zip(&busy).filter(|(round, busy)| **busy && !round.is_empty).count();
    let always = rounds - shared_rounds < FEWEST_QUIET_ROUNDS;
    let share = shared_rounds as f64 / rounds.max(1) as f64;
    // From single tight loops: the neighbouring rounds do not count, though they may have been
    // shared in part.
    let beside_a_sibling = |round: &&Round| always || round.longer_now || round.tight > TIGHT_LONGER;
    let of_time = if always {
        1.0
    } else {
        ratios.rounds.iter().filter(|round| round.longer_now).count() as f64 / rounds.max(1) as f64
    };
    let middle = |of: &dyn Fn(&Round) -> f64| {
        let beside =
            ratios.rounds.iter().zip(&busy).filter(|(_, busy)| **busy || always).map(|(round, _)| round);
        let mut values: Vec<f64> =
            beside.filter(beside_a_sibling).map(of).filter(|v| v.is_finite()).collect();
        quantile(&mut values, 0.5)
    };
    let tight_cycles = middle(&|round| round.tight);
    let slower = middle(&|round| round.slower);
    Contention { busy, share, of_time, always, tight_cycles, slower }
}
