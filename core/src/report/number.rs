//! Rounded numbers for people: how many digits of a value may be shown.
//!
//! A front end writes [`RoundedNumber::value`] with its decimals and in its own language's digits,
//! and decides nothing.

use crate::Interval;

/// A value that is rounded to `decimals` digits after the point, trailing zeros included.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct RoundedNumber {
    /// The rounded value.
    pub value: f64,
    /// Digits after the point.
    pub decimals: usize,
}

/// Maximum decimals: a millionth of the numbers shown here is not visible.
const MOST_DECIMALS: usize = 6;

impl Interval {
    /// The value rounded to its significant digits, with at most two decimals: cycles, and
    /// milliseconds.
    pub fn rounded(&self) -> RoundedNumber {
        let half_width = self.half_width();
        let decimals = if half_width < 0.05 { 2 } else { usize::from(half_width < 0.5) };
        RoundedNumber::new(self.value, decimals)
    }
}

impl RoundedNumber {
    /// `value` with this many digits after the point.
    pub fn new(value: f64, decimals: usize) -> RoundedNumber {
        let scale = 10_f64.powi(i32::try_from(decimals).unwrap_or(0));
        let rounded = (value * scale).round() / scale;
        // A value too large to be scaled has no decimals to round. Adding zero turns a negative
        // zero into a positive one: "-0.00" would be meaningless.
        RoundedNumber { value: if rounded.is_finite() { rounded + 0.0 } else { value }, decimals }
    }

    /// `value` with this many significant digits; digits before the point are never rounded away.
    pub fn significant(value: f64, digits: usize) -> RoundedNumber {
        let size = value.abs();
        let place = if size.is_normal() { size.log10().floor() as i32 } else { 0 };
        let wanted = i32::try_from(digits).unwrap_or(i32::MAX) - 1 - place;
        RoundedNumber::new(value, usize::try_from(wanted).unwrap_or(0).min(MOST_DECIMALS))
    }

    /// A value in percent: a difference between clocks in two digits.
    pub fn percent(value: f64) -> RoundedNumber {
        let decimals = match value.abs() {
            size if size >= 9.95 => 0,
            size if size >= 0.995 => 1,
            _ => 2,
        };
        RoundedNumber::new(value, decimals)
    }

    /// A tolerance in parts per million: never rounded to zero, however small.
    pub fn tolerance_ppm(ppm: f64) -> RoundedNumber {
        RoundedNumber::new(ppm.max(0.01), if ppm >= 10.0 { 0 } else { 2 })
    }

    /// The digits in English, thousands set apart, with a minus as typographers want it.
    pub fn digits(&self) -> String {
        let digits = with_thousands(&format!("{:.*}", self.decimals, self.value.abs()));
        if self.value < 0.0 { format!("\u{2212}{digits}") } else { digits }
    }

    /// Like [`RoundedNumber::digits`], but with a plus if positive.
    pub fn signed(&self) -> String {
        let digits = self.digits();
        if self.value > 0.0 { format!("+{digits}") } else { digits }
    }
}

/// Digits with the thousands before the point set apart.
#[doc(hidden)]
pub fn with_thousands(digits: &str) -> String {
    let whole = digits.find('.').unwrap_or(digits.len());
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && place < whole && (whole - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn significant_digits_are_counted_from_the_first() {
        for (value, digits, shown) in [
            (1.2345, 3, "1.23"),
            (0.012_345, 2, "0.012"),
            (123.45, 2, "123"),
            (-38.04, 2, "\u{2212}38"),
            (9.99, 2, "10.0"),
            (0.0, 3, "0.00"),
            (1e-9, 2, "0.000000"),
            (-1_234_567.0, 2, "\u{2212}1,234,567"),
            (1_005.25, 6, "1,005.25"),
        ] {
            assert_eq!(RoundedNumber::significant(value, digits).digits(), shown, "{value}");
        }
    }

    #[test]
    fn the_value_itself_is_rounded() {
        let number = RoundedNumber::new(2.0 / 3.0, 2);
        assert_eq!((number.value, number.decimals), (0.67, 2));
    }

    #[test]
    fn nothing_has_no_sign() {
        assert!(RoundedNumber::percent(-0.001).value.is_sign_positive());
        assert_eq!(RoundedNumber::percent(-0.001).digits(), "0.00");
    }

    #[test]
    fn what_is_no_number_stays_none() {
        assert!(RoundedNumber::significant(f64::NAN, 3).value.is_nan());
        assert_eq!(RoundedNumber::new(f64::MAX, 3).value, f64::MAX);
    }

    #[test]
    fn a_tolerance_is_never_nothing() {
        assert_eq!(RoundedNumber::tolerance_ppm(0.0001).digits(), "0.01");
        assert_eq!(RoundedNumber::tolerance_ppm(50.0).digits(), "50");
    }
}
