//! A frequency with its interval and its uncertainty budget.
//!
//! The data only: [`super`] lists the files that compute the components and combine them.

use serde::{Deserialize, Serialize};

use crate::Interval;
use crate::clock::{ClockId, Timebase};

use super::recording::ClockFacts;

/// The intended coverage of an interval.
pub const CONFIDENCE: f64 = 0.95;

/// Coverage factor of the normal distribution for [`CONFIDENCE`]: half-width of an interval in
/// standard errors.
pub const NORMAL_FACTOR: f64 = 1.96;

/// Minimum half-width of a refused reading, as a fraction of the frequency: not one digit would be
/// significant. Differences between the batches of a varying clock are not uncertainty, and do not
/// count.
pub(super) const WIDEST: f64 = 0.05;

/// Components of the half-width of the interval, each at 95 %, in parts per million of the
/// frequency.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct UncertaintyBudget {
    /// Noise of single windows in the mean, above all quantisation.
    pub quantisation_ppm: f64,
    /// Spread of the batches, which includes `quantisation_ppm`.
    pub batch_spread_ppm: f64,
    /// Disagreement between the one-cycle kinds beyond chance.
    pub chain_disagreement_ppm: f64,
    /// Interruptions too short to be distinguished from the clock's own noise; a bound, not at
    /// 95 %.
    pub undetected_ppm: f64,
    /// Rate of the timing clock. All readings by one clock share this error, so it is 0 in an
    /// estimate.
    #[serde(default)]
    #[cfg_attr(feature = "uniffi", uniffi(default = 0.0))]
    pub reference_ppm: f64,
}

/// A frequency with its interval and its uncertainty budget.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct Frequency {
    /// The core's clock with its 95 % interval, in hertz.
    pub hz: Interval,
    /// The uncertainty budget.
    pub budget: UncertaintyBudget,
}

/// Maximum delay of a clock read after a long window relative to a short one, in nanoseconds.
///
/// After a long window the memory that the system's function accesses is no longer in the nearest
/// caches: on a Cascade Lake guest a window's constant was 34 ns up to 20 µs, 42 ns at 60 µs and
/// 50 ns at 200 µs; by the counter itself it was 33 ns at every length (docs/sources.md, SMT
/// siblings). With a tick that is not much shorter it is not visible.
pub(super) fn read_delay_ns(clock: &ClockFacts) -> f64 {
    let by_function = matches!(clock.id, ClockId::MonotonicRaw | ClockId::Monotonic);
    let is_counter = clock.timebase != Timebase::NANOSECONDS;
    if by_function && !is_counter && clock.quantum_ns() < LATE_READS_NS / 4.0 { LATE_READS_NS } else { 0.0 }
}

/// See [`read_delay_ns`].
const LATE_READS_NS: f64 = 16.0;
