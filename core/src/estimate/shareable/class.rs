//! The resources for which kinds of chains contend on a core that two threads share.
//!
//! A busy SMT sibling takes issue slots and fetch cycles, of which the kinds need very different
//! numbers: under contention a chain of additions took 0.9 % longer, of rotations 0.8 %, of
//! floating-point operations 0.15 %, of multiplications 0.1 %, and the tight loop twice as long
//! (Cascade Lake; docs/sources.md, SMT siblings). So evidence within a class is not independent,
//! and the differences between classes distinguish a shared core from a slower clock.

use crate::chain::ChainKind;

/// Kinds that need the same resources.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ResourceClass {
    /// Additions and the like: an issue slot every cycle.
    Alu,
    /// Rotations: fewer ports.
    Rotate,
    /// Multiplications: a slot every few cycles.
    Multiply,
    /// Floating-point operations: likewise, on other ports.
    Float,
}

impl ResourceClass {
    pub(super) const ALL: [ResourceClass; 4] =
        [ResourceClass::Alu, ResourceClass::Rotate, ResourceClass::Multiply, ResourceClass::Float];

    /// `None` for the tight loop, which contends for fetch and decode.
    pub(super) const fn of(kind: ChainKind) -> Option<ResourceClass> {
        match kind {
            ChainKind::TightLoop => None,
            ChainKind::Decrement
            | ChainKind::Add
            | ChainKind::Xor
            | ChainKind::Subtract
            | ChainKind::Mixed => Some(ResourceClass::Alu),
            ChainKind::Rotate => Some(ResourceClass::Rotate),
            ChainKind::Multiply => Some(ResourceClass::Multiply),
            ChainKind::FloatAdd | ChainKind::FloatMultiply => Some(ResourceClass::Float),
        }
    }

    /// Returns `true` if a chain of this kind needs an issue slot only every few cycles, so that
    /// contention lengthens it least.
    pub(super) const fn is_of_long_latency(kind: ChainKind) -> bool {
        matches!(ResourceClass::of(kind), Some(ResourceClass::Multiply | ResourceClass::Float))
    }

    pub(super) fn kinds(self) -> impl Iterator<Item = ChainKind> {
        ChainKind::ALL.iter().copied().filter(move |&kind| ResourceClass::of(kind) == Some(self))
    }

    /// Weight of a window of this class as evidence for a level on which it lies while the core is
    /// shared: additions then lie on the edge once in a hundred times, multiplications twenty times
    /// as often.
    pub(super) const fn weight_under_contention(self) -> f64 {
        match self {
            ResourceClass::Alu => 0.0,
            ResourceClass::Rotate => 0.5,
            ResourceClass::Multiply => 1.0,
            ResourceClass::Float => 0.75,
        }
    }
}
