//! Hypotheses about a window, and the probability density of its duration under each.
//!
//! A window on one level has the duration of its type on that level, unless one of these applies:
//! - A read of the clock was delayed, by a time that is the same for long and short windows.
//! - An interruption lengthened it. Its probability is proportional to the window's length; its
//!   duration has the same distribution for long and short windows. A slower clock lengthens both
//!   by the same fraction, so these probabilities distinguish it from interruptions without a rule
//!   of its own.
//! - The clock changed within it: then its duration is anywhere between those on the two levels.
//!   Some cores halt for a change, so such windows are interrupted more often.
//! - The clock visited another level within it and came back.

use statrs::function::erf::erfc;

use super::interruptions::{Hides, Lengths, class_of};
use super::levels::Level;
use super::parameters::{DWELL_NS, INTERRUPTIONS, PART_OF_READS_LATE, WITHIN_A_LEVEL};
use super::windows::Windows;

/// Density of a window that no hypothesis explains.
const NOWHERE: f64 = 1e-12;

/// Learned parameters of the clock and of the interruptions.
#[derive(Debug, Clone)]
pub(super) struct Learnt {
    /// Interruptions per nanosecond.
    pub(super) interruptions: f64,
    pub(super) lengths: Lengths,
    /// Fraction of delayed reads; below it their mean delay in nanoseconds.
    pub(super) read_delays: f64,
    pub(super) read_delay_ns: f64,
    /// Changes per nanosecond, one row of destinations per level.
    pub(super) rates: Vec<f64>,
    /// Probability that a change halts the core.
    pub(super) halts: f64,
}

/// Quantities of one window on one level, computed before decoding.
#[derive(Debug, Clone, Copy)]
struct Cell {
    /// Probability density of an undisturbed window on this level.
    clean: f64,
    /// Duration beyond the expected one on this level, in nanoseconds; negative if shorter.
    excess_ns: f64,
    /// Expected duration on this level, in nanoseconds.
    takes_ns: f64,
    /// Length class of an interruption of `excess_ns`.
    class: usize,
    /// Probability that the true duration of a window between two levels is above that on this
    /// level.
    above: f64,
}

/// Weights of a change, or of a stay, within a window: probability times the density of the
/// window's duration.
#[derive(Debug, Clone, Copy)]
pub(super) struct Way {
    /// Without a visible interruption.
    pub(super) going: f64,
    /// With a visible interruption.
    pub(super) broken: f64,
}

/// Distance of two levels.
#[derive(Debug, Clone, Copy)]
struct Gap {
    /// Reciprocal of the log distance from the first level to the second; 0 from a level to itself.
    by_distance: f64,
    /// Logarithm of the difference of their cycle times, as a fraction of that on the reference
    /// level.
    ln_part: f64,
}

/// Hypotheses about the windows of a recording, given the parameters learned so far.
pub(super) struct Hypotheses<'a> {
    pub(super) windows: &'a Windows,
    pub(super) levels: &'a [Level],
    pub(super) noise_ns: f64,
    pub(super) learnt: Learnt,
    /// Expected duration of each window on the reference level, in nanoseconds.
    pub(super) reference_ns: Vec<f64>,
    /// Logarithm of `reference_ns`.
    ln_reference: Vec<f64>,
    /// Logarithm of each window's duration divided by `reference_ns`.
    pub(super) late: Vec<f64>,
    /// Row of levels for each window.
    cells: Vec<Cell>,
    /// Row of destinations for each level.
    gaps: Vec<Gap>,
    /// Total rate of changes away from each level, per nanosecond.
    leaving: Vec<f64>,
}

impl<'a> Hypotheses<'a> {
    pub(super) fn of(
        windows: &'a Windows,
        edges: &[f64],
        noise_ns: f64,
        levels: &'a [Level],
        known: Option<&Learnt>,
    ) -> Hypotheses<'a> {
        let count = levels.len();
        let late: Vec<f64> = windows.list.iter().map(|window| window.late(edges)).collect();
        let reference_ns: Vec<f64> =
            windows.list.iter().map(|window| edges[window.window_type] * window.iterations).collect();
        let factors: Vec<f64> = levels.iter().map(Level::factor).collect();
        let within = WITHIN_A_LEVEL.get();
        let mut cells = Vec::with_capacity(windows.list.len() * count);
        for ((window, late), reference_ns) in windows.list.iter().zip(&late).zip(&reference_ns) {
            let scatter = noise_ns / window.time_ns;
            let took_ns = window.time_ns * window.iterations;
            cells.extend(levels.iter().zip(&factors).map(|(level, factor)| {
                let sigma = scatter.hypot(level.spread);
                let off = (late - level.slower) / sigma;
                let takes_ns = reference_ns * factor;
                let excess_ns = took_ns - takes_ns;
                Cell {
                    clean: falls(0.5 * off * off) / (sigma * (2.0 * std::f64::consts::PI).sqrt()) + NOWHERE,
                    excess_ns,
                    takes_ns,
                    class: if excess_ns > 1.0 { class_of(excess_ns.ln()) } else { 0 },
                    above: upper_tail((level.slower - late) / scatter.hypot(within)),
                }
            }));
        }
        let gap = |from: &Level, to: &Level| Gap {
            by_distance: if from == to { 0.0 } else { (to.slower - from.slower).recip() },
            ln_part: (to.factor() - from.factor()).abs().ln(),
        };
        let gaps = levels.iter().flat_map(|from| levels.iter().map(move |to| gap(from, to))).collect();
        let learnt = known.cloned().unwrap_or_else(|| Learnt {
            interruptions: INTERRUPTIONS.get(),
            lengths: Lengths::unknown(),
            read_delays: PART_OF_READS_LATE.get(),
            read_delay_ns: (3.0 * noise_ns).max(windows.read_cost_ns / 2.0),
            rates: vec![1.0 / DWELL_NS.get() / (count.max(2) - 1) as f64; count * count],
            halts: 0.0,
        });
        let ln_reference = reference_ns.iter().map(|ns| ns.ln()).collect();
        Hypotheses {
            windows,
            levels,
            noise_ns,
            leaving: leaving(&learnt, count),
            learnt,
            reference_ns,
            ln_reference,
            late,
            cells,
            gaps,
        }
    }

    /// Replaces the learned parameters.
    pub(super) fn take(&mut self, learnt: Learnt) {
        self.leaving = leaving(&learnt, self.levels.len());
        self.learnt = learnt;
    }

    /// Returns the terms that the hypotheses about window `at` share.
    pub(super) fn window(&self, at: usize) -> Window<'_, 'a> {
        let uninterrupted = falls(self.learnt.interruptions * self.reference_ns[at]);
        Window {
            of: self,
            at,
            stands_ns: self.windows.list[at].stands_ns,
            interrupted: 1.0 - uninterrupted,
            halted: 1.0 - uninterrupted * (1.0 - self.learnt.halts),
        }
    }
}

/// Total rate of changes away from each of `count` levels, per nanosecond.
fn leaving(learnt: &Learnt, count: usize) -> Vec<f64> {
    let elsewhere = |from: usize| (0..count).filter(move |&to| to != from).map(move |to| from * count + to);
    (0..count).map(|from| elsewhere(from).map(|place| learnt.rates[place]).sum()).collect()
}

/// Terms that the hypotheses about one window share.
#[derive(Clone, Copy)]
pub(super) struct Window<'b, 'a> {
    of: &'b Hypotheses<'a>,
    at: usize,
    stands_ns: f64,
    /// Probability of an interruption.
    pub(super) interrupted: f64,
    /// Probability of an interruption if the clock changes in the window.
    halted: f64,
}

impl<'b, 'a> Window<'b, 'a> {
    fn cell(&self, level: usize) -> &'b Cell {
        &self.of.cells[self.at * self.of.levels.len() + level]
    }

    /// Density on one level without an interruption, and its component without a delayed read.
    pub(super) fn undisturbed(&self, level: usize) -> (f64, f64) {
        let Learnt { read_delays, read_delay_ns, .. } = self.of.learnt;
        let cell = self.cell(level);
        let clean = cell.clean * (1.0 - read_delays);
        if cell.excess_ns <= 0.0 {
            return (clean, clean);
        }
        let late = falls(cell.excess_ns.max(1.0) / read_delay_ns) / read_delay_ns * cell.takes_ns;
        (clean + read_delays * late, clean)
    }

    /// Duration beyond the expected one on `level`, in nanoseconds, and its length class. `None` if
    /// the window is not longer.
    pub(super) fn excess(&self, level: usize) -> Option<(f64, usize)> {
        let cell = self.cell(level);
        (cell.excess_ns > 0.0).then_some((cell.excess_ns, cell.class))
    }

    /// Density on one level with an interruption.
    fn longer(&self, level: usize) -> f64 {
        let cell = self.cell(level);
        if cell.excess_ns <= 0.0 {
            return 0.0;
        }
        self.of.learnt.lengths.density(cell.class) / cell.excess_ns.max(1.0) * cell.takes_ns
    }

    /// Returns the terms that the hypotheses with this first level share.
    pub(super) fn from(self, level: usize) -> From<'b, 'a> {
        let leaving = self.of.leaving[level];
        let stays = falls(leaving * self.stands_ns);
        From {
            window: self,
            level,
            stays,
            goes: (1.0 - stays) / leaving.max(1e-30),
            late: self.of.late[self.at] - self.of.levels[level].slower,
            cell: self.cell(level),
            longer: self.longer(level),
        }
    }
}

/// Terms that the hypotheses about one window with the same first level share.
pub(super) struct From<'b, 'a> {
    window: Window<'b, 'a>,
    level: usize,
    /// Probability that the clock stays on the level.
    stays: f64,
    /// Probability that the clock leaves the level, divided by the rate of leaving it.
    goes: f64,
    /// Logarithm of the window's duration divided by the expected one on the level.
    late: f64,
    cell: &'b Cell,
    longer: f64,
}

impl From<'_, '_> {
    fn gap(&self, to: usize) -> Gap {
        self.window.of.gaps[self.level * self.window.of.levels.len() + to]
    }

    /// Probability that the clock changes to level `to`.
    fn goes(&self, to: usize) -> f64 {
        self.goes * self.window.of.learnt.rates[self.level * self.window.of.levels.len() + to]
    }

    /// Interruptions that are too short to lengthen a window beyond the slower of the two levels.
    fn hides(&self, to: usize) -> Hides {
        let ln_reference = self.window.of.ln_reference[self.window.at];
        self.window.of.learnt.lengths.hides(class_of(ln_reference + self.gap(to).ln_part))
    }

    /// Probability that a window with a change is not longer than on the slower of the two levels.
    fn unseen(&self, to: usize) -> f64 {
        let halted = self.window.halted;
        1.0 - halted + halted * self.hides(to).part
    }

    /// Interruptions in such a window: their probability and expected duration in nanoseconds.
    pub(super) fn hidden(&self, to: usize) -> Hides {
        let hides = self.hides(to);
        let each = self.window.halted / self.unseen(to);
        Hides { part: each * hides.part, ns: each * hides.ns }
    }

    /// Weight of staying on the level.
    pub(super) fn stay(&self) -> Way {
        let interrupted = self.window.interrupted;
        Way {
            going: self.stays * (1.0 - interrupted) * self.window.undisturbed(self.level).0,
            broken: self.stays * interrupted * self.longer,
        }
    }

    /// Weight of a change to level `to`.
    pub(super) fn change(&self, to: usize) -> Way {
        let between = (self.cell.above - self.window.cell(to).above) * self.gap(to).by_distance;
        let longer = if self.longer > 0.0 { self.longer.min(self.window.longer(to)) } else { 0.0 };
        if between <= 0.0 && longer <= 0.0 {
            return Way { going: 0.0, broken: 0.0 };
        }
        let goes = self.goes(to);
        Way {
            going: if between > 0.0 { goes * between * self.unseen(to) } else { 0.0 },
            broken: goes * self.window.halted * longer,
        }
    }

    /// Weight of a visit to level `to` and back. The duration of a visit is exponentially
    /// distributed.
    pub(super) fn visit(&self, to: usize) -> f64 {
        let gap = self.gap(to);
        let part = self.late * gap.by_distance;
        if part <= 0.0 || part >= 1.0 {
            return 0.0;
        }
        let returns = self.window.of.leaving[to] * self.window.stands_ns;
        let density = 0.5 * returns * falls(returns * part) * gap.by_distance.abs();
        self.goes(to) * density * self.unseen(to)
    }
}

/// Exponential of −`x`, for `x` ≥ 0. Most arguments are so small or so large that a series or 0
/// suffices.
fn falls(x: f64) -> f64 {
    match x {
        0.0..0.01 => 1.0 - x * (1.0 - x / 2.0 * (1.0 - x / 3.0)),
        0.01..60.0 => (-x).exp(),
        _ => 0.0,
    }
}

/// Probability that a standard normal variable exceeds `sigmas`; 0 or 1 beyond nine standard
/// deviations.
fn upper_tail(sigmas: f64) -> f64 {
    match sigmas {
        ..-9.0 => 1.0,
        -9.0..9.0 => 0.5 * erfc(sigmas / std::f64::consts::SQRT_2),
        _ => 0.0,
    }
}
