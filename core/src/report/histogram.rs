//! Histogram of the window durations of a core, relative to an undisturbed window.

use crate::estimate::Lateness;
use crate::estimate::statistics::quantile;

use super::axis::Axis;
use super::raw::RawMeasurement;

/// Bins of a histogram: as many as a phone's width shows as bars.
const BINS: usize = 30;

/// The share of the windows that the plot shows: the slowest were preempted, and would squeeze the
/// others into one bar. A heuristic, for the eye only: nothing is computed from it.
const SHOWN: f64 = 0.90;

/// Minimum number of windows: fewer do not show a distribution.
const FEWEST: usize = 30;

/// A range of excess time, and the number of windows in it.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record), uniffi(name = "HistogramBin"))]
pub struct Bin {
    /// Its lower end, in parts per million of an undisturbed window.
    pub low_ppm: f64,
    /// Its upper end.
    pub high_ppm: f64,
    /// Number of undisturbed windows.
    pub kept: usize,
    /// Number of disturbed windows, which were rejected.
    pub dropped: usize,
}

/// Histogram of the long windows of a core by their excess time over an undisturbed one.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct WindowHistogram {
    /// The bins, rising, all as wide.
    pub bins: Vec<Bin>,
    /// The axis from the first bin to the last, in parts per million.
    pub axis: Axis,
    /// Windows that lie beyond the bins.
    pub beyond: usize,
}

impl WindowHistogram {
    /// Returns the histogram of each core; `None` if a core has too few windows.
    pub fn of_each(raw: &RawMeasurement) -> Vec<Option<WindowHistogram>> {
        raw.cores.iter().map(|core| core.estimate().histogram).collect()
    }

    /// Bins the long windows of one core, as classified by its estimate.
    pub(super) fn of(windows: &[Lateness]) -> Option<WindowHistogram> {
        if windows.len() < FEWEST {
            return None;
        }
        let mut sorted: Vec<f64> = windows.iter().map(|window| window.ppm).collect();
        let low = quantile(&mut sorted, 0.0)?;
        let high = quantile(&mut sorted, SHOWN)?;
        // Undisturbed windows are always shown, even if they are few.
        let clean = windows.iter().filter(|window| window.kept).map(|window| window.ppm);
        let high = clean.fold(high, f64::max);
        // All windows may be equal: one quantum of the clock, with no spread.
        let width = ((high - low) / BINS as f64).max(1e-3);
        let mut bins: Vec<Bin> = (0..BINS)
            .map(|bin| low + bin as f64 * width)
            .map(|low_ppm| Bin { low_ppm, high_ppm: low_ppm + width, kept: 0, dropped: 0 })
            .collect();
        let mut beyond = 0;
        for &Lateness { ppm, kept } in windows {
            // The highest value belongs to the last bin.
            let place = ((ppm - low) / width) as usize;
            let place = if ppm <= high { place.min(BINS - 1) } else { place };
            match bins.get_mut(place) {
                Some(bin) if kept => bin.kept += 1,
                Some(bin) => bin.dropped += 1,
                None => beyond += 1,
            }
        }
        Some(WindowHistogram { bins, axis: Axis::exact(low, low + BINS as f64 * width, 1.0), beyond })
    }
}
