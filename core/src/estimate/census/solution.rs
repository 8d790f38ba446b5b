//! Runs the stages before the mean: alternates between estimating edges and noise from the decoded
//! windows, and decoding by these edges.

use super::super::result::Lateness;
use super::super::statistics::{Moments, median};
use super::decode::{Decoded, DecodedWindow, decode};
use super::edges::{self, LEAST_NOISE_NS};
use super::levels::{self, Level};
use super::parameters::{FEWEST, NEAR, WITHIN_A_LEVEL};
use super::reference_level::{self, MEDIAN_OF_NORMAL};
use super::windows::Windows;

/// Decoding passes that select among sets of levels.
const FIRST_PASSES: usize = 3;

/// Decoding passes after each update of the edges. One suffices: the edges move little, so the
/// learned parameters still hold, and each pass starts with those of the pass before.
const PASSES: usize = 1;

/// Number of alternating decoding and edge passes.
const ROUNDS: usize = 3;

/// Levels with a smaller share of the time are dropped.
const HARDLY: f64 = 1e-3;

/// Results of the stages before the mean.
pub(super) struct Solution {
    pub(super) edges: Vec<f64>,
    pub(super) noise_ns: f64,
    pub(super) decoded: Decoded,
    pub(super) clean: Vec<bool>,
}

impl Solution {
    /// Estimates edges and decodes in alternation. Returns `None` if there are no windows.
    pub(super) fn of(windows: &Windows) -> Option<Solution> {
        if windows.list.is_empty() {
            return None;
        }
        let times = windows.times_by_type();
        let mut noise_ns = edges::noise_ns(windows, &times);
        let mut edges = edges::edges_ns(windows, &times, noise_ns);
        let mut decoded = chosen(windows, &edges, noise_ns);
        for round in 0..ROUNDS {
            if round > 0 {
                decoded = decode(windows, &edges, noise_ns, &decoded.levels, PASSES, Some(&decoded.learnt));
            }
            let clean = reference_level::clean(windows, &decoded, noise_ns);
            let shifts = mean_residuals(windows, &decoded, &clean);
            for (edge, shift) in edges.iter_mut().zip(&shifts) {
                *edge *= shift.exp();
            }
            for (window, told) in windows.list.iter().zip(&mut decoded.windows) {
                told.reference_ns *= shifts[window.window_type].exp();
                told.late -= shifts[window.window_type];
            }
            if round + 1 == ROUNDS {
                return Some(Solution { edges, noise_ns, decoded, clean });
            }
            noise_ns = refine(windows, &mut decoded, &clean, noise_ns, round == 0);
        }
        None
    }

    /// Excess time of each long window relative to its decoded level.
    pub(super) fn lateness(&self, windows: &Windows) -> Vec<Lateness> {
        let told = windows.list.iter().zip(&self.decoded.windows).zip(&self.clean);
        let compared = told.filter(|((window, _), _)| windows.type_of(window).is_compared());
        let of = |((_, told), kept): ((_, &DecodedWindow), &bool)| Lateness {
            ppm: self.decoded.residual(told).exp_m1() * 1e6,
            kept: *kept,
        };
        compared.map(of).collect()
    }
}

/// Decodes the windows with the set of levels that makes them most probable: the reference level
/// alone, the levels on which neighbours agree, or these with a ladder.
fn chosen(windows: &Windows, edges: &[f64], noise_ns: f64) -> Decoded {
    let by = |levels: &[Level]| decode(windows, edges, noise_ns, levels, FIRST_PASSES, None);
    let gain = |decoded: &Decoded| decoded.nats - levels::cost(decoded.levels.len());
    let mut best = by(&[Level::reference()]);
    let stood = levels::proposed(windows, edges, noise_ns);
    if stood.len() > 1 {
        let decoded = by(&stood);
        if gain(&decoded) > gain(&best) {
            best = decoded;
        }
    }
    let Some(ladder) = levels::ladder(windows, edges, &stood) else { return best };
    // A ladder has many levels, so the most precise windows alone decide whether its probability
    // repays the computing time; they also provide its first rates.
    let exact = windows.only(|window| windows.type_of(window).is_exact());
    let of_exact = |levels: &[Level]| decode(&exact, edges, noise_ns, levels, FIRST_PASSES, None);
    let on_ladder = of_exact(&ladder);
    if gain(&on_ladder) <= gain(&of_exact(&best.levels)) {
        return best;
    }
    let decoded = decode(windows, edges, noise_ns, &ladder, PASSES, Some(&on_ladder.learnt));
    // In long windows dozens of short interruptions look like a gliding clock; in short ones they
    // do not.
    if gain(&decoded) > gain(&best) { decoded } else { best }
}

/// Mean log ratio of the clean windows of each type to its edge; 0 if there are too few.
fn mean_residuals(windows: &Windows, decoded: &Decoded, clean: &[bool]) -> Vec<f64> {
    let mut residuals = vec![Moments::default(); windows.types.len()];
    for ((window, told), _) in
        windows.list.iter().zip(&decoded.windows).zip(clean).filter(|(_, clean)| **clean)
    {
        residuals[window.window_type].add(decoded.residual(told));
    }
    residuals.iter().map(|of| if of.count >= FEWEST.get() { of.mean() } else { 0.0 }).collect()
}

/// Updates the levels from the clean windows whose level is certain, and returns the noise of the
/// reads, estimated from the same windows.
fn refine(windows: &Windows, decoded: &mut Decoded, clean: &[bool], noise_ns: f64, move_levels: bool) -> f64 {
    let count = decoded.levels.len();
    let (mut of_short, mut of_long, mut relative_noise) = (vec![], vec![], vec![]);
    let mut on_level = vec![Moments::default(); count];
    for ((window, told), &clean) in windows.list.iter().zip(&decoded.windows).zip(clean) {
        let window_type = windows.type_of(window);
        let off = decoded.residual(told);
        if clean {
            on_level[told.level].add(off);
        }
        if !clean || told.certainty <= 0.9 || !window_type.is_one_cycle() {
            continue;
        }
        if window_type.is_short() {
            of_short.push(off.abs() * window.time_ns);
        } else if window_type.is_long() {
            of_long.push(off.abs());
            relative_noise.push(noise_ns / window.time_ns);
        }
    }
    if move_levels && count > 1 {
        for (level, on) in decoded.levels.iter_mut().zip(&on_level) {
            if level.slower != 0.0 && on.count > FEWEST.get() {
                level.slower += on.mean();
            }
        }
        let shares = decoded.shares(windows, |window| window.own_ns);
        let is_kept = |(level, share): (&Level, f64)| level.slower == 0.0 || share > HARDLY;
        let kept: Vec<bool> = decoded.levels.iter().zip(shares).map(is_kept).collect();
        decoded.keep(&kept);
    }
    if of_short.len().min(of_long.len()) < FEWEST.count() {
        return noise_ns;
    }
    let sigma = |values: &mut Vec<f64>| median(values).unwrap_or(0.0) / MEDIAN_OF_NORMAL;
    let by_noise = median(&mut relative_noise).unwrap_or(0.0);
    let within = sigma(&mut of_long).powi(2) - by_noise.powi(2);
    let spread = within.max(WITHIN_A_LEVEL.get().powi(2)).sqrt().min(NEAR.get() / 2.0);
    for level in decoded.levels.iter_mut().filter(|level| !level.is_rung) {
        level.spread = spread;
    }
    sigma(&mut of_short).max(windows.tick_noise_ns() * 0.8).max(LEAST_NOISE_NS)
}
