//! Reading iOS and iPadOS.

use crate::evidence::{Evidence, Platform};
use crate::machine::{Fact, Machine};

/// Reads everything. On these devices `hw.machine` is the identifier (`iPhone17,1`); `hw.model` is
/// the board's. No clock is stated anywhere; the only claims are published ones. In the simulator
/// both are from the Mac.
pub(crate) fn read(evidence: &dyn Evidence) -> Machine {
    let machine = super::read(evidence, Platform::Ios, "hw.machine", |_| {});
    let architecture = super::text(evidence, "hw.machine");
    match architecture.value().map(String::as_str) {
        Some("arm64" | "x86_64") => {
            let mac =
                super::text(evidence, "hw.model").value().cloned().unwrap_or_else(|| "a Mac".to_owned());
            Machine { device: Fact::known(format!("iOS Simulator on {mac}"), "hw.machine"), ..machine }
        }
        _ => machine,
    }
}
