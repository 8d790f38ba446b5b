//! What the kinds of chains contend for on a core that two threads share.
//!
//! A busy SMT sibling takes issue slots and fetch cycles, of which the kinds need very different numbers: beside one,
//! a chain of additions took 0.9 % longer, of rotations 0.8 %, of floating-point operations 0.15 %, of multiplications
//! 0.1 %, and the tight loop twice as long (Cascade Lake; docs/sources.md, SMT siblings). So evidence within a class is not
//! independent, and what classes differ by tells a shared core from a slower clock.

use crate::chain::Kind;

/// Kinds that need the same resources.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Class {
    /// Additions and their like: every cycle an issue slot.
    Alu,
    /// Rotations: fewer ports.
    Rotate,
    /// Multiplications: a slot every few cycles.
    Multiply,
    /// Floating-point operations: likewise, on other ports.
    Float,
}

impl Class {
    pub(super) const ALL: [Class; 4] = [Class::Alu, Class::Rotate, Class::Multiply, Class::Float];

    /// Absent for the tight loop, which contends for fetching and decoding.
    pub(super) const fn of(kind: Kind) -> Option<Class> {
        match kind {
            Kind::TightLoop => None,
            Kind::Decrement | Kind::Add | Kind::Xor | Kind::Subtract | Kind::Mixed => Some(Class::Alu),
            Kind::Rotate => Some(Class::Rotate),
            Kind::Multiply => Some(Class::Multiply),
            Kind::FloatAdd | Kind::FloatMultiply => Some(Class::Float),
        }
    }

    /// Whether a chain of this kind needs an issue slot every few cycles only: it is late the least beside a busy sibling.
    pub(super) const fn is_of_long_latency(kind: Kind) -> bool {
        matches!(Class::of(kind), Some(Class::Multiply | Class::Float))
    }

    pub(super) fn kinds(self) -> impl Iterator<Item = Kind> {
        Kind::ALL.iter().copied().filter(move |&kind| Class::of(kind) == Some(self))
    }

    /// How much a window of this class that lies on a level says for it while the core is shared: additions lie on
    /// the edge once in a hundred times then, multiplications twenty times as often.
    pub(super) const fn gain_beside_sibling(self) -> f64 {
        match self {
            Class::Alu => 0.0,
            Class::Rotate => 0.5,
            Class::Multiply => 1.0,
            Class::Float => 0.75,
        }
    }
}
