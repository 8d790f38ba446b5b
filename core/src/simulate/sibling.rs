//! The SMT sibling: a second thread on the core's execution ports, reads and front end.
//!
//! While it is busy, chains lose a few nanoseconds now and then to its instructions, more often the
//! more ports they compete for. It never stops them, so its effect is not in any account of the
//! system.
//!
//! The figures are measurements on a Cascade Lake guest, 2026-11: chains of known length with the
//! clock constant in an exact bin, with siblings of different load, compared with the same windows
//! while the sibling was idle.

use rand::RngExt;
use rand::rngs::SmallRng;
use rand_distr::{Distribution, Gamma};

use crate::chain::ChainKind;

use super::exponential;

/// An SMT sibling that is busy in bursts. The durations of bursts and of the pauses between are
/// exponential.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sibling {
    /// The share of the time in which it is busy, 0 to 1.
    pub busy: f64,
    /// Mean duration of a burst, in nanoseconds.
    pub burst_ns: f64,
}

impl Sibling {
    /// Mean lengthening of `kind` under contention because of stalls between its steps, as a
    /// fraction of its uncontended time.
    ///
    /// Additions and the like compete for every integer port (0, 1, 5 and 6 on Cascade Lake),
    /// rotations for two of them, multiplications for one. For the tight loop see
    /// [`Sibling::cycles_factor`].
    pub const fn stall_fraction(kind: ChainKind) -> f64 {
        match kind {
            ChainKind::Decrement
            | ChainKind::Add
            | ChainKind::Xor
            | ChainKind::Subtract
            | ChainKind::Mixed => 0.012,
            ChainKind::Rotate => 0.006,
            ChainKind::Multiply => 0.001,
            ChainKind::FloatAdd | ChainKind::FloatMultiply => 0.002,
            ChainKind::TightLoop => 0.0,
        }
    }

    /// Factor by which the cycles of `kind` increase under contention.
    ///
    /// 2.0 to 2.4 for the tight loop: the two threads take turns at the front end, and its
    /// iteration then takes two cycles. Unrolled chains need the front end far less often than
    /// every second cycle.
    pub const fn cycles_factor(kind: ChainKind) -> f64 {
        match kind {
            ChainKind::TightLoop => 2.1,
            _ => 1.0,
        }
    }
}

/// Mean duration of a stall, in nanoseconds; durations are exponential. With this value the share
/// of windows that reach the edge falls with their length as measured: at 20 µs a few percent of
/// multiplications, no additions.
const STALL_NS: f64 = 15.0;

/// Time that a busy sibling adds to a clock read before its count, and again after it, in
/// nanoseconds on average: windows of 3 µs of multiplications took 15 ns more in the median.
const READ_NS: f64 = 11.0;

/// The number of stalls in a burst varies by a factor with mean 1, drawn from the gamma
/// distribution of this shape, because a sibling's work varies: in windows of 70 µs of additions
/// the middle half lost 0.9 to 1.8 % under contention, the least 0.3 %.
const INTENSITY_SHAPE: f64 = 2.0;

/// A sibling at work, in virtual time.
#[derive(Debug)]
pub(super) struct SiblingState {
    sibling: Sibling,
    /// Intensity of its contention; 0 while it is idle.
    intensity: f64,
    /// Time at which it starts or stops, in nanoseconds.
    pub next_ns: f64,
}

impl SiblingState {
    pub fn new(sibling: Sibling, random: &mut SmallRng) -> SiblingState {
        let mut neighbour = SiblingState { sibling, intensity: 0.0, next_ns: 0.0 };
        neighbour.turn(random.random::<f64>() < sibling.busy, random);
        neighbour
    }

    /// It starts if it was idle, and stops if it was busy.
    pub fn switch(&mut self, random: &mut SmallRng) {
        self.turn(!self.is_busy(), random);
    }

    fn turn(&mut self, busy: bool, random: &mut SmallRng) {
        let Sibling { busy: share, burst_ns } = self.sibling;
        let (stays_ns, intensity) = if busy {
            let intensity = Gamma::new(INTENSITY_SHAPE, INTENSITY_SHAPE.recip()).expect("a positive shape");
            (burst_ns, intensity.sample(random))
        } else {
            (burst_ns * (1.0 - share) / share, 0.0)
        };
        self.intensity = intensity;
        self.next_ns += if stays_ns.is_finite() { exponential(stays_ns, random) } else { f64::INFINITY };
    }

    pub fn is_busy(&self) -> bool {
        self.intensity > 0.0
    }

    /// Time until the next stall of `kind`, and the duration of the stall, in nanoseconds; `None`
    /// if `kind` does not stall.
    pub fn next_stall_ns(&self, kind: ChainKind, random: &mut SmallRng) -> Option<(f64, f64)> {
        let part = self.intensity * Sibling::stall_fraction(kind);
        (part > 0.0).then(|| (exponential(STALL_NS / part, random), exponential(STALL_NS, random)))
    }

    /// Time that it adds to one half of a clock read, in nanoseconds.
    pub fn read_ns(&self, random: &mut SmallRng) -> f64 {
        if self.is_busy() { exponential(READ_NS, random) } else { 0.0 }
    }

    /// Factor by which the cycles of `kind` increase now.
    pub fn cycles_factor(&self, kind: ChainKind) -> f64 {
        if self.is_busy() { Sibling::cycles_factor(kind) } else { 1.0 }
    }
}
