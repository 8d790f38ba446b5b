//! Levels on which the clock may have been: those on which neighbouring windows of different types
//! agree. Decoding decides.

use super::super::statistics::{median, quantile};
use super::modes::{fullest, middle};
use super::parameters::{
    BEYOND_CHANCE, BEYOND_RANGE, FEWEST_PAIRS, LEVEL_SIGMAS, LOW_OF_RUN, MODE_SIGMAS, MOST_LEVELS,
    NATS_A_LEVEL, NEAR, RUN, SAME_SIGMAS, STOOD, TWO_TELL, WITHIN_A_LEVEL,
};
use super::windows::Windows;

/// A level of the clock.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Level {
    /// Logarithm of its cycle time relative to the reference level.
    pub(super) slower: f64,
    /// Standard deviation of the clock on this level, as a fraction. On the rungs of a ladder it is
    /// a third of the distance to the next rung.
    pub(super) spread: f64,
    /// Whether it is a rung of a ladder for a gliding clock, not a level on which the clock stayed.
    pub(super) is_rung: bool,
}

impl Level {
    pub(super) fn reference() -> Level {
        Level { slower: 0.0, spread: WITHIN_A_LEVEL.get(), is_rung: false }
    }

    /// Cycle time relative to the reference level.
    pub(super) fn factor(&self) -> f64 {
        self.slower.exp()
    }
}

/// Maximum relative standard error of a pair of windows that is evidence for a level.
const TELLS: f64 = 2e-3;

/// Maximum distance of a level from the reference level, as a logarithm: windows three times as
/// long were interrupted.
const FARTHEST: f64 = 1.2;

/// Distances of the pairs of windows that show how many agree by chance: primes, so that no pattern
/// of rounds repeats.
const FAR_APART: [usize; 4] = [97, 131, 173, 211];

/// Minimum number of windows for this comparison.
const FEWEST_WINDOWS: usize = 600;

/// The reference level and the levels on which neighbouring windows agree.
pub(super) fn proposed(windows: &Windows, edges: &[f64], noise_ns: f64) -> Vec<Level> {
    let late: Vec<f64> = windows.list.iter().map(|window| window.late(edges)).collect();
    let stood = stood_on(windows, edges, noise_ns, &late);
    stood.into_iter().map(|slower| Level { slower, ..Level::reference() }).collect()
}

/// The first of `stood`, and a ladder over the range in which the clock glided. `None` if it did
/// not glide.
pub(super) fn ladder(windows: &Windows, edges: &[f64], stood: &[Level]) -> Option<Vec<Level>> {
    let (low, high) = glided_between(windows, edges)?;
    let most = MOST_LEVELS.count();
    let step = (high - low) / (most - 1) as f64;
    let spread = (step / 3.0).max(WITHIN_A_LEVEL.get());
    let few = &stood[..stood.len().min(most / 2)];
    let is_apart = |slower: &f64| few.iter().all(|level| (level.slower - slower).abs() > spread);
    let rungs = (0..most).map(|rung| low + rung as f64 * step).filter(is_apart);
    Some(few.iter().copied().chain(rungs.map(|slower| Level { slower, spread, is_rung: true })).collect())
}

/// Minimum gain in the windows' log probability for this number of levels, in nats.
pub(super) fn cost(levels: usize) -> f64 {
    NATS_A_LEVEL.get() * levels as f64
}

/// Mean log ratio of two agreeing windows, with its standard error.
#[derive(Debug, Clone, Copy)]
struct Agreed {
    late: f64,
    error: f64,
}

/// Pairs of windows at the distance `apart` that agree.
fn agreed(windows: &Windows, edges: &[f64], noise_ns: f64, late: &[f64], apart: usize) -> Vec<Agreed> {
    let least_ns = TWO_TELL.get() * windows.late_read_ns(noise_ns);
    let (near, within, sigmas) = (NEAR.get(), WITHIN_A_LEVEL.get(), SAME_SIGMAS.get());
    let error = |at: usize| (noise_ns / windows.list[at].time_ns).hypot(within);
    let counts = |at: usize| {
        let window = &windows.list[at];
        (window.time_ns - edges[window.window_type]).abs() > least_ns
    };
    let pair = |first: usize| {
        let second = first + apart;
        if windows.list[first].window_type == windows.list[second].window_type
            || !counts(first)
            || !counts(second)
        {
            return None;
        }
        let (one, other) = (error(first), error(second));
        let both = one.hypot(other);
        if both >= TELLS || (late[first] - late[second]).abs() >= sigmas * both {
            return None;
        }
        let (weight, of_other) = (one.powi(-2), other.powi(-2));
        let agreed = Agreed {
            late: (late[first] * weight + late[second] * of_other) / (weight + of_other),
            error: (weight + of_other).sqrt().recip(),
        };
        let is_level =
            agreed.late.abs() > near.max(MODE_SIGMAS.get() * agreed.error) && agreed.late.abs() < FARTHEST;
        is_level.then_some(agreed)
    };
    (0..windows.list.len().saturating_sub(apart)).filter_map(pair).collect()
}

/// The reference level, which comes first, and the levels on which neighbouring windows agree.
fn stood_on(windows: &Windows, edges: &[f64], noise_ns: f64, late: &[f64]) -> Vec<f64> {
    let mut levels = vec![0.0];
    let count = windows.list.len();
    let near: Vec<Agreed> =
        [1, 2].iter().flat_map(|&apart| agreed(windows, edges, noise_ns, late, apart)).collect();
    if (near.len() as f64) < FEWEST_PAIRS.get() {
        return levels;
    }
    let mut by_chance: Vec<f64> = Vec::new();
    if count > FEWEST_WINDOWS {
        for apart in FAR_APART {
            by_chance.extend(agreed(windows, edges, noise_ns, late, apart).iter().map(|pair| pair.late));
        }
    }
    by_chance.sort_unstable_by(f64::total_cmp);

    let mut errors: Vec<f64> = near.iter().map(|pair| pair.error).collect();
    let most = 2.0 * quantile(&mut errors, 0.25).unwrap_or(f64::INFINITY);
    let fine = near.iter().filter(|pair| pair.error <= most);
    let mut errors: Vec<f64> = fine.clone().map(|pair| pair.error).collect();
    let mut rest: Vec<f64> = fine.map(|pair| pair.late).collect();
    rest.sort_unstable_by(f64::total_cmp);
    let width = NEAR.get().max(LEVEL_SIGMAS.get() * median(&mut errors).unwrap_or(0.0));
    while rest.len() as f64 >= FEWEST_PAIRS.get() && levels.len() < MOST_LEVELS.count() {
        let crowd = fullest(&rest, width);
        let pairs = crowd.len() as f64;
        if pairs < FEWEST_PAIRS.get() {
            break;
        }
        let (low, level) = (rest[crowd.start], middle(&rest[crowd]));
        let until = |value: f64| by_chance.partition_point(|&late| late < value) as f64;
        let chance = (until(low + width) - until(low)) / FAR_APART.len() as f64 * 2.0;
        let on_it = late.iter().zip(&windows.list).filter(|(late, window)| {
            (*late - level).abs() < width / 2.0 && noise_ns / window.time_ns < TELLS
        });
        let is_more = pairs > chance + BEYOND_CHANCE.get() * (chance + 1.0).sqrt();
        let is_apart = levels.iter().all(|other| (other - level).abs() > 0.9 * width);
        if is_apart && (is_more || pairs > STOOD.get() * on_it.count() as f64) {
            levels.push(level);
        }
        rest.retain(|late| (late - level).abs() > 0.75 * width);
    }
    levels
}

/// Range of a gliding clock, from the long windows. `None` if the clock did not glide.
fn glided_between(windows: &Windows, edges: &[f64]) -> Option<(f64, f64)> {
    let exact = windows.list.iter().filter(|window| windows.type_of(window).is_exact());
    let long: Vec<f64> = exact.map(|window| window.late(edges)).collect();
    let low_of = |run: &[f64]| quantile(&mut run.to_vec(), LOW_OF_RUN.get());
    let mut course: Vec<f64> = long.windows(RUN.count()).filter_map(low_of).collect();
    let low = quantile(&mut course, BEYOND_RANGE.get())?.min(0.0);
    let high = quantile(&mut course, 1.0 - BEYOND_RANGE.get())?.max(0.0);
    (high - low > NEAR.get()).then_some((low, high))
}
