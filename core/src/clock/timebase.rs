//! Ticks to nanoseconds, exactly.

use serde::{Deserialize, Serialize};

/// The length of a tick in nanoseconds, as the fraction `numer / denom`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Timebase {
    numer: u32,
    denom: u32,
}
