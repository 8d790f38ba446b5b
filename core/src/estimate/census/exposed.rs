//! Tests whether interruptions explain the share of lengthened windows.
//!
//! An interruption hits a window with a probability proportional to its length: if a fraction p of
//! the long windows is lengthened, then 1 − (1 − p)^r of the short windows are, whose length is r
//! times that of the long ones. Visits to a lower clock that are too brief to be decoded lengthen
//! more of the short windows.

use super::super::statistics::median;
use super::decode::{Decoded, DecodedWindow};
use super::parameters::{FEWEST, HIDES_VISITS};
use super::windows::{Window, WindowType, Windows};

/// Minimum excess time of a lengthened window, as a fraction of a short window.
const LATE: f64 = 2e-3;

/// Returns `true` if the clock was lower at times that the decoding does not show.
pub(super) fn hides_visits(windows: &Windows, decoded: &Decoded, noise_ns: f64) -> bool {
    let told = || windows.list.iter().zip(&decoded.windows);
    let median_ns = |is_length: &dyn Fn(&WindowType) -> bool| {
        let of_length = told().filter(|(window, _)| is_length(windows.type_of(window)));
        median(&mut of_length.map(|(window, _)| window.own_ns).collect::<Vec<_>>())
    };
    let (Some(short_ns), Some(long_ns)) = (median_ns(&is_short), median_ns(&WindowType::is_exact)) else {
        return false;
    };
    // Short and long windows have one threshold in nanoseconds: the formula holds for
    // interruptions of equal duration.
    let late_ns = windows.late_read_ns(noise_ns).max(LATE * short_ns);
    let part_late = |is_length: &dyn Fn(&WindowType) -> bool| {
        let of_length = told().filter(|(window, _)| is_length(windows.type_of(window)));
        let is_late = |(window, told): (&Window, &DecodedWindow)| {
            told.mixed < 0.5 && decoded.residual(told) * window.time_ns > late_ns
        };
        let (all, late) =
            of_length.fold((0.0, 0.0), |(all, late), of| (all + 1.0, late + f64::from(is_late(of))));
        (all, late / all)
    };
    let ((shorts, short), (longs, long)) = (part_late(&is_short), part_late(&WindowType::is_exact));
    if shorts < FEWEST.get() || longs < FEWEST.get() {
        return false;
    }
    let (part, long) = (short_ns / long_ns, long.min(0.99));
    let expected = 1.0 - (1.0 - long).powf(part);
    // The arcsine transform makes a small fraction approximately normal (F. J. Anscombe, The
    // transformation of Poisson, binomial and negative-binomial data, Biometrika 35 (1948)
    // 246-254).
    let by_chance =
        1.0 / shorts + part.powi(2) * long / (1.0 - long) / longs / (expected * (1.0 - expected)).max(1e-9);
    let late = (short * shorts + 0.375) / (shorts + 0.75);
    2.0 * (late.sqrt().asin() - expected.sqrt().asin()) / by_chance.sqrt() > HIDES_VISITS.get()
}

fn is_short(window_type: &WindowType) -> bool {
    window_type.is_short() && window_type.is_one_cycle()
}
