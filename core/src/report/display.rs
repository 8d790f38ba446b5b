//! Numbers for display: a frequency rounded to its significant digits.
//!
//! A digit is significant (*carried*) if its place value exceeds the half-width of the interval;
//! the next one, the *guard* digit, is shown dimmed. The uncertainty is rounded up, so that the
//! display never promises too much.

use crate::Interval;
use crate::estimate::NORMAL_FACTOR;
use crate::estimate::statistics::median;

/// Significant digits of an uncertainty: with one, rounding up could double it.
const UNCERTAINTY_DIGITS: i32 = 2;

/// No processor reaches this frequency, in hertz. A higher value is an error upstream, and would
/// not fit in the integers below.
const HIGHEST_HZ: f64 = 1e15;

/// Significant digits of a lower bound: cutting the others off lowers it by less than 1 in 1,000.
const BOUND_DIGITS: i32 = 4;

/// Digits after the point of a stated clock, at most: systems state whole kilohertz or megahertz.
const STATED_DECIMALS: usize = 3;

/// A unit of frequency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
pub enum FrequencyUnit {
    /// Hertz.
    Hz,
    /// Kilohertz.
    KHz,
    /// Megahertz.
    MHz,
    /// Gigahertz.
    GHz,
}

impl FrequencyUnit {
    const ALL: [FrequencyUnit; 4] = [Self::Hz, Self::KHz, Self::MHz, Self::GHz];

    /// The symbol.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Hz => "Hz",
            Self::KHz => "kHz",
            Self::MHz => "MHz",
            Self::GHz => "GHz",
        }
    }

    /// The power of ten of its hertz.
    #[doc(hidden)]
    pub const fn power(self) -> i32 {
        match self {
            Self::Hz => 0,
            Self::KHz => 3,
            Self::MHz => 6,
            Self::GHz => 9,
        }
    }

    /// The unit of the labels of an axis that ends at `highest_hz`, and its hertz.
    #[doc(hidden)]
    pub fn of_axis(highest_hz: f64) -> (FrequencyUnit, f64) {
        if highest_hz < 1e9 { (Self::MHz, 1e6) } else { (Self::GHz, 1e9) }
    }

    /// The largest unit of which `hz` holds at least one.
    fn fitting(hz: u64) -> FrequencyUnit {
        let holds_one = |unit: &&FrequencyUnit| hz >= 10_u64.pow(unit.power().unsigned_abs());
        Self::ALL.iter().rev().find(holds_one).copied().unwrap_or(Self::Hz)
    }
}

/// A rounded frequency: `value` with `decimals` digits after the point, in `unit`.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct Rounded {
    /// The rounded value, in the unit.
    pub value: f64,
    /// Digits after the point, trailing zeros included.
    pub decimals: usize,
    /// The unit.
    pub unit: FrequencyUnit,
}

impl Rounded {
    /// `steps` times ten to the `place`, in hertz; the place is not below 0.
    fn new(steps: u64, place: i32) -> Rounded {
        let hz = steps * 10_u64.pow(place.unsigned_abs());
        let unit = FrequencyUnit::fitting(hz);
        let value = hz as f64 / 10_f64.powi(unit.power());
        Rounded { value, decimals: usize::try_from(unit.power() - place).unwrap_or(0), unit }
    }

    /// Rounds a value in hertz to this many significant digits, at most to whole hertz; `None` if
    /// it is not a frequency.
    pub fn significant(hz: f64, digits: usize) -> Option<Rounded> {
        if !(0.0..=HIGHEST_HZ).contains(&hz) {
            return None;
        }
        let digits = i32::try_from(digits).unwrap_or(i32::MAX);
        let place_for = |hz: f64| (place_of(hz) - digits + 1).max(0);
        let rounded = |place: i32| Rounded::new((hz / 10_f64.powi(place)).round() as u64, place);
        // Rounding up may have made a digit more: 0.99996 GHz in four digits is 1.000 GHz.
        Some(rounded(place_for(rounded(place_for(hz)).hz())))
    }

    /// Rounds a lower bound in hertz down, so that the displayed bound holds as well; `None` if it
    /// is not a frequency.
    pub fn down(hz: f64) -> Option<Rounded> {
        if !(0.0..=HIGHEST_HZ).contains(&hz) {
            return None;
        }
        let place = (place_of(hz) - BOUND_DIGITS + 1).max(0);
        Some(Rounded::new((hz / 10_f64.powi(place)).floor() as u64, place))
    }

    /// A value in hertz that is stated, not measured: "2.80 GHz", "2.596 GHz", "600 MHz".
    pub fn stated(hz: f64) -> Rounded {
        let unit = FrequencyUnit::fitting(hz as u64);
        let fewest = if unit == FrequencyUnit::GHz { 2 } else { 0 };
        let thousandths = (hz / 10_f64.powi(unit.power()) * 1e3).round();
        let decimals = (fewest..STATED_DECIMALS)
            .find(|&decimals| thousandths % 10_f64.powi((STATED_DECIMALS - decimals) as i32) == 0.0);
        Rounded { value: thousandths / 1e3, decimals: decimals.unwrap_or(STATED_DECIMALS), unit }
    }

    /// In hertz.
    fn hz(&self) -> f64 {
        self.value * 10_f64.powi(self.unit.power())
    }

    /// The digits, without the unit.
    pub fn digits(&self) -> String {
        format!("{:.*}", self.decimals, self.value)
    }

    /// The digits in gigahertz, whatever the unit: "0.600" for 600 MHz.
    pub fn ghz_digits(&self) -> String {
        let shift = FrequencyUnit::GHz.power() - self.unit.power();
        let decimals = self.decimals + usize::try_from(shift).unwrap_or(0);
        format!("{:.decimals$}", self.value / 10_f64.powi(shift))
    }
}

impl std::fmt::Display for Rounded {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.digits(), self.unit.symbol())
    }
}

/// A frequency with its uncertainty, for display.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct FrequencyDisplay {
    /// The number, its last digit the guard digit.
    pub number: Rounded,
    /// Number of significant digits: all but the guard digit. 0 if there are none.
    pub carried_digits: usize,
    /// The larger half-width of the interval, rounded up to two digits, at least 1 Hz.
    pub uncertainty: Rounded,
}

/// "3.69450 GHz \u{b1} 23 kHz".
impl std::fmt::Display for FrequencyDisplay {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} \u{b1} {}", self.number, self.uncertainty)
    }
}

impl FrequencyDisplay {
    /// Rounds `hz` with an interval of `half_width_hz` to either side; `None` if the two are not a
    /// frequency.
    pub fn new(hz: f64, half_width_hz: f64) -> Option<FrequencyDisplay> {
        let sound = hz.is_finite() && hz >= 0.0 && half_width_hz.is_finite() && half_width_hz >= 0.0;
        if !sound || hz.max(half_width_hz) > HIGHEST_HZ {
            return None;
        }
        let uncertainty = round_up(half_width_hz);
        // The guard digit's place: that of the uncertainty's first digit.
        let place = place_of(half_width_hz).max(0);
        let steps = (hz / 10_f64.powi(place)).round() as u64;
        let number = Rounded::new(steps, place);
        let carried_digits = (steps / 10).checked_ilog10().map_or(0, |log| log as usize + 1);
        Some(FrequencyDisplay { number, carried_digits, uncertainty })
    }

    /// Rounds a clock in hertz by the larger half-width of its interval.
    pub fn of(hz: &Interval) -> Option<FrequencyDisplay> {
        FrequencyDisplay::new(hz.value, hz.max_half_width())
    }

    /// The number's digits, split into the significant ones and the guard digit.
    pub fn carried_and_guard(&self) -> (String, String) {
        let mut carried = self.number.digits();
        // The guard digit is the last character, with decimals or without.
        let guard = carried.pop().map(String::from).unwrap_or_default();
        (carried, guard)
    }
}

/// The power of ten of the first digit of a positive number; 0 for 0.
fn place_of(value: f64) -> i32 {
    if value > 0.0 { value.log10().floor() as i32 } else { 0 }
}

fn round_up(half_width_hz: f64) -> Rounded {
    let place = (place_of(half_width_hz) - UNCERTAINTY_DIGITS + 1).max(0);
    // A part in 10^9 of grace, so that 1200.0000000001 stays 1.2 kHz.
    let steps = (half_width_hz / 10_f64.powi(place) * (1.0 - 1e-9)).ceil().max(1.0) as u64;
    // 991 becomes 1000: one digit more than wanted, which is a zero to drop.
    let full = 10_u64.pow(UNCERTAINTY_DIGITS.unsigned_abs());
    if steps >= full { Rounded::new(steps.div_ceil(10), place + 1) } else { Rounded::new(steps, place) }
}

/// Returns the number of decimals of a value with this standard error that are significant at 95 %,
/// including the guard digit; at most `most`.
pub fn decimals_carried(standard_error: f64, most: usize) -> usize {
    let half_width = NORMAL_FACTOR * standard_error;
    if half_width > 0.0 { usize::try_from(-place_of(half_width)).unwrap_or(0).min(most) } else { most }
}

/// Several readings of one core.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Repeats {
    /// Readings that had a number.
    pub count: usize,
    /// The median, in hertz.
    pub median_hz: f64,
    /// The lowest, in hertz.
    pub low_hz: f64,
    /// The highest, in hertz.
    pub high_hz: f64,
    /// Difference of the highest and the lowest, in parts per million of the median.
    pub spread_ppm: f64,
}

impl Repeats {
    /// Summarises the readings; `None` if there are none.
    pub fn of(readings_hz: &[f64]) -> Option<Repeats> {
        let mut sorted = readings_hz.to_vec();
        let median_hz = median(&mut sorted)?;
        let low_hz = readings_hz.iter().copied().min_by(f64::total_cmp)?;
        let high_hz = readings_hz.iter().copied().max_by(f64::total_cmp)?;
        let spread_ppm = (high_hz - low_hz) / median_hz * 1e6;
        Some(Repeats { count: readings_hz.len(), median_hz, low_hz, high_hz, spread_ppm })
    }

    /// The median and the spread to either side, for display.
    pub fn display(&self) -> Option<FrequencyDisplay> {
        FrequencyDisplay::new(self.median_hz, (self.high_hz - self.low_hz) / 2.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(hz: f64, half_width_hz: f64) -> (String, String) {
        let display = FrequencyDisplay::new(hz, half_width_hz).unwrap();
        (display.number.to_string(), display.uncertainty.to_string())
    }

    fn pair(number: &str, uncertainty: &str) -> (String, String) {
        (number.to_owned(), uncertainty.to_owned())
    }

    #[test]
    fn digits_end_with_the_guard_digit() {
        assert_eq!(shown(3_243_834_567.0, 30_000.0), pair("3.24383 GHz", "30 kHz"));
        assert_eq!(shown(3_243_834_567.0, 99_000.0), pair("3.24383 GHz", "99 kHz"));
        assert_eq!(shown(3_243_834_567.0, 1_150_000.0), pair("3.244 GHz", "1.2 MHz"));
        assert_eq!(shown(3_200_000_000.0, 1_150_000.0), pair("3.200 GHz", "1.2 MHz"));
        assert_eq!(shown(597_412_345.0, 30_000.0), pair("597.41 MHz", "30 kHz"));
        assert_eq!(shown(4e9, 1.2e9), pair("4 GHz", "1.2 GHz"));
    }

    #[test]
    fn the_uncertainty_is_rounded_up_and_never_nothing() {
        assert_eq!(shown(2e9, 31_400.0).1, "32 kHz");
        assert_eq!(shown(2e9, 314_000.0).1, "320 kHz");
        assert_eq!(shown(2e9, 991_000.0).1, "1.0 MHz");
        assert_eq!(shown(2e9, 9_990.0).1, "10 kHz");
        assert_eq!(shown(2e9, 1_200.0).1, "1.2 kHz");
        assert_eq!(shown(2e9, 0.0), pair("2.000000000 GHz", "1 Hz"));
        assert_eq!(shown(2e9, 0.3).1, "1 Hz");
    }

    #[test]
    fn rounding_may_change_the_unit() {
        assert_eq!(shown(999_999_700.0, 30_000.0).0, "1.00000 GHz");
        assert_eq!(shown(999_900_000.0, 30_000.0).0, "999.90 MHz");
    }

    #[test]
    fn carried_digits_leave_the_guard_digit_out() {
        let display = FrequencyDisplay::new(3_243_834_567.0, 30_000.0).unwrap();
        assert_eq!(display.carried_digits, 5);
        assert_eq!(display.carried_and_guard(), ("3.2438".to_owned(), "3".to_owned()));
        assert_eq!(FrequencyDisplay::new(4e9, 1.2e9).unwrap().carried_digits, 0);
    }

    #[test]
    fn what_is_no_frequency_is_not_shown() {
        for (hz, half) in [(f64::NAN, 1.0), (1e9, f64::INFINITY), (1e9, -1.0), (-1e9, 1.0), (1e16, 1.0)] {
            assert_eq!(FrequencyDisplay::new(hz, half), None);
        }
    }

    #[test]
    fn whatever_is_shown_holds_the_interval() {
        let mut half = 0.7;
        while half < 1e9 {
            let display = FrequencyDisplay::new(2_718_281_828.0, half).unwrap();
            let in_hz = |shown: Rounded| shown.value * 10_f64.powi(shown.unit.power());
            let uncertainty = in_hz(display.uncertainty);
            assert!(
                uncertainty >= half * (1.0 - 1e-8) && uncertainty <= half * 1.11 + 1.0,
                "{half} {display:?}"
            );
            assert!((1.0..1000.0).contains(&display.uncertainty.value), "{half} {display:?}");
            let off = (in_hz(display.number) - 2_718_281_828.0).abs();
            assert!(off <= half.max(1.0) / 2.0, "{half} {display:?}");
            half *= 1.37;
        }
    }

    #[test]
    fn decimals_follow_the_error() {
        assert_eq!(decimals_carried(0.004, 4), 3);
        assert_eq!(decimals_carried(0.02, 4), 2);
        assert_eq!(decimals_carried(2.0, 4), 0);
        assert_eq!(decimals_carried(0.0, 4), 4);
    }

    #[test]
    fn significant_digits_survive_rounding_up() {
        for (hz, digits, text) in [
            (3_243_834_567.0, 3, "3.24 GHz"),
            (999_960_000.0, 4, "1.000 GHz"),
            (597_412_345.0, 4, "597.4 MHz"),
            (7.0, 3, "7 Hz"),
        ] {
            assert_eq!(Rounded::significant(hz, digits).unwrap().to_string(), text);
        }
        for hz in [f64::NAN, -1.0, f64::INFINITY, 1e16] {
            assert_eq!(Rounded::significant(hz, 3), None);
        }
    }

    #[test]
    fn a_lower_bound_is_cut_off() {
        for (hz, text) in [
            (3_050_000_000.0, "3.050 GHz"),
            (3_099_999_999.0, "3.099 GHz"),
            (999_999_999.0, "999.9 MHz"),
            (7.9, "7 Hz"),
            (0.0, "0 Hz"),
        ] {
            assert_eq!(Rounded::down(hz).unwrap().to_string(), text);
        }
        for hz in [f64::NAN, -1.0, f64::INFINITY, 1e16] {
            assert_eq!(Rounded::down(hz), None);
        }
    }

    #[test]
    fn stated_clocks_keep_what_was_stated() {
        for (hz, text) in [
            (2.8e9, "2.80 GHz"),
            (2.596e9, "2.596 GHz"),
            (3e9, "3.00 GHz"),
            (600e6, "600 MHz"),
            (1.0e6, "1 MHz"),
            (32_768.0, "32.768 kHz"),
            (100.0, "100 Hz"),
        ] {
            assert_eq!(Rounded::stated(hz).to_string(), text);
        }
    }

    #[test]
    fn repeats_are_summed_up() {
        let repeats = Repeats::of(&[2.0e9, 2.002e9, 2.001e9]).unwrap();
        assert_eq!((repeats.count, repeats.median_hz), (3, 2.001e9));
        assert!((repeats.spread_ppm - 2e6 / 2.001e9 * 1e6).abs() < 1e-9);
        assert_eq!(Repeats::of(&[]), None);
        let one = Repeats::of(&[2e9]).unwrap();
        assert_eq!(one.spread_ppm, 0.0);
    }
}
