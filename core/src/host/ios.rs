//! Reading iOS and iPadOS.

use super::apple;
use super::evidence::{Evidence, Platform};
use super::machine::Machine;

/// Reads everything. On these devices `hw.machine` is the identifier (`iPhone17,1`); `hw.model` is the
/// board's. No clock is stated anywhere, so there are no claims.
pub(super) fn read(evidence: &dyn Evidence) -> Machine {
    apple::read(evidence, Platform::Ios, "hw.machine", |_| {})
}
