//! Other architectures have no loads, as they have no chains.

use super::Entry;
use super::forms::LoadForm;

/// None.
pub(super) fn entries() -> [(&'static LoadForm, Entry, bool); 0] {
    []
}

/// Not used: there are no loops.
pub(super) fn vector_lanes() -> u32 {
    1
}
