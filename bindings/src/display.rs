//! The display forms for front ends: rounded numbers, and plots that only have to be drawn. All of
//! it is core's.

use trueghz::estimate::recording::WarmUpSample;
use trueghz::estimate::{Estimate, Frequency};
use trueghz::host::{self, ClaimSource, Machine};
use trueghz::report::curve::Curve;
use trueghz::report::display::{FrequencyDisplay, Rounded};
use trueghz::report::histogram::WindowHistogram;
use trueghz::report::numbers::{ClaimNumbers, ClockNumbers, ReadingNumbers};
use trueghz::report::phrases::MachineNames;
use trueghz::report::{ClaimComparison, RawMeasurement, Reading, TimingClock};
use trueghz::run::target::{Selection, Target};
use trueghz_report::bars::ClockBar;
use trueghz_report::replay::{self, ReplayFrame};

use crate::error::{TrueGhzError, guarded};

/// A frequency in its significant digits and one guard digit; `None` if the two values are not a
/// frequency.
#[uniffi::export]
pub fn frequency_display(hz: f64, half_width_hz: f64) -> Option<FrequencyDisplay> {
    FrequencyDisplay::new(hz, half_width_hz)
}

/// The display of the number while the measurement goes on.
#[uniffi::export]
pub fn running_display(frequency: Frequency) -> Option<FrequencyDisplay> {
    FrequencyDisplay::of(&frequency.hz)
}

/// The display of the number of a reading; `None` if it was refused.
#[uniffi::export]
pub fn reading_display(reading: Reading) -> Option<FrequencyDisplay> {
    reading.display()
}

/// A frequency that is stated, not measured, in hertz.
#[uniffi::export]
pub fn stated_frequency(hz: f64) -> Rounded {
    Rounded::stated(hz)
}

/// All numbers of a reading.
#[uniffi::export]
pub fn reading_numbers(reading: Reading) -> Result<ReadingNumbers, TrueGhzError> {
    guarded(|| ReadingNumbers::of(&reading))
}

/// The numbers of the clock that times.
#[uniffi::export]
pub fn clock_numbers(clock: TimingClock) -> Result<ClockNumbers, TrueGhzError> {
    guarded(|| ClockNumbers::of(&clock))
}

/// The curve of a reading.
#[uniffi::export]
pub fn reading_curve(reading: Reading) -> Result<Curve, TrueGhzError> {
    guarded(|| Curve::of(&reading))
}

/// The curve of a measurement that goes on: all points of the warm-up so far, the newest estimate
/// if there is one, and the system's claim, in hertz.
#[uniffi::export]
pub fn running_curve(
    warm_up: Vec<WarmUpSample>,
    estimate: Option<Estimate>,
    claim_hz: Option<f64>,
) -> Result<Curve, TrueGhzError> {
    guarded(|| Curve::so_far(&warm_up, estimate.as_ref(), claim_hz))
}

/// The replay of a measurement's curves, one after the other, in at most so many frames: what a
/// screen shows moment by moment once no window is taken any more. Empty where no reading has a
/// curve.
#[uniffi::export]
pub fn replay_frames(readings: Vec<Reading>, frames: u32) -> Result<Vec<ReplayFrame>, TrueGhzError> {
    guarded(|| replay::frames(&readings, frames))
}

/// The clocks of many cores as bars on a common scale, in their order; `None` if a core was
/// refused.
#[uniffi::export]
pub fn clock_bars(readings: Vec<Reading>) -> Result<Vec<Option<ClockBar>>, TrueGhzError> {
    guarded(|| ClockBar::of_each(&readings))
}

/// Histograms of each core's recorded windows, in the report's order; `None` if a core has too few.
/// Takes some milliseconds: not for a thread that draws.
#[uniffi::export]
pub fn window_histograms(windows_json: String) -> Result<Vec<Option<WindowHistogram>>, TrueGhzError> {
    let raw = RawMeasurement::from_json(&windows_json)?;
    guarded(|| WindowHistogram::of_each(&raw))
}

/// The names of the machine.
#[uniffi::export]
pub fn machine_names(machine: Machine) -> Result<MachineNames, TrueGhzError> {
    guarded(|| MachineNames::of(&machine))
}

/// Who claims a clock, in English.
#[uniffi::export]
pub fn claim_source_words(source: ClaimSource) -> String {
    source.text().to_owned()
}

/// A core before it is measured.
#[derive(Debug, Clone, PartialEq, uniffi::Record)]
pub struct ComingCore {
    /// The core, as the session will report it at its start.
    pub target: Target,
    /// The claimed clock, not compared with anything; `None` if the system states none.
    pub claim: Option<ClaimNumbers>,
}

/// The cores that a measurement of `cores` on this `machine` would begin with, in its order.
#[uniffi::export]
pub fn coming_cores(machine: Machine, cores: Selection) -> Result<Vec<ComingCore>, TrueGhzError> {
    let coming = |target: Target| {
        let claim = target.claim(&machine).map(|claim| {
            let (hz, source) = (claim.hz as f64, claim.source);
            ClaimNumbers::from(ClaimComparison { hz, source, difference_percent: None })
        });
        ComingCore { target, claim }
    };
    guarded(|| cores.targets(&machine, &host::allowed_cpus()).into_iter().map(coming).collect())
}
