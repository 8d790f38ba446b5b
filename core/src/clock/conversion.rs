//! Four ways to convert ticks with nothing wider than 64 bits: each with its error and its span.
//!
//! [`Timebase::ticks_to_ns`] uses 128 bits and is always right; this is for code that cannot, and
//! for showing the error of the shortcuts. The idea is old advice for `mach_absolute_time` (Apple's
//! QA1398 and later articles): multiply and divide as stated or in lowest terms, or cut the
//! denominator to a power of two, or find a better fraction. Its figures are not adopted. Its
//! "18 seconds" for 1000000000/33333335 is 553 s when computed (2^64 / 10^9 ticks at
//! 33.333335 MHz), and its bound of 0.1 % for the cut denominator fails for small ratios: a tick of
//! 1000/10000 ns is 102/1024 there, 0.39 % short.

use serde::Serialize;

use super::{Timebase, TimebaseError};

/// Method of conversion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// The fraction as the platform states it. No error, often a short span.
    Exact,
    /// The fraction in lowest terms: no error either, and a span as many times longer as was
    /// cancelled.
    Reduced,
    /// A denominator above 1024 cut to it, so that a shift replaces the division. No error for
    /// others: they stay as stated.
    Pragmatic,
    /// The fraction of smallest denominator as near to the true one as a span of ten years allows.
    BestFraction,
}

/// `ticks * numer / denom` in 64-bit arithmetic.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Conversion {
    /// The method of conversion.
    pub method: Method,
    /// The factor.
    pub numer: u64,
    /// The divisor.
    pub denom: u64,
    /// Relative error of the fraction, in parts per million of the true one; positive makes times
    /// too long.
    pub error_ppm: f64,
    /// Its effect on ten years, in nanoseconds; positive if they come out too long.
    pub ten_years_error_ns: f64,
    /// The largest count whose product with the numerator fits in 64 bits.
    pub span_ticks: u64,
    /// That count as time in nanoseconds, rounded down.
    pub span_ns: u64,
}

/// The pragmatic denominator, 2^10: the error of a ratio near 1 is then below 0.05 %.
const PRAGMATIC_DENOM: u64 = 1024;

/// Span of the best fraction: ten years of 365.25 days, longer than a machine stays up.
const TEN_YEARS_NS: u64 = 315_576_000_000_000_000;

impl Conversion {
    /// Whole nanoseconds of a count, rounded down; `None` beyond the span.
    pub fn ticks_to_ns(&self, ticks: u64) -> Option<u64> {
        Some(ticks.checked_mul(self.numer)? / self.denom)
    }

    fn new(method: Method, of: Timebase, numer: u64, denom: u64) -> Self {
        let span_ticks = u64::MAX / numer;
        let error_ppm = error_ppm(of, numer, denom);
        Self {
            method,
            numer,
            denom,
            error_ppm,
            ten_years_error_ns: error_ppm * 1e-6 * TEN_YEARS_NS as f64,
            span_ticks,
            span_ns: span_ticks * numer / denom,
        }
    }
}

impl Timebase {
    /// The fraction as stated.
    pub fn exact(self) -> Conversion {
        Conversion::new(Method::Exact, self, self.numer().into(), self.denom().into())
    }

    /// The fraction in lowest terms.
    pub fn in_lowest_terms(self) -> Conversion {
        let lowest = self.reduced();
        Conversion::new(Method::Reduced, self, lowest.numer().into(), lowest.denom().into())
    }

    /// The fraction with a denominator above 1024 cut to it: `numer * 1024 / denom`, rounded to
    /// nearest. Other fractions stay as stated.
    ///
    /// # Errors
    /// [`TimebaseError::RoundsToZero`] if the numerator would be 0: ticks below 1/2048 ns.
    pub fn pragmatic(self) -> Result<Conversion, TimebaseError> {
        let (numer, denom) = (u64::from(self.numer()), u64::from(self.denom()));
        if denom <= PRAGMATIC_DENOM {
            return Ok(Conversion::new(Method::Pragmatic, self, numer, denom));
        }
        match (numer * PRAGMATIC_DENOM + denom / 2) / denom {
            0 => Err(TimebaseError::RoundsToZero),
            rounded => Ok(Conversion::new(Method::Pragmatic, self, rounded, PRAGMATIC_DENOM)),
        }
    }

    /// The best fraction whose span is at least ten years: no other of such a span is nearer.
    ///
    /// The fraction with the smallest denominator in an interval around the true ratio is taken, by
    /// continued fractions (it is the node of the Stern-Brocot tree that is highest up). Then the
    /// interval is narrowed to fractions nearer than that, and so on, as long as the span suffices.
    /// All in integers.
    ///
    /// # Errors
    /// [`TimebaseError::SpanTooShort`] for ticks of 1/87 ns and below: fractions with this span
    /// have an error of more than half.
    pub fn best_fraction(self) -> Result<Conversion, TimebaseError> {
        better_and_better(self)
            .map(|(numer, denom)| Conversion::new(Method::BestFraction, self, numer, denom))
            .take_while(|conversion| conversion.span_ns >= TEN_YEARS_NS)
            .last()
            .ok_or(TimebaseError::SpanTooShort)
    }
}

/// Relative error of `numer / denom` against the true ratio. The difference of the cross products
/// is exact; only the last division rounds.
fn error_ppm(truth: Timebase, numer: u64, denom: u64) -> f64 {
    let found = u128::from(numer) * u128::from(truth.denom());
    let wanted = u128::from(truth.numer()) * u128::from(denom);
    let magnitude = found.abs_diff(wanted) as f64 / wanted as f64 * 1e6;
    if found < wanted { -magnitude } else { magnitude }
}

/// Fractions that come nearer and nearer to the true ratio; each is the one with the smallest
/// denominator of all that are nearer than the one before. The last is the ratio itself, in lowest
/// terms.
///
/// The first lies within a half, or for small ratios within half the ratio, so that it is not 0.
fn better_and_better(truth: Timebase) -> impl Iterator<Item = (u64, u64)> {
    let (numer, denom) = (u128::from(truth.numer()), u128::from(truth.denom()));
    let nearer_than = move |off: u128, scale: u128| {
        // Both ends over the denominator `denom * scale`; `off` is below the ratio in this unit.
        let ratio = numer * scale;
        let (p, q) = simplest_between((ratio - off, denom * scale), (ratio + off, denom * scale));
        (p as u64, q as u64)
    };
    let first = nearer_than(numer.min(denom), 2);
    std::iter::successors(Some(first), move |&(p, q)| {
        let off = (u128::from(p) * denom).abs_diff(numer * u128::from(q));
        (off != 0).then(|| nearer_than(off, u128::from(q)))
    })
}

/// The fraction of the smallest denominator in an open interval of fractions from 0 up; the higher
/// end may be infinite (a denominator of 0).
///
/// If a whole number lies inside, the lowest is one of them. If not, both ends have the same whole
/// part, and the remainder is inverted: the simplest fraction between the reciprocals.
fn simplest_between(low: (u128, u128), high: (u128, u128)) -> (u128, u128) {
    let whole = low.0 / low.1;
    if (whole + 1) * high.1 < high.0 {
        return (whole + 1, 1);
    }
    let rest = |(numer, denom): (u128, u128)| (denom, numer - whole * denom);
    let (numer, denom) = simplest_between(rest(high), rest(low));
    (whole * numer + denom, numer)
}

#[cfg(test)]
mod tests;
