//! What may have happened in a window, and how probable each makes what it took.
//!
//! A window that the clock spends on one level takes what its sort takes there, ...
//! - or a read of the clock was late, by nanoseconds, in long windows as in short ones;
//! - or something interrupted it: with a probability proportional to its length, and for a time whose distribution is the same
//!   for long windows and short ones. So a slower clock, which makes both longer by the same part, is told from interruptions by
//!   their probabilities, and by no rule of its own;
//! - or the clock changed within it: then it is anywhere between the two levels. Some cores halt for a change: such a window is
//!   interrupted more often than others;
//! - or the clock visited another level within it and came back.

use statrs::function::erf::erfc;

use super::interruptions::{Hides, Lengths, class_of};
use super::levels::Level;
use super::parameters::{DWELL_NS, INTERRUPTIONS, PART_OF_READS_LATE, WITHIN_A_LEVEL};
use super::windows::Windows;

/// What no hypothesis explains is as improbable as this.
const NOWHERE: f64 = 1e-12;

/// What is learnt of a clock and of what interrupts it.
#[derive(Debug, Clone)]
pub(super) struct Learnt {
    /// Interruptions a nanosecond.
    pub(super) interruptions: f64,
    pub(super) lengths: Lengths,
    /// The part of the reads that are late, and by how much on average, in nanoseconds.
    pub(super) late_reads: f64,
    pub(super) late_reads_ns: f64,
    /// Changes from level to level, a nanosecond.
    pub(super) rates: Vec<f64>,
    /// The probability that a change halts the core.
    pub(super) halts: f64,
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

/// How the clock can go from one level to another in a window, or stay: densities of what the window took.
#[derive(Debug, Clone, Copy)]
pub(super) struct Way {
    /// If nothing interrupted it that shows.
    pub(super) going: f64,
    /// If something did.
    pub(super) broken: f64,
}

/// From one level to another, and how they lie.
#[derive(Debug, Clone, Copy)]
struct Gap {
    /// One by the distance of the second from the first; 0 from a level to itself.
    by_distance: f64,
    /// The logarithm of the distance as a part of a window.
    ln_part: f64,
}

/// The hypotheses about the windows of a recording, by what is learnt so far.
pub(super) struct Hypotheses<'a> {
    pub(super) windows: &'a Windows,
    pub(super) levels: &'a [Level],
    pub(super) noise_ns: f64,
    pub(super) learnt: Learnt,
    /// What each window would take on the usual level, in nanoseconds, ...
    pub(super) usual_ns: Vec<f64>,
    /// ...the logarithm of that, ...
    ln_usual: Vec<f64>,
    /// ...and of what it took by that.
    pub(super) late: Vec<f64>,
    /// A row of levels for each window.
    cells: Vec<Cell>,
    /// From each level a row to each.
    gaps: Vec<Gap>,
    /// All ways from a level, a nanosecond.
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
        let usual_ns: Vec<f64> =
            windows.list.iter().map(|window| edges[window.sort] * window.trips).collect();
        let factors: Vec<f64> = levels.iter().map(Level::factor).collect();
        let within = WITHIN_A_LEVEL.get();
        let mut cells = Vec::with_capacity(windows.list.len() * count);
        for ((window, late), usual_ns) in windows.list.iter().zip(&late).zip(&usual_ns) {
            let scatter = noise_ns / window.time_ns;
            let took_ns = window.time_ns * window.trips;
            cells.extend(levels.iter().zip(&factors).map(|(level, factor)| {
                let sigma = scatter.hypot(level.spread);
                let off = (late - level.slower) / sigma;
                let takes_ns = usual_ns * factor;
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
            late_reads: PART_OF_READS_LATE.get(),
            late_reads_ns: (3.0 * noise_ns).max(windows.access_ns / 2.0),
            rates: vec![1.0 / DWELL_NS.get() / (count.max(2) - 1) as f64; count * count],
            halts: 0.0,
        });
        let ln_usual = usual_ns.iter().map(|ns| ns.ln()).collect();
        Hypotheses {
            windows,
            levels,
            noise_ns,
            leaving: leaving(&learnt, count),
            learnt,
            usual_ns,
            ln_usual,
            late,
            cells,
            gaps,
        }
    }

    /// The same by what was `learnt` since.
    pub(super) fn take(&mut self, learnt: Learnt) {
        self.leaving = leaving(&learnt, self.levels.len());
        self.learnt = learnt;
    }

    /// What the hypotheses about window `at` have in common.
    pub(super) fn window(&self, at: usize) -> Window<'_, 'a> {
        let uninterrupted = falls(self.learnt.interruptions * self.usual_ns[at]);
        Window {
            of: self,
            at,
            stands_ns: self.windows.list[at].stands_ns,
            interrupted: 1.0 - uninterrupted,
            halted: 1.0 - uninterrupted * (1.0 - self.learnt.halts),
        }
    }
}

/// All ways from each of so many levels, a nanosecond.
fn leaving(learnt: &Learnt, count: usize) -> Vec<f64> {
    let elsewhere = |from: usize| (0..count).filter(move |&to| to != from).map(move |to| from * count + to);
    (0..count).map(|from| elsewhere(from).map(|place| learnt.rates[place]).sum()).collect()
}

/// What the hypotheses about one window have in common.
#[derive(Clone, Copy)]
pub(super) struct Window<'b, 'a> {
    of: &'b Hypotheses<'a>,
    at: usize,
    stands_ns: f64,
    /// The probability that something interrupts it, ...
    pub(super) interrupted: f64,
    /// ...and the same if the clock changes in it.
    halted: f64,
}

impl<'b, 'a> Window<'b, 'a> {
    fn cell(&self, level: usize) -> &'b Cell {
        &self.of.cells[self.at * self.of.levels.len() + level]
    }

    /// What one level makes of it if nothing interrupted it: its density, and the part of that without a late read.
    pub(super) fn undisturbed(&self, level: usize) -> (f64, f64) {
        let Learnt { late_reads, late_reads_ns, .. } = self.of.learnt;
        let cell = self.cell(level);
        let clean = cell.clean * (1.0 - late_reads);
        if cell.excess_ns <= 0.0 {
            return (clean, clean);
        }
        let late = falls(cell.excess_ns.max(1.0) / late_reads_ns) / late_reads_ns * cell.takes_ns;
        (clean + late_reads * late, clean)
    }

    /// By how much it is longer than on `level`, if it is: nanoseconds, and their class.
    pub(super) fn excess(&self, level: usize) -> Option<(f64, usize)> {
        let cell = self.cell(level);
        (cell.excess_ns > 0.0).then_some((cell.excess_ns, cell.class))
    }

    /// What one level makes of it if something interrupted it.
    fn longer(&self, level: usize) -> f64 {
        let cell = self.cell(level);
        if cell.excess_ns <= 0.0 {
            return 0.0;
        }
        self.of.learnt.lengths.density(cell.class) / cell.excess_ns.max(1.0) * cell.takes_ns
    }

    /// The hypotheses that begin on one level.
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

/// What the hypotheses about one window have in common that begin on one level.
pub(super) struct From<'b, 'a> {
    window: Window<'b, 'a>,
    level: usize,
    /// The probability that the clock stays there, ...
    stays: f64,
    /// ...and that it goes, by the rate.
    goes: f64,
    /// By how much the window is later than on that level.
    late: f64,
    cell: &'b Cell,
    longer: f64,
}

impl From<'_, '_> {
    fn gap(&self, to: usize) -> Gap {
        self.window.of.gaps[self.level * self.window.of.levels.len() + to]
    }

    /// The probability that the clock goes to another level.
    fn goes(&self, to: usize) -> f64 {
        self.goes * self.window.of.learnt.rates[self.level * self.window.of.levels.len() + to]
    }

    /// What hides between the two levels.
    fn hides(&self, to: usize) -> Hides {
        let ln_usual = self.window.of.ln_usual[self.window.at];
        self.window.of.learnt.lengths.hides(class_of(ln_usual + self.gap(to).ln_part))
    }

    /// The probability that the window, in which the clock changes, is not longer than on either level.
    fn unseen(&self, to: usize) -> f64 {
        let halted = self.window.halted;
        1.0 - halted + halted * self.hides(to).part
    }

    /// If it is not: what was interrupted in spite of that, as a probability and in nanoseconds.
    pub(super) fn hidden(&self, to: usize) -> Hides {
        let hides = self.hides(to);
        let each = self.window.halted / self.unseen(to);
        Hides { part: each * hides.part, ns: each * hides.ns }
    }

    /// The clock stays.
    pub(super) fn stay(&self) -> Way {
        let interrupted = self.window.interrupted;
        Way {
            going: self.stays * (1.0 - interrupted) * self.window.undisturbed(self.level).0,
            broken: self.stays * interrupted * self.longer,
        }
    }

    /// The clock changes to another level.
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

    /// The clock visits another level and comes back, after a time that is exponential.
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

/// The exponential of −`x`, for `x` of 0 and more: nearly all are so small or so large that it is known without.
fn falls(x: f64) -> f64 {
    match x {
        0.0..0.01 => 1.0 - x * (1.0 - x / 2.0 * (1.0 - x / 3.0)),
        0.01..60.0 => (-x).exp(),
        _ => 0.0,
    }
}

/// The probability that a normal variable is above `sigmas` standard deviations: beyond nine it is known without.
fn upper_tail(sigmas: f64) -> f64 {
    match sigmas {
        ..-9.0 => 1.0,
        -9.0..9.0 => 0.5 * erfc(sigmas / std::f64::consts::SQRT_2),
        _ => 0.0,
    }
}
