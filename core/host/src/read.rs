//! Selects the reader for each system: the only place that knows them all.

use super::evidence::{Evidence, Platform};
use super::linux::android;
use super::machine::Machine;
use super::{apple, linux, virtualisation, windows};

impl Machine {
    /// Reads the machine. Never fails: what cannot be read is unknown, with its reason.
    ///
    /// Bounded whatever the evidence holds: at most [`CPU_LIMIT`](super::cpulist::CPU_LIMIT)
    /// processors, about twenty files each, of each file at most
    /// [`FILE_LIMIT_BYTES`](super::FILE_LIMIT_BYTES).
    pub fn read(evidence: &dyn Evidence) -> Self {
        let read = match evidence.platform() {
            Platform::Linux => linux::read(evidence),
            Platform::Android => android::read(evidence),
            Platform::Macos => apple::macos::read(evidence),
            Platform::Ios => apple::ios::read(evidence),
            Platform::Windows => windows::read(evidence),
            Platform::Other => Self::unread(evidence),
        };
        Self { virtualisation: virtualisation::recognise(evidence), ..read }
    }
}
