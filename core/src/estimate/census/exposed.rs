//! Whether windows are late as interruptions make them late.
//!
//! An interruption hits a window in proportion to its length: where the part p of the long windows is late, of short ones, of the
//! r-th part of their length, it is 1 − (1 − p)^r. Visits to a lower clock that are too brief for the decoding make short windows
//! late more often than that.

use super::super::statistics::median;
use super::decode::Decoded;
use super::parameters::LATE_READS;
use super::windows::Windows;

/// Windows of a length that tell.
const FEWEST: f64 = 20.0;

/// A window is late that is late by more than this part of itself.
const LATE: f64 = 2e-3;

/// More standard errors than interruptions make of it.
const BY_CHANCE: f64 = 6.0;

/// Whether the clock was lower in moments that the decoding does not show.
pub(super) fn hides_visits(windows: &Windows, decoded: &Decoded, noise_ns: f64) -> bool {
    let late_ns = (5.0 * noise_ns).max(LATE_READS * windows.access_ns);
    let of = |is_length: &dyn Fn(&super::windows::Sort) -> bool| {
        let (mut all, mut late, mut times) = (0.0, 0.0, Vec::new());
        for (window, told) in windows.list.iter().zip(&decoded.windows) {
            let sort = windows.sort(window);
            if !sort.is_one_cycle() || !is_length(sort) {
                continue;
            }
            let by_ns = decoded.residual(told) * window.time_ns;
            all += 1.0;
            late += f64::from(told.mixed < 0.5 && by_ns > late_ns.max(LATE * window.time_ns));
            times.push(window.own_ns);
        }
        (all, late / all, median(&mut times).unwrap_or(f64::NAN))
    };
    let (shorts, short, short_ns) = of(&|sort| sort.is_short());
    let (longs, long, long_ns) = of(&|sort| sort.is_long());
    if shorts < FEWEST || longs < FEWEST {
        return false;
    }
    let (part, long) = (short_ns / long_ns, long.min(0.99));
    let expected = 1.0 - (1.0 - long).powf(part);
    let variance = expected * (1.0 - expected) / shorts + part.powi(2) * long / (1.0 - long) / longs + 1e-9;
    (short - expected) / variance.sqrt() > BY_CHANCE
}
