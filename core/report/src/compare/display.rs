//! A difference for display, rounded to its significant digits.

use trueghz::report::display::FrequencyDisplay;
use trueghz::report::number::RoundedNumber;

use super::{Difference, Side};

/// Relative differences from here on are displayed in percent, smaller ones in parts per million.
const IN_PERCENT_PPM: f64 = 10_000.0;

/// Maximum decimals of a relative difference: no clock is stable to a thousandth of a ppm.
const MOST_DECIMALS: i32 = 3;

/// The unit of a relative difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
pub enum RelativeUnit {
    /// Parts per million.
    Ppm,
    /// Percent.
    Percent,
}

impl RelativeUnit {
    /// The symbol.
    pub const fn symbol(self) -> &'static str {
        match self {
            RelativeUnit::Ppm => "ppm",
            RelativeUnit::Percent => "%",
        }
    }

    const fn ppm(self) -> f64 {
        match self {
            RelativeUnit::Ppm => 1.0,
            RelativeUnit::Percent => 1e4,
        }
    }
}

/// The numbers of a difference.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct DifferenceNumbers {
    /// Whether the other clock is the lower one.
    pub is_negative: bool,
    /// The difference without its sign, with the larger half-width of its interval.
    pub size: FrequencyDisplay,
    /// The unit of the rest.
    pub unit: RelativeUnit,
    /// The difference relative to the first clock.
    pub relative: RoundedNumber,
    /// Lower end of its interval.
    pub low: RoundedNumber,
    /// Upper end of its interval.
    pub high: RoundedNumber,
}

impl DifferenceNumbers {
    /// Returns the numbers of `difference`; `None` if they are not valid frequencies.
    pub fn of(difference: &Difference) -> Option<DifferenceNumbers> {
        let Difference { hz, ppm, .. } = difference;
        let unit = if ppm.value.abs() >= IN_PERCENT_PPM { RelativeUnit::Percent } else { RelativeUnit::Ppm };
        // As many digits as show the interval's width with two of its own.
        let width = (ppm.high - ppm.low) / unit.ppm();
        let decimals = if width > 0.0 { 1 - width.log10().floor() as i32 } else { MOST_DECIMALS };
        let decimals = usize::try_from(decimals.clamp(0, MOST_DECIMALS)).unwrap_or(0);
        let relative = |ppm: f64| RoundedNumber::new(ppm / unit.ppm(), decimals);
        Some(DifferenceNumbers {
            is_negative: hz.value < 0.0,
            size: FrequencyDisplay::new(hz.value.abs(), hz.max_half_width())?,
            unit,
            relative: relative(ppm.value),
            low: relative(ppm.low),
            high: relative(ppm.high),
        })
    }

    /// "+5.62 MHz", with a minus as typographers want it. Zero has no sign.
    pub fn signed(&self) -> String {
        let sign = match self.size.number.value {
            0.0 => "",
            _ if self.is_negative => "\u{2212}",
            _ => "+",
        };
        format!("{sign}{}", self.size.number)
    }

    /// "+1521 ppm".
    pub fn relative(&self) -> String {
        format!("{} {}", self.relative.signed(), self.unit.symbol())
    }

    /// "+1510 to +1532", in the unit of the relative difference.
    pub fn relative_interval(&self) -> String {
        format!("{} to {}", self.low.signed(), self.high.signed())
    }
}

impl Side {
    /// The clock for display; `None` if there is none.
    pub fn display(&self) -> Option<FrequencyDisplay> {
        FrequencyDisplay::of(&self.repeatable_hz?)
    }
}

#[cfg(test)]
mod tests {
    use trueghz::Interval;

    use super::*;

    fn shown(first_hz: f64, hz: f64, half_hz: f64) -> [String; 4] {
        let difference = Difference::new(first_hz, Interval::around(hz, half_hz), 0.95, 0.0);
        let numbers = DifferenceNumbers::of(&difference).expect("frequencies");
        let uncertainty = numbers.size.uncertainty.to_string();
        [numbers.signed(), uncertainty, numbers.relative(), numbers.relative_interval()]
    }

    #[test]
    fn digits_are_those_that_the_interval_carries() {
        assert_eq!(
            shown(3.7e9, 5.6174e6, 40_500.0),
            ["+5.62 MHz", "41 kHz", "+1,518 ppm", "+1,507 to +1,529"]
        );
        assert_eq!(
            shown(2e9, -1e9, 1.2e6),
            ["\u{2212}1.000 GHz", "1.2 MHz", "\u{2212}50.00 %", "\u{2212}50.06 to \u{2212}49.94"]
        );
        assert_eq!(shown(2e9, 100.0, 30_000.0), ["0 Hz", "30 kHz", "0 ppm", "\u{2212}15 to +15"]);
    }
}
