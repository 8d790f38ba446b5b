//! Plots, ready to be drawn: points, axes and what they show.

use trueghz::estimate::recording::WarmUpSample;
use trueghz::estimate::variation::{Point, Range};
use trueghz::report::axis::{Axis, Tick};
use trueghz::report::curve::{Curve, CurveFinding};
use trueghz::report::display::{FrequencyUnit, Rounded};
use trueghz::report::histogram::{Bin, WindowHistogram};
use trueghz::report::number::RoundedNumber;

use super::Count;

/// A tick of an axis.
pub type AxisTick = Tick;

/// A tick of an axis and its label.
#[uniffi::remote(Record)]
pub struct AxisTick {
    /// Where, in the data's unit.
    pub at: f64,
    /// What is written there, in the label's unit.
    pub label: RoundedNumber,
}

/// From where to where a plot goes, with its ticks.
#[uniffi::remote(Record)]
pub struct Axis {
    /// The low end, in the data's unit.
    pub low: f64,
    /// The high end, above the low one.
    pub high: f64,
    /// Two to five ticks between them, rising; none where there is no data.
    pub ticks: Vec<AxisTick>,
}

/// What a curve shows, for one sentence under it.
#[uniffi::remote(Enum)]
#[non_exhaustive]
pub enum CurveFinding {
    /// It climbed (or fell) and then stayed.
    Reached {
        /// Where it stayed.
        frequency: Rounded,
        /// How long it took, in milliseconds since the session's start.
        after_ms: RoundedNumber,
    },
    /// It was there from the first point on.
    FromTheStart {
        /// Where.
        frequency: Rounded,
    },
    /// It moved during the measurement.
    Moved {
        /// Its lowest state.
        low: Rounded,
        /// Its highest state.
        high: Rounded,
    },
    /// It was not flat when the time for the warm-up was over.
    StillWarming,
}

/// The clock of one core over time.
pub type ClockCurve = Curve;

/// The clock of one core over time.
#[uniffi::remote(Record)]
pub struct ClockCurve {
    /// The warm-up: some hundred points at most.
    pub warm_up: Vec<WarmUpSample>,
    /// The measurement: the time line with its errors.
    pub steady: Vec<Point>,
    /// The interval of the number, or the range of a varying clock.
    pub band: Option<Range>,
    /// What the system claims, in hertz, where it lies near enough to be drawn.
    pub claim_hz: Option<f64>,
    /// The time, in milliseconds since the session's start.
    pub time: Axis,
    /// The clock: positions in hertz, labels in the unit.
    pub frequency: Axis,
    /// The unit of the clock's labels.
    pub frequency_unit: FrequencyUnit,
    /// What it shows; absent where nothing can be said yet.
    pub finding: Option<CurveFinding>,
}

/// A bar of a histogram.
pub type HistogramBin = Bin;

/// A stretch of excess, and how many windows fell into it.
#[uniffi::remote(Record)]
pub struct HistogramBin {
    /// Its lower end, in parts per million of an undisturbed window.
    pub low_ppm: f64,
    /// Its upper end.
    pub high_ppm: f64,
    /// Windows that count.
    pub kept: Count,
    /// Windows that were left out: something had come between.
    pub dropped: Count,
}

/// The long windows of a core by what they took beyond an undisturbed one.
#[uniffi::remote(Record)]
pub struct WindowHistogram {
    /// The bins, rising, all as wide.
    pub bins: Vec<HistogramBin>,
    /// From the first bin to the last, in parts per million.
    pub axis: Axis,
    /// Windows that lie beyond the bins.
    pub beyond: Count,
}
