//! The rate of a counter, measured against the system's clock.

use serde::{Deserialize, Serialize};

use super::Ppm;
use super::record::SessionRecord;
use super::series::{AGREE_PPM, Gain, Series};
use crate::clock::{ClockId, Rate, Timebase};

/// Origin of the rate of a counter that times: only the brackets with another clock, never the
/// counter's stated rate. The counter has the same rate error as that clock.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct MeasuredRate {
    /// The clock from which the rate is.
    pub against: ClockId,
    /// Uncertainty of the rate against that clock, in parts per million: a hard bound, from the
    /// widths of the brackets.
    pub uncertainty_ppm: f64,
    /// The rate stated by the processor or the hypervisor: a check, never the source.
    pub stated: Rate,
}

impl MeasuredRate {
    /// Returns `true` if a later comparison of the two clocks found the same rate. In addition to
    /// the errors of both, they may differ by the tolerance of agreeing clocks and by the system's
    /// steering.
    pub(super) fn allows(&self, found: Ppm, tolerance_ppm: f64) -> bool {
        found.ppm.abs() <= AGREE_PPM + tolerance_ppm + self.uncertainty_ppm + found.uncertainty_ppm
    }
}

/// Measured rates are rounded to whole multiples of this, in hertz, so that the fraction of the
/// timebase fits 32 bits up to 17 GHz. For the slowest time stamp counter (100 MHz) that is
/// 0.02 ppm.
const ROUNDED_HZ: f64 = 4.0;

/// The primary clock's rate by the brackets with one witness, and the bound of its error in ppm.
///
/// `None` if the record does not determine it: fewer than two brackets, or the clocks jumped,
/// stopped or changed their rate by more than 100 ppm against each other.
pub(in crate::clock) fn rate_against(record: &SessionRecord, against: ClockId) -> Option<(Timebase, f64)> {
    let witness = record.witnesses.iter().find(|witness| witness.id == against)?;
    let series = Series::new(&record.primary, witness);
    if series.gains().iter().any(Gain::is_real) {
        return None;
    }
    // A witness that gains on the primary clock sees that one's ticks come slower than stated.
    let slope = series.slope(0, series.len()).filter(|slope| slope.ratio > 0.0)?;
    let hz = record.primary.timebase.hz() / slope.ratio;
    let timebase = Timebase::from_hz((hz / ROUNDED_HZ).round() as u64 * ROUNDED_HZ as u64).ok()?;
    Some((timebase, slope.uncertainty / slope.ratio * 1e6))
}

impl SessionRecord {
    /// The record at the rate that its own brackets give, if the primary clock's rate is measured:
    /// over half a second they determine it some thirty times as precisely as those at the opening
    /// did.
    ///
    /// The opening's rate stays if the brackets are less precise, if a clock jumped, or if the two
    /// rates contradict each other: which of the two is right is then not known, and the
    /// cross-check reports it.
    #[must_use]
    pub fn at_its_own_rate(mut self) -> Self {
        let Some(opening) = self.primary.measured else { return self };
        let Some((timebase, uncertainty_ppm)) = rate_against(&self, opening.against) else { return self };
        let ppm = (timebase.hz() / self.primary.timebase.hz() - 1.0) * 1e6;
        if opening.allows(Ppm { ppm, uncertainty_ppm }, 0.0) && uncertainty_ppm < opening.uncertainty_ppm {
            self.primary.timebase = timebase;
            self.primary.measured = Some(MeasuredRate { uncertainty_ppm, ..opening });
        }
        self
    }
}

#[cfg(test)]
mod tests;
