//! The number: a frequency with its interval, and what the interval is made of.

use serde::{Deserialize, Serialize};

use crate::Interval;
use crate::clock::{ClockId, Timebase};

use super::recording::ClockFacts;
use super::variation::Range;

/// The probability with which an interval is meant to hold the truth.
pub const CONFIDENCE: f64 = 0.95;

/// The normal distribution's factor for [`CONFIDENCE`]: half the width of an interval, in standard errors.
pub const NORMAL_FACTOR: f64 = 1.96;

/// A half-width of this part of the frequency or more is no reading: not one digit of it would be sure. What
/// the batches of a clock that moved differ by is no doubt about it, and does not count.
pub(super) const WIDEST: f64 = 0.05;

/// The parts of the half-width of the interval, each at 95 %, in parts per million of the frequency.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct UncertaintyParts {
    /// What the noise of single windows, the tick's quantisation above all, leaves in the mean.
    pub quantisation_ppm: f64,
    /// What the batches' spread shows, which includes the one above.
    pub batch_spread_ppm: f64,
    /// What the one-cycle kinds differ by beyond chance.
    pub chain_disagreement_ppm: f64,
    /// What interruptions too short to be told from the clock's own noise may add; a bound, not at 95 %.
    pub undetected_ppm: f64,
    /// What the rate of the timing clock may add. Readings by one clock are off by it alike: an estimate has 0 here.
    #[serde(default)]
    #[cfg_attr(feature = "uniffi", uniffi(default = 0.0))]
    pub reference_ppm: f64,
}

/// A frequency with its interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct Frequency {
    /// The core's clock, in hertz.
    pub hz: f64,
    /// Lower end of the 95 % interval, in hertz.
    pub low_hz: f64,
    /// Upper end of the 95 % interval, in hertz.
    pub high_hz: f64,
    /// What the interval is made of.
    pub parts: UncertaintyParts,
}

/// By how much a read of the clock is later after a long window than after a short one at most, in nanoseconds.
///
/// What the system's function for it touches has left the nearest caches after a long window: on a Cascade Lake guest a
/// window's constant was 34 ns up to 20 µs, 42 ns at 60 µs and 50 ns at 200 µs; by the counter itself it was 33 ns at
/// every length (docs/sources.md, SMT siblings). Beside a tick that is not much shorter it does not show.
pub(super) fn late_reads_ns(clock: &ClockFacts) -> f64 {
    let by_function = matches!(clock.id, ClockId::MonotonicRaw | ClockId::Monotonic);
    let is_counter = clock.timebase != Timebase::NANOSECONDS;
    if by_function && !is_counter && clock.quantum_ns() < LATE_READS_NS / 4.0 { LATE_READS_NS } else { 0.0 }
}

/// See [`late_reads_ns`].
const LATE_READS_NS: f64 = 16.0;

impl Frequency {
    /// From the lower end of the interval to the upper one.
    pub fn interval(&self) -> Range {
        Range { low_hz: self.low_hz, high_hz: self.high_hz }
    }

    /// The same without what the interval is made of, in hertz.
    pub fn in_hz(&self) -> Interval {
        Interval { value: self.hz, low: self.low_hz, high: self.high_hz }
    }

    /// How far the farther end of the interval is from the number, in hertz.
    pub fn farther_end_hz(&self) -> f64 {
        self.in_hz().farther_end()
    }
}
