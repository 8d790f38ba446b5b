//! On which level the clock was in each window, and which windows something interrupted: a hidden Markov model.
//!
//! The clock goes from level to level by rates that are learnt. A window that it spends on one level takes what its sort takes
//! there, ...
//! - or a read of the clock was late, by nanoseconds, in long windows as in short ones;
//! - or something interrupted it: with a probability proportional to its length, and for a time whose distribution is the same
//!   for long windows and short ones. So a slower clock, which makes both longer by the same part, is told from interruptions by
//!   their probabilities, and by no rule of its own;
//! - or the clock changed within it: then it is anywhere between the two levels;
//! - or the clock visited another level within it and came back.
//!
//! What the windows say of the rates and of the interruptions is found by expectation and maximisation in turn (L. E. Baum et al.,
//! A maximization technique occurring in the statistical analysis of probabilistic functions of Markov chains, Ann. Math. Stat. 41
//! (1970) 164-171).

use statrs::function::erf::erfc;

use super::levels::Level;
use super::parameters::{DWELL_NS, DWELL_WEIGHT, WITHIN_A_LEVEL};
use super::windows::{Window, Windows};

/// The lengths of interruptions are counted in so many classes, equal in the logarithm, ...
const CLASSES: usize = 37;

/// ...from this on, in nanoseconds, ...
const FIRST_CLASS_NS: f64 = 30.0;

/// ...to this.
const LAST_CLASS_NS: f64 = 3e8;

/// Interruptions a nanosecond before anything is known of them: 300 a second.
const INTERRUPTIONS: f64 = 300e-9;

/// The part of the reads that are late, before anything is known of them, and at most.
const LATE_READS: f64 = 0.05;
const MOST_LATE_READS: f64 = 0.4;

/// By how much late reads are late on average at most, in nanoseconds.
const LATEST_READS_NS: f64 = 150.0;

/// What no hypothesis explains is as improbable as this.
const NOWHERE: f64 = 1e-12;

/// A level on which the clock was with less than this probability is not left for another: what it would add is lost in the noise,
/// and most levels are that improbable in most windows.
const PRUNED: f64 = 1e-6;

/// What one pass of decoding says of each window, and of all.
#[derive(Debug)]
pub(super) struct Decoded {
    pub(super) levels: Vec<Level>,
    /// For each window, that the clock was on each of the levels.
    pub(super) on: Vec<f64>,
    pub(super) windows: Vec<Told>,
    /// The logarithm of the windows' probability.
    pub(super) nats: f64,
    /// Interruptions a nanosecond.
    pub(super) interruptions: f64,
    /// The lengths of interruptions: nanoseconds and probability.
    pub(super) lengths: Vec<(f64, f64)>,
    /// Changes from level to level that were seen.
    pub(super) changes: f64,
    /// What a further pass would begin with.
    pub(super) learnt: Learnt,
}

/// What is told of one window.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Told {
    /// The place of its most probable level.
    pub(super) level: usize,
    /// The probability of that.
    pub(super) certainty: f64,
    /// What it would take on the usual level, in nanoseconds, at its own trips.
    pub(super) usual_ns: f64,
    /// The logarithm of what it took by that.
    pub(super) late: f64,
    /// The probability that something interrupted it.
    pub(super) interrupted: f64,
    /// By how much it takes longer than on the usual level, if it was: its level's factor.
    pub(super) slower: f64,
    /// The probability that the clock changed in it.
    pub(super) mixed: f64,
    /// The distance of the levels between which it did.
    pub(super) reach: f64,
    /// Of that the probability that it visited a level within the window.
    pub(super) visit: f64,
    /// The probability that nothing came between, and no read was late.
    pub(super) clean: f64,
}

impl Decoded {
    /// Forgets the levels that are not `kept`, for a further pass.
    pub(super) fn keep(&mut self, kept: &[bool]) {
        let of = |from: usize, to: usize| kept[from] && kept[to];
        let count = kept.len();
        let rates = self.learnt.rates.iter().enumerate();
        self.learnt.rates =
            rates.filter(|(at, _)| of(at / count, at % count)).map(|(_, rate)| *rate).collect();
        let mut kept = kept.iter();
        self.levels.retain(|_| kept.next().is_some_and(|kept| *kept));
    }

    /// The share of each level in what the windows weigh.
    pub(super) fn shares(&self, windows: &Windows, weight: impl Fn(&Window) -> f64) -> Vec<f64> {
        let (count, all) = (self.levels.len(), windows.list.iter().map(&weight).sum::<f64>());
        let share = |level: usize| {
            let on = self.on.iter().skip(level).step_by(count);
            on.zip(&windows.list).map(|(on, window)| on * weight(window)).sum::<f64>() / all
        };
        (0..count).map(share).collect()
    }

    /// By how much a window is later than on its level.
    pub(super) fn residual(&self, told: &Told) -> f64 {
        told.late - self.levels[told.level].slower
    }
}

/// What is known of one window and one level before decoding.
#[derive(Debug, Clone, Copy)]
struct Cell {
    /// Probability density of a window that the clock spent on this level undisturbed.
    clean: f64,
    /// By how much it took longer than on this level, in nanoseconds; negative where it was shorter.
    excess_ns: f64,
    /// What it would take on this level.
    takes_ns: f64,
    /// The class of interruptions that this excess is of.
    class: usize,
    /// The probability that a window between two levels is above this one.
    above: f64,
}

/// The logarithms of the bounds of the classes; the first holds all that is shorter.
fn bounds() -> [f64; CLASSES + 1] {
    let step = (LAST_CLASS_NS / FIRST_CLASS_NS).ln() / (CLASSES - 1) as f64;
    std::array::from_fn(|at| if at == 0 { 0.0 } else { FIRST_CLASS_NS.ln() + (at - 1) as f64 * step })
}

/// What is learnt of a clock and of what interrupts it.
#[derive(Debug, Clone)]
pub(super) struct Learnt {
    interruptions: f64,
    late_reads: f64,
    late_reads_ns: f64,
    /// Probability density of the logarithm of an interruption's length, by class.
    lengths: [f64; CLASSES],
    /// Changes from level to level, a nanosecond.
    rates: Vec<f64>,
}

/// Decodes `windows` by these levels, in so many passes, from what is `known` already.
pub(super) fn decode(
    windows: &Windows,
    edges: &[f64],
    noise_ns: f64,
    levels: &[Level],
    passes: usize,
    known: Option<&Learnt>,
) -> Decoded {
    let mut model = Model::of(windows, edges, noise_ns, levels);
    if let Some(known) = known {
        model.learnt = known.clone();
    }
    let mut decoded = model.pass();
    for _ in 1..passes {
        model.learn(&decoded);
        decoded = model.pass();
    }
    model.learn(&decoded);
    decoded.learnt = model.learnt;
    decoded
}

struct Model<'a> {
    windows: &'a Windows,
    levels: &'a [Level],
    noise_ns: f64,
    /// A row of levels for each window.
    cells: Vec<Cell>,
    usual_ns: Vec<f64>,
    late: Vec<f64>,
    learnt: Learnt,
    bounds: [f64; CLASSES + 1],
    /// From each level to each, one by the distance of the second from the first; 0 from a level to itself.
    by_gap: Vec<f64>,
    /// Of the last pass: changes seen, and time on each level.
    seen: Vec<f64>,
    stayed_ns: Vec<f64>,
}

/// What a window's hypotheses make of going from one level to another.
struct Step {
    /// The probability to stay on each level.
    stay: Vec<f64>,
    /// What each level makes of a window that was not interrupted.
    undisturbed: Vec<f64>,
    /// Of one that was.
    interrupted: Vec<f64>,
    /// From each level to each: not interrupted, interrupted, and visits from the first to the second.
    going: Vec<f64>,
    broken: Vec<f64>,
    visits: Vec<f64>,
}

impl Step {
    fn new(count: usize) -> Step {
        Step {
            stay: vec![0.0; count],
            undisturbed: vec![0.0; count],
            interrupted: vec![0.0; count],
            going: vec![0.0; count * count],
            broken: vec![0.0; count * count],
            visits: vec![0.0; count * count],
        }
    }
}

impl<'a> Model<'a> {
    fn of(windows: &'a Windows, edges: &[f64], noise_ns: f64, levels: &'a [Level]) -> Model<'a> {
        let bounds = bounds();
        let class_step = bounds[2] - bounds[1];
        let count = levels.len();
        let (mut cells, mut usual_ns, mut lates) =
            (Vec::with_capacity(windows.list.len() * count), vec![], vec![]);
        for window in &windows.list {
            let edge_ns = edges[window.sort];
            let late = window.late(edges);
            let scatter = noise_ns / window.time_ns;
            let on_usual_ns = edge_ns * window.trips;
            for level in levels {
                let sigma = scatter.hypot(level.spread);
                let off = (late - level.slower) / sigma;
                let factor = level.slower.exp();
                let excess_ns = (window.time_ns - edge_ns * factor) * window.trips;
                let place = (excess_ns.max(1.0).ln() - bounds[1]) / class_step;
                cells.push(Cell {
                    clean: (-0.5 * off * off).exp() / (sigma * (2.0 * std::f64::consts::PI).sqrt()) + NOWHERE,
                    excess_ns,
                    takes_ns: on_usual_ns * factor,
                    class: if place < 0.0 { 0 } else { (place as usize + 1).min(CLASSES - 1) },
                    above: upper_tail((level.slower - late) / scatter.hypot(WITHIN_A_LEVEL)),
                });
            }
            usual_ns.push(on_usual_ns);
            lates.push(late);
        }
        let by_gap =
            |(from, to): (&Level, &Level)| if from == to { 0.0 } else { (to.slower - from.slower).recip() };
        let by_gap =
            levels.iter().flat_map(|from| levels.iter().map(move |to| (from, to))).map(by_gap).collect();
        let mut rates = vec![1.0 / DWELL_NS / (count.max(2) - 1) as f64; count * count];
        for level in 0..count {
            rates[level * count + level] = 0.0;
        }
        Model {
            windows,
            levels,
            noise_ns,
            cells,
            usual_ns,
            late: lates,
            learnt: Learnt {
                interruptions: INTERRUPTIONS,
                late_reads: LATE_READS,
                late_reads_ns: (3.0 * noise_ns).max(windows.access_ns / 2.0),
                lengths: [1.0 / (bounds[CLASSES] - bounds[0]); CLASSES],
                rates,
            },
            bounds,
            by_gap,
            seen: vec![0.0; count * count],
            stayed_ns: vec![0.0; count],
        }
    }

    fn row(&self, at: usize) -> &[Cell] {
        &self.cells[at * self.levels.len()..][..self.levels.len()]
    }

    /// What one level makes of a window that was not interrupted: its density, and the part of it without a late read.
    fn undisturbed(&self, cell: &Cell) -> (f64, f64) {
        let clean = cell.clean * (1.0 - self.learnt.late_reads);
        let late = if cell.excess_ns > 0.0 {
            self.learnt.late_reads * falls(cell.excess_ns.max(1.0) / self.learnt.late_reads_ns)
                / self.learnt.late_reads_ns
                * cell.takes_ns
        } else {
            0.0
        };
        (clean + late, clean)
    }

    /// Fills `step` with what window `at` makes of each way from a level, on which the clock was with these probabilities, to
    /// another.
    fn step(&self, at: usize, before: &[f64], leaving: &[f64], step: &mut Step) {
        let count = self.levels.len();
        let row = self.row(at);
        let stands_ns = self.windows.list[at].stands_ns;
        let uninterrupted = falls(self.learnt.interruptions * self.usual_ns[at]);
        for (level, cell) in row.iter().enumerate() {
            step.stay[level] = falls(leaving[level] * stands_ns);
            step.undisturbed[level] = uninterrupted * self.undisturbed(cell).0;
            step.interrupted[level] = if cell.excess_ns > 0.0 {
                (1.0 - uninterrupted) * self.learnt.lengths[cell.class] / cell.excess_ns.max(1.0)
                    * cell.takes_ns
            } else {
                0.0
            };
        }
        for from in (0..count).filter(|&from| before[from] > PRUNED) {
            let ways = from * count..(from + 1) * count;
            let going = &mut step.going[ways.clone()];
            let broken = &mut step.broken[ways.clone()];
            let visits = &mut step.visits[ways.clone()];
            let goes = (1.0 - step.stay[from]) / leaving[from].max(1e-30);
            let beyond = self.late[at] - self.levels[from].slower;
            let mut visited = 0.0;
            for (to, (((rate, by_gap), cell), ((going, broken), visit))) in self.learnt.rates[ways.clone()]
                .iter()
                .zip(&self.by_gap[ways])
                .zip(row)
                .zip(going.iter_mut().zip(broken.iter_mut()).zip(visits.iter_mut()))
                .enumerate()
            {
                let go = goes * rate;
                *going = go * ((row[from].above - cell.above) * by_gap).max(0.0) * uninterrupted;
                *broken = go * step.interrupted[from].min(step.interrupted[to]);
                let part = beyond * by_gap;
                *visit = if part > 0.0 && part < 1.0 {
                    // It comes back within the window, and stays for a time that is exponential.
                    let returns = leaving[to] * stands_ns;
                    go * 0.5 * returns * falls(returns * part) * by_gap.abs() * uninterrupted
                } else {
                    0.0
                };
                visited += *visit;
            }
            going[from] = step.stay[from] * step.undisturbed[from] + visited;
            broken[from] = step.stay[from] * step.interrupted[from];
        }
    }

    fn leaving(&self) -> Vec<f64> {
        self.learnt.rates.chunks(self.levels.len()).map(|row| row.iter().sum()).collect()
    }

    /// One pass over the windows, forward and backward.
    fn pass(&mut self) -> Decoded {
        let (count, all) = (self.levels.len(), self.windows.list.len());
        let leaving = self.leaving();
        let mut step = Step::new(count);
        let mut ways = vec![0.0; all * count * count];
        let mut forward = vec![1.0 / count as f64; count];
        forward.resize((all + 1) * count, 0.0);
        let mut scales = Vec::with_capacity(all);
        for at in 0..all {
            let ways = &mut ways[at * count * count..][..count * count];
            let (before, after) = forward.split_at_mut((at + 1) * count);
            let (before, after) = (&before[at * count..], &mut after[..count]);
            self.step(at, before, &leaving, &mut step);
            for from in (0..count).filter(|&from| before[from] > PRUNED) {
                for (to, after) in after.iter_mut().enumerate() {
                    let place = from * count + to;
                    ways[place] = step.going[place] + step.broken[place] + f64::MIN_POSITIVE;
                    *after += before[from] * ways[place];
                }
            }
            let scale: f64 = after.iter().sum();
            after.iter_mut().for_each(|probability| *probability /= scale);
            scales.push(scale);
        }
        let mut on = vec![0.0; all * count];
        let mut told = vec![Told::default(); all];
        let mut backward = vec![1.0; count];
        self.seen.fill(0.0);
        self.stayed_ns.fill(0.0);
        let mut behind = vec![0.0; count];
        let halfway = |(from, to): (&Level, &Level)| f64::midpoint(from.slower, to.slower).exp();
        let pairs = self.levels.iter().flat_map(|from| self.levels.iter().map(move |to| (from, to)));
        let halfway: Vec<f64> = pairs.map(halfway).collect();
        for at in (0..all).rev() {
            let ways = &ways[at * count * count..][..count * count];
            let before = &forward[at * count..][..count];
            self.step(at, before, &leaving, &mut step);
            let on = &mut on[at * count..][..count];
            let mut of = Told { usual_ns: self.usual_ns[at], late: self.late[at], ..Told::default() };
            let (mut slower, mut reach) = (0.0, 0.0);
            behind.fill(0.0);
            for from in (0..count).filter(|&from| before[from] > PRUNED) {
                let place = from * count;
                let returns = before[from] * backward[from] / scales[at];
                let mut leaves = 0.0;
                for to in 0..count {
                    let reached = backward[to] / scales[at];
                    let share = before[from] * reached;
                    behind[from] += ways[place + to] * reached;
                    let passes = share * ways[place + to];
                    leaves += passes;
                    on[to] += passes / 2.0;
                    let broken = share * step.broken[place + to];
                    of.interrupted += broken;
                    slower += broken * halfway[place + to];
                    if from != to {
                        let mixed = share * step.going[place + to];
                        let visit = returns * step.visits[place + to];
                        of.mixed += mixed + visit;
                        of.visit += visit;
                        reach += (mixed + visit) * (self.levels[from].slower - self.levels[to].slower).abs();
                        self.seen[place + to] += passes + visit;
                        self.seen[to * count + from] += visit;
                    }
                }
                on[from] += leaves / 2.0;
            }
            of.slower = if of.interrupted > 1e-9 { slower / of.interrupted } else { 1.0 };
            of.reach = reach / of.mixed.max(1e-9);
            for (stayed_ns, on) in self.stayed_ns.iter_mut().zip(on.iter()) {
                *stayed_ns += on * self.windows.list[at].stands_ns;
            }
            let best = on
                .iter()
                .enumerate()
                .fold((0, 0.0), |best, (at, &p)| if p > best.1 { (at, p) } else { best });
            (of.level, of.certainty) = best;
            let (undisturbed, clean) = self.undisturbed(&self.row(at)[of.level]);
            of.clean =
                (1.0 - of.interrupted - of.mixed).max(0.0) * clean / undisturbed.max(f64::MIN_POSITIVE);
            told[at] = of;
            std::mem::swap(&mut backward, &mut behind);
        }
        let bounds = self.bounds.windows(2).zip(&self.learnt.lengths);
        let length = |(bounds, density): (&[f64], &f64)| {
            (f64::midpoint(bounds[0], bounds[1]).exp(), density * (bounds[1] - bounds[0]))
        };
        let lengths = bounds.map(length).collect();
        Decoded {
            levels: self.levels.to_vec(),
            on,
            windows: told,
            nats: scales.iter().map(|scale| scale.ln()).sum(),
            interruptions: self.learnt.interruptions,
            lengths,
            changes: self.seen.iter().sum(),
            learnt: self.learnt.clone(),
        }
    }

    /// Takes what a pass said of rates, interruptions and late reads.
    fn learn(&mut self, decoded: &Decoded) {
        let count = self.levels.len();
        for from in 0..count {
            for to in (0..count).filter(|&to| to != from) {
                let place = from * count + to;
                let prior = DWELL_WEIGHT / (count - 1) as f64;
                self.learnt.rates[place] =
                    (self.seen[place] + prior) / (self.stayed_ns[from] + DWELL_WEIGHT * DWELL_NS);
            }
        }
        let interrupted: f64 = decoded.windows.iter().map(|told| told.interrupted).sum();
        let exposed_ns: f64 = self.usual_ns.iter().sum();
        self.learnt.interruptions = (interrupted + 0.5) / (exposed_ns + 0.5 / INTERRUPTIONS);

        let mut classes = [0.05; CLASSES];
        let (mut late, mut not_mixed, mut late_ns, mut of_short) = (0.0, 0.0, 0.0, 0.0);
        for (at, told) in decoded.windows.iter().enumerate() {
            let cell = self.row(at)[told.level];
            let alone = (1.0 - told.interrupted - told.mixed).max(0.0);
            late += alone - told.clean;
            not_mixed += alone;
            if cell.excess_ns > 0.0 {
                classes[cell.class] += told.interrupted;
                if self.windows.sort(&self.windows.list[at]).is_short() {
                    late_ns += (alone - told.clean) * cell.excess_ns;
                    of_short += alone - told.clean;
                }
            }
        }
        let at = |class: isize| {
            usize::try_from(class).ok().and_then(|class| classes.get(class)).copied().unwrap_or(0.0)
        };
        let smooth: [f64; CLASSES] = std::array::from_fn(|class| {
            let class = class.cast_signed();
            0.25 * at(class - 1) + 0.5 * at(class) + 0.25 * at(class + 1)
        });
        let all: f64 = smooth.iter().sum();
        self.learnt.lengths =
            std::array::from_fn(|class| smooth[class] / all / (self.bounds[class + 1] - self.bounds[class]));
        self.learnt.late_reads = ((late + 1.0) / (not_mixed + 20.0)).min(MOST_LATE_READS);
        if of_short > 3.0 {
            let most = LATEST_READS_NS.max(4.0 * self.noise_ns);
            self.learnt.late_reads_ns = (late_ns / of_short).clamp(1.5 * self.noise_ns, most);
        }
    }
}

/// The exponential of −`x`, for `x` of 0 and more: nearly all are so small or so large that it is known without.
fn falls(x: f64) -> f64 {
    match x {
        0.0..0.01 => 1.0 - x * (1.0 - x / 2.0 * (1.0 - x / 3.0)),
        0.01..60.0 => (-x).exp(),
        _ => 0.0,
    }
}

/// The probability that a normal variable is above `sigmas` standard deviations.
fn upper_tail(sigmas: f64) -> f64 {
    0.5 * erfc(sigmas / std::f64::consts::SQRT_2)
}

#[cfg(test)]
mod tests {
    use crate::chain::{Kind, Length};

    use super::super::windows::Sort;
    use super::*;

    const NOISE_NS: f64 = 10.0;
    const EDGES_NS: [f64; 2] = [12e3, 100e3];
    /// A fifth slower.
    const SLOWER: f64 = 0.182;

    /// Short and long windows in turn, `late_ns` of the n-th of them beyond what it takes on its level.
    fn windows(count: usize, is_slower: impl Fn(usize) -> bool, late_ns: impl Fn(usize) -> f64) -> Windows {
        let sort = |length| Sort { kind: Kind::Add, length, steps: 1.0 };
        let mut at_ns = 0.0;
        let mut random = fastrand::Rng::with_seed(1);
        let window = |at: usize| {
            let level = if is_slower(at) { SLOWER.exp() } else { 1.0 };
            let noise: f64 = (0..12).map(|_| random.f64()).sum::<f64>() - 6.0;
            let time_ns = EDGES_NS[at % 2] * level + NOISE_NS * noise + late_ns(at);
            at_ns += time_ns;
            Window {
                sort: at % 2,
                at_ns: at_ns - time_ns,
                own_ns: time_ns,
                time_ns,
                trips: 1.0,
                stands_ns: time_ns,
            }
        };
        Windows {
            list: (0..count).map(window).collect(),
            sorts: vec![sort(Length::Short), sort(Length::Long)],
            quantum_ns: NOISE_NS,
            access_ns: NOISE_NS,
            taken: count,
            migrated: 0,
            from_ns: 0.0,
            rounds: count / 2,
            paused_ns: 0.0,
        }
    }

    fn levels() -> [Level; 2] {
        [Level::USUAL, Level { slower: SLOWER, ..Level::USUAL }]
    }

    #[test]
    fn a_slower_clock_makes_long_and_short_windows_late_alike() {
        let is_slower = |at: usize| (at / 50) % 2 == 1;
        let decoded = decode(&windows(2_000, is_slower, |_| 0.0), &EDGES_NS, NOISE_NS, &levels(), 3, None);
        // The first window after a change belongs to both levels.
        for (at, told) in decoded.windows.iter().enumerate().filter(|(at, _)| at % 50 != 0) {
            assert_eq!(told.level, usize::from(is_slower(at)), "window {at}: {told:?}");
            assert!(told.interrupted < 0.5, "window {at}: {told:?}");
        }
        assert!((30.0..50.0).contains(&decoded.changes), "{} of 39 changes", decoded.changes);
    }

    #[test]
    fn interruptions_of_long_windows_are_no_slower_clock() {
        // Of the long windows one in ten, by what a slower clock would not make of any.
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
        let alone = decode(&all, &EDGES_NS, NOISE_NS, &[Level::USUAL], 3, None);
        assert!(decoded.nats - alone.nats < super::super::levels::cost(1), "a second level gains nothing");
    }

    #[test]
    fn a_visit_within_a_window_is_told_by_its_neighbours() {
        // The clock is slower in every third pair of windows, and for a third of the long window before it.
        let is_slower = |at: usize| at % 6 >= 4;
        let late_ns = |at: usize| if at % 6 == 3 { EDGES_NS[1] * SLOWER.exp_m1() / 3.0 } else { 0.0 };
        let decoded = decode(&windows(1_200, is_slower, late_ns), &EDGES_NS, NOISE_NS, &levels(), 3, None);
        let mixed: f64 = decoded.windows.iter().skip(3).step_by(6).map(|told| told.mixed).sum();
        assert!(mixed > 190.0, "{mixed} of 200");
    }
}
