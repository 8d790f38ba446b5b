//! The clocks of several cores as a bar chart.

use trueghz::report::Reading;
use trueghz::report::curve::CLAIM_WITHIN;

/// The clock of a core as a bar. The whole length is the highest clock of all, measured or claimed.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct ClockBar {
    /// Length of the reading's bar as a fraction of the whole length, 0 to 1.
    pub part: f64,
    /// Position of the claimed clock as a fraction of the whole length; `None` if no clock is
    /// claimed, or if the claim is too different from the reading for a comparison.
    pub claim_part: Option<f64>,
}

impl ClockBar {
    /// Returns a bar for each reading; `None` if it was refused.
    pub fn of_each(readings: &[Reading]) -> Vec<Option<ClockBar>> {
        let clocks: Vec<Option<(f64, Option<f64>)>> = readings.iter().map(clocks).collect();
        let all = clocks.iter().flatten().flat_map(|&(hz, claim_hz)| [Some(hz), claim_hz]).flatten();
        let whole = all.fold(f64::MIN_POSITIVE, f64::max);
        let bar = |(hz, claim_hz): (f64, Option<f64>)| ClockBar {
            part: hz / whole,
            claim_part: claim_hz.map(|claim_hz| claim_hz / whole),
        };
        clocks.into_iter().map(|clocks| clocks.map(bar)).collect()
    }
}

/// Returns the clock of a reading, and its claimed clock if the two are comparable.
fn clocks(reading: &Reading) -> Option<(f64, Option<f64>)> {
    let hz = reading.hz()?;
    let near = |claim_hz: &f64| *claim_hz <= hz * CLAIM_WITHIN && *claim_hz >= hz / CLAIM_WITHIN;
    Some((hz, reading.claim.map(|claim| claim.hz).filter(near)))
}
