//! Operations of a load per cycle of the measured core.

use serde::{Deserialize, Serialize};
use trueghz::internal::quantile;
use trueghz::report::number::RoundedNumber;

/// Fraction of the pieces that lies outside the range, on either side.
const OUTSIDE: f64 = 0.025;

/// Operations of a load per cycle of its core: additions and multiplications of one number by one
/// other, two for each number of a fused instruction. Time lost to other work (interrupts, an SMT
/// sibling) lowers it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct OperationsPerCycle {
    /// The median of the pieces of the load between two windows.
    pub median: f64,
    /// 95 % of the pieces are between this...
    pub low: f64,
    /// ...and this.
    pub high: f64,
}

impl OperationsPerCycle {
    /// Summarises the operations per cycle of the pieces of a load; `None` if there is no piece.
    pub(crate) fn of(mut pieces: Vec<f64>) -> Option<OperationsPerCycle> {
        pieces.retain(|piece| piece.is_finite() && *piece > 0.0);
        let mut at = |part| quantile(&mut pieces, part);
        Some(OperationsPerCycle { median: at(0.5)?, low: at(OUTSIDE)?, high: at(1.0 - OUTSIDE)? })
    }

    /// "30.2 operations per cycle (28.9 to 31.7)"
    pub fn text(&self) -> String {
        let [median, low, high] =
            [self.median, self.low, self.high].map(|number| RoundedNumber::new(number, 1).digits());
        format!("{median} operations per cycle ({low} to {high})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_range_holds_all_but_the_outermost_pieces() {
        let pieces: Vec<f64> = (0..=1000).map(|piece| f64::from(piece) / 100.0 + 10.0).collect();
        let found = OperationsPerCycle::of(pieces).expect("pieces");
        assert_eq!(found.text(), "15.0 operations per cycle (10.3 to 19.8)");
        assert_eq!(OperationsPerCycle::of(vec![0.0, f64::NAN, f64::INFINITY]), None);
    }
}
