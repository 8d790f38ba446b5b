//! How a warm-up reached the clock at which the core stays, and which of its points were disturbed.

use crate::estimate::held::{HELD, are_few, is_calm, valleys};
use crate::estimate::statistics::median;
use crate::estimate::variation::Range;

/// Clocks within this fraction of each other are equal: a plot does not show smaller differences.
const SAME: f64 = 0.01;

/// A clock still rises if it reached its last level in this last fraction of the warm-up.
const LAST_PART: f64 = 0.2;

/// How the clock reached its final value. `at` is the index of a point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Arrival {
    /// It was there from the first points on.
    AtOnce,
    /// It held a lower clock before, in hertz, and arrived at this point.
    FromBelow { from_hz: f64, at: usize },
    /// It held a higher clock before, in hertz, and arrived at this point.
    FromAbove { from_hz: f64, at: usize },
}

/// Interpretation of the points of a warm-up.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Course {
    /// Whether each point is disturbed, and so not evidence of the clock.
    pub(super) disturbed: Vec<bool>,
    /// How the clock reached its final value; `None` if the points do not show it.
    pub(super) arrival: Option<Arrival>,
}

impl Course {
    /// Interprets a warm-up whose points show `clocks`, in hertz, before a measurement in which the
    /// core stays at `stays_hz` and within `range`, as far as they are known.
    pub(super) fn of(clocks: &[f64], stays_hz: Option<f64>, range: Option<Range>) -> Course {
        let mut disturbed = valleys(clocks, stays_hz, SAME);
        // A point within the range of a varying clock is not a disturbance.
        let lowest_hz = range.map_or(f64::INFINITY, |range| range.low_hz * (1.0 - SAME));
        for (disturbed, hz) in disturbed.iter_mut().zip(clocks) {
            *disturbed &= *hz < lowest_hz;
        }
        let known = stays_hz.and_then(|stays_hz| Some((stays_hz, place(clocks, &disturbed, stays_hz)?)));
        let arrival = known.and_then(|(stays_hz, at)| came(clocks, &disturbed, stays_hz, at));
        if let (Some((_, at)), Some(Arrival::AtOnce)) = (known, arrival) {
            disturbed[..at].fill(true);
        }
        let arrival = arrival.filter(|_| are_few(&disturbed));
        Course { disturbed, arrival }
    }
}

/// Returns `true` if a warm-up whose points show `clocks`, in hertz, rose until it ended.
pub(super) fn still_rises(clocks: &[f64]) -> bool {
    let disturbed = valleys(clocks, None, SAME);
    let mut last: Vec<f64> = undisturbed(clocks, &disturbed).rev().take(HELD).collect();
    let mut first: Vec<f64> = undisturbed(clocks, &disturbed).take(HELD).collect();
    let (Some(first_hz), Some(last_hz)) = (median(&mut first), median(&mut last)) else { return false };
    let is_there = |hz: &&f64| **hz >= last_hz * (1.0 - SAME);
    let came_late = |at: usize| {
        at as f64 >= (1.0 - LAST_PART) * clocks.len() as f64
            && is_calm(&clocks[..at], SAME)
            && clocks[..at].iter().filter(is_there).count() < HELD
    };
    last_hz > first_hz * (1.0 + SAME)
        && are_few(&disturbed)
        && place(clocks, &disturbed, last_hz).is_some_and(came_late)
}

fn undisturbed<'a>(clocks: &'a [f64], disturbed: &'a [bool]) -> impl DoubleEndedIterator<Item = f64> + 'a {
    clocks.iter().zip(disturbed).filter(|(_, disturbed)| !**disturbed).map(|(hz, _)| *hz)
}

/// Index of the point from which on the clock was at its final value, except for dips; `None` if it
/// ended elsewhere.
fn place(clocks: &[f64], disturbed: &[bool], stays_hz: f64) -> Option<usize> {
    let (mut since, mut elsewhere) = (None, 0);
    let counting = clocks.iter().zip(disturbed).enumerate().filter(|(_, (_, disturbed))| !**disturbed);
    for (place, (hz, _)) in counting {
        if (hz / stays_hz - 1.0).abs() <= SAME {
            elsewhere = 0;
            since = since.or(Some(place));
        } else {
            elsewhere += 1;
            if elsewhere >= HELD {
                since = None;
            }
        }
    }
    since
}

/// How the clock reached the point `at`, from which on it stays at `stays_hz`.
fn came(clocks: &[f64], disturbed: &[bool], stays_hz: f64, at: usize) -> Option<Arrival> {
    let way: Vec<f64> = undisturbed(&clocks[..at], &disturbed[..at]).collect();
    let runs = || way.windows(HELD).map(|run| run.iter().copied());
    let lowest = runs().map(|run| run.fold(f64::NEG_INFINITY, f64::max)).reduce(f64::min);
    let highest = runs().map(|run| run.fold(f64::INFINITY, f64::min)).reduce(f64::max);
    match (lowest, highest) {
        (_, Some(from_hz)) if from_hz > stays_hz * (1.0 + SAME) => Some(Arrival::FromAbove { from_hz, at }),
        (Some(from_hz), _) if from_hz < stays_hz * (1.0 - SAME) && is_calm(&clocks[..at], SAME) => {
            Some(Arrival::FromBelow { from_hz, at })
        }
        _ => (at < HELD).then_some(Arrival::AtOnce),
    }
}
