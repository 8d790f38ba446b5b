//! The SMT sibling: a second thread on the core's execution ports, reads and front end.
//!
//! While it is busy, chains lose a few nanoseconds now and then to its instructions, the more ports they compete
//! for. It never stops them, so what it costs shows in no account of the system.
//!
//! The figures are measurements on a Cascade Lake guest, 2026-11: chains of known length at a clock that stood in
//! an exact bin, beside busy siblings of different load, compared with the same windows while it was idle.

use rand::RngExt;
use rand::rngs::SmallRng;
use rand_distr::{Distribution, Gamma};

use crate::chain::Kind;

use super::exponential;

/// An SMT sibling that is busy in bursts. The lengths of bursts and of the pauses between are exponential.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sibling {
    /// The share of the time in which it is busy, 0 to 1.
    pub busy: f64,
    /// The mean length of a burst, in nanoseconds.
    pub burst_ns: f64,
}

impl Sibling {
    /// How much longer `kind` takes on average beside a busy sibling, because stalls come between its steps: a
    /// part of its time when alone.
    ///
    /// Additions and their like compete for every integer port (0, 1, 5 and 6 on Cascade Lake), rotations for two of
    /// them, multiplications for one. Of the tight loop see [`Sibling::cycles_factor`].
    pub const fn stalled_part(kind: Kind) -> f64 {
        match kind {
            Kind::Decrement | Kind::Add | Kind::Xor | Kind::Subtract | Kind::Mixed => 0.012,
            Kind::Rotate => 0.006,
            Kind::Multiply => 0.001,
            Kind::FloatAdd | Kind::FloatMultiply => 0.002,
            Kind::TightLoop => 0.0,
        }
    }

    /// By how much the cycles of `kind` multiply beside a busy sibling.
    ///
    /// 2.0 to 2.4 for the tight loop: the two threads take turns at the front end, and its iteration then takes two
    /// cycles. Unrolled chains need the front end far less often than every second cycle.
    pub const fn cycles_factor(kind: Kind) -> f64 {
        match kind {
            Kind::TightLoop => 2.1,
            _ => 1.0,
        }
    }
}

/// The mean length of a stall, in nanoseconds; lengths are exponential. With it the share of windows that reach the
/// edge falls with their length as measured: of 20 µs of multiplications some percent, of additions none.
const STALL_NS: f64 = 15.0;

/// What a busy sibling adds to a read of the clock before its count, and once more after it, in nanoseconds on
/// average: windows of 3 µs of multiplications took 15 ns more in the median.
const READ_NS: f64 = 11.0;

/// The stalls of a burst are more or fewer by a factor of mean 1, drawn from the gamma distribution of this shape, as
/// what a sibling does changes: of windows of 70 µs of additions the middle half lost 0.9 to 1.8 % beside one, the
/// least 0.3 %.
const INTENSITY_SHAPE: f64 = 2.0;

/// A sibling at work, in virtual time.
#[derive(Debug)]
pub(super) struct Neighbour {
    sibling: Sibling,
    /// How hard it contends; 0 while it is idle.
    intensity: f64,
    /// When it starts or stops, in nanoseconds.
    pub next_ns: f64,
}

impl Neighbour {
    pub fn new(sibling: Sibling, random: &mut SmallRng) -> Neighbour {
        let mut neighbour = Neighbour { sibling, intensity: 0.0, next_ns: 0.0 };
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

    /// How long it takes until `kind` stalls, and for how long it does, in nanoseconds; absent where it does not.
    pub fn next_stall_ns(&self, kind: Kind, random: &mut SmallRng) -> Option<(f64, f64)> {
        let part = self.intensity * Sibling::stalled_part(kind);
        (part > 0.0).then(|| (exponential(STALL_NS / part, random), exponential(STALL_NS, random)))
    }

    /// What it adds to one half of a read of the clock, in nanoseconds.
    pub fn read_ns(&self, random: &mut SmallRng) -> f64 {
        if self.is_busy() { exponential(READ_NS, random) } else { 0.0 }
    }

    /// By how much it multiplies the cycles of `kind` now.
    pub fn cycles_factor(&self, kind: Kind) -> f64 {
        if self.is_busy() { Sibling::cycles_factor(kind) } else { 1.0 }
    }
}
