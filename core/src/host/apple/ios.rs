//! Reading iOS and iPadOS.

use crate::host::evidence::{Evidence, Platform};
use crate::host::machine::Machine;

/// Reads everything. On these devices `hw.machine` is the identifier (`iPhone17,1`); `hw.model` is the
/// board's. No clock is stated anywhere; the only claims are published ones.
pub(in crate::host) fn read(evidence: &dyn Evidence) -> Machine {
    super::read(evidence, Platform::Ios, "hw.machine", |_| {})
}
