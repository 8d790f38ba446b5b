//! Detects disturbed points of a clock over time if neighbours alone do not suffice, because a
//! disturbance may be long.
//!
//! Nothing makes a chain faster than its clock; interruptions and a busy sibling make it slower. So
//! a valley, an interval that is slower than the clock held before it and after it, is a
//! disturbance. Rises, falls and peaks are changes of the clock.

/// Number of points that make a clock held: fewer are a dip, or noise.
pub const HELD: usize = 3;

/// Maximum fraction of points in valleys: with more, the clock itself may alternate.
const MOST_DISTURBED: f64 = 0.25;

/// Maximum relative rise between two points on a calm rise. Disturbed points scatter more.
const CALM_STEP: f64 = 0.25;

/// Minimum fraction of calm pairs on a rise: the others are steps of a governor, and interruptions.
const CALM_PART: f64 = 2.0 / 3.0;

/// For each point, returns `true` if it is lower, by more than the fraction `same`, than [`HELD`]
/// points before and as many after. `next_hz` is the clock held after the last point, if known.
pub fn valleys(clocks: &[f64], next_hz: Option<f64>, same: f64) -> Vec<bool> {
    let before = held_so_far(clocks.iter(), None);
    let mut after = held_so_far(clocks.iter().rev(), next_hz);
    after.reverse();
    let is_valley = |(hz, (before, after)): (&f64, (f64, f64))| *hz < before.min(after) * (1.0 - same);
    clocks.iter().zip(before.into_iter().zip(after)).map(is_valley).collect()
}

/// For each point, the clock that [`HELD`] of the points up to it reach; lower than any clock if
/// there are fewer.
fn held_so_far<'a>(clocks: impl Iterator<Item = &'a f64>, known_hz: Option<f64>) -> Vec<f64> {
    let mut highest = [known_hz.unwrap_or(f64::NEG_INFINITY); HELD];
    let held = |hz: &f64| {
        if *hz > highest[0] {
            highest[0] = *hz;
            highest.sort_unstable_by(f64::total_cmp);
        }
        highest[0]
    };
    clocks.map(held).collect()
}

/// Returns `true` if the undisturbed points suffice to describe the clock.
pub fn are_few(disturbed: &[bool]) -> bool {
    disturbed.iter().filter(|disturbed| **disturbed).count() as f64 <= MOST_DISTURBED * disturbed.len() as f64
}

/// Returns `true` if the points are constant within the fraction `same`, or rise. Disturbed points
/// go up and down.
pub fn is_calm(clocks: &[f64], same: f64) -> bool {
    let calm = |pair: &&[f64]| (1.0 - same..=1.0 + CALM_STEP).contains(&(pair[1] / pair[0]));
    let pairs = clocks.windows(2);
    pairs.clone().filter(calm).count() as f64 >= CALM_PART * pairs.len() as f64
}
