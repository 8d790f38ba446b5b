//! Ticks to nanoseconds, exactly.

use serde::{Deserialize, Serialize};

/// Nanoseconds in a second.
pub(super) const NS_PER_S: u64 = 1_000_000_000;

/// The length of a tick in nanoseconds, as the fraction `numer / denom`, neither of them 0.
///
/// The fraction is kept as the platform states it, reduced or not: 1000000000/25000000 stays what
/// it is. Deserialising checks it as [`Timebase::new`] does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Stated")]
pub struct Timebase {
    numer: u32,
    denom: u32,
}

/// Contents of a file, before they are checked.
#[derive(Deserialize)]
struct Stated {
    numer: u32,
    denom: u32,
}

impl TryFrom<Stated> for Timebase {
    type Error = TimebaseError;

    fn try_from(stated: Stated) -> Result<Self, Self::Error> {
        Self::new(stated.numer, stated.denom)
    }
}

/// Reason why a fraction is not a valid timebase, or a count has no time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "error")]
#[non_exhaustive]
pub enum TimebaseError {
    /// A tick of no length.
    #[error("the timebase's numerator is 0")]
    ZeroNumerator,
    /// A tick of infinite length.
    #[error("the timebase's denominator is 0")]
    ZeroDenominator,
    /// The rate is 0, or its reduced fraction 10^9 / hz does not fit in two 32-bit numbers.
    #[error("{hz} Hz is not a ratio of two 32-bit integers")]
    RateOutOfRange {
        /// The rate in hertz.
        hz: u64,
    },
    /// The time in nanoseconds does not fit in 64 bits (584 years).
    #[error("{ticks} ticks overflow 64 bits of nanoseconds")]
    Overflow {
        /// The count.
        ticks: u64,
    },
    /// A tick is so short that the numerator of a fraction over 1024 would be 0.
    #[error("a tick is shorter than 1/2048 ns")]
    RoundsToZero,
    /// A tick is so short that 64 bits of them are less than ten years.
    #[error("64 bits of ticks overflow within ten years")]
    SpanTooShort,
}

impl Timebase {
    /// A tick of one nanosecond.
    pub const NANOSECONDS: Self = Self { numer: 1, denom: 1 };

    /// The fraction as stated, not reduced.
    ///
    /// # Errors
    /// [`TimebaseError::ZeroNumerator`] and [`TimebaseError::ZeroDenominator`].
    pub fn new(numer: u32, denom: u32) -> Result<Self, TimebaseError> {
        match (numer, denom) {
            (0, _) => Err(TimebaseError::ZeroNumerator),
            (_, 0) => Err(TimebaseError::ZeroDenominator),
            _ => Ok(Self { numer, denom }),
        }
    }

    /// The timebase of a counter of `hz` ticks a second: 10^9 / hz, reduced.
    ///
    /// # Errors
    /// [`TimebaseError::RateOutOfRange`] for 0 and for rates above 2^32 Hz that do not reduce.
    pub fn from_hz(hz: u64) -> Result<Self, TimebaseError> {
        let out_of_range = TimebaseError::RateOutOfRange { hz };
        if hz == 0 {
            return Err(out_of_range);
        }
        let divisor = gcd(NS_PER_S, hz);
        let numer = u32::try_from(NS_PER_S / divisor).map_err(|_| out_of_range)?;
        let denom = u32::try_from(hz / divisor).map_err(|_| out_of_range)?;
        Ok(Self { numer, denom })
    }

    /// The numerator as stated.
    pub fn numer(self) -> u32 {
        self.numer
    }

    /// The denominator as stated.
    pub fn denom(self) -> u32 {
        self.denom
    }

    /// Numerator and denominator in lowest terms.
    pub fn reduced(self) -> Self {
        let divisor = gcd(u64::from(self.numer), u64::from(self.denom)) as u32;
        Self { numer: self.numer / divisor, denom: self.denom / divisor }
    }

    /// The nominal rate in hertz.
    pub fn hz(self) -> f64 {
        f64::from(self.denom) * NS_PER_S as f64 / f64::from(self.numer)
    }

    /// Whole nanoseconds of a count, rounded down: exact for every count and every fraction (128
    /// bits inside).
    ///
    /// # Errors
    /// [`TimebaseError::Overflow`] if the result needs more than 64 bits.
    pub fn ticks_to_ns(self, ticks: u64) -> Result<u64, TimebaseError> {
        let ns = u128::from(ticks) * u128::from(self.numer) / u128::from(self.denom);
        u64::try_from(ns).map_err(|_| TimebaseError::Overflow { ticks })
    }

    /// Nanoseconds of a difference of counts, of either sign, with the fraction of a nanosecond
    /// kept.
    ///
    /// For statistics: the relative rounding error is below 2^-51, and no difference overflows.
    pub fn ns_f64(self, ticks: i64) -> f64 {
        ticks as f64 * f64::from(self.numer) / f64::from(self.denom)
    }
}

/// The greatest common divisor (Euclid).
pub(super) fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests;
