//! The shapes in which a row is measured: the number of consecutive steps, and of iterations.

use serde::{Deserialize, Serialize};

use super::form::Body;

/// Steps in the loop, and iterations in each call. All shapes give the same value if it does not
/// depend on caches of decoded instructions, predictors or the loop itself.
///
/// After Dougall Johnson's measurements of Apple's cores (docs/sources.md, Latencies).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum), uniffi(name = "LoopShape"))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Shape {
    /// 100 steps, 100 times.
    #[serde(rename = "100x100")]
    Looped,
    /// 1,000 steps, 10 times.
    #[serde(rename = "1000x10")]
    Unrolled,
    /// 1,000 steps, once: no branch is taken.
    #[serde(rename = "1000x1")]
    Straight,
}

impl Shape {
    /// All shapes.
    pub const ALL: [Shape; 3] = [Shape::Looped, Shape::Unrolled, Shape::Straight];

    /// Its name: steps by times.
    pub const fn name(self) -> &'static str {
        match self {
            Shape::Looped => "100x100",
            Shape::Unrolled => "1000x10",
            Shape::Straight => "1000x1",
        }
    }

    /// Iterations of the loop in each call.
    pub const fn iterations(self) -> u32 {
        match self {
            Shape::Looped => 100,
            Shape::Unrolled => 10,
            Shape::Straight => 1,
        }
    }

    /// The body that is timed, and the shorter one that is subtracted.
    pub const fn bodies(self) -> (Body, Body) {
        match self {
            Shape::Looped => (Body::Middle, Body::Short),
            Shape::Unrolled | Shape::Straight => (Body::WrittenLong, Body::WrittenMiddle),
        }
    }
}
