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
pub enum LoopShape {
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

impl LoopShape {
    /// All shapes.
    pub const ALL: [LoopShape; 3] = [LoopShape::Looped, LoopShape::Unrolled, LoopShape::Straight];

    /// Its name: steps by times.
    pub const fn name(self) -> &'static str {
        match self {
            LoopShape::Looped => "100x100",
            LoopShape::Unrolled => "1000x10",
            LoopShape::Straight => "1000x1",
        }
    }

    /// Iterations of the loop in each call.
    pub const fn iterations(self) -> u32 {
        match self {
            LoopShape::Looped => 100,
            LoopShape::Unrolled => 10,
            LoopShape::Straight => 1,
        }
    }

    /// The body that is timed, and the shorter one that is subtracted.
    pub const fn bodies(self) -> (Body, Body) {
        match self {
            LoopShape::Looped => (Body::Middle, Body::Short),
            LoopShape::Unrolled | LoopShape::Straight => (Body::WrittenLong, Body::WrittenMiddle),
        }
    }
}
