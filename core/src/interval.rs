//! A value with its interval.

use serde::{Deserialize, Serialize};

use crate::estimate::NORMAL_FACTOR;

/// A value with its interval, in the unit of the value. The interval is 95 % unless stated
/// otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct Interval {
    /// The value.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Makes a symmetric interval.
    pub fn around(value: f64, half_width: f64) -> Interval {
        Interval { value, low: value - half_width, high: value + half_width }
    }

    /// The median of `values`, which this call sorts, with the values between which the median of
    /// their distribution lies in 95 % of cases, whatever its shape: order statistics, by the
    /// normal limit of the binomial distribution (docs/sources.md: Conover). `None` for an empty
    /// list.
    pub fn of_median(values: &mut [f64]) -> Option<Interval> {
        values.sort_unstable_by(f64::total_cmp);
        let last = values.len().checked_sub(1)?;
        let count = values.len() as f64;
        let low = ((count - NORMAL_FACTOR * count.sqrt()) / 2.0).floor().max(0.0) as usize;
        Some(Interval { value: values[last.div_ceil(2)], low: values[low], high: values[last - low] })
    }

    /// Widens the interval on either side by the fraction `by` of the value, for a component that
    /// is not independent of the others: it adds to them in full.
    #[must_use]
    pub fn widened(self, by: f64) -> Interval {
        let width = self.value * by;
        Interval { low: self.low - width, high: self.high + width, ..self }
    }

    /// Returns `true` if the interval contains `value`.
    pub fn contains(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// Value and ends times a positive `factor`.
    #[must_use]
    pub fn scaled(self, factor: f64) -> Interval {
        self.map(|end| end * factor)
    }

    /// Distance from the lower end to the value.
    pub fn below(&self) -> f64 {
        self.value - self.low
    }

    /// Distance from the value to the upper end.
    pub fn above(&self) -> f64 {
        self.high - self.value
    }

    /// Adds an independent component of this half-width to either side, in quadrature (JCGM
    /// 100:2008, 5.1.2).
    #[must_use]
    pub fn with_independent(self, half_width: f64) -> Interval {
        Interval {
            low: self.value - self.below().hypot(half_width),
            high: self.value + self.above().hypot(half_width),
            ..self
        }
    }

    /// This less `other`, if the two are independent: their sides are added in quadrature.
    #[must_use]
    pub fn minus(self, other: Interval) -> Interval {
        let value = self.value - other.value;
        Interval {
            value,
            low: value - self.below().hypot(other.above()),
            high: value + self.above().hypot(other.below()),
        }
    }

    /// Returns `true` if the whole interval is above `value`.
    pub fn is_above(&self, value: f64) -> bool {
        self.low > value
    }

    /// Half of the interval's width.
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// The larger half-width of the interval: the distance from the value to the more distant end.
    pub fn max_half_width(&self) -> f64 {
        self.above().max(self.below())
    }

    /// Maps value and ends by a monotonic function.
    #[must_use]
    pub fn map(self, of: impl Fn(f64) -> f64) -> Interval {
        let (one, other) = (of(self.low), of(self.high));
        Interval { value: of(self.value), low: one.min(other), high: one.max(other) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_of_a_median_is_of_values() {
        let mut values: Vec<f64> = (0..100).rev().map(f64::from).collect();
        // Half of 100, and 1.96 standard deviations of a binomial distribution of 100 and one half
        // to either side.
        assert_eq!(Interval::of_median(&mut values), Some(Interval { value: 50.0, low: 40.0, high: 59.0 }));
        assert_eq!(Interval::of_median(&mut []), None);
    }

    #[test]
    fn a_function_that_falls_turns_the_ends() {
        let interval = Interval { value: 4.0, low: 2.0, high: 8.0 };
        assert_eq!(interval.map(f64::recip), Interval { value: 0.25, low: 0.125, high: 0.5 });
    }

    #[test]
    fn independent_intervals_are_combined_in_quadrature() {
        let (one, other) = (Interval { value: 10.0, low: 7.0, high: 14.0 }, Interval::around(4.0, 3.0));
        let difference = one.minus(other);
        assert_eq!(difference, Interval { value: 6.0, low: 6.0 - 18_f64.sqrt(), high: 11.0 });
        assert_eq!(one.with_independent(4.0), Interval { value: 10.0, low: 5.0, high: 10.0 + 32_f64.sqrt() });
        assert_eq!(one.widened(0.1), Interval { value: 10.0, low: 6.0, high: 15.0 });
    }

    #[test]
    fn the_farther_end_counts_where_an_interval_is_uneven() {
        let uneven = Interval { value: 3.0, low: 2.0, high: 7.0 };
        assert_eq!((uneven.max_half_width(), uneven.half_width()), (4.0, 2.5));
    }
}
