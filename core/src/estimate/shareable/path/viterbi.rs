//! The Viterbi path over the levels that are proposed in each round.

use super::emission::EmissionModel;
use super::levels::CandidateLevels;
use super::observation::Observation;

/// Transition cost of a change of level, in nats: it must make the windows e^12 times as likely. By
/// chance one in 160,000 does.
pub(super) const TRANSITION_COST_NATS: f64 = 12.0;

/// Rounds on either side whose proposals are tried.
const REACH: usize = 2;

/// Maximum number of levels that are tried in a round: five rounds propose ten; others remain from
/// before.
const MOST_TRIED: usize = 64;

/// A level, and the likelihood of the best path that ends on it.
#[derive(Clone, Copy)]
struct Survivor {
    level: u32,
    score: f64,
}

/// Data of a window for tracing the best path back.
struct Step {
    /// Index of its first level in the list of all.
    first: usize,
    /// Level of the best path up to the window before, from which a change here came.
    best_before: u32,
    /// A bit for each of its levels: set if the best path changed to it here.
    changed: u64,
}

/// The level of each of the windows.
pub(super) fn path(seen: &[Observation], proposals: &CandidateLevels, law: &EmissionModel) -> Vec<u32> {
    let levels = proposals.levels();
    let mut endings: Vec<Survivor> = Vec::new();
    let mut tried: Vec<u32> = Vec::new();
    let mut steps: Vec<Step> = Vec::with_capacity(seen.len());
    let mut round = usize::MAX;
    let mut first = 0;
    for window in seen {
        if window.round != round {
            round = window.round;
            endings = enter(endings, proposals, round);
            first = tried.len();
            tried.extend(endings.iter().map(|ending| ending.level));
        }
        let best = best(&endings);
        let mut changed = 0_u64;
        for (place, ending) in endings.iter_mut().enumerate() {
            if ending.score < best.score - TRANSITION_COST_NATS {
                ending.score = best.score - TRANSITION_COST_NATS;
                changed |= 1 << place;
            }
            ending.score += law.log_density(window, levels[ending.level as usize]);
        }
        steps.push(Step { first, best_before: best.level, changed });
    }
    let mut level = best(&endings).level;
    let mut path = vec![0; seen.len()];
    for (step, here) in steps.iter().zip(&mut path).rev() {
        *here = level;
        let place = tried[step.first..].iter().position(|&other| other == level).unwrap_or(0);
        if step.changed >> place & 1 == 1 {
            level = step.best_before;
        }
    }
    path
}

/// The levels to try in this round: those that are more likely than a change to them, and those
/// that are proposed.
fn enter(endings: Vec<Survivor>, proposals: &CandidateLevels, round: usize) -> Vec<Survivor> {
    let before =
        endings.iter().copied().reduce(|best, next| if next.score > best.score { next } else { best });
    let floor = before.map_or(0.0, |best| best.score - TRANSITION_COST_NATS);
    let mut kept = endings;
    kept.retain(|ending| ending.score > floor);
    kept.sort_unstable_by(|a, b| b.score.total_cmp(&a.score));
    kept.truncate(MOST_TRIED / 2);
    let mut entering = |level: u32| {
        if kept.len() < MOST_TRIED && kept.iter().all(|ending| ending.level != level) {
            kept.push(Survivor { level, score: if before.is_some() { f64::NEG_INFINITY } else { 0.0 } });
        }
    };
    // The nearest first.
    for distance in 0..=REACH {
        for near in [round.checked_sub(distance), round.checked_add(distance)].into_iter().flatten() {
            proposals.of_round(near).iter().copied().for_each(&mut entering);
        }
    }
    if kept.is_empty() {
        kept.push(Survivor { level: 0, score: 0.0 });
    }
    kept
}

fn best(endings: &[Survivor]) -> Survivor {
    let mut best = endings[0];
    for ending in endings {
        if ending.score > best.score {
            best = *ending;
        }
    }
    best
}
