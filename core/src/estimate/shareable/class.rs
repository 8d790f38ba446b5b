//! The resources for which kinds of chains contend on a core that two threads share.
//!
//! A busy SMT sibling takes issue slots and fetch cycles, of which the kinds need very different
//! numbers: under contention a chain of additions took 0.9 % longer, of rotations 0.8 %, of
//! floating-point operations 0.15 %, of multiplications 0.1 %, and the tight loop twice as long
//! (Cascade Lake; docs/sources.md, SMT siblings). So evidence within a class is not independent,
//! and the differences between classes distinguish a shared core from a slower clock.

use crate::chain::Kind;

/// Kinds that need the same resources.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Class {
    /// Additions and the like: an issue slot every cycle.
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

    /// `None` for the tight loop, which contends for fetch and decode.
    pub(super) const fn of(kind: Kind) -> Option<Class> {
        match kind {
            Kind::TightLoop => None,
            Kind::Decrement | Kind::Add | Kind::Xor | Kind::Subtract | Kind::Mixed => Some(Class::Alu),
            Kind::Rotate => Some(Class::Rotate),
            Kind::Multiply => Some(Class::Multiply),
            Kind::FloatAdd | Kind::FloatMultiply => Some(Class::Float),
        }
    }

    /// Returns `true` if a chain of this kind needs an issue slot only every few cycles, so that
    /// contention lengthens it least.
    pub(super) const fn is_of_long_latency(kind: Kind) -> bool {
        matches!(Class::of(kind), Some(Class::Multiply | Class::Float))
    }

    pub(super) fn kinds(self) -> impl Iterator<Item = Kind> {
        Kind::ALL.iter().copied().filter(move |&kind| Class::of(kind) == Some(self))
    }

    /// Weight of a window of this class as evidence for a level on which it lies while the core is
    /// shared: additions then lie on the edge once in a hundred times, multiplications twenty times
    /// as often.
    pub(super) const fn gain_beside_sibling(self) -> f64 {
        match self {
            Class::Alu => 0.0,
            Class::Rotate => 0.5,
            Class::Multiply => 1.0,
            Class::Float => 0.75,
        }
    }
}
