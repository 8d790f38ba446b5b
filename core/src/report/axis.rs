//! Axes of plots, so that every front end draws the same one.

use super::number::RoundedNumber;

/// Ticks on an axis, about: two to four labels leave a small plot calm.
const TICKS: f64 = 3.0;

/// Margin of a plot beyond each end of its data, as a fraction of their range.
const ROOM: f64 = 0.06;

// In Swift `PlotTick` and `PlotAxis`: Charts has an `AxisTick`, SwiftUI an `Axis`, and a view that
// draws a plot imports both.

/// A tick and its label.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record), uniffi(name = "PlotTick"))]
pub struct Tick {
    /// Position, in the data's unit.
    pub at: f64,
    /// Number at the tick, in the label's unit.
    pub label: RoundedNumber,
}

/// Limits of a plot along one axis, with its ticks.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record), uniffi(name = "PlotAxis"))]
pub struct Axis {
    /// The low end, in the data's unit.
    pub low: f64,
    /// The high end, above the low one.
    pub high: f64,
    /// Two to five ticks between the ends, in ascending order; empty if there is no data.
    pub ticks: Vec<Tick>,
}

impl Axis {
    /// An axis from `low` to `high`, whose labels are in units of `unit`.
    #[doc(hidden)]
    pub fn exact(low: f64, high: f64, unit: f64) -> Axis {
        let sound = low.is_finite() && high.is_finite() && high > low;
        let (low, high) = if sound { (low, high) } else { (0.0, unit) };
        let ends = |step: f64| ((low / unit / step).ceil() as i64, (high / unit / step).floor() as i64);
        let usual = step((high - low) / unit);
        // A single tick shows no scale, and it may happen that no tick is within the limits.
        let is_enough = |(first, last): (i64, i64)| last > first;
        let step = if is_enough(ends(usual)) { usual } else { step((high - low) / unit / 2.0) };
        let decimals = usize::try_from(-(step * 1.000_001).log10().floor() as i32).unwrap_or(0);
        let (first, last) = ends(step);
        let tick = |count: i64| {
            let label = RoundedNumber::new(count as f64 * step, decimals);
            Tick { at: label.value * unit, label }
        };
        let ticks = if sound { (first..=last).map(tick).collect() } else { Vec::new() };
        Axis { low, high, ticks }
    }

    /// An axis with room for data from `low` to `high`, at least `narrowest` long.
    #[doc(hidden)]
    pub fn around(low: f64, high: f64, narrowest: f64, unit: f64) -> Axis {
        let middle = f64::midpoint(low, high);
        let length = ((high - low) * (1.0 + 2.0 * ROOM)).max(narrowest);
        Axis::exact(middle - length / 2.0, middle + length / 2.0, unit)
    }
}

/// The distance of ticks: one, two or five of a power of ten.
fn step(length: f64) -> f64 {
    let wanted = length / TICKS;
    let power = 10_f64.powf(wanted.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
    let nearest = |a: &&f64, b: &&f64| (*a / wanted).ln().abs().total_cmp(&(*b / wanted).ln().abs());
    steps.iter().min_by(nearest).copied().unwrap_or(power)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(axis: &Axis) -> Vec<String> {
        axis.ticks.iter().map(|tick| tick.label.digits()).collect()
    }

    #[test]
    fn ticks_are_round_numbers() {
        assert_eq!(labels(&Axis::exact(0.0, 118.0, 1.0)), ["0", "50", "100"]);
        assert_eq!(labels(&Axis::exact(0.58e9, 3.34e9, 1e9)), ["1", "2", "3"]);
        assert_eq!(labels(&Axis::exact(3.21e9, 3.27e9, 1e9)), ["3.22", "3.24", "3.26"]);
    }

    #[test]
    fn there_are_two_to_five_whatever_the_range() {
        let mut length = 1e-3;
        while length < 1e10 {
            for start in [0.0, 0.37, 0.501, 0.73, -0.49] {
                let axis = Axis::exact(start * length, (start + 1.0) * length, 1.0);
                assert!((2..=5).contains(&axis.ticks.len()), "{axis:?}");
                assert!(axis.ticks.iter().all(|tick| (axis.low..=axis.high).contains(&tick.at)), "{axis:?}");
            }
            length *= 1.13;
        }
    }

    #[test]
    fn no_range_has_no_ticks() {
        for (low, high) in [(1.0, 1.0), (f64::NAN, 2.0), (f64::INFINITY, f64::NEG_INFINITY)] {
            let axis = Axis::exact(low, high, 1.0);
            assert!(axis.ticks.is_empty() && axis.high > axis.low, "{axis:?}");
        }
    }

    #[test]
    fn flat_data_does_not_fill_the_plot() {
        let axis = Axis::around(3.0e9, 3.0001e9, 30e6, 1e9);
        assert!((axis.high - axis.low - 30e6).abs() < 1.0, "{axis:?}");
    }
}
