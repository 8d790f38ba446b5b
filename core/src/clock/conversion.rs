//! Three ways to convert ticks with nothing wider than 64 bits: each with its error and its span.
//!
//! [`Timebase::ticks_to_ns`] uses 128 bits and is always right; this is for code that cannot, and for showing
//! what the shortcuts cost. The idea is old advice for `mach_absolute_time` (Apple's QA1398 and what grew around
//! it): multiply and divide as stated, or cut the denominator to a power of two, or find a better fraction. Its
//! figures are not taken over. Its "18 seconds" for 1000000000/33333335 is 553 s when computed (2^64 / 10^9
//! ticks at 33.333335 MHz), and its bound of 0.1 % for the cut denominator fails for small ratios: a tick
//! of 1/10 ns is 102/1024 there, 0.39 % short.

use serde::Serialize;

use super::{Timebase, TimebaseError};

/// How a conversion came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// The fraction as the platform states it. No error, often a short span.
    Exact,
    /// The denominator cut to 1024, so that a shift replaces the division.
    Pragmatic,
    /// The fraction of smallest denominator as near to the true one as a span of ten years allows.
    BestFraction,
}

/// `ticks * numer / denom` in 64-bit arithmetic.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Conversion {
    /// How it came about.
    pub method: Method,
    /// The factor.
    pub numer: u64,
    /// The divisor.
    pub denom: u64,
    /// How far the fraction is off, in parts per million of the true one; positive makes times too long.
    pub error_ppm: f64,
    /// The largest count whose product with the numerator fits in 64 bits.
    pub span_ticks: u64,
    /// That count as time in nanoseconds, rounded down.
    pub span_ns: u64,
}

/// The pragmatic denominator, 2^10: what a ratio near 1 loses then is below 0.05 %.
const PRAGMATIC_DENOM: u64 = 1024;

/// The span that the best fraction keeps: ten years of 365.25 days, longer than a machine stays up.
const TEN_YEARS_NS: u64 = 315_576_000_000_000_000;

/// How often the interval around the true ratio may be halved. Two different fractions of 32-bit numbers are at
/// least 2^-64 of their value apart, so that more halvings find nothing new.
const HALVINGS: u32 = 64;

impl Conversion {
    /// Whole nanoseconds of a count, rounded down; `None` beyond the span.
    pub fn ticks_to_ns(&self, ticks: u64) -> Option<u64> {
        Some(ticks.checked_mul(self.numer)? / self.denom)
    }

    fn new(method: Method, of: Timebase, numer: u64, denom: u64) -> Self {
        let span_ticks = u64::MAX / numer;
        Self {
            method,
            numer,
            denom,
            error_ppm: error_ppm(of, numer, denom),
            span_ticks,
            span_ns: span_ticks * numer / denom,
        }
    }
}

impl Timebase {
    /// The fraction as stated.
    pub fn exact(self) -> Conversion {
        Conversion::new(
            Method::Exact,
            self,
            self.numer().into(),
            self.denom().into(),
        )
    }

    /// The fraction with its denominator cut to 1024: `numer * 1024 / denom`, rounded to nearest.
    ///
    /// # Errors
    /// [`TimebaseError::RoundsToZero`] where the numerator would be 0: ticks below 1/2048 ns.
    pub fn pragmatic(self) -> Result<Conversion, TimebaseError> {
        let (numer, denom) = (u64::from(self.numer()), u64::from(self.denom()));
        match (numer * PRAGMATIC_DENOM + denom / 2) / denom {
            0 => Err(TimebaseError::RoundsToZero),
            rounded => Ok(Conversion::new(
                Method::Pragmatic,
                self,
                rounded,
                PRAGMATIC_DENOM,
            )),
        }
    }

    /// The best fraction whose span is at least ten years.
    ///
    /// An interval around the true ratio is halved again and again; in each, the fraction of the smallest
    /// denominator is found by continued fractions (the node of the Stern-Brocot tree that is highest up).
    /// The last whose span suffices is taken. All in integers.
    ///
    /// # Errors
    /// [`TimebaseError::SpanTooShort`] where no fraction keeps ten years: 2^64 ticks of below 0.017 ns are less.
    pub fn best_fraction(self) -> Result<Conversion, TimebaseError> {
        let halvings = (1..=HALVINGS).map(|halvings| {
            let (numer, denom) = simplest_near(self, halvings);
            Conversion::new(Method::BestFraction, self, numer, denom)
        });
        halvings
            .take_while(|conversion| conversion.span_ns >= TEN_YEARS_NS)
            .last()
            .ok_or(TimebaseError::SpanTooShort)
    }
}

/// How far `numer / denom` is off the true ratio. The difference of the cross products is exact; only the last
/// division rounds.
fn error_ppm(truth: Timebase, numer: u64, denom: u64) -> f64 {
    let found = u128::from(numer) * u128::from(truth.denom());
    let wanted = u128::from(truth.numer()) * u128::from(denom);
    let magnitude = found.abs_diff(wanted) as f64 / wanted as f64 * 1e6;
    if found < wanted {
        -magnitude
    } else {
        magnitude
    }
}

/// The fraction of the smallest denominator within 2^-halvings of the true ratio, relative to it.
///
/// It is never beyond the true ratio in lowest terms, so that both numbers fit in 32 bits.
fn simplest_near(truth: Timebase, halvings: u32) -> (u64, u64) {
    let scale = 1_u128 << halvings;
    let (numer, denom) = (u128::from(truth.numer()), u128::from(truth.denom()) * scale);
    let (numer, denom) =
        simplest_between((numer * (scale - 1), denom), (numer * (scale + 1), denom));
    (numer as u64, denom as u64)
}

/// The fraction of the smallest denominator in a closed interval of positive fractions.
///
/// If a whole number lies inside, it is the smallest of them. If not, both ends have the same whole part, and what
/// is left is turned upside down: the simplest fraction between the reciprocals.
fn simplest_between(low: (u128, u128), high: (u128, u128)) -> (u128, u128) {
    let whole = low.0.div_ceil(low.1);
    if whole * high.1 <= high.0 {
        return (whole, 1);
    }
    let whole = low.0 / low.1;
    let rest = |(numer, denom): (u128, u128)| (denom, numer - whole * denom);
    let (numer, denom) = simplest_between(rest(high), rest(low));
    (whole * numer + denom, numer)
}

#[cfg(test)]
mod tests;
