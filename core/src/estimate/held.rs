//! Which points of a clock over time were disturbed, where neighbours alone do not tell: a disturbance may be long.
//!
//! Nothing makes a chain faster than its clock; interruptions and a busy sibling make it slower. So a valley, a stretch that is
//! slower than what was held before it and than what was held after, is a disturbance. A rise, a fall and a peak are the clock's.

/// What this many points show is held: fewer are a dip, or noise.
pub(crate) const HELD: usize = 3;

/// Where more than this part of the points lies in valleys, the clock itself may go to and fro.
const MOST_DISTURBED: f64 = 0.25;

/// On a rise a point is seldom farther above the one before than this part. Disturbed points scatter more.
const CALM_STEP: f64 = 0.25;

/// So much of a rise is calm: steps of a governor, and interruptions, are the rest.
const CALM_PART: f64 = 2.0 / 3.0;

/// Of each point, whether it lies lower, by more than the part `same`, than [`HELD`] points before and as many after. `next_hz` is
/// what is held after the last one, as far as it is known.
pub(crate) fn valleys(clocks: &[f64], next_hz: Option<f64>, same: f64) -> Vec<bool> {
    let before = held_so_far(clocks.iter(), None);
    let mut after = held_so_far(clocks.iter().rev(), next_hz);
    after.reverse();
    let is_valley = |(hz, (before, after)): (&f64, (f64, f64))| *hz < before.min(after) * (1.0 - same);
    clocks.iter().zip(before.into_iter().zip(after)).map(is_valley).collect()
}

/// For each point, the clock at or above which [`HELD`] of the points up to it are; below all where they are fewer.
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

/// Whether the points that were not disturbed tell what the clock did.
pub(crate) fn are_few(disturbed: &[bool]) -> bool {
    disturbed.iter().filter(|disturbed| **disturbed).count() as f64 <= MOST_DISTURBED * disturbed.len() as f64
}

/// Whether points are those of a clock that stands, within the part `same`, and rises: what is disturbed goes up and down.
pub(crate) fn is_calm(clocks: &[f64], same: f64) -> bool {
    let calm = |pair: &&[f64]| (1.0 - same..=1.0 + CALM_STEP).contains(&(pair[1] / pair[0]));
    let pairs = clocks.windows(2);
    pairs.clone().filter(calm).count() as f64 >= CALM_PART * pairs.len() as f64
}
