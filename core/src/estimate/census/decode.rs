//! Decodes the level of the clock in each window, and the interrupted windows, by a hidden Markov
//! model.
//!
//! The clock changes between levels at learned rates; [`hypotheses`](super::hypotheses) lists the
//! possible events in a window. The rates and the distribution of interruptions are estimated by
//! alternating expectation and maximisation (L. E. Baum et al., A maximization technique occurring
//! in the statistical analysis of probabilistic functions of Markov chains, Ann. Math. Stat. 41
//! (1970) 164-171).

use super::hypotheses::{self, Hypotheses, Learnt};
use super::interruptions::{Hides, Lengths, SeenLengths};
use super::levels::Level;
use super::parameters::{DWELL_NS, DWELL_WEIGHT, FEWEST, INTERRUPTIONS, PART_OF_READS_LATE, UNHALTED};
use super::windows::{Window, Windows};

/// Maximum probability that a change halts the core.
const ALWAYS: f64 = 0.95;

/// Levels and transitions with a smaller probability are skipped. Their contribution is lost in the
/// noise, and in most windows most of them are that improbable.
const PRUNED: f64 = 1e-4;

/// Probability of an impossible event. Smaller values would make the computation a hundred times as
/// slow.
const IMPOSSIBLE: f64 = 1e-60;

/// Result of decoding the windows.
#[derive(Debug)]
pub(super) struct Decoded {
    pub(super) levels: Vec<Level>,
    /// Probability of each level in each window, one row per window.
    pub(super) on: Vec<f64>,
    pub(super) windows: Vec<DecodedWindow>,
    /// Log probability of the windows.
    pub(super) nats: f64,
    /// Expected number of changes between levels.
    pub(super) changes: f64,
    /// Learned parameters, the start of a further pass.
    pub(super) learnt: Learnt,
}

/// Decoding result of one window.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct DecodedWindow {
    /// Index of the most probable level.
    pub(super) level: usize,
    /// Probability of `level`.
    pub(super) certainty: f64,
    /// Expected duration on the reference level, in nanoseconds, at the window's own iteration
    /// count.
    pub(super) reference_ns: f64,
    /// Logarithm of the actual duration divided by `reference_ns`.
    pub(super) late: f64,
    /// Probability that an interruption lengthened the window visibly.
    pub(super) interrupted: f64,
    /// Factor of the level's cycle time relative to the reference level, if the window was
    /// interrupted.
    pub(super) slower: f64,
    /// Probability that the clock changed in the window and no interruption is visible.
    pub(super) mixed: f64,
    /// The share of `mixed` in which the clock visited another level and came back.
    pub(super) visit: f64,
    /// Expected duration of interruptions hidden by a change of level, in nanoseconds.
    pub(super) hidden_ns: f64,
    /// Probability that there was no interruption, no change and no delayed read.
    pub(super) clean: f64,
}

impl Decoded {
    /// Drops the levels that are not in `kept` before a further pass.
    pub(super) fn keep(&mut self, kept: &[bool]) {
        let of = |from: usize, to: usize| kept[from] && kept[to];
        let count = kept.len();
        let rates = self.learnt.rates.iter().enumerate();
        self.learnt.rates =
            rates.filter(|(at, _)| of(at / count, at % count)).map(|(_, rate)| *rate).collect();
        let mut kept = kept.iter();
        self.levels.retain(|_| kept.next().is_some_and(|kept| *kept));
    }

    /// Share of each level in the total `weight` of the windows.
    pub(super) fn shares(&self, windows: &Windows, weight: impl Fn(&Window) -> f64) -> Vec<f64> {
        let (count, all) = (self.levels.len(), windows.list.iter().map(&weight).sum::<f64>());
        let share = |level: usize| {
            let on = self.on.iter().skip(level).step_by(count);
            on.zip(&windows.list).map(|(on, window)| on * weight(window)).sum::<f64>() / all
        };
        (0..count).map(share).collect()
    }

    /// Logarithm of the window's duration divided by its duration on its level.
    pub(super) fn residual(&self, told: &DecodedWindow) -> f64 {
        told.late - self.levels[told.level].slower
    }
}

/// Decodes `windows` by these levels in `passes` passes, starting with the parameters in `known` if
/// given.
pub(super) fn decode(
    windows: &Windows,
    edges: &[f64],
    noise_ns: f64,
    levels: &[Level],
    passes: usize,
    known: Option<&Learnt>,
) -> Decoded {
    let mut hypotheses = Hypotheses::of(windows, edges, noise_ns, levels, known);
    let mut decoded = pass(&hypotheses);
    for _ in 1..passes {
        hypotheses.take(decoded.learnt);
        decoded = pass(&hypotheses);
    }
    decoded
}

/// Forward pass: the probabilities given the windows so far.
struct Forward {
    /// Probability of each level before each window, one row per window.
    before: Vec<f64>,
    /// Transition weights: for each window and each possible level before it, a row of weights to
    /// all levels.
    ways: Vec<f64>,
    /// Density of each window given the windows before it.
    scales: Vec<f64>,
}

impl Forward {
    fn of(hypotheses: &Hypotheses<'_>) -> Forward {
        let (count, all) = (hypotheses.levels.len(), hypotheses.windows.list.len());
        let mut ways = Vec::new();
        let mut before = vec![1.0 / count as f64; count];
        before.resize((all + 1) * count, 0.0);
        let mut scales = Vec::with_capacity(all);
        for at in 0..all {
            let (before, after) = before.split_at_mut((at + 1) * count);
            let (before, after) = (&before[at * count..], &mut after[..count]);
            let window = hypotheses.window(at);
            for from in (0..count).filter(|&from| before[from] > PRUNED) {
                let row = ways.len();
                ways.resize(row + count, 0.0);
                let ways = &mut ways[row..];
                let from_here = window.from(from);
                let stay = from_here.stay();
                ways[from] = stay.going + stay.broken + IMPOSSIBLE;
                for to in (0..count).filter(|&to| to != from) {
                    let change = from_here.change(to);
                    ways[to] = change.going + change.broken + IMPOSSIBLE;
                    ways[from] += from_here.visit(to);
                }
                for (after, way) in after.iter_mut().zip(ways) {
                    *after += before[from] * *way;
                }
            }
            let scale: f64 = after.iter().sum();
            after.iter_mut().for_each(|probability| *probability /= scale);
            scales.push(scale);
        }
        Forward { before, ways, scales }
    }
}

/// Sums of a pass over the clock's changes and the interruptions.
struct Tallies {
    /// Expected number of changes, one row of destinations per level.
    changes: Vec<f64>,
    /// Dwell time on each level, in nanoseconds.
    stayed_ns: Vec<f64>,
    /// Expected number of windows with a change.
    changed: f64,
    /// Expected number of windows with a change and an interruption, visible or not.
    interrupted: f64,
    /// Expected number of windows with a change and an interruption if a change did not halt the
    /// core.
    by_exposure: f64,
}

/// Runs one forward and one backward pass over the windows.
fn pass(hypotheses: &Hypotheses<'_>) -> Decoded {
    let (count, all) = (hypotheses.levels.len(), hypotheses.windows.list.len());
    let Forward { before, ways, scales } = Forward::of(hypotheses);
    let mut seen = Tallies {
        changes: vec![0.0; count * count],
        stayed_ns: vec![0.0; count],
        changed: 0.0,
        interrupted: 0.0,
        by_exposure: 0.0,
    };
    let mut on = vec![0.0; all * count];
    let mut windows = vec![DecodedWindow::default(); all];
    let mut after = vec![1.0; count];
    let mut behind = vec![0.0; count];
    let mut rows = ways.rchunks_exact(count);
    for at in (0..all).rev() {
        let before = &before[at * count..][..count];
        let on = &mut on[at * count..][..count];
        let mut told = DecodedWindow {
            reference_ns: hypotheses.reference_ns[at],
            late: hypotheses.late[at],
            ..DecodedWindow::default()
        };
        let window = hypotheses.window(at);
        behind.fill(0.0);
        let begins = (0..count).rev().filter(|&from| before[from] > PRUNED);
        for (from, ways) in begins.zip(rows.by_ref()) {
            for to in 0..count {
                let after = after[to] / scales[at];
                behind[from] += ways[to] * after;
                let passes = before[from] * ways[to] * after;
                on[from] += passes / 2.0;
                on[to] += passes / 2.0;
                if passes > PRUNED {
                    let share = before[from] * after;
                    if from == to {
                        told.stays(hypotheses.levels, window, from, share, &mut seen);
                    } else {
                        seen.changes[from * count + to] += passes;
                        told.changes(hypotheses.levels, window, (from, to), share, &mut seen);
                    }
                }
            }
        }
        let stands_ns = hypotheses.windows.list[at].stands_ns;
        for (stayed_ns, on) in seen.stayed_ns.iter_mut().zip(on.iter()) {
            *stayed_ns += on * stands_ns;
        }
        windows[at] = told.closed(window, on);
        std::mem::swap(&mut after, &mut behind);
    }
    Decoded {
        levels: hypotheses.levels.to_vec(),
        on,
        nats: scales.iter().map(|scale| scale.ln()).sum(),
        changes: seen.changes.iter().sum(),
        learnt: learn(hypotheses, &seen, &windows),
        windows,
    }
}

impl DecodedWindow {
    /// Adds the hypothesis that the clock stayed on a level or returned to it, with this
    /// probability before and after the window.
    fn stays(
        &mut self,
        levels: &[Level],
        window: hypotheses::Window<'_, '_>,
        level: usize,
        share: f64,
        seen: &mut Tallies,
    ) {
        let from = window.from(level);
        let broken = share * from.stay().broken;
        self.interrupted += broken;
        self.slower += broken * levels[level].factor();
        for to in (0..levels.len()).filter(|&to| to != level) {
            let visit = share * from.visit(to);
            if visit > PRUNED {
                self.visit += visit;
                seen.changes[level * levels.len() + to] += visit;
                seen.changes[to * levels.len() + level] += visit;
                self.mixes(from.hidden(to), window.interrupted, visit, seen);
            }
        }
    }

    /// Adds the hypothesis that the clock changed from one level to another.
    fn changes(
        &mut self,
        levels: &[Level],
        window: hypotheses::Window<'_, '_>,
        (from, to): (usize, usize),
        share: f64,
        seen: &mut Tallies,
    ) {
        let from_there = window.from(from);
        let way = from_there.change(to);
        let broken = share * way.broken;
        self.interrupted += broken;
        self.slower += broken * f64::midpoint(levels[from].slower, levels[to].slower).exp();
        seen.changed += broken;
        seen.interrupted += broken;
        seen.by_exposure += broken * window.interrupted;
        self.mixes(from_there.hidden(to), window.interrupted, share * way.going, seen);
    }

    /// Adds the hypothesis that the window has parts of both levels and no visible interruption.
    fn mixes(&mut self, hidden: Hides, by_exposure: f64, probability: f64, seen: &mut Tallies) {
        self.mixed += probability;
        self.hidden_ns += probability * hidden.ns;
        seen.changed += probability;
        seen.interrupted += probability * hidden.part;
        seen.by_exposure += probability * by_exposure;
    }

    /// Fills in the fields that depend on the probabilities of all levels.
    fn closed(self, window: hypotheses::Window<'_, '_>, on: &[f64]) -> DecodedWindow {
        let best =
            on.iter().enumerate().fold((0, 0.0), |best, (at, &p)| if p > best.1 { (at, p) } else { best });
        let (level, certainty) = best;
        let (undisturbed, clean) = window.undisturbed(level);
        let alone = (1.0 - self.interrupted - self.mixed).max(0.0);
        DecodedWindow {
            level,
            certainty,
            slower: if self.interrupted > 1e-9 { self.slower / self.interrupted } else { 1.0 },
            clean: alone * clean / undisturbed.max(IMPOSSIBLE),
            ..self
        }
    }
}

/// Estimates rates, interruptions and delayed reads from the sums of a pass.
fn learn(hypotheses: &Hypotheses<'_>, seen: &Tallies, windows: &[DecodedWindow]) -> Learnt {
    let count = hypotheses.levels.len();
    let (weight, dwell_ns) = (DWELL_WEIGHT.get(), DWELL_NS.get());
    let prior = weight / (count.max(2) - 1) as f64;
    let rate = |(place, changes): (usize, &f64)| {
        (changes + prior) / (seen.stayed_ns[place / count] + weight * dwell_ns)
    };
    let interrupted: f64 = windows.iter().map(|told| told.interrupted).sum();
    let exposed_ns: f64 = hypotheses.reference_ns.iter().sum();

    let mut lengths = SeenLengths::new();
    let (mut late, mut not_mixed, mut late_ns, mut of_short) = (0.0, 0.0, 0.0, 0.0);
    for (at, told) in windows.iter().enumerate() {
        let alone = (1.0 - told.interrupted - told.mixed).max(0.0);
        late += alone - told.clean;
        not_mixed += alone;
        if let Some((excess_ns, class)) = hypotheses.window(at).excess(told.level) {
            lengths.add(class, told.interrupted);
            if hypotheses.windows.type_of(&hypotheses.windows.list[at]).is_short() {
                late_ns += (alone - told.clean) * excess_ns;
                of_short += alone - told.clean;
            }
        }
    }
    let noise_ns = hypotheses.noise_ns;
    Learnt {
        interruptions: (interrupted + 0.5) / (exposed_ns + 0.5 / INTERRUPTIONS.get()),
        lengths: Lengths::learnt(&lengths),
        read_delays: (late + 1.0) / (not_mixed + 1.0 / PART_OF_READS_LATE.get()),
        read_delay_ns: if of_short > FEWEST.get() {
            (late_ns / of_short).max(1.5 * noise_ns)
        } else {
            hypotheses.learnt.read_delay_ns
        },
        rates: seen.changes.iter().enumerate().map(rate).collect(),
        halts: ((seen.interrupted - seen.by_exposure) / (seen.changed + UNHALTED.get())).clamp(0.0, ALWAYS),
    }
}

#[cfg(test)]
mod tests {
    use crate::chain::{BodyLength, ChainKind};

    use super::super::windows::WindowType;
    use super::*;

    const NOISE_NS: f64 = 10.0;
    const EDGES_NS: [f64; 2] = [12e3, 100e3];
    /// Log ratio of a cycle time that is a fifth longer.
    const SLOWER: f64 = 0.182;

    /// Alternating short and long windows. Window n takes `late_ns(n)` longer than on its level.
    fn windows(count: usize, is_slower: impl Fn(usize) -> bool, late_ns: impl Fn(usize) -> f64) -> Windows {
        let window_type = |length| WindowType { kind: ChainKind::Add, length, steps: 1.0 };
        let mut at_ns = 0.0;
        let mut random = fastrand::Rng::with_seed(1);
        let window = |at: usize| {
            let level = if is_slower(at) { SLOWER.exp() } else { 1.0 };
            let noise: f64 = (0..12).map(|_| random.f64()).sum::<f64>() - 6.0;
            let time_ns = EDGES_NS[at % 2] * level + NOISE_NS * noise + late_ns(at);
            at_ns += time_ns;
            Window {
                window_type: at % 2,
                at_ns: at_ns - time_ns,
                own_ns: time_ns,
                time_ns,
                iterations: 1.0,
                stands_ns: time_ns,
            }
        };
        Windows {
            list: (0..count).map(window).collect(),
            types: vec![window_type(BodyLength::Short), window_type(BodyLength::Long)],
            quantum_ns: NOISE_NS,
            read_cost_ns: NOISE_NS,
            taken: count,
            migrated: 0,
            from_ns: 0.0,
            rounds: count / 2,
            paused_ns: 0.0,
        }
    }

    fn levels() -> [Level; 2] {
        [Level::reference(), Level { slower: SLOWER, ..Level::reference() }]
    }

    #[test]
    fn a_slower_clock_makes_long_and_short_windows_late_alike() {
        let is_slower = |at: usize| (at / 50) % 2 == 1;
        let decoded = decode(&windows(2_000, is_slower, |_| 0.0), &EDGES_NS, NOISE_NS, &levels(), 3, None);
        // The first window after a change contains parts of both levels.
        for (at, told) in decoded.windows.iter().enumerate().filter(|(at, _)| at % 50 != 0) {
            assert_eq!(told.level, usize::from(is_slower(at)), "window {at}: {told:?}");
            assert!(told.interrupted < 0.5, "window {at}: {told:?}");
        }
        assert!((30.0..50.0).contains(&decoded.changes), "{} of 39 changes", decoded.changes);
    }

    #[test]
    fn interruptions_of_long_windows_are_no_slower_clock() {
        // One in ten of the long windows is interrupted, each for a different time, as a slower
        // clock would not lengthen them.
        let late_ns = |at: usize| if at % 20 == 7 { 3e3 + 40.0 * at as f64 % 9e3 } else { 0.0 };
        let all = windows(2_000, |_| false, late_ns);
        let decoded = decode(&all, &EDGES_NS, NOISE_NS, &levels(), 3, None);
        for (at, told) in decoded.windows.iter().enumerate() {
            let is_late = late_ns(at) > 0.0;
            assert_eq!(told.interrupted > 0.5, is_late, "window {at}: {told:?}");
        }
        let span_ns: f64 = all.list.iter().map(|window| window.own_ns).sum();
        let seen = decoded.learnt.interruptions * span_ns;
        assert!((90.0..120.0).contains(&seen), "{seen} of 100 interruptions");
        let alone = decode(&all, &EDGES_NS, NOISE_NS, &[Level::reference()], 3, None);
        assert!(decoded.nats - alone.nats < super::super::levels::cost(1), "a second level gains nothing");
    }

    #[test]
    fn a_visit_within_a_window_is_told_by_its_neighbours() {
        // The clock is slower in every third pair of windows, and for a third of the long window
        // before it.
        let is_slower = |at: usize| at % 6 >= 4;
        let late_ns = |at: usize| if at % 6 == 3 { EDGES_NS[1] * SLOWER.exp_m1() / 3.0 } else { 0.0 };
        let decoded = decode(&windows(1_200, is_slower, late_ns), &EDGES_NS, NOISE_NS, &levels(), 3, None);
        let mixed: f64 = decoded.windows.iter().skip(3).step_by(6).map(|told| told.mixed).sum();
        assert!(mixed > 190.0, "{mixed} of 200");
    }
}
