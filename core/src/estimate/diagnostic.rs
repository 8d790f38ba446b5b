//! What the windows show besides the number. It bears on how far to trust it; `report` makes warnings of it.

use crate::chain::Kind;

use super::consensus::ChainFinding;

/// Something that the windows show besides the number.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[non_exhaustive]
pub enum Diagnostic {
    /// The clock was not flat when the time for the warm-up was over.
    StillWarming,
    /// The thread was moved to another core; windows that ended there do not count.
    Migrated {
        /// How many windows were lost to it.
        windows: usize,
    },
    /// Another program, or the system, used the core meanwhile.
    Contended {
        /// Undisturbed windows, in percent.
        clean_percent: f64,
    },
    /// Another hardware thread of the core was busy: chains of one cycle were slower against those of several, and
    /// the tight loop took more cycles, as beside a busy SMT sibling.
    SharedCore {
        /// The part of the time in which it was so, in percent, above 0 to 100.
        percent_of_time: f64,
        /// By how much chains of one cycle were slower meanwhile, in percent; absent where it could not be told.
        slower_percent: Option<f64>,
        /// Cycles that an iteration of the tight loop took meanwhile; absent where it could not be told.
        tight_loop_cycles: Option<f64>,
    },
    /// A kind of chain is not what it is elsewhere.
    ChainDisagrees {
        /// The kind.
        kind: Kind,
        /// What it turned out to be.
        finding: ChainFinding,
        /// Cycles per step, where measured.
        cycles_per_step: Option<f64>,
    },
    /// The core folds additions of constants.
    FoldedImmediate {
        /// Steps per cycle.
        steps_per_cycle: f64,
    },
    /// Time is not linear in the number of steps.
    NotLinear {
        /// By how much the middle length is off the line, in parts per million of the long window.
        ppm: f64,
    },
}
